"""What a hand is worth under a trump: a count of trumps and side aces, in hundredths of a point.

The weights are a least-squares fit of the points won on 40,000 to 60,000 deals that were called at random and played
out by the rules of thumb, rounded; docs/bots.md tells how to repeat it. One weight for each trump by its place from
the top serves every deck, because a nine of trumps is worth the same whether sevens lie below it or not.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..rules import Rules
from .layout import Layout
from .play import throw

DEALER, PARTNER, FOE = 0, 1, 2
"""What a seat is to the dealer, who gets the upcard."""


@dataclass(frozen=True, slots=True)
class Scale:
    """The worth of cards for one number of players, in hundredths of a point."""

    tops: tuple[int, ...]
    """The six best trumps, best first."""
    low: int
    """Any other trump."""
    ace: int
    king: int
    """A plain king with a smaller card of its suit beside it, no ace."""
    void: int
    base: tuple[int, int, int]
    """Added when the upcard's suit is named by the dealer, the dealer's partner, a foe of the dealer; found by play
    of thresholds against each other, so that naming beats passing just above 0."""
    base2: int
    """The same in the second round."""
    upcard: int
    """For each place of the upcard among the trumps, when it goes to the partner."""
    alone: int
    """A hand worth this much before the base wins more alone than with a partner."""


SCALES = {
    2: Scale(
        (145, 110, 100, 97, 92, 90), 88, ace=62, king=42, void=8, base=(-215, 0, -350), base2=-200, upcard=0, alone=999
    ),
    3: Scale(
        (145, 90, 72, 63, 58, 55), 55, ace=50, king=23, void=12, base=(-240, 0, -310), base2=-280, upcard=0, alone=999
    ),
    4: Scale(
        (118, 80, 60, 54, 46, 42),
        42,
        ace=40,
        king=8,
        void=15,
        base=(-185, -190, -250),
        base2=-165,
        upcard=10,
        alone=280,
    ),
}


BY_HEART = {
    **SCALES,
    4: Scale(
        (120, 80, 60, 40, 40, 40), 40, ace=40, king=0, void=0, base=(-160, -160, -220), base2=-160, upcard=0, alone=260
    ),
}
"""A count that people can do in their heads, with 20 for one: right bower 6, left 4, ace 3, any other trump 2, side
ace 2; call from 8, from 11 when the upcard goes to the other side, alone from 13. It loses 0.05 points a deal to the
fit."""


def strength(scale: Scale, lay: Layout, hand: int) -> int:
    """Return the worth of a hand of five under a trump, before the base of its position."""
    total = 0
    trumps = hand & lay.trumps
    rest = lay.trumps
    for worth in scale.tops:
        top = 1 << (rest.bit_length() - 1)
        rest ^= top
        if trumps & top:
            total += worth
    total += scale.low * (trumps & rest).bit_count()
    aces = hand & lay.aces
    total += scale.ace * aces.bit_count()
    for suit in lay.plain:
        mine = hand & suit
        if not mine:
            total += scale.void
        elif not mine & aces and mine & (mine - 1) and lay.rank[1 << (mine.bit_length() - 1)] == 6:
            total += scale.king
    return total


def exchange(lay: Layout, hand: int, upcard: int) -> int:
    """Return the hand after the dealer took the upcard for one of the cards held before."""
    return hand & ~throw(lay, hand, hand & lay.trumps | upcard) | upcard


def worth_of(scale: Scale, lay: Layout, hand: int) -> int:
    """Return the worth of a hand of five under a trump or under none, before the base of its position."""
    return strength(scale, lay, hand) if lay.trumps else no_trump_strength(lay, hand)


def worth_of_upcard(scale: Scale, lay: Layout, hand: int, upcard: int, where: int) -> tuple[int, int]:
    """Return the worth of a hand when the upcard's suit is named, and what that is above passing.

    Args:
        scale: the worth of cards for this number of players.
        lay: the layout under the upcard's suit.
        hand: the five cards held.
        upcard: the upcard's bit.
        where: DEALER, PARTNER or FOE.
    """
    if where == DEALER:
        worth = strength(scale, lay, exchange(lay, hand, upcard))
        return worth, worth + scale.base[DEALER]
    worth = strength(scale, lay, hand)
    gift = scale.upcard * (lay.trumps & (upcard - 1)).bit_count() if where == PARTNER else 0
    return worth, worth + scale.base[where] + gift


def position(players: int, seat: int, dealer: int) -> int:
    """Return what a seat is to the dealer: DEALER, PARTNER or FOE."""
    if seat == dealer:
        return DEALER
    return PARTNER if players == 4 and (seat - dealer) % 4 == 2 else FOE


def may_order(rules: Rules, lay: Layout, hand: int, where: int) -> tuple[bool, bool]:
    """Return whether house rules let a seat order the upcard up together with its partner, and alone.

    Args:
        rules: the rules of the game.
        lay: the layout under the upcard's suit.
        hand: the five cards held.
        where: DEALER, PARTNER or FOE.
    """
    may = rules.need_suit == "none" or bool(hand & lay.printed)
    return may and not (rules.partner_order == "alone_only" and where == PARTNER), may and rules.alone != "none"


def no_trump_strength(lay: Layout, hand: int) -> int:
    """Return the worth of a hand when there is no trump: aces, and kings and queens that stand behind them."""
    total = 0
    for suit in lay.plain:
        mine = hand & suit
        rest = suit
        worth = 75
        while mine and worth > 20:
            top = 1 << (rest.bit_length() - 1)
            rest ^= top
            if mine & top:
                total += worth
                mine ^= top
            else:
                worth = worth // 3
    return total
