"""Pausing, voting, and what the owner of a table may do: the list of it, its words and its commands."""

from __future__ import annotations

import pytest

from client.samples import END, REPLACE, council, human, line, model, play, table, wait
from client.test_commands import press
from euchre_client.deeds import Deed, command_of, deeds
from euchre_client.model import Model, Notice, Overlay
from euchre_client.screens import draw
from euchre_client.styles import Capabilities
from euchre_client.words.deeds import deed_effect, deed_words
from euchre_protocol import messages as m


def done(state: Model) -> list[str]:
    assert state.table is not None
    return [deed_words(deed) for deed in deeds(state.table, state.name)]


def lines(state: Model) -> list[str]:
    return draw(state, 80, 24, Capabilities()).text()


def test_a_player_may_pause_and_propose() -> None:
    state = model(table(), wait())
    assert done(state) == [
        "Pause the game",
        "Propose to end the game",
        "Propose a bot for Ann",
        "Propose a bot for Γιώργος",
    ]
    opened, _ = press(state, "m")
    assert (opened.overlay, opened.deed) == (Overlay.DEEDS, None)
    nothing, sent = press(opened, "enter")
    assert (nothing.notice, sent) == (Notice(code="choose_first"), [])
    closed, sent = press(opened, "3", "enter")
    assert closed.overlay is Overlay.NONE
    assert sent == [m.Propose(id=1, what="bot", seat=2)]


def test_what_waits_for_an_answer_is_chosen_at_once() -> None:
    assert press(model(council(paused="Ann"), play()), "m", "enter")[1] == [m.Pause(id=1, on=False)]
    assert press(model(council(proposal=END), play()), "m", "enter")[1] == [m.Vote(id=1, proposal=3)]
    assert press(model(council(proposal=END), play()), "m", "down", "enter")[1] == [m.Vote(id=1, proposal=3, yes=False)]


def test_the_owner_may_do_more_and_nobody_else() -> None:
    owner = model(table(owner="Maria", watchers=["Zoe"]), wait())
    assert done(owner)[4:] == [
        "Free the seat of Ann",
        "Free the seat of Γιώργος",
        "Send Ann away",
        "Send Γιώργος away",
        "Send Zoe away",
        "Close the table",
    ]
    assert press(owner, "m", "up", "enter")[1] == [m.Close(id=1)]
    assert press(owner, "m", "5", "enter")[1] == [m.Free(id=1, seat=2)]
    assert press(owner, "m", "9", "enter")[1] == [m.Kick(id=1, name="Zoe")]


def test_watchers_and_whom_it_is_about_do_not_vote() -> None:
    assert done(model(council(None, proposal=END, watchers=["Maria"]), wait())) == []
    about_me = m.Proposal(number=3, what="bot", by="Ann", seat=0, yes=[2], voters=[2, 3], needs=2)
    assert done(model(council(proposal=about_me), wait())) == ["Pause the game"]
    state, sent = press(model(table(None, watchers=["Maria"]), wait()), "m")
    assert (state.overlay, state.notice, sent) == (Overlay.NONE, Notice(code="nothing_to_do"), [])


def test_a_choice_that_is_gone_is_not_carried_out() -> None:
    """Ann leaves while her name is chosen: Enter must not fall on whoever stands there now."""
    chosen, _ = press(model(table(owner="Maria"), wait()), "m", "7")
    assert chosen.deed == Deed("kick", 2, "Ann")
    infos = [human("Maria"), m.SeatInfo(kind="bot", name="Bert", level="normal"), human("Zoe"), human("Γιώργος")]
    changed = chosen.but(table=table(owner="Maria", seats=infos))
    after, sent = press(changed, "enter")
    assert (after.notice, sent) == (Notice(code="choose_first"), [])


@pytest.mark.parametrize(
    ("state", "first", "second"),
    [
        (model(council(paused="Ann"), wait()), "Ann has paused the game.", "m and Enter let it go on."),
        (model(council(paused="Maria"), wait()), "You have paused the game.", "m and Enter let it go on."),
        (model(council(proposal=END), wait()), "", "Ann proposes to end the game: 1 of 2 votes. m: vote"),
        (model(council(proposal=REPLACE), wait()), "", "Ann proposes a bot for Γιώργος: 1 of 2 votes. m: vote"),
    ],
)
def test_the_prompt_says_what_is_up(state: Model, first: str, second: str) -> None:
    shown = lines(state)
    assert first in shown[-3]
    assert second in shown[-2]


def test_every_deed_has_words_and_a_command() -> None:
    owner = model(council(owner="Maria", proposal=END, watchers=["Zoe"]), wait()).table
    paused = model(council(paused="Ann"), wait()).table
    free = table(owner="Maria")
    all_of_them = {deed for each in (owner, paused, free) if each is not None for deed in deeds(each, "Maria")}
    assert {deed.do for deed in all_of_them} == {
        "yes", "no", "pause", "resume", "end", "replace", "free", "kick", "close",
    }  # fmt: skip
    for deed in all_of_them:
        assert deed_words(deed)
        assert deed_effect(deed).endswith(".")
        assert command_of(deed, 7).id == 7


def test_before_a_game_there_is_nothing_to_pause() -> None:
    assert done(model(table(state="waiting"))) == []
    assert line().owner == "Ann"
