"""Random rules, deals and games for tests, played by the naive engine."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from random import Random
from typing import Any

from .naive import CHOICES, DEFAULTS, PRESETS, Action, Game, Question, RuleFields, clash, pack

QUIET = ("pass", "together", "keep", "play", "accept")
"""What is done most of the time, so that later rounds, whole tricks and won claims come about often enough."""


def random_rules(rng: Random) -> RuleFields:
    """Rules that make sense: a preset with none, a few or all of its fields drawn anew."""
    while True:
        rules = dict(rng.choice(list(PRESETS.values())))
        changed = rng.choice([[], rng.sample(list(CHOICES), 3), list(CHOICES)])
        for name in changed:
            rules[name] = rng.choice(CHOICES[name])
        rules["target"] = rng.choice([1, 3, 5, 10, 99])
        if rules["players"] != 4:
            rules |= {name: DEFAULTS[name] for name in ("loner_lead", "loner_euchred", "partner_order")}
            rules |= {"alone": "none", "defend_alone": "off", "lone_defender_points": "flat4", "partners_best": False}
        if not clash(rules):
            return rules


def random_cards(rules: RuleFields, rng: Random) -> list[str]:
    """A shuffled pack; rare things that the rules speak of are dealt more often than chance would."""
    cards = pack(rules)
    rng.shuffle(cards)
    middle = 5 * rules["players"]
    if rules["joker"] and rng.random() < 0.2:
        place = cards.index("BN")
        cards[place], cards[middle] = cards[middle], cards[place]
    if rules["farmers_hand"] != "off" and rng.random() < 0.5:
        low = [card for card in cards if card[0] in "9T"][:5]
        rest = [card for card in cards if card not in low]
        seat = rng.randrange(rules["players"])
        cards = [*rest[: 5 * seat], *low, *rest[5 * seat :]]
    return cards


def random_answer(question: Question, rng: Random) -> Action:
    """One of the answers; loud ones (bids, claims, redeals) less often than quiet ones."""
    quiet = [answer for answer in question.answers if answer["do"] in QUIET]
    return rng.choice(quiet) if quiet and rng.random() < 0.6 else rng.choice(question.answers)


def header(rules: RuleFields, **more: Any) -> dict[str, Any]:
    return {"euchre": 1, "rules": rules, **more}


def deal_line(game: Game, cards: list[str]) -> dict[str, Any]:
    players = game.rules["players"]
    hands = [cards[5 * seat : 5 * seat + 5] for seat in range(players)]
    rest = cards[5 * players :]
    return {"deal": game.deal_number, "dealer": game.dealer, "hands": hands, "upcard": rest[0], "kitty": rest[1:]}


def result_line(game: Game) -> dict[str, Any]:
    outcome = game.outcome
    assert outcome is not None
    if outcome.same_dealer:
        return {"result": {"thrown_in": True, "same_dealer": True}}
    if outcome.thrown_in:
        return {"result": {"thrown_in": True}}
    return {"result": {"tricks": outcome.tricks, "points": outcome.points, "score": game.score}}


def random_deal(game: Game, rng: Random) -> Iterator[dict[str, Any]]:
    """The record lines of one more deal of the game, with all legal lists."""
    cards = random_cards(game.rules, rng)
    game.deal(cards)
    yield deal_line(game, cards)
    while game.question is not None:
        question = game.question
        answer = random_answer(question, rng)
        game.act(question.seat, answer)
        yield {"seat": question.seat, **answer, "legal": question.answers}
    yield result_line(game)


def random_record(rules: RuleFields, rng: Random, deals: int = 1000) -> list[dict[str, Any]]:
    """The record of a whole game, or of its first deals."""
    game = Game(rules, rng.randrange(rules["players"]))
    lines = [header(rules)]
    for _ in range(deals):
        lines += random_deal(game, rng)
        if game.winner() is not None:
            break
    return lines


def cards_of(line: dict[str, Any]) -> list[str]:
    """The whole pack of a deal line, in the order in which it is dealt."""
    return [*chain(*line["hands"]), line["upcard"], *line["kitty"]]
