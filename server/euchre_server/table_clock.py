"""Time at one table, which stands still while nobody plays there."""

from __future__ import annotations

import math

NEVER = math.inf


class TableClock:
    """Turns the event loop's time into the table's and back.

    Everything at a table that takes time is timed by the table's clock: bots, pauses, grace, thinking time. While the
    clock stands, none of it goes on, and nothing has to be postponed. A new clock stands.

    Args:
        now: the loop's time.
    """

    def __init__(self, now: float) -> None:
        self._stood = 0.0
        self._since: float | None = now

    @property
    def stands(self) -> bool:
        """The table's time does not pass."""
        return self._since is not None

    def time(self, now: float) -> float:
        """The table's time at the loop's time ``now``."""
        return (now if self._since is None else self._since) - self._stood

    def when(self, moment: float) -> float:
        """The loop's time at which it will be ``moment`` at the table; never, while the clock stands."""
        return moment + self._stood if self._since is None else NEVER

    def stop(self, now: float) -> None:
        """Let the table's time stand still."""
        if self._since is None:
            self._since = now

    def go(self, now: float) -> None:
        """Let it go on from where it stood."""
        if self._since is not None:
            self._stood += now - self._since
            self._since = None


def until_ms(moment: float, now: float) -> int:
    """Milliseconds from now to ``moment``; 0 if that is past, or never comes."""
    return 0 if math.isinf(moment) else max(0, round((moment - now) * 1000))
