"""Where the parts of a table lie in a window: one set of places for every size from 80 by 22 up."""

from __future__ import annotations

from dataclasses import dataclass

MIN_WIDTH, MIN_HEIGHT = 80, 22
"""The smallest window in which a table is drawn: 80x24 less the status line of a terminal multiplexer, and one more."""

CARD_WIDTH, CARD_HEIGHT = 5, 3
PANE = 25
"""Columns of the side pane at 80; a wider window gives a third of what it has more to it."""

_BODY = 18
"""Rows that a table needs between the status row and the prompt lines."""


@dataclass(frozen=True, slots=True)
class Places:
    """Rows and columns of a table's parts; 0 is the top row and the leftmost column.

    ``left`` is the width of the table, which is the column of the line between table and pane. ``far``, ``middle``
    and ``near`` are the top rows of the trick's cards; ``hand`` is the top row of a raised card.
    """

    width: int
    height: int
    left: int
    partner: int
    far: int
    middle: int
    near: int
    own: int
    hand: int
    numbers: int
    labels: int
    prompt: int

    @property
    def bottom(self) -> int:
        """The row after the last one of the table."""
        return self.prompt


def places(width: int, height: int) -> Places:
    """Return the places for a window of at least 80 by 22 cells.

    Rows beyond 22 go, one after the other, above the partner, above the own name, and between the cards.
    """
    spare = height - MIN_HEIGHT
    gaps = [0, 0, 0, 0, 0]  # above the partner, above the own name, below the partner, between the cards, at the end
    order = (0, 1, 2, 3, 4)
    for extra in range(spare):
        gaps[order[extra % len(order)]] += 1
    partner = 1 + gaps[0]
    far = partner + 2 + gaps[2]
    middle = far + CARD_HEIGHT + gaps[3] // 2
    near = middle + CARD_HEIGHT + (gaps[3] + 1) // 2
    own = near + CARD_HEIGHT + gaps[1]
    left = width - PANE - 1 - (width - MIN_WIDTH) // 3
    return Places(
        width=width,
        height=height,
        left=left,
        partner=partner,
        far=far,
        middle=middle,
        near=near,
        own=own,
        hand=own + 1,
        numbers=own + 5,
        labels=own + 6,
        prompt=height - 3,
    )
