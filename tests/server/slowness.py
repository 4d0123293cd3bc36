"""How slow this machine is: limits in milliseconds of processor time were set on another."""

from __future__ import annotations

from time import thread_time

_USUAL_S = 0.0024
"""What the work below took where a step of the host's loop was first held to 5 ms."""


def slowness() -> float:
    """How many times longer than there the best of some runs takes here, and 1 on a faster machine."""
    return max(1.0, min(_work() for _ in range(20)) / _USUAL_S)


def _work() -> float:
    began = thread_time()
    found: dict[int, tuple[int, str]] = {}
    for number in range(20_000):
        found[number & 255] = (number, str(number))
    return thread_time() - began
