"""When to try a host again that was lost, has closed or has no room for us now."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Final

from euchre_client.address import Address
from euchre_client.net import LinkError

RETRY_SECONDS: Final = (1, 2, 4, 8)
"""Waits between tries: soon at first, because most losses are short; then every eight seconds, as long as it takes."""

JITTER: Final = 0.25
"""The part by which a wait is longer or shorter: a host that starts again is not called by everybody at once."""

FINAL: Final = frozenset({"refused", "not_euchre", "no_tls", "other_key", "no_keys"})
"""Failures that another try would only repeat; everything else may be mended on the other side."""

BROKEN: Final = frozenset({"idle", "slow"})
"""Farewells of a host that took the line for broken: it heard nothing, or nothing was read. They arrive when the cable
is back, and then all is well again."""

PASSING: Final = BROKEN | {"closing", "full", "slow_down", "storage"}
"""Refusals that end by themselves: the host starts again, has noticed that an old line is dead, has room on its disk.
Whoever was in waits for that, since their seat is there; whoever comes for the first time is told and may go
elsewhere."""


def is_final(error: LinkError, *, known: bool) -> bool:
    """Say whether another try would only fail in the same way.

    Args:
        error: how a try, or a connection, has ended.
        known: whether this host has let us in before, while this program runs.
    """
    return error.code in FINAL and not (known and error.code == "refused" and error.reason in PASSING)


def parted(code: str, address: Address, *, companion: bool = False) -> LinkError | None:
    """Return what a farewell comes to for somebody who stays; none where the host does not want them back.

    Args:
        code: of the host's ``bye``.
        address: the host's.
        companion: whether the host has started this program for its own player, who leaves when it closes.
    """
    if code in BROKEN:
        return LinkError("lost", address)
    if code == "closing" and not companion:
        return LinkError("refused", address, code)
    return None


def wait_before(attempt: int, chance: Callable[[], float] = random.random) -> float:
    """Return how many seconds to wait before a try.

    Args:
        attempt: the number of the try since the connection broke, from 1.
        chance: gives a number from 0 to 1.
    """
    return RETRY_SECONDS[min(attempt, len(RETRY_SECONDS)) - 1] * (1 + JITTER * (2 * chance() - 1))
