"""Waiting for somebody else without blaming them for what is this host's own delay."""

from __future__ import annotations

from typing import Final

import trio

SLICE_S: Final = 1.0
"""At most so much counts from one look at the clock to the next: a login needs three turns of the host's loop, and gets
five in its five seconds, however long they take. Where the loop keeps up, all of the time counts."""


class Patience:
    """How long somebody may still take.

    When a thousand people come back at once, or the machine is busy with other work, what they have said lies in the
    kernel, and it is not they who are late.

    Args:
        seconds: how long.
    """

    __slots__ = ("_left",)

    def __init__(self, seconds: float) -> None:
        self._left = seconds

    async def run_out(self) -> None:
        """Return when the time is over. What had been waited when this is cancelled counts, to the last slice."""
        while self._left > 0:
            piece = min(SLICE_S, self._left)
            began = trio.current_time()
            try:
                await trio.sleep(piece)
            except trio.Cancelled:
                self._left -= min(piece, trio.current_time() - began)
                raise
            self._left -= piece  # and not what the clock says: a rest too small to be slept would never be used up

    async def cancel(self, scope: trio.CancelScope) -> None:
        """Cancel ``scope`` when the time is over."""
        await self.run_out()
        scope.cancel()
