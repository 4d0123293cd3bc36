"""What terminals answer to the questions at the start."""

from __future__ import annotations

import pytest
from prompt_toolkit.output import ColorDepth
from prompt_toolkit.output.vt100 import _EscapeCodeCache  # what is written for a style

from euchre_client.probe import SYMBOLS, Answers, LateAnswers, read_answers
from euchre_client.settings import Settings
from euchre_client.styles import Capabilities, capabilities, colour_depth, preferred, style_for

FITS = f"\x1b[1;{len(SYMBOLS) + 1}R".encode()
WIDE = f"\x1b[1;{2 * len(SYMBOLS) + 1}R".encode()
KIND = b"\x1b[?62;22c"


@pytest.mark.parametrize(
    ("data", "answers"),
    [
        (b"", Answers()),
        (KIND, Answers()),
        (FITS + KIND, Answers(symbols_fit=True)),
        (WIDE + KIND, Answers(symbols_fit=False)),
        (FITS + b"\x1b]11;rgb:0000/0000/0000\x1b\\" + KIND, Answers(symbols_fit=True, dark=True)),
        (FITS + b"\x1b]11;rgb:ff/ff/f0\x07" + KIND, Answers(symbols_fit=True, dark=False)),
        (b"1\r" + FITS + b"q" + KIND + b"2", Answers(symbols_fit=True)),
        (b"\x1b]11;rgb:zz/00/00\x1b\\", Answers()),
    ],
)
def test_answers_are_found_among_keys(data: bytes, answers: Answers) -> None:
    assert read_answers(data) == answers


def test_a_mute_terminal_is_taken_for_what_the_environment_says() -> None:
    assert capabilities({"COLORFGBG": "0;15"}, Answers()).dark is False
    assert capabilities({"COLORFGBG": "15;0"}, Answers()).dark is True
    assert capabilities({}, Answers()).dark is True
    assert capabilities({"TERM": "linux"}, Answers(symbols_fit=True)).ascii_only is True
    assert capabilities({}, Answers(symbols_fit=False)).ascii_only is True
    assert capabilities({"COLORFGBG": "0;15"}, Answers(dark=True)).dark is True
    assert capabilities({"NO_COLOR": "1"}, Answers()).colour is False


@pytest.mark.parametrize("late", ["\x1b]11;rgb:1/c/q\x07", "\x1b]11;rgb:1/c/q\x1b\\", "\x1b[?62;22c"])
def test_late_answers_are_no_keys(late: str) -> None:
    filter_ = LateAnswers()
    names = {"\x1b": "escape", "\x07": "c-g"}
    kept = [key for key in (names.get(char, char) for char in f"a{late}q") if not filter_.swallows(key)]
    assert [key for key in kept if key != "escape"] == ["a", "q"]


def test_settings_go_before_what_was_found() -> None:
    found = Capabilities(ascii_only=True, dark=True)
    assert preferred(found, Settings()) == found
    wanted = Settings(symbols="unicode", background="light", deck="two")
    assert preferred(found, wanted) == Capabilities(ascii_only=False, dark=False, deck="two")
    assert preferred(Capabilities(), Settings(symbols="ascii")).ascii_only


def test_colour_depth_from_the_environment() -> None:
    assert colour_depth({"COLORTERM": "truecolor"}) is ColorDepth.DEPTH_24_BIT
    assert colour_depth({"COLORTERM": "truecolor", "NO_COLOR": "1"}) is None
    assert colour_depth({}) is None
    assert colour_depth({"TERM": "xterm-256color"}) is None
    for few in ("linux", "ansi", "xterm-16color", "rxvt-16color"):
        assert colour_depth({"TERM": few}) is ColorDepth.DEPTH_4_BIT
        assert capabilities({"TERM": few}, Answers()).few_colours
        assert colour_depth({"TERM": few, "NO_COLOR": "1"}) is None
        assert not capabilities({"TERM": few, "COLORTERM": "truecolor"}, Answers()).few_colours


@pytest.mark.parametrize("dark", [True, False])
@pytest.mark.parametrize("depth", [ColorDepth.DEPTH_4_BIT, ColorDepth.DEPTH_8_BIT])
def test_suits_are_told_apart_in_the_colours_that_reach_the_terminal(depth: ColorDepth, dark: bool) -> None:
    codes = _EscapeCodeCache(depth)
    for deck, kinds in {"four": 4, "poker": 4, "two": 2, "none": 1}.items():
        few = depth is ColorDepth.DEPTH_4_BIT
        style = style_for(Capabilities(dark=dark, deck=deck, few_colours=few))
        suits = [
            codes[style.get_attrs_for_style_str(f"class:{suit}")] for suit in ("clubs", "diamonds", "hearts", "spades")
        ]
        assert len(set(suits)) == kinds, (deck, suits)
        assert not any(code in shown for shown in suits for code in (";90;", ";90m", ";30m"))  # greys drown
