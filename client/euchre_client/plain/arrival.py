"""The way to the table that the command line names: --table, --create or --spectate, carried out once."""

from __future__ import annotations

from euchre_client.i18n import tr
from euchre_client.passwords import sendable
from euchre_client.plain.desk import Desk
from euchre_client.tables import create_message, find_table
from euchre_client.words import errors
from euchre_client.words.people import person
from euchre_protocol import messages as m
from euchre_protocol.text import same_name

EXIT_LOST = 1
EXIT_USAGE = 2


class Arrival:
    """Takes the person from the lobby to a table, and makes them ready there.

    Attributes:
        under_way: the command line named a table, and it has not been reached yet.
    """

    def __init__(self, desk: Desk) -> None:
        options = desk.options
        self.under_way = options.table is not None or options.create is not None or options.spectate is not None
        self._desk = desk
        self._command: int | None = None

    def failed(self, error: m.Error) -> bool:
        """Whether an error means that the table cannot be reached."""
        return self.under_way and error.re is not None and error.re == self._command

    def arrived(self, table: m.Table) -> None:
        """Be at a table. Who came to sit down is ready at once, and only once."""
        if not self.under_way:
            return
        self.under_way = False
        if self._command is None:  # the host has put us back at the table where our seat is
            self._greet_back(table)
        self._get_ready(table)

    def place(self, lobby: m.Lobby) -> None:
        """Ask the host for the table, as soon as it is there; end the session if it cannot be."""
        if self._command is not None:
            return
        command = self._placement(lobby)
        if command is None:
            return
        self._command = command.id
        self._desk.link.send(command)

    def _placement(self, lobby: m.Lobby) -> m.Command | None:
        desk, options = self._desk, self._desk.options
        if options.create is not None:
            try:
                return create_message(options.create, desk.welcome, desk.next_id())
            except ValueError as error:
                desk.say(f"--create: {errors.spec_error(error)}")
                desk.leave(EXIT_USAGE)
                return None
        wanted = options.table or options.spectate
        if not wanted:
            return self._watch_any(lobby)
        line = find_table(lobby.tables, wanted)
        if line is None:
            desk.say(errors.no_such_table(wanted, [person(line.name) for line in lobby.tables]))
            desk.leave(EXIT_LOST)
            return None
        number = desk.next_id()
        kind = m.Watch if options.table is None else m.Sit
        return kind(
            id=number, table=line.id, password=sendable(options.password, m.VALUE_LENGTH) if line.locked else None
        )

    def _watch_any(self, lobby: m.Lobby) -> m.Command | None:
        if not lobby.tables:
            self._desk.say(tr("There is no table to watch yet; waiting for one."))
            return None
        line = next((line for line in lobby.tables if line.state == "playing"), lobby.tables[0])
        return m.Watch(id=self._desk.next_id(), table=line.id)

    def _greet_back(self, table: m.Table) -> None:
        wanted = self._desk.options.seat_at
        if wanted is not None and not same_name(wanted, table.line.name) and wanted != str(table.line.id):
            self._desk.say(tr("Your seat is here; leave this table before you go to {wanted}.", wanted=wanted))

    def _get_ready(self, table: m.Table) -> None:
        if table.you is None or table.line.state == "playing" or table.line.seats[table.you].ready:
            return
        self._desk.answer(lambda number: m.Ready(id=number))
