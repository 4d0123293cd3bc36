"""When Python looks for objects that only refer to each other: never while people play.

Such a look takes as long as there are objects to look at, and the loop stands still meanwhile. To look through
everything takes 15 ms with forty tables at play. To look at what is new takes longer than it sounds, since Python waits
until there are 700 objects *more* than before, and a table frees as many as it makes: with five hundred tables 5 to
50 ms. It was what a player waited for at another table: one action in a hundred took 34 ms instead of 9 or less
(benchmarks/bench_load.py). And there is nothing to find: whatever people do, tables that come and go included, counting
references frees all of it, and tests/server/test_garbage.py holds the host to that. A fault or a library may yet leave
something; so it is done while nobody is connected.

So two objects that live as long as each other must not both hold on to the other. What a table consists of refers back
to it weakly.
"""

from __future__ import annotations

import gc
from collections.abc import Callable

import trio

EVERY_S = 600.0
"""Between two looks whether nobody is connected."""


def settle() -> None:
    """Call once, when everything is loaded: none of it goes away any more."""
    gc.collect()
    gc.freeze()
    gc.disable()


async def tend(empty: Callable[[], bool]) -> None:
    """Look through everything now and then, while nobody is connected; for ever."""
    while True:
        await trio.sleep(EVERY_S)
        if empty():
            gc.collect()
