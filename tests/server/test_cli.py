"""``euchre-host`` as it is started from a shell."""

from __future__ import annotations

import contextlib
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import trio

from euchre_protocol import messages as m
from euchre_server import companion
from euchre_server.cli import main
from euchre_server.companion import play
from euchre_server.hostkey import KEY_NAME, host_key

from .guests import Guest, encrypted

HOST = [sys.executable, "-m", "euchre_server"]
PATIENCE_S = 40


@contextlib.contextmanager
def started(tmp_path: Path, *arguments: str) -> Iterator[subprocess.Popen[str]]:
    command = [*HOST, "--bind", "127.0.0.1", "--port", "0", "--data", str(tmp_path), *arguments]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=pipe, stderr=pipe, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


def port_of(process: subprocess.Popen[str]) -> int:
    assert process.stdout is not None
    for line in process.stdout:
        if found := re.fullmatch(r"  euchre-join 127\.0\.0\.1:(\d+)( --no-tls)?\n", line):
            return int(found[1])
    raise AssertionError(process.communicate())


def test_a_key_that_others_may_read_is_told(tmp_path: Path) -> None:
    host_key(tmp_path)
    (tmp_path / KEY_NAME).chmod(0o644)
    with started(tmp_path) as process:
        port_of(process)
        assert process.stdout is not None
        rest = [process.stdout.readline() for _ in range(2)]
    assert rest[1].startswith("WARNING: others on this machine may read or change the host's key, ")
    assert rest[1].endswith(f": chmod 600 {tmp_path / KEY_NAME}\n")


def test_what_keeps_a_host_from_starting(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        cases = {
            f"Port {port} is in use on this machine": ["--bind", "127.0.0.1", "--port", port],
            "argument --port: a port is a number from 0 to 65535, not '65536'": ["--port", "65536"],
        }
        pipe = subprocess.PIPE
        processes = [
            subprocess.Popen([*HOST, "--data", str(tmp_path / str(number)), *case], stdout=pipe, stderr=pipe, text=True)
            for number, case in enumerate(cases.values())
        ]
        for words, process in zip(cases, processes, strict=True):
            out, err = process.communicate(timeout=PATIENCE_S)
            last = err.splitlines()[-1]
            assert (process.returncode, out) == (2, ""), err
            assert last.startswith("euchre-host: ")
            assert words in last
            assert len(err.splitlines()) == 1 or "argument" in words


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--bind", "192.0.2.77", "--port", "0"], "192.0.2.77 is not an address of this machine"),
        (["--bind", "..", "--port", "0"], ".. is not an address of this machine"),
        (["--bind", "192.168.1..20", "--port", "0"], "192.168.1..20 is not an address of this machine"),
        (["--bind", "a" * 300, "--port", "0"], f"{'a' * 300} is not an address of this machine"),
        (
            ["--table", "A=classic,password=\udcff"],
            "--table: table 'A=classic,password=\\udcff' holds bytes that are no text",
        ),
        (["--table", f"A=classic,password={'x' * 65}"], "--table: password has at most 64 letters"),
        (["--data", "/dev/null"], "Cannot write to the data folder /dev/null"),
        (["--table", "Duel"], "--table: table 'Duel' has not the form NAME=PRESET"),
        (["--records", "/dev/null/x", "--port", "0"], "Cannot write to the records folder /dev/null/x"),
        (["--table", "Duel=chess"], "--table: table 'Duel': the presets are"),
        (["--table", "duel=classic", "--table", "Duel=classic"], "--table: two tables are called Duel"),
    ],
)
def test_more_of_it(arguments: list[str], words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--data", str(tmp_path), "--bind", "127.0.0.1", *arguments]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"euchre-host: {words}")
    assert err.endswith(".\n")
    assert err.count("\n") == 1


@pytest.mark.real_time
async def test_a_signal_closes_the_host_and_everybody_is_told(tmp_path: Path) -> None:
    for number in (signal.SIGINT, signal.SIGTERM):
        with started(tmp_path, "--name", "Kitchen") as process:
            port = await trio.to_thread.run_sync(port_of, process)
            async with trio.open_nursery() as nursery:
                ann = Guest(await encrypted(await trio.open_tcp_stream("127.0.0.1", port)))
                nursery.start_soon(ann.listen)
                await ann.login("Ann")
                process.send_signal(number)
                assert (await ann.end())[-1] == m.Bye(code="closing")
                await ann.hang_up()
            out, err = await trio.to_thread.run_sync(process.communicate)
            assert (process.returncode, err) == (0, "")
            assert re.search(r"^(\d\d:\d\d:\d\d .*\n)+\Z", out, re.MULTILINE)
            assert out.endswith("closed\n")
    log = (tmp_path / "host.log").read_text()
    assert log.count("Kitchen is open") == 2
    assert re.search(r"^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d Ann has come$", log, re.MULTILINE)


@pytest.mark.real_time
async def test_a_second_signal_does_not_wait_for_anybody(tmp_path: Path) -> None:
    with started(tmp_path, "--no-tls") as process:
        port = await trio.to_thread.run_sync(port_of, process)
        with socket.create_connection(("127.0.0.1", port)) as stubborn:
            stubborn.recv(1)
            moment = time.monotonic()
            process.send_signal(signal.SIGINT)
            said = b""
            while b"closing" not in said:
                said += stubborn.recv(4096)
            process.send_signal(signal.SIGINT)
            _, err = await trio.to_thread.run_sync(process.communicate)
        assert (process.returncode, err) == (130, "")
        assert time.monotonic() - moment < 1.5


def test_predictable_cards_come_with_a_warning_and_the_player_with_a_host(tmp_path: Path) -> None:
    """Bots play one game in this terminal, which is none; the record of it is kept. So it is when started again."""
    records = tmp_path / "records"
    arguments = ["--seed", "7", "--pace", "instant", "--table", "Bots=two_hand,bots=2,target=2", "--play", "Ann"]
    games = []
    for number, data in enumerate(("one", "two", "one")):
        with started(tmp_path / data, *arguments, "--records", str(records / data)) as process:
            out, err = process.communicate(timeout=PATIENCE_S)
        assert (process.returncode, err) == (0, "")
        assert out.splitlines()[-1].startswith("game over: ")
        assert "euchre-join" not in out
        log = (tmp_path / data / "host.log").read_text()
        assert "WARNING: --seed makes the cards predictable" in log
        assert "table Bots: game over" in log
        record = sorted((records / data).iterdir())[number // 2]
        games.append(record.read_text().split("\n", 1)[1])
    assert games[0] == games[1] != games[2]


# ---------------------------------------------------------------- the player's program


@pytest.mark.real_time
async def test_the_player_s_exit_code() -> None:
    assert await play([sys.executable, "-c", "raise SystemExit(7)"]) == 7


@pytest.mark.real_time
async def test_a_player_s_program_that_does_not_end_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(companion, "PATIENCE_S", 0.2)
    stubborn = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); print(flush=True); time.sleep(60)"
    moment = trio.current_time()
    with trio.move_on_after(0.3):
        await play([sys.executable, "-c", stubborn])
    assert trio.current_time() - moment < 5


def test_the_version_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="0"):
        main(["--version"])
    assert capsys.readouterr().out.startswith("euchre-lan ")
