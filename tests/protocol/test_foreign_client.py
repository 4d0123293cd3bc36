"""docs/protocol.md is enough: a client written from it alone plays a whole game at a real host."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from .foreign import ForeignClient


@pytest.fixture
def port(tmp_path: Path) -> Iterator[int]:
    command = [
        sys.executable,
        "-m",
        "euchre_server",
        "--port",
        "0",
        "--bind",
        "127.0.0.1",
        "--data",
        str(tmp_path),
        "--seed",
        "7",
    ]
    command += ["--table", "Duel=two_hand,target=5,bots=1,pace=instant"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as host:
        assert host.stdout is not None
        try:
            for line in host.stdout:
                found = re.search(r"euchre-join 127\.0\.0\.1:(\d+)", line)
                if found:
                    yield int(found[1])
                    break
        finally:
            host.send_signal(signal.SIGINT)
            host.stdout.read()
    assert host.returncode == 0


def test_a_client_in_sixty_lines_plays_a_whole_game(port: int) -> None:
    with closing(ForeignClient(port, "Otto")) as client:
        client.play("Duel")
    assert client.errors == []
    assert client.over is not None
    assert client.over["winner"] in (0, 1)
    assert client.table["line"]["seats"][0]["name"] == "Otto"
    assert set(client.seen) >= {"hello", "welcome", "lobby", "ok", "table", "view"}
