"""Commands at the table: choosing, committing, seats, results, watching."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from euchre_client.commands.step import Step, fresh, request, stay, tell
from euchre_client.model import (
    ENTER_GUARD,
    NONE_MARKED,
    Model,
    Notice,
    Overlay,
    bots_only,
    chosen,
    hand_order,
    paused,
    playing,
    question,
    seats,
    swap_of,
    waiting_for_answer,
    you,
)
from euchre_client.words.people import BOT_LEVELS
from euchre_protocol.messages import Act, Bot, Hint, Kick, Leave, Ready, Review, Seen, Sit, Stand


def _choose(model: Model, key: str) -> Step:
    index = int(key) - 1
    if index >= len(question(model)):
        return stay(model)
    return _pick(model, index)


def _pick(model: Model, index: int) -> Step:
    if waiting_for_answer(model):
        return stay(model)
    return Step(_explained(model.but(pick=index)))


def _explained(model: Model) -> Model:
    """Say at once why a dead choice may not be made."""
    choice = chosen(model)
    if choice is None or choice.why is None:
        return model
    return model.but(notice=Notice(why=choice.why))


def _move(step: int) -> Callable[[Model, str], Step]:
    """Choose the neighbour; from nothing, the first one that is legal (from the end when going back)."""

    def command(model: Model, key: str) -> Step:
        options = question(model)
        if not options:
            return stay(model)
        if model.pick is not None:
            return _pick(model, (model.pick + step) % len(options))
        indices = range(len(options)) if step > 0 else range(len(options) - 1, -1, -1)
        return _pick(model, next((index for index in indices if options[index].why is None), indices[0]))

    return command


def _unchoose(model: Model, key: str) -> Step:
    return stay(model) if waiting_for_answer(model) else Step(model.but(pick=None, marked=NONE_MARKED))


def _mark(model: Model, key: str) -> Step:
    """Mark a card to be swapped, or take its mark away; the space bar does it with the card under the arrows."""
    cards = hand_order(model)
    index = model.pick if key == " " else int(key) - 1
    if index is None or index >= len(cards) or waiting_for_answer(model):
        return stay(model)
    return Step(model.but(pick=index, marked=model.marked ^ {cards[index]}))


def _mark_move(step: int) -> Callable[[Model, str], Step]:
    def command(model: Model, key: str) -> Step:
        count = len(hand_order(model))
        start = -1 if step > 0 else 0
        return Step(model.but(pick=((start if model.pick is None else model.pick) + step) % max(1, count)))

    return command


def _swap(model: Model, key: str) -> Step:
    """Send the marked cards, once they are as many as the question wants."""
    view = playing(model)
    if view is None or view.ask is None or waiting_for_answer(model) or model.now - model.asked_at < ENTER_GUARD:
        return stay(model)
    action = swap_of(model, view)
    if action is None:
        return tell(model, "mark_three")
    message = Act(id=fresh(model), decision=view.ask.decision, action=action)
    return request(model.but(sent=view.ask.decision), message, "act")


def _commit(model: Model, key: str) -> Step:
    """Send the chosen answer."""
    view, choice = playing(model), chosen(model)
    if view is None or view.ask is None or paused(model):
        return stay(model)
    if waiting_for_answer(model) or model.now - model.asked_at < ENTER_GUARD:
        return stay(model)
    if choice is None:
        return tell(model, "choose_first")
    if choice.why is not None:
        return Step(_explained(model))
    message = Act(id=fresh(model), decision=view.ask.decision, action=choice.action)
    return request(model.but(sent=view.ask.decision), message, "act")


def _hint(model: Model, key: str) -> Step:
    """Ask what an expert would do, or look at that once more."""
    view, table = playing(model), model.table
    if view is None or view.ask is None or table is None:
        return stay(model)
    if not table.line.options.get("hints", False):
        return tell(model, "no_hints")
    if model.advice is not None and model.advice.decision == view.ask.decision:
        return Step(model.but(overlay=Overlay.HINT))
    asked = model.but(notice=Notice("hint_asked"))
    return request(asked, Hint(id=fresh(model), decision=view.ask.decision), "hint")


def _review(model: Model, key: str) -> Step:
    """Look at the review of the game that is over; the host is asked for it once."""
    view = playing(model)
    if view is None or view.over is None:
        return stay(model)
    shown = model.but(overlay=Overlay.REVIEW, page=0)
    return Step(shown) if model.review else request(shown, Review(id=fresh(model)), "review")


def _seen(model: Model, key: str) -> Step:
    """Tell the host that the result was looked at. The card that ended the deal may still be on its way here."""
    view = playing(model)
    if view is None or model.now - model.seen_at < ENTER_GUARD or you(model) in view.seen:
        return stay(model)
    return request(model, Seen(id=fresh(model), deal=view.deal), "seen")


def _again(model: Model, key: str) -> Step:
    """Play again. A second Enter takes nothing back: people press it to hurry things on."""
    if model.table is None or you(model) in model.table.again or model.now - model.seen_at < ENTER_GUARD:
        return stay(model)
    return request(model, Ready(id=fresh(model)), "again")


def _not_again(model: Model, key: str) -> Step:
    if model.table is None or you(model) not in model.table.again:
        return stay(model)
    return request(model, Ready(id=fresh(model), ready=False), "again")


def _ready(model: Model, key: str) -> Step:
    """Be ready; a watcher asks for bots' next game, once there is none."""
    view = playing(model)
    if view is not None and view.over is None:
        return stay(model)
    if you(model) is None and not bots_only(model):
        return stay(model)
    return request(model, Ready(id=fresh(model)), "ready")


