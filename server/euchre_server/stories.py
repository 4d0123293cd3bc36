"""What a journal tells of tables: the way back from lines to games. ``chronicle`` has the way there."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

import msgspec

from euchre_engine import EuchreError, Rules
from euchre_protocol import messages as m
from euchre_server.chronicle import RECORDED, Standing, TableLine
from euchre_server.game import By, Game
from euchre_server.journal import Keep
from euchre_server.journal_read import Contents
from euchre_server.record_lines import RecordError, parse_object
from euchre_server.record_parse import kind_of, parse_action, parse_deal, parse_header
from euchre_server.services import Finished
from euchre_server.settings import Setup

_NAME = re.compile(rb'\{"table":\{"name":("(?:[^"\\\x00-\x1f]|\\.)*")')

_UNREAD = "all of it is in what cannot be read, unless it had been closed"


class StoryError(Exception):
    """A table cannot be told again; the message says why."""


@dataclass(frozen=True, slots=True)
class Told:
    """A chapter: the table as it was made, how things stood last, its game, if there is one, and what was said.

    ``recorded``: the game's record is safe, or there will be none.
    """

    made: TableLine
    standing: Standing
    game: Game | None
    recorded: bool
    talk: Sequence[m.Talk] = ()

    @property
    def setup(self) -> Setup:
        """The table's name, rules and options."""
        made = self.made
        return Setup(made.name, made.preset, Rules.from_fields(made.rules), made.options, made.rules, made.lock)

    @property
    def steps(self) -> int:
        """How many deals and actions the game has had."""
        lines = self.game.lines if self.game is not None else ()
        return sum(line.startswith(('{"deal"', '{"seat"')) for line in lines)

    @property
    def when(self) -> datetime:
        """When the game began."""
        assert self.game is not None, "only of a chapter with a game"
        header = parse_header(parse_object(self.game.lines[0].encode()))
        return datetime.strptime(header.when, "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=UTC)

    @property
    def finished(self) -> Finished | None:
        """The chapter's game, if it is over and its record may not be safe yet."""
        if self.game is None or self.recorded or self.standing.state != "over":
            return None
        score = ":".join(map(str, self.game.state.score))
        return Finished(self.made.name, self.when, self.game.lines, score)


@dataclass(frozen=True, slots=True)
class Story:
    """All that is told of a table: its chapters by number. The last one is the present, if the table is ``open``.

    ``doubtful``: its newest moves may be missing.
    """

    table: int
    chapters: dict[int, Told]
    open: bool
    doubtful: bool = False

    @property
    def present(self) -> Told:
        """The last chapter."""
        return self.chapters[max(self.chapters)]

    @property
    def chapter(self) -> int:
        """The number of the last chapter."""
        return max(self.chapters)


@dataclass(frozen=True, slots=True)
class Memory:
    """What a host knows from earlier.

    ``lost``: the names of tables that cannot be restored, each with the reason.
    """

    people: Sequence[Keep] = ()
    stories: Sequence[Story] = ()
    lost: Sequence[tuple[str, str]] = ()
    last_table: int = 0


def remember(contents: Contents) -> Memory:
    """Tell the stories of all tables in a journal."""
    stories: list[Story] = []
    lost: list[tuple[str, str]] = []
    for table in sorted({*contents.tables, *(table for table, _ in contents.chapters)}):
        try:
            stories.append(_story(table, contents))
        except (StoryError, RecordError, EuchreError, msgspec.MsgspecError) as error:
            if table in contents.tables:
                lost.append((contents.tables[table] or f"number {table}", str(error)))
    known = {story.present.made.name for story in stories if story.open} | {name for name, _ in lost}
    lost += [(name, _UNREAD) for name in _names(contents.unread) if name not in known]
    return Memory(contents.people, stories, lost, contents.last_table)


def _names(unread: bytes) -> Iterator[str]:
    """The names of tables that can be recognized in bytes: where a chapter begins, as ``TableLine`` has it."""
    for quoted in dict.fromkeys(_NAME.findall(unread)):
        with contextlib.suppress(msgspec.MsgspecError):
            yield msgspec.json.decode(quoted, type=str)


def _story(table: int, contents: Contents) -> Story:
    numbers = sorted(chapter for place, chapter in contents.chapters if place == table)
    if not numbers:
        raise StoryError("there is nothing about it")
    told: dict[int, Told] = {}
    for number in numbers:
        chapter = contents.chapters[table, number]
        present = number == numbers[-1] and table in contents.tables
        if not present and not chapter.bodies[0].startswith('{"table"'):
            continue  # it was being forgotten
        if chapter.wrong:
            raise StoryError("entries are damaged or missing")
        told[number] = _tell("\n".join(chapter.bodies).split("\n"))
    return Story(table, told, table in contents.tables, table in contents.doubtful)


def _tell(lines: Sequence[str]) -> Told:
    made: TableLine | None = None
    standing: Standing | None = None
    talk: list[m.Talk] = []
    record: list[str] = []
    for line in lines:
        if line.startswith('{"table"'):
            made = msgspec.json.decode(line, type=dict[str, TableLine])["table"]
        elif line.startswith('{"standing"'):
            standing = msgspec.json.decode(line, type=dict[str, Standing])["standing"]
        elif line.startswith('{"talk"'):
            talk.append(msgspec.json.decode(line, type=dict[str, m.Talk])["talk"])
        elif line != RECORDED:
            record.append(line)
    if made is None or standing is None:
        raise StoryError("the beginning is missing")
    return Told(made, standing, replay(record) if record else None, RECORDED in lines, talk)


def _by(word: object) -> By | None:
    if word in (None, "bot", "clock"):
        return word
    raise StoryError("somebody unknown has acted")


def replay(lines: Sequence[str]) -> Game:
    """Play a recorded game once more, as far as it goes.

    Raises:
        RecordError: a line cannot be read.
        euchre_engine.EuchreError: something in it is not legal.
        StoryError: it is no game.
    """
    header = parse_header(parse_object(lines[0].encode()))
    game: Game | None = None
    for line in lines[1:]:
        fields = parse_object(line.encode())
        match kind_of(fields):
            case "deal":
                dealt = parse_deal(fields, header.rules)
                game = game or Game(header.rules, dealt.dealer, lines[0])
                game.deal([card for card in dealt.cards if card is not None])
            case "do":
                done = parse_action(fields, header.rules)
                if game is None or done.action is None:
                    raise StoryError("there is an action without a deal")
                game.act(done.seat, done.action, _by(fields.get("by")))
            case _:
                pass  # results follow from the rest
    if game is None:
        raise StoryError("there is a game without a deal")
    game.lines = list(lines)
    return game
