"""Notices that this process did not run for a while: the lid was closed, or somebody stopped it."""

from __future__ import annotations

import time
from collections.abc import Callable

import trio

SUSPENDED_S = 5.0
"""Longer than any machine that can be played on is too busy to let a process run, and shorter than anybody waits for
somebody whose line broke. To take a very busy machine for one that slept costs a player nothing."""


def awake_clock() -> float:
    """Seconds since some moment, those in which the machine slept included.

    Linux has a clock for that. Elsewhere it is the time of day, whose being set forward looks like sleep, and costs
    nothing.
    """
    if hasattr(time, "CLOCK_BOOTTIME"):
        return time.clock_gettime(time.CLOCK_BOOTTIME)
    return time.time()


class WakeWatch(trio.abc.Instrument):
    """Compares how long the loop was away with how long it has run, and with how long it meant to wait.

    It does so before the loop looks which deadlines have passed. Thus nobody's time has run out meanwhile, whether the
    loop's own clock stood still (on Linux and macOS, while the machine sleeps) or went on (the process was stopped).
    Of a stop that ends within a wait nothing is seen; while somebody is connected, no wait is longer than that for the
    next ping.

    Args:
        clock: counts the seconds of sleep, too.
        woke: called with how many seconds were slept, in the loop's thread, but in none of its tasks.
        running: counts those when the machine is awake, as the loop does.
    """

    def __init__(
        self,
        clock: Callable[[], float],
        woke: Callable[[float], None],
        running: Callable[[], float] = time.monotonic,
    ) -> None:
        self._clock = clock
        self._running = running
        self._woke = woke
        self._since = clock()
        self._ran = running()

    def after_io_wait(self, timeout: float) -> None:
        """The loop has waited; it meant to for ``timeout`` seconds at most."""
        now, ran = self._clock(), self._running()
        away, awake = now - self._since, ran - self._ran
        self._since, self._ran = now, ran
        slept = away - min(awake, timeout)
        if slept > SUSPENDED_S:
            self._woke(slept)
