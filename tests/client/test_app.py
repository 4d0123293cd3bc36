"""The whole client in this process: keys in, an emulated screen out, a scripted host at the other end of a socket."""

from __future__ import annotations

import asyncio
from pathlib import Path

import msgspec
import pytest

from client.emulator import PATIENCE, Host, Seat, play
from client.samples import bid1, deal_over, game_over, human, line, lobby, table, wait
from client.samples import play as trick
from euchre_client.address import Address
from euchre_client.finding import Found, Report
from euchre_client.settings import Settings
from euchre_protocol import messages as m
from euchre_protocol.discovery import Announcement
from euchre_protocol.tablespec import parse_table_spec

WAITED_FOR = [
    ("closing", "The host has closed."),
    ("full", "The host has no room at the moment."),
    ("slow_down", "The host was given too many wrong passwords from here."),
    ("storage", "The host's disk is full or broken: tell its owner."),
]
"""Refusals that pass, and what is said to somebody who was in."""

ENTER, ESC, UP, DOWN, LEFT, RIGHT = "\r", "\x1b", "\x1b[A", "\x1b[B", "\x1b[D", "\x1b[C"
GUARD = 0.3
"""A little more than the time in which Enter is ignored."""


def test_a_card_is_played_by_choosing_it_and_pressing_enter(tmp_path: Path) -> None:
    async def script(seat: Seat, host: Host) -> None:
        await seat.shows("Your turn.", "Hearts were led: you must play a heart.")
        seat.clock.now += GUARD
        seat.type("2")
        await seat.shows("Enter plays the A♥.")
        assert host.got == []
        seat.type(ENTER)
        act = await host.hears(m.Act)
        assert (act.decision, act.action) == (16, m.Action(do="play", card="AH"))
        await seat.shows("Sent; waiting for the host.")
        seat.type("1" + ENTER)
        host.send(m.Done(re=act.id), wait())
        await seat.shows("Bert's turn.")
        assert len(host.got) == 1

    assert play(script, tmp_path, after_login=[table(), trick()]) == 130


def test_enter_right_after_the_turn_begins_plays_nothing(tmp_path: Path) -> None:
    async def script(seat: Seat, host: Host) -> None:
        await seat.shows("Your turn.")
        seat.type("1" + ENTER)
        await seat.shows("Enter plays the J♦ (left).")
        seat.clock.now += GUARD
        seat.type("2")
        await seat.shows("Enter plays the A♥.")
        assert host.got == []

    play(script, tmp_path, after_login=[table(), trick()])


def test_pasted_text_is_talk_or_nothing(tmp_path: Path) -> None:
    async def script(seat: Seat, host: Host) -> None:
        await seat.shows("Your turn.")
        seat.clock.now += GUARD
        seat.type("\x1b[200~2\r\x1b[201~")
        seat.type("t")
        await seat.shows("say:")
        seat.type("\x1b[200~1\n2\x1b[201~")
        await seat.shows("say: 1 2")
        seat.type(ENTER)
        said = await host.hears(m.Say)
        assert said.text == "1 2"
        assert [type(each) for each in host.got] == [m.Say]

    play(script, tmp_path, after_login=[table(), trick()])


def test_game_keys_are_dead_while_talking_and_the_text_is_kept(tmp_path: Path) -> None:
    async def script(seat: Seat, host: Host) -> None:
        await seat.shows("Your turn.")
        seat.clock.now += GUARD
        seat.type("t")
        await seat.shows("Cards wait")
        seat.type("2q?")
        await seat.shows("say: 2q?")
        seat.type(ESC)
        await seat.shows("Hearts were led")
        seat.type("t")
        await seat.shows("say: 2q?")
        seat.type(ENTER)
        assert (await host.hears(m.Say)).text == "2q?"

    play(script, tmp_path, after_login=[table(), trick()])


