"""The lobby: the list of tables and people, for everybody who is at no table.

Whoever comes is told all of it, in pieces that fit into frames; after that, everybody is told what has changed. So a
full house costs each of its people what happens in it, and not what it holds. Each piece is a step of its own: to tell
all of five hundred tables and two thousand people takes 2 to 6 ms, and longer for a host that is open to more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import TYPE_CHECKING, TypeVar

import trio
from msgspec import structs

from euchre_protocol import messages as m
from euchre_server import limits
from euchre_server.people import People, Person
from euchre_server.table import Table

if TYPE_CHECKING:
    from euchre_server.session import Session

T = TypeVar("T")
K = TypeVar("K", str, int)

PIECE_BYTES = 56 * 1024
"""Of people, of tables, of those who left and of those that are gone in one message, at most, each by the estimates
below. Together that is less than a frame (256 KiB)."""

_PERSON_BYTES = 80
"""A name takes at most 48 bytes; the keys and a table's number are the rest."""

_LINE_BYTES = 1200
"""A table takes at most that much, its watchers aside: 800 with four of the longest names, and room for more rules."""

_BREATH = 50
"""To so many people something is sent before other tasks have their turn: some 12 us each, with TLS 25."""


@dataclass(slots=True)
class _Due:
    """What those in the lobby have not been told yet: people by name, tables by number."""

    people: set[str] = field(default_factory=lambda: set())
    tables: set[int] = field(default_factory=lambda: set())


@dataclass(frozen=True, slots=True, eq=False)
class _Newcomer:
    """Somebody who has not been shown everything yet.

    ``session``: through which connection they will be; ``why`` they are here again; ``talk``: what was said meanwhile.
    """

    session: Session | None
    why: m.Event | None
    talk: list[m.Chat] = field(default_factory=list[m.Chat])


@dataclass(frozen=True, slots=True)
class _Picture:
    """What there was to see at one moment: people by name, tables by number."""

    people: Mapping[str, m.Person]
    tables: Mapping[int, m.TableLine]


class Lobby:
    """Shows the lobby to whoever is in it.

    Args:
        people: everybody whom the host knows.
        tables: all tables.
    """

    def __init__(self, people: People, tables: Mapping[int, Table]) -> None:
        self._people = people
        self._tables = tables
        self._version = 0
        self._wake = trio.Event()
        self._picture = _Picture({}, {})
        self._due = _Due()
        self._newcomers: dict[Person, _Newcomer] = {}
        self._door = trio.Event()
        self._talk: list[m.Chat] = []

    def changed(self) -> None:
        """Something that the lobby shows has changed."""
        self._wake.set()

    def show(self, person: Person, why: m.Event | None = None) -> None:
        """Have the lobby shown to somebody who has just come into it; ``why``, if it was not their wish."""
        person.shown = False
        self._newcomers[person] = _Newcomer(person.session, why)
        self._door.set()

    def tell(self, chat: m.Chat) -> None:
        """Send a line of talk to everybody in the lobby."""
        self._talk.append(chat)
        self._wake.set()

    async def run(self) -> None:
        """Show the lobby to whoever comes, and every change of it to everybody in it."""
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._greet)
            nursery.start_soon(self._tell_changes)

    async def _greet(self) -> None:
        while True:
            await self._door.wait()
            self._door = trio.Event()
            while self._newcomers:
                await self._show_all()

    async def _show_all(self) -> None:
        """Show the lobby to those who are new at this moment."""
        self._look()
        shown = self._picture
        whole = [*pieces(self._version, shown.people.values(), shown.tables.values())]
        for person, newcomer in [*self._newcomers.items()]:
            await trio.lowlevel.checkpoint()
            await self._show(person, newcomer, whole, shown)
        self.changed()  # while there was nobody else to tell, nobody has looked

    async def _show(self, person: Person, newcomer: _Newcomer, whole: Sequence[m.Lobby], shown: _Picture) -> None:
        """Tell a newcomer all of it, and then what has changed since that was put together."""
        for message in whole:
            if not self._waits(person, newcomer):
                break
            last = newcomer.why is not None and not message.more
            person.send(structs.replace(message, news=[newcomer.why]) if last else message)
            await trio.lowlevel.checkpoint()
        if self._waits(person, newcomer):
            person.send(*self._changes(_between(shown, self._picture)), *newcomer.talk)
            person.shown = True
        if self._newcomers.get(person) is newcomer:
            del self._newcomers[person]

    def _waits(self, person: Person, newcomer: _Newcomer) -> bool:
        """Nothing has become of ``newcomer`` meanwhile: they have not gone, nor gone and come once more."""
        here = person.table is None and person.session is newcomer.session is not None
        return here and self._newcomers.get(person) is newcomer

    async def _tell_changes(self) -> None:
        """Tell everybody in the lobby of every change, but not more often than they can read."""
        while True:
            await self._wake.wait()
            self._wake = trio.Event()
            here = self._present()
            if here:  # in a full house all are at their tables, and whoever comes from there is shown everything
                self._look()
            due, self._due = self._due, _Due()
            talk, self._talk = self._talk, []
            self._keep_for_newcomers(talk)
            if here:
                self._version += 1
                await self._broadcast(here, [*self._changes(due), *talk])
            await trio.sleep(limits.LOBBY_EVERY_S)

    def _keep_for_newcomers(self, talk: Sequence[m.Chat]) -> None:
        for newcomer in self._newcomers.values():
            newcomer.talk.extend(talk)

    def _present(self) -> list[Person]:
        """Those who are in the lobby and have been shown it."""
        return [person for person in self._people if person.session is not None and _knows(person)]

    def _look(self) -> None:
        """Note what is different now. It stays due even if it is soon as before: a newcomer may have been shown it."""
        before = self._picture
        here: dict[str, m.Person] = {}
        for person in self._people:
            if person.session is not None:
                table = person.table.id if person.table is not None else None
                known = before.people.get(person.name)
                same = known is not None and known.table == table
                here[person.name] = known if known is not None and same else m.Person(name=person.name, table=table)
        lines = {table.id: line for table in self._tables.values() if (line := table.line()) is not None}
        self._picture = _Picture(here, lines)
        different = _between(before, self._picture)
        self._due.people |= different.people
        self._due.tables |= different.tables

    def _changes(self, due: _Due) -> Iterator[m.Lobby]:
        if due.people or due.tables:
            people, tables = self._picture.people, self._picture.tables
            yield from pieces(
                self._version,
                [people[name] for name in people if name in due.people],
                [tables[number] for number in tables if number in due.tables],
                left=sorted(due.people - people.keys()),
                gone=sorted(due.tables - tables.keys()),
                change=True,
            )

    async def _broadcast(self, present: Sequence[Person], messages: Sequence[m.Message]) -> None:
        """Tell those who are in the lobby at this moment."""
        for number, person in enumerate(present):
            if number % _BREATH == _BREATH - 1:
                await trio.lowlevel.checkpoint()
            if _knows(person):  # they may have gone to a table, or have come from there and be told everything
                for message in messages:
                    person.send(message)


