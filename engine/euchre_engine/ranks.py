"""The cards of a deck numbered by rank, for play.

Once trump is known, the engine numbers the cards of the deck in the order in which hands are shown, trump first. A
hand is then a mask whose bits are in the order in which to offer its cards, and a list of actions is looked up in three
parts instead of being put together card by card.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final, TypeVar

from .actions import DISCARDS, GIVES, PLAYS, Action
from .cards import CARDS, INDEX, SUITS, Card, Suit, Trump
from .trumps import TABLES, TrumpTable

Sum = TypeVar("Sum", int, tuple[Action, ...], tuple[Card, ...])

Lookup = Sequence[Sum] | Mapping[int, Sum]
Thirds = tuple[Lookup[Sum], Lookup[Sum], Lookup[Sum]]
"""Something by mask, in parts: by its first eight bits, its next eight, and the rest.

Three lists of 256, which a deck of 24 needs, stay in the processor's cache. With two of 4,096 random deals took 8 %
longer.
"""


class Standing:
    """What a trick has come to: which cards follow, and what each card would make of it.

    Attributes:
        bits: by card index, the bit of its rank; the last is 0, for actions that are no plays.
        high, middle, low: the plays in thirds; these and the bits are those of the ranks, and here for the engine's
            inner loop.
        suit: the suit led; none before the lead.
        follow: the cards of that suit, by rank; 0 before the lead.
        suited: the plays of each set of these, by its mask shifted down by ``shift``. Half of all cards follow suit,
            and are offered after one lookup instead of three.
        shift: how far that is.
        after: by card index, the standing after that card; the same one if the card does not win so far.
    """

    __slots__ = ("after", "bits", "follow", "high", "low", "middle", "shift", "suit", "suited")
    suit: Suit | None
    after: tuple[Standing, ...]

    def __init__(self, ranks: Ranks, suit: Suit | None) -> None:
        self.bits = ranks.bits
        self.high, self.middle, self.low = ranks.plays
        self.suit = suit
        self.follow = 0 if suit is None else ranks.suit_mask(suit)
        self.shift = _shift(self.follow)
        self.suited = [] if suit is None else ranks.suited[suit]


class Ranks:
    """The numbering of one deck under one trump. Masks are by rank, where nothing else is said.

    Attributes:
        table: what the trump makes of the cards.
        cards: the cards by rank.
        bits: by card index, the bit of its rank; the last is 0, for actions that are no plays.
        plays: the plays, looked up in thirds.
        suited: by suit, the plays of each set of its cards (ranks of a suit lie side by side).
        trumps: the trumps.
        empty: the standing before a lead.
    """

    def __init__(self, trump: Trump, deck: frozenset[Card]) -> None:
        self.table: Final[TrumpTable] = TABLES[trump]
        self.cards: Final = tuple(CARDS[index] for index in self.table.order if CARDS[index] in deck)
        rank = {INDEX[card]: place for place, card in enumerate(self.cards)}
        self.bits: Final = (*(1 << rank[index] if index in rank else 0 for index in range(len(CARDS))), 0)
        self._bits: Final = _thirds(self.bits[: max(rank) + 1])
        self.plays: Final = _thirds([(PLAYS[INDEX[card]],) for card in self.cards])
        self.suited: Final = {suit: self._plays_within(self.suit_mask(suit)) for suit in SUITS}
        self._discards: Final = _thirds([(DISCARDS[INDEX[card]],) for card in self.cards])
        self.trumps: Final = 0 if trump == "NT" else self.suit_mask(trump)
        self._cards: Final = _thirds([(card,) for card in self.cards])
        self.empty: Final = _linked_standings(self)

    def ranked(self, mask: int) -> int:
        """A set of cards whose mask is by card index."""
        return _of(self._bits, mask)

    def ranked_hands(self, masks: Sequence[int]) -> tuple[int, ...]:
        """Sets of cards whose masks are by card index."""
        first, second, rest = self._bits  # written out, since every deal comes by here
        return tuple([first[mask & 255] | second[mask >> 8 & 255] | rest[mask >> 16] for mask in masks])

    def plays_of(self, mask: int) -> tuple[Action, ...]:
        """The plays of a set of cards, in order."""
        first, second, rest = self.plays  # written out, here and below, as in ranked_hands
        return first[mask & 255] + second[mask >> 8 & 255] + rest[mask >> 16]

    def _plays_within(self, mask: int) -> list[tuple[Action, ...]]:
        """The plays of all sets of cards of a suit, by what is left of the set's mask once it is shifted down."""
        return [self.plays_of(part << _shift(mask)) for part in range((mask >> _shift(mask)) + 1)]

    def discards(self, mask: int) -> tuple[Action, ...]:
        """The discards of a set of cards whose mask is by card index, in order."""
        first, second, rest = self._bits
        mask = first[mask & 255] | second[mask >> 8 & 255] | rest[mask >> 16]
        return _of(self._discards, mask)

    def gifts(self, mask: int) -> tuple[Action, ...]:
        """The gifts of a set of cards, in order."""
        return tuple(GIVES[INDEX[card]] for card in self.cards_of(mask))

    def cards_of(self, mask: int) -> tuple[Card, ...]:
        """The cards of a set, in order."""
        return _of(self._cards, mask)

    def suit_mask(self, suit: Suit) -> int:
        """The cards that belong to a suit."""
        return sum(self.bits[INDEX[card]] for card in self.cards if self.table.suit_of(card) == suit)


