"""Writing game records: the lines of a game, and the files they go to.

A record is a list of lines, each one JSON object as docs/records.md describes it. The host collects the lines of a game
with the functions ``header_line`` ... ``seat_line`` while it is played and hands all of them to ``save_record`` when it
is over. Reading and checking live in ``record_lines`` and ``record_verify``.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from euchre_engine import Action, Card, DealResult, Rules
from euchre_server.files import put_in_place, sync_folder

FORMAT = 1
"""The version in the header's key ``euchre``; readers refuse any other."""

SUFFIX = ".euchre"

_NAME_LENGTH = 40
_COPIES = 1000


@dataclass(frozen=True, slots=True)
class Sitter:
    """Who sat in a seat when the game began. ``kind`` is ``human`` or ``bot:<level>``."""

    name: str
    kind: str = "human"


# ---------------------------------------------------------------- lines


def header_line(
    rules: Rules, seats: Sequence[Sitter] = (), *, score: Sequence[int] | None = None, when: datetime, table: str
) -> str:
    """The first line of a record.

    Args:
        rules: the rules of the whole game; every field is written.
        seats: who sits where, seat 0 first.
        score: points of each side before the first deal; none means nothing to nothing.
        when: the start of the game, with a time zone.
        table: the table's name.
    """
    return _line(
        {
            "euchre": FORMAT,
            "rules": rules.to_fields(),
            "seats": [{"name": sitter.name, "kind": sitter.kind} for sitter in seats],
            "score": list(score) if score is not None else [0] * rules.sides,
            "when": when.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
            "table": table,
        }
    )


def deal_line(number: int, dealer: int, cards: Sequence[Card], players: int) -> str:
    """A deal. ``cards`` is the whole pack in the order in which the engine's ``deal`` takes it."""
    hands = [list(cards[5 * seat : 5 * seat + 5]) for seat in range(players)]
    rest = list(cards[5 * players :])
    return _line({"deal": number, "dealer": dealer, "hands": hands, "upcard": rest[0], "kitty": rest[1:]})


def action_line(
    seat: int,
    action: Action,
    *,
    by: str | None = None,
    ms: int | None = None,
    legal: Iterable[Action] | None = None,
) -> str:
    """Something a seat did.

    Args:
        seat: the seat, 0 to 3.
        action: what it did.
        by: ``bot`` when a bot acted for a person; none when the seat's owner acted.
        ms: how long the seat thought, in milliseconds.
        legal: all actions that were legal, the one that was done among them.
    """
    fields: dict[str, object] = {"seat": seat, **action.to_fields()}
    if by is not None:
        fields["by"] = by
    if ms is not None:
        fields["ms"] = ms
    if legal is not None:
        fields["legal"] = [one.to_fields() for one in legal]
    return _line(fields)


def result_line(result: DealResult) -> str:
    """The end of a deal."""
    if result.outcome != "thrown_in":
        played = {"tricks": list(result.tricks), "points": list(result.points), "score": list(result.score)}
        return _line({"result": played})
    thrown_in = {"thrown_in": True, "same_dealer": True} if result.same_dealer else {"thrown_in": True}
    return _line({"result": thrown_in})


def seat_line(seat: int, sitter: Sitter) -> str:
    """A note that a seat changed hands."""
    return _line({"note": "seat", "seat": seat, "kind": sitter.kind, "name": sitter.name})


def _line(fields: Mapping[str, object]) -> str:
    return msgspec.json.encode(fields).decode()


# ---------------------------------------------------------------- files


def save_record(directory: Path, lines: Sequence[str], *, when: datetime, table: str) -> Path:
    """Write one finished game to a file of ``directory`` and return its path.

    The file is named by the time (UTC) and the table, such as ``20261129-201441-Duel.euchre``; what a file name should
    not hold becomes ``-``. A file that is already there is never touched: the new one gets ``-2``, ``-3`` ... But if
    one of them is this very record, since a crash came between writing it and taking note of that, nothing is written.

    Raises:
        OSError: the file could not be written; nothing of it is left behind.
    """
    stem = f"{when.astimezone(UTC):%Y%m%d-%H%M%S}-{_safe(table)}"
    part = directory / f".{stem}.part"
    part.unlink(missing_ok=True)  # of a process that was interrupted, be it after the record had its name
    for path in directory.glob(f"{stem}*{SUFFIX}"):
        if path.read_bytes() == _bytes(lines):
            return path
    try:
        append_record(part, lines)
        return _place(part, directory, stem)
    finally:
        part.unlink(missing_ok=True)


def append_record(path: Path, lines: Sequence[str]) -> None:
    """Append one whole record to a file, and return when it is on the disk.

    The record goes out in one write, so that two hosts that append to the same file do not mix their lines. A write
    that fails halfway is taken back: the file is as it was.

    Raises:
        OSError: the record could not be written.
    """
    data = _bytes(lines)
    file = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o644)
    try:
        size = os.fstat(file).st_size
        try:
            _write_all(file, data)
            os.fsync(file)
        except BaseException:
            os.ftruncate(file, size)
            raise
    finally:
        os.close(file)
    sync_folder(path.parent)


def _write_all(file: int, data: bytes) -> None:
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(file, rest) :]


def _bytes(lines: Sequence[str]) -> bytes:
    return "".join(line + "\n" for line in lines).encode("utf-8", "replace")


def _safe(table: str) -> str:
    return re.sub(r"[^A-Za-z0-9_]+", "-", table).strip("-")[:_NAME_LENGTH] or "table"


def _place(part: Path, directory: Path, stem: str) -> Path:
    """Name a finished file; several games may end in the same second at tables of one name."""
    for number in range(1, _COPIES):
        path = directory / f"{stem}{'' if number == 1 else f'-{number}'}{SUFFIX}"
        try:
            put_in_place(part, path)
        except FileExistsError:
            continue
        return path
    raise FileExistsError(f"{directory} holds {_COPIES - 1} records of {stem} already")
