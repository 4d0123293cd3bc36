"""Writing finished games to files without ever making a table wait for the disk."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path

import trio

from euchre_server.failures import StartError
from euchre_server.records import save_record

Finished = tuple[str, datetime, Sequence[str]]


class Recorder:
    """Takes records of finished games and writes them one after another.

    Args:
        folder: where to write them; made if need be.
        say: told about what went wrong.

    Raises:
        StartError: the folder cannot be made.
    """

    def __init__(self, folder: Path, say: Callable[[str], None]) -> None:
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise StartError(
                f"Cannot write to the records folder {folder}: {error.strerror}. See --records."
            ) from error
        self._folder = folder
        self._say = say
        # Unbounded, because a game takes minutes to make what the disk takes milliseconds to write.
        self._put, self._get = trio.open_memory_channel[Finished](math.inf)

    def record(self, table: str, when: datetime, lines: Sequence[str]) -> None:
        """Have a record written soon."""
        self._put.send_nowait((table, when, tuple(lines)))

    def finish(self) -> None:
        """No more records come; :meth:`run` ends when all are written."""
        self._put.close()

    async def run(self) -> None:
        """Write records until :meth:`finish`."""
        async for table, when, lines in self._get:
            try:
                await trio.to_thread.run_sync(lambda: save_record(self._folder, lines, when=when, table=table))  # noqa: B023
            except OSError as error:
                self._say(f"the record of a game at {table} could not be written: {error.strerror}")
