"""A real process at a real pseudo-terminal: however it ends, the terminal is left as it was found."""

from __future__ import annotations

import asyncio
import re
import signal
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path

import pytest

from client.emulator import Host
from client.pseudo import Process
from client.samples import lobby, table
from client.samples import play as trick
from euchre_client.probe import SYMBOLS

pytestmark = pytest.mark.pty

JOIN = ["-m", "euchre_client"]
BREAK = """
import sys
from euchre_client import app, cli, commands, session
{fault}
sys.exit(cli.main())
"""
FAULTS = {
    "drawing": "app.screens.draw = None",
    "drawing again": "draw, calls = app.screens.draw, []; "
    "app.screens.draw = lambda *args: calls.append(0) or (draw(*args) if len(calls) < 2 else draw(None))",
    "a key": "commands.perform = None",
    "the network": "session.Session._take = None",
    "a loose callback": "app.Client._tick_while_counting = lambda self: app.asyncio.get_running_loop().call_soon(None)",
}

Script = Callable[[Process, Host], Awaitable[None]]


def at_terminal(
    script: Script,
    home: Path,
    *,
    program: list[str] = JOIN,
    environ: Mapping[str, str] = {},
    game: bool = True,
    answers: str = "",
) -> None:
    async def run() -> None:
        async with Host() as host:
            host.after_login = [table(), trick()] if game else [lobby()]
            argv = [*program, f"127.0.0.1:{host.port}", "--no-tls", "--name", "Maria"]
            process = Process(argv, home, environ, answers)
            try:
                await script(process, host)
            finally:
                process.close()

    asyncio.run(run())


def test_leaving_from_the_lobby(tmp_path: Path) -> None:
    async def script(process: Process, host: Host) -> None:
        await process.terminal.shows("Lobby of den")
        assert "\x1b[?1049h" in process.terminal.raw
        process.type("q")
        assert await process.ends() == 0
        assert process.left_behind == []

    at_terminal(script, tmp_path, game=False)


@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 143), (signal.SIGHUP, 129)], ids=["TERM", "HUP"])
def test_signals_restore_the_terminal(tmp_path: Path, number: signal.Signals, code: int) -> None:
    async def script(process: Process, host: Host) -> None:
        await process.terminal.shows("Your turn.")
        assert "\x1b[?1000h" in process.terminal.raw  # a mouse is one more mode to leave
        process.signal(number)
        assert await process.ends() == code
        assert process.left_behind == []

    at_terminal(script, tmp_path, environ={"EUCHRE_MOUSE": "on"})


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_restores_the_terminal_and_tells_where_to_read_about_it(tmp_path: Path, fault: str) -> None:
    async def script(process: Process, host: Host) -> None:
        if fault == "a key":
            await process.terminal.shows("Your turn.")
            process.type("1")
        assert await process.ends() == 1
        assert process.left_behind == []
        assert "euchre-join stopped because of a fault in it." in process.terminal.text()
        assert "Traceback" not in process.terminal.text()

    at_terminal(script, tmp_path, program=["-c", BREAK.format(fault=FAULTS[fault])])
    (log,) = tmp_path.rglob("client.log")
    assert "TypeError" in log.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("environ", "colours"),
    [({}, True), ({"NO_COLOR": "1", "COLORTERM": "truecolor"}, False)],
    ids=["colour", "NO_COLOR"],
)
def test_no_color_is_obeyed(tmp_path: Path, environ: dict[str, str], colours: bool) -> None:
    async def script(process: Process, host: Host) -> None:
        await process.terminal.shows("Your turn.")
        assert bool(re.search(r"\x1b\[[0-9;]*[34]8;", process.terminal.raw)) == colours

    at_terminal(script, tmp_path, environ=environ)


def test_a_terminal_that_draws_symbols_wide_gets_ascii(tmp_path: Path) -> None:
    async def script(process: Process, host: Host) -> None:
        await process.terminal.shows("Your turn.", "# KH#")

    at_terminal(script, tmp_path, answers=f"\x1b[1;{2 * len(SYMBOLS) + 1}R\x1b[?62;22c")


def test_a_light_background_gets_darker_colours(tmp_path: Path) -> None:
    async def script(process: Process, host: Host) -> None:
        await process.terminal.shows("Your turn.")
        assert "38;5;162" in process.terminal.raw
        assert "38;5;203" not in process.terminal.raw

    answers = f"\x1b[1;{len(SYMBOLS) + 1}R\x1b]11;rgb:ffff/ffff/eeee\x1b\\\x1b[?62;22c"
    at_terminal(script, tmp_path, answers=answers)


def test_resizing_to_too_small_and_back(tmp_path: Path) -> None:
    async def script(process: Process, host: Host) -> None:
        await process.terminal.shows("Your turn.")
        process.resize(39, 13)
        await process.terminal.shows("This terminal is 39x13.", "It is your turn.")
        process.resize(40, 14)
        await process.terminal.shows("1 J♦   2 A♥   - 9♦   - Q♣")
        process.resize(120, 40)
        await process.terminal.shows("This deal", "│   A♥│")
        process.resize(100, 30)
        await process.terminal.shows("Hearts were led: you must play a heart.")

    at_terminal(script, tmp_path)


def test_nobody_at_the_address(tmp_path: Path) -> None:
    async def run() -> None:
        async with Host() as host:
            port = host.port
        process = Process([*JOIN, f"127.0.0.1:{port}", "--name", "Maria"], tmp_path)
        try:
            await process.terminal.shows("Nobody hosts at 127.0.0.1", "Things to check:", "Trying again in")
            process.type("q")
            assert await process.ends() == 1
            assert process.left_behind == []
        finally:
            process.close()

    asyncio.run(run())
