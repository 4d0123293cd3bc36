"""Who plays for an empty seat: the engine's levels, and bots of one's own that are installed beside this program.

Nothing here knows of the event loop, so that a worker process need not import one.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from random import Random

import euchre_engine as engine
from euchre_engine.bots import LEVELS, Advice, Chance, advise, decide, ground

BOTS = "euchre_lan.bots"
"""The group of entry points that name bots of one's own: functions from a view and a random source to an action."""

Bot = Callable[[engine.View, Chance], engine.Action]

QUICK = frozenset(name for name, level in LEVELS.items() if not level.deals)
"""Levels that play by rule of thumb: 0.02 ms a decision and 0.3 ms at worst, so they need no process of their own."""


@dataclass(frozen=True, slots=True)
class Question:
    """A decision to think about.

    Attributes:
        decision: its number at its table.
        level: who decides: a level, or the name of an installed bot.
        view: what the seat may know, and nothing else.
        seed: where the bot's randomness begins.
    """

    decision: int
    level: str
    view: engine.View
    seed: int


@cache
def _installed() -> Mapping[str, EntryPoint]:
    return {found.name: found for found in entry_points(group=BOTS) if found.name not in LEVELS}


def names() -> tuple[str, ...]:
    """Everybody who can play for an empty seat: the levels, ascending, and then the bots that are installed."""
    return (*LEVELS, *sorted(_installed()))


@cache
def _bot(name: str) -> Bot:
    bot: Bot = _installed()[name].load()
    return bot


def answer(question: Question, seconds: float) -> engine.Action:
    """Choose an action, in about so many seconds at most if a level of the engine does.

    The same question gets the same answer, unless the time is too short for all that the level would look at.

    Raises:
        KeyError: the level is none of :func:`names`.
        Exception: whatever an installed bot raises.
    """
    rng = Random(question.seed)
    level = LEVELS.get(question.level)
    if level is None:
        return _bot(question.level)(question.view, rng)
    end = time.monotonic() + seconds
    return decide(level, question.view, rng, stop=lambda: time.monotonic() >= end)


def explain(question: Question, seconds: float) -> Advice:
    """Tell what an expert would do, and why, in about so many seconds at most."""
    end = time.monotonic() + seconds
    return advise(question.view, Random(question.seed), stop=lambda: time.monotonic() >= end)


def explain_at_once(question: Question) -> Advice:
    """Tell what to do by rule of thumb, and why; what else there is to choose is not weighed."""
    choice = answer_at_once(question)
    return Advice(choice, (), ground(question.view, choice, ()))


def answer_at_once(question: Question) -> engine.Action:
    """Choose an action by rule of thumb: as a beginner, if the question is for one, else soundly."""
    level = question.level if question.level in QUICK else "normal"
    return decide(LEVELS[level], question.view, Random(question.seed))
