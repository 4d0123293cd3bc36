"""Plain mode against a scripted host: what is asked, what is sent, what is written."""

from __future__ import annotations

import asyncio
import io
import os
import pty
import tempfile
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import date
from pathlib import Path
from typing import Any

import msgspec
import pytest

from client.fake_host import (
    FIELDS,
    FOUR,
    OPTIONS,
    PRESETS,
    TOKEN,
    FakeHost,
    Peer,
    fake_host,
    line,
    run,
    seat,
    table,
    view,
)
from euchre_client import retrying
from euchre_client.finding import Find, Found, Report
from euchre_client.i18n import use_language
from euchre_client.memory import Memory
from euchre_client.net import Address
from euchre_client.options import Options
from euchre_client.plain import choosing, joining
from euchre_client.plain.joining import join
from euchre_client.plain.lines import Lines, Paper
from euchre_client.recent import UsedHosts
from euchre_client.settings import default_path
from euchre_protocol import messages as m
from euchre_protocol.discovery import Announcement
from euchre_protocol.tablespec import parse_table_spec

BID = [m.Action(do="pass"), m.Action(do="order"), m.Action(do="order", alone=True)]


@pytest.fixture(autouse=True)
def own_state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setattr(choosing, "SEARCH_SECONDS", 0.02)
    monkeypatch.setattr(choosing, "MORE_SECONDS", 0.02)


class Out(io.StringIO):
    """What the client wrote, and a way to wait for it."""

    def __init__(self) -> None:
        super().__init__()
        self._news = asyncio.Event()

    def flush(self) -> None:
        self._news.set()

    async def wait(self, text: str, times: int = 1) -> str:
        while self.getvalue().count(text) < times:
            self._news.clear()
            await self._news.wait()
        return self.getvalue()

    @property
    def lines(self) -> list[str]:
        return self.getvalue().splitlines()


async def nothing(report: Report) -> None:
    """A network on which no host is found."""
    await asyncio.Event().wait()


class Player:
    """A client in plain mode that runs beside the test, and the host's end of its connection."""

    def __init__(self, host: FakeHost, *, terminal: bool, find: Find = nothing, **options: Any) -> None:
        self.out = Out()
        source, self._sink = os.pipe() if not terminal else reversed(pty.openpty())  # type: ignore[misc]
        self._stream = open(source)  # noqa: SIM115 - closed by close()
        self._open = True
        self.host = host
        self.options = Options(**{"name": "Maria", "address": host.address, "tls": False, **options})
        self.task = asyncio.ensure_future(
            join(self.options, Memory(None), find, Lines(self._stream), Paper(self.out, typed_on=terminal))
        )
        self.peer: Peer

    def type(self, text: str) -> None:
        os.write(self._sink, text.encode())

    def end(self) -> None:
        if self._open:
            self._open = False
            os.close(self._sink)

    async def close(self) -> None:
        self.task.cancel()
        with suppress(asyncio.CancelledError):  # a fault of the client fails the test, whatever the test waited for
            await self.task
        self.end()
        self._stream.close()


Test = Callable[[Player, Peer], Awaitable[None]]


def play(test: Test, *, back: bool = False, terminal: bool = False, **options: Any) -> Out:
    """Welcome one client and run a test with it."""

    async def whole() -> Out:
        async with fake_host() as host:
            player = Player(host, terminal=terminal, **options)
            try:
                peer = await host.accept()
                await peer.welcome(back=back)
                await test(player, peer)
            finally:
                await player.close()
            return player.out

    return run(whole())


def lobby(*tables: m.TableLine) -> m.Lobby:
    return m.Lobby(version=1, people=[m.Person(name="Maria")], tables=list(tables))


def asked(decision: int = 5, actions: list[m.Action] | None = None, **changes: Any) -> m.View:
    return view(turn=2, ask=m.Ask(decision=decision, actions=actions or BID, **changes))


PLAYING = table(state="playing")


def test_a_question_has_numbers_for_legal_choices_only_and_an_answer_is_sent() -> None:
    async def test(player: Player, peer: Peer) -> None:
        peer.send(PLAYING, asked())
        await player.out.wait("Your turn. 1 pass  2 order up  3 order up alone >")
        player.type("2\n")
        act = await peer.receive(m.Act)
        assert (act.decision, act.action) == (5, BID[1])

    play(test, back=True)


def test_who_has_only_so_long_to_choose_is_told_with_the_question() -> None:
    async def test(player: Player, peer: Peer) -> None:
        peer.send(PLAYING, msgspec.structs.replace(asked(), clock_ms=29_700))
        await player.out.wait("You have 30 s to choose.\nYour turn. 1 pass")
        peer.send(msgspec.structs.replace(asked(), clock_ms=20_000))  # the same question
        player.type("2\n")
        await peer.receive(m.Act)
        assert player.out.getvalue().count("to choose") == 1

    play(test, back=True)


def test_wrong_input_is_explained_and_asked_again() -> None:
    async def test(player: Player, peer: Peer) -> None:
        peer.send(PLAYING, asked())
        player.type("7\norder\n3\n")
        assert (await peer.receive(m.Act)).action == BID[2]
        text = player.out.getvalue()
        assert "7 is no choice: type a number from 1 to 3, or help." in text
        assert "order is no choice" in text
        assert text.count("Your turn. 1 pass") == 3

    play(test, back=True)


def test_answers_from_a_pipe_are_used_one_for_each_question() -> None:
    async def test(player: Player, peer: Peer) -> None:
        player.type("1\n2\n")
        peer.send(PLAYING, asked(5))
        assert (await peer.receive(m.Act)).action == BID[0]
        peer.send(m.Done(re=1), view(3, turn=3), asked(6))
        act = await peer.receive(m.Act)
        assert (act.decision, act.action) == (6, BID[1])

    play(test, back=True)


def test_what_a_person_types_out_of_turn_plays_nothing() -> None:
    async def test(player: Player, peer: Peer) -> None:
        peer.send(PLAYING, view(turn=3))
        await player.out.wait("Deal 1.")
        player.type("2\n")
        await player.out.wait("Nothing is asked now: 2 was not used.")
        peer.send(asked())
        await player.out.wait("Your turn.")
        player.type("1\n")
        assert (await peer.receive(m.Act)).action == BID[0]

    play(test, back=True, terminal=True)


def test_an_illegal_answer_is_explained_and_asked_again() -> None:
    async def test(player: Player, peer: Peer) -> None:
        cards = [m.Action(do="play", card=card) for card in ("AH", "JD")]
        peer.send(PLAYING, asked(9, cards))
        player.type("2\n")
        act = await peer.receive(m.Act)
        peer.send(m.Error(code="illegal", re=act.id, why=m.Why(code="follow", suit="H", cards=["AH"])))
        await player.out.wait("Hearts were led: A♥ is your only legal card.")
        await player.out.wait("Your turn. 1 A♥  2 J♦", times=2)
        player.type("1\n")
        assert (await peer.receive(m.Act)).action.card == "AH"

    play(test, back=True)


