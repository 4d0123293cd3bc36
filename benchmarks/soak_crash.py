"""Kill a host two hundred times in the middle of games, and compare each evening with one in which it lived.

After each kill every action that was acknowledged must be in the journal, once and at its place. At the end of an
evening the records of all games and the last view of every person must be those of a host that never died.

    python benchmarks/soak_crash.py [--kills N] [--seed N]
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from e2e.crash import Evening, compare, kills_at

KILLS = 20
"""In one evening."""

GAMES = 2
"""At each table."""


def main() -> int:
    parser = argparse.ArgumentParser(description="Kill a host in the middle of games, again and again.")
    parser.add_argument("--kills", type=int, default=200, help="how often in all (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="of the first evening (default: %(default)s)")
    options = parser.parse_args()
    began = time.monotonic()
    killed = checked = 0
    seed = options.seed
    while killed < options.kills:
        with tempfile.TemporaryDirectory() as folder:
            lived = Evening(Path(folder) / "lived", seed, GAMES).play()
            actions = sum(map(len, lived.acknowledged.values()))
            moments = kills_at(seed, min(KILLS, options.kills - killed), actions)
            died = Evening(Path(folder) / "died", seed, GAMES).play(moments)
            compare(lived, died, Path(folder) / "died")
        killed += died.kills
        checked += died.checked
        print(f"crash soak: seed {seed}: {actions} actions, {died.kills} kills, the same evening", flush=True)
        seed += 1
    seconds = time.monotonic() - began
    print(f"crash soak: {killed} kills, {checked} look-ups of acknowledged actions, no difference, {seconds:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