def _knows(person: Person) -> bool:
    """Whether somebody is in the lobby and has been shown it. Between the two they may wait for a disk."""
    return person.table is None and person.shown


def _between(before: _Picture, now: _Picture) -> _Due:
    """What is not the same any more."""
    if now is before:
        return _Due()
    return _Due(_different(before.people, now.people), _different(before.tables, now.tables))


def _different(before: Mapping[K, T], now: Mapping[K, T]) -> set[K]:
    """The keys whose values are not the same any more."""
    changed = {key for key, value in now.items() if (old := before.get(key)) is not value and old != value}
    return changed | (before.keys() - now.keys())


def pieces(
    version: int,
    people: Iterable[m.Person],
    tables: Iterable[m.TableLine],
    *,
    left: Sequence[str] = (),
    gone: Sequence[int] = (),
    change: bool = False,
) -> Iterator[m.Lobby]:
    """Tell of the lobby in as many messages as it takes.

    Args:
        version: theirs.
        people: whom to tell of.
        tables: which tables to tell of.
        left: the names of people who are not there any more.
        gone: the numbers of tables that are not there any more.
        change: everything else is as before.
    """
    parts = [
        *zip_longest(
            _split(people, lambda _: _PERSON_BYTES),
            _split(tables, lambda line: _LINE_BYTES + _PERSON_BYTES * len(line.watchers)),
            _split(left, lambda _: _PERSON_BYTES),
            _split(gone, lambda _: _PERSON_BYTES),
        )
    ] or [(None, None, None, None)]
    for number, (persons, lines, names, numbers) in enumerate(parts, 1):
        last = number == len(parts)
        yield m.Lobby(
            version=version,
            people=persons or [],
            tables=lines or [],
            change=change or number > 1,
            left=names or [],
            gone=numbers or [],
            more=not last,
        )


def _split(items: Iterable[T], cost: Callable[[T], int]) -> Iterator[list[T]]:
    """Cut a sequence into runs of at most ``PIECE_BYTES``; what costs more than that stands alone."""
    run: list[T] = []
    size = 0
    for item in items:
        price = cost(item)
        if run and size + price > PIECE_BYTES:
            yield run
            run, size = [], 0
        run.append(item)
        size += price
    if run:
        yield run
