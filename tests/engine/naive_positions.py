"""Playing the positions of tests/data/positions.json on an engine with the naive engine's interface."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from .naive import DEFAULTS, PRESETS, Action, Game, RuleFields, canonical, pack

POSITIONS: list[dict[str, Any]] = json.loads(
    (Path(__file__).parent.parent / "data" / "positions.json").read_text(encoding="utf-8")
)


def rules_of(position: dict[str, Any]) -> RuleFields:
    return {**DEFAULTS, **PRESETS[position.get("preset", "classic")], **position.get("rules", {})}


def cards_of(position: dict[str, Any]) -> list[str]:
    """The pack with the named cards in their places, and the others, suit by suit, in what is left."""
    rules = rules_of(position)
    places: list[str | None] = [None] * len(pack(rules))
    middle = 5 * rules["players"]
    for seat, hand in position.get("hands", {}).items():
        places[5 * int(seat) : 5 * int(seat) + 5] = hand.split()
    if "upcard" in position:
        places[middle] = position["upcard"]
    kitty = position.get("kitty", "").split()
    places[middle + 1 : middle + 1 + len(kitty)] = kitty
    rest = [card for card in pack(rules) if card not in places]
    return [place if place is not None else rest.pop(0) for place in places]


def read_action(words: list[str]) -> Action:
    do, *parts = words
    action: Action = {"do": do}
    if "alone" in parts:
        action["alone"] = True
        parts.remove("alone")
    if do == "call":
        action["suit"] = parts[0]
    elif do == "swap":
        action["cards"] = parts
    elif parts:
        action["card"] = parts[0]
    return action


def play(position: dict[str, Any], new_game: Callable[..., Game]) -> Game:
    """Deal the position and make its moves.

    A move names its seat, which must be the one asked. ``play`` lays cards down from whoever is asked, ``rest`` plays
    on to the end of the deal; there, and for ``first``, the card that is first by name is taken.
    """
    game = new_game(rules_of(position), position.get("dealer", 3), position.get("score"))
    game.deal(cards_of(position))
    for move in position.get("moves", []):
        words = move.split()
        if words[0] == "play":
            for card in words[1:]:
                game.act(_asked(game).seat, {"do": "play", "card": card})
        elif words[0] == "rest":
            while game.question is not None:
                game.act(game.question.seat, min(game.question.answers, key=json.dumps))
        elif words[-1] == "first":
            answers = [one for one in _asked(game).answers if one["do"] == words[1]]
            game.act(int(words[0]), min(answers, key=json.dumps))
        else:
            game.act(int(words[0]), read_action(words[1:]))
    return game


def check(position: dict[str, Any], game: Game) -> None:
    """Everything that the position says must be so."""
    if "turn" in position:
        assert _asked(game).seat == position["turn"]
    if "legal" in position:
        expected = {canonical(read_action(one.split())) for one in position["legal"]}
        assert {canonical(one) for one in _asked(game).answers} == expected
    if "words" in position:
        assert {one["do"] for one in _asked(game).answers} == set(position["words"])
    if "points" in position:
        assert game.outcome is not None
        assert game.outcome.points == position["points"]
    if "thrown_in" in position:
        assert game.outcome is not None
        assert game.outcome.thrown_in
    if "tricks" in position:
        assert game.tricks() == position["tricks"]
    if "score_after" in position:
        assert game.score == position["score_after"]
    if "won_by" in position:
        assert game.winner() == position["won_by"]
    if "next_dealer" in position:
        assert game.winner() is None
        game.deal(cards_of(position))
        assert game.dealer == position["next_dealer"]
        assert game.deal_number == 2


def _asked(game: Game) -> Any:
    assert game.question is not None
    return game.question
