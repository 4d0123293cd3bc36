"""Talk as a line of text, and what was said at a table while nobody here was listening."""

from __future__ import annotations

from collections.abc import Sequence

from euchre_client.i18n import tr
from euchre_client.words.people import person
from euchre_protocol.messages import Talk
from euchre_protocol.text import clean_chat


def talk_line(name: str, text: str, *, watching: bool) -> str:
    """A line of talk, of names and text that are fit to be drawn."""
    return tr("{name} (watching): {text}", name=name, text=text) if watching else f"{name}: {text}"


def unheard(heard: Sequence[tuple[str, str]], told: Sequence[Talk]) -> list[tuple[str, str, bool]]:
    """Find the lines of talk that are new to somebody who comes to a table, perhaps after a broken connection.

    Args:
        heard: who said what at this table as far as it is shown already, oldest first.
        told: the last lines of talk as the host tells them.

    Returns:
        Who said what, fit to be drawn, and whether they were watching: what follows the part that is shown already.
    """
    lines = [(person(talk.name), clean_chat(talk.text), talk.seat is None) for talk in told]
    pairs = [(name, text) for name, text, _ in lines]
    known = next((n for n in range(len(pairs), 0, -1) if list(heard[-n:]) == pairs[:n]), 0)
    return lines[known:]
