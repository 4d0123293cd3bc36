"""Reading the journal, whatever has happened to its file, without changing a byte of it."""

from __future__ import annotations

import sqlite3
from array import array
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

from euchre_server.journal import Keep
from euchre_server.journal_file import checksum, connect, is_damage, log_of, version_of
from euchre_server.journal_wal import lost_in

Place = tuple[int, int]
"""A chapter of a table: the table's number and the chapter's."""

Row = tuple[int, int, int, int, str]
"""A row of ``entries``: its number, the table's, the chapter's, the checksum, the body."""

_TYPES = [int, int, int, int, str]  # SQLite does not insist on the types of columns

_END_MISSING = "newest moves may be missing, and so may people and tables that had just come"

UNKNOWN_STARTS = 1 << 16
"""Stands for how often the host was started where that cannot be read: more often than any host was."""


@dataclass(slots=True)
class Chapter:
    """The rows of one chapter: their numbers, their bodies, the checksum of the last; and whether any is wrong."""

    rows: array[int] = field(default_factory=lambda: array("q"))
    bodies: list[str] = field(default_factory=list[str])
    sum: int = 0
    wrong: bool = False


@dataclass(slots=True)
class Contents:
    """What is in a journal.

    Attributes:
        people: all identities.
        tables: the tables that there are, by number; a name that cannot be read is empty.
        chapters: all chapters, also of tables that are no more.
        starts: how often the host was started.
        last_table: the highest number that a table has had.
        faults: what is wrong with the file, as sentences; none for a whole one.
        doubtful: tables whose newest entries may be missing, though nothing that is there is wrong.
        unread: bytes behind a damaged place in the log, of which nothing is in the rest.
    """

    people: list[Keep] = field(default_factory=list[Keep])
    tables: dict[int, str] = field(default_factory=dict[int, str])
    chapters: dict[Place, Chapter] = field(default_factory=dict[Place, Chapter])
    starts: int = 0
    last_table: int = 0
    faults: list[str] = field(default_factory=list[str])
    doubtful: set[int] = field(default_factory=set[int])
    unread: bytes = b""

    @property
    def last_row(self) -> int:
        """The highest number of a row."""
        return max((row for chapter in self.chapters.values() for row in chapter.rows), default=0)


def read(path: Path) -> Contents:
    """Read all that can be read, whatever the file holds.

    Raises:
        StartError: the file is newer than this program.
        sqlite3.Error: the file may be whole but cannot be read.
    """
    contents = Contents()
    log = log_of(path)
    if log.exists() and (lost := lost_in(log)):
        contents.faults.append(
            f"the log beside it (-wal) is damaged, and the last things stored cannot be read, {lost.commits} or more: "
            f"{_END_MISSING}"
        )
        contents.unread = lost.pages
    connection = connect(path, "ro")
    connection.text_factory = _text
    try:
        if _version(connection, contents) == 0:
            if connection.execute("SELECT count(*) FROM sqlite_master").fetchone() == (0,):
                return contents  # it was being made
            contents.faults.append("its version is damaged")
        _Reader(connection, contents).read(log_is_there=log.exists() and log.stat().st_size > 0)
    except sqlite3.Error as error:
        _damage(error)
        contents.faults.append(f"it cannot be read ({error})")
    finally:
        connection.close()
    return contents


def _version(connection: sqlite3.Connection, contents: Contents) -> int:
    try:
        return version_of(connection)
    except sqlite3.Error as error:
        _damage(error)
        contents.faults.append(f"it is cut off, or its beginning is damaged ({error})")
    connection.execute("PRAGMA writable_schema = ON")  # with this SQLite reads a file that is shorter than it says
    return version_of(connection)


