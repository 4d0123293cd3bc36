"""The host's screen and log: one that is stopped, as a terminal by Ctrl-S or a busy disk, holds nobody up."""

from __future__ import annotations

import errno
import io
import itertools
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TextIO

import pytest

from euchre_server import console as consoles
from euchre_server.console import LOG_NAME, SCREEN_LINES, Console, open_log
from euchre_server.printer import Printer

COUNT = 4 * SCREEN_LINES
"""Lines, of more bytes than a pipe takes."""


@contextmanager
def pipe() -> Iterator[tuple[TextIO, TextIO]]:
    """Both ends of what stands for a terminal."""
    ours, theirs = os.pipe()
    with open(theirs, "w", encoding="ascii") as writer, open(ours, encoding="ascii") as reader:
        yield reader, writer


def console_on(writer: TextIO, folder: Path) -> Console:
    return Console(open_log(folder), writer, lambda: datetime(2026, 11, 29, 20, 14, 41, tzinfo=UTC))


@pytest.mark.parametrize("blocking", [True, False])
def test_what_was_not_shown_is_counted_when_the_screen_goes_on(tmp_path: Path, *, blocking: bool) -> None:
    with pipe() as (reader, writer):
        os.set_blocking(writer.fileno(), blocking)
        console = console_on(writer, tmp_path)
        for number in range(COUNT):
            console.say(f"{number} Илия {'.' * 100}")
        shown: list[int] = []
        counted: list[int] = []
        for number in itertools.count(COUNT):
            console.say(f"{number} Илия {'.' * 100}")
            line = reader.readline()
            if "host.log" in line:
                counted.append(int(line.split()[0].strip("(")))
                continue
            assert "\\u0418\\u043b\\u0438\\u044f" in line
            shown.append(int(line.split()[1]))
            if shown[-1] >= 2 * COUNT:  # far enough for what is counted twice to be told
                break
        console.close()
    assert shown == sorted(set(shown))
    # What is left out is told before the next line that is shown. The screen's thread may begin late, and so make room
    # while lines are still left out: they are then told in two notices.
    assert counted
    assert len(shown) + sum(counted) == shown[-1] + 1
    log = (tmp_path / LOG_NAME).read_text("utf-8").splitlines()
    assert len(log) == number + 1


def test_a_host_closes_though_its_screen_is_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(consoles, "SCREEN_FAREWELL_S", 0.01)
    with pipe() as (_, writer):
        console = console_on(writer, tmp_path)
        for _ in range(COUNT):
            console.say("." * 100)
        console.close()


def test_what_was_said_is_in_the_log_when_it_has_settled(tmp_path: Path) -> None:
    console = Console(open_log(tmp_path), None, lambda: datetime(2026, 11, 29, 20, 14, 41, tzinfo=UTC))
    for number in range(500):
        console.say(f"{number}")
    console.settle()
    assert len((tmp_path / LOG_NAME).read_text("utf-8").splitlines()) == 500
    console.close()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
def test_a_log_that_takes_nothing_settles_all_the_same(tmp_path: Path) -> None:
    (tmp_path / LOG_NAME).symlink_to("/dev/full")
    console = Console(open_log(tmp_path), None, lambda: datetime(2026, 11, 29, 20, 14, 41, tzinfo=UTC))
    console.say("one")
    console.settle()
    console.close()


class Disk(io.StringIO):
    """A file on a disk that is full at first."""

    def __init__(self) -> None:
        super().__init__()
        self.full = True
        self.refused = threading.Semaphore(0)

    def write(self, text: str) -> int:
        if self.full:
            self.refused.release()
            raise OSError(errno.ENOSPC, "No space left on device")
        return super().write(text)


def test_what_a_full_disk_did_not_take_is_counted_when_there_is_room() -> None:
    disk = Disk()
    printer = Printer(disk, gap="({count} lines are missing)", most=10, farewell=60)
    for number in range(3):
        printer.put(str(number))
        disk.refused.acquire()
    disk.full = False
    printer.put("3")
    printer.put("4")
    assert printer.close()
    assert disk.getvalue().splitlines() == ["(3 lines are missing)", "3", "4"]


def test_what_is_missing_at_the_end_is_counted_there() -> None:
    """Of five lines the first is being written and two wait when there is room for no more."""
    with pipe() as (reader, writer):
        while True:  # until nobody could write a byte
            try:
                os.set_blocking(writer.fileno(), False)
                os.write(writer.fileno(), b"-" * 4095 + b"\n")
            except BlockingIOError:
                os.set_blocking(writer.fileno(), True)
                break
        printer = Printer(writer, gap="({count} lines are missing)", most=2, farewell=60)
        printer.put("0")
        while not printer._lines.empty():  # the thread has taken it, and is writing
            pass
        for number in range(1, 5):
            printer.put(str(number))
        lines = [line for line in iter(reader.readline, "2\n") if not line.startswith("-")]
        assert [*lines, reader.readline()] == ["0\n", "1\n", "(2 lines are missing)\n"]
        assert printer.close()


def test_a_host_closes_though_its_log_is_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(consoles, "LOG_FAREWELL_S", 0.01)
    log = tmp_path / LOG_NAME
    os.mkfifo(log)
    reader = os.fdopen(os.open(log, os.O_RDONLY | os.O_NONBLOCK), encoding="utf-8")
    with reader, open_log(tmp_path) as writer:
        console = Console(writer, None, lambda: datetime(2026, 11, 29, 20, 14, 41, tzinfo=UTC))
        for _ in range(COUNT):
            console.say("." * 100)
        console.close()
        assert not writer.closed