class _Sums(dict[int, Any]):  # mypy cannot add two values of a class's type variable
    """The sums of the subsets that have come up. What is there costs no call, only what is missing does."""

    def __init__(self, parts: Sequence[Any], nothing: Any) -> None:
        super().__init__({0: nothing})
        self._parts = parts

    def __missing__(self, mask: int) -> Any:
        first = mask & -mask
        made = self[mask] = self._parts[first.bit_length() - 1] + self[mask ^ first]
        return made


def _shift(mask: int) -> int:
    """How many bits of a mask are below its lowest."""
    return max(0, (mask & -mask).bit_length() - 1)


def _thirds(parts: Sequence[Sum]) -> Thirds[Sum]:
    """The sums of all subsets of some parts: numbers, or tuples that are joined."""
    nothing = parts[0] * 0
    return _sums(parts[:8], nothing), _sums(parts[8:16], nothing), _sums(parts[16:], nothing)


def _sums(parts: Sequence[Sum], nothing: Sum) -> Lookup[Sum]:
    """A list of all sums, or a dictionary if they would be too many to list."""
    sums = _Sums(parts, nothing)
    return [sums[mask] for mask in range(1 << len(parts))] if len(parts) <= 8 else sums


def _of(thirds: Thirds[Sum], mask: int) -> Sum:
    """Look a mask up."""
    first, second, rest = thirds
    return first[mask & 255] + second[mask >> 8 & 255] + rest[mask >> 16]


def _linked_standings(ranks: Ranks) -> Standing:
    """All standings; the one before a lead is the way in."""
    table = ranks.table
    known: dict[tuple[Suit | None, int], Standing] = {}

    def standing(suit: Suit | None, best: int) -> Standing:
        """The standing when this suit was led and this card is winning."""
        if (suit, best) not in known:
            new = known[suit, best] = Standing(ranks, suit)
            new.after = tuple(standing(suit, i) if table.beats(i, best) else new for i in range(len(CARDS)))
        return known[suit, best]

    empty = Standing(ranks, None)
    empty.after = tuple(standing(table.suit[index], index) for index in range(len(CARDS)))
    return empty


@cache
def ranks_of(trump: Trump, deck: frozenset[Card]) -> Ranks:
    """The numbering of a deck under a trump; there are few, and each is computed once."""
    return Ranks(trump, deck)
