"""The cards of a deck numbered by rank, for play.

Once trump is known, the engine numbers the cards of the deck in the order in which hands are shown, trump first. A
hand is then a mask whose bits are in the order in which to offer its cards, the cards of a suit are neighbours, and a
list of plays is looked up in two or three parts instead of being put together card by card.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final, TypeVar

from .actions import PLAYS, Action
from .cards import CARDS, INDEX, Card, Suit, Trump
from .trumps import TABLES, TrumpTable

_LISTED: Final = 13
"""A list of all subsets of so many cards still fits into the processor's cache; larger decks have larger halves."""
_HALF_DECK: Final = 12
_HALF_DECK_MASK: Final = (1 << _HALF_DECK) - 1

Sum = TypeVar("Sum", int, tuple[Action, ...])


Lookup = Sequence[Sum] | Mapping[int, Sum]
"""Something by mask: a list where all masks fit in one, else a dictionary that is filled as they come up."""


class Standing:
    """What a trick has come to: which cards follow, and what each card would make of it.

    Attributes:
        suit: the suit led; none before the lead.
        follow: the cards of that suit, by rank; 0 before the lead.
        shift: the highest rank of that suit, which is the lowest bit.
        plays: the plays of each set of cards of that suit, by the mask without the lower bits.
        after: by card index, the standing after that card; the same one if the card does not win so far.
    """

    __slots__ = ("after", "follow", "plays", "shift", "suit")
    suit: Suit | None
    follow: int
    shift: int
    plays: Lookup[tuple[Action, ...]]
    after: tuple[Standing, ...]


class Ranks:
    """The numbering of one deck under one trump.

    Sets of cards are looked up in two halves, so that no table is large and nothing is put together card by card.

    Attributes:
        table: what the trump makes of the cards.
        cards: the cards by rank.
        bits: by card index, the bit of its rank; the last is 0, for actions that are no plays.
        half: how many ranks the higher half has.
        half_mask: the ranks of the higher half.
        high: by mask, the plays of the higher half in order.
        low: by mask, the plays of the lower half in order.
        trumps: the trumps.
        empty: the standing before a lead.
    """

    def __init__(self, trump: Trump, deck: frozenset[Card]) -> None:
        self.table: Final[TrumpTable] = TABLES[trump]
        self.cards: Final = tuple(CARDS[index] for index in self.table.order if CARDS[index] in deck)
        rank = {INDEX[card]: place for place, card in enumerate(self.cards)}
        self.bits: Final = (*(1 << rank[index] if index in rank else 0 for index in range(len(CARDS))), 0)
        self.half: Final = len(self.cards) // 2
        self.half_mask: Final = (1 << self.half) - 1
        plays = [(PLAYS[INDEX[card]],) for card in self.cards]
        self.high: Final = _lookup(plays[: self.half], ())
        self.low: Final = _lookup(plays[self.half :], ())
        self._first: Final = _lookup(self.bits[:_HALF_DECK], 0)
        self._second: Final = _lookup(self.bits[_HALF_DECK:], 0)
        self.trumps: Final = sum(self.bits[INDEX[card]] for card in self.cards if self.table.suit_of(card) == trump)
        self.empty: Final = _standings(self)

    def plays(self, mask: int) -> tuple[Action, ...]:
        """The plays of a set of cards by rank, in order."""
        return self.high[mask & self.half_mask] + self.low[mask >> self.half]

    def ranked(self, mask: int) -> int:
        """The same set of cards by rank instead of card index."""
        return self._first[mask & _HALF_DECK_MASK] | self._second[mask >> _HALF_DECK]

    def cards_of(self, mask: int) -> tuple[Card, ...]:
        """The cards of a set by rank, in order."""
        return tuple([card for place, card in enumerate(self.cards) if mask >> place & 1])


def _lookup(parts: Sequence[Sum], nothing: Sum) -> Lookup[Sum]:
    """The sums of all subsets of some parts."""
    if len(parts) > _LISTED:
        return _Sums(parts, nothing)
    sums = [nothing]
    for mask in range(1, 1 << len(parts)):
        first = mask & -mask
        sums.append(parts[first.bit_length() - 1] + sums[mask ^ first])
    return sums


class _Sums(dict[int, Any]):
    """The sums of the subsets that have come up. What is there costs no call, only what is missing does."""

    def __init__(self, parts: Sequence[Any], nothing: Any) -> None:
        super().__init__({0: nothing})
        self._parts = parts

    def __missing__(self, mask: int) -> Any:
        first = mask & -mask
        made = self[mask] = self._parts[first.bit_length() - 1] + self[mask ^ first]
        return made


def _standings(ranks: Ranks) -> Standing:
    """All standings, linked; the one before a lead is the way in."""
    table = ranks.table
    known: dict[tuple[Suit | None, int], Standing] = {}
    plays = {suit: _suit_plays(ranks, suit) for suit in (*table.shown, None)}

    def standing(suit: Suit | None, best: int) -> Standing:
        """The standing when this suit was led and this card is winning."""
        if (suit, best) not in known:
            new = known[suit, best] = _standing(ranks, suit, plays[suit])
            new.after = tuple(standing(suit, i) if table.beats(i, best) else new for i in range(len(CARDS)))
        return known[suit, best]

    empty = _standing(ranks, None, plays[None])
    empty.after = tuple(standing(table.suit[index], index) for index in range(len(CARDS)))
    return empty


def _standing(ranks: Ranks, suit: Suit | None, plays: Lookup[tuple[Action, ...]]) -> Standing:
    new = Standing()
    new.suit = suit
    new.follow = sum(ranks.bits[INDEX[card]] for card in ranks.cards if suit and ranks.table.suit_of(card) == suit)
    new.shift = (new.follow & -new.follow).bit_length() - 1 if suit else 0
    new.plays = plays
    return new


def _suit_plays(ranks: Ranks, suit: Suit | None) -> Lookup[tuple[Action, ...]]:
    """The plays of a suit, whose ranks are neighbours."""
    cards = [card for card in ranks.cards if suit and ranks.table.suit_of(card) == suit]
    return _lookup([(PLAYS[INDEX[card]],) for card in cards], ())


@cache
def ranks_of(trump: Trump, deck: frozenset[Card]) -> Ranks:
    """The numbering of a deck under a trump; there are few, and each is computed once."""
    return Ranks(trump, deck)
