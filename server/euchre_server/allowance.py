"""How much of something one person, or one address, may do in a time."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)

_MANY = 1000
"""So many entries are kept before those that mean nothing any more are looked for."""


class Allowance(Generic[K]):
    """Allows a burst, and then one at a time.

    Kept for each key as the time until which what was done fills the allowance (the "leaky bucket").

    Args:
        burst: how many at once.
        every: seconds for each more.
    """

    def __init__(self, burst: int, every: float) -> None:
        self._every = every
        self._depth = burst * every
        self._busy_until: dict[K, float] = {}

    def take(self, key: K, now: float) -> bool:
        """Whether ``key`` may do it once more at ``now``; if so, it counts."""
        busy = max(self._busy_until.get(key, 0.0), now)
        if busy + self._every > now + self._depth:
            return False
        if len(self._busy_until) >= _MANY:
            self._busy_until = {each: until for each, until in self._busy_until.items() if until > now}
        self._busy_until[key] = busy + self._every
        return True

    def wait(self, key: K, now: float) -> float:
        """How many seconds ``key`` should wait before it does it once more; that counts in any case."""
        busy = max(self._busy_until.get(key, 0.0), now) + self._every
        self._busy_until[key] = busy
        return max(0.0, busy - now - self._depth)

    def give_back(self, key: K) -> None:
        """What ``key`` did last does not count."""
        if key in self._busy_until:
            self._busy_until[key] -= self._every

    def forget(self, key: K) -> None:
        """``key`` is gone."""
        self._busy_until.pop(key, None)
