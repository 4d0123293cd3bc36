"""Words in the player's language: whole sentences with named placeholders, looked up in gettext catalogues.

A sentence that has no translation is shown in English. Sentences are found by the extractor through the names
``tr``, ``trn`` and ``mark``.
"""

from __future__ import annotations

import gettext
from pathlib import Path

DOMAIN = "euchre-lan"
CATALOGUES = Path(__file__).parent / "locale"

_current: gettext.NullTranslations = gettext.NullTranslations()


def use_language(lang: str | None, folder: Path = CATALOGUES) -> None:
    """Choose the language of everything worded from now on.

    Args:
        lang: a language such as ``it`` or ``el_GR``; none takes the one of the environment (LANGUAGE, LC_ALL,
            LC_MESSAGES, LANG). A language without a catalogue means English.
        folder: where the catalogues lie.
    """
    global _current  # one player, one screen, one language
    languages = None if lang is None else [lang]
    _current = gettext.translation(DOMAIN, str(folder), languages=languages, fallback=True)


def mark(message: str) -> str:
    """Mark a sentence for translation where it stands in a table; ``tr`` words it when it is needed."""
    return message


def tr(message: str, /, **values: object) -> str:
    """Word a sentence in the chosen language and fill in its placeholders."""
    return _current.gettext(message).format(**values)


def trn(one: str, many: str, count: int, /, **values: object) -> str:
    """Word a sentence about ``count`` things; its placeholder ``{count}`` is filled in too."""
    return _current.ngettext(one, many, count).format(count=count, **values)
