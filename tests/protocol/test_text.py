"""Names and talk: nothing that a terminal could stumble over is left."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from wcwidth import wcwidth

from euchre_protocol import clean_chat, clean_name, clean_text, same_name, text_width
from euchre_protocol.messages import CHAT_LENGTH, TABLE_NAME_WIDTH
from euchre_protocol.text import LOOKALIKES

NASTY = st.text(
    st.one_of(
        st.characters(),
        st.sampled_from(
            "a é\u0301\u0302\u0303\u0308\u200d\ufe0f\u202e\u2066\x1b\t\n\u3000漢🙂🏽👨\u0345ΐ가\u1100\u1161\u11a8اﷺ"
        ),
    ),
    max_size=40,
)


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ("Anna", "Anna"),
        ("  Anna \t\n Maria  ", "Anna Maria"),
        ("a\u00a0b\u2003c\u3000d\u2028e\u2029f", "a b c d e f"),
        ("a\x85b\vc\fd\re", "a b c d e"),
        ("\x1b[31mred\x07", "[31mred"),
        ("\u202eabc\u2066d\u200f\u200e", "abcd"),
        ("a\u200bb\u2060c\ufeffd\u00ade\u200cf\u200dg", "abcdefg"),
        ("\ud800lone", "lone"),
        ("\ue000private\U000f0000", "private"),
        ("\uffffun\u0378assigned", "unassigned"),
        ("cafe\u0301", "café"),
        ("\u0301acute on nothing", "acute on nothing"),
        ("a \u0301b", "a b"),
        ("Z\u0351\u036b\u0343\u036aa\u0351\u036b\u0343lgo", "Z\u0351\u036ba\u0351\u036blgo"),
        ("1\u20e3", "1"),
        ("❤\ufe0f", "❤"),
        ("👨\u200d👩\u200d👧", "👨👩👧"),
        ("👍🏽", "👍"),
        ("🇮🇹 Ugo", "IT Ugo"),
        ("ﬁ Ⅷ ｆ", "ﬁ Ⅷ ｆ"),
        ("\u3164\uffa0\u2800\u115f\u1160", ""),
        ("g\u034f\u17b4\u180eh\U000e0101", "gh"),
        ("ไม่", "ไม่"),
        ("שָׁלוֹם", unicodedata.normalize("NFC", "שָׁלוֹם")),
        ("", ""),
        (" \t ", ""),
    ],
)
def test_cleaning(text: str, clean: str) -> None:
    assert clean_text(text, 40) == clean


@pytest.mark.parametrize(
    ("text", "width", "cut", "cells"),
    [
        ("abcdef", 6, "abcdef", 6),
        ("abcdef", 5, "abcde", 5),
        ("ab cd", 3, "ab", 2),
        ("漢字漢字", 8, "漢字漢字", 8),
        ("漢字漢字", 7, "漢字漢", 6),
        ("🙂🙂", 3, "🙂", 2),
        ("x\u0321y\u0321z", 2, "x\u0321y\u0321", 2),
        ("漢", 1, "", 0),
        ("abc", 0, "", 0),
        # 4 bytes a cell, so that marks cannot make a short text long.
        ("\U00010300\u0321\u0321" * 3, 3, "\U00010300\u0321\u0321\U00010300", 2),
    ],
)
def test_cutting(text: str, width: int, cut: str, cells: int) -> None:
    assert clean_text(text, width) == cut
    assert text_width(cut) == cells


def test_names_lose_compatibility_forms_and_are_twelve_cells_wide() -> None:
    assert clean_name("Ａｎｎａ ﬁ") == "Anna fi"
    assert clean_name("Bartholomew the Third") == "Bartholomew"
    assert clean_name("Bartholomew the Third", TABLE_NAME_WIDTH) == "Bartholomew th"
    assert clean_name("\u202e\u200b") == ""


def test_talk_is_cut_to_its_length() -> None:
    assert clean_chat("x" * (CHAT_LENGTH + 1)) == "x" * CHAT_LENGTH
    assert clean_chat("漢" * CHAT_LENGTH) == "漢" * (CHAT_LENGTH // 2)


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("Anna", "anna", True),
        ("Straße", "STRASSE", True),
        ("Ξένη", "ΞΈΝΗ", True),
        ("Jo Ann", "joann", True),
        ("Anna", "Anne", False),
        ("Вера", "Bepa", True),  # all Cyrillic, all Latin
        ("вера", "BEPA", True),
        ("Ξένη", "Ξένη".replace("ν", "n"), True),
        ("Άννα", "ÁNNA", True),
        ("Иво", "ИBO", True),
        ("İvo", "Ivo", False),
        ("B0b", "Bob", False),
    ],
)
def test_names_that_nobody_can_tell_apart_are_the_same(one: str, other: str, same: bool) -> None:
    assert same_name(one, other) is same
    assert same_name(other, one) is same


def test_the_document_lists_the_letters_that_look_alike() -> None:
    document = (Path(__file__).resolve().parents[2] / "docs" / "protocol.md").read_text("utf-8")
    assert ", ".join(f"{latin}: {' '.join(others)}" for latin, others in LOOKALIKES.items()) in document


def test_letters_that_look_alike_are_of_other_alphabets_and_stay_one_whatever_their_case() -> None:
    for latin, others in LOOKALIKES.items():
        assert not any(other.isascii() for other in others)
        for other in others:
            assert same_name(latin, other)
            assert same_name(latin.upper(), other.upper())


@given(NASTY, st.integers(0, 20), st.sampled_from(["NFC", "NFKC"]))
@example("\u0344\u0300a\u0344", 5, "NFC")
@example("ﷺ", 5, "NFKC")
def test_what_is_left_is_safe_and_stays_as_it_is(text: str, width: int, form: str) -> None:
    clean = clean_text(text, width, form)  # type: ignore[arg-type]
    assert text_width(clean) <= width
    assert len(clean.encode()) <= 4 * width
    assert clean == clean.strip()
    assert "  " not in clean
    assert all(unicodedata.category(char) not in {"Cc", "Cf", "Cs", "Co", "Cn", "Me", "Zl", "Zp"} for char in clean)
    assert all(wcwidth(char) >= 0 for char in clean)
    assert not any(char in clean for char in "\u200d\ufe0f\u202e\U0001f3fd")
    assert clean_text(clean, width, form) == clean  # type: ignore[arg-type]