def test_a_late_answer_is_not_given_twice() -> None:
    async def test(player: Player, peer: Peer) -> None:
        peer.send(PLAYING, asked(9))
        player.type("1\n3\n")
        act = await peer.receive(m.Act)
        peer.send(m.Error(code="stale", re=act.id), view(turn=3), asked(10))
        answer = await peer.receive(m.Act)
        assert (answer.decision, answer.action) == (10, BID[2])
        assert "That came too late" in player.out.getvalue()

    play(test, back=True)


def test_letters_for_suits() -> None:
    async def test(player: Player, peer: Peer) -> None:
        peer.send(PLAYING, asked(9, [m.Action(do="play", card="TH")]))
        await player.out.wait("Your turn. 1 10H >")

    play(test, back=True, letters=True)


# ---------------------------------------------------------------- a whole game's lines

RESULT = m.Result(
    deal=7, outcome="march", maker=0, suit="H", tricks=[5, 0], points=[2, 0], score=[11, 8], alone=[]
)  # fmt: skip


def test_one_line_an_event_and_the_hand_when_it_changes() -> None:
    async def test(player: Player, peer: Peer) -> None:
        hearts = m.Look(order=["JH", "JD", "9C"], labels={"JH": "right", "JD": "left"})
        spades = m.Look(order=["9C", "JH", "JD"], labels={})
        hand = ["JH", "JD", "9C"]
        deal = [m.Event(do="deal", seat=1, card="9H", number=1)]
        peer.send(PLAYING, view(2, hand=hand, looks={"H": hearts}, events=deal))
        bids = [m.Event(do="pass", seat=2), m.Event(do="order", seat=3)]
        peer.send(view(3, hand=hand, looks={"H": hearts}, trump="H", maker=3, events=bids))
        played = [m.Event(do="play", seat=2, card="9C")]
        looks = {"H": m.Look(order=["JH", "JD"], labels=hearts.labels)}
        peer.send(view(4, hand=hand[:2], looks=looks, trump="H", events=played))
        peer.send(view(5, deal=2, hand=hand, looks={"S": spades}, events=[m.Event(do="deal", seat=1, card="AS")]))
        await player.out.wait("Deal 2.")
        await player.out.wait("Your hand", times=2)
        start = player.out.lines.index("Deal 1. Bert deals.")
        assert player.out.lines[start:] == [
            "Deal 1. Bert deals.",
            "Bert turns up the 9♥.",
            "Your hand: J♥ (right), J♦ (left), 9♣",
            "You pass.",
            "Zoe assists.",
            "You play the 9♣.",
            "Deal 2. Bert deals.",
            "Bert turns up the A♠.",
            "Your hand: 9♣, J♥, J♦",
        ]

    play(test, back=True)


def test_a_claimer_s_hand_is_told_once() -> None:
    async def test(player: Player, peer: Peer) -> None:
        claim = [m.Event(do="claim", seat=0)]
        open_hand = {"0": ["JH", "AH"]}
        peer.send(PLAYING, view(2, phase="play"), view(3, phase="claim", shown=open_hand, events=claim))
        peer.send(view(4, phase="play", shown=open_hand, events=[m.Event(do="refuse", seat=1)]), view(5, deal=2))
        await player.out.wait("Deal 2.")
        assert player.out.lines[-4:] == [
            "Ann claims the remaining tricks.",
            "Ann's open hand: J♥, A♥",
            "Bert refuses.",
            "Deal 2. Bert deals.",
        ]

    play(test, back=True)


def test_a_result_is_told_once_and_answered_with_seen() -> None:
    async def test(player: Player, peer: Peer) -> None:
        peer.send(PLAYING, view(2), view(3, phase="deal_over", pause="deal", result=RESULT, score=[11, 8]))
        assert (await peer.receive(m.Seen)).deal == 1
        peer.send(view(4, phase="deal_over", pause="deal", result=RESULT, score=[11, 8], seen=[2]), view(5, deal=2))
        text = await player.out.wait("Deal 2.")
        assert text.count("March!") == 1
        assert "2 points for us." in text

    play(test, back=True)


SHEETS = [
    m.SideSheet(points=11, calls=6, made=5, marches=1, euchred=1, alone=2, alone_made=1, tricks=21),
    m.SideSheet(points=8, calls=1, made=1, tricks=14),
]
OVER = m.Over(winner=0, sheets=SHEETS, deals=7, seconds=630)
LAST = view(9, deal=7, phase="game_over", pause="over", result=RESULT, over=OVER, score=[11, 8])


def test_once_leaves_after_one_game_and_its_last_line_is_the_score() -> None:
    async def test(player: Player, peer: Peer) -> None:
        peer.send(PLAYING, view(2, deal=7))
        peer.send(table(3, state="over", seats=[seat(name, ready=False) for name in ("Ann", "Bert", "Maria", "Zoe")]))
        peer.send(LAST)
        assert await player.task == 0
        assert (await peer.receive(m.Bye)).code == "quit"
        assert player.out.lines[-5:] == [
            "You win the game!",
            "Ann+Maria: points 11, called 6, made 5, marches 1, euchred 1, tricks 21, alone, made 1 of 2",
            "Bert+Zoe: points 8, called 1, made 1, marches 0, euchred 0, tricks 14",
            "7 deals in 11 min",
            "game over: Ann+Maria 11, Bert+Zoe 8",
        ]

    play(test, back=True, once=True)


def test_without_once_another_game_is_offered() -> None:
    async def test(player: Player, peer: Peer) -> None:
        unready = [seat(name, ready=False) for name in ("Ann", "Bert", "Maria", "Zoe")]
        peer.send(PLAYING, view(2, deal=7), table(3, state="over", seats=unready), LAST)
        text = await player.out.wait("Another game? 1 play again")
        assert text.index("game over:") < text.index("Another game?")
        player.type("1\n")
        assert (await peer.receive(m.Ready)).ready
        ready = [*unready[:2], seat("Maria"), unready[3]]
        peer.send(table(10, state="over", seats=ready, news=[m.Event(do="ready", seat=2, number=1)]))
        await player.out.wait("You are ready.")
        peer.send(table(11, state="playing"), view(12))
        await player.out.wait("Deal 1. Bert deals.")
        assert player.out.getvalue().count("Another game?") == 1

    play(test, back=True)


