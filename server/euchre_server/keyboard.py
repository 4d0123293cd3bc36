"""Lines that are typed at the host's terminal, or piped into it."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator

import trio

LONGEST = 1000
"""Bytes of a line; what is longer is no order."""

_BACKGROUND_S = 1.0
"""Until the next look whether a host that was sent to the background (``&``, Ctrl-Z and ``bg``) is back."""


async def typed_lines(descriptor: int) -> AsyncIterator[str]:
    """Yield line after line, until the end of input.

    The descriptor stays as it is: the terminal is the shell's as well, and would stay non-blocking after us. Nothing is
    read in the background, since the system would stop the whole host for that. A file and ``/dev/null`` have no lines
    for a host.

    Args:
        descriptor: a terminal or a pipe.
    """
    rest = b""
    while True:
        try:
            await trio.lowlevel.wait_readable(descriptor)
        except OSError:  # a file, which cannot be waited for
            return
        if _in_background(descriptor):
            await trio.sleep(_BACKGROUND_S)
            continue
        data = _read(descriptor)
        if data is None:
            return
        *lines, rest = (rest + data).split(b"\n")
        rest = rest[: LONGEST + 1]
        for line in lines:
            if len(line) <= LONGEST:
                yield line.decode("utf-8", errors="replace")


def _read(descriptor: int) -> bytes | None:
    """What there is; none at the end, and when the terminal is gone."""
    try:
        return os.read(descriptor, 4096) or None
    except BlockingIOError:  # somebody else has made it non-blocking, and has taken what there was
        return b""
    except OSError:
        return None


def _in_background(descriptor: int) -> bool:
    try:
        return os.isatty(descriptor) and os.tcgetpgrp(descriptor) != os.getpgrp()
    except OSError:  # a terminal that is not ours to be in the background of
        return False
