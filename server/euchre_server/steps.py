"""Watches that nothing holds the host's event loop up: while one task computes, everybody else waits."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter, thread_time

import trio

STEP_S = 0.005
"""Of processor time in one step of a task, from one wait to the next. A table's action takes a tenth of it, so that it
is met with room; and the longest wait it causes, to a player at another table, is a third of a frame of the screen."""


class StepWatch(trio.abc.Instrument):
    """Counts the steps that used more than ``STEP_S``; processor time, since a step cannot help being interrupted.

    To read the thread's processor time takes a system call, which at each step was a tenth of a busy host's time. It
    is read once each time the loop wakes up. Only for a step that took long by the clock it is read again; what the
    steps before it took by the clock is then subtracted, so that a step may be counted for less than it used and never
    for more.

    Args:
        say: told of each step that is longer than all before it.

    Attributes:
        slow: how many there were.
        longest: the processor time of the longest of them, in seconds.
    """

    def __init__(self, say: Callable[[str], None]) -> None:
        self.slow = 0
        self.longest = 0.0
        self._say = say
        self._used = thread_time()
        self._woke = self._began = perf_counter()

    def after_io_wait(self, timeout: float) -> None:
        """Take the time at which the loop wakes up."""
        self._used = thread_time()
        self._woke = self._began = perf_counter()

    def after_task_step(self, task: trio.lowlevel.Task) -> None:
        """Count the step, which began when the one before it ended, if it was too long."""
        began, self._began = self._began, perf_counter()
        if self._began - began <= STEP_S:
            return
        used = thread_time() - self._used - (began - self._woke)
        if used > STEP_S:
            self.slow += 1
            if used > self.longest:
                self.longest = used
                self._say(f"a step of {_name(task)} used {used * 1000:.1f} ms")

    def sum_up(self) -> None:
        """Say how it was, unless all was well."""
        if self.slow:
            self._say(f"steps of more than {STEP_S * 1000:g} ms: {self.slow}, the longest {self.longest * 1000:.1f} ms")


def _name(task: trio.lowlevel.Task) -> str:
    return task.name.removeprefix("euchre_server.")
