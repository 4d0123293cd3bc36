"""Deals are weighed by what the others did: who passed is weak, who called is strong, who led low has no ace."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from euchre_engine import view
from euchre_engine.bots.evidence import Evidence
from euchre_engine.bots.facts import layout_of
from euchre_engine.bots.unseen import Unseen

from .bot_tables import position

PASSED = {"seat": 1, "said": ["pass"]}
ORDERED = {"seat": 3, "said": ["pass", "pass", "order"]}
DEALERS_OWN = {"seat": 0, "said": ["pass", "pass", "pass", "order", "discard 9C"]}
LED_LOW = {"seat": 1, "said": ["pass", "order", "discard 9C"], "plays": "0TC"}


def means(entry: dict[str, Any], seat: int, what: str) -> tuple[float, float]:
    """How many trumps or plain aces a seat holds on average, in deals as they are drawn and as they are weighed."""
    entry = {"name": "weighed", "hand": "9S TS QD KS 9D", "upcard": "QH", "dealer": 3, **entry}
    seen = view(position(entry), entry["seat"])
    lay = layout_of(seen.rules, "H")
    unseen = Unseen(seen, lay)
    evidence = Evidence(seen, lay, unseen)
    rng = Random(1)
    count, drawn, weighed = [], [], []
    for _ in range(300):
        hands, weight = unseen.draw(rng)
        count.append((hands[seat] & (lay.trumps if what == "trumps" else lay.aces)).bit_count())
        drawn.append(weight)
        weighed.append(weight * evidence.weigh(hands))
    plain, told = (
        sum(value * weight for value, weight in zip(count, weights, strict=True)) / sum(weights)
        for weights in (drawn, weighed)
    )
    return plain, told


@pytest.mark.parametrize(
    ("entry", "seat", "what", "factor"),
    [
        (PASSED, 0, "trumps", 0.9),
        (ORDERED, 2, "trumps", 1.3),
        (DEALERS_OWN, 3, "trumps", 1.1),
        (LED_LOW, 0, "aces", 0.7),
    ],
)
def test_what_was_done_shifts_what_is_believed(entry: dict[str, Any], seat: int, what: str, factor: float) -> None:
    plain, told = means(entry, seat, what)
    assert told < plain * factor if factor < 1 else told > plain * factor, (plain, told)


def test_no_deal_that_is_possible_weighs_nothing() -> None:
    seen = view(position({"name": "odd", "hand": "9S TS QD KS 9D", "upcard": "QH", "dealer": 3, **ORDERED}), 3)
    lay = layout_of(seen.rules, "H")
    unseen = Unseen(seen, lay)
    evidence = Evidence(seen, lay, unseen)
    assert all(evidence.weigh(unseen.draw(rng)[0]) > 0 for rng in [Random(2)] for _ in range(200))
