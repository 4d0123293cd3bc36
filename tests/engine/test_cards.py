"""Reading cards and actions, and what a trump suit makes of the cards."""

from __future__ import annotations

import pytest

from euchre_engine import Action, Do, InvalidAction, parse_card
from euchre_engine.cards import CARDS, INDEX, TRUMPS
from euchre_engine.trumps import TABLES

from .tables import action


@pytest.mark.parametrize("card", CARDS)
def test_every_card_is_read(card: str) -> None:
    assert parse_card(card) == card


@pytest.mark.parametrize("text", ["", "jd", "10C", "1C", "6S", "JX", "JD ", "JDJ", "BE", None, 9, ["JD"]])
def test_what_is_no_card_is_quoted(text: object) -> None:
    with pytest.raises(InvalidAction) as caught:
        parse_card(text)
    assert repr(text) in str(caught.value)


@pytest.mark.parametrize(
    "fields",
    [
        {"do": "pass"},
        {"do": "order"},
        {"do": "order", "alone": True},
        {"do": "call", "suit": "NT", "alone": True},
        {"do": "discard", "card": "JD"},
        {"do": "take"},
        {"do": "leave"},
        {"do": "alone"},
        {"do": "together"},
        {"do": "play", "card": "BN"},
        {"do": "claim"},
        {"do": "accept"},
        {"do": "refuse"},
        {"do": "farmer"},
        {"do": "keep"},
        {"do": "swap", "cards": ["9C", "TC", "9D"]},
        {"do": "give", "card": "7S"},
    ],
)
def test_action_is_read_and_written_back(fields: dict[str, object]) -> None:
    assert Action.from_fields(fields).to_fields() == fields
    assert Action.from_fields({**fields, "seat": 2, "by": "bot", "ms": 900}).to_fields() == fields


def test_false_and_null_are_the_same_as_absent() -> None:
    read = Action.from_fields({"do": "call", "suit": "H", "alone": False, "card": None, "cards": []})
    assert read == Action(Do.CALL, suit="H")


@pytest.mark.parametrize(
    ("fields", "quoted"),
    [
        ({}, "None"),
        ({"do": "bid"}, "'bid'"),
        ({"do": ["pass"]}, "['pass']"),
        ({"do": "play"}, "None"),
        ({"do": "play", "card": "10C"}, "'10C'"),
        ({"do": "pass", "card": "JD"}, "'JD'"),
        ({"do": "call"}, "None"),
        ({"do": "call", "suit": "X"}, "'X'"),
        ({"do": "call", "suit": ["C"]}, "['C']"),
        ({"do": "order", "suit": "C"}, "'C'"),
        ({"do": "pass", "alone": True}, "alone"),
        ({"do": "order", "alone": 1}, "1"),
        ({"do": "swap", "cards": "9C TC 9D"}, "'9C TC 9D'"),
        ({"do": "swap", "cards": 3}, "3"),
        ({"do": "swap", "cards": ["9C", "TC"]}, "['9C', 'TC']"),
        ({"do": "swap", "cards": ["9C", "9C", "TC"]}, "['9C', '9C', 'TC']"),
        ({"do": "swap", "cards": ["9C", "TC", "XX"]}, "'XX'"),
        ({"do": "play", "card": "JD", "cards": ["JD"]}, "['JD']"),
    ],
)
def test_what_is_no_action_is_quoted(fields: dict[str, object], quoted: str) -> None:
    with pytest.raises(InvalidAction) as caught:
        Action.from_fields(fields)
    assert quoted in str(caught.value)


def test_action_with_an_impossible_card_cannot_be_made() -> None:
    with pytest.raises(InvalidAction, match="'XX'"):
        Action(Do.PLAY, "XX")  # type: ignore[arg-type]


def test_swaps_are_the_same_in_any_order_but_not_equal() -> None:
    one, other = action("swap 9C TC 9D"), action("swap 9D 9C TC")
    assert one.same(other)
    assert one != other
    assert not one.same(action("swap 9D 9C TD"))
    assert not one.same(action("pass"))


def ranked(trump: str, led: str) -> list[str]:
    """The cards that can win a trick, best first."""
    table = TABLES[trump]  # type: ignore[index]
    able = [i for i in range(len(CARDS)) if table.suit[i] in (table.suit[INDEX[led]], trump)]
    return [CARDS[i] for i in sorted(able, key=lambda i: sum(table.beats(other, i) for other in able))]


def test_order_of_trumps_and_of_the_suit_led() -> None:
    hearts = ["BN", "JH", "JD", "AH", "KH", "QH", "TH", "9H", "8H", "7H"]
    assert ranked("H", "9S") == [*hearts, "AS", "KS", "QS", "JS", "TS", "9S", "8S", "7S"]
    assert ranked("H", "AD") == [*hearts, "AD", "KD", "QD", "TD", "9D", "8D", "7D"]
    assert ranked("H", "JD") == hearts
    assert ranked("H", "BN") == hearts


def test_without_a_trump_jacks_are_jacks() -> None:
    assert ranked("NT", "9D") == ["AD", "KD", "QD", "JD", "TD", "9D", "8D", "7D"]


@pytest.mark.parametrize("trump", TRUMPS)
def test_table_of_each_trump_holds_each_card_once(trump: str) -> None:
    table = TABLES[trump]  # type: ignore[index]
    assert sorted(table.order) == list(range(len(CARDS)))
    for card in CARDS:
        assert (table.suit_of(card) is None) == (card == "BN" and trump == "NT")


def test_hands_are_shown_trump_first_and_the_colours_by_turns() -> None:
    shown = [CARDS[index] for index in TABLES["S"].order if CARDS[index][0] in "JAB9"]
    assert shown == ["BN", "JS", "JC", "AS", "9S", "AD", "JD", "9D", "AC", "9C", "AH", "JH", "9H"]
