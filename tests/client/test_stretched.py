"""Every sentence 1.6 times as long, in Greek and Cyrillic letters: what is cut then would be cut for somebody."""

from __future__ import annotations

import gettext
import re
from functools import cache

import pytest

from client.samples import SIZES, every_screen
from euchre_client import i18n
from euchre_client.model import Model
from euchre_client.screens import draw
from euchre_client.styles import Capabilities

FACTOR = 1.6
LETTERS = "ЖΩДΨщξюΞ"

SHORTENED = {
    "lobby": "the list's columns; the whole game is told below it",
    "lobby_american": "the list's columns",
    "lobby_many": "the list's columns",
    "lobby_duel": "the list's columns",
    "create": "a note behind a value, explained in the box",
    "discard": "bower labels, which translators keep to six letters",
    "discard_dead": "bower labels",
    "hosts": "an IPv6 address, which stands whole below it",
    "hosts_old": "an IPv6 address",
    "hosts_many": "an IPv6 address",
    "two_hand": "bower labels",
}


def stretched(sentence: str) -> str:
    context, _, sentence = sentence.rpartition("\x04")
    if context == "on a card" or sentence == "Bny":
        return sentence  # as wide in every language
    parts = re.split(r"(\{[^}]*\})", sentence)
    extra = round((FACTOR - 1) * sum(len(part) for part in parts[::2]))
    return sentence + "".join(LETTERS[at % 8] if at % 6 else " " for at in range(extra))


class Stretched(gettext.NullTranslations):
    def gettext(self, message: str) -> str:
        return stretched(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return stretched(msgid1 if n == 1 else msgid2)


@pytest.fixture(autouse=True)
def _long_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(i18n, "_current", Stretched())


@cache
def stretched_screens() -> dict[str, Model]:
    """What is shown, with the news in it: to be called when the sentences are stretched."""
    return every_screen()


@pytest.mark.bulk
@pytest.mark.parametrize("name", every_screen())
def test_long_sentences_fit_everywhere(name: str) -> None:
    model = stretched_screens()[name]
    for size in SIZES[3:]:
        canvas = draw(model, *size, Capabilities())
        assert canvas.faults == []
        assert name in SHORTENED or "…" not in "\n".join(canvas.text())
