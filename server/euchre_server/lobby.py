"""The lobby: the list of tables and people, for everybody who is at no table.

Whoever comes is told all of it, in pieces that fit into frames; after that, everybody is told what has changed. So a
full house costs each of its people what happens in it, and not what it holds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import TypeVar

import trio

from euchre_protocol import messages as m
from euchre_server import limits
from euchre_server.people import People, Person
from euchre_server.table import Table

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
        self._here: dict[str, m.Person] = {}
        self._lines: dict[int, m.TableLine] = {}
        self._due = _Due()
        self._talk: list[m.Chat] = []

    def changed(self) -> None:
        """Something that the lobby shows has changed."""
        self._wake.set()

    def show(self, person: Person, why: m.Event | None = None) -> None:
        """Show the lobby to somebody who has just come into it; ``why``, if it was not their wish."""
        self._look()
        news = [why] if why is not None else []
        for message in pieces(self._version, self._here.values(), self._lines.values(), news=news):
            person.send(message)

    def tell(self, chat: m.Chat) -> None:
        """Send a line of talk to everybody in the lobby."""
        self._talk.append(chat)
        self._wake.set()

    async def run(self) -> None:
        """Show every change to everybody in the lobby, but not more often than they can read."""
        while True:
            await self._wake.wait()
            self._wake = trio.Event()
            here = self._present()
            if here:  # in a full house all are at their tables, and whoever comes from there is shown everything
                self._look()
            due, self._due = self._due, _Due()
            talk, self._talk = self._talk, []
            if here:
                self._version += 1
                await self._broadcast(here, [*self._changes(due), *talk])
            await trio.sleep(limits.LOBBY_EVERY_S)

    def _present(self) -> list[Person]:
        """Those who are in the lobby."""
        return [person for person in self._people if person.table is None and person.session is not None]

    def _look(self) -> None:
        """Note what is different now. It stays due even if it is soon as before: a newcomer may have been shown it."""
        here: dict[str, m.Person] = {}
        for person in self._people:
            if person.session is not None:
                table = person.table.id if person.table is not None else None
                known = self._here.get(person.name)
                same = known is not None and known.table == table
                here[person.name] = known if known is not None and same else m.Person(name=person.name, table=table)
        lines = {table.id: line for table in self._tables.values() if (line := table.line()) is not None}
        self._due.people |= _different(self._here, here)
        self._due.tables |= _different(self._lines, lines)
        self._here, self._lines = here, lines

    def _changes(self, due: _Due) -> Iterator[m.Lobby]:
        if due.people or due.tables:
            yield from pieces(
                self._version,
                [self._here[name] for name in self._here if name in due.people],
                [self._lines[number] for number in self._lines if number in due.tables],
                left=sorted(due.people - self._here.keys()),
                gone=sorted(due.tables - self._lines.keys()),
                change=True,
            )

    async def _broadcast(self, present: Sequence[Person], messages: Sequence[m.Message]) -> None:
        """Tell those who are in the lobby at this moment. Whoever comes meanwhile is shown everything."""
        for number, person in enumerate(present):
            if number % _BREATH == _BREATH - 1:
                await trio.lowlevel.checkpoint()
            if person.table is None:  # they may have gone to a table, where nobody is told of the lobby
                for message in messages:
                    person.send(message)


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
    news: Sequence[m.Event] = (),
    change: bool = False,
) -> Iterator[m.Lobby]:
    """Tell of the lobby in as many messages as it takes.

    Args:
        version: theirs.
        people: whom to tell of.
        tables: which tables to tell of.
        left: the names of people who are not there any more.
        gone: the numbers of tables that are not there any more.
        news: goes into the last message.
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
            news=list(news) if last else [],
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
