"""Counting how a deal can go on, to a fixed depth: chess programmers call such numbers perft.

``tests/data/counts.json`` holds the counts of fixed positions; both engines must find them. This file, run as a
program, writes the counts anew with the naive engine alone::

    python tests/engine/naive_counts.py > tests/data/counts.json
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))

from engine.naive import DEFAULTS, PRESETS, Action, Game, RuleFields
from engine.naive_games import random_answer, random_cards

FILE = Path(__file__).parent.parent / "data" / "counts.json"

RULE_SETS: dict[str, RuleFields] = {
    "classic": PRESETS["classic"],
    "north_american": PRESETS["north_american"],
    "two_hand_with_claims": {**PRESETS["two_hand"], "claims": True, "lowest": 8},
    "british_makers": {**PRESETS["british"], "alone": "makers", "upcard": "may_take", "need_suit": "caller"},
    "three_hand_swap": {**PRESETS["three_hand"], "farmers_hand": "swap3", "no_trump": True},
    "everything": {
        **PRESETS["north_american"],
        "partner_order": "alone_only",
        "farmers_hand": "redeal",
        "partners_best": True,
        "no_trump": True,
        "claims": True,
    },
}
DEALS = 10
MANY = 120
"""A count goes deeper until it has this many ways: the naive engine plays each of them from the start."""
LONGEST = 14
"""The deepest a count goes: about as many actions as may follow the second trick."""

Position = dict[str, Any]


def counts(position: Position, depth: int) -> list[int]:
    """In how many ways the position can go on for 1, 2 ... ``depth`` actions; a deal that ends before is one way."""
    found = [0] * depth
    _count(position, [], found)
    return found


def _count(position: Position, path: list[Action], found: list[int]) -> None:
    game = Game(RULE_SETS[position["rules"]], position["dealer"])
    game.deal(position["cards"].split())
    for action in [*position["opening"], *path]:
        assert game.question is not None
        game.act(game.question.seat, action)
    if game.question is None:
        for level in range(len(path), len(found)):
            found[level] += 1
        return
    answers = game.question.answers
    found[len(path)] += len(answers)
    if len(path) + 1 < len(found):
        for answer in answers:
            _count(position, [*path, answer], found)


def read(file: Path) -> list[Position]:
    """The positions of a file that this program wrote."""
    positions: list[Position] = json.loads(file.read_text(encoding="utf-8"))
    return positions


def make() -> list[Position]:
    """Ten deals for each rule set, counted from the first question and from somewhere in the tricks."""
    rng = Random(2026)
    positions: list[Position] = []
    for name, rules in RULE_SETS.items():
        for _ in range(DEALS):
            dealer, cards = rng.randrange(rules["players"]), random_cards(rules, rng)
            for opening in ([], _opening(rules, dealer, cards, rng)):
                position = {"rules": name, "dealer": dealer, "cards": " ".join(cards), "opening": opening}
                positions.append({**position, "counts": _deep(position)})
    return positions


def _opening(rules: RuleFields, dealer: int, cards: list[str], rng: Random) -> list[Action]:
    """Random actions up to the third trick or so, or to just before the end of a deal that is thrown in."""
    game = Game(rules, dealer)
    game.deal(cards)
    opening: list[Action] = []
    while game.question is not None and sum(one["do"] == "play" for one in opening) < 2 * rules["players"]:
        opening.append(random_answer(game.question, rng))
        game.act(game.question.seat, opening[-1])
    return opening if game.question is not None else opening[:-1]


def _deep(position: Position) -> list[int]:
    found = [1]
    while len(found) < LONGEST and found[-1] < MANY:
        found = counts(position, len(found) + 1)
    return found


if __name__ == "__main__":
    assert all(set(rules) == set(DEFAULTS) for rules in RULE_SETS.values())
    print("[\n" + ",\n".join(json.dumps(position) for position in make()) + "\n]")
