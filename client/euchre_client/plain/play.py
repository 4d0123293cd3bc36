"""A table in plain mode: who sits there, what happens in the play, and what is asked."""

from __future__ import annotations

from functools import partial

from euchre_client.i18n import tr
from euchre_client.plain.desk import Desk
from euchre_client.plain.question import Choice, Question
from euchre_client.words.advice import advice_line, sample_line, worth_line
from euchre_client.words.aftermath import sheet_lines
from euchre_client.words.choices import action_words, plain_ask
from euchre_client.words.game import (
    deal_line,
    event_line,
    final_line,
    hand_line,
    result_lines,
    score_line,
    shown_line,
    winner_line,
)
from euchre_client.words.people import BOT_LEVELS, bot_words, person
from euchre_client.words.review import deal_head, sums_lines, told, verdict_line
from euchre_client.words.rules import table_summary
from euchre_client.words.scene import Scene, seat_name
from euchre_protocol import messages as m


def show_table(desk: Desk, table: m.Table) -> None:
    """Write where we are and who else is."""
    line = table.line
    desk.say(tr("Table {name}: {game}.", name=person(line.name), game=table_summary(line, desk.welcome.presets)))
    seats = ", ".join(_seat(seat, info) for seat, info in enumerate(line.seats))
    desk.say(tr("Seats: {seats}.", seats=seats))
    if table.you is None:
        desk.say(tr("You are watching."))


def _seat(seat: int, info: m.SeatInfo) -> str:
    name = seat_name(seat, info)
    match info.kind:
        case "free":
            return tr("{name} free", name=name)
        case "bot":
            return f"{name} ({bot_words(info.level)})"
        case _ if info.away:
            return tr("{name} (away)", name=name)
        case _:
            return name


def waiting_question(desk: Desk) -> Question:
    """What may be done at a table where no game runs."""
    assert desk.table is not None, "only asked at a table"
    line, you = desk.table.line, desk.table.you
    over = line.state == "over"
    choices: list[Choice] = []
    if you is not None and not line.seats[you].ready:
        words = tr("play again") if over else tr("ready")
        choices.append(Choice(words, partial(_ready, desk, True)))
    elif you is not None:
        choices.append(Choice(tr("not ready"), partial(_ready, desk, False)))
    elif over and all(seat.kind == "bot" for seat in line.seats):
        choices.append(Choice(tr("watch another game"), partial(_ready, desk, True)))
    free = [seat for seat, info in enumerate(line.seats) if info.kind == "free"]
    choices += (Choice(tr("take seat {number}", number=seat + 1), partial(_sit, desk, line.id, seat)) for seat in free)
    if you is not None:
        choices += _bot_choices(desk, line, free)
        choices.append(Choice(tr("stand up and watch"), partial(desk.answer, lambda number: m.Stand(id=number))))
    choices.append(Choice(tr("back to the lobby"), partial(to_lobby, desk)))
    choices.append(Choice(tr("leave"), desk.leave))
    text = tr("Another game?") if over else tr("Ready to play?")
    return Question(text if you is not None else tr("What now?"), tuple(choices))


def _bot_choices(desk: Desk, line: m.TableLine, free: list[int]) -> list[Choice]:
    choices: list[Choice] = []
    if free:
        choices.append(Choice(tr("bots in all free seats"), partial(_bots, desk, True)))
    if any(seat.kind == "bot" for seat in line.seats):
        choices.append(Choice(tr("take the bots out"), partial(_bots, desk, False)))
        choices.append(Choice(tr("how well the bots play"), partial(desk.ask, _level_question(desk, line))))
    return choices


def _level_question(desk: Desk, line: m.TableLine) -> Question:
    """Ask how well the bots of a table should play: all alike."""
    choices = [Choice(bot_words(level), partial(_level, desk, line, level)) for level in BOT_LEVELS]
    return Question(tr("How well should the bots play?"), tuple(choices))


def _level(desk: Desk, line: m.TableLine, level: str) -> None:
    changed = [seat for seat, info in enumerate(line.seats) if info.kind == "bot" and info.level != level]
    for seat in changed:
        desk.answer(partial(_bot_at, seat, level))
    if not changed:
        desk.ask(waiting_question(desk))


