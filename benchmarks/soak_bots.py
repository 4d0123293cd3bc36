"""Let every level play very many deals under random rules, and stop at the first illegal choice or exception.

Each decision has a budget of processor time; how often it was overrun, and by how much at worst, is told at the end.

    python benchmarks/soak_bots.py [--deals N] [--seed N] [--budget MS]
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from random import Random
from time import process_time

from euchre_engine import Action, View, apply, deal, start_game, view
from euchre_engine.bots import LEVELS, Level, decide

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from engine.bot_tables import random_rules, shuffled

GRACE = 10.0
"""Milliseconds beyond the budget that the deal in progress may take."""


class Soak:
    """Plays deals and remembers how long decisions took."""

    def __init__(self, seed: int, budget: float) -> None:
        self.rng = Random(seed)
        self.budget = budget
        self.decisions = self.late = 0
        self.worst = 0.0

    def play(self) -> None:
        """Play one deal under random rules, with a random level in every seat."""
        rng = self.rng
        rules = random_rules(rng)
        score = [rng.randrange(rules.target) for _ in range(rules.sides)]
        seats = [LEVELS[rng.choice(sorted(LEVELS))] for _ in range(rules.players)]
        state = deal(start_game(rules, rng.randrange(rules.players), score=score), shuffled(rules, rng))
        while state.turn is not None:
            seen = view(state, state.turn)
            action = self.ask(seats[state.turn], seen)
            if action not in seen.legal:
                raise AssertionError(f"{action} is not among {seen.legal} in {seen}")
            # Now and then somebody does anything at all, so that the bots meet what they would never do themselves.
            state = apply(state, state.turn, rng.choice(seen.legal) if rng.random() < 0.1 else action)

    def ask(self, level: Level, seen: View) -> Action:
        """Let a level choose in time."""
        start = process_time()
        end = start + self.budget / 1000
        action = decide(level, seen, self.rng, floor=2, stop=lambda: process_time() >= end)
        taken = (process_time() - start) * 1000 - self.budget
        self.decisions += 1
        self.late += taken > GRACE
        self.worst = max(self.worst, taken)
        return action


def main() -> int:
    """Run the soak; 0 if nothing was wrong."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=100_000, help="how many deals to play (default 100000)")
    parser.add_argument("--seed", type=int, default=1, help="another number plays other deals (default 1)")
    parser.add_argument("--budget", type=float, default=2, help="milliseconds for a decision (default 2)")
    options = parser.parse_args()
    soak = Soak(options.seed, options.budget)
    started = time.monotonic()
    for number in range(options.deals):
        try:
            soak.play()
        except Exception:
            print(f"soak: the bots failed in deal {number} (seed {options.seed})")
            raise
    seconds = time.monotonic() - started
    print(
        f"soak: {options.deals} deals, {soak.decisions} decisions, none illegal; {soak.late} more than {GRACE:g} ms"
        f" over a budget of {options.budget:g} ms, at worst {soak.worst:.1f} ms over ({seconds:.0f} s)"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
