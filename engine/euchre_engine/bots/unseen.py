"""The deals that a seat must reckon with, drawn at random from all that fit what it knows for certain.

Certain are the own cards and discard, the upcard and where it went, the cards played, hands that a claim laid open,
and the suits that a seat did not follow. What others did by choice is weighed afterwards, in :mod:`.evidence`.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from math import comb

from ..phases import Phase
from ..view import View
from .facts import voids_of
from .layout import Layout
from .rule import Chance

_TRIES = 40
"""Draws that may fail before the suits not followed are forgotten; some draw nearly always fits."""


class Unseen:
    """What a seat does not see: the loose cards, and how many of them each other seat holds."""

    def __init__(self, view: View, lay: Layout) -> None:
        """Read what is known from a view; cards are bits of this layout."""
        assert view.seat is not None
        players = view.rules.players
        played = [0] * players
        for laid in chain(*view.history, view.trick):
            played[laid.seat] |= lay.bit[laid.card]
        voids = voids_of(view, lay)
        self.played: tuple[int, ...] = tuple(played)
        self.me = view.seat
        self.hand = lay.mask(view.hand)
        self.gone = sum(played) | (lay.bit[view.discard] if view.discard else 0)
        self.fixed = self._fixed(view, lay, voids)
        known = self.gone | self.hand | sum(self.fixed)
        self.pool = [bit for bit in lay.suit if not bit & known]
        hidden = [
            (seat, view.counts[seat] - self.fixed[seat].bit_count(), voids[seat])
            for seat in range(players)
            if seat != view.seat and not (seat in view.out and view.phase is Phase.PLAY)
        ]
        # The seats with the fewest cards to choose from come first; that leaves the fewest draws that do not fit.
        self.slots = sorted(hidden, key=lambda slot: sum(not bit & slot[2] for bit in self.pool) - slot[1])

    def _fixed(self, view: View, lay: Layout, voids: Sequence[int]) -> list[int]:
        """Return the cards of others that are known, by seat."""
        fixed = [0] * view.rules.players
        for seat, cards in view.shown.items():
            fixed[seat] = lay.mask(cards) & ~self.gone if seat != self.me else 0
        if view.upcard is None:
            return fixed
        up, dealer = lay.bit[view.upcard], view.dealer
        if up & (self.hand | sum(fixed)):
            return fixed
        sits_out = dealer in view.out and view.phase is Phase.PLAY
        put_away = up & voids[dealer] or not view.counts[dealer] or dealer in view.shown
        if view.upcard_is != "taken" or put_away:
            # Turned down, left, or taken and put away again: nobody has it.
            self.gone |= up
        elif not sits_out:
            fixed[dealer] |= up & ~self.gone
        elif not view.rules.partners_best:
            self.gone |= up
        # A dealer who sits out may have given it to the loner: then it is as loose as any other card.
        return fixed

    def draw(self, rng: Chance) -> tuple[list[int], float]:
        """Deal the loose cards once.

        Returns:
            The hands by seat, the own one included and in play 0 for seats that sit out, and a weight that makes up
            for deals which this way of drawing finds too often or too seldom.
        """
        for _ in range(_TRIES):
            drawn = self._draw(rng, self.slots)
            if drawn:
                return drawn
        drawn = self._draw(rng, [(seat, count, 0) for seat, count, _ in self.slots])
        assert drawn is not None
        return drawn

    def _draw(self, rng: Chance, slots: Sequence[tuple[int, int, int]]) -> tuple[list[int], float] | None:
        random = rng.random
        hands = list(self.fixed)
        hands[self.me] = self.hand
        pool = list(self.pool)
        weight = 1.0
        for seat, count, void in slots:
            choice = [bit for bit in pool if not bit & void] if void else pool
            size = len(choice)
            if size < count:
                return None
            if void:
                weight *= comb(size, count)
            hand = 0
            for place in range(count):
                other = place + int(random() * (size - place))
                card = choice[other]
                choice[other] = choice[place]
                choice[place] = card
                hand |= card
            hands[seat] |= hand
            pool = [bit for bit in pool if not bit & hand] if void else choice[count:]
        return hands, weight
