"""The host's own lines: on its screen and in its log."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Final, TextIO

from euchre_server.failures import StartError
from euchre_server.printer import Printer

LOG_NAME = "host.log"

SCREEN_LINES: Final = 1000
"""What a screen that was stopped shows when it goes on: an evening of a few tables. What is beyond is in the log."""

SCREEN_FAREWELL_S: Final = 0.5
"""For the last lines when the host closes. A screen that is stopped then gets none of them."""

LOG_LINES: Final = 10_000
"""Two for each table of a host that opens as many as it may (2,000), and room; at most 10 MB."""

LOG_FAREWELL_S: Final = 5.0
"""For the last lines: a disk that takes no line for so long is not worth waiting for."""

LONGEST_LINE = 1000
"""Characters; more than any path or traceback of ours needs, and too few to fill a disk with one message."""


def open_log(folder: Path) -> TextIO:
    """Open the log in the data folder, which is made if need be.

    Raises:
        StartError: the folder cannot be made or written to.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        return (folder / LOG_NAME).open("a", encoding="utf-8", errors="backslashreplace")
    except OSError as error:
        raise StartError(f"Cannot write to the data folder {folder}: {error.strerror}. See --data.") from error


class Console:
    """Takes lines and puts them where they belong.

    Args:
        log: every line goes here, with the date.
        screen: and here; none when the terminal belongs to a player.
        now: the time of day.
    """

    def __init__(self, log: TextIO, screen: TextIO | None, now: Callable[[], datetime]) -> None:
        self._file = log
        self._log = Printer(log, gap="({count} lines are missing here)", most=LOG_LINES, farewell=LOG_FAREWELL_S)
        self._screen = None
        if screen is not None:
            gap = f"({{count}} lines are in {LOG_NAME} only)"
            self._screen = Printer(screen, gap=gap, most=SCREEN_LINES, farewell=SCREEN_FAREWELL_S)
        self._now = now

    def show(self, text: str) -> None:
        """A line as it stands, without the time."""
        self._write(text, f"{self._now():%Y-%m-%d %H:%M:%S} {text.strip()}")

    def say(self, text: str) -> None:
        """A line about something that has just happened."""
        now = self._now()
        self._write(f"{now:%H:%M:%S} {text}", f"{now:%Y-%m-%d %H:%M:%S} {text}")

    def settle(self) -> None:
        """Wait until the log has all lines so far, if it can take them."""
        self._log.settle()

    def close(self) -> None:
        """Close the log, when all is on the screen and in it."""
        if self._screen is not None:
            self._screen.close()
        if self._log.close():
            self._file.close()

    def _write(self, screen: str, log: str) -> None:
        if self._screen is not None:
            self._screen.put(_lines(screen))
        self._log.put(_lines(log))


def _lines(text: str) -> str:
    """Lines that belong together, each harmless."""
    return "\n    | ".join(visible(line) for line in text.split("\n"))


def visible(line: str) -> str:
    """Make a line harmless on any terminal and in any log.

    What people send is cleaned when it comes in, so this is for what nobody foresaw, such as the text of an exception.

    Returns:
        The line with everything that does not print written out (``\\x1b``), cut after ``LONGEST_LINE`` characters.
    """
    shown = line if line.isprintable() else "".join(map(_written_out, line))
    return shown if len(shown) <= LONGEST_LINE else shown[:LONGEST_LINE] + " ..."


def _written_out(char: str) -> str:
    return char if char.isprintable() else char.encode("unicode_escape").decode("ascii")
