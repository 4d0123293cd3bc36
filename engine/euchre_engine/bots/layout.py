"""How the cards of one deck lie on the bits of an int once a suit is trump.

Everything the bots think about is a set of cards, and sets of cards are ints here: one bit a card, plain suits low,
trumps on top, within each suit the stronger card on the higher bit. Two things follow that make simulation cheap in
plain Python: the best card of a trick is the numerically largest among its trumps and cards of the suit led, and
"the lowest card of a suit" is a single ``x & -x``. The left bower and the joker simply lie among the trumps, so no
code below this module knows that they are special. Decks of 24 and 25 cards stay within the 30 bits of a small int.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache

from ..cards import BENNY, RANKS, SAME_COLOUR, SUITS, Card, Suit, Trump


@dataclass(frozen=True, slots=True, eq=False)
class Layout:
    """One deck under one trump: which bit each card has, and the masks that go with it."""

    trump: Trump
    cards: tuple[Card, ...]
    """Card of each bit index, weakest first within its suit."""
    bit: Mapping[Card, int]
    suit: Mapping[int, int]
    """Bit of a card -> mask of the suit it follows (the left bower's is the trumps)."""
    rank: Mapping[int, int]
    """Bit of a card -> place of its printed rank, 0 for a seven to 7 for an ace; for comparing plain suits."""
    trumps: int
    plain: tuple[int, ...]
    """Masks of the suits that are not trump."""
    aces: int
    """Aces of the plain suits."""
    full: int
    printed: int
    """Cards on which the trump suit is printed: the trumps without the left bower and the joker."""

    def mask(self, cards: Iterable[Card]) -> int:
        """Return the set of these cards."""
        bit = self.bit
        return sum([bit[card] for card in cards])

    def card(self, bit: int) -> Card:
        """Return the card that has this bit."""
        return self.cards[bit.bit_length() - 1]


@cache
def layout(lowest: int, joker: bool, trump: Trump) -> Layout:
    """Return the layout of a deck under a trump.

    Args:
        lowest: lowest rank in the deck, 7 to 9.
        joker: whether the joker ("Benny") belongs to the deck.
        trump: the suit that is trump, or "NT" for none.
    """
    ranks = RANKS[lowest - 7 :]
    suits = [_plain_suit(suit, ranks, trump) for suit in SUITS if suit != trump]
    trumps = _trump_suit(ranks, trump, joker)
    bit: dict[Card, int] = {}
    suit_of: dict[int, int] = {}
    masks: list[int] = []
    for block in [*suits, trumps]:
        bits = [1 << (len(bit) + place) for place in range(len(block))]
        masks.append(sum(bits))
        bit.update(zip(block, bits, strict=True))
        suit_of.update(dict.fromkeys(bits, masks[-1]))
    return Layout(
        trump=trump,
        cards=tuple(bit),
        bit=bit,
        suit=suit_of,
        rank={value: 8 if card == BENNY else RANKS.index(card[0]) for card, value in bit.items()},
        trumps=masks[-1],
        plain=tuple(masks[:-1]),
        aces=sum(value for card, value in bit.items() if card[0] == "A" and card[1] != trump),
        full=(1 << len(bit)) - 1,
        printed=sum(value for card, value in bit.items() if card[1] == trump),
    )


def _plain_suit(suit: Suit, ranks: str, trump: Trump) -> list[Card]:
    return [Card(rank + suit) for rank in ranks if rank != "J" or SAME_COLOUR[suit] != trump]


def _trump_suit(ranks: str, trump: Trump, joker: bool) -> list[Card]:
    if trump == "NT":
        return []
    block = [Card(rank + trump) for rank in ranks if rank != "J"]
    bowers = [Card("J" + SAME_COLOUR[trump]), Card("J" + trump)]
    return [*block, *bowers, *([BENNY] if joker else [])]
