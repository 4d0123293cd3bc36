"""Going over a finished deal: what an expert thinks of every decision, given what its seat knew then.

Whatever a side gains or loses in a deal is what its people gave away by their choices, what the others gave away, and
luck: the rest. A choice costs what the expert's own would have been worth more, estimated from deals that fit what the
seat knew, so a loser who did all that could be done has bad luck and no fault.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from random import Random

from euchre_engine import Action, Card, DealResult, Do, Phase, Rules, State, apply, deal, start_game, view
from euchre_engine.bots import Advice, Estimate, advise
from euchre_engine.bots.chances import chances
from euchre_engine.bots.facts import side_of
from euchre_engine.history import actions_of

WORLDS = 120
"""Deals looked at for a decision; the difference of two choices is then known to about 2 % of a game, in 0.03 s."""
_DOUBT = 2.0
"""Standard errors by which a choice must be worse before it is called a mistake: wrong in one case of forty."""
THROWN = 0.25
"""A card is thrown away that costs, beyond doubt, so many points: a quarter of the difference that one trick makes."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What an expert thinks of one decision.

    Attributes:
        seat: who decided.
        phase: what was asked.
        action: what was done.
        choice: what the expert would have done.
        estimates: the worth of every choice, the best first; empty where there was nothing to weigh.
        chance: the chance of winning the game that the choice cost, 0 to 1.
        points: the points that it cost in this deal; may be negative where the score makes fewer points better.
        mistake: whether it is worse beyond the doubt of the sample.
    """

    seat: int
    phase: Phase
    action: Action
    choice: Action
    estimates: tuple[Estimate, ...] = ()
    chance: float = 0.0
    points: float = 0.0
    mistake: bool = False


@dataclass(frozen=True, slots=True)
class Reviewed:
    """A deal with the expert's opinion.

    Attributes:
        number: the deal's.
        dealer: who dealt.
        score: before the deal.
        before, after: each side's chance of winning the game, before and after the deal.
        verdicts: every decision in which there was a choice.
        luck: what each side's chance has changed by through no choice of anybody.
        result: how it ended; none for a deal that the record does not finish.
    """

    number: int
    dealer: int
    score: tuple[int, ...]
    before: tuple[float, ...]
    after: tuple[float, ...]
    verdicts: tuple[Verdict, ...]
    luck: tuple[float, ...]
    result: DealResult | None


@dataclass(frozen=True, slots=True)
class Course:
    """A deal from its cards and what was done: all that another process needs of it.

    A position carries every one before it, which makes 126 KB and 10 ms of pickling; this makes 2 KB.
    """

    rules: Rules
    dealer: int
    score: tuple[int, ...]
    number: int
    cards: tuple[Card, ...]
    actions: tuple[tuple[int, Action], ...]


def course_of(last: State) -> Course:
    """Return what was dealt and done before a position."""
    dealt = last.dealt
    return Course(last.rules, dealt.dealer, dealt.score, dealt.number, dealt.cards, tuple(actions_of(last)))


def review_course(course: Course, worlds: int = WORLDS) -> Reviewed:
    """Go over a deal that another process has told of."""
    state = start_game(course.rules, course.dealer, score=course.score, deal_number=course.number)
    state = deal(state, course.cards)
    for seat, action in course.actions:
        state = apply(state, seat, action)
    return review_deal(state, worlds=worlds)


def review_deal(
    last: State, *, worlds: int = WORLDS, seats: Collection[int] | None = None, told: Callable[[], object] | None = None
) -> Reviewed:
    """Go over a deal.

    Args:
        last: the position after the deal's last action.
        worlds: deals to look at for each decision.
        seats: whose decisions can be judged; none means everybody's.
        told: called after each decision, for who shows progress.
    """
    verdicts: list[Verdict] = []
    for step, (state, seat, action) in enumerate(_steps(last)):
        if seats is None or seat in seats:
            verdict = judge(state, seat, action, Random(f"{last.deal_number} {step}"), worlds)
            if verdict is not None:
                verdicts.append(verdict)
        if told is not None:
            told()
    rules, dealt = last.rules, last.dealt
    before = chances(rules, dealt.score, dealt.dealer)
    result = last.result
    after = before if result is None else chances(rules, result.score, _next_dealer(last, result))
    return Reviewed(
        number=last.deal_number,
        dealer=dealt.dealer,
        score=dealt.score,
        before=before,
        after=after,
        verdicts=tuple(verdicts),
        luck=_luck(last, before, after, verdicts),
        result=result,
    )


def _next_dealer(last: State, result: DealResult) -> int:
    return last.dealer if result.same_dealer else (last.dealer + 1) % last.rules.players


def _steps(last: State) -> Iterator[tuple[State, int, Action]]:
    """The deal once more: each position, and who did what in it."""
    dealt = last.dealt
    state = start_game(last.rules, dealt.dealer, score=dealt.score, deal_number=dealt.number)
    state = deal(state, dealt.cards)
    for seat, action in actions_of(last):
        yield state, seat, action
        state = apply(state, seat, action)


def judge(state: State, seat: int, action: Action, rng: Random, worlds: int) -> Verdict | None:
    """Tell what an expert thinks of an action; none if there was no other."""
    seen = view(state, seat)
    if len(seen.legal) < 2:
        return None
    advice = advise(seen, rng, deals=worlds, floor=worlds)
    mine, best = _found(advice, action), _found(advice, advice.choice)
    if mine is None or best is None:
        return Verdict(seat, state.phase, action, advice.choice, advice.estimates)
    gap = best.value - mine.value
    # The expert prefers its rule of thumb to a lead within the noise; whoever found the leader has lost nothing.
    lost = max(0.0, best.chance - mine.chance) if gap > 0 else 0.0
    return Verdict(
        seat=seat,
        phase=state.phase,
        action=action,
        choice=advice.choice,
        estimates=advice.estimates,
        chance=lost,
        points=best.points - mine.points if lost else 0.0,
        mistake=gap > _DOUBT * max(mine.behind, best.behind),
    )


def _found(advice: Advice, action: Action) -> Estimate | None:
    return next((found for found in advice.estimates if found.action == action), None)


def _luck(
    last: State, before: tuple[float, ...], after: tuple[float, ...], verdicts: list[Verdict]
) -> tuple[float, ...]:
    """What is left of each side's change without the choices: the others share what somebody gives away."""
    sides = last.rules.sides
    luck = [now - then for now, then in zip(after, before, strict=True)]
    for verdict in verdicts:
        giver = side_of(last.rules, verdict.seat)
        for side in range(sides):
            luck[side] += verdict.chance if side == giver else -verdict.chance / (sides - 1)
    return tuple(luck)


