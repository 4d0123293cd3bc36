"""How fast the engine plays, beside OpenSpiel driven from Python.

Both play random deals from the shuffle to the points, choosing evenly among the legal actions, one after the other in
short rounds of the same run; times are processor time of this process and ratios are medians over the rounds, so that
other work on the machine counts little. Needs the ``bench`` extra (``make bench-engine`` installs it).

    python benchmarks/bench_engine.py [--seconds S]

OpenSpiel is written in C++; what is compared is a whole deal as a Python program gets it, from OpenSpiel by the loop of
its documentation: `chance_outcomes` at chance nodes, `legal_actions` at the others. Two harder comparisons stand in
brackets. Asking for `legal_actions` everywhere is quicker, and right as long as all chances are even. And a rollout
begins when the cards are dealt and trump is made, as it does in a bot, which hands in cards that fit what it has seen.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from random import Random
from statistics import median
from time import process_time
from typing import Any

from euchre_engine import PRESETS, Phase, State, apply, deal, deck, legal_actions, start_game
from euchre_engine.cards import INDEX
from euchre_engine.hands import held_by
from euchre_engine.rollout import play_randomly, position_of

try:
    import pyspiel  # pyright: ignore[reportMissingImports]
except ImportError:  # not everybody who runs `make bench` wants its 200 MB
    pyspiel = None

RULES = PRESETS["classic"]
A_ROUND = 500
"""Deals in a round: some 15 ms, so that a round of everything meets the machine in the same mood."""
SECONDS = 10.0
ENGINE, ROLLOUT = 2.0, 5.0
"""Times as fast as OpenSpiel they must be, alone on a machine; where others use its cache it is a tenth less."""

Player = Callable[[int], object]
"""Plays so many deals."""


def engine_player(rng: Random) -> Player:
    """Whole deals with the public functions."""
    cards, start, random = deck(RULES), start_game(RULES, 0), rng.random

    def play(deals: int) -> None:
        for _ in range(deals):
            state = deal(start, sorted(cards, key=lambda _: random()))
            while (seat := state.turn) is not None:
                legal = legal_actions(state, seat)
                state = apply(state, seat, legal[int(random() * len(legal))])

    return play


def rollout_player(rng: Random) -> Player:
    """Deals from the first lead on, played out on masks."""
    starts = [(position_of(state), bits_of_hands(state)) for state in first_leads(rng)]

    def play(deals: int) -> None:
        for position, hands in starts[:deals]:
            play_randomly(position, [*map(list, hands)], rng.random)

    return play


def first_leads(rng: Random) -> Iterator[State]:
    """As many positions before the first lead as a round needs."""
    for _ in range(A_ROUND):
        state = deal(start_game(RULES, 0), rng.sample(deck(RULES), len(deck(RULES))))
        while state.phase is not Phase.PLAY and state.turn is not None:
            state = apply(state, state.turn, rng.choice(legal_actions(state, state.turn)))
        yield state


def bits_of_hands(state: State) -> list[list[int]]:
    """The bits of the cards of every seat that plays."""
    out, bits = state.contract.out, state.standing.bits
    hands = [() if seat in out else held_by(state, seat) for seat in range(RULES.players)]
    return [[bits[INDEX[card]] for card in hand] for hand in hands]


# OpenSpiel has no types for what is used here.
def spiel_player(rng: Random, documented: bool) -> Player:
    """Whole deals in OpenSpiel: as documented, or asking chance nodes for their legal actions too."""
    game: Any = pyspiel.load_game("euchre")
    random = rng.random

    def play(deals: int) -> None:
        for _ in range(deals):
            state = game.new_initial_state()
            while not state.is_terminal():
                if documented and state.is_chance_node():
                    outcomes = state.chance_outcomes()
                    state.apply_action(outcomes[int(random() * len(outcomes))][0])
                else:
                    legal = state.legal_actions()
                    state.apply_action(legal[int(random() * len(legal))])

    return play


def spiel_rollout_player(rng: Random) -> Player:
    """Deals from the first lead on, in OpenSpiel."""
    game: Any = pyspiel.load_game("euchre")
    random, starts = rng.random, []
    for _ in range(A_ROUND):
        state = game.new_initial_state()
        while state.current_phase() != pyspiel.euchre.Phase.PLAY:
            state.apply_action(rng.choice(state.legal_actions()))
        starts.append(state)

    def play(deals: int) -> None:
        for start in starts[:deals]:
            state = start.clone()
            while not state.is_terminal():
                legal = state.legal_actions()
                state.apply_action(legal[int(random() * len(legal))])

    return play


def main() -> int:
    """Measure; 0 if the engine is as fast as it has to be."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=SECONDS, help=f"how long to measure (default {SECONDS:g})")
    options = parser.parse_args()
    if pyspiel is None:
        print("engine: OpenSpiel is not installed, so there is nothing to compare with; run: make bench-engine")
        return 0
    rng = Random(1)
    players = {
        "engine": engine_player(rng),
        "rollout": rollout_player(rng),
        "OpenSpiel": spiel_player(rng, documented=True),
        "quicker": spiel_player(rng, documented=False),
        "from the lead": spiel_rollout_player(rng),
    }
    times = measure(players, options.seconds)

    def ratio(one: str, other: str) -> float:
        return median(slow / quick for quick, slow in zip(times[one], times[other], strict=True))

    engine, rollout = ratio("engine", "OpenSpiel"), ratio("rollout", "OpenSpiel")
    print(f"engine: {rate(times['engine'])} deals/s, {engine:.2f} x OpenSpiel")
    print(f"        ({ratio('engine', 'quicker'):.2f} x when its chance nodes are asked for legal_actions too)")
    print(f"rollout: {rate(times['rollout'])} deals/s, {rollout:.2f} x OpenSpiel")
    print(f"        ({ratio('rollout', 'from the lead'):.2f} x when it plays on from the first lead too)")
    return 0 if engine >= ENGINE and rollout >= ROLLOUT else 1


def measure(players: dict[str, Player], seconds: float) -> dict[str, list[float]]:
    """The seconds that each player took for each round; they take turns."""
    for play in players.values():
        play(A_ROUND)  # tables are filled, and the interpreter has seen the loop
    times: dict[str, list[float]] = {name: [] for name in players}
    end = process_time() + seconds
    while process_time() < end:
        for name, play in players.items():
            started = process_time()
            play(A_ROUND)
            times[name].append(process_time() - started)
    return times


def rate(rounds: list[float]) -> str:
    """Deals a second."""
    return f"{A_ROUND / median(rounds):,.0f}"


if __name__ == "__main__":
    sys.exit(main())
