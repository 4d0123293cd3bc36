"""Journals for tests: in a real file, but written at once, so that virtual time does not run on meanwhile."""

from __future__ import annotations

import shutil
from datetime import UTC, datetime
from pathlib import Path

from euchre_server.journal import Operation, Receipt
from euchre_server.journal_start import open_journal
from euchre_server.journal_writer import SqliteJournal
from euchre_server.stories import Memory

WHEN = datetime(2026, 11, 29, 20, 14, 41, tzinfo=UTC)


class Inline:
    """A journal in a file whose writes do not leave the event loop's thread."""

    trouble = False

    def __init__(self, journal: SqliteJournal) -> None:
        self.epoch = journal.epoch
        self._journal = journal
        journal._connection.execute("PRAGMA synchronous = OFF")  # no power is cut here

    def put(self, *operations: Operation) -> Receipt:
        receipt = Receipt()
        assert self._journal.store(operations)
        receipt.give()
        return receipt

    def watch(self, told: object) -> None:
        pass

    def close(self) -> None:
        self._journal.close()


def opened(folder: Path, lines: list[str] | None = None) -> tuple[Inline, Memory]:
    """The journal in ``folder``, and what is told of it; ``lines`` takes what the host says."""
    folder.mkdir(exist_ok=True)
    journal, memory = open_journal(folder, (lines if lines is not None else []).append, lambda: WHEN)
    return Inline(journal), memory


def pull_the_plug(folder: Path, to: Path) -> Path:
    """The folder as a crash at this moment would leave it."""
    to.mkdir()
    for file in folder.iterdir():
        if not file.name.endswith("-shm"):
            shutil.copyfile(file, to / file.name)
    return to
