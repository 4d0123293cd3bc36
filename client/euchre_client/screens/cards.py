"""Playing cards as they lie on the table."""

from __future__ import annotations

from collections.abc import Sequence

from euchre_client.canvas import Canvas
from euchre_client.i18n import tr
from euchre_client.screens.geometry import CARD_WIDTH
from euchre_client.text import cut, width

_GLYPHS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}

PITCH = CARD_WIDTH + 1
"""Columns from one card of a hand to the next."""


def face(card: str) -> str:
    """Return what stands on a card, three cells wide: ``10♥``, `` J♣``."""
    if card == "BN":
        return tr("Bny")
    rank = "10" if card[0] == "T" else card[0]
    return f"{rank:>2}{_GLYPHS[card[1]]}"


def draw_card(canvas: Canvas, row: int, column: int, card: str | None, style: str = "", *, bold: bool = False) -> None:
    """Draw a card with its upper left corner at ``row`` and ``column``; none is a card face down.

    Args:
        canvas: Where to draw.
        row: The top row.
        column: The leftmost column.
        card: The card, or none.
        style: For the whole card (a dead one is dim).
        bold: A heavy frame, for the card that is winning.
    """
    top, side, bottom = ("┏━━━┓", "┃", "┗━━━┛") if bold else ("┌───┐", "│", "└───┘")
    frame = style or ("bold" if bold else "class:frame")
    canvas.put(row, column, top, frame)
    canvas.put(row + 1, column, side, frame)
    canvas.put(row + 1, column + 1, "░░░" if card is None else face(card), style or "bold")
    canvas.put(row + 1, column + 4, side, frame)
    canvas.put(row + 2, column, bottom, frame)


def hand_left(count: int, left: int) -> int:
    """Return the column of the first of ``count`` cards in the middle of ``left`` columns."""
    return (left - (count * PITCH - 1)) // 2


def draw_backs(canvas: Canvas, row: int, left: int, count: int) -> None:
    """Draw ``count`` cards face down in the middle of ``left`` columns."""
    start = hand_left(count, left)
    for index in range(count):
        draw_card(canvas, row, start + index * PITCH, None, "class:quiet")


def draw_under(canvas: Canvas, row: int, column: int, text: str, style: str = "", *, cards: int = 1) -> None:
    """Write a short word under the card at ``column``: centred, or running on where ``cards`` places are free."""
    text = cut(text, cards * PITCH - (1 if cards > 1 else 0))
    start = column + (CARD_WIDTH - width(text)) // 2 if width(text) <= PITCH else column
    canvas.put(row, max(0, start), text, style)


def spread(cards: Sequence[str], left: int) -> list[tuple[int, str]]:
    """Return the column of each card of a hand in the middle of ``left`` columns."""
    start = hand_left(len(cards), left)
    return [(start + index * PITCH, card) for index, card in enumerate(cards)]
