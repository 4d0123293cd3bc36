"""What people write, made fit to be drawn: names and talk.

The host cleans a text when it comes in, and the client cleans it again before drawing, because neither trusts the
other side of the wire. Both must agree on what is left, so the rules live here.
"""

from __future__ import annotations

import unicodedata
from typing import Literal

from wcwidth import wcwidth

from euchre_protocol.messages import CHAT_LENGTH, NAME_WIDTH

_DROPPED = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Me"})
"""Control, format (bidi, zero-width joiner, soft hyphen), surrogates, private use, unassigned; and enclosing marks,
which draw over the neighbouring cells."""

_BLANKS = frozenset({"Zs", "Zl", "Zp"})
_BLANK_CONTROLS = frozenset("\t\n\v\f\r\x85")
_MARKS = frozenset({"Mn", "Mc"})

_INVISIBLE = frozenset(
    chr(code)
    for low, high in (
        (0x034F, 0x034F),  # combining grapheme joiner
        (0x115F, 0x1160),  # hangul fillers
        (0x17B4, 0x17B5),  # khmer inherent vowels
        (0x180B, 0x180F),  # mongolian variation selectors
        (0x2800, 0x2800),  # braille blank
        (0x3164, 0x3164),  # hangul filler
        (0xFE00, 0xFE0F),  # variation selectors: 15 and 16 change a width behind wcwidth's back
        (0xFFA0, 0xFFA0),  # halfwidth hangul filler
        (0x1F3FB, 0x1F3FF),  # skin tones: two cells or none, as the terminal likes
        (0xE0100, 0xE01EF),  # more variation selectors
    )
    for code in range(low, high + 1)
)
"""Characters of other categories that draw nothing, or that terminals do not agree about."""

_FLAG_LETTERS = {chr(0x1F1E6 + at): letter for at, letter in enumerate("ABCDEFGHIJKLMNOPQRSTUVWXYZ")}
"""The symbols of which a flag is made, and the letters that they stand for: terminals take two, three or four cells for
a flag, and some draw the letters anyway."""

MAX_MARKS = 2
"""Combining marks kept on one character. Vietnamese and Greek need none once composed, pointed Hebrew and Thai two;
more than that is a stack that covers the lines above."""

LOOKALIKES = {
    "a": "аα", "b": "вβ", "c": "с", "d": "ԁ", "e": "еε", "h": "нһη", "i": "іιı", "j": "ј", "k": "кκ", "m": "мμ",
    "n": "ν", "o": "оο", "p": "рρ", "q": "ԛ", "s": "ѕ", "t": "тτ", "w": "ԝ", "x": "хχ", "y": "уυ", "z": "ζ",
}  # fmt: skip
"""Letters of other alphabets, small ones, for each Latin letter that they look like, be it as small or as capital
letters, and whatever marks stand on them. Selected from Unicode's confusables (UTS 39); digits are left out, since a
terminal's letters show ``0`` and ``O`` apart."""

_LOOKALIKES = str.maketrans({other: latin for latin, others in LOOKALIKES.items() for other in others})

BYTES_PER_CELL = 4
"""A text of so many cells takes at most so many bytes each: what any character takes alone. Without this bound, marks
would let a name of twelve cells take 144 bytes, and a full lobby would outgrow its frame."""

Form = Literal["NFC", "NFKC"]


def clean_text(text: str, width: int, form: Form = "NFC") -> str:
    """Strip what cannot or should not be drawn, and cut to a width.

    Control, format, bidi, zero-width, private and unassigned characters go, with variation selectors and joiners (so
    that a composed emoji falls apart into its parts and every terminal agrees on its width); a flag becomes the letters
    of its country; any run of blanks becomes one space; marks beyond ``MAX_MARKS`` on one character go. Cleaning a
    clean text changes nothing.

    Args:
        text: anything.
        width: the most cells that the result may take in a terminal; a wide character takes two. In UTF-8 the
            result takes at most ``BYTES_PER_CELL`` times as many bytes.
        form: the Unicode normal form, ``NFC`` for running text.

    Returns:
        The clean text, possibly empty.
    """
    if text.isascii() and text.isprintable():  # most of what people write, ten times as fast
        return " ".join(text.split())[:width].rstrip()
    visible = "".join(_visible(unicodedata.normalize(form, text)))
    return _cut(unicodedata.normalize(form, " ".join(visible.split())), width)


def is_text(text: str) -> bool:
    """Say whether a text can be sent: Python keeps bytes that are no text, as of a command line, as lone surrogates."""
    return not any("\ud800" <= char <= "\udfff" for char in text)


def visible_text(text: str) -> str:
    """Strip from a line what ``clean_text`` strips, and leave its blanks and its length as they are."""
    return text if text.isascii() and text.isprintable() else "".join(_visible(text))


def clean_name(text: str, width: int = NAME_WIDTH) -> str:
    """Clean the name of a person (or, with ``TABLE_NAME_WIDTH``, of a table).

    Names also lose compatibility forms (NFKC), so that full-width or styled letters are not another name.

    Returns:
        The clean name; empty if nothing is left, which no name may be.
    """
    return clean_text(text, width, "NFKC")


def clean_chat(text: str, width: int = CHAT_LENGTH) -> str:
    """Clean a line of talk and cut it to ``width`` cells; empty if nothing is left."""
    return clean_text(text, width)


def name_key(name: str) -> str:
    """Return what all clean names share that nobody can tell apart at a glance.

    Those are names that only differ in the case of their letters, in spaces (``Jo Ann``, ``JoAnn``), or in Latin, Greek
    and Cyrillic letters that look alike.
    """
    letters = unicodedata.normalize("NFD", name.casefold()).translate(_LOOKALIKES)
    return unicodedata.normalize("NFKC", letters).replace(" ", "")


def same_name(one: str, other: str) -> bool:
    """Tell whether two clean names are too alike to be two people; see ``name_key``."""
    return name_key(one) == name_key(other)


def text_width(text: str) -> int:
    """Return how many terminal cells a clean text takes."""
    return sum(max(0, wcwidth(char)) for char in text)


def _visible(text: str) -> list[str]:
    """Keep the drawable characters, blanks as spaces, and few marks on each character."""
    kept: list[str] = []
    marks = MAX_MARKS  # none on nothing
    for char in text:
        category = unicodedata.category(char)
        if category in _BLANKS or char in _BLANK_CONTROLS:
            kept.append(" ")
            marks = MAX_MARKS
        elif category in _DROPPED or char in _INVISIBLE:
            continue
        elif category in _MARKS or wcwidth(char) == 0:
            if marks < MAX_MARKS:
                kept.append(char)
                marks += 1
        else:
            kept.append(_FLAG_LETTERS.get(char, char))
            marks = 0
    return kept


def _cut(text: str, width: int) -> str:
    """Cut before the first character that does not fit; marks stay with theirs."""
    cells = size = 0
    for at, char in enumerate(text):
        cells += max(0, wcwidth(char))
        size += len(char.encode())
        if cells > width or size > width * BYTES_PER_CELL:
            return text[:at].rstrip()
    return text
