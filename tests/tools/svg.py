"""An emulated terminal screen as an SVG picture, the same bytes every time.

Every word gets its own column and is stretched to its cells, so that the picture looks alike with any font, and also in
viewers that know one place a text only; the lines of boxes are drawn as lines, so that they meet.
"""

from __future__ import annotations

from html import escape
from itertools import groupby
from typing import Any

import pyte

CELL, LINE, MARGIN = 8.4, 18, 14
BACKGROUND, FOREGROUND = "#16181d", "#d7dae0"

_NAMED = {
    "black": "#3b4048", "red": "#ff5f5f", "green": "#87d787", "brown": "#ffd75f", "blue": "#87afff",
    "magenta": "#d787d7", "cyan": "#5fd7d7", "white": "#d7dae0",
}  # fmt: skip

# For each box character: does a line go up, down, left, right; and is it heavy.
_BOXES = {
    "─": ("lr", False), "│": ("ud", False), "┌": ("dr", False), "┐": ("dl", False), "└": ("ur", False),
    "┘": ("ul", False), "━": ("lr", True), "┃": ("ud", True), "┏": ("dr", True), "┓": ("dl", True),
    "┗": ("ur", True), "┛": ("ul", True),
}  # fmt: skip
_SHADES = {"░": "0.3", "█": "1"}


class DimScreen(pyte.Screen):
    """A screen that shows dim text, which pyte leaves out, in a colour half way to the background."""

    def select_graphic_rendition(self, *attrs: int, **kwargs: Any) -> None:
        super().select_graphic_rendition(*attrs, **kwargs)
        if 2 in attrs:
            self.cursor.attrs = self.cursor.attrs._replace(fg=_dimmed(_colour(self.cursor.attrs.fg)))


def _dimmed(colour: str) -> str:
    """Return the colour between ``colour`` and the background, as pyte writes colours."""
    mixed = (round(0.6 * int(colour[at : at + 2], 16) + 0.4 * int(BACKGROUND[at : at + 2], 16)) for at in (1, 3, 5))
    return "".join(f"{part:02x}" for part in mixed)


def picture(screen: pyte.Screen, title: str) -> str:
    """Return the screen as an SVG document.

    Args:
        screen: What to draw.
        title: What a screen reader says about the picture.
    """
    wide = screen.columns * CELL + 2 * MARGIN
    tall = screen.lines * LINE + 2 * MARGIN
    body = [part for row in range(screen.lines) for part in _row(screen, row)]
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide:g} {tall:g}" role="img">',
            f"<title>{escape(title)}</title>",
            f'<rect width="{wide:g}" height="{tall:g}" rx="8" fill="{BACKGROUND}"/>',
            '<g font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="14" xml:space="preserve">',
            *body,
            "</g>",
            "</svg>",
            "",
        ]
    )


def _row(screen: pyte.Screen, row: int) -> list[str]:
    cells = [(column, screen.buffer[row][column]) for column in range(screen.columns)]
    parts: list[str] = []
    for (colour, bold), group in groupby(cells, key=lambda cell: (_colour(cell[1].fg), cell[1].bold)):
        run = [(column, cell.data) for column, cell in group]
        parts.extend(_lines(run, row, colour))
        parts.extend(_text(run, row, colour, bold=bold))
    return parts


def _text(run: list[tuple[int, str]], row: int, colour: str, *, bold: bool) -> list[str]:
    weight = ' font-weight="bold"' if bold else ""
    return [
        f'<text x="{MARGIN + column * CELL:g}" y="{MARGIN + row * LINE + 13:g}" fill="{colour}"{weight}'
        f' textLength="{len(word) * CELL:g}">{escape(word)}</text>'
        for column, word in _words(run)
    ]


def _words(run: list[tuple[int, str]]) -> list[tuple[int, str]]:
    """The words of a run, each with the column of its first letter."""
    words: list[tuple[int, str]] = []
    for column, data in run:
        if not data.strip() or data in _BOXES or data in _SHADES:
            continue
        if words and words[-1][0] + len(words[-1][1]) == column:
            words[-1] = (words[-1][0], words[-1][1] + data)
        else:
            words.append((column, data))
    return words


def _lines(run: list[tuple[int, str]], row: int, colour: str) -> list[str]:
    parts: list[str] = []
    for heavy in (False, True):
        boxes = [(column, _BOXES[data]) for column, data in run if data in _BOXES]
        strokes = [_stroke(column, row, ways) for column, (ways, is_heavy) in boxes if is_heavy == heavy]
        if strokes:
            parts.append(f'<path d="{"".join(strokes)}" stroke="{colour}" stroke-width="{2.4 if heavy else 1}"/>')
    for column, data in run:
        if data in _SHADES:
            x, y = MARGIN + column * CELL, MARGIN + row * LINE + 2
            size = f'x="{x:g}" y="{y:g}" width="{CELL:g}" height="{LINE - 4}"'
            parts.append(f'<rect {size} fill="{colour}" opacity="{_SHADES[data]}"/>')
    return parts


def _stroke(column: int, row: int, ways: str) -> str:
    x, y = MARGIN + (column + 0.5) * CELL, MARGIN + (row + 0.5) * LINE
    top, bottom = y - LINE / 2 * ("u" in ways), y + LINE / 2 * ("d" in ways)
    left, right = x - CELL / 2 * ("l" in ways), x + CELL / 2 * ("r" in ways)
    upright = f"M{x:g} {top:g}V{bottom:g}" if top < bottom else ""
    return upright + (f"M{left:g} {y:g}H{right:g}" if left < right else "")


def _colour(name: str) -> str:
    if name == "default":
        return FOREGROUND
    return _NAMED.get(name.removeprefix("bright"), f"#{name}")