def test_a_game_that_was_over_before_is_not_the_one_to_stay_for() -> None:
    async def test(player: Player, peer: Peer) -> None:
        peer.send(lobby(line(state="over")))
        await peer.receive(m.Watch)
        peer.send(table(8, you=None, state="over"), LAST)
        await player.out.wait("The last game at this table is over.")
        assert "game over:" not in player.out.getvalue()
        peer.send(table(9, you=None, state="playing"), view(10), LAST)
        assert await player.task == 0
        assert player.out.lines[-1] == "game over: Ann+Maria 11, Bert+Zoe 8"

    play(test, once=True, spectate="Kitchen")


# ---------------------------------------------------------------- the lobby


def test_the_lobby_is_numbered_choices() -> None:
    async def test(player: Player, peer: Peer) -> None:
        free = line(id=4, name="Duel", preset="two_hand", seats=[seat("Ann"), m.SeatInfo()])
        peer.send(lobby(line(state="playing", deal=3, score=[2, 1]), free))
        text = await player.out.wait("What now?")
        assert "Table Kitchen: Classic, 4 hands, to 10; 4 of 4 seats taken; playing, deal 3, 2:1." in text
        assert "What now? 1 watch Kitchen  2 sit at Duel  3 watch Duel  4 create a table  5 leave >" in text
        player.type("2\n")
        assert (await peer.receive(m.Sit)).table == 4
        peer.send(m.Error(code="table_full", re=1))
        await player.out.wait("No seat is free at that table")
        await player.out.wait("What now?", times=2)
        player.type("1\n")
        assert (await peer.receive(m.Watch)).table == 1
        player.type("5\n")
        peer.send(m.Error(code="no_such_table", re=2))
        assert await player.task == 0

    play(test)


def locked(**changes: Any) -> m.TableLine:
    return msgspec.structs.replace(line(id=4, name="Duel", preset="two_hand", **changes), locked=True)


def test_a_locked_table_asks_for_its_password() -> None:
    async def test(player: Player, peer: Peer) -> None:
        peer.send(lobby(locked(seats=[seat("Ann"), m.SeatInfo()])))
        await player.out.wait("What now?")
        player.type("1\n")
        await player.out.wait("Password of the table Duel:")
        player.type("sesame\n")
        assert await peer.receive(m.Sit) == m.Sit(id=1, table=4, password="sesame")
        peer.send(m.Error(code="password", re=1))
        await player.out.wait("That is not the password of the table.")
        await player.out.wait("What now?", times=2)
        player.type("2\n\n")  # an empty line, from who has a seat there
        assert await peer.receive(m.Watch) == m.Watch(id=2, table=4)

    play(test)


def test_a_password_of_the_command_line_opens_the_table_and_the_host() -> None:
    async def whole() -> None:
        async with fake_host() as host:
            player = Player(host, terminal=False, table="Duel", password="sesame")
            peer = await host.accept()
            await peer.hello("password")
            assert (await peer.receive(m.Login)).password == "sesame"
            peer.send(m.Welcome(name="Maria", token=bytes(32), presets=PRESETS, fields=FIELDS, options=OPTIONS))
            peer.send(lobby(locked(seats=[seat("Ann"), m.SeatInfo()])))
            assert (await peer.receive(m.Sit)).password == "sesame"
            await player.close()

    run(whole())


def test_a_password_that_is_too_long_for_a_table_is_not_sent_to_it() -> None:
    """A host would break off, since no table can have such a one."""

    async def test(player: Player, peer: Peer) -> None:
        peer.send(lobby(locked(seats=[seat("Ann"), m.SeatInfo()])))
        assert (await peer.receive(m.Watch)).password is None
        peer.send(lobby(locked(seats=[seat("Ann"), m.SeatInfo()])))

    play(test, spectate="Duel", password="x" * 65)

    async def typing(player: Player, peer: Peer) -> None:
        peer.send(lobby(locked(seats=[seat("Ann"), m.SeatInfo()])))
        await player.out.wait("What now?")
        player.type("1\n" + "x" * 65 + "\n")
        assert (await peer.receive(m.Sit)).password is None

    play(typing)


def test_a_host_that_needs_a_password_is_told_the_one_that_is_typed_unseen() -> None:
    async def whole() -> None:
        async with fake_host() as host:
            player = Player(host, terminal=True)
            peer = await host.accept()
            await peer.hello("password")
            await player.out.wait("Password of the host:")
            player.type("open sesame\n")
            assert (await peer.receive(m.Login)).password == "open sesame"
            assert b"sesame" not in os.read(player._sink, 1000)  # what the terminal shows
            await player.close()

    run(whole())


def test_why_we_are_back_in_the_lobby_and_what_was_said_before_we_came() -> None:
    async def test(player: Player, peer: Peer) -> None:
        said = [m.Talk(name="Ann", text="hello", seat=1), m.Talk(name="Zoe", text="hi")]
        peer.send(msgspec.structs.replace(PLAYING, talk=said))
        text = await player.out.wait("Zoe (watching): hi")
        assert "Ann: hello" in text
        peer.send(m.Chat(name="Ann", text="again", seat=1, table=1))
        heard = [*said, m.Talk(name="Ann", text="again", seat=1), m.Talk(name="Bert", text="new", seat=3)]
        peer.send(msgspec.structs.replace(PLAYING, talk=heard))  # after a broken connection
        text = await player.out.wait("Bert: new")
        assert [text.count(words) for words in ("hello", ": hi", "again", "new")] == [1, 1, 1, 1]
        peer.send(msgspec.structs.replace(lobby(), news=[m.Event(do="kicked", name="Kitchen")]))
        await player.out.wait("You were sent away from the table Kitchen.")

    play(test, back=True)


def test_tables_that_come_and_go_are_told() -> None:
    async def test(player: Player, peer: Peer) -> None:
        peer.send(lobby())
        await player.out.wait("There is no table yet.")
        peer.send(lobby(line(seats=[m.SeatInfo()] * 4)))
        await player.out.wait("What now? 1 sit at Kitchen  2 watch Kitchen  3 create a table")
        peer.send(lobby(line(seats=FOUR)))
        peer.send(lobby())
        text = await player.out.wait("Table Kitchen is gone.")
        assert text.count("Table Kitchen: ") == 1

    play(test)


def test_a_table_is_made_line_by_line() -> None:
    async def test(player: Player, peer: Peer) -> None:
        peer.send(lobby())
        for answer, then in [
            ("1", "Which game? 1 Classic, 4 hands  2 Two hands >"),
            (
                "1",
                "1 create it  2 Name: Maria  3 Points to win: 10  4 When all pass: stick the dealer  5 No trump: off",
            ),
            ("3", "Points to win: type a number from 1 to 99 >"),
            ("200", "not '200'"),
            ("5", "3 Points to win: 5"),
            ("4", "When all pass: 1 stick the dealer  2 deal again >"),
            ("2", "4 When all pass: deal again"),
            ("5", "No trump: 1 off  2 on >"),
            ("2", "5 No trump: on  6 Bots: 0  7 Pace: normal >"),
            ("6", "Bots: type a number from 0 to 4 >"),
            ("3", "6 Bots: 3"),
            ("2", "Type a name for the table: >"),
            ("Kitchen", "2 Name: Kitchen"),
        ]:
            player.type(answer + "\n")
            await player.out.wait(then)
        player.type("1\n")
        create = await peer.receive(m.Create)
        assert create == m.Create(
            id=1,
            name="Kitchen",
            preset="classic",
            rules={"target": 5, "all_pass": "redeal", "no_trump": True},
            options={"bots": 3},
        )

    play(test)


