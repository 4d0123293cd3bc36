"""Cards as people write them, and as bits of a mask for the engine's inner loops.

A card is rank and suit, ``"JD"``; the joker is ``"BN"``. Inside the engine a card is also an index, and a set of cards
an ``int`` with one bit an index. The 24 cards that every deck has come first: masks of an ordinary deck then stay below
2**30, where CPython's integers are quickest.
"""

from __future__ import annotations

from typing import Final, Literal, NewType, cast

from .errors import InvalidAction

Card = NewType("Card", str)
Suit = Literal["C", "D", "H", "S"]
Trump = Literal["C", "D", "H", "S", "NT"]

SUITS: Final[tuple[Suit, ...]] = ("C", "D", "H", "S")
TRUMPS: Final[tuple[Trump, ...]] = ("C", "D", "H", "S", "NT")
SAME_COLOUR: Final[dict[Suit, Suit]] = {"C": "S", "S": "C", "D": "H", "H": "D"}
RANKS: Final = "789TJQKA"
BENNY: Final = Card("BN")

CARDS: Final[tuple[Card, ...]] = (
    *(Card(rank + suit) for suit in SUITS for rank in "9TJQKA"),
    *(Card("8" + suit) for suit in SUITS),
    *(Card("7" + suit) for suit in SUITS),
    BENNY,
)
"""Every card there can be, by index."""

INDEX: Final[dict[str, int]] = {card: index for index, card in enumerate(CARDS)}
BIT: Final[dict[str, int]] = {card: 1 << index for index, card in enumerate(CARDS)}
BENNY_INDEX: Final = INDEX[BENNY]


PRINTED: Final[dict[Suit, int]] = {
    suit: sum(1 << index for index, card in enumerate(CARDS) if card[1] == suit and card != BENNY) for suit in SUITS
}
"""The cards that bear each suit."""


def parse_card(text: object) -> Card:
    """Read a card.

    Args:
        text: rank and suit in capitals, as in records: ``"9C"`` ... ``"AS"``, ``"8H"``, ``"7D"``, or ``"BN"``.

    Returns:
        The card.

    Raises:
        InvalidAction: it names no card; the message quotes it.
    """
    if isinstance(text, str) and text in INDEX:
        return CARDS[INDEX[text]]
    raise InvalidAction(f"not a card: {text!r}")


PRINTED_SUIT: Final[dict[Card, Suit | None]] = {card: None if card == BENNY else cast(Suit, card[1]) for card in CARDS}
"""The suit printed on each card; the joker has none."""


def printed_suit(card: Card) -> Suit | None:
    """The suit printed on a card; the joker has none."""
    return PRINTED_SUIT[card]


def mask_of(cards: tuple[Card, ...]) -> int:
    """The set of these cards as a mask."""
    mask = 0
    for card in cards:
        mask |= BIT[card]
    return mask


def cards_of(mask: int, order: tuple[int, ...]) -> tuple[Card, ...]:
    """The cards of a mask in a given order of indices."""
    return tuple(CARDS[index] for index in order if mask >> index & 1)
