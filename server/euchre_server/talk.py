"""How much one person may say."""

from __future__ import annotations

from euchre_server import limits
from euchre_server.people import Person


class TalkLimit:
    """Allows a burst of lines, and then one at a time.

    Kept for each person as the time until which earlier lines fill the allowance (the "leaky bucket").
    """

    def __init__(self) -> None:
        self._busy_until: dict[Person, float] = {}

    def allows(self, person: Person, now: float) -> bool:
        """Whether ``person`` may say a line at ``now``; if so, it counts."""
        busy = max(self._busy_until.get(person, 0.0), now)
        if busy + limits.CHAT_EVERY_S > now + limits.CHAT_BURST * limits.CHAT_EVERY_S:
            return False
        self._busy_until[person] = busy + limits.CHAT_EVERY_S
        return True

    def forget(self, person: Person) -> None:
        """Somebody is gone."""
        self._busy_until.pop(person, None)