# ---------------------------------------------------------------- straight to a table


def test_a_table_by_name_is_sat_down_at_and_ready_at_once() -> None:
    async def test(player: Player, peer: Peer) -> None:
        waiting = [*FOUR[:2], m.SeatInfo(), FOUR[3]]
        peer.send(lobby(line(id=7, seats=waiting)))
        sit = await peer.receive(m.Sit)
        assert (sit.table, sit.seat) == (7, None)
        mine = [*FOUR[:2], seat("Maria", ready=False), FOUR[3]]
        peer.send(m.Done(re=sit.id, table=7), table(2, seats=mine, news=[m.Event(do="sat", seat=2, name="Maria")]))
        assert (await peer.receive(m.Ready)).ready
        peer.send(table(3), table(4, state="playing"), asked())
        text = await player.out.wait("Your turn.")
        assert "Ready to play?" not in text
        assert "Seats: Ann, Bert, Maria, Zoe." in text

    play(test, table="KITCHEN")


@pytest.mark.parametrize("wanted", ["7", "kitchen"])
def test_a_table_to_watch_by_number_or_name(wanted: str) -> None:
    async def test(player: Player, peer: Peer) -> None:
        peer.send(lobby(line(id=3, name="Duel"), line(id=7)))
        assert (await peer.receive(m.Watch)).table == 7
        peer.send(table(2, you=None, state="playing"), view())
        await player.out.wait("You are watching.")

    play(test, spectate=wanted)


def test_watching_whatever_there_is_waits_for_a_table_and_outlives_its_input() -> None:
    async def test(player: Player, peer: Peer) -> None:
        player.end()
        peer.send(lobby())
        await player.out.wait("waiting for one")
        peer.send(lobby(line(id=3), line(id=5, state="playing")))
        assert (await peer.receive(m.Watch)).table == 5
        peer.send(table(2, you=None, state="playing"), view(2, deal=7), LAST)
        assert await player.task == 0

    play(test, spectate="", once=True)


@pytest.mark.parametrize("missing", ["table", "spectate"])
def test_a_table_that_is_not_there_names_those_that_are(missing: str) -> None:
    async def test(player: Player, peer: Peer) -> None:
        peer.send(lobby(line()))
        assert await player.task == 1
        assert player.out.lines[-1] == "There is no table Attic at this host; there are: Kitchen."

    play(test, **{missing: "Attic"})


def test_a_seat_that_cannot_be_had_ends_it() -> None:
    async def test(player: Player, peer: Peer) -> None:
        peer.send(lobby(line()))
        sit = await peer.receive(m.Sit)
        peer.send(m.Error(code="table_full", re=sit.id))
        assert await player.task == 1
        assert player.out.lines[-1].startswith("No seat is free at that table")

    play(test, table="Kitchen")


def test_a_table_is_made_from_the_command_line() -> None:

    async def test(player: Player, peer: Peer) -> None:
        peer.send(lobby())
        create = await peer.receive(m.Create)
        assert (create.name, create.preset) == ("Duel", "two_hand")
        assert (create.rules, create.options) == ({"target": 5}, {"bots": 1})
        seats = [seat("Maria", ready=False), seat("Domino", kind="bot")]
        peer.send(table(1, you=0, seats=seats))
        await peer.receive(m.Ready)

    play(test, create=parse_table_spec("Duel=two_hand,target=5,bots=1"))


@pytest.mark.parametrize(
    ("spec", "complaint"),
    [
        ("Duel=whist", "'whist' is no game of this host; there are: classic, two_hand"),
        ("Duel=classic,trumps=2", "'trumps' is no rule of this host"),
        ("Duel=classic,target=0", "target is a number from 1 to 99"),
        ("Duel=classic,joker=yes", "joker cannot be changed yet"),
    ],
)
def test_a_table_that_this_host_cannot_make_is_bad_usage(spec: str, complaint: str) -> None:
    from euchre_protocol.tablespec import parse_table_spec

    async def test(player: Player, peer: Peer) -> None:
        peer.send(lobby())
        assert await player.task == 2
        assert complaint in player.out.lines[-1]

    play(test, create=parse_table_spec(spec))


# ---------------------------------------------------------------- at a table before the game


def test_a_waiting_table_asks_until_ready() -> None:
    async def test(player: Player, peer: Peer) -> None:
        mine = [seat("Ann"), m.SeatInfo(), seat("Maria", ready=False), seat("Domino", kind="bot")]
        peer.send(table(2, seats=mine))
        await player.out.wait(
            "Ready to play? 1 ready  2 take seat 2  3 bots in all free seats  4 take the bots out  "
            "5 how well the bots play  6 stand up and watch  7 back to the lobby  8 leave >"
        )
        for answer, kind in [("2", m.Sit), ("3", m.Bot), ("4", m.Bot), ("6", m.Stand), ("7", m.Leave), ("1", m.Ready)]:
            player.type(answer + "\n")
            command = await peer.receive(kind)
            peer.send(m.Error(code="wrong_state", re=command.id))
        await player.out.wait("Ready to play?", times=7)
        player.type("8\n")
        assert await player.task == 0

    play(test, back=True)


def test_a_hint_tells_the_reason_and_what_each_choice_is_worth() -> None:
    async def test(player: Player, peer: Peer) -> None:
        player.type("hint\n")
        await player.out.wait("Nothing is asked of you now.")
        peer.send(table(2, you=2, state="playing"), asked())
        await player.out.wait("1 pass")
        player.type("hint\n")
        await player.out.wait("This table gives no hints: that is chosen when a table is made.")
        peer.send(table(3, you=2, state="playing", options={"hints": True}))
        player.type("hint\n")
        hint = await peer.receive(m.Hint)
        worths = [m.Worth(action=action, points=-12, chance=481, margin=20) for action in BID[:1]]
        ground = m.Ground(code="foe_void", seat=0, suit="S")
        peer.send(
            m.Done(re=hint.id),
            m.Advice(decision=hint.decision, choice=BID[0], ground=ground, worths=worths, deals=480),
        )
        await player.out.wait("An expert would choose: pass. Ann has no ♠ and could trump it, so lead something else.")
        await player.out.wait("pass: 48.1 % ± 2.0 of games, −0.12 points in this deal.")
        await player.out.wait("Estimated from 480 deals that fit what you know.")
        await player.out.wait("1 pass", times=3)  # asked again, since lines came in between

    play(test, back=True)


