"""The facts that speak for a choice, in words: one sentence for each that the protocol names."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from client.samples import bid1
from euchre_client.words.advice import advice_line, ground_line
from euchre_client.words.scene import Scene
from euchre_protocol import messages as m

SCENE = Scene(("Maria", "Bert", "Ann", "Eva"), you=1)
DOCUMENT = Path(__file__).resolve().parents[2] / "docs" / "protocol.md"


def ground(code: str) -> m.Ground:
    return m.Ground(code=code, seat=3, suit="H", card="JH", number=2)


def codes() -> list[str]:
    section = DOCUMENT.read_text("utf-8").split("\n## Advice\n")[1].split("\n## ")[0]
    return [code for row in re.findall(r"^\| (`.*?) \|", section, re.MULTILINE) for code in re.findall(r"`(\w+)`", row)]


def test_every_ground_of_the_protocol_has_a_sentence_of_its_own() -> None:
    said = [ground_line(ground(code), bid1(), SCENE) for code in codes()]
    assert len(set(said)) == len(said) >= 20
    assert all("{" not in sentence for sentence in said)


@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        ("trumps", "In ♥ you hold 2 trumps, from the J♥ down."),
        ("dealer_takes", "Eva, an opponent, would get the J♥."),
        ("score", "Something else brings more points, but at 6:4 this wins more games."),
        ("takes_trick", "It beats the J♥, with 2 players still to come."),
        ("a_later_version's", "It did best in the deals that fit what you know."),
    ],
)
def test_grounds_in_words(code: str, sentence: str) -> None:
    assert ground_line(ground(code), bid1(), SCENE) == sentence


def test_advice_is_one_line_in_letters_too() -> None:
    advice = m.Advice(decision=1, choice=m.Action(do="order"), ground=ground("few_trumps"))
    plain = Scene(SCENE.names, you=0, letters=True)
    assert advice_line(advice, bid1(), plain) == "An expert would choose: order up. In H you hold only 2 trumps."