def _text(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape")  # what is no text has the wrong checksum


def _damage(error: sqlite3.Error) -> None:
    """Raise what is no damage again."""
    if not is_damage(error):
        raise error


class _Reader:
    """Reads a journal part by part, so that damage to one does not take the others along."""

    def __init__(self, connection: sqlite3.Connection, contents: Contents) -> None:
        self._connection = connection
        self._contents = contents
        self._end_missing = bool(contents.unread)

    def read(self, *, log_is_there: bool) -> None:
        whole = self._check()
        self._meta(log_is_there=log_is_there)
        self._people()
        tables_known = self._tables()
        rows = self._rows()
        self._sort(rows)
        if not tables_known:
            for table, _ in self._contents.chapters:
                self._contents.tables.setdefault(table, "")
        if self._end_missing:
            self._contents.doubtful = set(self._contents.tables)
        elif not whole:
            self._doubt(rows)

    def _fault(self, text: str) -> None:
        self._contents.faults.append(text)

    def _check(self) -> bool:
        try:
            said = [str(row[0]) for row in self._connection.execute("PRAGMA quick_check(3)")]
        except sqlite3.Error as error:
            _damage(error)
            said = [str(error)]
        if said == ["ok"]:
            return True
        self._fault(f"its structure is damaged ({said[0].splitlines()[-1]})")
        return False

    def _meta(self, *, log_is_there: bool) -> None:
        try:
            meta = dict(self._connection.execute("SELECT key, value FROM meta").fetchall())
            self._contents.starts, self._contents.last_table = int(meta["starts"]), int(meta["tables"])
            if meta["open"] and not log_is_there:
                self._fault(f"the log beside it (-wal) is missing, and with it what was stored last: {_END_MISSING}")
                self._end_missing = True
        except sqlite3.Error as error:
            _damage(error)
            self._contents.starts = UNKNOWN_STARTS
            self._fault(f"its counters cannot be read ({error})")
        except (KeyError, TypeError, ValueError):
            self._contents.starts = UNKNOWN_STARTS
            self._fault("its counters are damaged")

    def _people(self) -> None:
        try:
            for key, name, token_hash, total in self._connection.execute("SELECT * FROM people"):
                if total == checksum(key, name, token_hash):
                    self._contents.people.append(Keep(key, name, token_hash))
                else:
                    self._fault("an identity is damaged")
        except sqlite3.Error as error:
            _damage(error)
            self._fault(f"identities cannot be read ({error})")

    def _tables(self) -> bool:
        try:
            for table, name, total in self._connection.execute("SELECT * FROM tables"):
                right = total == checksum(table, name)
                self._contents.tables[int(table)] = str(name) if right else ""
                if not right:
                    self._fault(f"the name of table {table} is damaged")
        except sqlite3.Error as error:
            _damage(error)
            self._fault(f"the list of tables cannot be read ({error})")
            return False
        return True

    def _rows(self) -> list[Row]:
        """All rows that can be reached, from the one end and, past damage, from the other."""
        rows, fault = self._scan("ASC")
        if fault:
            self._fault(f"some entries cannot be read ({fault})")
            known = {row[0] for row in rows}
            rows += [row for row in self._scan("DESC")[0] if row[0] not in known]
            rows.sort()
        return rows

    def _scan(self, order: str) -> tuple[list[Row], str]:
        rows: list[Row] = []
        try:
            for row in self._cursor(order):
                if list(map(type, row)) == _TYPES:
                    rows.append(row)
                else:
                    self._fault("an entry is damaged")
        except sqlite3.Error as error:
            _damage(error)
            return rows, str(error)
        return rows, ""

    def _cursor(self, order: str) -> Iterator[Row]:
        return self._connection.execute(f"SELECT id, place, chapter, sum, body FROM entries ORDER BY id {order}")

    def _sort(self, rows: list[Row]) -> None:
        """Put rows into their chapters, checking that each goes on from the one before it."""
        chapters = self._contents.chapters
        for number, table, chapter, total, body in rows:
            kept = chapters.setdefault((table, chapter), Chapter())
            kept.wrong = kept.wrong or total != checksum(table, chapter, body, before=kept.sum)
            kept.rows.append(number)
            kept.bodies.append(body)
            kept.sum = total
        for table in {table for (table, _), chapter in chapters.items() if chapter.wrong}:
            self._fault(f"entries of table {self._contents.tables.get(table) or table} are damaged or missing")

    def _doubt(self, rows: list[Row]) -> None:
        """Find the tables that may have had entries where some are missing, and none behind that would show it.

        The numbers of rows have gaps where chapters were forgotten, too, so that this may doubt too much.
        """
        last = dict.fromkeys(self._contents.tables, 0)
        for (table, _), chapter in self._contents.chapters.items():
            last[table] = max(last.get(table, 0), chapter.rows[-1])
        gap = max(
            (after for before, after in pairwise([0, *(row[0] for row in rows)]) if after > before + 1), default=0
        )
        end = max(last.values(), default=0)
        self._contents.doubtful = {table for table, number in last.items() if number < gap or number == end}
