"""The course of play: whose turn follows from whether a card wins the trick so far.

For each set of active seats there are few moments that play can be in, so they are all built beforehand; playing a
card is then one step from a moment to the next, without counting anything.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final, cast

from .rules import HAND_SIZE


@dataclass(frozen=True, slots=True, eq=False)
class Moment:
    """A moment of play between two cards."""

    turn: int
    leader: int
    """The seat that led the trick, or leads the next."""
    winning: int
    """The seat that is winning the trick, or won the last one; -1 before the first."""
    taken: int
    """The tricks of each side, four bits a side."""
    lead: bool
    """Whether a lead comes next."""
    wins: Moment
    """The moment after a card that wins so far."""
    loses: Moment
    """The moment after a card that does not."""

    def tricks(self, sides: int) -> tuple[int, ...]:
        """How many tricks each side has taken."""
        return tuple(self.taken >> 4 * side & 15 for side in range(sides))


# Nothing is played from the last moment of a deal, so that no moment follows it; an optional type would cost the inner
# loop a check for each card.
_NONE: Final = cast(Moment, None)
IDLE: Final = Moment(-1, -1, -1, 0, True, _NONE, _NONE)
"""The moment when no trick is played."""


@cache
def first_moment(leader: int, following: tuple[int, ...], sides: int) -> Moment:
    """The moment before the first lead.

    Args:
        leader: who leads.
        following: for each seat, the seat that plays next.
        sides: the number of sides; a seat's side is its number modulo this.
    """
    return _Course(following, sides).moment(leader, leader, -1, 0)


class _Course:
    """The moments of one set of active seats."""

    def __init__(self, following: tuple[int, ...], sides: int) -> None:
        self._following = following
        self._sides = sides
        self._known: dict[tuple[int, int, int, int], Moment] = {}

    def moment(self, turn: int, leader: int, winning: int, taken: int) -> Moment:
        key = turn, leader, winning, taken
        if key not in self._known:
            self._known[key] = self._build(*key)
        return self._known[key]

    def _build(self, turn: int, leader: int, winning: int, taken: int) -> Moment:
        over = sum(taken >> 4 * side & 15 for side in range(self._sides)) == HAND_SIZE
        wins = _NONE if over else self._after(turn, leader, turn, taken)
        loses = wins if turn == leader or over else self._after(turn, leader, winning, taken)
        return Moment(turn, leader, winning, taken, turn == leader, wins, loses)

    def _after(self, turn: int, leader: int, winning: int, taken: int) -> Moment:
        following = self._following[turn]
        if following == leader:
            return self.moment(winning, winning, winning, taken + (1 << 4 * (winning % self._sides)))
        return self.moment(following, leader, winning, taken)
