"""Asks the terminal, before the screen opens, how wide it draws the symbols and how bright its background is.

One write asks everything: the symbols are printed and the cursor's position asked (a terminal that draws ♠ two cells
wide would shift every column), then the background colour, then the terminal's kind. The last question is answered by
nearly every terminal, so that one which leaves the others unanswered is not waited for.
"""

from __future__ import annotations

import os
import re
import select
import signal
import sys
import termios
import time
import tty
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType
from typing import NoReturn

SYMBOLS = "♠♥♦♣─│►·"
"""Signs whose width terminals disagree about."""

QUESTION = f"\r{SYMBOLS}\x1b[6n\x1b]11;?\x1b\\\x1b[c\r\x1b[K"

PATIENCE = 0.25
"""Seconds that a mute terminal costs at the start; answers of a terminal far away over a network take less."""

_POSITION = re.compile(rb"\x1b\[\d+;(\d+)R")
_BACKGROUND = re.compile(rb"\x1b\]11;rgb:([0-9a-fA-F]+)/([0-9a-fA-F]+)/([0-9a-fA-F]+)")
_KIND = re.compile(rb"\x1b\[\?[\d;]*c")


@dataclass(frozen=True, slots=True)
class Answers:
    """What the terminal said; none where it did not."""

    symbols_fit: bool | None = None
    dark: bool | None = None


def read_answers(data: bytes) -> Answers:
    """Find the answers among bytes from the terminal; keys typed meanwhile lie among them and are left out."""
    position = _POSITION.search(data)
    background = _BACKGROUND.search(data)
    return Answers(
        symbols_fit=None if position is None else int(position[1]) == len(SYMBOLS) + 1,
        dark=None if background is None else _brightness(background.groups()) < 0.5,
    )


def _brightness(parts: tuple[bytes, ...]) -> float:
    """Return the perceived brightness, from 0 to 1, of a colour in two or four hexadecimal digits a part."""
    red, green, blue = (int(part, 16) / (16 ** len(part) - 1) for part in parts)
    return float(0.299 * red + 0.587 * green + 0.114 * blue)


LATE = 3.0
"""Seconds after the start in which an answer may still come in from a terminal far away."""


class LateAnswers:
    """Picks out of the keys an answer that came after patience ended: it must not act as if it had been typed."""

    def __init__(self) -> None:
        self._before = ""
        self._inside = ""

    def swallows(self, key: str) -> bool:
        """Say whether ``key`` belongs to an answer; the Esc that begins it has passed by then and does no harm."""
        before, self._before = self._before, key
        if not self._inside:
            self._inside = key if before == "escape" and key in {"]", "["} else ""
            return bool(self._inside)
        ends_colour = key == "c-g" or (before == "escape" and key == "\\")
        if ends_colour or (self._inside == "[" and key.isalpha()):
            self._inside = ""
        return True


def ask_terminal() -> Answers:
    """Ask the terminal on standard input and output.

    Returns:
        Its answers. Keys that were typed before the screen opened are thrown away: nobody could see what they meant.
    """
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return Answers()
    source, sink = sys.stdin.fileno(), sys.stdout.fileno()
    before = termios.tcgetattr(source)
    with _ending_in_order():
        try:
            tty.setcbreak(source)
            os.write(sink, QUESTION.encode())
            return read_answers(_read(source))
        except (OSError, UnicodeEncodeError):
            return Answers()
        finally:
            termios.tcsetattr(source, termios.TCSADRAIN, before)


@contextmanager
def _ending_in_order() -> Generator[None]:
    """Let signals end the program by an exception: killed at once, it would leave a terminal that shows no typing."""

    def leave(number: int, _: FrameType | None) -> NoReturn:
        raise SystemExit(128 + number)

    usual = {number: signal.signal(number, leave) for number in (signal.SIGTERM, signal.SIGHUP)}
    try:
        yield
    finally:
        for number, handler in usual.items():
            signal.signal(number, handler)


def _read(source: int) -> bytes:
    """Read until the last question is answered or patience ends."""
    data = b""
    end = time.monotonic() + PATIENCE
    while not _KIND.search(data) and (left := end - time.monotonic()) > 0:
        ready, _, _ = select.select([source], [], [], left)
        if ready:
            data += os.read(source, 1024)
    return data
