"""A real client process in a real pseudo-terminal."""

from __future__ import annotations

import asyncio
import fcntl
import os
import pty
import re
import signal
import struct
import subprocess
import sys
import termios
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from client.emulator import PATIENCE, Terminal

_TAKE_TERMINAL = (
    "import fcntl, os, sys, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0); os.execv(sys.argv[1], sys.argv[1:])"
)
"""Without a controlling terminal a process gets neither SIGWINCH nor Ctrl-Z."""


class Process:
    """``python ARGUMENTS`` at a terminal of its own."""

    def __init__(self, arguments: list[str], home: Path, environ: Mapping[str, str] = {}, answers: str = "") -> None:
        """Start it; ``answers`` is what the terminal says when it is asked what it can show."""
        self.terminal = Terminal()
        self._answers = answers
        self._gone = False
        self._master, slave = pty.openpty()
        self._slave = slave
        self.resize(80, 24)
        self.before = termios.tcgetattr(slave)
        folders = {name: str(home) for name in ("XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "HOME")}
        inherited = {name: value for name, value in os.environ.items() if name not in {"NO_COLOR", "COLORTERM"}}
        settings = {"TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "PYTHONUTF8": "1"}
        self._process = subprocess.Popen(
            [sys.executable, "-c", _TAKE_TERMINAL, sys.executable, *arguments],
            stdin=slave, stdout=slave, stderr=slave, start_new_session=True,
            env=inherited | folders | settings | dict(environ),
        )  # fmt: skip
        asyncio.get_running_loop().add_reader(self._master, self._read)

    def _read(self) -> bool:
        """Take what the program has written, as far as one read brings it; whether that was anything."""
        try:
            data = os.read(self._master, 65536)
        except OSError:
            data = b""
        if data:
            self.terminal.write(data.decode("utf-8", "replace"))
            if self._answers and "\x1b[c" in self.terminal.raw:
                self.type(self._answers)
                self._answers = ""
        else:
            asyncio.get_running_loop().remove_reader(self._master)
        return bool(data)

    def type(self, keys: str) -> None:
        os.write(self._master, keys.encode())

    def resize(self, width: int, height: int) -> None:
        self.terminal.screen.resize(height, width)
        fcntl.ioctl(self._master, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))

    def stop_reading(self) -> None:
        """Be a terminal that takes nothing, as one behind a network that stalls."""
        asyncio.get_running_loop().remove_reader(self._master)

    def go_on_reading(self) -> None:
        asyncio.get_running_loop().add_reader(self._master, self._read)

    def hang_up(self) -> None:
        """Be a window that was closed: the other end of the terminal is gone."""
        self.stop_reading()
        os.close(self._slave)
        os.close(self._master)
        self._gone = True

    def signal(self, number: signal.Signals) -> None:
        self._process.send_signal(number)

    async def ends(self) -> int:
        """Wait for the process and return its exit code."""
        async with asyncio.timeout(PATIENCE):
            code = await asyncio.to_thread(self._process.wait)
        if not self._gone:
            self._drain()
        return code

    def _drain(self) -> None:
        os.set_blocking(self._master, False)
        while self._read():  # one read brings 4 KiB at most
            pass

    @property
    def left_behind(self) -> list[str]:
        """What is not as it was before: modes of the terminal that are still on, and its line settings."""
        faults = []
        if termios.tcgetattr(self._slave) != self.before:
            faults.append("line settings")
        for mode, resting in (
            ("1049", "l"),
            ("25", "h"),
            ("2004", "l"),
            ("1000", "l"),
            ("1003", "l"),
            ("1006", "l"),
            ("1015", "l"),
            ("1", "l"),
        ):
            switches = re.findall(rf"\x1b\[\?{mode}([hl])", self.terminal.raw)
            if switches and switches[-1] != resting:
                faults.append(f"mode {mode}")
        return faults

    @property
    def cpu_seconds(self) -> float:
        """Processor time that it has taken so far, to the nanosecond, as Linux counts it."""
        return int(Path(f"/proc/{self._process.pid}/schedstat").read_text().split()[0]) / 1e9

    @property
    def modes(self) -> list[Any]:
        """The line settings of the terminal now."""
        return termios.tcgetattr(self._slave)

    def close(self) -> None:
        if self._gone:
            self._process.kill()
            self._process.wait()
            return
        asyncio.get_running_loop().remove_reader(self._master)
        if self._process.poll() is None:
            self._process.kill()
            self._process.wait()
        os.close(self._master)
        os.close(self._slave)
