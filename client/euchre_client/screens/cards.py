"""Playing cards as they lie on the table."""

from __future__ import annotations

from collections.abc import Sequence

from euchre_client.canvas import Canvas
from euchre_client.i18n import tr
from euchre_client.screens.geometry import CardSize
from euchre_client.text import cut, width
from euchre_client.words.cards import rank_text

_GLYPHS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}


def face(card: str) -> str:
    """Return what stands on a card, three cells wide: ``10♥``, `` J♣``."""
    if card == "BN":
        return tr("Bny")
    return f"{rank_text(card[0]):>2}{_GLYPHS[card[1]]}"


def draw_card(
    canvas: Canvas, place: tuple[int, int], card: str | None, size: CardSize, style: str = "", *, bold: bool = False
) -> None:
    """Draw a card; none is a card face down.

    Args:
        canvas: Where to draw.
        place: The row and column of its upper left corner.
        card: The card, or none.
        size: How large it is; a large one shows its face in two corners.
        style: For the whole card (a dead one is dim).
        bold: A heavy frame, for the card that is winning.
    """
    row, column = place
    corners, line, side = ("┏┓┗┛", "━", "┃") if bold else ("┌┐└┘", "─", "│")
    frame = style or ("bold" if bold else "class:frame")
    inner = size.width - 2
    canvas.put(row, column, corners[0] + line * inner + corners[1], frame)
    for y in range(row + 1, row + size.height - 1):
        canvas.put(y, column, side, frame)
        canvas.put(y, column + size.width - 1, side, frame)
        if card is None:
            canvas.put(y, column + 1, "░" * inner, style or "class:quiet")
    canvas.put(row + size.height - 1, column, corners[2] + line * inner + corners[3], frame)
    if card is not None:
        _draw_face(canvas, row, column, face(card), size, style or "bold")


def _draw_face(canvas: Canvas, row: int, column: int, text: str, size: CardSize, style: str) -> None:
    if size.height <= 3:
        canvas.put(row + 1, column + 1, text, style)
        return
    canvas.put(row + 1, column + 1, text.strip(), style)
    canvas.put(row + size.height - 2, column + size.width - 1 - width(text.strip()), text.strip(), style)


def draw_backs(canvas: Canvas, row: int, left: int, count: int, size: CardSize) -> None:
    """Draw ``count`` cards face down in the middle of ``left`` columns."""
    for column, _ in spread(("",) * count, left, size):
        draw_card(canvas, (row, column), None, size, "class:quiet")


def draw_under(
    canvas: Canvas, place: tuple[int, int], text: str, size: CardSize, style: str = "", *, cards: int = 1
) -> None:
    """Write a short word under the card at ``place``: centred, or running on where ``cards`` places are free."""
    row, column = place
    text = cut(text, cards * size.pitch - (1 if cards > 1 else 0))
    start = column + (size.width - width(text)) // 2 if width(text) <= size.pitch else column
    canvas.put(row, max(0, start), text, style)


def spread(cards: Sequence[str], left: int, size: CardSize) -> list[tuple[int, str]]:
    """Return the column of each card of a hand in the middle of ``left`` columns."""
    start = (left - (len(cards) * size.pitch - (size.pitch - size.width))) // 2
    return [(start + index * size.pitch, card) for index, card in enumerate(cards)]
