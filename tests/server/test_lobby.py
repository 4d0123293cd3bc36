"""The lobby of a full house: what it takes to show it, and that everybody sees the same in the end."""

from __future__ import annotations

import random
import time
from dataclasses import dataclass, field
from typing import TypeVar, cast

import pytest
import trio
import trio.testing

from euchre_protocol import TO_CLIENT, encode
from euchre_protocol import messages as m
from euchre_protocol.lobby import merged
from euchre_server import limits
from euchre_server import lobby as lobbies
from euchre_server.limits import Limits
from euchre_server.lobby import Lobby, pieces
from euchre_server.people import People
from euchre_server.session import Session
from euchre_server.table import Table

from .guests import open_house
from .slowness import slowness

LONGEST_NAME = "𐌀" * 12
"""48 bytes, the most that twelve cells may take."""


def line(number: int, *, watchers: int = 0, seat: str = "Ann") -> m.TableLine:
    return m.TableLine(
        id=number,
        name="𐌀" * 14,
        preset="north_american",
        rules={f"a_rule_with_a_long_name_{n}": "left_of_dealer" for n in range(10)},
        options={"bots": 4, "pace": "relaxed", "watch": "hidden", "grace": 3600, "clock": 3600},
        seats=[m.SeatInfo(kind="human", name=seat, ready=True, away=True, grace_ms=120_000)] * 4,
        state="playing",
        score=[10, 10],
        watchers=[LONGEST_NAME] * watchers,
        owner=LONGEST_NAME,
        locked=True,
    )


@dataclass(eq=False)
class FakeTable:
    id: int
    now: m.TableLine

    def line(self) -> m.TableLine:
        return self.now


CHANGE_S, PIECE_S = 25e-6, 500e-6
"""To encode, encrypt and send a change of one table takes about so long, and a piece of all of the lobby."""


@dataclass(eq=False)
class DeafSession:
    """Somebody's connection: keeps nothing, and takes ``cost`` seconds for each message."""

    cost: float

    def send(self, *messages: m.Message) -> None:
        until = time.thread_time() + self.cost * len(messages)
        while time.thread_time() < until:
            pass


@dataclass(eq=False)
class FakeSession:
    """Somebody's connection: every message since they came, and the lobby that a client makes of it."""

    told: list[m.Lobby] = field(default_factory=list)
    lobby: m.Lobby | None = None
    away: bool = False
    talk: list[str] = field(default_factory=list)

    def send(self, *messages: m.Message) -> None:
        for message in messages:
            assert not self.away, "whoever is at a table would be shown the lobby instead"
            if isinstance(message, m.Chat):
                assert not self.told[-1].more
                self.talk.append(message.text)
                continue
            assert isinstance(message, m.Lobby)
            assert message.change is bool(self.told), "whoever comes is shown all of it, once"
            assert len(encode(message)) < TO_CLIENT.frame
            self.told.append(message)
            self.lobby = merged(self.lobby, message)


S = TypeVar("S", FakeSession, DeafSession)


class Crowd:
    """A house without tasks: names, tables, and a lobby that shows them."""

    def __init__(self) -> None:
        self.people = People(lambda size: bytes(size))
        self.tables: dict[int, FakeTable] = {}
        self.lobby = Lobby(self.people, cast("dict[int, Table]", self.tables))

    def come(self, name: str, session: S) -> S:
        person, _, _ = self.people.enter(name, None, lambda _: False)
        person.session = cast("Session", session)
        self.lobby.show(person)
        self.lobby.changed()
        return session

    def go(self, name: str) -> None:
        person = self.people.find(name)
        person.session = None
        self.people.forget(person)
        self.lobby.changed()

    def away(self, session: FakeSession, name: str, table: FakeTable | None) -> None:
        """Go to a table, or come back from there."""
        person = self.people.find(name)
        person.table = cast("Table | None", table)
        person.shown = False
        session.told.clear()
        session.away = table is not None
        if table is None:
            self.lobby.show(person)
        self.lobby.changed()

    def put(self, number: int, shown: m.TableLine) -> None:
        self.tables[number] = FakeTable(number, shown)
        self.lobby.changed()

    def check(self, session: FakeSession) -> None:
        assert session.lobby is not None
        assert {line.id: line for line in session.lobby.tables} == {
            key: table.now for key, table in self.tables.items()
        }
        assert not session.told[-1].more
        assert {person.name: person.table for person in session.lobby.people} == {
            person.name: None if person.table is None else person.table.id for person in self.people
        }


