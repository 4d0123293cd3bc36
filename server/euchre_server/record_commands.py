"""What each command of ``euchre-record`` does with a file. Every function returns the exit code."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from .record_egn import collect, to_egn
from .record_egn_read import read_egn
from .record_lines import RecordError, open_records, read_lines
from .record_names import Faces
from .record_show import picture
from .record_stats import Stats
from .record_verify import Played, Report, follow, verify

RIGHT, WRONG, NO_RECORD = 0, 1, 2


def verify_file(name: str) -> int:
    """Print the first fault of each record, and the sums."""
    sums = _Sums()
    with open_records(name) as stream:
        for report in verify(read_lines(stream)):
            sums.add(report)
            _print_fault(name, report)
    if not sums.records:
        return _no_record(name)
    print(f"{name}: {sums}")
    return WRONG if sums.wrong else RIGHT


def show_file(name: str, number: int | None, symbols: bool) -> int:
    """Print pictures of every deal, of all records or of one."""
    faces = Faces(symbols)
    count = wrong = 0
    with open_records(name) as stream:
        for event in follow(read_lines(stream)):
            chosen = number in (None, count + 1)
            if isinstance(event, Played) and chosen:
                print("\n".join(picture(event, faces)))
            elif isinstance(event, Report):
                count += event.line > 0
                if chosen:
                    _print_fault(name, event)
                    wrong += event.fault is not None
    if not count:
        return _no_record(name)
    if number is not None and number > count:
        print(f"{name}: there are only {count} records", file=sys.stderr)
        return NO_RECORD
    return WRONG if wrong else RIGHT


def stats_of_files(names: list[str]) -> int:
    """Print the sums over all files."""
    stats = Stats()
    for name in names:
        with open_records(name) as stream:
            for event in follow(read_lines(stream)):
                stats.add(event)
                if isinstance(event, Report):
                    _print_fault(name, event)
    if not stats.records:
        return _no_record(names[0])
    print("\n".join(stats.lines()))
    return WRONG if stats.wrong else RIGHT


def export_file(name: str, number: int | None, output: str | None) -> int:
    """Write one record as EGN."""
    try:
        with open_records(name) as stream:
            game = collect(follow(read_lines(stream)), number)
        if game is None:
            return _no_record(name)
        text = json.dumps(to_egn(game), ensure_ascii=False, indent=1) + "\n"
    except RecordError as error:
        return _refused(name, error)
    return _write(text, output)


def import_file(name: str, output: str | None) -> int:
    """Write an EGN file as a record."""
    try:
        with open_records(name) as stream:
            text = "".join(line + "\n" for line in read_egn(stream))
    except RecordError as error:
        return _refused(name, error)
    return _write(text, output)


def _write(text: str, output: str | None) -> int:
    if output is None:
        sys.stdout.write(text)
    else:
        Path(output).write_text(text, encoding="utf-8", errors="replace")
    return RIGHT


def _print_fault(name: str, report: Report) -> None:
    if report.fault is not None:
        print(f"{name}:{report.fault.line}: {report.fault.text}")


def _no_record(name: str) -> int:
    print(f"{name}: this is no game record", file=sys.stderr)
    return NO_RECORD


def _refused(name: str, error: RecordError) -> int:
    place = name if error.line is None else f"{name}:{error.line}"
    print(f"{place}: {error}", file=sys.stderr)
    return WRONG


class _Sums:
    """What all reports of one file add up to."""

    def __init__(self) -> None:
        self.records = self.deals = self.actions = self.unfinished = self.partial = self.wrong = 0

    def add(self, report: Report) -> None:
        self.records += report.line > 0
        self.deals += report.deals
        self.actions += report.actions
        self.unfinished += report.unfinished
        self.partial += report.partial
        self.wrong += report.fault is not None

    def __str__(self) -> str:
        checked = f"{self.records} records, {self.deals} deals, {self.actions} actions checked"
        return f"{checked}; {self.unfinished} unfinished, {self.partial} partial, {self.wrong} wrong"
