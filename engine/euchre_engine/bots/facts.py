"""What one seat knows, turned from a view into bit masks."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain

from ..cards import Trump
from ..rules import Rules
from ..view import View
from .layout import Layout, layout
from .playout import Seating, Trick, seating


@dataclass(frozen=True, slots=True)
class Facts:
    """The play of a deal as one seat sees it."""

    lay: Layout
    table: Seating
    hand: int
    live: int
    """Cards that others may still hold."""
    trick: Trick


def layout_of(rules: Rules, trump: Trump) -> Layout:
    """Return the layout of these rules' deck under a trump."""
    return layout(rules.lowest, rules.joker, trump)


def side_of(rules: Rules, seat: int) -> int:
    """Return the side of a seat: two sides with four hands, else every seat for itself."""
    return seat % 2 if rules.players == 4 else seat


def wins_with(view: View, points: int) -> bool:
    """Return whether so many points for the viewing seat's side would end the game."""
    assert view.seat is not None
    side = side_of(view.rules, view.seat)
    mine = view.score[side] + points
    theirs = max(score for other, score in enumerate(view.score) if other != side)
    return mine >= view.rules.target and mine - theirs >= view.rules.win_by


def seating_of(view: View) -> Seating:
    """Return who plays with whom; a partner who went alone in the caller's stead counts as the caller."""
    assert view.maker is not None
    side = side_of(view.rules, view.maker)
    loner = next((seat for seat in view.alone if side_of(view.rules, seat) == side), view.maker)
    return seating(view.rules.players, loner, tuple(view.out))


def voids_of(view: View, lay: Layout) -> list[int]:
    """Return, by seat, the suits that it did not follow in this deal and so has no card of."""
    voids = [0] * view.rules.players
    for trick in (*view.history, view.trick):
        led = lay.suit[lay.bit[trick[0].card]] if trick else 0
        for laid in trick:
            if not lay.bit[laid.card] & led:
                voids[laid.seat] |= led
    return voids


def read(view: View) -> Facts:
    """Read the state of play from a view of a seat that is to play."""
    assert view.trump is not None
    assert view.seat is not None
    lay = layout_of(view.rules, view.trump)
    table = seating_of(view)
    bit = lay.bit
    hand = lay.mask(view.hand)
    known = hand
    for laid in chain(*view.history):
        known |= bit[laid.card]
    led = best = best_seat = 0
    for laid in view.trick:
        card = bit[laid.card]
        known |= card
        if not led:
            led = lay.suit[card]
        if card > best and card & (led | lay.trumps):
            best, best_seat = card, laid.seat
    if view.discard is not None:
        known |= bit[view.discard]
    if view.upcard is not None and view.upcard_is != "taken":
        known |= bit[view.upcard]
    trick = Trick(view.seat, table.active - len(view.trick), led, best, best_seat)
    return Facts(lay, table, hand, lay.full & ~known, trick)
