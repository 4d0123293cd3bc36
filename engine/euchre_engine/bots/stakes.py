"""What a finished deal would be worth to a seat: points, and the chance of winning the game."""

from __future__ import annotations

from dataclasses import dataclass

from ..rules import HAND_SIZE
from ..scoring import points
from ..view import View
from .chances import chances
from .facts import side_of

_POINT = 0.0005
"""A point counts a little even when the game is as good as decided, so that play stays sensible to the end."""


@dataclass(frozen=True, slots=True)
class Stake:
    """The worth of a deal for one seat, by how many tricks the makers take."""

    value: tuple[float, ...]
    """What is maximised: nearly the chance of winning the game."""
    chance: tuple[float, ...]
    points: tuple[float, ...]
    """The own side's points less the average of the others'."""
    steps: tuple[int, ...]
    """The numbers of tricks at which the worth changes, ascending."""


class Stakes:
    """The stakes of every contract that a deal may come to."""

    def __init__(self, view: View) -> None:
        """Take the rules, score and seat from a view."""
        assert view.seat is not None
        self._rules = view.rules
        self._score = view.score
        self._side = side_of(view.rules, view.seat)
        self._next = (view.dealer + 1) % view.rules.players
        self._known: dict[tuple[int, bool, bool], Stake] = {}
        self.thrown_in = self._worth((0,) * view.rules.sides)

    def stake(self, makers: int, alone: bool, defended_alone: bool) -> Stake:
        """Return the stake when this side makes trump, and a maker or a defender plays alone."""
        key = makers, alone, defended_alone
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._build(makers, (alone, defended_alone))
        return found

    def _build(self, makers: int, loners: tuple[bool, bool]) -> Stake:
        worths = [self._worth(points(self._rules, makers, tricks, loners)) for tricks in range(HAND_SIZE + 1)]
        return Stake(
            value=tuple(chance + _POINT * net for chance, net in worths),
            chance=tuple(chance for chance, _ in worths),
            points=tuple(net for _, net in worths),
            steps=tuple(tricks for tricks in range(1, HAND_SIZE + 1) if worths[tricks] != worths[tricks - 1]),
        )

    def _worth(self, won: tuple[int, ...]) -> tuple[float, float]:
        """Return the chance of winning the game after these points, and the points less the others' average."""
        score = tuple(before + more for before, more in zip(self._score, won, strict=True))
        mine = won[self._side]
        return chances(self._rules, score, self._next)[self._side], mine - (sum(won) - mine) / (len(won) - 1)