def _bot_at(seat: int, level: str, number: int) -> m.Bot:
    return m.Bot(id=number, seat=seat, level=level)


def _ready(desk: Desk, ready: bool) -> None:
    desk.answer(lambda number: m.Ready(id=number, ready=ready))


def _sit(desk: Desk, table: int, seat: int) -> None:
    desk.answer(lambda number: m.Sit(id=number, table=table, seat=seat))


def _bots(desk: Desk, present: bool) -> None:
    desk.answer(lambda number: m.Bot(id=number, present=present))


def to_lobby(desk: Desk) -> None:
    """Leave the table; in a running game a bot plays on in our name."""
    desk.answer(lambda number: m.Leave(id=number))


# ---------------------------------------------------------------- the play


def show_view(desk: Desk, before: m.View | None, view: m.View) -> None:
    """Write what is new in a view.

    Args:
        desk: where ``view`` is already the newest.
        before: the view before it; none at the first one of a table.
        view: the new one.
    """
    scene = desk.scene
    if before is None and view.over is not None:
        desk.say(tr("The last game at this table is over. {score}", score=score_line(view.score, scene)))
        return
    new_deal = _is_new_deal(before, view)
    if new_deal:
        desk.say(deal_line(view, scene))
    for event in view.events:
        if event.do != "thrown_in" or view.result is None:  # the result says it too
            desk.say(event_line(event, scene))
    told = before.shown.keys() if before is not None and not new_deal else set[str]()
    for seat in range(len(view.counts)):
        if str(seat) in view.shown and str(seat) not in told:
            desk.say(shown_line(seat, view.shown[str(seat)], scene))
    if new_deal or before is None or _hand_is_new(before, view, scene):
        desk.say(hand_line(view, scene))
    if view.result is not None and (before is None or before.result is None):
        for text in result_lines(view.result, scene):
            desk.say(text)
    if view.ask is not None and view.clock_ms and (before is None or _asked(before) != view.ask.decision):
        desk.say(tr("You have {n} s to choose.", n=round(view.clock_ms / 1000)))
    if view.over is not None and (before is None or before.over is None):
        desk.say(winner_line(view.over.winner, scene))
        for text in sheet_lines(view.over, scene):
            desk.say(text)
        desk.say(final_line(view.score, scene))


def _asked(view: m.View) -> int | None:
    return None if view.ask is None else view.ask.decision


def _is_new_deal(before: m.View | None, view: m.View) -> bool:
    if before is None or view.history or before.deal != view.deal:
        return True
    return before.over is not None and view.over is None


def _hand_is_new(before: m.View, view: m.View, scene: Scene) -> bool:
    """Whether cards came in, or the trump suit has changed their order or what they are worth."""
    if not set(view.hand) <= set(before.hand):
        return True
    return before.trump != view.trump and hand_line(before, scene) != hand_line(view, scene)


def play_question(desk: Desk, view: m.View, ask: m.Ask) -> Question:
    """The host's question, with a number for each legal action."""
    scene = desk.scene
    choices = (Choice(action_words(action, view, scene), partial(_act, desk, ask, action)) for action in ask.actions)
    return Question(plain_ask(view, scene), tuple(choices))


def show_advice(desk: Desk, view: m.View, advice: m.Advice) -> None:
    """Write what an expert would do, and what each choice is worth."""
    desk.say(advice_line(advice, view, desk.scene))
    for worth in advice.worths:
        desk.say(worth_line(worth, view, desk.scene))
    desk.say(sample_line(advice))


def show_review(desk: Desk, view: m.View, deal: m.Reviewed) -> None:
    """Write what an expert thinks of a deal, and after the last one the sums."""
    desk.say(deal_head(deal, desk.scene))
    for verdict in told(deal):
        desk.say(verdict_line(verdict, view, desk.scene))
    if len(desk.reviewed) == deal.deals:
        for text in sums_lines(desk.reviewed, desk.scene):
            desk.say(text)


def _act(desk: Desk, ask: m.Ask, action: m.Action) -> None:
    desk.answer(lambda number: m.Act(id=number, decision=ask.decision, action=action))