def test_from_the_lobby_to_a_seat_by_keys(tmp_path: Path) -> None:
    async def script(seat: Seat, host: Host) -> None:
        await seat.shows("Lobby of den", "Kitchen")
        seat.type(DOWN + UP + ENTER)
        sit = await host.hears(m.Sit)
        assert sit.table == 1
        seats = [human("Ann"), human("Maria", ready=False), human("Bob"), m.SeatInfo()]
        host.send(m.Done(re=sit.id, table=1), table(1, state="waiting", seats=seats))
        await seat.shows("Maria (you)", "Press Enter when you are ready.")
        seat.type(ENTER)
        assert (await host.hears(m.Ready)).ready
        seat.type("f")
        assert (await host.hears(m.Bot)).seat is None
        seat.type("q")
        assert await host.hears(m.Leave)
        host.send(lobby())
        await seat.shows("Lobby of den")
        seat.type("q")

    assert play(script, tmp_path, after_login=[lobby()]) == 0


def test_making_a_table_by_keys(tmp_path: Path) -> None:
    async def script(seat: Seat, host: Host) -> None:
        await seat.shows("Lobby of den")
        seat.type("c")
        await seat.shows("Create a table", "Table 1")
        seat.type("n")
        await seat.shows("name of the table: Table 1")
        seat.type("\x7f" * 7 + "Den" + ENTER)
        await seat.shows("Name of the table: Den")
        seat.type(DOWN + RIGHT + RIGHT)
        await seat.shows("Game: Two hands")
        seat.type(ENTER)
        create = await host.hears(m.Create)
        assert (create.name, create.preset, create.rules) == ("Den", "two_hand", {})

    play(script, tmp_path, after_login=[lobby([])])


def test_the_command_line_makes_a_table_and_is_ready_at_once(tmp_path: Path) -> None:
    async def script(seat: Seat, host: Host) -> None:
        create = await host.hears(m.Create)
        assert (create.name, create.preset) == ("Duel", "two_hand")
        assert (create.rules, create.options) == ({"target": 5}, {"bots": 1})
        host.send(m.Done(re=create.id, table=1), table(state="waiting", seats=[human("Maria", ready=False)] * 2))
        assert (await host.hears(m.Ready)).ready

    spec = parse_table_spec("Duel=two_hand,target=5,bots=1")
    play(script, tmp_path, after_login=[lobby([])], create=spec)


def test_the_command_line_sits_down_at_a_table_by_name(tmp_path: Path) -> None:
    async def script(seat: Seat, host: Host) -> None:
        assert (await host.hears(m.Sit)).table == 3
        host.send(table(state="waiting", seats=[human("Maria", ready=False)] * 2))
        assert await host.hears(m.Ready)

    play(script, tmp_path, after_login=[lobby()], table="duel")


def test_the_command_line_watches(tmp_path: Path) -> None:
    async def script(seat: Seat, host: Host) -> None:
        assert (await host.hears(m.Watch)).table == 2

    play(script, tmp_path, after_login=[lobby()], spectate="")


def test_an_unknown_table_is_said_in_the_lobby(tmp_path: Path) -> None:
    async def script(seat: Seat, host: Host) -> None:
        await seat.shows("There is no table Attic at this host")

    play(script, tmp_path, after_login=[lobby()], table="Attic")


def test_a_seat_kept_at_another_table_is_told(tmp_path: Path) -> None:
    async def script(seat: Seat, host: Host) -> None:
        await seat.shows("Your seat is kept here; leave this table before you go to Duel.")

    play(script, tmp_path, back=True, after_login=[table(), trick()], table="Duel")
    play(script, tmp_path, back=True, after_login=[table(), trick()], create=parse_table_spec("Duel=two_hand"))


def test_once_leaves_after_one_game(tmp_path: Path) -> None:
    async def script(seat: Seat, host: Host) -> None:
        await seat.leaves()

    assert play(script, tmp_path, after_login=[table(), trick(), game_over()], once=True) == 0