def full_house() -> Crowd:
    crowd = Crowd()
    for number in range(1, 501):
        crowd.put(number, line(number, seat=LONGEST_NAME))
    for number in range(2000):
        person, _, _ = crowd.people.enter(f"{number}{'𐌀' * 8}", None, lambda _: False)
        person.session, person.shown = cast("Session", DeafSession(CHANGE_S)), True
    return crowd


@pytest.mark.bulk
async def test_the_fullest_lobby_comes_in_pieces_and_a_change_of_it_is_small() -> None:
    crowd = full_house()
    zoe = crowd.come("Zoe", FakeSession())
    async with trio.open_nursery() as nursery:
        nursery.start_soon(crowd.lobby.run)
        await trio.sleep(1)
        nursery.cancel_scope.cancel()
    crowd.check(zoe)
    sizes = [len(encode(message)) for message in zoe.told]
    assert [message.more for message in zoe.told] == [True] * (len(sizes) - 1) + [False]
    assert [message.change for message in zoe.told] == [False] + [True] * (len(sizes) - 1)
    assert 500 * 1024 < sum(sizes) < Limits.queue_bytes * 0.8, "all of it fits into the queue of one connection"
    async with trio.open_nursery() as nursery:
        nursery.start_soon(crowd.lobby.run)
        await trio.sleep(1)
        before = len(zoe.told)
        crowd.put(77, line(77))
        await trio.sleep(1)
        crowd.check(zoe)
        [change] = zoe.told[before:]
        assert [table.id for table in change.tables] == [77]
        assert len(encode(change)) < 2000
        nursery.cancel_scope.cancel()


@pytest.mark.bulk  # to be measured takes longer than what is measured
async def test_no_step_of_a_full_lobby_holds_up_the_games() -> None:
    """5 ms of processor time is the most that one step may take; the median of several, as others use the machine."""
    crowd = full_house()
    steps: list[float] = []

    class Watch(trio.abc.Instrument):
        def __init__(self) -> None:
            self.since = time.thread_time()

        def before_task_step(self, task: trio.lowlevel.Task) -> None:
            self.since = time.thread_time()

        def after_task_step(self, task: trio.lowlevel.Task) -> None:
            steps.append(time.thread_time() - self.since)

    longest: list[float] = []
    async with trio.open_nursery() as nursery:
        nursery.start_soon(crowd.lobby.run)
        await trio.sleep(1)
        for number in range(5):
            steps.clear()
            trio.lowlevel.add_instrument(watch := Watch())
            crowd.put(77 + number, line(77))
            for newcomer in range(10):
                crowd.come(f"{number} {newcomer}", DeafSession(PIECE_S))
            await trio.sleep(1)
            trio.lowlevel.remove_instrument(watch)
            longest.append(max(steps))
            for newcomer in range(10):
                crowd.go(f"{number} {newcomer}")
        nursery.cancel_scope.cancel()
    assert sorted(longest)[2] < 0.005 * slowness(), longest


@pytest.mark.bulk
@pytest.mark.parametrize("every", [limits.LOBBY_EVERY_S, 0])
async def test_whatever_happens_everybody_sees_the_same_in_the_end(
    monkeypatch: pytest.MonkeyPatch, every: float
) -> None:
    """Also if much happens between two pieces, and changes are told as quickly as they come."""
    monkeypatch.setattr(lobbies, "PIECE_BYTES", 3000)
    monkeypatch.setattr(lobbies, "_BREATH", 2)
    monkeypatch.setattr(limits, "LOBBY_EVERY_S", every)
    rng = random.Random(7)
    crowd = Crowd()
    sessions: dict[str, FakeSession] = {}
    checked = 0
    async with trio.open_nursery() as nursery:
        nursery.start_soon(crowd.lobby.run)
        for step in range(3000):
            fate = rng.random()
            name = f"P{rng.randrange(12)}"
            if fate < 0.3 and name not in sessions:
                sessions[name] = crowd.come(name, FakeSession())
            elif fate < 0.35 and name in sessions:
                del sessions[name]
                crowd.go(name)
            elif fate < 0.6 and name in sessions and crowd.tables:
                session = sessions[name]
                crowd.away(session, name, None if session.away else rng.choice([*crowd.tables.values()]))
            elif fate < 0.85:
                number = rng.randrange(20)
                crowd.put(number, line(number, seat=rng.choice(["Ann", "Bert"])))
            elif crowd.tables:
                del crowd.tables[rng.choice([*crowd.tables])]
                crowd.lobby.changed()
            if rng.random() < 0.6:
                await trio.sleep(rng.choice([0, 0, 0, 0.01, every]))
            if step % 100 == 99:
                await trio.sleep(1)
                here = [session for session in sessions.values() if not session.away]
                for session in here:
                    crowd.check(session)
                checked += len(here)
        nursery.cancel_scope.cancel()
    assert checked > 60


