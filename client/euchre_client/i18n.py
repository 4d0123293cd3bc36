"""Words in the player's language: whole sentences with named placeholders, looked up in gettext catalogues.

A sentence that has no translation is shown in English. Sentences are found by the extractor through the names
``tr``, ``trn``, ``mark`` and ``mark_in``.
"""

from __future__ import annotations

import gettext
from collections.abc import Mapping
from pathlib import Path

DOMAIN = "euchre-lan"
CATALOGUES = Path(__file__).parent / "locale"

LANGUAGES: Mapping[str, str] = {"en": "English", "it": "Italiano", "bg": "Български", "el": "Ελληνικά"}
"""Each language in its own words, so that whoever does not read the present one finds the way back."""

_CONTEXT_END = "\x04"
"""What gettext puts between the context of a message and the message."""

_current: gettext.NullTranslations = gettext.NullTranslations()
_language = "en"


def known_language(name: str) -> str | None:
    """Return which of ``LANGUAGES`` a locale means (``it_IT.UTF-8``, ``el``), or none."""
    code = name.replace("-", "_").replace(".", "_").replace("@", "_").partition("_")[0].lower()
    return code if code in LANGUAGES else None


def system_language(environ: Mapping[str, str]) -> str:
    """Return the language that the environment asks for; English where it asks for one that is not there.

    The first of ``LC_ALL``, ``LC_MESSAGES`` and ``LANG`` that is set counts. ``LANGUAGE`` may name several in the
    order of preference, and goes before them, except in the locale ``C``, as in all programs with gettext.
    """
    system = next((value for name in ("LC_ALL", "LC_MESSAGES", "LANG") if (value := environ.get(name))), "C")
    if system.partition(".")[0] in {"C", "POSIX"}:
        return "en"
    wanted = [*environ.get("LANGUAGE", "").split(":"), system]
    return next((code for name in wanted if (code := known_language(name))), "en")


def use_language(language: str, folder: Path = CATALOGUES) -> None:
    """Choose the language of everything worded from now on; only its catalogue is read.

    Args:
        language: one of ``LANGUAGES``.
        folder: where the catalogues lie. Without the one asked for, sentences are in English.
    """
    global _current, _language  # one player, one screen, one language
    _current = gettext.translation(DOMAIN, str(folder), languages=[language], fallback=True)
    _language = language


def language() -> str:
    """Return the language chosen, one of ``LANGUAGES``."""
    return _language


def mark(message: str) -> str:
    """Mark a sentence for translation where it stands in a table; ``tr`` words it when it is needed."""
    return message


def mark_in(context: str, message: str) -> str:
    """Mark a word that other languages may word differently than the same English one elsewhere.

    Args:
        context: where it stands, said for translators.
        message: the word; ``tr`` words it when it is needed.
    """
    return context + _CONTEXT_END + message


def tr(message: str, /, **values: object) -> str:
    """Word a sentence in the chosen language and fill in its placeholders."""
    text = _current.gettext(message)
    if _CONTEXT_END in text:  # not translated
        text = text.partition(_CONTEXT_END)[2]
    return text.format(**values)


def trn(one: str, many: str, count: int, /, **values: object) -> str:
    """Word a sentence about ``count`` things; its placeholder ``{count}`` is filled in too."""
    return _current.ngettext(one, many, count).format(count=count, **values)
