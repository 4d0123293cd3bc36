"""Text measured in terminal cells: cutting, padding, wrapping and an ASCII form of the same width."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from wcwidth import wcswidth, wcwidth

ELLIPSIS = "…"

_ASCII = str.maketrans(
    {
        "♠": "S", "♥": "H", "♦": "D", "♣": "C", "►": ">", "◄": "<", "▲": "^", "▼": "v", "·": ".", "•": "*", "…": "~",
        "−": "-", "→": ">", "±": "~", "„": '"', "▁": "_", "▂": ".", "▃": ",", "▄": "-", "▅": "=", "▆": "+", "▇": "*",
        "░": "#", "█": "#", "─": "-", "━": "=", "═": "=", "│": "|", "┃": "#", "║": "|",
        "┌": "+", "┐": "+", "└": "+", "┘": "+", "├": "+", "┤": "+", "┬": "+", "┴": "+", "┼": "+",
        "┏": "#", "┓": "#", "┗": "#", "┛": "#", "╔": "+", "╗": "+", "╚": "+", "╝": "+",
        "’": "'", "‘": "'", "“": '"', "”": '"', "–": "-", "—": "-", "×": "x", "«": '"', "»": '"',
    }
    | dict(zip("αβγδεζηθικλμνξοπρσςτυφχψω", "avgdeziTiklmnxoprsstyfhPo", strict=True))
    | dict(zip("ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ", "AVGDEZITIKLMNXOPRSTYFHPO", strict=True))
    | dict(zip("абвгдежзийклмнопрстуфхцчшщъыьэюя", "abvgdejziiklmnoprstufhccssayyeua", strict=True))
    | dict(zip("АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ", "ABVGDEJZIIKLMNOPRSTUFHCCSSAYYEUA", strict=True))
)  # fmt: skip


def width(text: str) -> int:
    """Return the number of terminal cells of cleaned ``text``."""
    return len(text) if text.isascii() else max(0, wcswidth(text))


def cells(text: str) -> list[tuple[str, int]]:
    """Split ``text`` into what fills one or two cells each; combining marks stay with what they mark."""
    if text.isascii():
        return [(char, 1) for char in text]
    out: list[tuple[str, int]] = []
    for char in text:
        size = wcwidth(char)
        if size > 0:
            out.append((char, size))
        elif size == 0 and out:
            out[-1] = (out[-1][0] + char, out[-1][1])
    return out


def cut(text: str, room: int) -> str:
    """Return ``text`` in at most ``room`` cells; an ellipsis shows that something is missing."""
    if width(text) <= room:
        return text
    kept, used = "", 0
    for part, size in cells(text):
        if used + size > room - 1:
            break
        kept, used = kept + part, used + size
    return kept + ELLIPSIS if room > 0 else ""


def pad(text: str, room: int) -> str:
    """Return ``text`` cut or filled with spaces to exactly ``room`` cells."""
    text = cut(text, room)
    return text + " " * (room - width(text))


def wrap(text: str, room: int) -> list[str]:
    """Break ``text`` at spaces into lines of at most ``room`` cells; a longer word is broken where it must be."""
    lines: list[str] = []
    line = ""
    for word in text.split():
        candidate = f"{line} {word}" if line else word
        if width(candidate) <= room:
            line = candidate
            continue
        if line:
            lines.append(line)
        *full, line = _chunks(word, room)
        lines.extend(full)
    return [*lines, line] if line or not lines else lines


def _chunks(word: str, room: int) -> list[str]:
    chunks: list[str] = []
    chunk, used = "", 0
    for part, size in cells(word):
        if used + size > room and chunk:
            chunks.append(chunk)
            chunk, used = "", 0
        chunk, used = chunk + part, used + size
    return [*chunks, chunk]


@lru_cache(maxsize=4096)
def to_ascii(text: str) -> str:
    """Return ``text`` in ASCII, each character in as many cells as before, so that columns stay where they were."""
    if text.isascii():
        return text
    return "".join(_fold(part, size) for part, size in cells(text))


def _fold(part: str, size: int) -> str:
    plain = unicodedata.normalize("NFD", part)[0].translate(_ASCII)
    if not plain.isascii():
        plain = unicodedata.normalize("NFKD", plain)[0]
    return plain + " " * (size - 1) if plain.isascii() else "?" * size
