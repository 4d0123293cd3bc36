"""``euchre-host backup FILE``: a copy of the journal, whether a host is running or not."""

from __future__ import annotations

import argparse
import contextlib
import os
import sqlite3
import sys
from collections.abc import Sequence
from pathlib import Path

from euchre_server.failures import StartError
from euchre_server.files import put_in_place
from euchre_server.journal_file import NAME, connect

COMMAND = "backup"


def main(arguments: Sequence[str], default: Path) -> int:
    """Run the command and return its exit code.

    Args:
        arguments: what follows the word ``backup``.
        default: the data folder if none is named.

    Raises:
        StartError: there is nothing to copy, or no place to copy it to.
    """
    reconfigure = getattr(sys.stdout, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="backslashreplace")  # a file's name may hold bytes that are no text
    given = read_options(arguments, default)
    backup(given.data / NAME, given.file)
    print(f"{given.file} is a copy of {given.data / NAME}.", file=sys.stdout)
    return 0


def read_options(arguments: Sequence[str], default: Path) -> argparse.Namespace:
    """Read what follows the word ``backup``: ``file`` and ``data``."""
    parser = argparse.ArgumentParser(
        prog=f"euchre-host {COMMAND}",
        description="Copy everything that a host has stored into one file. The host may go on running.",
        allow_abbrev=False,
    )
    parser.add_argument("file", type=Path, metavar="FILE", help="where to; a file that is there is never overwritten")
    parser.add_argument(
        "--data", type=Path, metavar="DIR", default=default, help="the host's data folder (default: %(default)s)"
    )
    return parser.parse_args(arguments)


def backup(journal: Path, file: Path) -> None:
    """Copy the journal as it is at one moment; the host that writes it does not wait.

    Raises:
        StartError: there is no journal, ``file`` is there already, or one of them cannot be read or written.
    """
    if not _is_there(journal):
        raise StartError(f"There is no journal {journal}: has a host ever run with this data folder? See --data.")
    if not file.name:
        raise StartError(f"{file} is a folder: name the file that is to be the copy.")
    part = file.with_name(f".{file.name}.part")
    try:
        if file.exists():
            raise FileExistsError
        if not file.parent.is_dir():
            raise StartError(f"The backup {file} could not be written: there is no folder {file.parent}.")
        part.unlink(missing_ok=True)  # of a backup that was interrupted
        os.close(os.open(part, os.O_CREAT | os.O_EXCL, 0o600))
        _copy(journal, part)
        put_in_place(part, file)
    except FileExistsError as error:
        raise StartError(f"{file} is there already and is not overwritten: choose another name.") from error
    except OSError as error:
        raise StartError(f"The backup {file} could not be written: {error.strerror}.") from error
    except sqlite3.Error as error:
        raise StartError(f"The backup {file} could not be written: {error}.") from error
    finally:
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)


def _is_there(journal: Path) -> bool:
    try:
        return journal.exists() and journal.stat().st_size > 0  # beside an empty one SQLite would remove the log
    except OSError as error:
        raise StartError(f"The data folder {journal.parent} cannot be read: {error.strerror}. See --data.") from error


def _copy(journal: Path, part: Path) -> None:
    with contextlib.closing(connect(journal, "ro")) as source, contextlib.closing(connect(part, "rw")) as target:
        source.backup(target)  # all pages at once, so that it cannot be overtaken by what is written meanwhile
        target.execute("PRAGMA journal_mode = DELETE")  # one file, with nothing beside it
        target.execute("PRAGMA synchronous = FULL")
        target.execute("UPDATE meta SET value = 0 WHERE key = 'open'")
