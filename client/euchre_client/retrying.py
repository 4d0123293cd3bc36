"""When to try a host again after a connection has broken."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Final

RETRY_SECONDS: Final = (1, 2, 4, 8)
"""Waits between tries: soon at first, because most losses are short; then every eight seconds, as long as it takes."""

JITTER: Final = 0.25
"""The part by which a wait is longer or shorter: a host that starts again is not called by everybody at once."""

FINAL: Final = frozenset({"refused", "not_euchre", "no_tls", "other_key", "no_keys"})
"""Failures that another try would only repeat; everything else may be mended on the other side."""

BROKEN: Final = frozenset({"idle", "slow"})
"""Farewells of a host that took the line for broken: it heard nothing, or nothing was read. They arrive when the cable
is back, and then all is well again."""


def wait_before(attempt: int, chance: Callable[[], float] = random.random) -> float:
    """Return how many seconds to wait before a try.

    Args:
        attempt: the number of the try since the connection broke, from 1.
        chance: gives a number from 0 to 1.
    """
    return RETRY_SECONDS[min(attempt, len(RETRY_SECONDS)) - 1] * (1 + JITTER * (2 * chance() - 1))
