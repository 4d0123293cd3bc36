"""What each trump suit makes of the cards: which suit each belongs to, which beats which, how to show them.

One table for each trump, computed once. The left bower and the Benny are trumps in every respect here, so that no
other part of the engine has to know about them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal

from .cards import BENNY, CARDS, INDEX, RANKS, SAME_COLOUR, TRUMPS, Card, Suit, Trump, printed_suit

Label = Literal["right", "left", "benny"]

_SHOWN: Final[dict[Trump, tuple[Suit, ...]]] = {
    "C": ("C", "D", "S", "H"),
    "D": ("D", "C", "H", "S"),
    "H": ("H", "C", "D", "S"),
    "S": ("S", "D", "C", "H"),
    "NT": ("C", "D", "S", "H"),
}
"""The suits as they are shown side by side: trump first, then red and black by turns."""


@dataclass(frozen=True, slots=True)
class TrumpTable:
    """The cards under one trump suit. Tuples are indexed by card."""

    trump: Trump
    suit: tuple[Suit | None, ...]
    """The suit a card belongs to; the Benny has none under no trump, where it is never played."""
    height: tuple[int, ...]
    """A card's place within its suit; 0 is the lowest."""
    order: tuple[int, ...]
    """All cards in the order in which to show them: trump first, high before low."""
    place: dict[Card, int]
    """Where each card stands in that order."""
    shown: tuple[Suit, ...]
    """The suits in that order."""
    labels: dict[Card, Label]
    """The names of the cards that stand above the ace of trump."""

    def suit_of(self, card: Card) -> Suit | None:
        """The suit a card belongs to."""
        return self.suit[INDEX[card]]

    def beats(self, one: int, other: int) -> bool:
        """Whether one card, by index, beats another that is winning a trick so far."""
        if self.suit[one] == self.suit[other]:
            return self.height[one] > self.height[other]
        return self.suit[one] == self.trump

    def shown_hand(self, cards: Iterable[Card]) -> tuple[Card, ...]:
        """The cards in the order in which to show them."""
        return tuple(sorted(cards, key=self.place.__getitem__))


def left_bower(trump: Trump) -> Card | None:
    """The other jack of trump's colour; there is none without a trump."""
    return None if trump == "NT" else Card("J" + SAME_COLOUR[trump])


def effective_suit(card: Card, trump: Trump) -> Suit | None:
    """The suit a card belongs to when this is trump."""
    if trump != "NT" and card in (BENNY, left_bower(trump)):
        return trump
    return printed_suit(card)


def _height(card: Card, trump: Trump) -> int:
    if card == BENNY:
        return len(RANKS) + 2
    if card == left_bower(trump):
        return len(RANKS)
    if card == f"J{trump}":
        return len(RANKS) + 1
    return RANKS.index(card[0])


def _build(trump: Trump) -> TrumpTable:
    suit: tuple[Suit | None, ...] = tuple(effective_suit(card, trump) for card in CARDS)
    height = tuple(_height(card, trump) for card in CARDS)
    shown = _SHOWN[trump]
    order = sorted(range(len(CARDS)), key=lambda i: (shown.index(suit[i] or shown[0]), -height[i]))
    labels: dict[Card, Label] = {}
    left = left_bower(trump)
    if left is not None:
        labels = {BENNY: "benny", Card(f"J{trump}"): "right", left: "left"}
    place = {CARDS[index]: at for at, index in enumerate(order)}
    return TrumpTable(trump, suit, height, tuple(order), place, shown, labels)


TABLES: Final[dict[Trump, TrumpTable]] = {trump: _build(trump) for trump in TRUMPS}
