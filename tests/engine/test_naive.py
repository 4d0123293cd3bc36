"""The naive engine must itself be right: it replays deals that an independent engine played."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from .naive import CHOICES, DEFAULTS, PRESETS, Game, canonical, clash, pack

ORACLE = Path(__file__).parent.parent / "data" / "openspiel_2000.euchre.gz"


def oracle_lines() -> Iterator[dict[str, Any]]:
    with gzip.open(ORACLE, "rt", encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)


@pytest.mark.bulk
def test_naive_engine_replays_the_oracle_with_every_legal_list() -> None:
    rules: dict[str, Any] = {}
    score: list[int] = []
    game = Game(PRESETS["classic"], 0)
    deals = decisions = 0
    for line in oracle_lines():
        if "euchre" in line:
            rules, score = line["rules"], line["score"]
        elif "deal" in line:
            game = Game(rules, line["dealer"], score, line["deal"])
            game.deal([*chain(*line["hands"]), line["upcard"], *line["kitty"]])
            deals += 1
        elif "result" in line:
            assert game.outcome is not None
            if line["result"].get("thrown_in"):
                assert game.outcome.thrown_in
            else:
                assert game.outcome.tricks == line["result"]["tricks"]
                assert game.outcome.points == line["result"]["points"]
                assert game.score == line["result"]["score"]
        else:
            assert game.question is not None
            assert game.question.seat == line["seat"]
            assert {canonical(one) for one in game.question.answers} == {canonical(one) for one in line["legal"]}
            game.act(line["seat"], line)
            decisions += 1
    assert deals == 2000
    assert decisions > 40_000


def test_every_preset_makes_sense_and_deals_a_whole_pack() -> None:
    assert [name for name, rules in PRESETS.items() if clash(rules)] == []
    assert {name: len(pack(rules)) for name, rules in PRESETS.items()} == {
        "classic": 24,
        "north_american": 24,
        "two_hand": 24,
        "british": 25,
        "three_hand": 24,
    }


def test_choices_cover_every_field_but_the_target() -> None:
    assert set(CHOICES) | {"target"} == set(DEFAULTS)


def test_naive_engine_refuses_what_is_not_among_the_answers() -> None:
    game = Game(PRESETS["classic"], 3)
    game.deal(pack(PRESETS["classic"]))
    with pytest.raises(ValueError, match="is not asked"):
        game.act(1, {"do": "pass"})
    with pytest.raises(ValueError, match="is not among"):
        game.act(0, {"do": "take"})
    with pytest.raises(ValueError, match="is not over"):
        game.deal(pack(PRESETS["classic"]))
