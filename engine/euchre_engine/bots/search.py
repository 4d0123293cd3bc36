"""The worth of every choice, by playing it out in many deals that fit what a seat knows.

Deals are drawn from all that are possible (:mod:`.unseen`), weighed by how well they explain what the others did
(:mod:`.evidence`) and resampled by that weight. In each deal each choice is played to the end twice: by the rules of
thumb, whose players are too simple, and by exact solution, whose players see too much. The two err in different
ways and the mean of both is better than either. There is no clock here: who has one hands in ``stop``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from math import sqrt

from ..actions import Action
from ..phases import Phase
from ..view import View
from .auction import Line
from .evidence import Evidence
from .layout import Layout
from .options import Option, options
from .playout import Seating, play_out
from .rule import Chance
from .solve import Solver
from .unseen import Unseen

BATCH = 8
"""Deals between two looks at which choices are still worth trying."""
KEPT, DRAWN = 32, 96
"""So many deals are kept of so many drawn. Fewer drawn at a time keep too many that explain little."""
SOLVED_ONE_IN = (1, 1, 1, 1, 2, 5)
"""By cards in hand: one deal of so many is solved as well as played out; early on it costs ten times as much."""
BEHIND = 3.0
"""Standard errors behind the best at which a choice is given up, if many deals say so."""
HASTE = 8
"""With so many deals it takes twice as much: their spread is itself little known, and there have been several looks."""

UNSEEN = 0.1
"""A chance that a rare deal, not among those drawn, may shift; few deals that all agree are no certainty."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """What is thought of one legal action."""

    action: Action
    value: float
    """What the choice is made by: nearly ``chance``."""
    chance: float
    """Chance of winning the game, 0 to 1."""
    points: float
    """Expected points of the own side in this deal, less those of the others."""
    error: float
    """Standard error of ``value``."""
    behind: float
    """Standard error of the distance in ``value`` to the best; 0 for the best itself."""
    deals: int
    """How many deals this rests on."""


@dataclass(slots=True)
class _Sums:
    """Worths of one choice, deal by deal."""

    values: list[float] = field(default_factory=list[float])
    chance: float = 0.0
    points: float = 0.0

    def add(self, value: float, chance: float, points: float) -> None:
        self.values.append(value)
        self.chance += chance
        self.points += points


@dataclass(slots=True)
class _Tally:
    option: Option
    played: _Sums = field(default_factory=_Sums)
    solved: _Sums = field(default_factory=_Sums)
    alive: bool = True

    def kinds(self) -> list[_Sums]:
        return [sums for sums in (self.played, self.solved) if sums.values]

    def value(self) -> float:
        kinds = self.kinds()
        return sum(sum(sums.values) / len(sums.values) for sums in kinds) / max(len(kinds), 1)


@dataclass(frozen=True, slots=True)
class _Effort:
    """How long to search: the arguments of :func:`consider`."""

    deals: int
    floor: int
    stop: Callable[[], bool]
    thorough: bool


_Solvers = dict[tuple[Layout, Seating], Solver]


def never() -> bool:
    """Say that there is no hurry."""
    return False


def consider(
    view: View,
    rng: Chance,
    *,
    deals: int,
    floor: int = BATCH,
    stop: Callable[[], bool] = never,
    thorough: bool = False,
) -> tuple[Estimate, ...]:
    """Estimate the legal actions of a view, the best first.

    Args:
        view: the view of the seat whose turn it is.
        rng: random source; the same one with the same number of deals gives the same estimates.
        deals: how many deals to look at, at most.
        floor: how many at least, whatever ``stop`` says.
        stop: asked for every deal; ends the search when it returns true.
        thorough: whether choices that are clearly behind are tried on, for who wants to know how far behind.

    Returns:
        One estimate for each action that there is something to find out about; none in phases that are played by rule.
    """
    tallies = [_Tally(option) for option in options(view)]
    if len(tallies) > 1 or (thorough and tallies):
        _try_out(view, rng, tallies, _Effort(deals, floor, stop, thorough))
    tallies.sort(key=lambda tally: (not tally.alive, -tally.value()))
    return tuple(estimate for tally in tallies for estimate in _estimates(tally, tallies[0]))


def _try_out(view: View, rng: Chance, tallies: list[_Tally], effort: _Effort) -> None:
    # Before the first lead so many more deals can be played out in the time that solving is not worth it.
    every = SOLVED_ONE_IN[len(view.hand)] if view.phase is Phase.PLAY else 0
    for done, hands in enumerate(_worlds(view, rng, effort, tallies[0].option.base), 1):
        solvers: _Solvers = {}
        for tally in tallies:
            if tally.alive:
                _add(tally, tally.option.line(list(hands)), solvers, every > 0 and done % every == 1 % every)
        if done >= effort.floor and effort.stop():
            return
        if done % BATCH == 0 and not effort.thorough and _narrowed(tallies) == 1 and done >= effort.floor:
            return


def _worlds(view: View, rng: Chance, effort: _Effort, lay: Layout) -> Iterator[list[int]]:
    """Draw deals, and of each few keep some at random by weight. Who is in a hurry gets the floor, of fewer drawn."""
    unseen = Unseen(view, lay)
    evidence = Evidence(view, lay, unseen)
    for start in range(0, effort.deals, KEPT):
        kept = min(KEPT, effort.deals - start)
        owed = max(min(effort.floor - start, kept), 0)
        drawn: list[tuple[list[int], float]] = []
        hurried = False
        while not hurried and len(drawn) < kept * DRAWN // KEPT:
            hands, weight = unseen.draw(rng)
            drawn.append((hands, weight * evidence.weigh(hands)))
            hurried = len(drawn) >= owed * DRAWN // KEPT and effort.stop()
        if hurried:
            kept = owed
        step = sum([weight for _, weight in drawn]) / max(kept, 1)
        mark = step * rng.random()
        for hands, weight in drawn:
            mark -= weight
            while mark < 0 and kept:
                yield hands
                mark += step
                kept -= 1
        if hurried:
            return


def _add(tally: _Tally, line: Line | None, solvers: _Solvers, solve: bool) -> None:
    """Play a line to its end, in both ways if it is to be solved, and note what it was worth."""
    if line is None:
        tally.played.add(*tally.option.thrown_in)
        if solve:
            tally.solved.add(*tally.option.thrown_in)
        return
    stake, won = line.stake, line.won
    if solve:
        key = line.lay, line.table
        solver = solvers.get(key)
        if solver is None:
            solver = solvers[key] = Solver(line.lay, line.table)
        exact = 0
        for tricks in stake.steps:
            if not solver.makers_take(line.hands, line.trick, tricks - won):
                break
            exact = tricks
        tally.solved.add(stake.value[exact], stake.chance[exact], stake.points[exact])
    tricks = won + play_out(line.lay, line.table, line.hands, line.gone, line.trick)
    tally.played.add(stake.value[tricks], stake.chance[tricks], stake.points[tricks])


def _narrowed(tallies: list[_Tally]) -> int:
    """Give up choices that are clearly behind; return how many are left."""
    alive = [tally for tally in tallies if tally.alive]
    best = max(alive, key=_Tally.value)
    for tally in alive:
        gap = best.value() - tally.value()
        enough = BEHIND * (1 + HASTE / len(tally.played.values))
        if gap > 0 and gap > enough * _distance_error(best, tally):
            tally.alive = False
    return sum(tally.alive for tally in tallies)


def _distance_error(one: _Tally, other: _Tally) -> float:
    """Return the standard error of the distance of two choices, over the deals in which both were tried."""
    pairs = zip(one.kinds(), other.kinds(), strict=True)
    return _error([[a - b for a, b in zip(x.values, y.values, strict=False)] for x, y in pairs])


def _error(samples: list[list[float]]) -> float:
    """Return the standard error of the mean of the means of samples."""
    variance = 0.0
    for sample in samples:
        mean = sum(sample) / len(sample)
        variance += sum((value - mean) ** 2 for value in sample) / max(len(sample) - 1, 1) / len(sample)
        variance += (UNSEEN / len(sample)) ** 2
    return sqrt(variance) / len(samples)


def _estimates(tally: _Tally, best: _Tally) -> list[Estimate]:
    kinds = tally.kinds()
    if not kinds:
        return []
    error = _error([sums.values for sums in kinds])
    chance, points = (
        sum(total / len(sums.values) for sums, total in zip(kinds, totals, strict=True)) / len(kinds)
        for totals in ([sums.chance for sums in kinds], [sums.points for sums in kinds])
    )
    behind = 0.0 if tally is best else _distance_error(best, tally)
    count = len(tally.played.values)
    return [Estimate(action, tally.value(), chance, points, error, behind, count) for action in tally.option.actions]
