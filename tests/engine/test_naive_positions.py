"""Worked positions: one or more for each sentence of docs/rules.md."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from .naive import Game, clash, pack
from .naive_positions import POSITIONS, check, play, rules_of

RULES = Path(__file__).parents[2] / "docs" / "rules.md"
LAST_SECTION = "## The fields"


def sentences() -> list[str]:
    text = RULES.read_text(encoding="utf-8").split(LAST_SECTION)[0]
    return [" ".join(item.split()) for item in re.findall(r"^- (.+(?:\n  .+)*)", text, re.MULTILINE)]


def test_every_sentence_has_a_position_and_every_position_a_sentence() -> None:
    proved = {position["sentence"] for position in POSITIONS}
    assert proved == set(sentences())
    assert len(proved) >= 60


def name(position: dict[str, Any]) -> str:
    return f"{POSITIONS.index(position)}-{position['sentence'][:50]}"


@pytest.mark.parametrize("position", POSITIONS, ids=name)
def test_position_on_the_naive_engine(position: dict[str, Any]) -> None:
    assert not clash(rules_of(position))
    if "pack" in position:
        assert sorted(pack(rules_of(position))) == sorted(position["pack"].split())
    check(position, play(position, Game))