@pytest.mark.parametrize("farewell", [None, "idle"], ids=["none", "when the cable is back"])
def test_a_lost_connection_comes_back_to_the_same_seat(tmp_path: Path, farewell: str | None) -> None:
    async def script(seat: Seat, host: Host) -> None:
        await seat.shows("Your turn.")
        if farewell is not None:
            host.send(m.Bye(code=farewell))
        else:
            host.drop()
        await seat.shows("NO CONNECTION", "your seat is kept")
        seat.type("1" + ENTER)
        await seat.shows("Hearts were led: you must play a heart.")
        first, second = host.logins
        assert first.token is None
        assert second.token == bytes(32)
        assert host.got == []

    play(script, tmp_path, after_login=[table(), trick()])


@pytest.mark.parametrize("companion", [False, True])
def test_a_host_that_closes_says_so_and_q_leaves(tmp_path: Path, companion: bool) -> None:
    async def script(seat: Seat, host: Host) -> None:
        await seat.shows("Your turn.")
        host.refuses = "closing"
        host.send(m.Bye(code="closing"))
        await seat.shows("The host is closing." if companion else "The host has closed.")
        assert ("trying again in" in seat.terminal.text()) != companion
        seat.type("q")

    assert play(script, tmp_path, after_login=[table(), trick()], companion=companion) == 1


@pytest.mark.parametrize("where", ["table", "lobby"])
@pytest.mark.parametrize(("code", "sentence"), WAITED_FOR)
def test_who_was_in_waits_until_the_host_takes_them_again(tmp_path: Path, code: str, sentence: str, where: str) -> None:
    async def script(seat: Seat, host: Host) -> None:
        await seat.shows("Your turn." if where == "table" else "Lobby of den")
        host.refuses = code
        host.drop()
        await seat.shows("NO CONNECTION")
        seat.type(ENTER)
        await seat.shows("NO CONNECTION", "trying again in", "(attempt 3)", sentence, "Enter tries again now.")
        host.refuses = ""
        seat.type(ENTER)
        await seat.shows("Hearts were led: you must play a heart." if where == "table" else "Lobby of den")
        assert host.logins[-1].token == bytes(32)

    play(script, tmp_path, after_login=[table(), trick()] if where == "table" else [lobby()])


@pytest.mark.parametrize("code", ["closing", "full", "slow_down", "storage"])
def test_who_comes_for_the_first_time_is_told_at_once(tmp_path: Path, code: str) -> None:
    async def script(seat: Seat, host: Host) -> None:
        await seat.shows("No connection.", "Enter tries again")

    def prepare(host: Host) -> None:
        host.refuses = code

    play(script, tmp_path, prepare=prepare)


def test_a_watcher_is_back_at_the_table_that_was_watched(tmp_path: Path) -> None:
    """A host that was killed knows nothing of watchers any more."""

    async def script(seat: Seat, host: Host) -> None:
        watch = await host.hears(m.Watch)
        host.send(m.Done(re=watch.id, table=1), table(None), wait())
        await seat.shows("Bert's turn.")
        host.drop()
        await seat.shows("NO CONNECTION")
        seat.type(ENTER)
        again = await host.hears(m.Watch, 2)
        assert again.table == 1
        host.send(m.Done(re=again.id, table=1), table(None), wait())
        await seat.shows("Bert's turn.")
        host.send(lobby())
        await seat.shows("Lobby of den")
        host.drop()
        await seat.shows("NO CONNECTION")
        seat.type(ENTER)
        await seat.shows("Lobby of den")
        assert len(host.got) == 2  # who has left is not brought back

    play(script, tmp_path, after_login=[lobby()], spectate="Kitchen")


