"""Hands that any good player answers alike, each with its reason: ``tests/data/bot_hands.jsonl``."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from euchre_engine import view
from euchre_engine.bots import LEVELS, decide

from .bot_tables import hands, position, read_action

ENTRIES = hands()


def answers_well(level: str, entry: dict[str, Any]) -> bool:
    seen = view(position(entry), entry["seat"])
    return decide(LEVELS[level], seen, Random(1)) in [read_action(text) for text in entry["answers"]]


def test_there_are_sixty_hands_with_reasons() -> None:
    assert len({entry["name"] for entry in ENTRIES}) == len(ENTRIES) >= 60
    assert all(entry["why"] for entry in ENTRIES)


@pytest.mark.bulk
@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry["name"])
def test_the_expert_answers_every_hand(entry: dict[str, Any]) -> None:
    assert answers_well("expert", entry), entry["why"]


def test_the_conventional_player_answers_nearly_all() -> None:
    wrong = [entry["name"] for entry in ENTRIES if not answers_well("normal", entry)]
    assert len(wrong) <= 8, wrong
