"""Every screen in every language, size and set of symbols: nothing cut, nothing written over."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from client.samples import every_screen
from client.test_screens import SIZES
from client.test_stretched import SHORTENED
from euchre_client.i18n import LANGUAGES, use_language
from euchre_client.screens import draw
from euchre_client.styles import Capabilities
from euchre_client.words.cards import name_cards

SCREENS = every_screen()
TRANSLATED = tuple(language for language in LANGUAGES if language != "en")
UNICODE, ASCII = Capabilities(), Capabilities(ascii_only=True)


@pytest.fixture(autouse=True)
def english_again() -> Iterator[None]:
    yield
    use_language("en")
    name_cards("language")


@pytest.mark.parametrize("name", SCREENS)
@pytest.mark.parametrize("language", TRANSLATED)
def test_nothing_is_cut_or_written_over(language: str, name: str) -> None:
    use_language(language)
    for size in [*SIZES, (39, 14)]:
        canvas = draw(SCREENS[name], *size, UNICODE)
        assert (size, canvas.faults) == (size, [])
        assert size[0] < 80 or name in SHORTENED or "…" not in "\n".join(canvas.text()), size
    name_cards("standard")
    in_ascii = draw(SCREENS[name], 80, 24, ASCII)
    assert in_ascii.faults == []
    assert all(line.isascii() for line in in_ascii.text())
