"""Fuzz the protocol for as long as one likes: mutated conversations, invariants of tests/protocol/fuzzing.py.

Usage: python benchmarks/fuzz_protocol.py --seconds 600 [--seed 7]
A failure prints its seed and number; --seed SEED --only NUMBER plays that one input again.
"""

from __future__ import annotations

import argparse
import sys
import traceback
from collections import Counter
from itertools import count
from pathlib import Path
from random import SystemRandom
from time import monotonic

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from protocol.fuzzing import TARGETS, case_number


def main() -> int:
    parser = argparse.ArgumentParser(description="Fuzz the protocol with mutated conversations.")
    parser.add_argument("--seconds", type=float, default=10.0, help="how long to run (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=None, help="where to begin (default: at random, and printed)")
    parser.add_argument("--only", type=int, default=None, metavar="NUMBER", help="play one input again")
    options = parser.parse_args()
    seed = SystemRandom().randrange(10**9) if options.seed is None else options.seed
    numbers = count() if options.only is None else [options.only]
    seen: Counter[str] = Counter()
    end = monotonic() + options.seconds
    done = 0
    for number in numbers:
        if monotonic() > end:
            break
        if not run(seed, number, seen):
            return 1
        done += 1
    print(f"protocol fuzz: {done} inputs, seed {seed}, no invariant broken")
    print("  " + ", ".join(f"{name} {times}" for name, times in sorted(seen.items())))
    return 0


def run(seed: int, number: int, seen: Counter[str]) -> bool:
    """Put one input to every target; tell whether all invariants held."""
    case, rng = case_number(seed, number)
    for name, target in TARGETS.items():
        try:
            seen[f"{name}:{target(case, rng)}"] += 1
        except Exception:  # noqa: BLE001 - whatever escapes a target is what we look for
            traceback.print_exc()
            print(f"protocol fuzz: broken invariant: {target.__doc__}\n  {case}\n  --seed {seed} --only {number}")
            return False
    return True


if __name__ == "__main__":
    sys.exit(main())
