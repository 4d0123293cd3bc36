"""Going through whole files of records: deal by deal for who wants to see them, one report for each record."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from euchre_engine import State

from .record_lines import Fields, Line, RecordError
from .record_parse import Deal, Done, Header, Seat
from .record_replay import Replay


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong, and in which line."""

    line: int
    text: str


@dataclass(frozen=True, slots=True)
class Report:
    """What came out for one record.

    ``line`` is its header's; 0 for lines that stand before any header, which belong to no record.
    """

    line: int
    deals: int = 0
    actions: int = 0
    unfinished: bool = False
    partial: bool = False
    fault: Fault | None = None


@dataclass(frozen=True, slots=True)
class Begun:
    """A record begins."""

    line: int
    header: Header


@dataclass(frozen=True, slots=True)
class Played:
    """A deal was played, or the record stops in the middle of it.

    Attributes:
        header: the record's.
        seats: who sits where, as far as header and notes say.
        deal: the deal as the record has it, with what it does not know.
        story: its actions.
        state: the engine's state after the last of them.
    """

    header: Header
    seats: tuple[Seat, ...]
    deal: Deal
    story: tuple[Done, ...]
    state: State


Event = Begun | Played | Report


def verify(lines: Iterable[Line]) -> Iterator[Report]:
    """Replay all records of a file. After a fault the rest of that record is skipped.

    Args:
        lines: from ``record_lines.read_lines``; only one record's state is held at a time.
    """
    return (event for event in follow(lines) if isinstance(event, Report))


def follow(lines: Iterable[Line]) -> Iterator[Event]:
    """Replay all records of a file and tell what happens.

    Yields:
        For each record ``Begun``, ``Played`` for every deal, and its ``Report``. A record whose header is at fault has
        only the report.
    """
    current: _Checking | None = None
    for line in lines:
        if line.starts_record or current is None:
            if current is not None:
                yield from current.end()
            current = _Checking(line)
            yield from current.begin()
        else:
            yield from current.take(line)
    if current is not None:
        yield from current.end()


class _Checking:
    """One record on its way through the replay."""

    def __init__(self, first: Line) -> None:
        self._line = first.number if first.starts_record else 0
        self._replay: Replay | None = None
        self._fault: Fault | None = None
        self._seats: tuple[Seat, ...] = ()
        try:
            fields = _readable(first)
            if not first.starts_record:
                raise RecordError('no header stands before this line: a record begins with {"euchre": 1}')
            self._replay = Replay(fields)
        except RecordError as error:
            self._fault = Fault(first.number, str(error))

    def begin(self) -> Iterator[Event]:
        if self._replay is not None:
            self._seats = self._replay.header.seats
            yield Begun(self._line, self._replay.header)

    def take(self, line: Line) -> Iterator[Event]:
        replay = self._replay
        if self._fault is not None or replay is None:
            return
        try:
            if line.fault is not None:
                replay.settle()
            replay.feed(line.number, _readable(line))
        except RecordError as error:
            self._fault = Fault(error.line or line.number, str(error))
            return
        if "result" in line.fields and replay.result_stated:
            yield from self._played(replay)
        elif line.fields.get("note") == "seat":
            self._seats = tuple(_changed(seat, place, line.fields) for place, seat in enumerate(self._seats))

    def end(self) -> Iterator[Event]:
        replay = self._replay
        if replay is None:
            yield Report(self._line, fault=self._fault)
            return
        if self._fault is None:
            try:
                replay.settle()
            except RecordError as error:
                self._fault = Fault(error.line or self._line, str(error))
        if not replay.result_stated:
            yield from self._played(replay)
        unfinished = self._fault is None and replay.unfinished
        yield Report(self._line, replay.deals, replay.actions, unfinished, replay.partial, self._fault)

    def _played(self, replay: Replay) -> Iterator[Played]:
        if replay.state is not None and replay.deal is not None:
            yield Played(replay.header, self._seats, replay.deal, tuple(replay.story), replay.state)


def _changed(seat: Seat, place: int, note: Fields) -> Seat:
    """Who sits there after a note that a seat changed hands."""
    name, kind = note.get("name"), note.get("kind")
    if note.get("seat") != place:
        return seat
    seat = replace(seat, name=name) if isinstance(name, str) else seat
    return replace(seat, kind=kind) if isinstance(kind, str) else seat


def _readable(line: Line) -> Fields:
    if line.fault is not None:
        raise RecordError(line.fault)
    return line.fields
