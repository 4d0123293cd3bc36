"""What every part of plain mode works at: the link, the paper, and the newest of what the host said."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from euchre_client.net import Link
from euchre_client.options import Options
from euchre_client.plain.lines import Paper
from euchre_client.plain.question import Question
from euchre_client.words.scene import Scene
from euchre_protocol import messages as m


@dataclass(slots=True)
class Desk:
    """The state of one session.

    Attributes:
        lobby: the newest lobby; none while at a table.
        table: the newest table; none in the lobby.
        view: the newest view of the play at that table, if a game was begun there.
        past: the newest result of a deal whose cards were told, with who took its last trick.
        heard: who said what at this table.
        reviewed: the deals of the last game as an expert sees them, as far as they have come.
        question: what is asked now, if anything.
        answering: the id of the command that answered the last question.
        exit: the exit status, once the session is to end.
    """

    options: Options
    link: Link
    welcome: m.Welcome
    paper: Paper
    lobby: m.Lobby | None = None
    table: m.Table | None = None
    view: m.View | None = None
    past: tuple[m.Result, m.Seat | None] | None = None
    heard: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    reviewed: list[m.Reviewed] = field(default_factory=list[m.Reviewed])
    question: Question | None = None
    answering: int | None = None
    exit: int | None = None
    _commands: int = field(default=0)

    @property
    def scene(self) -> Scene:
        """Who sits where; only at a table."""
        assert self.table is not None, "only asked for at a table"
        return Scene.at(self.table, self.view, letters=self.options.letters)

    @property
    def seated(self) -> bool:
        """Whether this person has a seat."""
        return self.table is not None and self.table.you is not None

    @property
    def playing(self) -> bool:
        """Whether a game runs at the table."""
        return self.table is not None and self.table.line.state == "playing"

    def say(self, text: str | None) -> None:
        """Write a line, if there is something to write."""
        if text:
            self.paper.line(text)

    def ask(self, question: Question) -> None:
        """Put a question."""
        self.question = question
        self.paper.question(str(question))

    def next_id(self) -> int:
        """The id of a new command."""
        self._commands += 1
        return self._commands

    def answer(self, make: Callable[[int], m.Command]) -> None:
        """Answer the open question with a command made with a new id. An ``error`` to it asks again."""
        self.question = None
        self.answering = self.next_id()
        self.link.send(make(self.answering))

    def leave(self, status: int = 0) -> None:
        """End the session."""
        self.question = None
        self.exit = status
