"""Looking into SQLite's log (``-wal``) for commits that it would drop in silence.

SQLite reads the log up to the first frame whose checksum is wrong and takes the rest for the leavings of an earlier
log or of a commit that a crash cut off. That is right after a crash, and wrong after damage: then commits that were on
the disk are gone without a word. They can still be told apart. Each commit is on the disk before the next one is
written, so a crash leaves at most one that is cut off; a commit *behind* that one, with the marks of this log, was
whole once. The format is described at https://www.sqlite.org/fileformat2.html#the_write_ahead_log.
"""

from __future__ import annotations

import struct
import sys
from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

_HEADER = struct.Struct(">IIIIIIII")  # magic, version, page size, checkpoints, salt, salt, checksum, checksum
_FRAME = struct.Struct(">IIIIII")  # page, size of the database after a commit or 0, salt, salt, checksum, checksum
_MAGIC = 0x377F0682  # the last bit says that checksums are taken of big-endian words

Sum = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Lost:
    """What is in a log behind a damaged place.

    Attributes:
        commits: so many, at least.
        pages: their pages, as bytes in which something may still be recognized.
    """

    commits: int
    pages: bytes


@dataclass(frozen=True, slots=True)
class _Frame:
    commits: bool
    whole: bool
    page: memoryview


def lost_in(log: Path) -> Lost | None:
    """What is in a log behind a damaged place. Nothing for a log that a crash left behind."""
    data = log.read_bytes()
    if not _begins_well(data):
        return Lost(1, data)
    frames = list(_frames(data))
    good = next((number for number, frame in enumerate(frames) if not frame.whole), len(frames))
    commits = sum(frame.commits for frame in frames[good:])
    return Lost(commits, b"".join(frame.page for frame in frames[good:])) if commits > 1 else None


def _begins_well(data: bytes) -> bool:
    """Whether the header is right, or nothing was ever written behind it: it is on the disk before any frame is."""
    if len(data) <= _HEADER.size:
        return True
    magic, _, page, _, _, _, *total = _HEADER.unpack_from(data)
    return (
        magic & ~1 == _MAGIC and page.bit_count() == 1 and tuple(total) == _sum(data[:24], (0, 0), big=magic & 1 == 1)
    )


def _frames(data: bytes) -> Iterator[_Frame]:
    """The frames with the marks of this log. Others are the leavings of an earlier one, or damaged."""
    if len(data) <= _HEADER.size:
        return
    magic, _, page, _, *salts, _, _ = _HEADER.unpack_from(data)
    big = magic & 1 == 1
    total = _sum(data[:24], (0, 0), big=big)
    chained = True
    for start in range(_HEADER.size, len(data) - page - _FRAME.size + 1, page + _FRAME.size):
        _, size, *marks, one, two = _FRAME.unpack_from(data, start)
        body = start + _FRAME.size
        if marks != salts:
            chained = False
            continue
        if chained:
            total = _sum(data[body : body + page], _sum(data[start : start + 8], total, big=big), big=big)
            chained = total == (one, two)
        yield _Frame(size != 0, chained, memoryview(data)[body : body + page])


def _sum(data: bytes, before: Sum, *, big: bool) -> Sum:
    words = array("I", data)
    if big != (sys.byteorder == "big"):
        words.byteswap()
    one, two = before
    pairs = iter(words)
    for word in pairs:
        one = (one + word + two) & 0xFFFFFFFF
        two = (two + next(pairs) + one) & 0xFFFFFFFF
    return one, two
