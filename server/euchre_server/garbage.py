"""When Python looks for objects that only refer to each other: never while people play.

Looking through everything takes 15 ms with forty tables at play, and 45 ms if all that was loaded is looked through as
well (measured by benchmarks/bench_load.py's host). What it finds are some dozens of objects an hour. So it is done
while nobody is connected; the young objects are looked through as ever, which takes a millisecond.
"""

from __future__ import annotations

import gc
from collections.abc import Callable

import trio

EVERY_S = 600.0
"""Between two looks whether nobody is connected."""

_NEVER = 1 << 30
"""So many looks at the middle-aged until the old have their turn by themselves."""


def settle() -> None:
    """Call once, when everything is loaded: none of it goes away any more."""
    gc.collect()
    gc.freeze()
    young, middle, _ = gc.get_threshold()
    gc.set_threshold(young, middle, _NEVER)


async def tend(empty: Callable[[], bool]) -> None:
    """Look through everything now and then, while nobody is connected; for ever."""
    while True:
        await trio.sleep(EVERY_S)
        if empty():
            gc.collect()
