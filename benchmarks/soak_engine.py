"""Compare the engine with the naive engine of the tests on very many random deals.

Every few deals other rules are drawn. After each action the seat to act, all legal actions and the tricks must be the
same in both engines, and after each deal its outcome, the score, the dealer and the winner. The first difference stops
the run with exit 1 and prints the rules, cards and actions that lead to it.

    python benchmarks/soak_engine.py [--deals N] [--seed N]
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from engine.naive_games import random_rules
from engine.naive_real import play_both

DEALS = 1_000_000
DEALS_A_GAME = 4
INVARIANTS_EVERY = 100
"""How many games go by until one is also checked with ``check_invariants``, which costs more than all the rest."""


def main() -> int:
    """Run the comparison; 0 if the engines agree."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=DEALS, help=f"how many deals to play (default {DEALS})")
    parser.add_argument("--seed", type=int, default=1, help="another number plays other games (default 1)")
    options = parser.parse_args()
    rng = Random(options.seed)
    started = time.monotonic()
    deals = games = 0
    rule_sets: set[tuple[Any, ...]] = set()
    while deals < options.deals:
        rules = random_rules(rng)
        rule_sets.add(tuple(rules.values()))
        games += 1
        try:
            deals += play_both(rules, rng, DEALS_A_GAME, invariants=games % INVARIANTS_EVERY == 0)
        except (AssertionError, ValueError) as error:
            print(f"soak: the engines differ after {deals} deals (seed {options.seed}): {error}")
            return 1
    seconds = time.monotonic() - started
    print(f"soak: {deals} deals, {len(rule_sets)} distinct rule sets, no difference ({seconds:.0f} s)")
    return 0


if __name__ == "__main__":
    sys.exit(main())
