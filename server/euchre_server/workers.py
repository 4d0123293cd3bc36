"""Processes in which bots think, so that the event loop never waits for one.

Whatever becomes of a worker, there is an answer in time: one that has died, hangs or raises is replaced, and a sound
choice by rule of thumb is played instead.
"""

from __future__ import annotations

import os
import traceback
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Protocol, TypeVar

import trio
import trio_parallel  # type: ignore[import-untyped]  # pyright: ignore[reportMissingTypeStubs] - it has none

import euchre_engine as engine
from euchre_engine.bots import Advice
from euchre_server import minds
from euchre_server.minds import Question
from euchre_server.review import Reviewed, course_of, review_course, review_deal

T = TypeVar("T")

BUDGET_S = 0.1
"""For one decision: the expert looks at 160 deals in a quarter of it on a usual machine, and gains little by more."""
EXPLAIN_S = 0.6
"""For a hint: all choices are tried in all deals, and somebody waits for it, but not for their turn."""
REVIEW_S = 60.0
"""For a deal in a review, which takes about a second; waiting for others' reviews is no part of it."""
DEADLINE_S = 2.0
"""After so long somebody would ask what is the matter. The first thought of a worker includes its start, 0.5 s."""
_NICENESS = 10
"""Workers stand back behind the event loop, since nobody sees whether a bot has thought a little longer."""
_GRACE_S = 1.0
"""For idle workers to end by themselves when the host closes; they need a few milliseconds."""


class Processes(Protocol):
    """The part of ``trio_parallel.WorkerContext`` that is used here, with types."""

    async def run_sync(
        self,
        sync_fn: Callable[..., T],
        *args: object,
        kill_on_cancel: bool,
        limiter: trio.CapacityLimiter,
    ) -> T:
        """Call the function in a process that is free."""
        ...


@dataclass(frozen=True, slots=True)
class _Limit:
    """How long to wait for work in all, and for one of how many places."""

    deadline: float
    free: trio.CapacityLimiter


class Workers:
    """Answers questions in worker processes, as many at a time as there are cores.

    Args:
        processes: starts, keeps and replaces them.
        say: takes a line for the host's screen and log.
        deadline: seconds after which a sound choice is played instead, waiting for a free worker included.
    """

    def __init__(self, processes: Processes, say: Callable[[str], None], deadline: float = DEADLINE_S) -> None:
        self._processes = processes
        self._say = say
        self._deadline = deadline
        cores = os.cpu_count() or 1
        self._limiter = trio.CapacityLimiter(cores)
        # Reviews queue by themselves: a bot that waited for a few of them would be late for its turn.
        self._reviews = trio.CapacityLimiter(max(cores - 1, 1))

    async def think(self, question: Question) -> engine.Action:
        """Answer a question, within the deadline."""
        limit = _Limit(self._deadline, self._limiter)
        action = await self._ask(question.level, limit, minds.answer, question, self._budget(BUDGET_S))
        if action in question.view.legal:
            return action
        if action is not None:
            self._say(f"a bot ({question.level}) has chosen {action.do}, which is not legal there")
        return minds.answer_at_once(question)

    async def explain(self, question: Question) -> Advice:
        """Tell what an expert would do, and why; by rule of thumb if that is not found out within the deadline."""
        limit = _Limit(self._deadline, self._limiter)
        found = await self._ask("hint", limit, minds.explain, question, self._budget(EXPLAIN_S))
        return found or minds.explain_at_once(question)

    async def judge(self, last: engine.State) -> Reviewed:
        """Tell what an expert thinks of a finished deal; of nobody's choices, if that takes all too long."""
        async with self._reviews:
            limit = _Limit(REVIEW_S, trio.CapacityLimiter(1))
            return await self._ask("review", limit, review_course, course_of(last)) or review_deal(last, seats=())

    def _budget(self, seconds: float) -> float:
        """The seconds for one more question: where many wait, each is thought about for less, rather than too late."""
        queue = self._limiter.statistics()
        return seconds / (1 + queue.tasks_waiting / queue.total_tokens)

    async def _ask(self, who: str, limit: _Limit, work: Callable[..., T], *words: object) -> T | None:
        """Have work done in a process; none, and a line in the log, if it fails or is late."""
        with trio.move_on_after(limit.deadline) as patience:
            try:
                return await self._processes.run_sync(work, *words, kill_on_cancel=True, limiter=limit.free)
            except trio_parallel.BrokenWorkerError:
                self._say(f"a process in which a bot ({who}) was thinking has died; it is replaced")
            except Exception:  # noqa: BLE001 - a bot that fails must not end the game of the people it plays with
                self._say(f"a fault of this program in a bot ({who}):\n{traceback.format_exc()}")
        if patience.cancelled_caught:
            self._say(f"a bot ({who}) has not chosen within {limit.deadline:g} s")
        return None


@asynccontextmanager
async def open_workers(say: Callable[[str], None], deadline: float = DEADLINE_S) -> AsyncGenerator[Workers]:
    """Have workers while this is entered. A process starts when the first question needs it.

    Workers without work wait for some without using the processor, and after ten minutes of that they end.
    """
    try:
        async with trio_parallel.open_worker_context(  # pyright: ignore[reportUnknownMemberType]
            init=_stand_back, grace_period=_GRACE_S
        ) as processes:
            yield Workers(processes, say, deadline)
    except trio_parallel.BrokenWorkerError:
        say("a process in which bots were thinking did not end by itself")


def _stand_back() -> None:
    os.nice(_NICENESS)
