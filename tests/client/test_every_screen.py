"""Every screen in every size, language and set of symbols: nothing cut, nothing written over, nothing left out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from msgspec import structs
from prompt_toolkit.utils import get_cwidth

from client.samples import SIZES, every_screen
from euchre_client.commands import settings
from euchre_client.commands.form import rows
from euchre_client.i18n import LANGUAGES, use_language
from euchre_client.model import Model
from euchre_client.screens import draw
from euchre_client.styles import Capabilities
from euchre_client.text import width
from euchre_client.words.cards import name_cards
from euchre_client.words.people import person

SCREENS = every_screen()
UNICODE, ASCII = Capabilities(), Capabilities(ascii_only=True)

NOT_OURS = ("Kitchen", "Blue room", "Maria+Ann", "Bert+Γιώργος", "fe80::1234:5678:9abc:def0")
"""Names and addresses that may end in an ellipsis where there is no room: each stands whole somewhere else."""


@pytest.fixture(autouse=True)
def english_again() -> Iterator[None]:
    yield
    use_language("en")
    name_cards("language")


def more_screens() -> dict[str, Model]:
    """Return what the samples show one of many of: each line of the form, each setting, each page."""
    form = SCREENS["create"].form
    assert form is not None
    out = {
        f"create {name}": SCREENS["create"].but(form=replace(form, row=row))
        for row, name in enumerate(rows(SCREENS["create"]))
    }
    out |= {f"settings {name}": SCREENS["settings"].but(page=page) for page, name in enumerate(settings.NAMES)}
    for name in ("help_keys", "help_create", "sheet", "review"):
        out |= {f"{name} {page}": SCREENS[name].but(page=page) for page in range(1, 6)}
    return out


def shortened(line: str) -> list[str]:
    """Return the ends of texts that an ellipsis cuts in ``line``, but those of names and addresses."""
    *cut, _ = line.split("…")
    return [text for text in cut if not any(text.endswith(name[:end]) for name in NOT_OURS for end in range(4, 30))]


def faults(model: Model, size: tuple[int, int]) -> list[str]:
    """Draw a screen in both sets of symbols and return what is wrong with either."""
    usual, plain = draw(model, *size, UNICODE), draw(model, *size, ASCII)
    found = [*usual.faults, *plain.faults]
    found += [f"shortened: {text}…" for line in usual.text() for text in shortened(line)]
    lines = ["".join(text for _, text in line) for line in plain.lines()]
    found += [f"not ASCII, or not as wide: {line!r}" for line in lines if not line.isascii() or len(line) != size[0]]
    return found if len(lines) == size[1] else [*found, f"{len(lines)} rows"]


@pytest.mark.bulk
@pytest.mark.parametrize("size", SIZES, ids=lambda size: "x".join(map(str, size)))
@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_cut_written_over_or_left_out(language: str, size: tuple[int, int]) -> None:
    use_language(language)
    screens = SCREENS | more_screens() if size in {(40, 14), (80, 22)} else SCREENS
    found = {name: wrong for name, model in screens.items() if (wrong := faults(model, size))}
    assert found == {}


NAMES = (
    (
        "Zoe\u0308e\u0301\u0301\u0301",
        "\u05e9\u05b8\u05c1\u05dc\u05d5\u05b9\u05dd",
        "กำนัน",
        "Việ\u0323t",
    ),  # marks, and too many of them
    ("👩\u200d👩\u200d👧Mo", "🧑🏽\u200d🚀Al", "🇮🇹🇬🇷Ugo", "❤\ufe0f🀄x"),  # joiners, skin, flags, variations
    ("王王王王王王", "한국어이름", "ﾎﾟﾝﾀ", "Γιώργος"),
)
"""People as a careless host would send them, in every seat of three tables."""


def at_the_table(model: Model, names: tuple[str, ...]) -> Model | None:
    """Give the people of a table other names; none where there is no table."""
    if model.table is None:
        return None
    seats = model.table.line.seats
    people = [structs.replace(info, name=name) if info.name else info for info, name in zip(seats, names, strict=False)]
    line = structs.replace(
        model.table.line, seats=people, watchers=list(names[:1]) if model.table.line.watchers else []
    )
    return model.but(table=structs.replace(model.table, line=line), log=())


def fixed(model: Model, size: tuple[int, int]) -> list[tuple[int, int, str]]:
    """Return the cells of all frames, cards and signs, as the program that writes to the terminal counts cells."""
    found: list[tuple[int, int, str]] = []
    for row, line in enumerate(draw(model, *size, UNICODE).lines()):
        column = 0
        for char in "".join(text for _, text in line):
            if char in "│┃┌┐└┘┏┓┗┛├┤♠♥♦♣◄░":
                found.append((row, column, char))
            column += get_cwidth(char)
        assert column == size[0], (row, line)
    return found


@pytest.mark.bulk
@pytest.mark.parametrize("names", NAMES, ids=["marks", "emoji", "wide"])
@pytest.mark.parametrize("size", [(40, 14), (80, 22), (120, 38)], ids=lambda size: "x".join(map(str, size)))
def test_columns_are_where_they_are_with_plain_names_of_the_same_width(
    size: tuple[int, int], names: tuple[str, ...]
) -> None:
    plain = tuple("MNOP"[at] * width(person(name)) for at, name in enumerate(names))
    assert len({*plain}) == len(names)
    for screen, model in SCREENS.items():
        odd, usual = at_the_table(model, names), at_the_table(model, plain)
        if odd is None or usual is None:
            continue
        assert draw(odd, *size, UNICODE).faults == [], screen
        assert fixed(odd, size) == fixed(usual, size), screen


@pytest.mark.bulk
@pytest.mark.parametrize("language", LANGUAGES)
def test_cards_named_by_the_standard_letters_fit_as_well(language: str) -> None:
    use_language(language)
    name_cards("standard")
    size = (40, 14)  # in others a card is as wide as it can ever be
    assert {name: wrong for name, model in SCREENS.items() if (wrong := faults(model, size))} == {}
