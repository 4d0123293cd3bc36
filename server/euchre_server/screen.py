"""The host's screen: a terminal, or a pipe, that may stop taking lines without anybody's game waiting for it."""

from __future__ import annotations

import contextlib
import os
import queue
import select
import threading
from typing import Final, TextIO

LINES_WAITING: Final = 1000
"""What a screen that was stopped (Ctrl-S, a selected text, a pipe that nobody reads) shows when it goes on: an evening
of a few tables. What is beyond is in the log only."""

FAREWELL_S: Final = 0.5
"""For the last lines when the host closes. A screen that is stopped then gets none of them."""


class Screen:
    """Writes lines in a thread of its own.

    Args:
        file: where to.
    """

    def __init__(self, file: TextIO) -> None:
        self._file = file
        self._lines: queue.Queue[str | None] = queue.Queue(LINES_WAITING)
        self._left_out = 0
        # A daemon, since a thread that writes to a stopped terminal ends when the terminal goes on, and not before.
        self._thread = threading.Thread(target=self._run, name="screen", daemon=True)
        self._thread.start()

    def put(self, line: str) -> None:
        """Show a line, without waiting; leave it out if too many wait already."""
        try:
            if self._left_out:
                self._lines.put_nowait(f"({self._left_out} lines are in host.log only)")
                self._left_out = 0
            self._lines.put_nowait(line)
        except queue.Full:
            self._left_out += 1

    def close(self) -> None:
        """Show what is waiting, unless the screen is stopped."""
        with contextlib.suppress(queue.Full):
            self._lines.put(None, timeout=FAREWELL_S)
            self._thread.join(FAREWELL_S)

    def _run(self) -> None:
        while (line := self._lines.get()) is not None:
            with contextlib.suppress(OSError, ValueError):  # a closed terminal must not stop anybody's game either
                self._write(f"{line}\n")

    def _write(self, text: str) -> None:
        descriptor = self._descriptor()
        if descriptor is None:
            self._file.write(text)
            self._file.flush()
            return
        # Not through the file: who holds its lock in a write that does not end would hold up the end of the program.
        data = text.encode(self._file.encoding or "utf-8", "backslashreplace")
        while data:
            try:
                data = data[os.write(descriptor, data) :]
            except BlockingIOError:  # somebody else has made the terminal non-blocking
                select.select([], [descriptor], [])

    def _descriptor(self) -> int | None:
        try:
            return self._file.fileno()
        except (OSError, ValueError):  # a file in memory
            return None
