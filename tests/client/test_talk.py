"""Talk that was missed is shown once, however much of it is known."""

from __future__ import annotations

import pytest

from euchre_client.talk import talk_line, unheard
from euchre_protocol.messages import Talk

TOLD = [Talk(name="Ann", text="one", seat=0), Talk(name="Bert", text="two"), Talk(name="Ann", text="one", seat=0)]


@pytest.mark.parametrize(
    ("heard", "new"),
    [
        ([], 3),
        ([("Zoe", "zero"), ("Ann", "one")], 2),
        ([("Ann", "one"), ("Bert", "two")], 1),
        ([("Ann", "one"), ("Bert", "two"), ("Ann", "one")], 0),
        ([("Zoe", "long ago")], 3),
    ],
)
def test_only_what_follows_the_known_part_is_new(heard: list[tuple[str, str]], new: int) -> None:
    lines = [("Ann", "one", False), ("Bert", "two", True), ("Ann", "one", False)]
    assert unheard(heard, TOLD) == lines[3 - new :]


def test_talk_from_before_is_made_fit_to_be_drawn() -> None:
    [(name, text, watching)] = unheard([], [Talk(name="A\x1bnn", text="o\u202ene")])
    assert talk_line(name, text, watching=watching) == "Ann (watching): one"
