"""Clients on real terminals: games played with keys, and a terminal left as it was found."""

from __future__ import annotations

import re
import termios

import pytest

from e2e.players import answering, daring, first, pressing
from e2e.terminal import Evening, Process, Terminal

pytestmark = pytest.mark.pty


@pytest.mark.bulk
def test_two_screens_and_two_plain_clients_finish_a_classic_game_to_5(evening: Evening) -> None:
    evening.host("--table", "Kitchen=classic,target=5", "--pace", "instant", seed=7)
    screens: list[Terminal] = []
    plain: list[Process] = []
    for number in range(2):  # one after another, so that the two at screens are partners
        screen = evening.screen(("Ann", "Γιώργος")[number], "--table", "Kitchen", "--once")
        screen.driver = pressing(screen, daring)
        evening.wait_for(screen, "You sit down.")
        screens.append(screen)
        client = evening.join(("Bert", "Zoe")[number], "--table", "Kitchen", "--once")
        client.driver = answering(client, first)
        evening.wait_for(client, "You sit down.")
        plain.append(client)
    assert evening.wait_end(*screens, *plain) == [0] * 4
    last = plain[0].lines[-1]
    assert re.fullmatch(r"game over: (\S+) (\d+), (\S+) (\d+)", last)
    assert max(int(points) for points in re.findall(r" (\d+)", last)) >= 5
    assert plain[1].lines[-1] == last
    for name in ("Ann", "Γιώργος", "Bert", "Zoe"):
        assert name in last
    assert all(last in screen.text for screen in screens)


def test_a_plain_client_on_a_terminal_keeps_the_question_at_the_end(evening: Evening) -> None:
    evening.host("--table", "Duel=two_hand", "--pace", "instant")
    client = evening.screen("Maria", "--table", "Duel", "--plain")
    other = evening.join("Bert", "--table", "Duel")
    evening.wait(lambda: "Your turn" in client.shown or "Your turn" in other.text)
    while "Your turn" not in client.shown:
        asked = other.text.count("Your turn")
        other.type("1\n")
        evening.wait(lambda asked=asked: "Your turn" in client.shown or other.text.count("Your turn") > asked)
    question = client.rows[client.screen.cursor.y]
    assert question.startswith("Your turn")
    other.type("say well?\n")
    evening.wait(lambda: "Bert: well?" in client.rows and client.rows[client.screen.cursor.y] == question)
    client.press("x", "enter")
    evening.wait_for(client, "x is no choice")
    client.press("1", "enter")
    evening.wait(lambda: "You " in client.shown)


@pytest.mark.bulk
def test_a_screen_and_plain_text_pause_and_end_a_game_together(evening: Evening) -> None:
    evening.host("--table", "Duel=two_hand")
    screen = evening.screen("Maria", "--table", "Duel")
    evening.wait_for(screen, "You sit down.")
    plain = evening.join("Bert", "--table", "Duel")
    # On this screen, and not only in the other's lines: before the game there is nothing to pause.
    evening.wait(lambda: re.search(r"(Your|Bert's) turn", screen.shown))
    screen.press("m")
    evening.wait_for(screen, "At the table")
    screen.press("1", "enter")
    evening.wait_for(plain, "Maria pauses the game.")
    plain.type("end\n")
    evening.wait_for(screen, "Bert proposes to end the game: 1 of 2 votes.")
    screen.press("m", "enter")
    evening.wait_for(plain, "It is agreed.")
    plain.type("score\n")
    evening.wait_for(plain, "No game is being played.")


@pytest.mark.parametrize(("mode", "expected"), [("--plain", 130), ("--ascii", 0)])
def test_ctrl_c_leaves_the_terminal_as_it_was(evening: Evening, mode: str, expected: int) -> None:
    """On the whole screen Ctrl-C is the key that leaves the lobby, in plain mode it interrupts."""
    host = evening.host("--table", "Duel=two_hand,bots=1")
    client = evening.screen("Maria", mode)
    before = client.modes()
    evening.wait_for(client, "Duel")
    client.press("ctrl-c")
    assert evening.wait_end(client) == [expected]
    assert client.modes()[3] & (termios.ECHO | termios.ICANON) == before[3] & (termios.ECHO | termios.ICANON)
    assert "Traceback" not in client.text
    evening.wait_for(host, "Maria is gone")