def test_a_game_is_paused_and_ended_together() -> None:
    async def test(player: Player, peer: Peer) -> None:
        player.type("pause\n")
        await player.out.wait("You are at no table.")
        mine = [seat("Ann"), seat("Bert", kind="bot"), seat("Maria"), seat("Eva")]
        at_table = table(2, you=2, state="playing", seats=mine)
        peer.send(at_table)
        player.type("resume\nyes\nkick Ann\nreplace Bert\n")
        await player.out.wait("The game is not paused.")
        await player.out.wait("There is nothing for you to vote about.")
        await player.out.wait("Only who made the table may do that, and only to others.")
        await player.out.wait("replace NAME: whom? There are: Ann, Eva.")
        player.type("pause now\npause\n")
        await player.out.wait("pause stands alone: type just pause.")
        assert (await peer.receive(m.Pause)).on
        peer.send(msgspec.structs.replace(at_table, version=3, paused="Maria"))
        player.type("resume\n")
        assert not (await peer.receive(m.Pause)).on
        player.type("replace ann\n")
        assert (await peer.receive(m.Propose)).seat == 0
        end = m.Proposal(number=5, what="end", by="Ann", yes=[0], voters=[0, 2, 3], needs=2)
        peer.send(msgspec.structs.replace(at_table, version=4, proposal=end))
        await player.out.wait("Ann proposes to end the game: 1 of 2 votes. Type yes or no.")
        player.type("no\nyes\n")
        assert [(await peer.receive(m.Vote)).yes for _ in range(2)] == [False, True]
        owned = msgspec.structs.replace(at_table.line, owner="Maria")
        peer.send(msgspec.structs.replace(at_table, version=5, line=owned))
        player.type("free eva\nkick Ann\nclose\n")
        assert (await peer.receive(m.Free)).seat == 3
        assert (await peer.receive(m.Kick)).name == "Ann"
        await peer.receive(m.Close)

    play(test, back=True)


def test_what_is_to_be_typed_is_told_in_the_language_of_the_player() -> None:
    async def test(player: Player, peer: Peer) -> None:
        mine = [seat("Ann"), seat("Bert", kind="bot"), seat("Maria"), seat("Eva")]
        peer.send(table(2, you=2, state="playing", seats=mine))
        player.type("sostituisci Bert\nreplace Bert\npausa ora\n")
        await player.out.wait("sostituisci NOME: chi? Ci sono: Ann, Eva.", times=2)
        await player.out.wait("pausa")
        assert "replace" not in player.out.getvalue()

    use_language("it")
    try:
        play(test, back=True)
    finally:
        use_language("en")


def test_a_review_comes_deal_by_deal_and_ends_with_the_sums() -> None:
    async def test(player: Player, peer: Peer) -> None:
        over = m.Over(winner=0, sheets=[m.SideSheet(points=10), m.SideSheet()], deals=2)
        player.type("review\n")
        await player.out.wait("No game is over here that could be reviewed.")
        peer.send(table(2, you=2, state="over"), view(pause="over", over=over))
        await player.out.wait("The last game at this table is over.")
        player.type("review\n")
        review = await peer.receive(m.Review)
        verdict = m.Verdict(seat=1, action=BID[0], choice=m.Action(do="order"), chance=31, points=42, mistake=True)
        more = {"deals": 2, "before": [500, 500], "after": [460, 540]}
        deals = [m.Reviewed(deal=deal, luck=[-71, 71], verdicts=[verdict], **more) for deal in (1, 2)]
        peer.send(m.Done(re=review.id), *deals)
        await player.out.wait("Deal 1: 50.0 % → 46.0 % for Ann+Maria; luck −7.1, choices +3.1.")
        await player.out.wait("Bert: pass; the expert: order up. It cost −3.1 % of games, −0.42 points.", times=2)
        await player.out.wait("Bert: 2 mistakes in 2 choices, −6.2 % of games.")
        await player.out.wait("Luck for Ann+Maria: −14.2 % of games.")

    play(test, back=True)


def test_all_bots_of_a_table_are_made_to_play_better() -> None:
    async def test(player: Player, peer: Peer) -> None:
        bots = [seat("Domino", kind="bot", level="normal"), seat("Ember", kind="bot", level="expert")]
        maria = seat("Maria", ready=False)
        peer.send(table(2, seats=[*bots, maria, seat("Kettle", kind="bot", level="normal")]))
        await player.out.wait("Domino (normal bot), Ember (expert bot)")
        player.type("3\n")
        await player.out.wait(
            "How well should the bots play? 1 beginner bot  2 normal bot  3 strong bot  4 expert bot >"
        )
        player.type("4\n")
        asked = [await peer.receive(m.Bot), await peer.receive(m.Bot)]
        assert [(command.seat, command.level) for command in asked] == [(0, "expert"), (3, "expert")]
        domino, ember, kettle = (seat(name, kind="bot", level="expert") for name in ("Domino", "Ember", "Kettle"))
        better = [domino, ember, maria, kettle]
        news = [m.Event(do="level", seat=0, name="Domino", level="expert")]
        peer.send(*(m.Done(re=command.id) for command in asked), table(3, seats=better, news=news))
        await player.out.wait("Domino plays differently now: expert bot.")
        await player.out.wait("Ready to play? 1 ready", times=2)
        player.type("3\n4\n")
        await player.out.wait("Ready to play? 1 ready", times=3)  # there is nothing to change

    play(test, back=True)


def test_other_people_s_news_does_not_ask_again_before_the_answer_has_come() -> None:
    async def test(player: Player, peer: Peer) -> None:
        def seats(ann: bool, maria: bool) -> list[m.SeatInfo]:
            return [seat("Ann", ready=ann), seat("Bert"), seat("Maria", ready=maria), seat("Zoe", ready=False)]

        player.type("1\n1\n")
        peer.send(table(2, seats=seats(ann=False, maria=False)))
        ready = await peer.receive(m.Ready)
        peer.send(table(3, seats=seats(ann=True, maria=False), news=[m.Event(do="ready", seat=0, number=1)]))
        peer.send(m.Done(re=ready.id))
        peer.send(table(4, seats=seats(ann=True, maria=True), news=[m.Event(do="ready", seat=2, number=1)]))
        peer.send(table(5, state="playing"), asked())
        assert (await peer.receive(m.Act)).action == BID[0]
        assert player.out.getvalue().count("Ready to play?") == 1

    play(test, back=True)


