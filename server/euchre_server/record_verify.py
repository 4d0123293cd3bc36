"""Checking whole files of records: one report for each record, the first fault of each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from .record_lines import Fields, Line, RecordError
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


def verify(lines: Iterable[Line]) -> Iterator[Report]:
    """Replay all records of a file. After a fault the rest of that record is skipped.

    Args:
        lines: from ``record_lines.read_lines``; only one record's state is held at a time.
    """
    current: _Checking | None = None
    for line in lines:
        if line.starts_record or current is None:
            if current is not None:
                yield current.report()
            current = _Checking(line)
        else:
            current.take(line)
    if current is not None:
        yield current.report()


class _Checking:
    """One record on its way through the replay."""

    def __init__(self, first: Line) -> None:
        self._line = first.number if first.starts_record else 0
        self._replay: Replay | None = None
        self._fault: Fault | None = None
        try:
            fields = _readable(first)
            if not first.starts_record:
                raise RecordError('no header stands before this line: a record begins with {"euchre": 1}')
            self._replay = Replay(fields)
        except RecordError as error:
            self._fault = Fault(first.number, str(error))

    def take(self, line: Line) -> None:
        replay = self._replay
        if self._fault is not None or replay is None:
            return
        try:
            if line.fault is not None:
                replay.settle()
            replay.feed(line.number, _readable(line))
        except RecordError as error:
            self._fault = Fault(error.line or line.number, str(error))

    def report(self) -> Report:
        replay = self._replay
        if replay is None:
            return Report(self._line, fault=self._fault)
        if self._fault is None:
            try:
                replay.settle()
            except RecordError as error:
                self._fault = Fault(error.line or self._line, str(error))
        return Report(
            self._line,
            replay.deals,
            replay.actions,
            unfinished=self._fault is None and replay.unfinished,
            partial=replay.partial,
            fault=self._fault,
        )


def _readable(line: Line) -> Fields:
    if line.fault is not None:
        raise RecordError(line.fault)
    return line.fields
