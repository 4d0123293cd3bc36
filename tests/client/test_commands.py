"""Keys to messages, without a screen: what each key sends, and above all what it does not send."""

from __future__ import annotations

from random import Random

import msgspec
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from client.samples import (
    DUEL_SEATS,
    advice,
    bid1,
    bid2,
    claimed,
    claiming,
    declare,
    discard,
    every_screen,
    exchange,
    game_over,
    human,
    line,
    lobby,
    model,
    play,
    reviewed,
    swap,
    table,
    wait,
    welcome,
)
from euchre_client.commands import COMMANDS, perform
from euchre_client.commands.form import row, value_of
from euchre_client.commands.step import Step
from euchre_client.keymap import BINDINGS, QUESTIONS, Context, command_for, context, plain_key
from euchre_client.model import (
    ENTER_GUARD,
    Choice,
    Link,
    Model,
    Notice,
    Overlay,
    Typing,
    chosen,
    picked_host,
    swap_of,
)
from euchre_client.screens import draw
from euchre_client.styles import Capabilities
from euchre_client.update import update
from euchre_protocol import messages as m

KEYS = sorted({key for binding in BINDINGS for key in binding.keys} | set("0xyz;йцκQT"))
SCREENS = every_screen()


def press(state: Model, *keys: str) -> tuple[Model, list[m.Message]]:
    sent: list[m.Message] = []
    for key in keys:
        step = one(state, key)
        state = step.model
        sent.extend(step.send)
    return state, sent


def one(state: Model, key: str) -> Step:
    command = command_for(context(state, small=False), key)
    return Step(state) if command is None else perform(state, command, plain_key(key))


def test_every_binding_names_a_command_and_every_command_has_a_key() -> None:
    assert {binding.command for binding in BINDINGS} == set(COMMANDS)


def test_no_key_has_two_meanings_in_one_context() -> None:
    for where in Context:
        keys = [key for binding in BINDINGS if where in binding.contexts for key in binding.keys]
        assert len(keys) == len(set(keys)), where


def test_choosing_sends_nothing_and_enter_sends_the_answer() -> None:
    state, sent = press(model(table(), bid1()), "3")
    assert sent == []
    _, sent = press(state, "enter")
    assert sent == [m.Act(id=1, decision=11, action=m.Action(do="order", alone=True))]


def test_nothing_is_chosen_when_a_question_begins() -> None:
    state = model(table(), play())
    assert state.pick is None
    state, sent = press(state, "enter")
    assert sent == []
    assert state.notice is not None
    assert state.notice.code == "choose_first"


def test_a_new_question_forgets_what_was_chosen() -> None:
    state, _ = press(model(table(), bid1()), "2")
    assert update(state, play()).pick is None


def test_the_same_question_again_keeps_what_was_chosen() -> None:
    state, _ = press(model(table(), bid1()), "2")
    assert update(state, bid1()).pick == 1


def test_enter_is_ignored_until_the_guard_is_over() -> None:
    state, _ = press(model(table(), play()), "1")
    early = state.but(now=state.asked_at + ENTER_GUARD - 0.01)
    assert press(early, "enter")[1] == []
    assert len(press(early.but(now=state.asked_at + ENTER_GUARD), "enter")[1]) == 1


def test_a_dead_card_is_never_sent() -> None:
    state, sent = press(model(table(), play()), "3", "enter", "enter")
    assert sent == []
    assert state.notice is not None
    assert state.notice.why is not None
    assert state.notice.why.code == "follow"


def test_an_answer_is_sent_once() -> None:
    state, sent = press(model(table(), play()), "1", "enter", "enter", "2", "enter")
    assert len(sent) == 1
    refused = update(state, m.Error(code="illegal", re=1))
    assert len(press(refused, "2", "enter")[1]) == 1


