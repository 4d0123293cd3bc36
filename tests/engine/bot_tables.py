"""Positions for the tests of the bots: random ones, re-dealt ones, and those of ``bot_hands.jsonl``."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from euchre_engine import (
    FIELDS,
    PRESETS,
    Action,
    Card,
    Do,
    IllegalAction,
    Phase,
    Rules,
    RulesError,
    State,
    apply,
    deal,
    deck,
    legal_actions,
    start_game,
    view,
)
from euchre_engine.bots import choose
from euchre_engine.history import actions_of

HANDS = Path(__file__).parent.parent / "data" / "bot_hands.jsonl"


def random_rules(rng: Random) -> Rules:
    """Return any rules the engine plays; half of the fields as in ``classic``."""
    while True:
        fields: dict[str, object] = {"alone": "none"}
        for name, spec in FIELDS.items():
            if rng.random() < 0.5:
                fields[name] = rng.choice(spec.values) if spec.values else rng.choice((1, 5, 10, spec.high))
        try:
            return Rules.from_fields(fields)
        except RulesError:
            continue


def redealt(state: State, seat: int, rng: Random) -> State:
    """Return a position in which the seat sees the same and everything that it does not see is dealt anew."""
    seen = view(state, seat)
    actions = actions_of(state)
    cards = list(state.dealt.cards)
    start = start_game(state.rules, state.dealer, score=state.dealt.score, deal_number=state.deal_number)
    fixed = _fixed_places(state, seat)
    loose = [place for place in range(len(cards)) if place not in fixed]
    for _ in range(2000):
        moved = [cards[place] for place in loose]
        rng.shuffle(moved)
        other = list(cards)
        for place, card in zip(loose, moved, strict=True):
            other[place] = card
        try:
            again = _same_actions(deal(start, other), actions, seat)
        except (IllegalAction, StopIteration):
            continue
        if view(again, seat) == seen:
            return again
    return state


def _same_actions(state: State, actions: list[tuple[int, Action]], seat: int) -> State:
    later = {action.card for _, action in actions if action.do is Do.PLAY}
    for actor, action in actions:
        done = action
        if actor != seat and action.do is Do.DISCARD:
            upcard = state.dealt.upcard
            done = next(a for a in legal_actions(state, actor) if a.card not in later and a.card != upcard)
        state = apply(state, actor, done)
    return state


def _fixed_places(state: State, seat: int) -> set[int]:
    """Return the places in the deal of cards that the seat knows, or that have been seen on the table."""
    seen = view(state, seat)
    known = {*seen.hand, state.dealt.upcard, seen.discard, *(card for hand in seen.shown.values() for card in hand)}
    known |= {action.card for _, action in actions_of(state) if action.do is Do.PLAY}
    return {place for place, card in enumerate(state.dealt.cards) if card in known}


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