def test_a_change_at_the_table_asks_anew() -> None:
    async def test(player: Player, peer: Peer) -> None:
        waiting = [seat("Ann"), m.SeatInfo(), seat("Maria", ready=False), m.SeatInfo()]
        peer.send(table(2, seats=waiting))
        await player.out.wait("Ready to play? 1 ready  2 take seat 2  3 take seat 4")
        peer.send(table(3, seats=[waiting[0], seat("Bert"), *waiting[2:]], news=[m.Event(do="sat", seat=1)]))
        await player.out.wait("Ready to play? 1 ready  2 take seat 4  3 bots")

    play(test, back=True)


def test_news_of_a_table() -> None:
    async def test(player: Player, peer: Peer) -> None:
        peer.send(table(2, you=None, seats=[m.SeatInfo()] * 4))
        peer.send(
            m.Table(
                version=3,
                line=line(seats=[seat("Ann"), *[m.SeatInfo()] * 3]),
                starts_ms=2500,
                news=[m.Event(do="sat", seat=0, name="Ann")],
            )
        )
        text = await player.out.wait("The game begins in 3 s.")
        assert "Seats: seat 1 free, seat 2 free, seat 3 free, seat 4 free." in text
        assert "Ann sits down." in text

    play(test, back=True)


def test_being_back_at_another_table_than_the_wanted_one_is_said() -> None:
    async def test(player: Player, peer: Peer) -> None:
        peer.send(PLAYING, asked())
        await player.out.wait("Your seat is here; leave this table before you go to Duel.")

    play(test, back=True, table="Duel")
    play(test, back=True, create=parse_table_spec("Duel=two_hand"))


# ---------------------------------------------------------------- words at any time


def test_words_work_while_others_play() -> None:
    async def test(player: Player, peer: Peer) -> None:
        laid = [m.Laid(seat=0, card="AS"), m.Laid(seat=1, card="9S")]
        sheet = [[1, 0], [1, 2]]
        peer.send(m.Table(version=1, line=line(state="playing", watchers=["Karl"]), you=2, sheet=sheet))
        now = view(
            3, phase="play", trump="H", maker=0, turn=3, trick=laid[:1], winning=0, last=laid, last_winner=0,
            hand=["9C"], looks={"H": m.Look(order=["9C"])}, tricks=[1, 0], score=[1, 2],
        )  # fmt: skip
        peer.send(now)
        await player.out.wait("Deal 1.")
        for word, then in [
            ("help", "quit    leave the host"),
            ("?", "say TEXT"),
            ("score", "Score: Ann+Maria 1, Bert+Zoe 2 (to 10)."),
            ("Score", "Bert+Zoe after each deal: 0 2"),
            ("last", "Ann A♠, Bert 9♠: Ann took it."),
            ("trick", "Ann's A♠ is winning so far."),
            ("hand", "Your hand: 9♣"),
            ("rules", "When all pass twice, the dealer must name a suit."),
            ("table", "Watching: Karl."),
            ("say ", "say TEXT: what do you want to say?"),
        ]:
            player.type(word + "\n")
            await player.out.wait(then)
        player.type("say hello  there\n")
        assert (await peer.receive(m.Say)).text == "hello there"
        peer.send(m.Chat(name="Ann", text="hi\x1b[2J", seat=0, table=1), m.Chat(name="Karl", text="ho", table=1))
        text = await player.out.wait("Karl (watching): ho")
        assert "Ann: hi[2J\n" in text
        player.type("lobby\n")
        await peer.receive(m.Leave)
        peer.send(lobby())
        await player.out.wait("What now?")
        player.type("quit\n")
        assert await player.task == 0

    play(test, back=True)


def test_a_dead_card_is_explained_by_the_word_hand() -> None:
    async def test(player: Player, peer: Peer) -> None:
        dead = [m.Dead(action=m.Action(do="play", card="9C"), why=m.Why(code="follow", suit="H", cards=["AH"]))]
        ask = m.Ask(decision=3, actions=[m.Action(do="play", card="AH")], dead=dead)
        peer.send(PLAYING, view(phase="play", trump="S", hand=["AH", "9C"], ask=ask, turn=2))
        player.type("hand\n")
        await player.out.wait("Not the 9♣: Hearts were led: A♥ is your only legal card.")
        await player.out.wait("Your turn. 1 A♥ >", times=2)

    play(test, back=True)


def test_all_cards_of_the_deal_that_ended_are_told_until_another_one_ends() -> None:
    async def test(player: Player, peer: Peer) -> None:
        peer.send(PLAYING, view(2))
        player.type("deal\n")
        await player.out.wait("No deal has ended here whose cards could be shown.")
        played = [[m.Laid(seat=1, card="AS"), m.Laid(seat=2, card="9S")], [m.Laid(seat=2, card="JH")]]
        ended = msgspec.structs.replace(
            RESULT, deal=1, hands=[["AH"], ["AS"], ["9S", "JH"], ["QC"]], kitty=["TD"], discard="9C", played=played
        )
        peer.send(view(3, phase="deal_over", pause="deal", result=ended, last_winner=2), view(4, deal=2))
        player.type("deal\n")
        text = await player.out.wait("Put away: 9♣")
        told = text[text.index("Deal 1, all cards") :].splitlines()
        assert told[:5] == [
            "Deal 1, all cards",
            "Ann was dealt A♥.",
            "Bert was dealt A♠.",
            "Maria was dealt 9♠, J♥.",
            "Zoe was dealt Q♣.",
        ]
        assert told[5:8] == ["Bert A♠, Maria 9♠: you took it.", "Maria J♥: you took it.", "Kitty: 10♦"]

    play(test, back=True)


def test_how_euchre_is_played_is_told_anywhere() -> None:
    async def test(player: Player, peer: Peer) -> None:
        peer.send(lobby())
        player.type("learn\n")
        await player.out.wait("Right bower: the jack of trump, the highest card.")
        await player.out.wait("type rules when you are there.")

    play(test, back=True)


def test_what_was_chosen_is_told_with_the_file_that_keeps_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EUCHRE_CARDS", "words")

    async def test(player: Player, peer: Peer) -> None:
        peer.send(lobby())
        player.type("settings\n")
        await player.out.wait("Cards: in words. Letters on the cards:")
        await player.out.wait(f"They are kept in {default_path()}, for the next start")

    play(test, back=True)


def test_the_rules_of_a_table_are_told_before_anybody_sits_there() -> None:
    async def test(player: Player, peer: Peer) -> None:
        peer.send(lobby(line(), line(id=2, name="Duel")))
        player.type("rules\n")
        await player.out.wait("rules NAME: of which table? There are: Kitchen, Duel.")
        player.type("rules duel\n")
        await player.out.wait("As in Classic")
        await player.out.wait("What now?", times=3)

    play(test, back=True)