def test_arrows_begin_with_the_first_legal_choice() -> None:
    assert press(model(table(), bid2()), "down")[0].pick == 1
    assert press(model(table(), bid2()), "up")[0].pick == 6
    assert press(model(table(), play()), "left")[0].pick == 1
    assert press(model(table(), play()), "right", "right", "right", "right", "right")[0].pick == 0


def test_escape_unchooses_and_never_leaves() -> None:
    state, sent = press(model(table(), play()), "1", "escape", "escape", "escape")
    assert state.pick is None
    assert sent == []


def test_the_answers_of_every_kind_of_question() -> None:
    cases = [
        (bid2(), "2", m.Action(do="call", suit="S")),
        (discard(), "5", m.Action(do="discard", card="9D")),
        (exchange(), "2", m.Action(do="leave")),
        (declare(), "1", m.Action(do="together")),
    ]
    for asked, key, action in cases:
        _, sent = press(model(table(), asked), key, "enter")
        assert [each.action for each in sent if isinstance(each, m.Act)] == [action]


def test_three_cards_are_marked_one_by_one_and_swapped_with_enter() -> None:
    state, sent = press(model(table(), swap()), "1", "3", "enter")
    assert sent == []
    assert state.notice is not None
    assert state.notice.code == "mark_three"
    state, sent = press(state, "right", " ", "3", "3", "enter")
    assert sent == [m.Act(id=1, decision=24, action=m.Action(do="swap", cards=["9C", "9D", "TD"]))]


def test_marks_can_be_taken_away_and_a_fourth_is_no_swap() -> None:
    state, sent = press(model(table(), swap()), "1", "2", "3", "4", "enter")
    assert sent == []
    assert len(state.marked) == 4
    assert press(state, "escape")[0].marked == frozenset()


def test_a_claim_is_chosen_after_the_cards() -> None:
    _, sent = press(model(table(), claiming()), "5", "enter")
    assert [each.action for each in sent if isinstance(each, m.Act)] == [m.Action(do="claim")]
    _, sent = press(model(table(), claimed(1)), "2", "enter")
    assert [each.action for each in sent if isinstance(each, m.Act)] == [m.Action(do="refuse")]


def test_rules_without_effect_are_sent_as_the_host_will_take_them() -> None:
    names = ["name", "preset", *(field.name for field in welcome().fields)]
    state, _ = press(model(lobby([])), "c", *["down"] * names.index("players"), "left")
    assert state.form is not None
    assert value_of(state, "alone") == "none"
    state, _ = press(state, *["down"] * (names.index("alone") - names.index("players")), "right")
    _, sent = press(state, "enter")
    assert sent == [m.Create(id=1, name="Table 1", preset="classic", rules={"players": 3, "alone": "none"})]


def test_enter_while_others_think_sends_nothing() -> None:
    assert press(model(table(), wait()), "1", "2", "enter", " ")[1] == []


def test_letters_on_other_layouts_and_in_capitals() -> None:
    for key in ("t", "T", "τ", "Τ", "е", "Е"):
        assert press(model(table(), play()), key)[0].typing is Typing.TALK


def test_bulgarian_letters_lie_on_other_keys_than_russian_ones() -> None:
    assert [plain_key(key, "bg") for key in "тТияшжо"] == ["t", "t", "i", "q", "t", "v", "o"]
    assert [plain_key(key) for key in "еншйм"] == ["t", "y", "i", "q", "v"]
    assert plain_key("2", "bg") == "2"


def test_where_the_seat_is_kept_enter_goes_back_to_it() -> None:
    kept = line(seats=[human("Ann"), human("Maria", away=True), human("Bob"), human("Eva")])
    _, sent = press(model(lobby([kept])), "enter")
    assert sent == [m.Sit(id=1, table=1, seat=1)]


def test_a_full_table_is_watched() -> None:
    _, sent = press(model(lobby()), "2", "enter")
    assert sent == [m.Watch(id=1, table=2)]