# ---------------------------------------------------------------- sums


@dataclass(slots=True)
class Sums:
    """What one seat did in a whole game.

    ``calls`` and ``loners`` count what was right, ``missed`` and ``missed_loners`` what an expert would have called,
    ``wrong`` and ``wrong_loners`` what it would not; all of it beyond doubt. ``thrown``: cards that cost a trick or so.
    """

    decisions: int = 0
    mistakes: int = 0
    chance: float = 0.0
    points: float = 0.0
    calls: int = 0
    missed: int = 0
    wrong: int = 0
    loners: int = 0
    missed_loners: int = 0
    wrong_loners: int = 0
    thrown: int = 0

    def add(self, verdict: Verdict) -> None:
        """Count a decision."""
        self.decisions += 1
        self.mistakes += verdict.mistake
        self.chance += verdict.chance
        self.points += verdict.points
        called, wanted = _calls(verdict.action), _calls(verdict.choice)
        self.calls += called and not (verdict.mistake and not wanted)
        self.missed += wanted and not called and verdict.mistake
        self.wrong += called and not wanted and verdict.mistake
        alone, better = _lone(verdict.action), _lone(verdict.choice)
        self.loners += alone and not (verdict.mistake and not better)
        self.missed_loners += better and not alone and verdict.mistake
        self.wrong_loners += alone and not better and verdict.mistake
        self.thrown += verdict.phase is Phase.PLAY and verdict.mistake and verdict.points >= THROWN


def _calls(action: Action) -> bool:
    return action.do in (Do.ORDER, Do.CALL)


def _lone(action: Action) -> bool:
    return action.alone or action.do is Do.ALONE


@dataclass(slots=True)
class Game:
    """A game as far as it has been gone over.

    Attributes:
        sums: one for each seat.
        luck: the sum for each side.
        curve: each side's chance of winning the game, before the first deal and after each.
    """

    sums: list[Sums] = field(default_factory=list[Sums])
    luck: list[float] = field(default_factory=list[float])
    curve: list[tuple[float, ...]] = field(default_factory=list[tuple[float, ...]])

    def add(self, reviewed: Reviewed, players: int) -> None:
        """Count a deal."""
        if not self.curve:
            self.sums = [Sums() for _ in range(players)]
            self.luck = [0.0] * len(reviewed.before)
            self.curve.append(reviewed.before)
        for verdict in reviewed.verdicts:
            self.sums[verdict.seat].add(verdict)
        self.luck = [sofar + more for sofar, more in zip(self.luck, reviewed.luck, strict=True)]
        self.curve.append(reviewed.after)
