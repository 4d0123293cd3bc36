"""What a table and the host know of each other, and what is handed to a table's task."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Literal, Protocol, TypeAlias

import trio
from msgspec import Struct

from euchre_engine import Action
from euchre_engine.bots import Advice
from euchre_protocol import messages as m
from euchre_server.people import Person
from euchre_server.review import Reviewed

if TYPE_CHECKING:
    from euchre_server.session import Session
    from euchre_server.table import Table

TableCommand: TypeAlias = (
    m.Sit
    | m.Stand
    | m.Watch
    | m.Leave
    | m.Ready
    | m.Bot
    | m.Kick
    | m.Free
    | m.Close
    | m.Pause
    | m.Propose
    | m.Vote
    | m.Act
    | m.Hint
    | m.Review
    | m.Seen
    | m.Say
)
"""The commands that a table carries out."""


class Answerer(Protocol):
    """Where the answer to a command goes."""

    def send(self, *messages: m.Message) -> None:
        """Send messages without waiting."""
        ...


class Hall(Protocol):
    """What a table knows of the host."""

    def admit(self, person: Person, session: Session, token: bytes, *, back: bool) -> None:
        """Connect ``person`` through ``session``; ``back``: their table will show itself to them."""
        ...

    def lost(self, person: Person, session: Session) -> bool:
        """Take note that ``session`` has ended; tell whether it was the person's newest."""
        ...

    def changed(self) -> None:
        """Something that the lobby shows has changed."""
        ...

    def to_lobby(self, person: Person, why: m.Event | None = None) -> None:
        """``person`` is at no table any more; ``why``, if it was not their wish."""
        ...

    def released(self, person: Person) -> None:
        """``person`` owns a seat less."""
        ...

    def closed(self, table: Table) -> None:
        """The table is gone."""
        ...

    def bot_name(self, taken: Sequence[str]) -> str:
        """A name for one more bot at a table where ``taken`` sit already."""
        ...


class Request(Struct, frozen=True):
    """A command of somebody. ``done`` is set when it has been answered, if somebody waits for that."""

    person: Person
    answer: Answerer
    command: TableCommand
    done: trio.Event | None = None

    def refuse(self, code: str) -> None:
        """Answer that it is too late."""
        self.answer.send(m.Error(code=code, re=self.command.id))
        self.finish()

    def finish(self) -> None:
        """It has been answered."""
        if self.done is not None:
            self.done.set()


class Come(Struct, frozen=True):
    """A person who was at this table has logged in again through ``session``."""

    person: Person
    session: Session
    token: bytes


class Gone(Struct, frozen=True):
    """A connection of a person has ended. ``goodbye``: they said so."""

    person: Person
    session: Session
    goodbye: bool


Do = Literal["kick", "free", "bot", "close"]
"""What the person who hosts may have done at a table."""


class Order(Struct, frozen=True):
    """Something that the person who hosts wants to be done at a table: to somebody there, or to a seat.

    ``answer`` takes none when it is done, or the code of why not.
    """

    do: Do
    answer: Callable[[str | None], None]
    name: str = ""
    seat: int = 0


class Thought(Struct, frozen=True):
    """What a bot has come to in the decision with this number."""

    decision: int
    action: Action


class Explained(Struct, frozen=True):
    """What an expert would do in the decision with this number."""

    decision: int
    advice: Advice


class Judged(Struct, frozen=True):
    """What an expert thinks of a deal of the table's game with this number."""

    game: int
    reviewed: Reviewed


class Nudge(Struct, frozen=True):
    """Look again what there is to do."""


Item: TypeAlias = Request | Come | Gone | Order | Thought | Explained | Judged | Nudge
