"""Writing finished games to files without ever making a table wait for the disk."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import trio

from euchre_server.failures import StartError
from euchre_server.records import save_record
from euchre_server.services import Finished


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
        self._put, self._get = trio.open_memory_channel[tuple[Finished, Sequence[str], Callable[[], object]]](math.inf)

    def record(self, game: Finished, done: Callable[[], object]) -> None:
        """Have a record written soon, and ``done`` called then."""
        self._put.send_nowait((game, tuple(game.lines), done))

    def finish(self) -> None:
        """No more records come; :meth:`run` ends when all are written."""
        self._put.close()

    async def run(self) -> None:
        """Write records until :meth:`finish`."""
        async for game, lines, done in self._get:
            save = partial(save_record, self._folder, lines, when=game.when, table=game.table)
            try:
                await trio.to_thread.run_sync(save)
            except OSError as error:
                self._say(f"the record of a game at {game.table} could not be written: {error.strerror}")
            else:
                done()
