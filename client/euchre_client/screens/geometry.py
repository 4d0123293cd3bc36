"""Where the parts of a table lie in a window, and which of four kinds of layout a window gets."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

MIN_WIDTH, MIN_HEIGHT = 40, 14
"""The smallest window in which anything but a message is drawn: a telephone, or a corner of a multiplexer."""

NORMAL_WIDTH, NORMAL_HEIGHT = 80, 22
"""The smallest window with drawn cards: 80x24 less the status line of a terminal multiplexer, and one more."""

LARGE_WIDTH, LARGE_HEIGHT = 120, 38
"""The smallest window with large cards and a wide pane."""


class Tier(StrEnum):
    """The kinds of layout."""

    MESSAGE = "message"
    COMPACT = "compact"
    NORMAL = "normal"
    LARGE = "large"


def tier(width: int, height: int) -> Tier:
    """Return the layout for a window of ``width`` by ``height`` cells."""
    if width >= LARGE_WIDTH and height >= LARGE_HEIGHT:
        return Tier.LARGE
    if width >= NORMAL_WIDTH and height >= NORMAL_HEIGHT:
        return Tier.NORMAL
    return Tier.COMPACT if width >= MIN_WIDTH and height >= MIN_HEIGHT else Tier.MESSAGE


def beside_pane(width: int, height: int, wide: int) -> tuple[int, int]:
    """Return the width of a box and of what to centre it over: the table, where the pane can stay readable so."""
    if tier(width, height) is Tier.COMPACT:
        return min(wide, width - 2), width
    table = places(width, height).left
    return wide, table if wide <= table else width


@dataclass(frozen=True, slots=True)
class CardSize:
    """Cells of a drawn card, and columns from one card of a hand to the next."""

    width: int
    height: int
    pitch: int


USUAL, BIG = CardSize(5, 3, 6), CardSize(7, 5, 9)

_PANE = {Tier.NORMAL: 25, Tier.LARGE: 41}
"""Columns of the side pane in the smallest window of a tier; a wider one gives it a third of what it has more."""


@dataclass(frozen=True, slots=True)
class Places:
    """Rows and columns of a table's parts; 0 is the top row and the leftmost column.

    ``left`` is the width of the table, which is the column of the line between table and pane. ``far``, ``middle``
    and ``near`` are the top rows of the trick's cards; ``hand`` is the top row of a raised card; ``prompt`` is the
    row after the last one of the table.
    """

    width: int
    height: int
    left: int
    card: CardSize
    partner: int
    far: int
    middle: int
    near: int
    own: int
    hand: int
    prompt: int

    @property
    def numbers(self) -> int:
        """The row of the numbers under the hand."""
        return self.hand + self.card.height + 1

    @property
    def labels(self) -> int:
        """The row of the bowers' names."""
        return self.numbers + 1

    @property
    def large(self) -> bool:
        """Whether there is room for large cards and a pane in parts."""
        return self.card is BIG


def places(width: int, height: int) -> Places:
    """Return the places for a window of the normal or the large tier.

    Rows beyond those that the smallest window has go, one after the other, above the partner, above the own name,
    below the partner, between the cards and to the end.
    """
    which = tier(width, height)
    card = BIG if which is Tier.LARGE else USUAL
    least = 8 + 4 * card.height  # two names, two rows under the hand, a raised card, the gaps; and the cards
    spare = height - 4 - (least - 2)
    gaps = [0, 0, 0, 0, 0]
    for extra in range(spare):
        gaps[extra % len(gaps)] += 1
    partner = 1 + gaps[0]
    far = partner + 2 + gaps[2]
    middle = far + card.height + gaps[3] // 2
    near = middle + card.height + (gaps[3] + 1) // 2
    own = near + card.height + gaps[1]
    smallest = LARGE_WIDTH if which is Tier.LARGE else NORMAL_WIDTH
    left = width - _PANE[Tier.LARGE if which is Tier.LARGE else Tier.NORMAL] - 1 - (width - smallest) // 3
    return Places(
        width=width,
        height=height,
        left=left,
        card=card,
        partner=partner,
        far=far,
        middle=middle,
        near=near,
        own=own,
        hand=own + 1,
        prompt=height - 3,
    )
