"""Real processes for tests: hosts, plain clients behind pipes, and clients on a terminal that is emulated.

Nothing here sleeps. ``Evening.wait`` takes in what all processes write, lets their drivers answer, and returns as soon
as a condition holds; it fails with everything on show when the condition does not hold in time.
"""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pyte

LIMIT = 40.0
"""Seconds that anything may take: far more than it needs, for a machine that has other things to do."""

TICK = 0.1
"""Seconds after which drivers look again though nothing was written: a key may have been ignored on purpose."""

KEYS: Mapping[str, str] = {
    "enter": "\r",
    "escape": "\x1b",
    "up": "\x1b[A",
    "down": "\x1b[B",
    "right": "\x1b[C",
    "left": "\x1b[D",
    "tab": "\t",
    "ctrl-c": "\x03",
    "ctrl-l": "\x0c",
    "ctrl-z": "\x1a",
    "page up": "\x1b[5~",
    "page down": "\x1b[6~",
    "f1": "\x1bOP",
}
"""What a terminal sends for the keys that have no letter."""


class Process:
    """A started program and what it has written so far.

    Attributes:
        popen: the process.
        text: everything written to its standard output.
        driver: called again and again while it runs; it may look at what was written and type an answer.
    """

    def __init__(self, name: str, popen: subprocess.Popen[bytes], output: int, typing: int) -> None:
        self.name = name
        self.popen = popen
        self.text = ""
        self.driver: Callable[[], None] | None = None
        self._output = output
        self._typing = typing
        self._rest = b""
        self._ended = False

    def fileno(self) -> int:
        return self._output

    @property
    def ended(self) -> bool:
        """Nothing more will be written."""
        return self._ended

    @property
    def status(self) -> int | None:
        """The exit status, once it has ended."""
        return self.popen.poll()

    @property
    def lines(self) -> list[str]:
        return self.text.splitlines()

    def type(self, text: str) -> None:
        """Write to its standard input; one that has gone takes nothing, as on a real terminal."""
        try:
            os.write(self._typing, text.encode())
        except OSError:
            self._ended = True

    def read(self) -> None:
        """Take in what is there to read; the caller knows that there is something."""
        try:
            data = os.read(self._output, 1 << 16)
        except OSError:  # Linux says so when the last process of a terminal has gone
            data = b""
        if not data:
            self._ended = True
        else:
            self.feed(data)

    def feed(self, data: bytes) -> None:
        """Keep what was written. Characters may come in pieces."""
        whole = self._rest + data
        text = whole.decode("utf-8", errors="ignore")
        self._rest = b"" if whole == text.encode() else whole[len(text.encode()) :]
        self.text += text

    def show(self) -> str:
        """What to show when a test fails."""
        return f"--- {self.name} (status {self.status}):\n" + "\n".join(self.lines[-30:])

    def end(self) -> None:
        """End it, however far it is."""
        if self.status is None:
            self.popen.kill()
        self.popen.wait()
        for fd in {self._output, self._typing}:
            os.close(fd)


class _Screen(pyte.Screen):
    """pyte's screen, whose answers to questions reach the program."""

    def __init__(self, columns: int, rows: int, answer: Callable[[str], None]) -> None:
        self._answer = answer
        super().__init__(columns, rows)

    def write_process_input(self, data: str) -> None:
        self._answer(data)


class Terminal(Process):
    """A program on a terminal of its own: its controlling terminal, so that Ctrl-C, Ctrl-Z and resizing work."""

    def __init__(
        self, name: str, argv: Sequence[str], env: Mapping[str, str], *, columns: int = 80, rows: int = 24
    ) -> None:
        ours, theirs = pty.openpty()
        _set_size(ours, columns, rows)
        popen = subprocess.Popen(
            list(argv), stdin=theirs, stdout=theirs, stderr=theirs, env=dict(env), close_fds=True,
            preexec_fn=lambda: os.login_tty(theirs),
        )  # fmt: skip
        super().__init__(name, popen, ours, ours)
        # pytest keeps the other end open otherwise, and the end of the program would not be seen.
        os.close(theirs)
        self.screen = _Screen(columns, rows, self.type)
        self._stream = pyte.ByteStream(self.screen)

    def feed(self, data: bytes) -> None:
        super().feed(data)
        self._stream.feed(data)

    @property
    def rows(self) -> list[str]:
        """The screen, row by row. (pyte's own ``display`` fails on half a wide character.)"""
        buffer, columns = self.screen.buffer, range(self.screen.columns)
        return ["".join(buffer[row][column].data for column in columns).rstrip() for row in range(self.screen.lines)]

    @property
    def shown(self) -> str:
        """The whole screen as one text."""
        return "\n".join(self.rows)

    def press(self, *keys: str) -> None:
        """Press keys, by the names of ``KEYS`` or as the letters they are."""
        for key in keys:
            self.type(KEYS.get(key, key))

    def resize(self, columns: int, rows: int) -> None:
        """Change the window; the program gets SIGWINCH."""
        self.screen.resize(rows, columns)
        _set_size(self._output, columns, rows)

    def modes(self) -> list[Any]:
        """How the terminal is set up, to see whether a program left it as it was."""
        return termios.tcgetattr(self._output)

    def show(self) -> str:
        border = "-" * self.screen.columns
        return f"--- {self.name} (status {self.status}):\n{border}\n{self.shown}\n{border}"


