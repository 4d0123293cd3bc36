"""From the map of a record's line to the typed value of a header, deal, action or result.

What is checked here is what one line can show by itself: types, ranges, cards of this pack, no card twice. Whether a
line is right where it stands is the business of ``record_replay``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import cast

from euchre_engine import Action, Card, Do, InvalidAction, Rules, RulesError, deck

from .record_lines import Fields, RecordError, quote
from .records import FORMAT

HAND = 5
KINDS = ("deal", "do", "result")
"""The keys that say what a line is; a header has ``euchre``, a note has ``note``, whatever else they carry."""

_SCORE_LIMIT = 10_000
_HIDDEN_CARD = (Do.DISCARD, Do.GIVE)


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat as the header names it."""

    name: str
    kind: str


@dataclass(frozen=True, slots=True)
class Header:
    """The first line of a record."""

    rules: Rules
    score: tuple[int, ...]
    seats: tuple[Seat, ...]
    when: str
    table: str


@dataclass(frozen=True, slots=True)
class Deal:
    """A deal. ``cards`` is the whole pack: the hands, seat 0 first, the upcard, the kitty. None stands for unknown."""

    number: int
    dealer: int
    cards: tuple[Card | None, ...]


@dataclass(frozen=True, slots=True)
class Done:
    """An action. In a record of one player's view ``action`` is none where its cards are hidden.

    ``legal`` is what the record states about it, none where it states nothing or where the list itself is hidden.
    """

    seat: int
    do: Do
    action: Action | None
    legal: frozenset[Action] | None
    bot: bool


@dataclass(frozen=True, slots=True)
class Result:
    """What the record says about the end of a deal; none for what it does not say."""

    thrown_in: bool
    same_dealer: bool
    tricks: tuple[int, ...] | None
    points: tuple[int, ...] | None
    score: tuple[int, ...] | None


def kind_of(fields: Fields) -> str:
    """``euchre``, ``note``, ``deal``, ``do`` or ``result``.

    Raises:
        RecordError: the line is none of these, or two at once.
    """
    for kind in ("euchre", "note"):
        if kind in fields:
            return kind
    kinds = [kind for kind in KINDS if kind in fields]
    if len(kinds) != 1:
        found = " and ".join(kinds) if kinds else "none"
        raise RecordError(f"a line must be one of header, deal, action, result, note: this is {found}")
    return kinds[0]


def parse_header(fields: Fields) -> Header:
    """A header, its rules checked by the engine.

    Raises:
        RecordError: the version is unknown, the rules make no sense or have an unknown field, or a type is wrong.
    """
    if fields["euchre"] != FORMAT or isinstance(fields["euchre"], bool):
        raise RecordError(f"this is version {quote(fields['euchre'])} of the record, only version {FORMAT} is known")
    rules = _rules(fields.get("rules", {}))
    score = fields.get("score")
    return Header(
        rules,
        (0,) * rules.sides if score is None else _numbers(score, rules.sides, "score"),
        _seats(fields.get("seats"), rules.players),
        _text(fields.get("when"), "when"),
        _text(fields.get("table"), "table"),
    )


def _rules(value: object) -> Rules:
    if not isinstance(value, dict):
        raise RecordError("rules must be a map of fields")
    given = cast("Fields", value)
    for name, one in given.items():
        if not isinstance(one, (bool, int, str)):
            raise RecordError(f"rules: {quote(name)} cannot be {quote(one)}")
    try:
        return Rules.from_fields(cast("dict[str, bool | int | str]", given))
    except RulesError as error:
        raise RecordError(f"rules: {error}") from None


def _seats(value: object, players: int) -> tuple[Seat, ...]:
    if value is None or value == []:
        return ()
    seats = [Seat(_text(one.get("name"), "name"), _text(one.get("kind"), "kind")) for one in _maps(value, "seats")]
    if len(seats) != players:
        raise RecordError(f"seats names {len(seats)} of {players} seats")
    return tuple(seats)


def parse_deal(fields: Fields, rules: Rules) -> Deal:
    """A deal of the pack that the rules use.

    Raises:
        RecordError: a card is unreadable, not of this pack, dealt twice or missing, or a number is wrong.
    """
    number = _whole(fields.get("deal"), "deal", 1, 2**53)
    dealer = _whole(fields.get("dealer"), "dealer", 0, rules.players - 1)
    pack = deck(rules)
    hands = fields.get("hands")
    if not isinstance(hands, list) or len(cast("list[object]", hands)) != rules.players:
        raise RecordError(f"hands must be a list of {rules.players} hands")
    for name in ("upcard", "kitty"):
        if name not in fields:
            raise RecordError(f"the deal has no {name}")
    cards: list[object] = []
    for seat, hand in enumerate(cast("list[object]", hands)):
        cards += _cards(hand, HAND, f"the hand of seat {seat}")
    cards.append(fields["upcard"])
    cards += _cards(fields["kitty"], len(pack) - len(cards), "the kitty")
    return Deal(number, dealer, tuple(_of_pack(cards, pack)))


