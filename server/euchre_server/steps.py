"""Watches that nothing holds the host's event loop up: while one task computes, everybody else waits."""

from __future__ import annotations

from collections.abc import Callable
from time import thread_time

import trio

STEP_S = 0.005
"""Of processor time in one step of a task, from one wait to the next. A table's action takes a tenth of it, so that it
is met with room; and the longest wait it causes, to a player at another table, is a third of a frame of the screen."""


class StepWatch(trio.abc.Instrument):
    """Counts the steps that used more than ``STEP_S``; processor time, since a step cannot help being interrupted.

    Args:
        say: told of each step that is longer than all before it.

    Make it right before it is added to the loop.

    Attributes:
        slow: how many there were.
        longest: the processor time of the longest step, in seconds; of all steps, not only of slow ones.
    """

    def __init__(self, say: Callable[[str], None]) -> None:
        self.slow = 0
        self.longest = 0.0
        self._say = say
        self._since = thread_time()

    def after_task_step(self, task: trio.lowlevel.Task) -> None:
        """Count the step if it was too long.

        The time is taken once for each step and not at its beginning as well, which would double the cost, one
        microsecond: what trio does between two steps counts with the second.
        """
        now = thread_time()
        used, self._since = now - self._since, now
        if used > STEP_S:
            self.slow += 1
            if used > self.longest:
                self._say(f"a step of {_name(task)} used {used * 1000:.1f} ms")
        self.longest = max(self.longest, used)

    def sum_up(self) -> None:
        """Say how it was, unless all was well."""
        if self.slow:
            self._say(f"steps of more than {STEP_S * 1000:g} ms: {self.slow}, the longest {self.longest * 1000:.1f} ms")


def _name(task: trio.lowlevel.Task) -> str:
    return task.name.removeprefix("euchre_server.")
