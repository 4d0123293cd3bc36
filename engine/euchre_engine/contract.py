"""What is settled for a whole game, and what the bidding of one deal settles.

Both are computed once and shared by all states, because there are few different ones.
"""

from __future__ import annotations

from dataclasses import dataclass
from operator import itemgetter
from typing import Final

from . import scoring
from .actions import CALLS, CALLS_ALONE, ORDER, ORDER_ALONE, PASS, Action
from .cards import SUITS, TRUMPS, Card, Suit, Trump, mask_of
from .course import Moment, first_moment
from .ranks import Ranks, ranks_of
from .rules import HAND_SIZE, Rules, deck
from .trumps import TrumpTable


@dataclass(frozen=True, slots=True)
class Contract:
    """Trump, who made it, who plays alone - and what follows from that for play. Tuples are indexed by seat."""

    trump: Trump | None
    maker: int | None
    alone: tuple[int, ...]
    """The seats that play alone, the makers' first."""
    out: tuple[int, ...]
    """The seats that sit out."""
    following: tuple[int, ...]
    """The seat that plays next."""
    first: int
    """The seat that leads to the first trick."""
    start: Moment
    """The moment before the first lead."""
    straight: bool
    """Whether play begins as soon as the dealer has exchanged: nobody is asked anything and nobody may claim."""
    points: tuple[tuple[int, ...], ...]
    """The points of each side, by the number of tricks that the makers took."""
    declarers: tuple[tuple[int, int], ...]
    """The seats with something to declare, each with its place in the order of asking."""
    ranks: Ranks
    """The cards numbered under this trump."""

    @property
    def table(self) -> TrumpTable:
        """What the trump makes of the cards."""
        return self.ranks.table


class Game:
    """The rules of a game and what follows from them.

    It remembers contracts and bids once computed, so that equal things are one object; nothing that can be observed
    depends on what it remembers.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.players = rules.players
        self.deck: tuple[Card, ...] = deck(rules)
        self.deck_mask = mask_of(self.deck)
        self.middle = HAND_SIZE * rules.players
        self.portions = itemgetter(*[slice(first, first + HAND_SIZE) for first in range(0, self.middle, HAND_SIZE)])
        """Parts what is listed by card as they are dealt: for each seat its five."""
        self.farmers = rules.farmers_hand != "off"
        self.orders = (PASS, ORDER, ORDER_ALONE) if rules.alone != "none" else (PASS, ORDER)
        self.calls = {(suit, dealer): _calls(rules, suit, dealer) for suit in SUITS for dealer in (False, True)}
        self.free = rules.need_suit == "none" and rules.partner_order == "free"
        self.side = tuple(seat % rules.sides for seat in range(rules.players))
        self.left = tuple((seat + 1) % rules.players for seat in range(rules.players))
        self.opening = tuple(_build(self, dealer, None, None, ()) for dealer in range(rules.players))
        self.contracts: Final = _Contracts(self)

    def clockwise(self, seat: int) -> tuple[int, ...]:
        """All seats, beginning on the left of this one and ending with it."""
        return tuple((seat + step) % self.players for step in range(1, self.players + 1))


def _calls(rules: Rules, turned_down: Suit, dealer: bool) -> tuple[Action, ...]:
    """What may be said in the second round; a dealer who is stuck may not pass."""
    calls = [] if dealer and rules.all_pass == "stick" else [PASS]
    for trump in TRUMPS if rules.no_trump else SUITS:
        if trump != turned_down:
            calls.append(CALLS[trump])
            if rules.alone != "none":
                calls.append(CALLS_ALONE[trump])
    return tuple(calls)


class _Contracts(dict[tuple[int, Trump, int, tuple[int, ...]], Contract]):
    """The contracts that have come up: by dealer, trump, maker, and the seats that play alone in any order."""

    def __init__(self, game: Game) -> None:
        super().__init__()
        self._game = game

    def __missing__(self, key: tuple[int, Trump, int, tuple[int, ...]]) -> Contract:
        made = self[key] = _build(self._game, *key)
        return made


def _build(game: Game, dealer: int, trump: Trump | None, maker: int | None, alone: tuple[int, ...]) -> Contract:
    if maker is not None:
        alone = tuple(sorted(alone, key=lambda seat: game.side[seat] != game.side[maker]))
    out = tuple((seat + 2) % 4 for seat in alone)
    following = tuple(_first_in(game.clockwise(seat), out) for seat in range(game.players))
    first = _leader(game, dealer, alone, out)
    declarers = () if maker is None else _declarers(game, dealer, maker, alone)
    return Contract(
        trump=trump,
        maker=maker,
        alone=alone,
        out=out,
        following=following,
        first=first,
        start=first_moment(first, following, game.rules.sides),
        straight=not (declarers or game.rules.partners_best or game.rules.claims),
        points=() if maker is None else _points(game, game.side[maker], alone),
        declarers=declarers,
        ranks=ranks_of(trump or "NT", frozenset(game.deck)),
    )


def _declarers(game: Game, dealer: int, maker: int, alone: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """Who has something to decide: the makers' side clockwise from eldest, then the defenders likewise (rule 6).

    At most one loner a side, so that whoever has one on the own side - or sits out - is not asked.
    """
    if game.players != 4:
        return ()
    rules = game.rules
    loners = [seat % 2 for seat in alone]
    makers = rules.alone == "makers" and maker % 2 not in loners
    against = rules.defend_alone == "always" or (rules.defend_alone == "vs_loner" and maker % 2 in loners)
    defenders = against and 1 - maker % 2 not in loners
    order = sorted(game.clockwise(dealer), key=lambda seat: seat % 2 != maker % 2)
    return tuple((place, seat) for place, seat in enumerate(order) if (makers if seat % 2 == maker % 2 else defenders))


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
