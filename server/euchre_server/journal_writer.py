"""The journal in a file, written by one thread.

The thread gets everything that waits as one batch, writes it in one transaction, and lets all who wait know when it is
on the disk: the wait for the disk is shared. Nothing of it happens in the event loop's thread, where the next batch is
collected meanwhile. For the two share Python's lock: to hand over each thing as it comes woke the thread up in the
middle of the loop's work, which cost a fifth of a busy host's time.
"""

from __future__ import annotations

import contextlib
import sqlite3
import threading
import traceback
from array import array
from collections import deque
from collections.abc import Callable, Collection, Generator, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial
from itertools import islice
from queue import SimpleQueue
from time import perf_counter

import trio

from euchre_server.journal import Close, Drop, Entry, Forget, Keep, Open, Operation, Receipt
from euchre_server.journal_file import checksum
from euchre_server.journal_read import Contents, Place, Row

RETRY_S = (0.1, 0.2, 0.5, 1.0, 2.0, 5.0)
"""After a failed write, to the next try; the last one repeats. A full disk is noticed at once to have room again, and
a broken one is not kept busy."""

FORGET_ROWS = 32
"""Rows forgotten along with each commit, so that a busy host does not collect them; some milliseconds of pages."""

FORGET_ROWS_IDLE = 512
"""The same when nothing waits."""

CLOSE_S = 5.0
"""For the last things to be written when the host closes; a disk that takes longer does not keep the host."""

ROWS_AT_ONCE = 64
"""Rows in one statement. If there is nothing else to write it needs no transaction around it: a statement alone is one.
While SQLite works the event loop has the interpreter, and each statement more is one more wait to have it back."""

GIVING_S = 0.001
"""For receipts in one step of the event loop, which may take 5 ms in all. With each a table tells its people of a card,
in some 0.2 ms, or of the whole table, if they have just come back, in up to 1.5 ms."""

_Parcel = tuple[Sequence[Operation], Receipt]
_Batch = Sequence[_Parcel]


@dataclass(slots=True)
class _Chain:
    """A chapter's rows and the checksum of its last one."""

    rows: array[int] = field(default_factory=lambda: array("q"))
    sum: int = 0


