"""What each command of ``euchre-record`` does with a file. Every function returns the exit code."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from .record_egn import collect, to_egn
from .record_egn_read import read_egn
from .record_lines import RecordError, open_records, read_lines
from .record_names import Faces, seat_names
from .record_parse import HAND
from .record_show import picture
from .record_stats import Stats
from .record_verify import Begun, Event, Played, Report, follow, verify
from .review import Game, review_deal
from .review_graph import svg_graph, text_graph
from .review_text import NOTES, Table, deal_lines, sums_lines

RIGHT, WRONG, NO_RECORD = 0, 1, 2


@dataclass(frozen=True, slots=True)
class Wanted:
    """What of a review is wanted.

    ``record``: the Nth of the file. ``seat``: only the decisions of that one. ``worlds``: deals looked at for a
    decision. ``svg``: a file for a picture. ``symbols``: whether the output can show suits and braille.
    """

    record: int | None
    seat: int | None
    worlds: int
    svg: str | None
    symbols: bool


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


def review_file(name: str, wanted: Wanted) -> int:
    """Print what an expert thinks of every decision of a record, the sums, and how the chances went."""
    with open_records(name) as stream:
        found = list(_numbered(follow(read_lines(stream))))
    count = found[-1][0] if found else 0
    if not count:
        return _no_record(name)
    number = wanted.record or 1
    if number > count:
        print(f"{name}: there are only {count} records", file=sys.stderr)
        return NO_RECORD
    events = [event for place, event in found if place == number]
    deals = [event for event in events if isinstance(event, Played)]
    if not deals:
        print(f"{name}: there is no deal in that record", file=sys.stderr)
        return NO_RECORD
    rules = deals[0].header.rules
    if wanted.seat is not None and wanted.seat >= rules.players:
        print(f"{name}: there is no seat {wanted.seat}: seats are 0 to {rules.players - 1}", file=sys.stderr)
        return NO_RECORD
    names = seat_names(deals[-1].seats, rules.players)
    sides = ["+".join(names[side :: rules.sides]) for side in range(rules.sides)]
    table, game = Table(names, sides, Faces(wanted.symbols)), Game()
    for number, played in enumerate(deals, 1):
        progress = Progress(f"deal {number} of {len(deals)}")
        reviewed = review_deal(played.state, worlds=wanted.worlds, seats=_known(played), told=progress.step)
        progress.clear()
        game.add(reviewed, rules.players)
        print("\n".join(deal_lines(reviewed, table, wanted.seat)), flush=True)
    print("\n".join(sums_lines(game, table, wanted.seat)))
    side = (wanted.seat or 0) % rules.sides
    print(f"\nChance of winning: {sides[side]}")
    print("\n".join(text_graph([chances[side] for chances in game.curve], braille=wanted.symbols)))
    print(f"\n{NOTES}")
    if wanted.svg is not None:
        Path(wanted.svg).write_text(svg_graph(game.curve, sides), encoding="utf-8")
    faults = [event for event in events if isinstance(event, Report)]
    for report in faults:
        _print_fault(name, report)
    return WRONG if any(report.fault is not None for report in faults) else RIGHT


def _numbered(events: Iterable[Event]) -> Iterator[tuple[int, Event]]:
    """Each event with the number of its record, from 1; 0 before any."""
    count = 0
    for event in events:
        count += isinstance(event, Begun)
        yield count, event


def _known(played: Played) -> set[int]:
    """The seats whose whole hand the record knows; nobody else's choices can be judged."""
    cards = played.deal.cards
    return {seat for seat in range(played.header.rules.players) if None not in cards[HAND * seat : HAND * seat + HAND]}


class Progress:
    """A line on the terminal that says how far the work is; nothing where standard error goes elsewhere."""

    def __init__(self, text: str) -> None:
        self._text = text if sys.stderr.isatty() else ""
        self._steps = 0

    def step(self) -> None:
        """A decision more is done."""
        self._steps += 1
        if self._text:
            print(f"\r{self._text}, decision {self._steps} ", end="", file=sys.stderr, flush=True)

    def clear(self) -> None:
        """Make room for what comes."""
        if self._text:
            print(f"\r{' ' * (len(self._text) + 20)}\r", end="", file=sys.stderr, flush=True)


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
