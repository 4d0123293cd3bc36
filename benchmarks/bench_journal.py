"""How many actions a second the journal makes durable, as a share of what SQLite itself does in the same minute.

The bare limit is one thread that does nothing but insert and commit, with as many rows in each commit as actions are
in flight. Both run in turns, on the same disk, so that a slow or busy disk slows both.

    python benchmarks/bench_journal.py [--seconds S] [--folder DIR]
"""

from __future__ import annotations

import argparse
import contextlib
import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from statistics import median

import trio

from euchre_server.journal import Entry
from euchre_server.journal_file import connect, prepare
from euchre_server.journal_start import open_journal

ROUNDS = 5
BODY = '{"seat":2,"do":"play","card":"JD"}'
INSERT = "INSERT INTO entries (place, chapter, sum, body) VALUES (1, 0, 123456789, ?)"


def bare(folder: Path, rows: int, seconds: float) -> float:
    """Rows a second that SQLite alone makes durable, so many in each commit."""
    path = folder / "bare.sqlite"
    done = 0
    with contextlib.closing(connect(path, "rwc")) as connection:
        prepare(connection)
        connection.execute(
            "CREATE TABLE IF NOT EXISTS entries (id INTEGER PRIMARY KEY, place, chapter, sum, body TEXT)"
        )
        began = time.perf_counter()
        while (passed := time.perf_counter() - began) < seconds:
            connection.execute("BEGIN IMMEDIATE")
            connection.executemany(INSERT, [(BODY,)] * rows)
            connection.execute("COMMIT")
            done += rows
    return done / passed


def ours(folder: Path, tables: int, seconds: float) -> float:
    """Actions a second of so many tables, each of which waits for its receipt before it goes on."""
    journal, _ = open_journal(folder, print, lambda: datetime.now().astimezone())
    done = 0

    async def table(number: int, until: float) -> None:
        nonlocal done
        while time.perf_counter() < until:
            await journal.put(Entry(number, 0, BODY)).wait()
            done += 1

    async def play() -> float:
        journal.start()
        began = time.perf_counter()
        async with trio.open_nursery() as nursery:
            for number in range(tables):
                nursery.start_soon(table, number, began + seconds)
        return time.perf_counter() - began

    try:
        return done / passed if (passed := trio.run(play)) else 0.0
    finally:
        journal.close()


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure the journal against SQLite alone.")
    parser.add_argument("--seconds", type=float, default=0.4, help="for each measurement (default: %(default)s)")
    parser.add_argument("--folder", type=Path, help="on the disk in question (default: the temporary folder)")
    options = parser.parse_args()
    print(f"journal (SQLite {sqlite3.sqlite_version}, WAL, synchronous=FULL), actions a second, medians of {ROUNDS}:")
    single: list[float] = []
    for tables in (1, 8, 64, 256):
        pairs = [
            measure(lambda f, n=tables: (bare(f, n, options.seconds), ours(f, n, options.seconds)), options.folder)
            for _ in range(ROUNDS)
        ]
        limit, got = median(pair[0] for pair in pairs), median(pair[1] for pair in pairs)
        ratio = median(pair[1] / pair[0] for pair in pairs)
        single = single or [limit]
        print(
            f"  {tables:3} tables in flight: {got:7,.0f}, SQLite alone with as many rows a commit {limit:7,.0f}; "
            f"ratio {ratio:.2f}; one commit an action {single[0]:6,.0f}"
        )
    return 0


def measure(both: Callable[[Path], tuple[float, float]], folder: Path | None) -> tuple[float, float]:
    with tempfile.TemporaryDirectory(dir=folder) as temporary:
        return both(Path(temporary))


if __name__ == "__main__":
    sys.exit(main())
