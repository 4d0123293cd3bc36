"""What the terminal can show, and the colours for it.

Colour never carries a meaning alone: everything said in colour is also said by a sign or a word.
"""

from __future__ import annotations

import locale
from collections.abc import Mapping
from dataclasses import dataclass, replace

from prompt_toolkit.output import ColorDepth
from prompt_toolkit.styles import Style

from euchre_client.probe import Answers
from euchre_client.settings import AUTO, Settings

Deck = str
"""How the suits are coloured: ``four`` told apart by the colour-blind, ``poker``'s four, ``two``, or ``none``."""

_SUITS: dict[tuple[Deck, bool], tuple[str, str, str]] = {
    # (deck, dark background): hearts, diamonds, clubs; spades keep the terminal's own foreground.
    # "four" was chosen by distance between the colours as the three kinds of colour blindness see them.
    ("four", True): ("#ff5f5f", "#5fd7ff", "#ffd700"),
    ("four", False): ("#d70087", "#af00ff", "#008700"),
    ("poker", True): ("#ff5f5f", "#5fafff", "#5fd75f"),
    ("poker", False): ("#af0000", "#0000d7", "#008700"),
    ("two", True): ("#ff5f5f", "#ff5f5f", ""),
    ("two", False): ("#d70000", "#d70000", ""),
    ("none", True): ("", "", ""),
    ("none", False): ("", "", ""),
}

_FEW: dict[tuple[Deck, bool], tuple[str, str, str]] = {
    # The same where there are 16 colours: the nearest of them to those above would be one magenta for hearts and
    # diamonds on a light background, and a dark grey for poker's clubs on a dark one. Of the 16, "four" has those that
    # lie farthest apart, and from the foreground, for all kinds of sight, where hearts stay red.
    ("four", True): ("ansibrightred", "ansibrightblue", "ansibrightyellow"),
    ("four", False): ("ansired", "ansiblue", "ansicyan"),
    ("poker", True): ("ansibrightred", "ansibrightblue", "ansibrightgreen"),
    ("poker", False): ("ansired", "ansiblue", "ansigreen"),
    ("two", True): ("ansibrightred", "ansibrightred", ""),
    ("two", False): ("ansired", "ansired", ""),
    ("none", True): ("", "", ""),
    ("none", False): ("", "", ""),
}

_ACCENT = {
    (False, True): "#87d7ff",
    (False, False): "#005f87",
    (True, True): "ansibrightcyan",
    (True, False): "ansiblue",
}
_WARN = {
    (False, True): "#ffaf5f",
    (False, False): "#af5f00",
    (True, True): "ansibrightyellow",
    (True, False): "ansired",
}
"""By whether colours are few, and whether the background is dark."""

_FEW_COLOURS = ("linux", "eterm-color", "xterm-color", "ansi")
"""Names in ``TERM`` of terminals with 8 or 16 colours, beside those that say so: ``xterm-16color``."""


@dataclass(frozen=True, slots=True)
class Capabilities:
    """What to draw with.

    ``dark`` is the terminal's background; ``colour`` false obeys ``NO_COLOR``; ``few_colours`` are the 16 of old.
    """

    ascii_only: bool = False
    dark: bool = True
    colour: bool = True
    few_colours: bool = False
    deck: Deck = "four"


def style_for(caps: Capabilities) -> Style:
    """Return the prompt_toolkit style for these capabilities; it never sets a background of its own."""
    suits = _FEW if caps.few_colours else _SUITS
    hearts, diamonds, clubs = suits[(caps.deck if caps.colour else "none", caps.dark)]
    accent = _ACCENT[caps.few_colours, caps.dark] if caps.colour else ""
    warn = _WARN[caps.few_colours, caps.dark] if caps.colour else ""
    return Style.from_dict(
        {
            "hearts": f"{hearts} bold" if hearts else "bold",
            "diamonds": f"{diamonds} bold" if diamonds else "bold",
            "clubs": f"{clubs} bold" if clubs else "bold",
            "spades": "bold",
            "bar": "reverse",
            "turn": f"{accent} bold",
            "chosen": f"{accent} bold",
            "key": "bold",
            "quiet": "dim",
            "dead": "dim",
            "frame": "dim",
            "warn": f"{warn} bold",
            "winning": "bold",
        }
    )


def colour_depth(environ: Mapping[str, str]) -> ColorDepth | None:
    """Return the colour depth that the environment asks for, or none to let prompt_toolkit decide.

    prompt_toolkit reads ``NO_COLOR`` but not ``COLORTERM``, and of the names in ``TERM`` knows two that have few
    colours. A depth passed to it overrides ``NO_COLOR``, so none is returned then.
    """
    if environ.get("NO_COLOR"):
        return None
    if environ.get("COLORTERM", "").lower() in {"truecolor", "24bit"}:
        return ColorDepth.DEPTH_24_BIT
    name = environ.get("TERM", "")
    return ColorDepth.DEPTH_4_BIT if name in _FEW_COLOURS or name.endswith(("-16color", "-8color")) else None


def capabilities(environ: Mapping[str, str], answers: Answers) -> Capabilities:
    """Return what the terminal and the environment say; where the terminal is mute, the environment is believed.

    The console of Linux counts its cells right but has no glyphs for half of the symbols.
    """
    encoding = locale.getencoding().lower().replace("-", "")
    unicode = encoding == "utf8" and environ.get("TERM") != "linux" and answers.symbols_fit is not False
    return Capabilities(
        ascii_only=not unicode,
        dark=_dark(environ.get("COLORFGBG", "")) if answers.dark is None else answers.dark,
        colour=not environ.get("NO_COLOR"),
        few_colours=colour_depth(environ) is ColorDepth.DEPTH_4_BIT,
    )


def preferred(found: Capabilities, settings: Settings) -> Capabilities:
    """Return how to draw: as the person likes it, and as the terminal was found where the setting is ``auto``."""
    return replace(
        found,
        ascii_only=found.ascii_only if settings.symbols == AUTO else settings.symbols == "ascii",
        dark=found.dark if settings.background == AUTO else settings.background == "dark",
        deck=settings.deck,
    )


def _dark(colorfgbg: str) -> bool:
    """Read the background from ``COLORFGBG`` (``15;0``: colours 7 and 15 are light); dark if it does not say."""
    return colorfgbg.rpartition(";")[2] not in {"7", "15"}
