"""The chances of a game as a picture: dots of braille, or stars, in a terminal, and SVG."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from xml.sax.saxutils import escape

ROWS = 8
"""Lines of text; in braille each has four dots, so that a dot is 3 % of games."""
_WIDE = 60
_DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
"""The bits of a braille cell's dots, [from the top][left, right]."""
_BLANK = 0x2800


def text_graph(curve: Sequence[float], *, braille: bool) -> Iterator[str]:
    """Draw a side's chance of winning from the beginning to the end of a game.

    Args:
        curve: the chances, 0 to 1, before the first deal and after each.
        braille: dots, of which a cell has eight; without it stars.
    """
    fine = (2, 4) if braille else (1, 1)
    wide, tall = min(_WIDE, max(20, 4 * len(curve))) * fine[0], ROWS * fine[1]
    cells = [[0] * (wide // fine[0]) for _ in range(ROWS)]
    for column, row in _points(curve, wide, tall):
        bit = _DOTS[row % 4][column % 2] if braille else 1
        cells[row // fine[1]][column // fine[0]] |= bit
    for number, line in enumerate(cells):
        label = {0: "100 %", ROWS // 2: " 50 %", ROWS - 1: "  0 %"}.get(number, "     ")
        drawn = "".join([chr(_BLANK + cell) for cell in line]) if braille else "".join([" *"[cell] for cell in line])
        yield f"{label} {'│' if braille else '|'}{drawn}".rstrip()


def _points(curve: Sequence[float], wide: int, tall: int) -> Iterator[tuple[int, int]]:
    """Each column of dots with its row, joined where the line is steep."""
    last = None
    for column in range(wide):
        place = column * (len(curve) - 1) / (wide - 1)
        left = min(int(place), len(curve) - 2) if len(curve) > 1 else 0
        right = min(left + 1, len(curve) - 1)
        chance = curve[left] + (curve[right] - curve[left]) * (place - left)
        row = round((1 - chance) * (tall - 1))
        for between in range(min(row, last + 1 if last is not None and last < row else row), row):
            yield column, between
        for between in range(row + 1, last if last is not None and last > row else row):
            yield column, between
        yield column, row
        last = row


_STYLE = "font-family='sans-serif' font-size='12'"
_COLOURS = ("#0072b2", "#d55e00", "#009e73")
"""Told apart by people with any colour vision (Okabe and Ito's palette)."""
_AREA = (640, 260)
_MARGIN = (56, 24)


def svg_graph(curve: Sequence[Sequence[float]], sides: Sequence[str]) -> str:
    """Draw every side's chance of winning over the deals of a game, as a whole SVG file.

    Args:
        curve: each side's chances, 0 to 1, before the first deal and after each.
        sides: the sides' names, from anybody; they are escaped.
    """
    wide, tall = _AREA
    left, top = _MARGIN
    step = wide / max(len(curve) - 1, 1)
    parts = [
        f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {wide + 2 * left} {tall + 3 * top}' role='img'>",
        f"<title>Chance of winning: {escape(' against '.join(sides))}</title>",
        f"<rect width='{wide + 2 * left}' height='{tall + 3 * top}' fill='white'/>",
    ]
    for percent in (0, 25, 50, 75, 100):
        y = top + tall * (1 - percent / 100)
        parts.append(f"<line x1='{left}' y1='{y:g}' x2='{left + wide}' y2='{y:g}' stroke='#ccc'/>")
        parts.append(f"<text x='{left - 8}' y='{y + 4:g}' text-anchor='end' {_STYLE}>{percent} %</text>")
    every = -(-len(curve) // 20)
    for number in range(0, len(curve), every):
        x = left + number * step
        parts.append(f"<text x='{x:g}' y='{top + tall + 18}' text-anchor='middle' {_STYLE}>{number}</text>")
    for side, name in enumerate(sides):
        dots = " ".join(f"{left + at * step:g},{top + tall * (1 - all_of[side]):g}" for at, all_of in enumerate(curve))
        parts.append(f"<polyline points='{dots}' fill='none' stroke='{_COLOURS[side]}' stroke-width='2'/>")
        x = left + side * wide / len(sides)
        text = f"<text x='{x:g}' y='{top + tall + 42}' fill='{_COLOURS[side]}' {_STYLE}>{escape(name)}</text>"
        parts.append(text)
    return "\n".join([*parts, "</svg>", ""])
