"""The course of play: whose turn follows from whether a card wins the trick so far.

For each set of active seats there are few moments that a trick can be in, so they are all built beforehand; playing a
card is then one step from a moment to the next, without counting anything.
"""

from __future__ import annotations

from functools import cache
from typing import Final


class Moment:
    """A moment of play between two cards. It is shared by many states, and never changes once it is linked.

    Attributes:
        turn: the seat to play.
        leader: the seat that led the trick, or leads the next.
        winning: the seat that is winning the trick, or won the last one; -1 before the first.
        lead: whether a lead comes next.
        won: the trick that the card before has finished, to be added to the tricks of all sides (see ``tricks_of``).
        wins: the moment after a card that wins so far.
        loses: the moment after a card that does not.
    """

    __slots__ = ("lead", "leader", "loses", "turn", "winning", "wins", "won")
    wins: Moment
    loses: Moment

    def __init__(self, turn: int, leader: int, winning: int, won: int = 0) -> None:
        self.turn = turn
        self.leader = leader
        self.winning = winning
        self.won = won
        self.lead = turn == leader


IDLE: Final = Moment(-1, -1, -1)
"""The moment when no trick is played."""

_SIDE_BITS: Final = 4
"""The tricks of all sides are one number with so many bits a side, which are enough for the five there are."""


def tricks_won(side: int, number: int) -> int:
    """So many tricks of one side, as part of the tricks of all sides."""
    return number << _SIDE_BITS * side


def tricks_of(taken: int, side: int) -> int:
    """How many tricks one side has, of the tricks of all sides."""
    return taken >> _SIDE_BITS * side & (1 << _SIDE_BITS) - 1


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

    def moment(self, turn: int, leader: int, winning: int, won: int) -> Moment:
        key = turn, leader, winning, won
        if key not in self._known:
            moment = self._known[key] = Moment(*key)
            moment.wins = self._after(turn, leader, turn)
            moment.loses = moment.wins if moment.lead else self._after(turn, leader, winning)
        return self._known[key]

    def _after(self, turn: int, leader: int, winning: int) -> Moment:
        following = self._following[turn]
        if following == leader:
            return self.moment(winning, winning, winning, tricks_won(winning % self._sides, 1))
        return self.moment(following, leader, winning, 0)
