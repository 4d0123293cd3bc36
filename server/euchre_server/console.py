"""The host's own lines: on its screen and in its log."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import TextIO

from euchre_server.failures import StartError
from euchre_server.screen import Screen

LOG_NAME = "host.log"

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
        self._log = log
        self._screen = Screen(screen) if screen is not None else None
        self._now = now

    def show(self, text: str) -> None:
        """A line as it stands, without the time."""
        self._write(text, f"{self._now():%Y-%m-%d %H:%M:%S} {text.strip()}")

    def say(self, text: str) -> None:
        """A line about something that has just happened."""
        now = self._now()
        self._write(f"{now:%H:%M:%S} {text}", f"{now:%Y-%m-%d %H:%M:%S} {text}")

    def close(self) -> None:
        """Close the log, when the screen shows all."""
        if self._screen is not None:
            self._screen.close()
        with contextlib.suppress(OSError):  # what a full disk did not take cannot be saved now either
            self._log.close()

    def _write(self, screen: str, log: str) -> None:
        if self._screen is not None:
            self._screen.put(_lines(screen))
        with contextlib.suppress(OSError, ValueError):  # a full disk must not stop anybody's game
            print(_lines(log), file=self._log, flush=True)


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
