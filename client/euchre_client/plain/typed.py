"""The words that are typed in plain mode: English ones always, and those of the language beside them."""

from __future__ import annotations

import unicodedata

from euchre_client.i18n import mark_in, tr

WORDS = (
    mark_in("typed in plain mode, one word", "help"),
    mark_in("typed in plain mode, one word", "hand"),
    mark_in("typed in plain mode, one word", "trick"),
    mark_in("typed in plain mode, one word", "last"),
    mark_in("typed in plain mode, one word", "deal"),
    mark_in("typed in plain mode, one word", "score"),
    mark_in("typed in plain mode, one word", "rules"),
    mark_in("typed in plain mode, one word", "learn"),
    mark_in("typed in plain mode, one word", "settings"),
    mark_in("typed in plain mode, one word", "table"),
    mark_in("typed in plain mode, one word", "say"),
    mark_in("typed in plain mode, one word", "lobby"),
    mark_in("typed in plain mode, one word", "quit"),
    mark_in("typed in plain mode, one word", "hint"),
    mark_in("typed in plain mode, one word", "review"),
    mark_in("typed in plain mode, one word", "pause"),
    mark_in("typed in plain mode, one word", "resume"),
    mark_in("typed in plain mode, one word", "end"),
    mark_in("typed in plain mode, one word", "replace"),
    mark_in("typed in plain mode, one word", "yes"),
    mark_in("typed in plain mode, one word", "no"),
    mark_in("typed in plain mode, one word", "free"),
    mark_in("typed in plain mode, one word", "kick"),
    mark_in("typed in plain mode, one word", "close"),
)
"""Each under its English name, by which the program knows it; the help tells a person the word of the language."""


def english(word: str) -> str:
    """Return the English name of a typed word; other words as they are, but in small letters.

    Capitals do not count, nor do accents, which are slow to type in Greek.
    """
    plain = _folded(word)
    names = {_folded(tr(each)): each.rpartition("\x04")[2] for each in WORDS}
    return names.get(plain, plain)


def spoken(word: str) -> str:
    """Return the word to type in the language of the person, by its English name."""
    return next((tr(each) for each in WORDS if each.rpartition("\x04")[2] == word), word)


def _folded(word: str) -> str:
    parts = unicodedata.normalize("NFD", word.casefold())
    return unicodedata.normalize("NFC", "".join(part for part in parts if unicodedata.category(part) != "Mn"))
