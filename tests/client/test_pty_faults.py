"""Every fault that a terminal can meet, at a real process in a real pseudo-terminal: it is left as it was found."""

from __future__ import annotations

import asyncio
import re
import signal
import sys
from pathlib import Path

import pytest

from client.emulator import Host
from client.pseudo import Process
from client.samples import play, table, wait
from client.test_pty import JOIN, at_terminal

pytestmark = pytest.mark.pty

SHELL = "exec bash --noprofile --norc --noediting -i"


def test_ctrl_c_asks_first_and_a_second_one_leaves_at_once(tmp_path: Path) -> None:
    async def script(process: Process, host: Host) -> None:
        await process.terminal.shows("Your turn.")
        process.type("\x03")
        await process.terminal.shows("Press Ctrl-C again")
        process.signal(signal.SIGINT)  # as another program sends it; the key is a byte to a terminal in raw mode
        assert await process.ends() == 130
        assert process.left_behind == []

    at_terminal(script, tmp_path)


def test_ctrl_z_gives_the_shell_its_terminal_and_fg_takes_it_again(tmp_path: Path) -> None:
    async def run() -> None:
        async with Host() as host:
            host.after_login = [table(), play()]
            process = Process(
                ["-c", "import os; os.execlp('sh', 'sh', '-c', os.environ['RUN'])"],
                tmp_path,
                {"RUN": SHELL, "PS1": "ready> ", "BASH_SILENCE_DEPRECATION_WARNING": "1"},
            )
            try:
                await process.terminal.shows("ready>")
                before = process.modes
                command = f"{sys.executable} {' '.join(JOIN)} 127.0.0.1:{host.port} --no-tls --name Maria"
                process.type(f"{command}; echo left with $?\n")
                await process.terminal.shows("Your turn.")
                process.type("1\x1a")
                await process.terminal.until(lambda: "Stopped" in process.terminal.raw)
                await process.terminal.until(lambda: process.terminal.raw.endswith("ready> "))
                assert process.modes == before
                assert process.left_behind == []
                mark = len(process.terminal.raw)
                process.type("fg\n")
                await process.terminal.until(lambda: "\x1b[?1049h" in process.terminal.raw[mark:])
                await process.terminal.shows("Your turn.", "Enter plays the J♦")  # what was chosen still is
                process.type("\x03\x03")
                await process.terminal.until(lambda: process.terminal.raw.endswith("ready> "))
                assert process.modes == before
                assert process.left_behind == []
                process.type("exit\n")
                await process.ends()
            finally:
                process.close()

    asyncio.run(run())


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_a_signal_while_the_terminal_is_asked_what_it_can_show(tmp_path: Path, number: signal.Signals) -> None:
    async def script(process: Process, host: Host) -> None:
        await process.terminal.until(lambda: "\x1b[c" in process.terminal.raw)
        process.signal(number)
        assert await process.ends() in {128 + number, -number}
        assert process.left_behind == []

    at_terminal(script, tmp_path)


def test_a_terminal_that_is_gone_ends_the_client(tmp_path: Path) -> None:
    async def script(process: Process, host: Host) -> None:
        await process.terminal.shows("Your turn.")
        process.hang_up()
        assert await process.ends() == 129

    at_terminal(script, tmp_path)
    assert not list(tmp_path.rglob("client.log"))  # that is no fault


def test_a_host_that_is_gone_leaves_a_screen_to_leave(tmp_path: Path) -> None:
    async def script(process: Process, host: Host) -> None:
        await process.terminal.shows("Your turn.")
        host.drop()
        await process.terminal.shows("The connection is lost")
        process.type("q")
        assert await process.ends() == 1
        assert process.left_behind == []

    at_terminal(script, tmp_path)


def test_paste_a_storm_of_sizes_and_a_terminal_that_does_not_read(tmp_path: Path) -> None:
    """Text that is pasted plays nothing; what comes meanwhile waits, and the last of it is what stands there."""

    async def script(process: Process, host: Host) -> None:
        await process.terminal.shows("Your turn.")
        process.type("\x1b[200~1\r2\r\x03q\r\x1b[201~")
        for width in range(39, 121):
            process.resize(width, 14 + width % 27)
        process.stop_reading()
        for _ in range(300):
            host.send(wait(), play())
        process.resize(80, 24)
        host.send(wait())
        process.go_on_reading()
        await process.terminal.shows("Bert's turn.")
        assert host.got == []
        process.type("\x03\x03")
        assert await process.ends() == 130
        assert process.left_behind == []

    at_terminal(script, tmp_path)


ENVIRONMENTS = {
    "linux": ({"TERM": "linux"}, set(), "KH"),
    "true colour": ({"COLORTERM": "truecolor"}, {"38;2;"}, "♥"),
    "no UTF-8": ({"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}, {"38;5;"}, "KH"),
}
"""What each sets, the colours beyond the sixteen that may then be used, and how the heart is written."""


@pytest.mark.parametrize("name", ENVIRONMENTS)
def test_colours_and_letters_are_those_that_the_environment_allows(tmp_path: Path, name: str) -> None:
    environ, colours, heart = ENVIRONMENTS[name]

    async def script(process: Process, host: Host) -> None:
        await process.terminal.shows("Your turn.", heart)
        raw = process.terminal.raw
        assert set(re.findall(r"38;[25];", raw)) == colours
        assert "\x1b[0;" in raw
        assert name != "no UTF-8" or process.terminal.text().isascii()
        process.type("\x03\x03")
        assert await process.ends() == 130
        assert process.left_behind == []

    at_terminal(script, tmp_path, environ=environ)


def test_a_dumb_terminal_gets_plain_lines(tmp_path: Path) -> None:
    async def script(process: Process, host: Host) -> None:
        await process.terminal.shows("Your turn")
        assert "\x1b" not in process.terminal.raw
        process.type("\x03")
        assert await process.ends() == 130
        assert process.left_behind == []

    at_terminal(script, tmp_path, environ={"TERM": "dumb"})