def _cards(value: object, count: int, what: str) -> list[object]:
    if value is None:
        return [None] * count
    if not isinstance(value, list):
        raise RecordError(f"{what} must be a list of cards")
    cards = cast("list[object]", value)
    if len(cards) != count:
        raise RecordError(f"{what} has {len(cards)} cards, not {count}")
    return cards


def _of_pack(cards: Sequence[object], pack: Sequence[Card]) -> Iterator[Card | None]:
    left = set(pack)
    for card in cards:
        if card is None:
            yield None
        elif not isinstance(card, str) or card not in pack:
            raise RecordError(f"{quote(card)} is no card of this pack of {len(pack)}")
        elif card not in left:
            raise RecordError(f"{quote(card)} is dealt twice")
        else:
            left.remove(Card(card))
            yield Card(card)


def parse_action(fields: Fields, rules: Rules) -> Done:
    """An action, readable but not yet known to be legal.

    Raises:
        RecordError: the seat, the word, a card or the list of legal actions cannot be read.
    """
    seat = _whole(fields.get("seat"), "seat", 0, rules.players - 1)
    word = _hidden_word(fields)
    action = None if word else _action(fields)
    legal = fields.get("legal")
    return Done(
        seat,
        action.do if action else Do(cast("str", fields["do"])),
        action,
        None if legal is None else _legal(legal),
        fields.get("by") == "bot",
    )


def _hidden_word(fields: Fields) -> Do | None:
    """The word of an action whose cards this record's owner could not see; none for any other."""
    word = cast("str", fields.get("do"))
    if word in _HIDDEN_CARD and "card" in fields and fields["card"] is None:
        return Do(word)
    if word == Do.SWAP and "cards" in fields:
        cards = fields["cards"]
        if cards is None or (isinstance(cards, list) and None in cast("list[object]", cards)):
            return Do.SWAP
    return None


def _action(fields: Fields) -> Action:
    try:
        return Action.from_fields(fields)
    except InvalidAction as error:
        raise RecordError(str(error)) from None


def _legal(value: object) -> frozenset[Action] | None:
    maps = list(_maps(value, "legal"))
    if any(map(_hidden_word, maps)):
        return None
    return frozenset(_action(one) for one in maps)


def parse_result(fields: Fields, rules: Rules) -> Result:
    """A stated result.

    Raises:
        RecordError: it is no map, a list has not one number a side, or a played deal lacks one of its three lists.
    """
    if not isinstance(fields["result"], dict):
        raise RecordError("result must be a map")
    stated = cast("Fields", fields["result"])
    thrown_in = _flag(stated.get("thrown_in"), "thrown_in")
    lists: list[tuple[int, ...] | None] = []
    for name in ("tricks", "points", "score"):
        if name in stated:
            lists.append(_numbers(stated[name], rules.sides, name))
        elif thrown_in:
            lists.append(None)
        else:
            raise RecordError(f"the result has no {name}")
    return Result(thrown_in, _flag(stated.get("same_dealer"), "same_dealer"), *lists)


# ---------------------------------------------------------------- plain values


def _whole(value: object, name: str, low: int, high: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise RecordError(f"{name} must be a whole number from {low} to {high}, not {quote(value)}")
    return value


def _numbers(value: object, count: int, name: str) -> tuple[int, ...]:
    if not isinstance(value, list) or len(cast("list[object]", value)) != count:
        raise RecordError(f"{name} must be a list of {count} numbers, one a side")
    return tuple(_whole(one, name, 0, _SCORE_LIMIT) for one in cast("list[object]", value))


def _flag(value: object, name: str) -> bool:
    if value is None:
        return False
    if not isinstance(value, bool):
        raise RecordError(f"{name} must be true or false, not {quote(value)}")
    return value


def _text(value: object, name: str) -> str:
    if value is None:
        return ""
    if not isinstance(value, str):
        raise RecordError(f"{name} must be a text, not {quote(value)}")
    return value


def _maps(value: object, name: str) -> Iterator[Fields]:
    if not isinstance(value, list):
        raise RecordError(f"{name} must be a list of maps")
    for one in cast("list[object]", value):
        if not isinstance(one, dict):
            raise RecordError(f"{name} must be a list of maps")
        yield cast("Fields", one)
