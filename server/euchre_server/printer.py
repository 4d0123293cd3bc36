"""Lines for a screen or a log, either of which may stop taking them without anybody's game waiting for it."""

from __future__ import annotations

import contextlib
import os
import queue
import select
import threading
from typing import TextIO


class Printer:
    """Writes lines in a thread of its own.

    A terminal may be stopped (Ctrl-S, a selected text), nobody may read a pipe, and a busy disk may hold a write up for
    seconds. What does not reach the file is counted, and the number of lines is told as soon as it can be.

    Args:
        file: where to.
        gap: stands for what is missing; ``{count}`` in it is the number of lines.
        most: so many lines wait, at most.
        farewell: how long the last lines are waited for when all is closed, in seconds.
    """

    def __init__(self, file: TextIO, *, gap: str, most: int, farewell: float) -> None:
        self._file = file
        self._gap = gap
        self._farewell = farewell
        self._lines: queue.Queue[tuple[int, str] | threading.Event | None] = queue.Queue(most)
        self._left_out = 0  # since the beginning
        self._known = 0  # so many of them are among the missing, or have been told
        self._missing = 0
        # A daemon, since a thread that writes to a stopped terminal ends when the terminal goes on, and not before.
        self._thread = threading.Thread(target=self._run, name="printer", daemon=True)
        self._thread.start()

    def put(self, line: str) -> None:
        """Have a line written, without waiting; leave it out if too many wait already."""
        try:
            self._lines.put_nowait((self._left_out, line))
        except queue.Full:
            self._left_out += 1

    def settle(self) -> None:
        """Wait until all lines so far are in the file, and it on the disk; not for longer than the farewell."""
        settled = threading.Event()
        with contextlib.suppress(queue.Full):
            self._lines.put(settled, timeout=self._farewell)
            settled.wait(self._farewell)

    def close(self) -> bool:
        """Have what is waiting written; whether all of it was in time, and nothing is written any more."""
        try:
            self._lines.put(None, timeout=self._farewell)
        except queue.Full:
            return False
        self._thread.join(self._farewell)
        return not self._thread.is_alive()

    def _run(self) -> None:
        while (item := self._lines.get()) is not None:
            if isinstance(item, threading.Event):
                self._sync()
                item.set()
                continue
            left_out, line = item
            self._fill_gap(left_out)
            if not self._written(line):
                self._missing += 1
            if self._lines.empty():  # it may be long until the next line
                self._fill_gap(self._left_out)
        self._fill_gap(self._left_out)

    def _fill_gap(self, left_out: int) -> None:
        """Tell how many lines are missing, of which so many have been left out since the beginning."""
        self._missing += left_out - self._known
        self._known = left_out
        if self._missing and self._written(self._gap.format(count=self._missing)):
            self._missing = 0

    def _written(self, line: str) -> bool:
        try:
            self._write(f"{line}\n")
        except (OSError, ValueError):  # neither a full disk nor a closed terminal may stop anybody's game
            return False
        return True

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

    def _sync(self) -> None:
        descriptor = self._descriptor()
        if descriptor is not None:
            with contextlib.suppress(OSError):  # a full disk, or no disk at all
                os.fsync(descriptor)

    def _descriptor(self) -> int | None:
        try:
            return self._file.fileno()
        except (OSError, ValueError):  # a file in memory
            return None
