"""Opening the journal of a data folder: one host at a time, and whatever has happened to the file."""

from __future__ import annotations

import contextlib
import fcntl
import os
import shutil
import sqlite3
from array import array
from collections.abc import Callable, Generator
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from euchre_server.failures import StartError
from euchre_server.files import sync_folder
from euchre_server.journal_file import (
    MIGRATIONS,
    NAME,
    checksum,
    connect,
    is_damage,
    keep_log,
    log_of,
    migrate,
    prepare,
    version_of,
)
from euchre_server.journal_read import UNKNOWN_STARTS, Chapter, Contents, Place, read
from euchre_server.journal_wal import lost_in
from euchre_server.journal_writer import SqliteJournal
from euchre_server.stories import Memory, remember

LOCK_NAME = "lock"

_READY = ".ready"

Say = Callable[[str], None]


@contextlib.contextmanager
def locked(folder: Path) -> Generator[None]:
    """Have the data folder for oneself. It is made if need be.

    The lock is the operating system's and goes with the process, however that ends; the file stays and means nothing.
    It is not inherited by processes that the host starts.

    Raises:
        StartError: another host has it, or it cannot be made or written to.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        file = os.open(folder / LOCK_NAME, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise StartError(f"Cannot write to the data folder {folder}: {error.strerror}. See --data.") from error
    try:
        fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        os.close(file)
        raise StartError(
            f"Another host is running with the data folder {folder}: close it, or choose another folder with --data."
        ) from error
    try:
        yield
    finally:
        os.close(file)


def open_journal(
    folder: Path, say: Say, now: Callable[[], datetime], written: Callable[[], None] = lambda: None
) -> tuple[SqliteJournal, Memory]:
    """Open the journal in the data folder, which must be locked, and tell what is in it.

    A journal that is damaged is kept aside, never written to; what can be restored goes into a new one.

    Args:
        folder: the data folder.
        say: told what was damaged, and which tables are restored and which not.
        now: the time of day, for the names of files kept aside.
        written: returns when what was said is in the log, kill or power cut or not, if it can be.

    Raises:
        StartError: the journal is newer than this program, or cannot be written.
    """
    path = folder / NAME
    aside = _Aside(path, f"{now():%Y%m%d-%H%M%S}")
    try:
        aside.finish()
        contents = _read(path, aside, say)
        memory = remember(contents)
        if contents.faults or memory.lost:
            contents, memory = _mend(aside, contents, memory, say, written)
        told = {(story.table, number) for story in memory.stories for number in story.chapters}
        return SqliteJournal(*_open(path, contents), contents, told, say), memory
    except (OSError, sqlite3.Error) as error:
        with contextlib.suppress(OSError):
            aside.discard()  # on a full disk the room is wanted
        raise StartError(f"Cannot write the journal {path}: {error}. See --data.") from error


def _read(path: Path, aside: _Aside, say: Say) -> Contents:
    """Read what there is, in the present version; whatever has happened to the file, and be it that it is gone."""
    log = log_of(path)
    if path.exists() and path.stat().st_size:
        _upgrade(path, aside, say)
        return read(path)
    if not log.exists() or not log.stat().st_size:
        return Contents()  # there was none, or a crash came while it was made
    # SQLite would throw the log away. Beside a new journal, which has the first pages of every other, it takes from it
    # all that is in there; what is not in there is missing, or as in a new one, which only the counter of starts must
    # not be.
    with contextlib.closing(connect(aside.new, "rwc")) as connection:
        prepare(connection)
        migrate(connection)
    _copy_file(log, log_of(aside.new))
    contents = read(aside.new)
    contents.starts = max(contents.starts, UNKNOWN_STARTS)
    if not contents.tables:  # their list has not changed for so long that it is not in the log
        contents.tables = dict.fromkeys((table for table, _ in contents.chapters), "")
        contents.unread = log.read_bytes()
    contents.faults.insert(
        0, "it is empty or missing; there is only the log beside it (-wal), with what was stored last"
    )
    return contents


def _open(path: Path, contents: Contents) -> tuple[sqlite3.Connection, sqlite3.Connection]:
    """Open the file for writing, and note in it that it is open; with the connection that keeps the log beside it.

    Where this fails, as on a full disk, the note of an earlier host may stay, and so the log has to stay, too.
    """
    # What is in it, hands and proofs of identity, is nobody's business but the host's.
    with contextlib.suppress(FileExistsError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL, 0o600))
    with contextlib.ExitStack() as failed:
        keeper = failed.enter_context(contextlib.closing(connect(path, "ro")))
        keep_log(keeper)
        connection = failed.enter_context(contextlib.closing(connect(path, "rw")))
        prepare(connection)
        migrate(connection)
        contents.starts += 1
        connection.execute(
            "UPDATE meta SET value = CASE key WHEN 'starts' THEN ? WHEN 'open' THEN 1 ELSE value END",
            (contents.starts,),
        )
        # Into the file itself, so that it shows when the log beside it gets lost.
        connection.execute("PRAGMA wal_checkpoint(PASSIVE)")
        keep_log(keeper)  # once more, for a new file had none
        failed.pop_all()
    return connection, keeper


class _Aside:
    """Replaces the journal by a new one and keeps the old one, so that a crash at any moment loses neither.

    The old one is not copied, which a nearly full disk would have no room for, but gets another name. The new one is
    called after that name while this is under way, so that whoever finishes it needs to know nothing else.
    """

    def __init__(self, path: Path, stamp: str) -> None:
        self.new = path.with_name(f"{path.name}.new")
        self._path = path
        self._stamp = stamp

    def finish(self) -> None:
        """Finish what an earlier process has begun, or undo it."""
        for ready in self._path.parent.glob(f"{self._path.stem}-*{self._path.suffix}{_READY}"):
            self._move_in(ready, ready.with_name(ready.name.removesuffix(_READY)))
        self.discard()

    def discard(self) -> None:
        """Have no new one."""
        for suffix in ("", "-journal", "-wal", "-shm"):
            self.new.with_name(self.new.name + suffix).unlink(missing_ok=True)

    def kept_as(self, kept: Path) -> Path:
        """What there will be of the old one: itself, or, if it is missing, the log beside it."""
        return kept if self._path.exists() else log_of(kept)

    def name(self, why: str) -> Path:
        """A free name to keep the old one under, with ``why`` and the time."""
        number = 1
        while (kept := self._kept(why, number)).exists() or log_of(kept).exists():
            number += 1
        return kept

    def replace(self, kept: Path) -> None:
        """Keep the old one as ``kept`` and put the new one, closed, in its place."""
        ready = kept.with_name(kept.name + _READY)
        self.new.rename(ready)
        sync_folder(self._path.parent)
        self._move_in(ready, kept)

    def _kept(self, why: str, number: int) -> Path:
        more = f"-{number}" if number > 1 else ""
        return self._path.with_name(f"{self._path.stem}-{why}-{self._stamp}{more}{self._path.suffix}")

    def _move_in(self, ready: Path, kept: Path) -> None:
        """Give both their names; however much of it has been done before."""
        for old, new in ((log_of(self._path), log_of(kept)), (self._path, kept)):
            if old.exists():
                with contextlib.suppress(PermissionError):  # of somebody else's file
                    old.chmod(0o600)
                old.rename(new)
        # It would be taken for the new one's, and so would the log, which is therefore gone for good before that comes.
        self._path.with_name(f"{self._path.name}-shm").unlink(missing_ok=True)
        sync_folder(self._path.parent)
        ready.rename(self._path)
        sync_folder(self._path.parent)


def _copy_file(old: Path, new: Path) -> None:
    """Copy a file onto the disk, for its owner's eyes only."""
    with open(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as target:
        with old.open("rb") as source:
            shutil.copyfileobj(source, target)
        target.flush()
        os.fsync(target.fileno())


def _upgrade(path: Path, aside: _Aside, say: Say) -> None:
    """Bring an older journal to the present version, in a copy; the older one is kept."""
    try:
        with contextlib.closing(connect(path, "ro")) as connection:
            version = version_of(connection)
    except sqlite3.Error:
        return  # whoever reads it will say so
    log = log_of(path)
    if not 0 < version < len(MIGRATIONS) or (log.exists() and lost_in(log)):
        return
    for old, new in ((path, aside.new), (log, log_of(aside.new))):
        if old.exists():
            _copy_file(old, new)
    try:
        with contextlib.closing(connect(aside.new, "rw")) as connection:
            migrate(connection)
            if log.exists():  # closing takes it into the file, so that it will be missing and nothing with it
                connection.execute("UPDATE meta SET value = 0 WHERE key = 'open'")
    except sqlite3.Error as error:
        if is_damage(error):
            return  # as above
        raise
    kept = aside.name(f"version-{version}")
    aside.replace(kept)
    say(f"the journal has been brought from version {version} to {len(MIGRATIONS)}; the older one is {kept.name}")


def _mend(
    aside: _Aside, old: Contents, memory: Memory, say: Say, written: Callable[[], None]
) -> tuple[Contents, Memory]:
    """Put what can be restored into a new journal and keep the old one aside.

    All is told before the new one is in its place, since from then on no start finds anything wrong.
    """
    aside.discard()
    contents = _copy(old, memory)
    _write_new(aside.new, contents)
    kept = aside.name("damaged")
    for fault in old.faults:
        say(f"the journal is damaged: {fault}")
    for name, reason in memory.lost:
        say(f"table {name} could not be restored: {reason}")
    restored = [contents.tables[story.table] for story in memory.stories if story.open]
    say(f"restored: {', '.join(restored) or 'no table'}. The damaged journal is kept as {aside.kept_as(kept)}")
    written()
    aside.replace(kept)
    return contents, replace(memory, last_table=contents.last_table)


def _copy(old: Contents, memory: Memory) -> Contents:
    """The contents of the new journal: everything of which something can be told."""
    new = Contents(people=old.people, starts=old.starts)
    row = 0
    for story in memory.stories:
        if story.open:
            new.tables[story.table] = story.present.made.name
        for number in story.chapters:
            bodies = old.chapters[story.table, number].bodies
            new.chapters[story.table, number] = _chapter((story.table, number), bodies, row)
            row += len(bodies)
    new.last_table = max([old.last_table, *(table for table, _ in old.chapters), *old.tables])
    return new


def _chapter(place: Place, bodies: list[str], before: int) -> Chapter:
    total = 0
    for body in bodies:
        total = checksum(*place, body, before=total)
    return Chapter(array("q", range(before + 1, before + 1 + len(bodies))), bodies, total)


def _write_new(path: Path, contents: Contents) -> None:
    os.close(os.open(path, os.O_CREAT | os.O_EXCL, 0o600))
    with contextlib.closing(connect(path, "rw")) as connection:
        connection.execute("PRAGMA synchronous = FULL")
        migrate(connection)
        connection.execute("BEGIN")
        connection.executemany(
            "UPDATE meta SET value = ? WHERE key = ?",
            [(contents.starts, "starts"), (contents.last_table, "tables")],
        )
        connection.executemany(
            "INSERT INTO people VALUES (?, ?, ?, ?)",
            [
                (one.key, one.name, one.token_hash, checksum(one.key, one.name, one.token_hash))
                for one in contents.people
            ],
        )
        connection.executemany(
            "INSERT INTO tables VALUES (?, ?, ?)",
            [(table, name, checksum(table, name)) for table, name in contents.tables.items()],
        )
        for (table, number), chapter in contents.chapters.items():
            total = 0
            for row, body in zip(chapter.rows, chapter.bodies, strict=True):
                total = checksum(table, number, body, before=total)
                connection.execute("INSERT INTO entries VALUES (?, ?, ?, ?, ?)", (row, table, number, total, body))
        connection.execute("COMMIT")
