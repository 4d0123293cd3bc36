"""The rule-of-thumb player: legal everywhere, blind to what is hidden, and no fool."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from euchre_engine import PRESETS, Do, Rules, State, apply, deal, start_game, view
from euchre_engine.bots import choose

from .bot_tables import random_deal, shuffled

seeds = st.integers(0, 2**32)


@given(st.sampled_from(sorted(PRESETS)), seeds)
def test_every_choice_is_legal(preset: str, seed: int) -> None:
    rng = Random(seed)
    for state in random_deal(PRESETS[preset], rng):
        assert state.turn is not None
        seen = view(state, state.turn)
        assert choose(seen, rng) in seen.legal


def test_nothing_to_choose_is_an_error() -> None:
    state = deal(start_game(PRESETS["classic"], 0), shuffled(PRESETS["classic"], Random(1)))
    with pytest.raises(ValueError, match="seat 3 has nothing to choose in phase bid1"):
        choose(view(state, 3), Random(1))


def play_deal(state: State, sound: tuple[int, ...], rng: Random) -> int:
    """Play out a deal, those seats by rule and the others at random; return the points of side 0 less side 1's."""
    before = state.score
    while state.turn is not None:
        seen = view(state, state.turn)
        state = apply(state, state.turn, choose(seen, rng) if state.turn in sound else rng.choice(seen.legal))
    return (state.score[0] - before[0]) - (state.score[1] - before[1])


@pytest.mark.bulk
@pytest.mark.parametrize(("preset", "least"), [("classic", 1.1), ("north_american", 1.3), ("two_hand", 0.7)])
def test_beats_chance_by_far(preset: str, least: float) -> None:
    """A small run; benchmarks/bench_bots.py measures +1.3 and more on many deals."""
    rules, rng, deals = PRESETS[preset], Random(7), 150
    sides = [tuple(range(side, rules.players, 2)) for side in (0, 1)]
    total = 0
    for _ in range(deals):
        start = deal(start_game(rules, rng.randrange(rules.players)), shuffled(rules, rng))
        total += play_deal(start, sides[0], rng) - play_deal(start, sides[1], rng)
    assert total / (2 * deals) > least


@pytest.mark.bulk
def test_never_alone_when_a_point_wins() -> None:
    rng = Random(3)
    rules = PRESETS["north_american"]
    for _ in range(300):
        state = deal(start_game(rules, rng.randrange(4), score=(9, 9)), shuffled(rules, rng))
        while state.turn is not None:
            action = choose(view(state, state.turn), rng)
            assert not action.alone
            assert action.do is not Do.ALONE
            state = apply(state, state.turn, action)


def test_hidden_cards_change_nothing() -> None:
    """The same seat sees the same in every deal that differs only in what it cannot know, and chooses the same."""
    rng = Random(11)
    rules: Rules = PRESETS["classic"]
    for _ in range(200):
        cards = shuffled(rules, rng)
        dealer = rng.randrange(4)
        seat = (dealer + 1) % 4
        hidden = [place for place in range(24) if place != 20 and place // 5 != seat]
        moved = [cards[place] for place in hidden]
        rng.shuffle(moved)
        other = list(cards)
        for place, card in zip(hidden, moved, strict=True):
            other[place] = card
        answers = {choose(view(deal(start_game(rules, dealer), dealt), seat), Random(5)) for dealt in (cards, other)}
        assert len(answers) == 1
