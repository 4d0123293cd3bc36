"""Let every level play very many deals under random rules, and stop at the first illegal choice, exception or missed
deadline; then compare the solver with trying everything.

Decisions are hurried: those who search have a budget that lets them look at few deals, which is where a search that
does not stop in time would show.

    python benchmarks/soak_bots.py [--deals N] [--endings N] [--seed N] [--budget MS]
"""

from __future__ import annotations

import argparse
import gc
import sys
import time
from pathlib import Path
from random import Random
from time import process_time

from euchre_engine import Action, View, apply, deal, start_game, view
from euchre_engine.bots import LEVELS, Level, decide
from euchre_engine.bots.solve import Solver

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from engine.bot_tables import random_rules, shuffled
from engine.test_bots_solve import brute, random_ending

DEADLINE = 200.0
"""Milliseconds of processor time for a decision: a tenth of what the host allows, which also starts processes in it.
The two deals that are looked at in any case take 40 ms at worst, with 32 cards and no card played."""
THINKERS = 0.25
"""Of the seats; the others play by rule of thumb, so that a hundred thousand deals do not take all day."""


class Soak:
    """Plays deals and remembers how long decisions took."""

    def __init__(self, seed: int, budget: float) -> None:
        self.rng = Random(seed)
        self.budget = budget
        self.decisions = 0
        self.worst = 0.0

    def play(self) -> None:
        """Play one deal under random rules, with a random level in every seat."""
        rng = self.rng
        rules = random_rules(rng)
        score = [rng.randrange(rules.target) for _ in range(rules.sides)]
        levels = [("strong", "expert") if rng.random() < THINKERS else ("beginner", "normal") for _ in range(4)]
        seats = [LEVELS[rng.choice(pair)] for pair in levels]
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
        taken = (process_time() - start) * 1000
        self.decisions += 1
        self.worst = max(self.worst, taken)
        if taken > DEADLINE:
            raise AssertionError(f"{level.name} has thought for {taken:.0f} ms about {seen}")
        return action


def check_solver(count: int, seed: int) -> None:
    """Compare the solver's answers about so many random endings with those of trying everything."""
    rng = Random(seed)
    for _ in range(count):
        lay, table, hands, trick = random_ending(rng, rng.choice((1, 2, 3, 3)))
        exact = brute(lay, table, hands, trick)
        left = hands[trick.seat].bit_count()
        found = [Solver(lay, table).makers_take(list(hands), trick, need) for need in range(left + 1)]
        if found != [need <= exact for need in range(left + 1)]:
            raise AssertionError(f"the makers take {exact}, the solver says {found}: {lay.trump} {hands} {trick}")


def main() -> int:
    """Run the soak; 0 if nothing was wrong."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=100_000, help="how many deals to play (default 100000)")
    parser.add_argument("--endings", type=int, default=5_000, help="how many endings to solve (default 5000)")
    parser.add_argument("--seed", type=int, default=1, help="another number plays other deals (default 1)")
    parser.add_argument("--budget", type=float, default=1, help="milliseconds to think about a decision (default 1)")
    options = parser.parse_args()
    soak = Soak(options.seed, options.budget)
    gc.freeze()  # to look through all that was loaded takes 50 ms, and is nobody's thinking
    started = time.monotonic()
    for number in range(options.deals):
        try:
            soak.play()
        except Exception:
            print(f"soak: the bots failed in deal {number} (seed {options.seed})")
            raise
    seconds = time.monotonic() - started
    print(
        f"soak: bots: {options.deals} deals, {soak.decisions} decisions, none illegal, none after its deadline"
        f" of {DEADLINE:g} ms (at worst {soak.worst:.1f} ms) ({seconds:.0f} s)"
    )
    check_solver(options.endings, options.seed)
    print(f"soak: bots: the solver agrees with trying everything on {options.endings} endings")
    return 0


if __name__ == "__main__":
    sys.exit(main())
