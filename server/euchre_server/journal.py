"""What has to outlive the host's process, and the promise that it does.

Tables and the host put operations into a journal and wait for the receipt before they tell anybody. Where they go is
not decided here: ``journal_writer`` puts them into a file, :class:`NoJournal` forgets them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, TypeAlias

import trio


@dataclass(frozen=True, slots=True)
class Keep:
    """Somebody has got an identity: the key of their name, the name, the hash of their secret."""

    key: str
    name: str
    token_hash: bytes


@dataclass(frozen=True, slots=True)
class Drop:
    """The name with this key is free again."""

    key: str


@dataclass(frozen=True, slots=True)
class Open:
    """A table has been made."""

    table: int
    name: str


@dataclass(frozen=True, slots=True)
class Close:
    """A table is no more. Its chapters are forgotten one by one, each with :class:`Forget`."""

    table: int


@dataclass(frozen=True, slots=True)
class Entry:
    """Something has happened at a table: lines, each one JSON object, as ``chronicle`` describes them.

    A chapter is what one game needs; its first entry says everything about the table, so that no other chapter is
    needed to restore it.
    """

    table: int
    chapter: int
    body: str


@dataclass(frozen=True, slots=True)
class Forget:
    """A chapter of a table is not needed any more."""

    table: int
    chapter: int


Operation: TypeAlias = Keep | Drop | Open | Close | Entry | Forget


class Receipt:
    """Tells when operations are durable.

    Attributes:
        given: they are.
    """

    __slots__ = ("_then", "given")

    def __init__(self) -> None:
        self.given = False
        self._then: Callable[[], object] | None = None

    def give(self) -> None:
        """They are. Only in the event loop's thread."""
        self.given = True
        if self._then is not None:
            self._then()

    def then(self, act: Callable[[], object]) -> None:
        """Have ``act`` done in the event loop when they are, through any trouble. Only for one."""
        if self.given:
            act()
        else:
            self._then = act

    async def wait(self) -> None:
        """Wait until they are."""
        durable = trio.Event()
        self.then(durable.set)
        await durable.wait()


class Journal(Protocol):
    """Where operations become durable, in the order in which they were put."""

    @property
    def trouble(self) -> bool:
        """Nothing can be stored at present; everything put waits until it can."""
        ...

    @property
    def epoch(self) -> int:
        """How often the host has been started with this journal."""
        ...

    def put(self, *operations: Operation) -> Receipt:
        """Have operations stored, all of them or none. Does not wait."""
        ...

    def watch(self, told: Callable[[], None]) -> None:
        """Call ``told`` in the event loop whenever :attr:`trouble` has changed."""
        ...


class NoJournal:
    """A journal that is as quick as memory, and as lasting."""

    trouble = False
    epoch = 0

    def put(self, *_operations: Operation) -> Receipt:
        """Forget the operations."""
        receipt = Receipt()
        receipt.give()
        return receipt

    def watch(self, told: Callable[[], None]) -> None:
        """There is never any trouble."""
