"""What messages of the host do to the model."""

from __future__ import annotations

from client.samples import (
    bid1,
    deal_over,
    every_screen,
    game_over,
    human,
    lobby,
    model,
    play,
    table,
    view,
    wait,
    welcome,
)
from euchre_client.keymap import Context, context
from euchre_client.model import Model, Overlay, Place, hand_order, labels, question
from euchre_client.screens.pane import line_text
from euchre_client.update import update
from euchre_protocol import messages as m


def log(state: Model) -> list[str]:
    return [text for line in state.log if (text := line_text(line))]


def test_a_table_brings_us_from_the_lobby_to_it_and_a_lobby_back() -> None:
    state = model(lobby())
    assert state.place is Place.LOBBY
    state = update(state, table(state="waiting"))
    assert state.place is Place.TABLE
    state = update(state, lobby())
    assert (state.place, state.table, state.view) == (Place.LOBBY, None, None)


def test_a_lobby_message_does_not_close_the_form() -> None:
    state = update(every_screen()["create"], lobby([]))
    assert state.place is Place.CREATE
    assert state.form is not None


def test_the_log_tells_the_deal_once_after_a_return() -> None:
    state = model(table(), bid1())
    again = update(state, bid1())
    assert log(again) == log(state) == ["Bert turns up the 9♥.", "Ann passes.", "Γιώργος passes."]


def test_names_and_talk_are_cleaned() -> None:
    state = update(model(table()), m.Chat(name="E\u202eva", text="hi\x1b[31m\n\u200bthere", seat=1))
    assert log(state) == ["Eva: hi[31m there"]


def test_a_new_view_replaces_the_old_one_whole() -> None:
    state = update(model(table(), play()), wait())
    assert question(state) == ()
    assert context(state, small=False) is Context.WAIT


def test_the_hand_is_shown_in_the_order_of_the_host() -> None:
    state = model(
        table(),
        view(
            phase="play",
            turn=1,
            trump="D",
            hand=["AH", "JD"],
            looks={"D": m.Look(order=["JD", "AH"], labels={"JD": "right"})},
        ),
    )
    assert hand_order(state) == ["JD", "AH"]
    assert labels(state) == {"JD": "right"}


def test_an_order_that_is_not_the_hand_is_not_believed() -> None:
    state = model(table(), view(trump="D", hand=["AH"], looks={"D": m.Look(order=["JD"])}))
    assert hand_order(state) == ["AH"]


def test_contexts_follow_the_play() -> None:
    waiting = [human("Maria", ready=False)] * 4
    cases = [
        ([table(state="waiting", seats=waiting)], Context.SEATS),
        ([table(None, state="waiting", seats=waiting)], Context.WATCH_SEATS),
        ([table(), bid1()], Context.BID),
        ([table(), play()], Context.CARD),
        ([table(), wait()], Context.WAIT),
        ([table(), deal_over()], Context.RESULT),
        ([table(state="over"), game_over()], Context.OVER),
        ([table(None), wait()], Context.WATCH),
    ]
    for messages, expected in cases:
        assert context(model(*messages), small=False) is expected


def test_a_table_that_waits_again_shows_its_seats() -> None:
    state = update(model(table(), game_over()), table(state="waiting"))
    assert context(state, small=False) is Context.READY


def test_help_stays_open_while_the_game_goes_on() -> None:
    state = model(table(), wait(), overlay=Overlay.HELP)
    assert update(state, play()).overlay is Overlay.HELP


def test_messages_of_the_future_change_nothing() -> None:
    state = model(table(), play())
    assert update(state, m.Hello(product="x", protocol=(1, 9), software="y", host="z")) == state
    assert update(state, welcome()).welcome is not None
