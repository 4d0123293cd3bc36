"""Search everything that a host sends in hundreds of games for cards that its reader may not know.

Then play the beginnings of games once more for each of their people with other cards where they cannot know them: what
they are sent must be the same to the byte. The suite runs some of both (tests/server/test_secrecy.py).

    python benchmarks/soak_secrecy.py [--games N] [--twins N] [--seed N]
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import trio
import trio.testing

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from server.secrecy import twins, whole_game

PRESETS = ("classic", "north_american", "british", "three_hand", "two_hand")
TWINS = ("classic", "north_american", "two_hand")
"""Those whose record shows all that a player comes to know: their hand, the card turned up, and what is played."""

PACES = ("instant", "normal")
NAMES = ("Ann", "Bert", "Cleo", "Dora")
LONGEST = 24
"""Steps of a beginning; there are no more up to the fourth trick, where it ends at the latest."""


def main() -> int:
    parser = argparse.ArgumentParser(description="Search what a host sends for cards that its reader may not know.")
    parser.add_argument("--games", type=int, default=500, help="whole games to search (default: %(default)s)")
    parser.add_argument("--twins", type=int, default=200, help="beginnings to compare (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="of the first game (default: %(default)s)")
    options = parser.parse_args()
    began = time.monotonic()
    seeds = range(options.seed, options.seed + options.games)
    seen = sum(in_virtual_time(lambda seed=seed: game(seed)) for seed in seeds)
    print(f"secrecy soak: {options.games} games, {seen} cards on the wire, each known to its reader", flush=True)
    seeds = range(options.seed, options.seed + options.twins)
    same = sum(in_virtual_time(lambda seed=seed: beginning(seed)) for seed in seeds)
    print(f"secrecy soak: {options.twins} beginnings, {same} other games that nobody could tell from them")
    print(f"secrecy soak: seed {options.seed}, {time.monotonic() - began:.0f} s")
    return 0


async def game(seed: int) -> int:
    """Search one game."""
    rng = random.Random(seed)
    preset = rng.choice(PRESETS)
    players = {"two_hand": 2, "three_hand": 3}.get(preset, 4)
    return await whole_game(preset, rng.choice(PACES), NAMES[:players], seed)


async def beginning(seed: int) -> int:
    """Compare one beginning with others."""
    rng = random.Random(seed)
    return await twins(rng.choice(TWINS), seed, rng.randrange(LONGEST))


def in_virtual_time(work: Callable[[], Awaitable[int]]) -> int:
    """Run it without waiting for any clock."""
    return trio.run(work, clock=trio.testing.MockClock(autojump_threshold=0))


if __name__ == "__main__":
    sys.exit(main())
