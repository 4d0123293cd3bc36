"""Positions for the tests of the bots: random ones, re-dealt ones, and those of ``bot_hands.jsonl``."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from euchre_engine import (
    PRESETS,
    Action,
    Card,
    Do,
    IllegalAction,
    Phase,
    Rules,
    State,
    apply,
    deal,
    deck,
    legal_actions,
    start_game,
    view,
)
from euchre_engine.bots import choose

HANDS = Path(__file__).parent.parent / "data" / "bot_hands.jsonl"


def shuffled(rules: Rules, rng: Random) -> list[Card]:
    cards = list(deck(rules))
    rng.shuffle(cards)
    return cards


def random_deal(rules: Rules, rng: Random, sound: float = 0.5) -> Iterator[State]:
    """Yield every position of a deal in which a seat acts by rule so often, and else at random."""
    score = [rng.randrange(rules.target) for _ in range(rules.sides)]
    state = deal(start_game(rules, rng.randrange(rules.players), score=score), shuffled(rules, rng))
    while state.turn is not None:
        yield state
        seat = state.turn
        seen = view(state, seat)
        state = apply(state, seat, choose(seen, rng) if rng.random() < sound else rng.choice(seen.legal))


def read_action(text: str) -> Action:
    """Read ``order alone``, ``call H``, ``discard 9C``, ``play AH``..."""
    do, *rest = text.split()
    fields: dict[str, object] = {"do": do}
    if rest and rest[-1] == "alone":
        fields["alone"] = rest.pop() == "alone"
    if rest:
        fields["suit" if do == "call" else "card"] = rest[0]
    return Action.from_fields(fields)


def hands() -> list[dict[str, Any]]:
    return [json.loads(line) for line in HANDS.read_text(encoding="utf-8").splitlines()]


def position(entry: dict[str, Any]) -> State:
    """Return the position of an entry; cards that it does not tell are dealt so that all that happened was legal."""
    rng = Random(entry["name"])
    for _ in range(1000):
        try:
            return _replay(entry, rng)
        except IllegalAction:
            continue
    raise AssertionError(f"{entry['name']}: no deal fits")


def _replay(entry: dict[str, Any], rng: Random) -> State:
    rules = PRESETS[entry.get("rules", "classic")].but(**entry.get("but", {}))
    plays = [(int(text[0]), Card(text[1:])) for text in entry.get("plays", "").split()]
    state = start_game(rules, entry["dealer"], score=entry.get("score"))
    state = deal(state, _cards(entry, rules, rng, plays))
    keep = {card for _, card in plays} | {entry["upcard"]}
    steps = [read_action(text) for text in entry.get("said", [])] + [Action(Do.PLAY, card) for _, card in plays]
    for action in steps:
        if action.do is not Do.DISCARD:
            state = _put_away(state, entry["seat"], keep)
        assert state.turn is not None
        state = apply(state, state.turn, action)
    state = _put_away(state, entry["seat"], keep)
    assert state.turn == entry["seat"], f"{entry['name']}: it is seat {state.turn}'s turn"
    return state


def _put_away(state: State, seat: int, keep: set[str]) -> State:
    """Let a dealer other than this seat discard a card that is not played later."""
    if state.phase is not Phase.DISCARD or state.turn in (None, seat):
        return state
    return apply(state, state.turn, next(a for a in legal_actions(state, state.turn) if a.card not in keep))


def _cards(entry: dict[str, Any], rules: Rules, rng: Random, plays: list[tuple[int, Card]]) -> list[Card]:
    hands: list[list[Card]] = [[] for _ in range(rules.players)]
    hands[entry["seat"]] = [Card(card) for card in entry["hand"].split()]
    for seat, card in plays:
        if seat != entry["seat"] and card != entry["upcard"]:
            hands[seat].append(card)
    used = {card for hand in hands for card in hand} | {entry["upcard"]}
    rest = [card for card in shuffled(rules, rng) if card not in used]
    for hand in hands:
        while len(hand) < 5:
            hand.append(rest.pop())
    return [*(card for hand in hands for card in hand), Card(entry["upcard"]), *rest]