def test_play_at_once_takes_a_free_seat_or_makes_a_table() -> None:
    assert press(model(lobby()), "p")[1] == [m.Sit(id=1, table=1)]
    create = m.Create(id=1, name="Table 1", preset="classic", options={"bots": 3})
    assert press(model(lobby([])), "p")[1] == [create]


def test_the_form_sends_only_what_differs_from_the_preset() -> None:
    state, _ = press(model(lobby([])), "c", "down", "right")
    assert state.form is not None
    assert state.form.preset == "north_american"
    upcard = ["name", "preset", *(field.name for field in welcome().fields)].index("upcard")
    state, _ = press(state, *["down"] * (upcard - 1), "right")
    state, _ = press(state, "up", "up", "right", "left")
    _, sent = press(state, "enter")
    assert sent == [m.Create(id=1, name="Table 1", preset="north_american", rules={"upcard": "must_take"})]


def test_a_rule_that_is_not_ready_cannot_be_changed() -> None:
    state, _ = press(model(lobby([])), "c")
    joker = ["name", "preset", *(field.name for field in welcome().fields)].index("joker")
    state, _ = press(state, *["down"] * joker, "right", "left", "left", " ")
    assert state.form is not None
    assert state.form.rules == {}


def test_typed_numbers_stay_in_bounds() -> None:
    state, _ = press(model(lobby([])), "c")
    target = ["name", "preset", *(field.name for field in welcome().fields)].index("target")
    state, _ = press(state, *["down"] * target)
    step = one(state, "5")
    assert (step.model.typing, step.fill) == (Typing.NUMBER, "5")
    for text, value in (("5", 5), ("0", 1), ("500", 99), ("x", None)):
        form = perform(step.model, "typed", text).model.form
        assert form is not None
        assert form.rules.get("target") == value


def test_seats_are_taken_and_bots_taken_out() -> None:
    waiting = table(
        state="waiting", seats=[human("Maria"), m.SeatInfo(kind="bot", name="Bert"), human("Ann"), m.SeatInfo()]
    )
    assert press(model(waiting), "4")[1] == [m.Sit(id=1, table=1, seat=3)]
    assert press(model(waiting), "2", "b")[1] == [m.Bot(id=1, seat=1, present=False)]
    assert press(model(waiting), "b")[1] == [m.Bot(id=1, seat=3)]
    assert press(model(waiting), "e")[1] == [m.Bot(id=1, seat=1, level="beginner")]  # its level was not told


def test_a_watcher_asks_for_a_game_only_where_nobody_but_bots_sits() -> None:
    bots = [
        m.SeatInfo(kind="bot", name=name, level="normal", ready=True) for name in ("Acorn", "Ember", "Otter", "Zigzag")
    ]
    among_bots = model(table(None, state="waiting", seats=bots))
    assert context(among_bots, small=False) is Context.WATCH_BOTS
    assert press(among_bots, "enter")[1] == [m.Ready(id=1)]
    over = model(table(None, seats=bots, state="over"), game_over())
    assert press(over, "enter")[1] == [m.Ready(id=1)]
    assert press(model(table(None, seats=bots), wait()), "enter")[1] == []
    for people in (model(table(None, state="waiting")), model(table(None), game_over())):
        assert press(people, "enter")[1] == []


def test_a_hint_is_asked_for_once_and_only_where_there_are_any() -> None:
    silent = model(table(), bid1())
    state, sent = press(silent, "h")
    assert sent == []
    assert state.notice == Notice(code="no_hints")
    allowed = model(table(options={"hints": True}), bid1())
    state, sent = press(allowed, "h")
    assert sent == [m.Hint(id=1, decision=11)]
    told = update(state, advice(bid1()))
    assert told.overlay is Overlay.HINT
    closed, sent = press(told, "enter")  # closes, and says nothing of what was chosen
    assert (closed.overlay, sent) == (Overlay.NONE, [])
    again, sent = press(closed, "h")
    assert (again.overlay, sent) == (Overlay.HINT, [])
    assert update(told, play()).overlay is Overlay.NONE  # another question is asked
    assert update(update(state, play()), advice(bid1())).overlay is Overlay.NONE  # too late


