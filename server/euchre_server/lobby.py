"""The lobby: the list of tables and people, for everybody who is at no table."""

from __future__ import annotations

from collections.abc import Mapping

import trio

from euchre_protocol import messages as m
from euchre_server import limits
from euchre_server.people import People, Person
from euchre_server.table import Table


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
        self._changed = trio.Event()

    def changed(self) -> None:
        """Something that the lobby shows has changed."""
        self._changed.set()

    def show(self, person: Person, why: m.Event | None = None) -> None:
        """Show the lobby to somebody who has just come into it; ``why``, if it was not their wish."""
        person.send(self._message([why] if why is not None else []))

    def tell(self, message: m.Message) -> None:
        """Send ``message`` to everybody in the lobby."""
        for person in self._present():
            person.send(message)

    async def run(self) -> None:
        """Show every change to everybody in the lobby, but not more often than they can read."""
        while True:
            await self._changed.wait()
            self._changed = trio.Event()
            self._version += 1
            if self._present():
                self.tell(self._message())
            await trio.sleep(limits.LOBBY_EVERY_S)

    def _present(self) -> list[Person]:
        return [person for person in self._people if person.table is None and person.session is not None]

    def _message(self, news: list[m.Event] | None = None) -> m.Lobby:
        people = [
            m.Person(name=person.name, table=person.table.id if person.table is not None else None)
            for person in self._people
            if person.session is not None
        ]
        lines = [table.line() for table in self._tables.values()]
        return m.Lobby(
            version=self._version, people=people, tables=[line for line in lines if line is not None], news=news or []
        )