def _not_ready(model: Model, key: str) -> Step:
    return request(model, Ready(id=fresh(model), ready=False), "ready")


def _seat(model: Model, key: str) -> Step:
    """Sit in a free seat; mark a bot's, so that it can be taken out."""
    seat = int(key) - 1
    if model.table is None or seat >= len(seats(model)) or seat == you(model):
        return stay(model)
    if seats(model)[seat].kind != "free":
        return Step(model.but(seat_pick=seat))
    return request(model.but(seat_pick=None), Sit(id=fresh(model), table=model.table.line.id, seat=seat), "sit")


def _bot(model: Model, key: str) -> Step:
    """Take out the marked bot, or put one into the first free seat; after a game nothing is marked."""
    infos = seats(model)
    marked = model.seat_pick if playing(model) is None else None
    if marked is not None and marked < len(infos) and infos[marked].kind == "bot":
        return request(model.but(seat_pick=None), Bot(id=fresh(model), seat=marked, present=False), "bot")
    free = next((seat for seat, info in enumerate(infos) if info.kind == "free"), None)
    if free is None:
        return tell(model, "no_free_seat")
    return request(model, Bot(id=fresh(model), seat=free), "bot")


def _level(model: Model, key: str) -> Step:
    """Let the marked bot play at the next level, or the first one if none is marked."""
    bots = [seat for seat, info in enumerate(seats(model)) if info.kind == "bot"]
    if not bots:
        return tell(model, "no_bot")
    seat = model.seat_pick if model.seat_pick in bots else bots[0]
    level = seats(model)[seat].level
    step = BOT_LEVELS.index(level) + 1 if level in BOT_LEVELS else 0
    message = Bot(id=fresh(model), seat=seat, level=BOT_LEVELS[step % len(BOT_LEVELS)])
    return request(model.but(seat_pick=seat), message, "bot")


def _kick(model: Model, key: str) -> Step:
    """Send away the person in the marked seat; the host knows who may do that."""
    marked, infos = model.seat_pick, seats(model)
    if marked is None or marked >= len(infos) or infos[marked].kind != "human":
        return tell(model, "mark_person")
    return request(model.but(seat_pick=None), Kick(id=fresh(model), name=infos[marked].name), "kick")


def _fill(model: Model, key: str) -> Step:
    if all(info.kind != "free" for info in seats(model)):
        return tell(model, "no_free_seat")
    return request(model, Bot(id=fresh(model)), "bot")


def _stand(model: Model, key: str) -> Step:
    return request(model, Stand(id=fresh(model)), "stand")


def _leave_table(model: Model, key: str) -> Step:
    return request(model, Leave(id=fresh(model)), "leave")


def _turn(step: int) -> Callable[[Model, str], Step]:
    def command(model: Model, key: str) -> Step:
        return Step(model.but(turned=(model.turned + step) % max(1, len(seats(model)))))

    return command


COMMANDS: Mapping[str, Callable[[Model, str], Step]] = {
    "choose": _choose,
    "choose_next": _move(1),
    "choose_previous": _move(-1),
    "unchoose": _unchoose,
    "commit": _commit,
    "mark": _mark,
    "mark_next": _mark_move(1),
    "mark_previous": _mark_move(-1),
    "swap": _swap,
    "hint": _hint,
    "review": _review,
    "seen": _seen,
    "again": _again,
    "not_again": _not_again,
    "ready": _ready,
    "not_ready": _not_ready,
    "seat": _seat,
    "bot": _bot,
    "fill": _fill,
    "level": _level,
    "kick": _kick,
    "stand": _stand,
    "leave_table": _leave_table,
    "turn_left": _turn(-1),
    "turn_right": _turn(1),
}