def test_a_review_is_asked_for_once_when_the_game_is_over() -> None:
    assert press(model(table(), play()), "r")[1] == []
    ended = model(table(state="over"), game_over())
    state, sent = press(ended, "r")
    assert (state.overlay, sent) == (Overlay.REVIEW, [m.Review(id=1)])
    first, second = reviewed()
    state = update(update(state, first), second)
    assert state.review == (first, second)
    closed, _ = press(state, "tab", "escape")
    again, sent = press(closed, "r")
    assert (again.overlay, again.review, sent) == (Overlay.REVIEW, (first, second), [])
    assert update(again, bid1()).review == ()  # another game
    refused = update(press(ended, "r")[0], m.Error(code="not_seated", re=1))
    assert refused.overlay is Overlay.NONE


def test_a_marked_person_is_sent_away_and_nobody_else() -> None:
    waiting = model(table(state="waiting"))
    state, sent = press(waiting, "x")
    assert sent == []
    assert state.notice is not None
    assert press(waiting, "2", "x")[1] == []  # a bot is taken out with b
    assert press(waiting, "3", "x")[1] == [m.Kick(id=1, name="Ann")]


def test_enter_only_ever_makes_ready_and_another_key_takes_it_back() -> None:
    unready = model(table(state="waiting", seats=[human("Maria", ready=False), *[human("Ann")] * 3]))
    assert press(unready, "enter")[1] == [m.Ready(id=1)]
    ready = model(table(state="waiting"))
    assert press(ready, "enter", "enter")[1] == []
    assert press(ready, "n")[1] == [m.Ready(id=1, ready=False)]


def test_enter_only_ever_asks_for_another_game_and_another_key_takes_it_back() -> None:
    over = model(table(state="over"), game_over())
    over = over.but(now=over.seen_at + ENTER_GUARD)
    assert press(over, "enter")[1] == [m.Ready(id=1)]
    assert press(over, "n")[1] == []
    assert over.table is not None
    again = over.but(table=msgspec.structs.replace(over.table, again=[0]))
    assert press(again, "enter")[1] == []
    assert press(again, "n")[1] == [m.Ready(id=1, ready=False)]


def test_the_rules_can_be_read_before_sitting_down() -> None:
    state, _ = press(model(lobby()), "i")
    assert context(state, small=False) is Context.SHEET
    assert context(update(state, lobby()), small=False) is Context.SHEET
    assert context(update(state, lobby(tables=[])), small=False) is Context.LOBBY
    assert context(press(state, "escape")[0], small=False) is Context.LOBBY


def test_rules_that_do_not_go_together_are_gone_to() -> None:
    form, _ = press(model(lobby()), "c", "enter")
    refused = update(form, m.Error(code="bad_rules", re=1, fields=["joker", "farmers_hand"]))
    assert row(refused) == "joker"


def test_a_watcher_turns_the_table() -> None:
    state, sent = press(model(table(None), wait()), "right", "right", "left")
    assert (state.turned, sent) == (1, [])


def test_talk_is_kept_while_there_is_no_connection() -> None:
    lost = model(table(), wait(), typing=Typing.TALK, link=Link(state="lost"))
    step = perform(lost, "typed", "are you there?")
    assert step.send == ()
    assert step.model.typing is Typing.TALK
    assert step.model.notice is not None
    assert step.model.notice.code == "not_connected"