def test_a_refusal_is_said_and_another_name_can_be_taken(tmp_path: Path) -> None:
    async def script(seat: Seat, host: Host) -> None:
        host.refuses = "name_taken"
        await seat.shows("The name Maria is taken at")
        seat.type("a")
        await seat.shows("Your name")
        host.refuses = ""
        seat.type("n")
        await seat.shows("your name: Maria")
        seat.type("2" + ENTER)
        await seat.shows("Maria2")
        seat.type(ENTER)
        await seat.shows("address: 127.0.0.1")
        seat.type(ENTER)
        await seat.shows("you are Maria2")

    play(script, tmp_path, after_login=[lobby()])


def test_an_address_is_asked_for(tmp_path: Path) -> None:
    async def script(seat: Seat, host: Host) -> None:
        await seat.shows("Type the address of a host.")
        seat.type(ENTER)
        await seat.shows("address:")
        seat.type(f"nobody here{ENTER}")
        await seat.shows("is not an address")
        seat.type("a" + "\x7f" * 20 + f"127.0.0.1:{host.port}{ENTER}")
        await seat.shows("Lobby of den")

    play(script, tmp_path, after_login=[lobby()], address=False)


def test_a_host_that_is_found_is_joined_with_enter(tmp_path: Path) -> None:
    reports: list[Report] = []
    ended: list[str] = []

    async def find(report: Report) -> None:
        reports.append(report)
        try:
            await asyncio.Event().wait()
        finally:
            ended.append("ended")

    async def script(seat: Seat, host: Host) -> None:
        await seat.shows("Your name: Maria", "searching ...", "Type the address of a host.")
        await seat.terminal.until(lambda: len(reports) == 1)
        den = Found(Address("127.0.0.1", host.port), Announcement("den", 2, 5, "0.1.0", key="0" * 64))
        reports[0]((den,))
        await seat.shows("► 1  den", f"127.0.0.1:{host.port}", ": 2 tables, 5 people.")
        reports[0](())
        await seat.terminal.lacks("► 1  den")
        seat.type("r")
        await seat.terminal.until(lambda: len(reports) == 2)
        reports[0]((den, den))  # of the search before; nobody listens any more
        reports[1]((den,))
        await seat.shows("► 1  den", f"127.0.0.1:{host.port}")
        seat.type(ENTER)
        await seat.shows("Lobby of den")
        await seat.terminal.until(lambda: ended == ["ended", "ended"])

    play(script, tmp_path, after_login=[lobby()], address=False, find=find)


def test_hosts_that_were_joined_are_offered_again(tmp_path: Path) -> None:
    async def join(seat: Seat, host: Host) -> None:
        await seat.shows("Lobby of den")

    async def look(seat: Seat, host: Host) -> None:
        await seat.shows("Used before", "► 1  den", "searching ...")
        seat.clock.now += 4
        await seat.shows("No host has answered on this network.")

    play(join, tmp_path, after_login=[lobby()])
    play(look, tmp_path, address=False)


def test_leaving_a_game_asks_first(tmp_path: Path) -> None:
    async def script(seat: Seat, host: Host) -> None:
        await seat.shows("Your turn.")
        seat.type("q")
        await seat.shows("Leave the game?", "Stay is chosen.")
        seat.type(ENTER)
        await seat.terminal.lacks("Leave the game?")
        seat.type("й")
        await seat.shows("Leave the game?")
        seat.type("2")
        await seat.shows("Enter leaves the game")
        seat.type(ENTER)
        assert await host.hears(m.Leave)

    play(script, tmp_path, after_login=[table(), trick()])


def test_ctrl_c_asks_and_a_second_one_leaves_at_once(tmp_path: Path) -> None:
    async def script(seat: Seat, host: Host) -> None:
        await seat.shows("Your turn.")
        seat.type("\x03")
        await seat.shows("Leave the game?")
        seat.type("\x03")

    assert play(script, tmp_path, after_login=[table(), trick()]) == 130


