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
    "hosts": "an IPv6 address, which stands whole below it",
    "hosts_old": "an IPv6 address",
    "hosts_many": "an IPv6 address",
}
"""Screens on which something may end in an ellipsis."""

SHORTENED_IN_40 = {
    "hosts": "an IPv6 address, which stands whole below it",
    "hosts_old": "an IPv6 address",
    "hosts_many": "an IPv6 address",
    "deeds": "the list; what is chosen of it stands whole in the prompt",
    "deeds_owner": "the list",
    "watching_over": "a side's two names beside titles that leave them twelve cells",
}
"""The same in the smallest window."""


def stretched(sentence: str) -> str:
    context, _, sentence = sentence.rpartition("\x04")
    if context == "on a card" or sentence == "Bny":
        return sentence  # as wide in every language
    if context == "under a card, at most 5 letters":
        return (sentence + LETTERS)[:5]
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
    for size in (size for size in SIZES if size not in {(39, 14), (79, 24)}):  # too small, and 40x14 with more room
        canvas = draw(model, *size, Capabilities())
        assert canvas.faults == []
        allowed = SHORTENED_IN_40 if size == (40, 14) else SHORTENED
        assert name in allowed or "…" not in "\n".join(canvas.text())


@pytest.mark.bulk
def test_each_exception_is_one() -> None:
    shortened = {
        size: {
            name
            for name, model in stretched_screens().items()
            if "…" in "\n".join(draw(model, *size, Capabilities()).text())
        }
        for size in ((40, 14), (80, 22))
    }
    assert shortened == {(40, 14): {*SHORTENED_IN_40}, (80, 22): {*SHORTENED}}
