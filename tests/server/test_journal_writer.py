"""The thread that writes the journal: what waits goes together, and what cannot be written waits."""

from __future__ import annotations

import contextlib
import itertools
import os
import sqlite3
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, cast

import pytest
import trio

from euchre_server import journal_start, journal_writer
from euchre_server.failures import StartError
from euchre_server.journal import Close, Drop, Entry, Forget, Keep, Open
from euchre_server.journal_file import NAME, connect
from euchre_server.journal_start import open_journal
from euchre_server.journal_writer import SqliteJournal

from .journals import WHEN, pull_the_plug


class Disk:
    """A connection whose disk fails when the test wants it to."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self.connection = connection
        self.fault: Exception | None = None
        self.at = "COMMIT"
        self.commits = 0

    def execute(self, statement: str, values: Sequence[object] = ()) -> sqlite3.Cursor:
        if self.fault is not None and statement.startswith(self.at):
            raise self.fault
        alone = statement.startswith("INSERT") and not self.connection.in_transaction
        self.commits += alone or statement == "COMMIT"
        return self.connection.execute(statement, values)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.connection, name)


def opened(folder: Path, lines: list[str] | None = None) -> tuple[SqliteJournal, Disk]:
    folder.mkdir(exist_ok=True)
    journal, _ = open_journal(folder, (lines if lines is not None else []).append, lambda: WHEN)
    disk = Disk(journal._connection)
    journal._connection = cast("sqlite3.Connection", disk)
    return journal, disk


def stored(folder: Path, what: str = "body FROM entries") -> list[Any]:
    connection = sqlite3.connect(folder / NAME)
    try:
        return [row[0] for row in connection.execute(f"SELECT {what} ORDER BY 1")]
    finally:
        connection.close()


def told_of(folder: Path) -> list[str]:
    """What the next start has to say."""
    lines: list[str] = []
    opened(folder, lines)[0].close()
    return lines


class Changes:
    """What the journal says about its trouble, one after another."""

    def __init__(self, journal: SqliteJournal) -> None:
        self._put, self._get = trio.open_memory_channel[bool](100)
        journal.watch(lambda: self._put.send_nowait(journal.trouble))

    async def next(self) -> bool:
        return await self._get.receive()


FULL = sqlite3.OperationalError("database or disk is full")


@pytest.mark.real_time
async def test_what_waits_together_is_one_commit(tmp_path: Path) -> None:
    journal, disk = opened(tmp_path)
    receipts = [journal.put(Entry(1, 0, f"{number:03}")) for number in range(500)]
    journal.start()
    for receipt in receipts:
        await receipt.wait()
    assert disk.commits == 1
    await journal.put(Entry(1, 0, "alone")).wait()
    assert disk.commits == 2
    journal.close()
    assert stored(tmp_path) == [*(f"{number:03}" for number in range(500)), "alone"]


@pytest.mark.real_time
async def test_what_comes_while_something_is_written_is_the_next_commit(tmp_path: Path) -> None:
    """The thread is left alone meanwhile: each time that it wakes up it takes Python's lock from the event loop."""
    journal, disk = opened(tmp_path)
    journal.start()
    first = journal.put(Entry(1, 0, "first"))
    for number in range(100):  # nothing of the loop runs in between, so that it cannot learn of the first one's end
        last = journal.put(Entry(1, 0, f"later {number:02}"))
    await first.wait()
    await last.wait()
    assert disk.commits == 2
    journal.put(Entry(1, 0, "begun"))
    journal.put(Entry(1, 0, "the rest"))
    journal.close()
    assert stored(tmp_path)[:1] == ["begun"]
    assert stored(tmp_path)[-1:] == ["the rest"]
    assert len(stored(tmp_path)) == 103