def test_the_result_is_confirmed_and_counts_down(tmp_path: Path) -> None:
    async def script(seat: Seat, host: Host) -> None:
        await seat.shows("March! All five tricks.", "Goes on in 12 s.")
        seat.clock.now += 1.0
        seat.type(ENTER)
        assert (await host.hears(m.Seen)).deal == 7

    play(script, tmp_path, after_login=[table(), deal_over()])


def test_another_game_is_asked_for_with_enter(tmp_path: Path) -> None:
    async def script(seat: Seat, host: Host) -> None:
        await seat.shows("Play again with the same people?")
        seat.clock.now += 1.0
        seat.type(ENTER)
        assert (await host.hears(m.Ready)).ready
        seat.type("l")
        assert await host.hears(m.Leave)

    play(script, tmp_path, after_login=[table(state="over"), game_over()])


@pytest.mark.parametrize("size", [(39, 14), (40, 13), (20, 5), (3, 2)])
def test_a_small_window_says_so_and_its_keys_are_dead(tmp_path: Path, size: tuple[int, int]) -> None:
    async def script(seat: Seat, host: Host) -> None:
        await seat.terminal.until(lambda: seat.client.model.view is not None)
        seat.clock.now += GUARD
        seat.type("2" + ENTER + "t?")
        seat.type("q")

    assert play(script, tmp_path, after_login=[table(), trick()], size=size) == 0


def test_nothing_wakes_a_client_that_waits_for_others(tmp_path: Path) -> None:
    async def script(seat: Seat, host: Host) -> None:
        await seat.shows("Bert's turn.")
        loop = asyncio.get_running_loop()

        def soon() -> bool:
            """Say whether a timer will go off; there is no public way to ask for them."""
            return any(not each.cancelled() and each.when() < loop.time() + 5 for each in loop._scheduled)

        async with asyncio.timeout(PATIENCE):
            turns = 0
            while turns < 100:  # without any timer: a task that sleeps again and again has none for one turn only
                turns = 0 if soon() else turns + 1
                await asyncio.sleep(0)

    play(script, tmp_path, after_login=[table(), wait()])


def test_a_fault_in_a_key_ends_the_client_and_not_in_silence(tmp_path: Path) -> None:
    async def script(seat: Seat, host: Host) -> None:
        await seat.shows("Your turn.")

        def broken(key: str) -> None:
            raise ZeroDivisionError(key)

        seat.client.screen._press = broken
        seat.type("2")

    with pytest.raises(ZeroDivisionError):
        play(script, tmp_path, after_login=[table(), trick()])


def test_bidding_then_news_of_others(tmp_path: Path) -> None:
    async def script(seat: Seat, host: Host) -> None:
        await seat.shows("Your bid: is ♥ to be trump?", "Γιώργος passes.")
        seat.clock.now += GUARD
        seat.type(DOWN + DOWN)
        await seat.shows("Enter orders it up: ♥ is trump.")
        seat.type(ENTER)
        assert (await host.hears(m.Act)).action == m.Action(do="order")
        host.send(m.Chat(name="Zoe", text="brave"))
        await seat.shows("Zoe (watching): brave")

    play(script, tmp_path, after_login=[table(), bid1()])


def test_an_error_of_the_host_is_said_in_words(tmp_path: Path) -> None:
    async def script(seat: Seat, host: Host) -> None:
        await seat.shows("Lobby of den")
        seat.type("2" + ENTER)
        watch = await host.hears(m.Watch)
        host.send(m.Error(code="no_such_table", re=watch.id))
        await seat.shows("That table is no longer there.")

    play(
        script,
        tmp_path,
        after_login=[lobby([line(state="waiting"), line(id=2, name="Full", seats=[human("Eva")] * 4)])],
    )


def click(seat: Seat, text: str) -> None:
    """Press and release the left button on the card that shows ``text``; below the hand are the prompt lines."""
    lines = seat.terminal.screen.display
    row = max(row for row, line in enumerate(lines[:-3]) if text in line)
    at = f"0;{lines[row].index(text) + 1};{row + 1}"
    seat.type(f"\x1b[<{at}M\x1b[<{at}m")


