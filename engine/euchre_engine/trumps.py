"""What each trump suit makes of the cards: which suit each belongs to, which beats which, how to show them.

One table for each trump, computed once. The left bower and the Benny are trumps in every respect here, so that no
other part of the engine has to know about them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from .cards import BENNY, CARDS, INDEX, RANKS, SAME_COLOUR, SUITS, TRUMPS, Card, Suit, Trump, printed_suit

Label = Literal["right", "left", "benny"]

_SHOWN: Final[dict[Trump, str]] = {"C": "CDSH", "D": "DCHS", "H": "HCDS", "S": "SDCH", "NT": "CDSH"}
"""The suits as they are shown side by side: trump first, then red and black by turns."""


@dataclass(frozen=True, slots=True)
class TrumpTable:
    """The cards under one trump suit. Tuples are indexed by card."""

    trump: Trump
    suit: tuple[Suit | None, ...]
    """The suit a card belongs to; the Benny has none under no trump, where it is never played."""
    suits: dict[Suit, int]
    """The cards of each suit."""
    follow: tuple[int, ...]
    """The cards that follow this card when it is led."""
    powers: tuple[tuple[int, ...], ...]
    """By card led: what each card is worth in the trick; 0 cannot win."""
    order: tuple[int, ...]
    """All cards in the order in which to show them: trump first, high before low."""
    labels: dict[Card, Label]
    """The names of the cards that stand above the ace of trump."""

    def suit_of(self, card: Card) -> Suit | None:
        """The suit a card belongs to."""
        return self.suit[INDEX[card]]


def left_bower(trump: Trump) -> Card | None:
    """The other jack of trump's colour; there is none without a trump."""
    return None if trump == "NT" else Card("J" + SAME_COLOUR[trump])


def effective_suit(card: Card, trump: Trump) -> Suit | None:
    """The suit a card belongs to when this is trump."""
    if trump != "NT" and card in (BENNY, left_bower(trump)):
        return trump
    return printed_suit(card)


def _height(card: Card, trump: Trump) -> int:
    """A card's place within its own suit; 0 is the lowest."""
    if card == BENNY:
        return len(RANKS) + 2
    if card == left_bower(trump):
        return len(RANKS)
    if card == f"J{trump}":
        return len(RANKS) + 1
    return RANKS.index(card[0])


def _build(trump: Trump) -> TrumpTable:
    suit: tuple[Suit | None, ...] = tuple(effective_suit(card, trump) for card in CARDS)
    of_suit: dict[Suit, int] = {s: sum(1 << i for i, own in enumerate(suit) if own == s) for s in SUITS}
    height = [_height(card, trump) for card in CARDS]

    def powers(led: int) -> tuple[int, ...]:
        return tuple(
            32 + height[i] if own == trump else 1 + height[i] if own is not None and own == suit[led] else 0
            for i, own in enumerate(suit)
        )

    shown = _SHOWN[trump]
    order = sorted(range(len(CARDS)), key=lambda i: (shown.index(suit[i] or shown[0]), -height[i]))
    labels: dict[Card, Label] = {}
    left = left_bower(trump)
    if left is not None:
        labels = {BENNY: "benny", Card(f"J{trump}"): "right", left: "left"}
    return TrumpTable(
        trump=trump,
        suit=suit,
        suits=of_suit,
        follow=tuple(of_suit[own] if own else 0 for own in suit),
        powers=tuple(powers(led) for led in range(len(CARDS))),
        order=tuple(order),
        labels=labels,
    )


TABLES: Final[dict[Trump, TrumpTable]] = {trump: _build(trump) for trump in TRUMPS}
