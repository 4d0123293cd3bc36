"""Where everything for a table arrives, and the one place where it is carried out: one thing after another."""

from __future__ import annotations

import weakref
from collections import deque
from collections.abc import Callable
from typing import Protocol

import trio

from euchre_server import limits
from euchre_server.contacts import Item, Nudge
from euchre_server.journal import Receipt
from euchre_server.table_clock import NEVER


class Owner(Protocol):
    """Whose desk it is: who carries things out."""

    def change(self, item: Item | None) -> Receipt | None:
        """Do what has come, or (none) what the clock says; have what has changed stored, if anything has."""
        ...

    def tell(self, item: Item | None) -> None:
        """What :meth:`change` has changed is durable: let everybody know."""
        ...

    def deadline(self) -> float:
        """When something is to be done next if nothing comes, by the loop's clock."""
        ...


class Desk:
    """Carries out what is put on it, in order, and lies still while what the last thing has changed is being stored.

    Whoever puts something on it carries it out then and there, if nothing is before it, and the journal's receipt
    tells what came of it. That needs no lock, for nothing here waits in the middle of a change. To wake a task of the
    table's own for it, and once more for the receipt, took a quarter of a busy host's time; so that task only looks
    after the clock.

    Args:
        owner: who carries things out.

    Attributes:
        under_way: what is being carried out, or was when the owner failed.
    """

    def __init__(self, owner: Owner) -> None:
        self._owner: Owner = weakref.proxy(owner)  # weakly: see garbage.py
        self._waiting: deque[Item] = deque()
        self._busy = True  # until run() begins
        self._open = True
        self.under_way: Item | None = None
        self._fault: Exception | None = None
        self._begun = trio.Event()
        self._crowded = False
        self._room = trio.Event()
        self._bell = trio.Event()
        self._alarm = trio.CancelScope()
        self._alarmed = NEVER  # what the alarm is set for

    async def put(self, item: Item) -> None:
        """Have something carried out; waits only while there is too much already.

        Raises:
            trio.BrokenResourceError: the desk has been cleared.
        """
        while self._open and len(self._waiting) >= limits.INBOX:
            self._crowded = True
            await self._room.wait()
        if not self._open:
            raise trio.BrokenResourceError
        self._waiting.append(item)
        self._go_on()

    def nudge(self) -> None:
        """Have the owner look again what there is to do. If there is too much already, that will do."""
        if self._open and len(self._waiting) < limits.INBOX:
            self._waiting.append(Nudge())
            self._go_on()

    async def run(self, started: Callable[[], None]) -> None:
        """Carry out what comes and what is due, until :meth:`close`.

        Args:
            started: called when how things stand at the beginning is durable.

        Raises:
            Exception: what the owner has raised; nothing more is carried out then.
        """
        self._busy = False
        self._waiting.appendleft(Nudge())
        self._go_on()
        await self._begun.wait()
        started()
        while self._open:
            if self._fault is not None:
                raise self._fault
            if self._due() <= trio.current_time():
                self._carry_out(None)
                self._go_on()
            await self._ring()  # even if more is due at once: others want to be heard, too

    def close(self) -> None:
        """Nothing more is carried out after what is under way."""
        self._open = False
        self._room.set()
        self._bell.set()

    def clear(self) -> list[Item]:
        """Close, and return what has come and was not begun."""
        self.close()
        left = [*self._waiting]
        self._waiting.clear()
        return left

    # ------------------------------------------------------------

    def _go_on(self) -> None:
        """Carry out what waits, until something has to be stored first."""
        while self._open and self._waiting and not self._busy:
            self._carry_out(self._waiting.popleft())
        if self._crowded and len(self._waiting) < limits.INBOX:
            self._room.set()
            self._room, self._crowded = trio.Event(), False
        due = self._due()
        if due < NEVER and due <= trio.current_time():
            self._bell.set()
        elif due != self._alarmed:
            self._alarm.deadline = self._alarmed = due

    def _due(self) -> float:
        # A desk that is closed may have outlived its owner, and what it had stored is durable only now.
        return self._owner.deadline() if self._open and not self._busy else NEVER

    async def _ring(self) -> None:
        """Wait until something may be due."""
        self._alarmed = self._due()
        with trio.CancelScope(deadline=self._alarmed) as self._alarm:
            await self._bell.wait()
        self._bell = trio.Event()

    def _carry_out(self, item: Item | None) -> None:
        self.under_way = item
        try:
            receipt = self._owner.change(item)
            if receipt is None or receipt.given:
                self._tell()
            else:
                self._busy = True
                receipt.then(self._stored)
        except Exception as error:  # noqa: BLE001 - whoever has put it there must not suffer from it
            self._fail(error)

    def _stored(self) -> None:
        self._busy = False
        try:
            self._tell()
        except Exception as error:  # noqa: BLE001 - it would end the host
            self._fail(error)
        self._go_on()

    def _tell(self) -> None:
        self._owner.tell(self.under_way)
        self.under_way = None
        self._begun.set()

    def _fail(self, error: Exception) -> None:
        """Have the table's task raise ``error``."""
        self._fault, self._busy = error, True
        self._begun.set()
        self._bell.set()
