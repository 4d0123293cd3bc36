"""Whole random games, from the first deal to the last."""

from __future__ import annotations

import random

import pytest

from euchre_engine import PRESETS, Phase, Rules, apply, check_invariants, deal, deck, legal_actions, start_game


def play_game(rules: Rules, seed: int) -> list[tuple[int, ...]]:
    """Play a random game; the scores after each deal."""
    rng = random.Random(seed)
    state = start_game(rules, rng.randrange(rules.players))
    scores = []
    while state.phase is not Phase.GAME_OVER:
        cards = list(deck(rules))
        rng.shuffle(cards)
        state = deal(state, cards)
        while state.turn is not None:
            assert check_invariants(state) == ()
            state = apply(state, state.turn, rng.choice(legal_actions(state, state.turn)))
        assert check_invariants(state) == ()
        scores.append(state.score)
    return scores


@pytest.mark.parametrize("preset", PRESETS)
def test_random_games_end_with_a_winner_at_the_target(preset: str) -> None:
    for seed in range(5):
        scores = play_game(PRESETS[preset], seed)
        assert max(scores[-1]) >= PRESETS[preset].target
        assert all(max(score) < PRESETS[preset].target for score in scores[:-1])
