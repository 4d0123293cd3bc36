"""The journal's file: its place, its tables and their versions.

Everything is in one SQLite database, with a log of its own beside it (``-wal``) that belongs to it. Each row carries a
checksum, since SQLite notices when its own structure is damaged, but not when a card has become another.
"""

from __future__ import annotations

import sqlite3
import zlib
from pathlib import Path

from euchre_server.failures import StartError

NAME = "journal.sqlite"

BUSY_S = 5.0
"""To wait for another process that has the file locked: a backup holds no lock that matters, a database browser may."""

MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        # starts: how often the file was opened; open: 1 while a host has it; tables: the highest number of a table
        "CREATE TABLE meta (key TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID",
        "INSERT INTO meta VALUES ('starts', 0), ('open', 0), ('tables', 0)",
        "CREATE TABLE people (key TEXT PRIMARY KEY, name TEXT, token_hash BLOB, sum INTEGER) WITHOUT ROWID",
        "CREATE TABLE tables (id INTEGER PRIMARY KEY, name TEXT, sum INTEGER)",
        # Rows are only ever appended, whatever table they are about, so that a commit touches the last page only.
        "CREATE TABLE entries (id INTEGER PRIMARY KEY, place INTEGER, chapter INTEGER, sum INTEGER, body TEXT)",
    ),
)
"""What brings a file of version n to version n + 1; the first one makes an empty file a journal."""


def connect(path: Path, mode: str) -> sqlite3.Connection:
    """Open the file, which must be there unless ``mode`` is ``rwc``; ``ro`` leaves it as it is.

    Raises:
        sqlite3.Error: it cannot be opened.
    """
    uri = f"{path.absolute().as_uri()}?mode={mode}"
    return sqlite3.connect(uri, uri=True, timeout=BUSY_S, isolation_level=None, check_same_thread=False)


def prepare(connection: sqlite3.Connection) -> None:
    """Set how the file is written: beside what is read, and on the disk when a commit returns, power cut or not.

    Raises:
        sqlite3.Error: it cannot be written.
    """
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA secure_delete = OFF")  # some systems have it on, which doubles what forgetting writes


def keep_log(keeper: sqlite3.Connection) -> None:
    """Have the log beside the file stay there when other connections close, for as long as ``keeper`` is open.

    SQLite takes the log into the file and removes it when the last connection closes, except when that one only reads.

    Args:
        keeper: a connection that only reads.

    Raises:
        sqlite3.Error: the file cannot be read.
    """
    keeper.execute("PRAGMA user_version").fetchall()  # whoever has read something once has the log open


def version_of(connection: sqlite3.Connection) -> int:
    """The version of the file.

    Raises:
        sqlite3.Error: it cannot be read.
        StartError: this program is too old for it.
    """
    version = int(connection.execute("PRAGMA user_version").fetchone()[0])
    if version > len(MIGRATIONS):
        raise StartError(
            f"The journal in the data folder was written by a newer euchre-host (its version is {version}, this one "
            f"knows {len(MIGRATIONS)}): upgrade, or choose another folder with --data."
        )
    return version


def migrate(connection: sqlite3.Connection) -> None:
    """Bring the file to the present version.

    Raises:
        sqlite3.Error: it cannot be read or written; it has the version that it had.
    """
    for version in range(version_of(connection), len(MIGRATIONS)):
        connection.execute("BEGIN IMMEDIATE")
        try:
            for statement in MIGRATIONS[version]:
                connection.execute(statement)
            connection.execute(f"PRAGMA user_version = {version + 1}")
            connection.execute("COMMIT")
        except BaseException:
            connection.rollback()
            raise


def checksum(*fields: object, before: int = 0) -> int:
    """The checksum of a row, which goes on from the one ``before`` it where rows have an order."""
    return zlib.crc32(repr(fields).encode("utf-8", "surrogatepass"), before)


def log_of(path: Path) -> Path:
    """The log beside a database: what is not yet in the database itself."""
    return path.with_name(f"{path.name}-wal")


def is_damage(error: sqlite3.Error) -> bool:
    """Whether an error comes from what is in the file, and not from the disk, its rights or another process."""
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
    return code & 0xFF in (sqlite3.SQLITE_ERROR, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_FORMAT)
