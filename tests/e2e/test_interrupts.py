"""Ctrl-C while a program starts: it ends as after any Ctrl-C, with 130 and without a word of Python's."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

PATIENCE_S = 30.0

RUN = """
import os, signal, sys

def strike(event, details):
    if event == {event!r} and {detail!r} in str(details[0]):
        os.kill(os.getpid(), signal.SIGINT)

sys.argv = {argv!r}
from {module} import {function}
sys.addaudithook(strike)
sys.exit({function}())
"""
"""Starts a program that gets SIGINT as soon as it does something: Python tells of that before it is done."""


@pytest.mark.parametrize(
    ("module", "function", "event", "detail"),
    [
        ("euchre_client.start", "main", "import", "euchre_client.cli"),
        ("euchre_client.start", "main", "import", "msgspec"),
        ("euchre_client.start", "main", "import", "euchre_client.plain"),
        ("euchre_client.start", "main", "import", "asyncio"),
        ("euchre_client.start", "main", "socket.connect", ""),
        ("euchre_server.start", "host", "import", "euchre_server.cli"),
        ("euchre_server.start", "host", "import", "trio"),
        ("euchre_server.start", "host", "sqlite3.connect", "journal"),
        ("euchre_server.start", "host", "socket.__new__", ""),
        ("euchre_server.start", "record", "import", "euchre_server.record_cli"),
        ("euchre_server.start", "record", "import", "euchre_engine"),
        ("euchre_server.start", "record", "open", "game.jsonl"),
    ],
)
def test_ctrl_c_at_any_moment_of_the_start_is_quiet(
    module: str, function: str, event: str, detail: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("EUCHRE_LANGUAGE", "en")
    arguments = {
        "main": ["127.0.0.1:1", "--plain"],
        "host": ["--data", str(tmp_path / "data"), "--bind", "127.0.0.1", "--port", "0", "--no-announce"],
        "record": ["verify", str(tmp_path / "game.jsonl")],
    }
    (tmp_path / "game.jsonl").write_text("")
    code = RUN.format(
        event=event, detail=detail, argv=["euchre", *arguments[function]], module=module, function=function
    )
    ended = subprocess.run(
        [sys.executable, "-c", code], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=PATIENCE_S
    )
    assert (ended.returncode, ended.stderr) == (130, "")
