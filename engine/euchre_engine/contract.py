"""What is settled for a whole game, and what the bidding of one deal settles.

Both are computed once and shared by all states, because there are few different ones.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from . import scoring
from .cards import Card, Suit, Trump, mask_of
from .rules import HAND_SIZE, Rules, deck
from .trumps import TABLES, TrumpTable

if TYPE_CHECKING:
    from .state import Offer

Offers = Mapping[int, "Offer"]


@dataclass(frozen=True, slots=True)
class Contract:
    """Trump, who made it, who plays alone - and what follows from that for play. Tuples are indexed by seat."""

    trump: Trump | None
    maker: int | None
    alone: tuple[int, ...]
    """The seats that play alone, the makers' first."""
    out: tuple[int, ...]
    """The seats that sit out."""
    table: TrumpTable
    following: tuple[int, ...]
    """The seat that plays next."""
    first: int
    """The seat that leads to the first trick."""
    unit: tuple[int, ...]
    """What a trick won by a seat adds to ``State.taken``."""
    points: tuple[tuple[int, ...], ...]
    """The points of each side, by the number of tricks that the makers took."""
    leads: Offers
    """What may be done at a lead, by the mask of the leader's hand."""
    follows: Offers
    """What may be played to a lead, by the mask of the cards that may."""


class Game:
    """The rules of a game and what follows from them.

    It remembers contracts and offers once computed, so that equal things are one object; nothing that can be
    observed depends on what it remembers.

    Args:
        rules: the rules.
        leads: what may be done at a lead, by trump and mask of the leader's hand.
        follows: what may be played to a lead, by trump and mask of the cards that may.
    """

    def __init__(self, rules: Rules, leads: Mapping[Trump, Offers], follows: Mapping[Trump, Offers]) -> None:
        self.rules = rules
        self.leads = leads
        self.follows = follows
        self.players = rules.players
        self.deck: tuple[Card, ...] = deck(rules)
        self.deck_mask = mask_of(self.deck)
        self.side = tuple(seat % rules.sides for seat in range(rules.players))
        self.opening = tuple(_build(self, dealer, None, None, ()) for dealer in range(rules.players))
        self.bid1_offers: dict[tuple[bool, bool], Offer] = {}
        self.bid2_offers: dict[tuple[Suit, bool], Offer] = {}
        self._contracts: dict[object, Contract] = {}

    def contract(self, dealer: int, trump: Trump, maker: int, alone: tuple[int, ...]) -> Contract:
        """The contract of this maker; ``alone`` are the seats that play alone, in any order."""
        key = dealer, trump, maker, alone
        found = self._contracts.get(key)
        if found is None:
            found = self._contracts[key] = _build(self, dealer, trump, maker, alone)
        return found

    def partner(self, seat: int) -> int | None:
        """The seat opposite, with four hands."""
        return (seat + 2) % 4 if self.players == 4 else None

    def clockwise(self, seat: int) -> tuple[int, ...]:
        """All seats, beginning on the left of this one and ending with it."""
        return tuple((seat + step) % self.players for step in range(1, self.players + 1))


def _build(game: Game, dealer: int, trump: Trump | None, maker: int | None, alone: tuple[int, ...]) -> Contract:
    if maker is not None:
        alone = tuple(sorted(alone, key=lambda seat: game.side[seat] != game.side[maker]))
    out = tuple((seat + 2) % 4 for seat in alone)
    return Contract(
        trump=trump,
        maker=maker,
        alone=alone,
        out=out,
        table=TABLES[trump or "NT"],
        following=tuple(_first_in(game.clockwise(seat), out) for seat in range(game.players)),
        first=_leader(game, dealer, alone, out),
        unit=tuple(1 << 4 * side for side in game.side),
        points=() if maker is None else _points(game, game.side[maker], alone),
        leads=game.leads[trump or "NT"],
        follows=game.follows[trump or "NT"],
    )


def _first_in(seats: tuple[int, ...], out: tuple[int, ...]) -> int:
    return next(seat for seat in seats if seat not in out)


def _leader(game: Game, dealer: int, alone: tuple[int, ...], out: tuple[int, ...]) -> int:
    """Who leads to the first trick: rule 7."""
    if not alone or game.rules.loner_lead == "left_of_dealer":
        return _first_in(game.clockwise(dealer), out)
    if len(alone) == 2:
        return alone[1]
    return _first_in(game.clockwise(alone[0]), out)


def _points(game: Game, makers: int, alone: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    sides = [game.side[seat] for seat in alone]
    loners = makers in sides, any(side != makers for side in sides)
    return tuple(scoring.points(game.rules, makers, tricks, loners) for tricks in range(HAND_SIZE + 1))
