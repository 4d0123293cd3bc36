"""Putting files where they belong so that a crash leaves either nothing there or all of it."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path


def put_in_place(part: Path, path: Path) -> None:
    """Give the finished file ``part`` the name ``path``, durably; a file of that name is never overwritten.

    Raises:
        FileExistsError: the name is taken.
        OSError: the folder cannot be written.
    """
    try:
        os.link(part, path)
    except FileExistsError:
        raise
    except OSError:  # a file system without links, such as that of a memory stick
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        part.replace(path)
    with contextlib.suppress(FileNotFoundError):
        part.unlink()
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Make the names in a folder as durable as the contents of its files.

    Raises:
        OSError: the disk cannot do it.
    """
    file = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(file)
    finally:
        os.close(file)