def test_words_without_a_game() -> None:
    async def test(player: Player, peer: Peer) -> None:
        peer.send(lobby())
        for word, then in [
            ("score", "No game is being played."),
            ("trick", "No game is being played."),
            ("last", "There is no last trick."),
            ("hand", "You hold no cards."),
            ("rules", "There is no table yet."),
        ]:
            player.type(word + "\n")
            await player.out.wait(then)
        player.type("lobby\n")
        await player.out.wait("There is no table yet.", times=3)

    play(test)


def test_an_empty_line_says_where_we_are() -> None:
    async def test(player: Player, peer: Peer) -> None:
        peer.send(PLAYING, view(turn=3))
        await player.out.wait("Deal 1.")
        player.type("\n")
        await player.out.wait("Zoe's turn.")

    play(test, back=True, terminal=True)


def test_on_a_terminal_a_question_is_repeated_after_a_line_that_came_in_between() -> None:
    async def test(player: Player, peer: Peer) -> None:
        peer.send(PLAYING, asked())
        await player.out.wait("3 order up alone > ")
        peer.send(m.Chat(name="Ann", text="hm", seat=0, table=1))
        text = await player.out.wait("3 order up alone > ", times=2)
        assert "> \nAnn: hm\nYour turn." in text

    play(test, back=True, terminal=True)


# ---------------------------------------------------------------- ends


@pytest.mark.parametrize("terminal", [False, True])
def test_end_of_input_leaves_at_a_question(terminal: bool) -> None:
    async def test(player: Player, peer: Peer) -> None:
        peer.send(PLAYING, asked())
        await player.out.wait("Your turn.")
        player.type("\x04") if terminal else player.end()
        assert await player.task == 0
        assert (await peer.receive(m.Bye)).code == "quit"

    assert play(test, back=True, terminal=terminal).getvalue().endswith("\n")


def test_end_of_input_while_waiting_for_people_leaves() -> None:
    async def test(player: Player, peer: Peer) -> None:
        player.end()
        peer.send(table(2))
        assert await player.task == 0

    play(test, back=True)


def test_end_of_piped_answers_leaves_at_the_next_question_of_a_game() -> None:
    async def test(player: Player, peer: Peer) -> None:
        player.end()
        peer.send(PLAYING, view(turn=3))
        await player.out.wait("Deal 1.")
        assert not player.task.done()
        peer.send(asked())
        assert await player.task == 0

    play(test, back=True)


@pytest.mark.parametrize(("code", "words"), [("closing", "The host is closing."), ("replaced", "somewhere else")])
def test_a_farewell_of_the_host_is_worded(code: str, words: str) -> None:
    """The host's own player leaves with it; others wait for it to open again."""

    async def test(player: Player, peer: Peer) -> None:
        peer.send(PLAYING, asked(), m.Bye(code=code))
        assert await player.task == 1
        assert words in player.out.lines[-1]

    play(test, back=True, companion=code == "closing")


WAITED_FOR = [
    ("closing", "The host has closed."),
    ("full", "The host has no room at the moment."),
    ("slow_down", "The host was given too many wrong passwords from here."),
    ("storage", "The host's disk is full or broken: tell its owner."),
]
"""Refusals that pass, and what is said to somebody who was in."""


@pytest.mark.parametrize("terminal", [False, True])
@pytest.mark.parametrize(("code", "sentence"), WAITED_FOR)
def test_who_was_in_waits_until_the_host_takes_them_again(
    code: str, sentence: str, terminal: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(retrying, "RETRY_SECONDS", (0.01,))

    async def test(player: Player, peer: Peer) -> None:
        peer.send(PLAYING, view())
        await player.out.wait("Deal 1.")
        await peer.close()
        for _ in range(2):
            refusing = await player.host.accept()
            await refusing.hello()
            await refusing.receive(m.Login)
            refusing.send(m.Refused(code=code))
        await (await player.host.accept()).close()
        again = await player.host.accept()
        assert (await again.welcome(back=True)).token == TOKEN
        again.send(PLAYING, asked())
        await player.out.wait("Your turn.")
        said = [line for line in player.out.lines if line.startswith(("The connection", "The host"))]
        assert said == ["The connection to 127.0.0.1 is broken; your seat is kept.", sentence]

    play(test, back=True, terminal=terminal)


@pytest.mark.parametrize("terminal", [False, True])
def test_who_was_in_waits_for_a_host_that_has_closed(terminal: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retrying, "RETRY_SECONDS", (0.01,))

    async def test(player: Player, peer: Peer) -> None:
        peer.send(PLAYING, view(), m.Bye(code="closing"))
        await player.out.wait("The host has closed.\n")
        again = await player.host.accept()
        await again.welcome(back=True)
        again.send(PLAYING, asked())
        await player.out.wait("Your turn.")

    play(test, back=True, terminal=terminal)


def test_a_pipe_does_not_wait_for_ever_for_a_host_that_has_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(joining, "PATIENCE_S", 0.02)
    monkeypatch.setattr(retrying, "RETRY_SECONDS", (0.01,))

    async def test(player: Player, peer: Peer) -> None:
        peer.send(PLAYING, asked(), m.Bye(code="closing"))
        await player.out.wait("The host has closed.\n")
        await player.host.close()
        assert await player.task == 1
        assert player.out.lines[-1].startswith("Nobody hosts at 127.0.0.1")

    play(test, back=True)


@pytest.mark.parametrize("code", [code for code, _ in WAITED_FOR])
def test_who_comes_for_the_first_time_is_told_at_once(code: str) -> None:
    async def whole() -> None:
        async with fake_host() as host:
            player = Player(host, terminal=True)
            peer = await host.accept()
            await peer.hello()
            await peer.receive(m.Login)
            peer.send(m.Refused(code=code))
            assert await player.task == 1
            assert "Trying again" not in player.out.getvalue()
            await player.close()

    run(whole())


def test_a_seat_is_promised_only_to_who_has_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retrying, "RETRY_SECONDS", (0.01,))

    async def test(player: Player, peer: Peer) -> None:
        peer.send(table(you=None))
        await player.out.wait("You are watching.")
        await peer.close()
        await (await player.host.accept()).welcome()
        await player.out.wait("Connected", times=2)
        assert "The connection to 127.0.0.1 is broken." in player.out.lines

    play(test)


def test_a_host_that_does_not_come_back_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(joining, "PATIENCE_S", 0.02)
    monkeypatch.setattr(retrying, "RETRY_SECONDS", (0.01,))

    async def test(player: Player, peer: Peer) -> None:
        peer.send(PLAYING, asked())
        await player.out.wait("Your turn.")
        await player.host.close()
        assert await player.task == 1
        assert player.out.lines[-2:] == [
            "The connection to 127.0.0.1 is broken; your seat is kept.",
            f"Nobody hosts at 127.0.0.1 port {player.host.address.port}: is euchre-host running there, and is this the "
            "port its screen shows?",
        ]

    play(test, back=True)


