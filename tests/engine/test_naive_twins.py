"""The real engine against the naive one: whatever rules, cards and play chance brings up, they agree."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from euchre_engine import Rules, RulesError, deck

from .naive import CHOICES, DEFAULTS, RuleFields, clash, pack
from .naive_counts import FILE, RULE_SETS, counts, read
from .naive_games import random_rules
from .naive_positions import POSITIONS, check, play, rules_of
from .naive_real import EnginesDifferError, RealGame, Twins, count_real, play_both

DEALS = 5000
RULE_SETS_AT_LEAST = 500


@pytest.mark.bulk
def test_the_engines_agree_on_random_rules_deals_and_play() -> None:
    rng = Random(1)
    deals = 0
    seen: set[tuple[Any, ...]] = set()
    while deals < DEALS:
        rules = random_rules(rng)
        seen.add(tuple(rules.values()))
        deals += play_both(rules, rng, 4, invariants=len(seen) % 25 == 0)
    assert len(seen) >= RULE_SETS_AT_LEAST


def test_a_difference_would_be_noticed() -> None:
    game = Twins(DEFAULTS, 3)
    game.naive.rules["alone"] = "none"
    with pytest.raises(EnginesDifferError, match="legal actions"):
        game.deal(pack(DEFAULTS))


def refusal(rules: RuleFields) -> RulesError | None:
    try:
        assert sorted(deck(Rules.from_fields(rules))) == sorted(pack(rules))
    except RulesError as error:
        return error
    return None


@pytest.mark.bulk
def test_the_engines_agree_which_rules_make_sense() -> None:
    rng = Random(2)
    refused = 0
    for _ in range(3000):
        some = rng.sample(list(CHOICES), rng.randrange(6))
        rules = {**DEFAULTS, **{name: rng.choice(CHOICES[name]) for name in some}}
        error = refusal(rules)
        assert (error is not None) == bool(clash(rules))
        if error is not None:
            refused += 1
            assert len(error.fields) == 2
            assert all(name in str(error) for name in error.fields)
    assert 500 < refused < 2500


@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position["sentence"][:60])
def test_position_on_the_real_engine(position: dict[str, Any]) -> None:
    if "pack" in position:
        assert sorted(deck(Rules.from_fields(rules_of(position)))) == sorted(position["pack"].split())
    check(position, play(position, RealGame))  # type: ignore[arg-type]


@pytest.mark.bulk
@pytest.mark.parametrize("name", RULE_SETS)
def test_both_engines_count_the_same_ways_to_go_on(name: str) -> None:
    positions = [position for position in read(FILE) if position["rules"] == name]
    assert len(positions) == 20
    for position in positions:
        expected = position["counts"]
        assert counts(position, len(expected)) == expected
        game = RealGame(RULE_SETS[name], position["dealer"])
        game.deal(position["cards"].split())
        for action in position["opening"]:
            assert game.question is not None
            game.act(game.question.seat, action)
        found = [0] * len(expected)
        count_real(game.state, found)
        assert found == expected