@pytest.mark.parametrize("what", ["a change", "talk", "gone and back"])
async def test_what_happens_while_the_only_one_there_is_shown_all_of_it(
    monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    monkeypatch.setattr(lobbies, "PIECE_BYTES", 3000)
    monkeypatch.setattr(limits, "LOBBY_EVERY_S", 0)
    crowd = Crowd()
    for number in range(20):
        crowd.put(number, line(number))
    zoe = crowd.come("Zoe", FakeSession())
    async with trio.open_nursery() as nursery:
        nursery.start_soon(crowd.lobby.run)
        while not zoe.told:
            await trio.lowlevel.checkpoint()
        assert zoe.told[-1].more
        if what == "a change":
            crowd.put(1, line(1, seat="Bert"))
        elif what == "talk":
            crowd.lobby.tell(m.Chat(name="Ann", text="hello"))
        else:
            crowd.away(zoe, "Zoe", crowd.tables[1])
            crowd.away(zoe, "Zoe", None)
        await trio.sleep(1)
        crowd.check(zoe)
        assert zoe.talk == (["hello"] if what == "talk" else [])
        nursery.cancel_scope.cancel()


def test_however_many_come_go_and_watch_each_piece_fits_into_a_frame() -> None:
    names = [f"{number}{'𐌀' * 8}" for number in range(10_000)]
    people = [m.Person(name=name, table=2**53 - 1) for name in names]
    tables = [line(number, watchers=1000, seat=LONGEST_NAME) for number in (1, 2, 3)]
    tables += [line(number, watchers=50) for number in range(4, 200)]
    told = list(pieces(1, people, tables, left=names, gone=range(2000), change=True))
    assert max(len(encode(message)) for message in told) < TO_CLIENT.frame
    assert all(max(len(message.people), len(message.left), len(message.gone)) < TO_CLIENT.array for message in told)
    assert [name for message in told for name in message.left] == names
    assert [number for message in told for number in message.gone] == list(range(2000))
    assert sum(len(message.people) for message in told) == len(people)
    assert sum(len(message.tables) for message in told) == len(tables)


def test_what_a_client_keeps_of_the_lobby() -> None:
    ann, bert, cleo = (m.Person(name=name) for name in ("Ann", "Bert", "Cleo"))
    whole = merged(None, m.Lobby(version=3, people=[ann, bert], tables=[line(1), line(2)]))
    moved = m.Person(name="Ann", table=2)
    event = m.Event(do="closed", name="Duel")
    change = m.Lobby(
        version=4, people=[cleo, moved], tables=[line(2, seat="Bert")], change=True, left=["Bert", "X"], gone=[1, 9]
    )
    after = merged(whole, change)
    assert after == m.Lobby(version=4, people=[moved, cleo], tables=[line(2, seat="Bert")])
    assert merged(after, m.Lobby(version=5, people=[ann], tables=[], news=[event])).tables == []
    assert merged(None, change).people == [cleo, moved]


async def test_talk_in_the_lobby_reaches_all_who_are_in_it_and_nobody_at_a_table() -> None:
    async with open_house("Duel=two_hand", limits=Limits(connections_per_address=200)) as house:
        guests = [await house.guest(f"G{number}") for number in range(120)]
        await guests[0].sit()
        await guests[1].ok(lambda i: m.Say(id=i, text="hello"))
        for guest in guests[1:]:
            assert (await guest.next(m.Chat)).text == "hello"
        assert not any(isinstance(message, m.Chat) for message in guests[0].inbox)


async def test_a_lobby_in_which_nobody_is_costs_nothing_and_is_right_for_whoever_comes() -> None:
    async with open_house("Duel=two_hand") as house:
        ann = await house.guest("Ann")
        version = (await ann.next(m.Lobby)).version
        await ann.sit()
        for number in range(20):
            ready = number % 2 == 0
            await ann.ok(lambda i, ready=ready: m.Ready(id=i, ready=ready))
            await trio.sleep(1)
        await ann.ok(lambda i: m.Stand(id=i))
        zoe = await house.guest("Zoe")
        lobby = await zoe.next(m.Lobby)
        assert lobby.version <= version + 2
        assert [seat.kind for seat in lobby.tables[0].seats] == ["free", "free"]
        await ann.sit()
        assert (await zoe.next(m.Lobby, lambda lobby: lobby.people[0].table == 1)).tables[0].seats[0].name == "Ann"
