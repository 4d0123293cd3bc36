"""Lines in and lines out: standard input without a thread, standard output without delay."""

from __future__ import annotations

import asyncio
import os
import termios
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import TextIO

from euchre_client.text import cut, width
from euchre_protocol.text import visible_text

_CHUNK = 4096
_NARROWEST = 20
"""Columns of a terminal in which lines are still broken at spaces; a narrower one gives none, or nonsense."""
_LONGEST = 8192
"""Bytes after which input without a line end is taken as a line: no answer is that long."""


class Lines:
    """Lines of an input, read only when asked for.

    Neither a thread (it would hang in ``read`` when the program ends) nor ``connect_read_pipe`` (it makes the
    terminal itself non-blocking, also for the shell, and takes no files) is used: the loop says when there is
    something, and a plain ``read`` takes it.
    """

    def __init__(self, source: TextIO | None) -> None:
        self._fd: int | None = None if source is None else source.fileno()
        self._buffer = b""
        self.is_terminal = source is not None and source.isatty()
        self.ended = source is None

    async def next(self) -> str | None:
        """Wait for the next line, without its end; none at the end of input. Safe to cancel: nothing is lost."""
        while b"\n" not in self._buffer and len(self._buffer) < _LONGEST and not self.ended:
            await self._readable()
            self._read()
        if not self._buffer:
            return None
        line, _, self._buffer = self._buffer.partition(b"\n")
        return line.decode("utf-8", errors="replace")

    def unread(self, line: str) -> None:
        """Let a line come once more."""
        self._buffer = line.encode() + b"\n" + self._buffer

    @contextmanager
    def unseen(self) -> Generator[None]:
        """Do not show on the terminal what is typed meanwhile, but for the end of the line."""
        if self._fd is None or not self.is_terminal:
            yield
            return
        before = termios.tcgetattr(self._fd)
        quiet = [*before]
        quiet[3] = before[3] & ~termios.ECHO | termios.ECHONL
        termios.tcsetattr(self._fd, termios.TCSADRAIN, quiet)
        try:
            yield
        finally:
            termios.tcsetattr(self._fd, termios.TCSADRAIN, before)

    def _read(self) -> None:
        assert self._fd is not None, "without a source the input has ended"
        try:
            data = os.read(self._fd, _CHUNK)
        except OSError:  # the terminal is gone
            data = b""
        self.ended = not data
        self._buffer += data

    async def _readable(self) -> None:
        assert self._fd is not None, "without a source the input has ended"
        loop = asyncio.get_running_loop()
        ready = loop.create_future()
        try:
            loop.add_reader(self._fd, _wake, ready)
        except OSError:  # a file or /dev/null: the system cannot watch it, because it can always be read
            return
        try:
            await ready
        finally:
            loop.remove_reader(self._fd)


def _wake(ready: asyncio.Future[None]) -> None:
    if not ready.done():
        ready.set_result(None)


def folded(text: str, room: int) -> list[str]:
    """Break a line at spaces into pieces of at most ``room`` cells, all with the blanks at its beginning.

    Other blanks stay as they are where no line ends; a word that is wider than a line is left to the terminal.
    """
    blanks = text[: len(text) - len(text.lstrip())]
    lines: list[str] = []
    while width(text) > room:
        fits = cut(text, room + 1)[:-1]  # without the ellipsis
        between = fits.rfind("  ")  # two blanks stand between choices: a number stays with its words
        at = between if between > room // 2 else fits.rfind(" ") if text[len(fits)] != " " else len(fits)
        if at <= len(blanks):
            break
        lines.append(text[:at].rstrip())
        text = blanks + text[at:].lstrip()
    return [*lines, text]


class Paper:
    """Lines of output, each flushed at once.

    What would do something to a terminal instead of being read is left out: all of plain mode is written here, and a
    host may have thought it up.

    On a terminal a question stays open: the answer is typed behind it, and a line that comes in between starts on
    its own. Without a terminal every question ends its line.

    Args:
        out: where to write.
        typed_on: whether answers are typed behind the questions.
        columns: asked anew for each line, since windows change: how wide a terminal is, 0 for none. Lines go on below
            at a space there, where a terminal by itself would break words.
    """

    def __init__(self, out: TextIO, *, typed_on: bool, columns: Callable[[], int] = lambda: 0) -> None:
        self._out = out
        self._typed_on = typed_on
        self._columns = columns
        self._open = False

    def line(self, text: str) -> None:
        """Write one line."""
        self._write(("\n" if self._open else "") + self._fitting(text) + "\n")
        self._open = False

    def question(self, text: str) -> None:
        """Write a question to be answered."""
        lead = "\n" if self._open else ""
        self._write(lead + self._fitting(text + " >") + (" " if self._typed_on else "\n"))
        self._open = self._typed_on

    def answered(self) -> None:
        """Take note that the person ended the line by typing Enter."""
        self._open = False

    def end(self) -> None:
        """Leave nothing behind an open question: what writes next begins a line of its own."""
        if self._open:
            self._write("\n")
            self._open = False

    @property
    def interrupted(self) -> bool:
        """Whether the last question no longer stands at the end, so that it should be asked again."""
        return self._typed_on and not self._open

    def _fitting(self, text: str) -> str:
        text = visible_text(text)
        room = self._columns()
        return "\n".join(folded(text, room)) if room > _NARROWEST else text

    def _write(self, text: str) -> None:
        self._out.write(text)
        self._out.flush()