class SqliteJournal:
    """A journal in an SQLite file that nobody else writes.

    Args:
        connection: the open file. It is the journal's from now on.
        keeper: another connection, which keeps the log beside the file (see ``keep_log``). The journal's, too.
        contents: what is in it.
        told: the chapters that are needed; the others are forgotten.
        say: told when there is trouble and when there is none any more.
    """

    def __init__(
        self,
        connection: sqlite3.Connection,
        keeper: sqlite3.Connection,
        contents: Contents,
        told: Collection[Place],
        say: Callable[[str], None],
    ) -> None:
        self.trouble = False
        self.epoch = contents.starts
        self._say = say
        self._connection = connection
        self._keeper = keeper
        self._watchers: list[Callable[[], None]] = []
        self._waiting: list[_Parcel] = []  # for the batch that is being written
        self._writing = False
        self._queue: SimpleQueue[_Batch] = SimpleQueue()
        self._closing = threading.Event()
        self._chains = {place: _Chain(chapter.rows, chapter.sum) for place, chapter in contents.chapters.items()}
        self._next_row = contents.last_row + 1
        self._dead = deque(row for place in self._chains if place not in told for row in self._chains[place].rows)
        self._token: trio.lowlevel.TrioToken | None = None
        # A daemon, so that a disk that never answers cannot keep the process.
        self._thread = threading.Thread(target=self._run, name="journal", daemon=True)

    # ------------------------------------------------------------ in the event loop's thread

    def start(self) -> None:
        """Begin to write."""
        self._token = trio.lowlevel.current_trio_token()
        self._thread.start()
        self._hand_over()

    def put(self, *operations: Operation) -> Receipt:
        """Have operations stored, all of them or none. Does not wait."""
        receipt = Receipt()
        self._waiting.append((operations, receipt))
        if not self._writing and self._token is not None:
            self._hand_over()
        return receipt

    def watch(self, told: Callable[[], None]) -> None:
        """Call ``told`` in the event loop whenever ``trouble`` has changed."""
        self._watchers.append(told)

    def close(self) -> None:
        """Write what still waits, and close the file. May block for ``CLOSE_S``."""
        self._closing.set()
        self._hand_over()
        self._queue.put(())
        if self._token is None:
            self._run()
        else:
            self._thread.join(CLOSE_S)

    def _hand_over(self) -> None:
        self._writing = bool(self._waiting)
        if self._waiting:
            batch, self._waiting = self._waiting, []
            self._queue.put(batch)

    def _written(self, batch: _Batch) -> None:
        self._hand_over()
        self._give(batch)

    def _give(self, batch: _Batch) -> None:
        """Give receipts, for a while at a time: with each a table tells its people, and others want to be heard."""
        until = perf_counter() + GIVING_S
        for given, (_, receipt) in enumerate(batch, 1):
            receipt.give()
            if perf_counter() >= until and given < len(batch):
                self._in_loop(self._give, batch[given:])
                return

    def _set_trouble(self, why: str) -> None:
        self.trouble = bool(why)
        self._say(f"the journal cannot be written ({why}): the tables wait" if why else "the journal is written again")
        for told in self._watchers:
            told()

    # ------------------------------------------------------------ in the journal's own thread

    def _run(self) -> None:
        with contextlib.closing(self._keeper), contextlib.closing(self._connection):
            while batch := self._take():
                if not self.store([operation for operations, _ in batch for operation in operations]):
                    return
                self._in_loop(self._written, batch)
            while self._dead and self._forget_some():
                pass
            with contextlib.suppress(sqlite3.Error):
                self._connection.execute("UPDATE meta SET value = 0 WHERE key = 'open'")
                # From here on the log may be missing: closing takes it into the file.
                self._keeper.close()

    def _take(self) -> _Batch:
        """The next batch, or an empty one when the journal is closed and all is written."""
        while self._dead and self._queue.empty() and self._forget_some():
            pass
        return self._queue.get()

    def store(self, operations: Sequence[Operation]) -> bool:
        """Write operations in this thread, and return when they are durable (or false: the journal is closed)."""
        return self._insist(partial(self._write, operations, self._rows(operations)))

    def _insist(self, write: Callable[[], None]) -> bool:
        """Try until it is written. Gives up only when the host closes: nobody has been told of it."""
        tries = 0
        while True:
            try:
                write()
            except Exception as error:  # noqa: BLE001 - without this thread all tables would wait for ever, in silence
                if tries == 0:
                    self._report(error)
                if self._closing.wait(RETRY_S[min(tries, len(RETRY_S) - 1)]) and tries > 0:
                    return False
                tries += 1
            else:
                if tries:
                    self._in_loop(self._set_trouble, "")
                return True

    def _report(self, error: Exception) -> None:
        if not isinstance(error, sqlite3.Error):
            self._in_loop(self._say, f"a fault of this program in the journal:\n{traceback.format_exc()}")
        self._in_loop(self._set_trouble, str(error) or type(error).__name__)

    def _rows(self, operations: Sequence[Operation]) -> list[Row]:
        """The rows of all entries. Made once, so that however often they are written they are the same rows."""
        rows: list[Row] = []
        for entry in operations:
            if isinstance(entry, Entry):
                chain = self._chains.setdefault((entry.table, entry.chapter), _Chain())
                chain.sum = checksum(entry.table, entry.chapter, entry.body, before=chain.sum)
                chain.rows.append(self._next_row)
                rows.append((self._next_row, entry.table, entry.chapter, chain.sum, entry.body))
                self._next_row += 1
            elif isinstance(entry, Forget):
                self._dead.extend(self._chains.pop((entry.table, entry.chapter), _Chain()).rows)
        return rows

    def _write(self, operations: Sequence[Operation], rows: Sequence[Row]) -> None:
        connection = self._connection
        others = [operation for operation in operations if not isinstance(operation, Entry | Forget)]
        dead = list(islice(self._dead, FORGET_ROWS))
        if not others and not dead and 0 < len(rows) <= ROWS_AT_ONCE:
            _insert(connection, rows)
            return
        with _transaction(connection):
            for operation in others:
                for statement, values in _statements(operation):
                    connection.execute(statement, values)
            for first in range(0, len(rows), ROWS_AT_ONCE):
                _insert(connection, rows[first : first + ROWS_AT_ONCE])
            _delete(connection, dead)
        self._forgotten(len(dead))

    def _forget_some(self) -> bool:
        dead = list(islice(self._dead, FORGET_ROWS_IDLE))
        try:
            with _transaction(self._connection):
                _delete(self._connection, dead)
        except sqlite3.Error:
            return False  # whoever writes next will say so
        self._forgotten(len(dead))
        return True

    def _forgotten(self, rows: int) -> None:
        for _ in range(rows):
            self._dead.popleft()

    def _in_loop(self, act: Callable[..., object], *arguments: object) -> None:
        if self._token is not None:
            with contextlib.suppress(trio.RunFinishedError):  # then nobody is left to be told
                self._token.run_sync_soon(partial(act, *arguments))


def _insert(connection: sqlite3.Connection, rows: Sequence[Row]) -> None:
    connection.execute(_insertion(len(rows)), [value for row in rows for value in row])


@lru_cache(maxsize=ROWS_AT_ONCE)
def _insertion(rows: int) -> str:
    return "INSERT OR REPLACE INTO entries VALUES " + ", ".join(["(?, ?, ?, ?, ?)"] * rows)


@contextlib.contextmanager
def _transaction(connection: sqlite3.Connection) -> Generator[None]:
    """All or nothing, and durable at the end."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        with contextlib.suppress(sqlite3.Error):
            connection.rollback()
        raise


def _statements(operation: Keep | Drop | Open | Close) -> Iterator[tuple[str, tuple[object, ...]]]:
    match operation:
        case Keep(key, name, token_hash):
            total = checksum(key, name, token_hash)
            yield "INSERT OR REPLACE INTO people VALUES (?, ?, ?, ?)", (key, name, token_hash, total)
        case Drop(key):
            yield "DELETE FROM people WHERE key = ?", (key,)
        case Open(table, name):
            yield "INSERT OR REPLACE INTO tables VALUES (?, ?, ?)", (table, name, checksum(table, name))
            yield "UPDATE meta SET value = max(value, ?) WHERE key = 'tables'", (table,)
        case Close(table):
            yield "DELETE FROM tables WHERE id = ?", (table,)


def _delete(connection: sqlite3.Connection, rows: Sequence[int]) -> None:
    connection.executemany("DELETE FROM entries WHERE id = ?", [(row,) for row in rows])