def test_choosing_a_host_and_joining_it() -> None:
    state = SCREENS["hosts"]
    step = one(state, "enter")
    assert (step.effect, step.model.link.address) == ("connect", "192.168.1.20")
    down, _ = press(state, "down", "down")
    assert one(down, "enter").model.link.address == "192.168.1.61:40000"
    around, _ = press(state, "up")
    assert one(around, "enter").model.link.address == "192.168.1.77"
    by_number, _ = press(state, "2", "9")
    assert one(by_number, "enter").model.link.address == "fe80::1234:5678:9abc:def0%2"
    assert one(state, "a").model.typing is Typing.ADDRESS
    assert one(state, "r").effect == "search"


def test_a_chosen_host_stays_chosen_when_others_come_and_go() -> None:
    state, _ = press(SCREENS["hosts"], "down")
    fewer = state.but(found=state.found[1:])
    assert picked_host(fewer) == picked_host(state)
    gone = state.but(found=state.found[2:])
    assert one(gone, "enter").model.link.address == "192.168.1.61:40000"


def test_where_no_host_is_known_enter_types_an_address() -> None:
    nothing = SCREENS["hosts_none"]
    assert one(nothing, "enter").model.typing is Typing.ADDRESS
    for key in ("down", "up", "1"):
        assert one(nothing, key) == Step(nothing)


def test_leaving_a_table_where_nothing_is_at_stake_does_not_ask() -> None:
    assert press(model(table(state="waiting")), "q")[1] == [m.Leave(id=1)]
    assert press(model(table(None), wait()), "q")[1] == [m.Leave(id=1)]
    assert press(model(table(), wait()), "q")[1] == []


def test_a_duel_has_its_own_seats() -> None:
    state = model(table(seats=DUEL_SEATS, state="waiting"))
    assert press(state, "3", "4")[1] == []


def phase_of(state: Model) -> str:
    """Name what the keys act on, and at a table what is asked there."""
    where = context(state, small=False)
    return f"{where}, {state.view.phase}" if state.view is not None and state.view.ask is not None else where


PHASES = sorted({phase_of(state) for state in SCREENS.values()})
MONKEY_KEYS = 500
MONKEY = [*KEYS, *("enter", "1", "2", "3", "right", " ") * 3]
"""What it presses, most often what chooses and what acts."""
AWAY = 8
"""Keys that the monkey presses in what it has opened over a phase, before it is back in the phase by a miracle."""


@settings(max_examples=1, deadline=None, phases=[Phase.generate])
@given(chance=st.randoms(use_true_random=False))
@pytest.mark.parametrize("phase", PHASES)
def test_no_key_but_enter_ever_acts(phase: str, chance: Random) -> None:
    """A monkey on the keyboard: an action is sent only by Enter, and only one that was chosen and that is offered."""
    homes = [state.but(now=1000.0) for state in SCREENS.values() if phase_of(state) == phase]
    rng = Random(chance.getrandbits(32))  # hypothesis keeps each draw, which is slow for so many
    home = state = rng.choice(homes)
    pressed = away = acted = 0
    while pressed < MONKEY_KEYS:
        at_home = phase_of(state) == phase
        away = 0 if at_home else away + 1
        if away > AWAY:
            state = home
            continue
        home = state if at_home else home
        pressed += at_home
        key = rng.choice(MONKEY)
        step = one(state, key)
        for act in (message for message in step.send if isinstance(message, m.Act)):
            assert plain_key(key) == "enter"
            assert act.action in [choice.action for choice in answers(state)]
            acted += 1
        state = step.model.but(sent=None)  # as if the host had refused it
        if pressed % 50 == 0:
            assert draw(state, 40, 14, Capabilities()).faults == []
            home = state = rng.choice(homes)
    assert acted > 0 or phase.partition(", ")[0] not in QUESTIONS


def answers(state: Model) -> list[Choice]:
    """Return what Enter may send now: the choice, if it may be chosen, or the swap of the marked cards."""
    view, choice = state.view, chosen(state)
    assert view is not None
    swap = swap_of(state, view)
    found = [Choice(swap)] if swap is not None else []
    return [*found, choice] if choice is not None and choice.why is None else found