def test_a_click_chooses_and_another_one_plays(tmp_path: Path) -> None:
    async def script(seat: Seat, host: Host) -> None:
        await seat.shows("Your turn.")
        seat.clock.now += GUARD
        click(seat, "J♦")
        await seat.shows("Enter plays the J♦ (left).")
        click(seat, "A♥")
        await seat.shows("Enter plays the A♥.")
        assert host.got == []
        click(seat, "A♥")
        assert (await host.hears(m.Act)).action == m.Action(do="play", card="AH")

    play(script, tmp_path, after_login=[table(), trick()], likes=Settings(mouse="on"))


def test_without_the_setting_a_mouse_is_left_to_the_terminal(tmp_path: Path) -> None:
    async def script(seat: Seat, host: Host) -> None:
        await seat.shows("Your turn.")
        assert "\x1b[?1000h" not in seat.terminal.raw

    play(script, tmp_path, after_login=[table(), trick()])


# ---------------------------------------------------------------- passwords


def test_the_password_of_a_host_is_typed_unseen_until_it_is_right(tmp_path: Path) -> None:
    async def script(seat: Seat, host: Host) -> None:
        await seat.shows("127.0.0.1 asks for a password.", "password of the host:")
        assert host.logins == []
        host.refuses = "password"
        seat.type("wrong")
        await seat.shows("password of the host: *****")
        seat.type("\r")
        await seat.shows("That is not the password of 127.0.0.1.", "password of the host:")
        for impossible in ("\udcff", "x" * 257):
            seat.client.session.unlock(impossible)
            await seat.shows("Connecting")
            await seat.shows("That is not the password of 127.0.0.1.", "password of the host:")
        await seat.terminal.lacks("*****")
        host.refuses = ""
        seat.type(UP)  # nothing is called back
        seat.type("quite right\r")
        await seat.shows("Kitchen")
        assert [login.password for login in host.logins] == ["wrong", "quite right"]  # others no host can have
        assert "wrong" not in seat.terminal.raw
        assert "quite right" not in seat.terminal.raw

    def needy(host: Host) -> None:
        host.greeting = [msgspec.structs.replace(host.greeting[0], needs=["password"])]

    play(script, tmp_path, after_login=[lobby()], prepare=needy)


def test_the_password_of_a_table_is_typed_unseen(tmp_path: Path) -> None:
    async def script(seat: Seat, host: Host) -> None:
        await seat.shows("Kitchen")
        seat.type("1\r")
        await seat.shows("password of the table:")
        seat.type("qq?\r")
        sit = await host.hears(m.Sit)
        assert (sit.table, sit.password) == (1, "qq?")
        assert "qq?" not in seat.terminal.raw
        host.send(m.Error(code="password", re=sit.id))
        await seat.shows("That is not the password of the table.")
        seat.type("w")
        await seat.shows("password of the table:")
        seat.type("open\r")
        assert (await host.hears(m.Watch)).password == "open"
        seat.type("w")
        await seat.shows("password of the table:")
        seat.type("x" * 65 + "\r")
        assert (await host.hears(m.Watch, 2)).password is None  # no table has such a one

    free = [human("Ann"), m.SeatInfo(), human("Zoe"), human("Eva")]
    play(script, tmp_path, after_login=[lobby([line(state="waiting", seats=free, locked=True)])])


def test_who_is_no_stranger_at_a_table_needs_no_password(tmp_path: Path) -> None:
    async def script(seat: Seat, host: Host) -> None:
        await seat.shows("Kitchen")
        seat.type("1\r")
        assert (await host.hears(m.Sit)).password is None

    free = [human("Ann"), m.SeatInfo(), human("Zoe"), human("Eva")]
    locked = line(state="waiting", seats=free, locked=True, owner="Maria")
    play(script, tmp_path, after_login=[lobby([locked])])
