"""A grid of styled terminal cells that screens draw on.

The grid notes in ``faults`` whatever did not fit or covered something else, so that a test can ask any screen in any
size and language whether all of it could be read.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar

from euchre_client.text import cells, cut, to_ascii, width

SUIT_STYLES = {"♠": "class:spades", "♥": "class:hearts", "♦": "class:diamonds", "♣": "class:clubs"}
"""Suit signs wear their colour wherever they stand."""

_Line = TypeVar("_Line")

Fragment = tuple[str, str]
"""A style and the text that wears it, as prompt_toolkit takes it."""


class Canvas:
    """``height`` rows of ``width`` cells, all blank at first.

    ``bottom`` is the row after the last one for a screen; ``pages`` is how many pages what is drawn has.
    """

    def __init__(self, width: int, height: int, *, ascii_only: bool = False) -> None:
        self.width = width
        self.height = height
        self.bottom = height
        self.pages = 1
        self.faults: list[str] = []
        self._ascii = ascii_only
        self._spots: list[tuple[range, range, str]] = []
        self._chars = [[" "] * width for _ in range(height)]
        self._styles = [[""] * width for _ in range(height)]

    def put(self, row: int, column: int, text: str, style: str = "", *, room: int | None = None) -> int:
        """Write ``text`` and return the column after it.

        Args:
            row: 0 is the top row; rows outside are a fault and draw nothing.
            column: 0 is the leftmost cell.
            text: One line of text.
            style: A prompt_toolkit style; suit signs add their own colour.
            room: Cells that the text may take; what is longer is cut with an ellipsis, on purpose and without fault.
        """
        if room is not None:
            text = cut(text, room)
        if not text:
            return column
        end = column + width(text)
        if not 0 <= row < self.height or column < 0 or end > self.width:
            self.faults.append(f"cut at row {row}, column {column}: {text!r}")
            if not 0 <= row < self.height:
                return end
        self._write(row, column, text, style)
        return end

    def _write(self, row: int, column: int, text: str, style: str) -> None:
        chars, styles = self._chars[row], self._styles[row]
        for part, size in cells(text):
            if column >= 0 and column + size <= self.width:
                if chars[column] != " ":
                    self.faults.append(f"overlap at row {row}, column {column}: {text!r}")
                chars[column] = to_ascii(part) if self._ascii else part
                colour = SUIT_STYLES.get(part)
                styles[column] = style if colour is None else f"{style} {colour}"
                if size == 2:
                    chars[column + 1] = ""
                    styles[column + 1] = style
            column += size

    def centre(self, row: int, left: int, right: int, text: str, style: str = "") -> None:
        """Write ``text`` in the middle of the columns ``left`` to ``right`` (exclusive), cut to fit."""
        text = cut(text, right - left)
        self.put(row, left + (right - left - width(text)) // 2, text, style)

    def right(self, row: int, end: int, text: str, style: str = "") -> None:
        """Write ``text`` so that it ends before column ``end``."""
        self.put(row, end - width(text), text, style)

    def runs(self, row: int, column: int, parts: Iterable[Fragment]) -> int:
        """Write styled parts one after another and return the column after them."""
        for style, text in parts:
            column = self.put(row, column, text, style)
        return column

    def first(self, lines: Sequence[_Line], rows: int) -> Sequence[_Line]:
        """Return the first ``rows`` of ``lines``; a fault if there are more, since nothing tells that."""
        if len(lines) > rows:
            self.faults.append(f"cut after {rows} lines: {lines[rows:]!r}")
        return lines[: max(0, rows)]

    def cover(self, row: int, height: int) -> None:
        """Blank whole rows for something that matters more; a fault if anything stood there."""
        for y in range(row, row + height):
            if any(not char.isspace() for char in self._chars[y]):
                self.faults.append(f"covered at row {y}: {self.text()[y]!r}")
        self.clear(row, 0, height, self.width)

    def clear(self, row: int, column: int, height: int, width: int) -> None:
        """Blank a rectangle, on purpose: what is drawn there next covers what was there."""
        for y in range(max(0, row), min(self.height, row + height)):
            start, end = max(0, column), min(self.width, column + width)
            if start > 0 and self._chars[y][start] == "":
                self._chars[y][start - 1] = " "
            if end < self.width and self._chars[y][end] == "":
                self._chars[y][end] = " "
            self._chars[y][start:end] = [" "] * (end - start)
            self._styles[y][start:end] = [""] * (end - start)

    def box(self, row: int, column: int, height: int, width: int, style: str = "", *, title: str = "") -> None:
        """Draw a frame over whatever was there; ``title`` stands in its upper edge."""
        self.clear(row, column, height, width)
        inner = width - 2
        head = f"─ {cut(title, inner - 4)} " if title else ""
        self.put(row, column, "┌", style)
        self.put(row, column + 1, head, f"{style} bold")
        used = _cells(head)
        self.put(row, column + 1 + used, "─" * (inner - used) + "┐", style)
        for y in range(row + 1, row + height - 1):
            self.put(y, column, "│", style)
            self.put(y, column + width - 1, "│", style)
        self.put(row + height - 1, column, "└" + "─" * inner + "┘", style)

    def spot(self, row: int, column: int, height: int, width: int, key: str) -> None:
        """Remember that a click on a rectangle means ``key``; later rectangles lie above earlier ones."""
        self._spots.append((range(row, row + height), range(column, column + width), key))

    def key_at(self, row: int, column: int) -> str | None:
        """Return the key that a click on a cell means, if any."""
        return next((key for rows, columns, key in reversed(self._spots) if row in rows and column in columns), None)

    def restyle(self, style: str) -> None:
        """Add ``style`` to every cell (a screen behind a dialog, a table without connection)."""
        for styles in self._styles:
            styles[:] = [f"{style} {own}" for own in styles]

    def lines(self) -> list[list[Fragment]]:
        """Return the rows as runs of one style each."""
        return [_runs(chars, styles) for chars, styles in zip(self._chars, self._styles, strict=True)]

    def text(self) -> list[str]:
        """Return the rows without styles and trailing blanks."""
        return ["".join(chars).rstrip() for chars in self._chars]


def _cells(text: str) -> int:
    return width(text)


def _runs(chars: list[str], styles: list[str]) -> list[Fragment]:
    runs: list[Fragment] = []
    start, current = 0, styles[0] if styles else ""
    for column, style in enumerate(styles):
        if style != current:
            runs.append((current, "".join(chars[start:column])))
            start, current = column, style
    runs.append((current, "".join(chars[start:])))
    return runs
