"""Measuring, cutting and folding text in terminal cells."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from euchre_client.text import cells, cut, pad, to_ascii, width, wrap

LETTERS = st.lists(st.sampled_from(["a", "ä", "♥", "王", "e\u0301", " ", "Ж", "…"]), max_size=30).map("".join)


@given(LETTERS, st.integers(1, 20))
def test_cut_text_fits(text: str, room: int) -> None:
    assert width(cut(text, room)) <= room


@given(LETTERS, st.integers(2, 20))
def test_padded_text_fills_its_room(text: str, room: int) -> None:
    assert width(pad(text, room)) == room


@given(LETTERS, st.integers(2, 20))
def test_wrapped_lines_fit_and_lose_no_word(text: str, room: int) -> None:
    lines = wrap(text, room)
    assert all(width(line) <= room for line in lines)
    assert "".join("".join(lines).split()) == "".join(text.split())


@given(LETTERS)
def test_ascii_is_ascii_and_as_wide(text: str) -> None:
    folded = to_ascii("".join(part for part, _ in cells(text)))
    assert folded.isascii()
    assert len(folded) == sum(size for _, size in cells(text))


@pytest.mark.parametrize(
    ("text", "folded"), [("Γιώργος", "Giorgos"), ("Мария", "Maria"), ("10♥", "10H"), ("┌─►", "+->"), ("Zoë", "Zoe")]
)
def test_names_can_still_be_read_in_ascii(text: str, folded: str) -> None:
    assert to_ascii(text) == folded