@pytest.mark.real_time
async def test_others_have_their_turn_while_many_receipts_are_given(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks = itertools.count()
    monkeypatch.setattr(journal_writer, "perf_counter", lambda: next(looks) * journal_writer.GIVING_S / 3)
    journal, _ = opened(tmp_path)
    turns: list[str] = []
    for number in range(10):
        journal.put(Entry(1, 0, f"{number}")).then(lambda: turns.append("given"))
    journal.start()
    while turns.count("given") < 10:
        turns.append("other")
        await trio.lowlevel.checkpoint()
    journal.close()
    runs = "".join(turn[0] for turn in turns).split("o")
    assert max(map(len, runs)) <= 6, "three in a step, and which of two tasks is first in a turn is left to chance"


@pytest.mark.real_time
async def test_a_receipt_means_that_another_process_can_read_it(tmp_path: Path) -> None:
    journal, _ = opened(tmp_path)
    journal.start()
    await journal.put(Keep("ann", "Ann", bytes(32)), Open(4, "Attic"), Entry(4, 0, "made")).wait()
    assert stored(tmp_path) == ["made"]
    assert stored(tmp_path, "name FROM people") == ["Ann"]
    assert stored(tmp_path, "name FROM tables") == ["Attic"]
    await journal.put(Drop("ann"), Close(4)).wait()
    assert stored(tmp_path, "name FROM people") == stored(tmp_path, "name FROM tables") == []
    journal.close()


@pytest.mark.real_time
@pytest.mark.parametrize("at", ["BEGIN", "COMMIT", "INSERT"])
async def test_a_full_disk_is_told_and_nothing_is_lost_or_doubled(
    at: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(journal_writer, "RETRY_S", (0.01,))
    lines: list[str] = []
    journal, disk = opened(tmp_path, lines)
    changes = Changes(journal)
    journal.start()
    disk.at, disk.fault = at, FULL
    # Entries alone are one statement, which needs no transaction.
    others = [] if at == "INSERT" else [Open(1, "Attic")]
    receipts = [journal.put(*others, Entry(1, 0, f"{number}")) for number in range(3)]
    assert await changes.next()
    later = journal.put(Entry(1, 0, "later"))
    with trio.move_on_after(0.1) as waiting:
        await receipts[0].wait()
    assert waiting.cancelled_caught
    assert stored(tmp_path) == []
    assert lines == ["the journal cannot be written (database or disk is full): the tables wait"]
    disk.fault = None
    assert not await changes.next()
    for receipt in (*receipts, later):
        await receipt.wait()
    assert lines[1:] == ["the journal is written again"]
    journal.close()
    assert stored(tmp_path) == ["0", "1", "2", "later"]


@pytest.mark.real_time
async def test_a_fault_of_the_program_is_told_and_tried_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journal_writer, "RETRY_S", (0.01,))
    lines: list[str] = []
    journal, disk = opened(tmp_path, lines)
    changes = Changes(journal)
    journal.start()
    disk.at, disk.fault = "INSERT", ValueError("a slip")
    receipt = journal.put(Entry(1, 0, "one"))
    assert await changes.next()
    assert lines[0].startswith("a fault of this program in the journal:\nTraceback")
    disk.fault = None
    await receipt.wait()
    journal.close()
    assert stored(tmp_path) == ["one"]


@pytest.mark.real_time
async def test_closing_writes_what_waits_and_does_not_wait_for_a_full_disk(tmp_path: Path) -> None:
    journal, _ = opened(tmp_path / "room")
    journal.start()
    for number in range(3):
        journal.put(Entry(1, 0, f"{number}"))
    journal.close()
    assert stored(tmp_path / "room") == ["0", "1", "2"]
    assert stored(tmp_path / "room", "value FROM meta WHERE key = 'open'") == [0]

    journal, disk = opened(tmp_path / "full")
    journal.start()
    disk.at, disk.fault = "INSERT", FULL
    journal.put(Entry(1, 0, "nobody was told"))
    journal.close()
    assert told_of(tmp_path / "full") == []
    assert stored(tmp_path / "full") == []


@pytest.mark.real_time
@pytest.mark.parametrize("at", ["INSERT", "UPDATE"])
async def test_closing_on_a_full_disk_leaves_nothing_that_looks_like_damage(at: str, tmp_path: Path) -> None:
    journal, disk = opened(tmp_path)
    journal.start()
    await journal.put(Entry(1, 0, "told")).wait()
    disk.at, disk.fault = at, FULL
    journal.put(Entry(1, 0, "nobody was told"))
    journal.close()
    assert told_of(tmp_path) == []


@pytest.mark.parametrize("step", ["prepare", "migrate", "connect"])
@pytest.mark.parametrize("ended", ["killed", "closed"])
def test_a_start_on_a_full_disk_leaves_nothing_that_looks_like_damage(
    step: str, ended: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal, _ = opened(tmp_path / "lived")
    journal.store([Keep("ann", "Ann", bytes(32))])
    folder = pull_the_plug(tmp_path / "lived", tmp_path / "died")
    journal.close()
    if ended == "closed":
        folder = tmp_path / "lived"

    def full(*arguments: Any) -> sqlite3.Connection:
        if step == "connect" and arguments[1] == "ro":
            return connect(*arguments)
        raise FULL

    with monkeypatch.context() as patch:
        patch.setattr(journal_start, step, full)
        with pytest.raises(StartError, match="database or disk is full"):
            opened(folder)
    assert told_of(folder) == []
    assert stored(folder, "name FROM people") == ["Ann"]


def test_a_journal_that_was_never_started_is_closed_all_the_same(tmp_path: Path) -> None:
    journal, _ = opened(tmp_path)
    journal.close()
    assert stored(tmp_path, "value FROM meta WHERE key = 'open'") == [0]


@pytest.mark.real_time
async def test_forgotten_chapters_leave_and_take_the_oldest_rows_first(tmp_path: Path) -> None:
    journal, _ = opened(tmp_path)
    journal.start()
    journal.put(*(Entry(1, 0, f"{number:04}") for number in range(2000)))
    await journal.put(Entry(1, 1, "present")).wait()
    await journal.put(Forget(1, 0)).wait()
    rest = [body for body in stored(tmp_path) if body != "present"]
    assert rest == [f"{number:04}" for number in range(2000 - len(rest), 2000)]
    journal.close()
    assert stored(tmp_path)[-1:] == ["present"]
    again, _ = opened(tmp_path)  # nothing is told of either, so that both go
    again.close()
    assert stored(tmp_path) == []


# ---------------------------------------------------------------- a real full disk


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    folder = tmp_path / "disk"
    folder.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=400k", "tmpfs", str(folder)], capture_output=True)
    if mounted.returncode:
        pytest.skip("only root can make a small disk")
    yield folder
    subprocess.run(["umount", str(folder)], check=True)


@pytest.mark.real_time
@pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0, reason="only root can make a small disk")
async def test_a_disk_that_is_really_full(small_disk: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journal_writer, "RETRY_S", (0.01,))
    journal, _ = opened(small_disk)
    changes = Changes(journal)
    journal.start()
    ballast = small_disk / "ballast"
    ballast.write_bytes(bytes(250_000))
    told, waiting = [], []
    while not journal.trouble:
        body = f"{len(told):04}" + "x" * 1000
        receipt = journal.put(Entry(1, 0, body))
        with trio.move_on_after(0.2) as scope:
            await receipt.wait()
        (waiting if scope.cancelled_caught else told).append((body, receipt))
    assert await changes.next()
    assert told
    ballast.unlink()
    for _, receipt in waiting:
        await receipt.wait()
    assert not await changes.next()
    # Full once more: neither a host that ends then nor one that cannot begin leaves behind what looks like damage.
    with ballast.open("wb", buffering=0) as file, contextlib.suppress(OSError):
        while file.write(bytes(512)):
            pass
    journal.put(Entry(1, 0, "x" * 100_000))
    assert await changes.next()
    journal.close()
    with pytest.raises(StartError, match="Cannot write the journal"):
        opened(small_disk)
    ballast.unlink()
    assert told_of(pull_the_plug(small_disk, tmp_path / "again")) == []
    assert stored(small_disk) == [body for body, _ in (*told, *waiting)]
