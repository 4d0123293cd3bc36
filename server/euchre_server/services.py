"""What a host takes from the world: chance, bots, the time of day, and where its lines and records go.

All of it is handed in, so that tests run whole evenings with other ones.
"""

from __future__ import annotations

import random
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Protocol, TypeVar

import trio

import euchre_engine as engine
from euchre_engine import Card
from euchre_engine.bots import Advice
from euchre_server import minds
from euchre_server.journal import Journal, NoJournal
from euchre_server.limits import Limits
from euchre_server.minds import Question
from euchre_server.review import Reviewed, review_deal
from euchre_server.wake import awake_clock

T = TypeVar("T")


class Chance(Protocol):
    """A source of randomness, such as ``random.Random``."""

    def random(self) -> float:
        """A number from 0 up to but not including 1."""
        ...

    def randrange(self, stop: int, /) -> int:
        """A number from 0 up to but not including ``stop``."""
        ...

    def sample(self, population: Sequence[Card], k: int) -> list[Card]:
        """``k`` cards in random order."""
        ...


ChanceFor = Callable[[str], Chance]
"""A source of randomness for a purpose, such as one table's cards."""


def system_chance(_purpose: str) -> Chance:
    """The operating system's randomness: nobody can predict it, whatever cards they have seen."""
    return random.SystemRandom()


def seeded_chance(seed: int) -> ChanceFor:
    """Predictable randomness for tests and demonstrations. Each purpose has its own, whatever happens elsewhere."""
    return lambda purpose: random.Random(f"{seed} {purpose}")


@dataclass(frozen=True, slots=True)
class Finished:
    """A game that has come to its end: the table's name, when it began, its record's lines, and the score as a text."""

    table: str
    when: datetime
    lines: Sequence[str]
    score: str


def _no_record(_game: Finished, done: Callable[[], object]) -> None:
    """Keep no record."""
    done()


def _no_line(_text: str) -> None:
    """Say nothing."""


def _now() -> datetime:
    return datetime.now(UTC)


class Work(Protocol):
    """Does heavy work without holding up the event loop."""

    async def __call__(self, work: Callable[[], T], /) -> T:
        """Do it, and return what it returns."""
        ...


class InAThread:
    """Does it in a thread, one thing at a time: what strangers can cause should not take all cores."""

    def __init__(self) -> None:
        self._turn = trio.CapacityLimiter(1)

    async def __call__(self, work: Callable[[], T], /) -> T:
        """Do it, and return what it returns."""
        return await trio.to_thread.run_sync(work, limiter=self._turn)


class Think(Protocol):
    """Lets a bot think without holding up the event loop."""

    async def __call__(self, question: Question, /) -> engine.Action:
        """Return one of the question's legal actions, whatever happens."""
        ...


class Explain(Protocol):
    """Lets an expert think about somebody's question without holding up the event loop."""

    async def __call__(self, question: Question, /) -> Advice:
        """Return what the expert would do, and why, whatever happens."""
        ...


async def explain_here(question: Question) -> Advice:
    """Think in this process and have everybody wait: where nobody does."""
    return minds.explain(question, float("inf"))


class Judge(Protocol):
    """Lets an expert go over a deal without holding up the event loop."""

    async def __call__(self, last: engine.State, /) -> Reviewed:
        """Return what the expert thinks of the deal that ended in this position."""
        ...


async def judge_here(last: engine.State) -> Reviewed:
    """Think in this process and have everybody wait: where nobody does."""
    return review_deal(last)


async def think_here(question: Question) -> engine.Action:
    """Think in this process and have everybody wait: where nobody does."""
    return minds.answer(question, float("inf"))


@dataclass(frozen=True, slots=True)
class Services:
    """What is handed to the host.

    Attributes:
        chance: randomness for a purpose: the shuffle, the first dealer, bots.
        choose: what a bot does that needs no time to think.
        think: what a bot does that needs some.
        judge: what an expert thinks of a finished deal.
        explain: what an expert would do in somebody's place.
        secret: makes that many unpredictable bytes.
        now: the time of day, for records. Everything else uses trio's clock.
        awake: seconds since some moment, sleep of the machine included, to notice that.
        say: takes a line for the host's screen and log.
        record: takes a finished game, and what to call when its record is safe; it must not wait.
        journal: keeps what has to outlive this process.
        work: does heavy work, such as hashing a password.
        limits: what one peer, one address and everybody together may have of the host.
    """

    chance: ChanceFor = system_chance
    choose: Callable[[Question], engine.Action] = minds.answer_at_once
    think: Think = think_here
    explain: Explain = explain_here
    judge: Judge = judge_here
    secret: Callable[[int], bytes] = secrets.token_bytes
    now: Callable[[], datetime] = _now
    awake: Callable[[], float] = awake_clock
    say: Callable[[str], None] = field(default=_no_line)
    record: Callable[[Finished, Callable[[], object]], None] = field(default=_no_record)
    journal: Journal = field(default_factory=NoJournal)
    work: Work = field(default_factory=InAThread)
    limits: Limits = field(default_factory=Limits)
