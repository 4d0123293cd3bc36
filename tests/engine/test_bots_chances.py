"""Chances of winning the game: fair between equals, certain at the end, better with every point."""

from __future__ import annotations

import pytest

from euchre_engine import PRESETS
from euchre_engine.bots.chances import chances

CLASSIC = PRESETS["classic"]


def test_both_sides_chances_are_one_together() -> None:
    for score in ((0, 0), (3, 8), (9, 9)):
        assert sum(chances(CLASSIC, score, 1)) == pytest.approx(1)


def test_a_game_that_is_over_is_certain() -> None:
    assert chances(CLASSIC, (10, 3), 0) == (1, 0)
    assert chances(CLASSIC, (9, 13), 2) == (0, 1)


def test_the_deal_is_worth_something_and_changes_sides() -> None:
    dealing, other = chances(CLASSIC, (9, 9), 0)
    assert dealing > 0.6
    assert chances(CLASSIC, (9, 9), 1) == pytest.approx((other, dealing))
    assert chances(CLASSIC, (9, 9), 2) == pytest.approx((dealing, other))


@pytest.mark.parametrize("preset", ["classic", "two_hand", "three_hand"])
def test_every_point_helps(preset: str) -> None:
    rules = PRESETS[preset]
    others = (5,) * (rules.sides - 1)
    found = [chances(rules, (mine, *others), 1)[0] for mine in range(11)]
    assert found == sorted(found)
    assert found[10] == 1
    assert len(set(found)) == 11


def test_a_lead_of_two_takes_longer() -> None:
    rules = CLASSIC.but(win_by=2)
    assert chances(rules, (10, 9), 0)[0] < 1
    assert chances(rules, (11, 9), 0)[0] == 1
    assert chances(rules, (9, 9), 0)[0] < chances(rules, (10, 9), 0)[0]


def test_three_equals_have_a_third_each() -> None:
    assert chances(PRESETS["three_hand"], (2, 2, 2), 0) == pytest.approx((1 / 3,) * 3)
