"""Reading a file of game records line by line, in bounded memory, whatever the file holds.

Nothing here knows the rules of the game: a line becomes a map of JSON values, or a sentence that says why it cannot be
read. A record may come from anywhere, so every way in which bytes can be hostile is closed here: length, nesting,
encoding, doubled keys, numbers that are none.
"""

from __future__ import annotations

import gzip
import json
import re
import zlib
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import IO, NoReturn, cast

LINE_LIMIT = 256 * 1024
"""Longest line in bytes. The longest honest line, an action with all its legal alternatives, has about 1 KiB; notes of
a fair deal may carry proofs of some KiB. A reader must hold one line whole, so this bounds its memory."""

NESTING_LIMIT = 16
"""Deepest nesting of lists and maps. Records need 4; a JSON parser that recurses runs out of stack at some 1,000."""

_QUOTE_LENGTH = 60
_MESSAGE_LENGTH = 240
_GZIP_MAGIC = b"\x1f\x8b"

# A string, or the rest of a text that breaks off in one: always a match, so that hostile text costs linear time.
_STRING = re.compile(r'"[^"\\]*+(?:\\.?[^"\\]*+)*+(?:"|\Z)', re.DOTALL)

Fields = dict[str, object]


class RecordError(ValueError):
    """Something in a record is wrong; the text says what, in one line that is safe to print.

    ``line`` is the number of the line at fault where it is not the one just read.
    """

    def __init__(self, text: str, line: int | None = None) -> None:
        printable = "".join(one if one.isprintable() else ascii(one)[1:-1] for one in text[:_MESSAGE_LENGTH])
        super().__init__(printable if len(text) <= _MESSAGE_LENGTH else printable + "...")
        self.line = line


@dataclass(frozen=True, slots=True)
class Line:
    """One line: its number (from 1), and either its fields or why it cannot be read.

    ``starts_record`` is true for a header, and for an unreadable line that was meant to be one.
    """

    number: int
    fields: Fields
    fault: str | None = None
    starts_record: bool = False


def quote(value: object) -> str:
    """A value from a file as it can be shown: in printable ASCII, cut to some 60 characters."""
    text = json.dumps(value) if isinstance(value, (str, bool, type(None))) else ascii(value)
    return text if len(text) <= _QUOTE_LENGTH else text[: _QUOTE_LENGTH - 3] + "..."


@contextmanager
def open_records(name: str) -> Generator[IO[bytes]]:
    """The plain bytes of a record file, which may be compressed with gzip; ``-`` is the standard input.

    Raises:
        OSError: the file cannot be opened.
    """
    with open(0 if name == "-" else name, "rb", closefd=name != "-") as file:
        if file.peek(2)[:2] == _GZIP_MAGIC:
            with gzip.GzipFile(fileobj=file) as plain:
                yield cast("IO[bytes]", plain)
        else:
            yield file


def read_lines(stream: IO[bytes]) -> Iterator[Line]:
    """All lines that are not blank, one after the other.

    Never raises for what the file holds: a line that cannot be read, or compressed data that break off, come out as
    a ``Line`` with a ``fault``.
    """
    number = 0
    while True:
        number += 1
        try:
            raw = stream.readline(LINE_LIMIT + 1)
            too_long = len(raw) > LINE_LIMIT
            if too_long:
                _skip_line(stream, raw)
        except (EOFError, gzip.BadGzipFile, zlib.error):
            yield Line(number, {}, "the compressed data break off or are damaged")
            return
        if not raw:
            return
        if too_long:
            yield Line(number, {}, f"the line is longer than {LINE_LIMIT} bytes", _meant_as_header(raw))
        elif raw.strip():
            yield _parse(number, raw)


def _skip_line(stream: IO[bytes], part: bytes) -> None:
    while part and not part.endswith(b"\n"):
        part = stream.readline(LINE_LIMIT)


def _meant_as_header(raw: bytes) -> bool:
    return raw.lstrip()[:1] == b"{" and raw.lstrip()[1:64].lstrip().startswith(b'"euchre"')


def _parse(number: int, raw: bytes) -> Line:
    try:
        fields = parse_object(raw.rstrip(b"\r\n"))
    except RecordError as error:
        fault = str(error)
        if not raw.endswith(b"\n"):
            fault += " (the file ends in the middle of this line)"
        return Line(number, {}, fault, _meant_as_header(raw))
    return Line(number, fields, starts_record="euchre" in fields)


def parse_object(raw: bytes) -> Fields:
    """The JSON object in ``raw``.

    Raises:
        RecordError: it is not UTF-8, not JSON, no object, nested too deeply, has a key twice or a number that is none.
    """
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise RecordError(f"byte {error.start + 1} of the line is not UTF-8") from None
    if _depth(text) > NESTING_LIMIT:
        raise RecordError(f"lists or maps are nested more than {NESTING_LIMIT} deep")
    try:
        value: object = _decoder.decode(text)
    except json.JSONDecodeError as error:
        reason = error.msg.lower().removesuffix(" at")
        raise RecordError(f"this is not JSON: {reason} at column {error.colno}") from None
    except RecordError:
        raise
    except ValueError:
        raise RecordError("a number has too many digits") from None
    if not isinstance(value, dict):
        raise RecordError("a line must be one JSON object, in { and }")
    return cast("Fields", value)


def _depth(text: str) -> int:
    """How deep lists and maps nest; exact for JSON, and never too little for what only resembles it."""
    if text.count("[") + text.count("{") <= NESTING_LIMIT:
        return 0
    depth = deepest = 0
    for character in _STRING.sub("", text):
        if character in "[{":
            depth += 1
            deepest = max(deepest, depth)
        elif character in "]}":
            depth -= 1
    return deepest


def _object(pairs: list[tuple[str, object]]) -> Fields:
    fields: Fields = {}
    for key, value in pairs:
        if key in fields:
            raise RecordError(f"the key {quote(key)} stands twice in one map")
        fields[key] = value
    return fields


def _constant(text: str) -> NoReturn:
    raise RecordError(f"{text} is not a number")


def _float(text: str) -> float:
    number = float(text)
    if number in (float("inf"), float("-inf")):
        raise RecordError(f"{quote(text)} is too large a number")
    return number


_decoder = json.JSONDecoder(object_pairs_hook=_object, parse_constant=_constant, parse_float=_float)
