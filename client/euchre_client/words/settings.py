"""The settings in words."""

from __future__ import annotations

from euchre_client.i18n import LANGUAGES, mark, tr

_TITLES = {
    "symbols": mark("Symbols"),
    "background": mark("Background"),
    "deck": mark("Deck colours"),
    "bell": mark("Bell"),
    "mouse": mark("Mouse"),
    "cards": mark("Cards"),
    "language": mark("Language"),
}

_HELP = {
    "symbols": mark("Unicode draws suits and boxes; ASCII writes letters. Auto asks the terminal."),
    "background": mark("Colours are chosen for a dark or a light background. Auto asks the terminal."),
    "deck": mark("Four: told apart by the colour-blind too. Poker: red, blue, green and plain. Two: red and plain."),
    "bell": mark("Rings when it has been your turn for five seconds and no key was pressed."),
    "mouse": mark("A click chooses a card, another plays it. It keeps the terminal from selecting text."),
    "cards": mark(
        "Letters on the cards: those of the language, or J Q K A. In words: plain mode writes jack of hearts."
    ),
    "language": mark("The language of everything on the screen. Auto is that of your system."),
}

_VALUES = {
    "auto": mark("auto"),
    "unicode": mark("Unicode"),
    "ascii": mark("ASCII"),
    "dark": mark("dark"),
    "light": mark("light"),
    "four": mark("four"),
    "poker": mark("poker"),
    "two": mark("two"),
    "none": mark("none"),
    "language": mark("of the language"),
    "standard": mark("J Q K A"),
    "words": mark("in words"),
    "on": mark("on"),
    "off": mark("off"),
}


def setting_title(name: str) -> str:
    """The title of a setting."""
    return tr(_TITLES[name])


def setting_help(name: str) -> str:
    """What a setting does."""
    return tr(_HELP[name])


def setting_value(name: str, value: str) -> str:
    """The name of one value of a setting."""
    return LANGUAGES[value] if value in LANGUAGES else tr(_VALUES[value])
