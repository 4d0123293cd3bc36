"""Text measured in terminal cells: cutting, padding, wrapping and an ASCII form of the same width."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from functools import lru_cache

from wcwidth import wcwidth

ELLIPSIS = "…"

_KEPT = 4096
"""Texts that are remembered with their cells: from one drawing to the next nearly all stay what they were, and a screen
has about a hundred."""

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
    """Return the number of terminal cells of ``text``: of each character by itself, as they are drawn."""
    return len(text) if _is_plain(text) else _measured(text)


def _is_plain(text: str) -> bool:
    return text.isascii() and text.isprintable()


@lru_cache(maxsize=_KEPT)
def _measured(text: str) -> int:
    return sum(size for _, size in cells(text))


@lru_cache(maxsize=_KEPT)
def cells(text: str) -> tuple[tuple[str, int], ...]:
    """Split ``text`` into what fills one or two cells each; combining marks stay with what they mark.

    What would do something to a terminal instead of being drawn, or is not seen, is left out: all that is on the screen
    goes through here, and a host may have written it.
    """
    if _is_plain(text):
        return tuple((char, 1) for char in text)
    out: list[tuple[str, int]] = []
    for char in text if text.isprintable() else _harmless(text):
        size = wcwidth(char)
        if size > 0:
            out.append((char, size))
        elif size == 0 and out:
            out[-1] = (out[-1][0] + char, out[-1][1])
    return tuple(out)


def _harmless(text: str) -> str:
    from euchre_protocol.text import (
        visible_text,  # no text of our own needs it, so the first screen does not wait for it
    )

    return visible_text(text)


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
    return [*_wrapped(text, room)]


@lru_cache(maxsize=_KEPT)
def _wrapped(text: str, room: int) -> Sequence[str]:
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


@lru_cache(maxsize=_KEPT)
def to_ascii(text: str) -> str:
    """Return ``text`` in ASCII, each character in as many cells as before, so that columns stay where they were."""
    if _is_plain(text):
        return text
    return "".join(_fold(part, size) for part, size in cells(text))


def _fold(part: str, size: int) -> str:
    plain = unicodedata.normalize("NFD", part)[0].translate(_ASCII)
    if not plain.isascii():
        plain = unicodedata.normalize("NFKD", plain)[0]
    return plain + " " * (size - 1) if plain.isascii() else "?" * size