def test_a_broken_connection_is_made_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retrying, "RETRY_SECONDS", (0.01,))

    async def test(player: Player, peer: Peer) -> None:
        peer.send(PLAYING)
        player.type("2\n")  # piped in before there is a question for it
        await player.out.wait("Table Kitchen")
        await peer.close()
        again = await player.host.accept()
        assert (await again.welcome(back=True)).token == TOKEN
        again.send(PLAYING, asked())
        assert (await again.receive(m.Act)).action == BID[1]
        await again.close()
        third = await player.host.accept()
        await third.welcome(back=True)
        await player.out.wait("Connected to Ann's laptop as Maria.", times=3)

    play(test, back=True)


def test_at_a_terminal_enter_tries_at_once_and_quit_leaves() -> None:
    async def test(player: Player, peer: Peer) -> None:
        peer.send(PLAYING, asked())
        await player.out.wait("Your turn.")
        await peer.close()
        await player.out.wait("Trying again in 1 s. Enter tries now, quit leaves. >")
        player.type("\n")
        again = await player.host.accept()
        await again.welcome(back=True)
        again.send(PLAYING, asked())
        await player.out.wait("Your turn.", times=2)
        await again.close()
        await player.out.wait("Trying again", times=2)
        player.type("quit\n")
        assert await player.task == 1

    play(test, back=True, terminal=True)


def test_at_a_terminal_a_host_that_is_not_there_yet_is_waited_for_as_on_the_screen() -> None:
    async def whole() -> None:
        async with fake_host() as host:
            player = Player(host, terminal=True)
            for times in (1, 2):
                await (await host.accept()).close()
                await player.out.wait("Enter tries now, quit leaves. >", times=times)
                player.type("\n")
            await (await host.accept()).welcome()
            await player.out.wait("Connected to Ann's laptop as Maria.")
            said = [line for line in player.out.lines if "closed the connection at once" in line]
            assert len(said) == 1  # the same reason is given once
            await player.close()

    run(whole())


def test_after_a_break_no_table_is_made_twice_and_a_watcher_watches_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retrying, "RETRY_SECONDS", (0.01,))

    async def test(player: Player, peer: Peer) -> None:
        peer.send(lobby())
        create = await peer.receive(m.Create)
        peer.send(m.Done(re=create.id, table=1), table(2, you=None))
        await player.out.wait("You are watching.")
        await peer.close()
        again = await player.host.accept()
        await again.welcome()
        again.send(lobby(line()))
        assert (await again.receive(m.Watch)).table == 1
        again.send(table(3, you=None), table(4, you=2))
        await player.out.wait("Table Kitchen", times=2)
        await again.close()
        third = await player.host.accept()
        await third.welcome()
        third.send(lobby(line()))
        await player.out.wait("What now?")

    from euchre_protocol.tablespec import parse_table_spec

    play(test, create=parse_table_spec("Kitchen=classic"))


def test_a_refused_login_is_one_sentence() -> None:
    async def whole() -> None:
        async with fake_host() as host:
            player = Player(host, terminal=False)
            peer = await host.accept()
            await peer.hello()
            await peer.receive(m.Login)
            peer.send(m.Refused(code="name_taken"))
            assert await player.task == 1
            assert player.out.lines == [
                "The name Maria is taken at 127.0.0.1: choose another one with --name, or join from where you first "
                "joined."
            ]
            await player.close()

    run(whole())


def test_without_an_address_it_is_asked_for() -> None:
    async def whole() -> None:
        async with fake_host() as host:
            player = Player(host, terminal=False, address=None)
            player.type(f"\nnot an address\n{host.address}\n")
            peer = await host.accept()
            await peer.welcome()
            await player.out.wait("Connected to Ann's laptop as Maria.")
            assert "no address was given" in player.out.getvalue()
            assert "'not an address' is not an address" in player.out.getvalue()
            await player.close()

    run(whole())


def test_hosts_are_offered_by_number(tmp_path: Path) -> None:
    UsedHosts(tmp_path / "euchre-lan" / "hosts.json", lambda: date(2025, 11, 30)).add(
        Address("127.0.0.9", 9), "old den"
    )

    async def whole() -> None:
        async with fake_host() as host:
            says = Announcement("Ann's laptop", 1, 3, "0.1.0", key="0" * 64)

            async def find(report: Report) -> None:
                report((Found(host.address, says), Found(Address("127.0.0.7"), Announcement("den", protocol=(0, 9)))))
                await asyncio.Event().wait()

            player = Player(host, terminal=False, address=None, find=find)
            player.type("5\n4\n1\n")
            peer = await host.accept()
            await peer.welcome()
            await player.out.wait("Connected to Ann's laptop as Maria.")
            question = (
                f"Which host? Type a number or an address. 1 Ann's laptop ({host.address}; 1 table, 3 people)  "
                "2 den (127.0.0.7; another version: ?, ask its owner to update, or update here)  "
                "3 old den (127.0.0.9:9; used before, last on 2025-11-30)  4 search again >"
            )
            assert player.out.lines[:5] == [
                "Searching for hosts on this network ...",
                question,
                "5 is no choice: type a number from 1 to 4, or help.",
                question,
                "Searching for hosts on this network ...",
            ]
            await player.close()

    run(whole())


def test_no_address_at_all_is_bad_usage() -> None:
    async def whole() -> None:
        player = Player(FakeHost(), terminal=False, address=None)
        player.end()
        assert await player.task == 2
        await player.close()

    run(whole())


def test_nobody_hosts_there() -> None:
    async def whole() -> None:
        async with fake_host() as host:
            address = host.address
        player = Player(FakeHost(), terminal=False, address=Address("127.0.0.1", address.port))
        assert await player.task == 1
        assert player.out.lines[-1].startswith(f"Nobody hosts at 127.0.0.1 port {address.port}")
        await player.close()

    run(whole())


def test_the_token_of_a_welcome_comes_with_the_next_login() -> None:
    async def whole() -> None:
        async with fake_host() as host:
            tokens: list[bytes | None] = []
            for _ in range(2):
                player = Player(host, terminal=False)
                peer = await host.accept()
                tokens.append((await peer.welcome()).token)
                await player.out.wait("Connected")
                await player.close()
            assert tokens[0] is None
            assert tokens[1] is not None

    run(whole())


def test_a_state_folder_that_cannot_be_written_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    with tempfile.NamedTemporaryFile() as file:
        monkeypatch.setenv("XDG_STATE_HOME", file.name)

        async def test(player: Player, peer: Peer) -> None:
            await player.out.wait("This seat cannot be found again after a broken connection: there is no such folder.")

        play(test)
