"""What players did in all games of some records: a table of sums."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from .record_names import pad, seat_names
from .record_verify import Begun, Event, Played, Report

NAMES = 10_000
"""Most players that are told apart; a file of strangers could name any number."""

_OTHERS = "(others)"
_COLUMNS = ("games", "won", "deals", "calls", "made", "march", "euchred", "alone", "tricks", "points")


@dataclass(slots=True)
class Sheet:
    """The sums of one player. ``made`` counts marches too; ``tricks`` and ``points`` are the whole side's."""

    games: int = 0
    won: int = 0
    deals: int = 0
    calls: int = 0
    made: int = 0
    march: int = 0
    euchred: int = 0
    alone: int = 0
    tricks: int = 0
    points: int = 0


class Stats:
    """Takes what ``record_verify.follow`` tells, and adds it up."""

    def __init__(self) -> None:
        self.records = self.finished = self.deals = self.thrown_in = self.wrong = 0
        self._sheets: dict[str, Sheet] = {}
        self._last: Played | None = None

    def add(self, event: Event) -> None:
        """Count one event."""
        if isinstance(event, Begun):
            self._last = None
        elif isinstance(event, Played):
            self._last = event
            self._add_deal(event)
        else:
            self._end_record(event)

    def _add_deal(self, played: Played) -> None:
        result = played.state.result
        if result is None:
            return
        self.deals += 1
        self.thrown_in += result.maker is None
        for seat, name in enumerate(seat_names(played.seats, played.header.rules.players)):
            sheet = self._sheet(name)
            side = seat % len(result.tricks)
            sheet.deals += 1
            sheet.tricks += result.tricks[side]
            sheet.points += result.points[side]
            sheet.alone += seat in result.alone
            if seat == result.maker:
                sheet.calls += 1
                sheet.euchred += result.outcome == "euchred"
                sheet.made += result.outcome != "euchred"
                sheet.march += result.outcome in ("march", "alone_march")

    def _end_record(self, report: Report) -> None:
        self.records += report.line > 0
        self.wrong += report.fault is not None
        last = self._last
        if last is None or last.state.winner is None or report.fault is not None:
            return
        self.finished += 1
        for seat, name in enumerate(seat_names(last.seats, last.header.rules.players)):
            sheet = self._sheet(name)
            sheet.games += 1
            sheet.won += seat % last.header.rules.sides == last.state.winner

    def _sheet(self, name: str) -> Sheet:
        if name not in self._sheets and len(self._sheets) >= NAMES:
            name = _OTHERS
        return self._sheets.setdefault(name, Sheet())

    def lines(self) -> Iterator[str]:
        """The sums, then a row for each player, most games first."""
        yield f"{self.records} records: {self.finished} finished games, {self.wrong} wrong"
        yield f"{self.deals} deals, {self.thrown_in} of them thrown in"
        if not self._sheets:
            return
        yield ""
        yield pad("player") + "".join(f"{column:>8}" for column in _COLUMNS)
        for name, sheet in sorted(self._sheets.items(), key=lambda one: (-one[1].games, -one[1].won, one[0])):
            yield pad(name) + "".join(f"{getattr(sheet, column):>8}" for column in _COLUMNS)