def _set_size(fd: int, columns: int, rows: int) -> None:
    fcntl.ioctl(fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))


class Evening:
    """All processes of one test. They are ended with it.

    Args:
        folder: where they keep their files: tokens, data, records.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.all: list[Process] = []
        self.others: list[Any] = []
        self.port = 0

    # ------------------------------------------------------------ starting

    def env(self, **changes: str) -> dict[str, str]:
        """A terminal without preferences, and folders of this test."""
        folders = {name: str(self.folder) for name in ("HOME", "XDG_STATE_HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME")}
        return {**os.environ, **folders, "PYTHONUNBUFFERED": "", **changes}

    def piped(self, name: str, *argv: str, stdin: Any = subprocess.PIPE) -> Process:
        """Start a program behind pipes; its error output goes with its output."""
        popen = subprocess.Popen(argv, stdin=stdin, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=self.env())
        assert popen.stdout is not None
        output = os.dup(popen.stdout.fileno())
        typing = output if popen.stdin is None else os.dup(popen.stdin.fileno())
        popen.stdout.close()
        if popen.stdin is not None:
            popen.stdin.close()
        return self._keep(Process(name, popen, output, typing))

    def host(self, *arguments: str, seed: int = 1) -> Process:
        """Start a host on a free port of the loopback and wait until it says which."""
        host = self.piped("host", *self.host_command("--seed", str(seed), *arguments), stdin=subprocess.DEVNULL)
        found = self.wait(lambda: re.search(r"^  euchre-join 127\.0\.0\.1:(\d+)(?= |$)", host.text, re.MULTILINE))
        self.port = int(found[1])
        return host

    def host_command(self, *arguments: str) -> list[str]:
        """How to start a host on a free port of the loopback."""
        command = [sys.executable, "-m", "euchre_server", "--port", "0", "--bind", "127.0.0.1"]
        return [*command, "--data", str(self.folder / "data"), *arguments]

    def join(self, name: str, *arguments: str, stdin: Any = subprocess.PIPE) -> Process:
        """Start a client behind pipes, which makes it plain."""
        return self.piped(name, *self._join(name, arguments), stdin=stdin)

    def screen(self, name: str, *arguments: str, columns: int = 80, rows: int = 24, **env: str) -> Terminal:
        """Start a client on a terminal."""
        argv = self._join(name, arguments)
        terminal = Terminal(name, argv, self.env(**env), columns=columns, rows=rows)
        self._keep(terminal)
        return terminal

    def _join(self, name: str, arguments: Sequence[str]) -> list[str]:
        return [sys.executable, "-m", "euchre_client", f"127.0.0.1:{self.port}", "--name", name, *arguments]

    def _keep(self, process: Process) -> Process:
        self.all.append(process)
        return process

    # ------------------------------------------------------------ waiting

    def wait(self, condition: Callable[[], Any], limit: float = LIMIT) -> Any:
        """Let the programs run until a condition holds, and return what it returned.

        Raises:
            AssertionError: it does not hold in time, or never will because all programs have ended.
        """
        deadline = time.monotonic() + limit
        while not (found := condition()):
            left = deadline - time.monotonic()
            running = [process for process in (*self.all, *self.others) if not process.ended]
            assert left > 0, "this did not come about in time:\n" + self.show()
            assert running, "this cannot come about any more:\n" + self.show()
            # A program that ends without a word closes its output, which wakes us too.
            for process in select.select(running, [], [], min(left, TICK))[0]:
                process.read()
            for process in self.all:
                if process.driver is not None and not process.ended:
                    process.driver()
        return found

    def wait_for(self, process: Process, text: str, limit: float = LIMIT) -> None:
        """Wait until a program has written a text (on a terminal: until it is on the screen)."""
        if isinstance(process, Terminal):
            self.wait(lambda: text in process.shown, limit)
        else:
            self.wait(lambda: text in process.text, limit)

    def wait_end(self, *processes: Process, limit: float = LIMIT) -> list[int]:
        """Wait until programs have ended, and return their exit statuses."""
        self.wait(lambda: all(process.ended for process in processes), limit)
        return [process.popen.wait(limit) for process in processes]

    def show(self) -> str:
        """Everything there is to see, for a test that failed."""
        return "\n".join(process.show() for process in self.all)

    def close(self) -> None:
        """End all programs."""
        for process in self.all:
            process.end()
        for other in self.others:
            other.close()


def interrupt(process: Process) -> None:
    """What Ctrl-C does to a program."""
    process.popen.send_signal(signal.SIGINT)
