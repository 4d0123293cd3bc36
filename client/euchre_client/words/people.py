"""Names of people: made safe to draw, cut to their place, joined."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from euchre_client.i18n import mark, tr

_NAME_LIMIT = 28
"""Cells that a name may take in a line of text. A host sends 12 or 14; more would be a host that breaks its word."""


@lru_cache(maxsize=4096)  # as many names as a full lobby has: each is drawn again and again
def person(name: str) -> str:
    """A name as it may be drawn, of a person or of a rule that only the host knows: it may not have been cleaned."""
    if not name or (name.isascii() and name.isalnum() and len(name) <= _NAME_LIMIT):
        return name  # nothing to clean; the first screen needs not wait for the protocol's texts
    from euchre_protocol.text import clean_text

    return clean_text(name, _NAME_LIMIT)


_BOTS = {
    "beginner": mark("beginner bot"),
    "normal": mark("normal bot"),
    "strong": mark("strong bot"),
    "expert": mark("expert bot"),
}

BOT_LEVELS = tuple(_BOTS)
"""How strong a bot may be, ascending."""


def bot_words(level: str | None) -> str:
    """What sits in a bot's seat: "expert bot"; just "bot" where this client does not know the level."""
    return tr(_BOTS[level]) if level in _BOTS else tr("bot")


def cut(text: str, width: int) -> str:
    """Cut clean text to at most ``width`` terminal cells, with an ellipsis where something is missing."""
    from euchre_protocol.text import clean_text, text_width

    if text_width(text) <= width:
        return text
    return clean_text(text, max(width - 1, 0)) + "…"


def joined(names: Sequence[str]) -> str:
    """Names of partners as records and plain text write them: ``Ann+Maria``."""
    return "+".join(names)
