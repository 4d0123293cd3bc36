"""What of a table is stored: enough to be set up again as it was, by playing its game once more.

Each entry holds lines, each one JSON object. The lines of a game are those of its record, as docs/records.md has them.
Besides there are

``{"table": ...}``
    first in each chapter: the table's name, rules and options, and the number of the chapter's first question;
``{"standing": ...}``
    who sits where, and how things stand between games; the last one counts;
``{"talk": ...}``
    something that was said;
``{"recorded": true}``
    the record of the chapter's finished game is safe in a file.

Who is connected is not stored: for a host that starts again, everybody's line has broken. So nobody is ready, and what
was being voted on is void. Nor are times: looking at a trick, grace and the like begin anew.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection
from functools import partial
from typing import TYPE_CHECKING

import msgspec

from euchre_protocol import messages as m
from euchre_protocol.messages import Value
from euchre_server.floor import Floor
from euchre_server.game import Game
from euchre_server.journal import Close, Entry, Forget, Journal, Open, Operation, Receipt
from euchre_server.seating import Chair, Seating
from euchre_server.series import Series, State
from euchre_server.settings import Setup

if TYPE_CHECKING:
    from euchre_server.stories import Story


class TableLine(msgspec.Struct, frozen=True, kw_only=True):
    """The table as it was made, and ``decision``, the number before the chapter's first question.

    ``lock`` is what is kept of its password.
    """

    name: str
    preset: str
    rules: dict[str, Value]
    options: dict[str, Value]
    decision: int
    lock: str = ""


class SeatLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat: its person's or its bot's name; whether the person has left; whether a bot plays in their name.

    ``level`` is how strong the seat's bot is.
    """

    person: str | None = None
    bot: str | None = None
    left: bool = False
    stand_in: bool = False
    level: str = "normal"


class Standing(msgspec.Struct, frozen=True, omit_defaults=True):
    """How things stand outside of the game.

    ``seconds`` is how long the last game took, if it is over; ``paused`` the name of whoever has paused the present
    one; ``seen`` the seats that have looked at the result of the last deal.
    """

    seats: tuple[SeatLine, ...]
    owner: str | None = None
    state: State = "waiting"
    seconds: int = 0
    paused: str | None = None
    seen: tuple[int, ...] = ()


RECORDED = '{"recorded":true}'


def standing(seating: Seating, series: Series, floor: Floor) -> Standing:
    """How things stand at a table."""
    return Standing(
        seats=tuple([_seat(chair) for chair in seating]),
        owner=floor.owner.name if floor.owner is not None else None,
        state=series.state,
        seconds=series.over.seconds if series.over is not None else 0,
        paused=floor.council.paused,
        seen=tuple(sorted(series.play.seen)) if series.play is not None else (),
    )


def _seat(chair: Chair) -> SeatLine:
    person = chair.person.name if chair.person is not None else None
    return SeatLine(person, chair.bot, chair.left, chair.stand_in, chair.level)


class Chronicle:
    """Stores what has changed at one table since it was asked last.

    Args:
        table: the table's number.
        setup: the table's name, rules and options.
        talk: what was said last.
        journal: where to.
    """

    def __init__(self, table: int, setup: Setup, talk: Collection[m.Talk], journal: Journal) -> None:
        self._table = table
        self._setup = setup
        self._talk = talk
        self._journal = journal
        self._said: list[m.Talk] = []
        self._chapters: deque[int] = deque()
        self._unrecorded: set[int] = set()
        self._game: Game | None = None
        self._lines = 0
        self._standing: Standing | None = None
        self._closed = False
        self._operations: list[Operation] = []

    def resume(self, story: Story) -> None:
        """Go on from what an earlier process has stored."""
        present = story.present
        self._chapters.extend(sorted(story.chapters))
        self._unrecorded.update(number for number, told in story.chapters.items() if told.finished is not None)
        self._game = present.game
        self._lines = len(present.game.lines) if present.game is not None else 0
        self._standing = present.standing

    def store(self, now: Standing | None, series: Series) -> Receipt | None:
        """Put everything new into the journal; none if there is nothing.

        Args:
            now: how things stand; none: as before.
            series: the games.
        """
        lines = self._new_lines(series)
        lines += [_line("talk", said) for said in self._said]
        self._said.clear()
        if now is not None and now != self._standing:
            self._standing = now
            lines.append(_line("standing", now))
        if lines:
            self._operations.append(Entry(self._table, self._chapters[-1], "\n".join(lines)))
        if self._closed:
            self._operations.append(Close(self._table))
            self._sweep()
        return self._put()

    def talk(self, chat: m.Chat) -> None:
        """Somebody says something."""
        self._said.append(m.Talk(name=chat.name, text=chat.text, seat=chat.seat))

    def close(self) -> None:
        """The table is no more when what has changed is stored for the last time."""
        self._closed = True

    def recording(self) -> None:
        """The game has ended, and is kept until its record is safe."""
        self._unrecorded.add(self._chapters[-1])

    def recorder(self) -> Callable[[], None]:
        """What is to be called when the record of the present chapter's game is safe."""
        return partial(self.recorded, self._chapters[-1])

    def recorded(self, chapter: int) -> None:
        """The record of the chapter's game is safe."""
        self._unrecorded.discard(chapter)
        self._operations.append(Entry(self._table, chapter, RECORDED))
        self._sweep()
        self._put()

    # ------------------------------------------------------------

    def _new_lines(self, series: Series) -> list[str]:
        play = series.play
        if not self._chapters:
            self._operations.append(Open(self._table, self._setup.name))
            return self._new_chapter(0, 0)
        if play is None:
            return []
        if play.game is self._game:
            new = play.game.lines[self._lines :]
            self._lines += len(new)
            return new
        self._game = play.game
        self._lines = len(play.game.lines)
        return [*self._new_chapter(series.games, play.first_decision), *play.game.lines]

    def _new_chapter(self, number: int, decision: int) -> list[str]:
        self._chapters.append(number)
        self._standing = None
        self._sweep()
        setup = self._setup
        return [
            _line(
                "table",
                TableLine(
                    name=setup.name,
                    preset=setup.preset,
                    rules=setup.rule_fields,
                    options=setup.options,
                    decision=decision,
                    lock=setup.lock,
                ),
            ),
            *(_line("talk", said) for said in self._talk),
        ]

    def _sweep(self) -> None:
        """Forget chapters, always the oldest first: what is found after a crash never looks like a table's newest."""
        while self._chapters and self._chapters[0] not in self._unrecorded:
            if len(self._chapters) == 1 and not self._closed:
                return
            self._operations.append(Forget(self._table, self._chapters.popleft()))

    def _put(self) -> Receipt | None:
        operations, self._operations = self._operations, []
        return self._journal.put(*operations) if operations else None


def _line(kind: str, fields: msgspec.Struct) -> str:
    return msgspec.json.encode({kind: fields}).decode()
