"""What is wrong with a record is found, and named by its line."""

from __future__ import annotations

import copy
import io
import json
from random import Random
from typing import Any

import pytest

from engine.naive import PRESETS
from engine.naive_games import random_record
from euchre_server.record_lines import LINE_LIMIT, read_lines
from euchre_server.record_verify import Report, verify

Lines = list[dict[str, Any]]


def game(preset: str = "classic", seed: int = 1, **rules: Any) -> Lines:
    return copy.deepcopy(random_record({**PRESETS[preset], **rules}, Random(seed)))


def encode(lines: Lines) -> bytes:
    return b"".join(json.dumps(line).encode() + b"\n" for line in lines)


def check(data: bytes) -> list[Report]:
    return list(verify(read_lines(io.BytesIO(data))))


def find(lines: Lines, key: str, value: Any = None, nth: int = 0) -> int:
    """Where the nth line with this key (and value) stands, counted from 0."""
    hits = [at for at, line in enumerate(lines) if key in line and value in (None, line[key])]
    return hits[nth]


def expect(lines: Lines, at: int, text: str) -> None:
    """The record's first fault is in the line at that place and says this."""
    (report,) = check(encode(lines))
    assert report.fault is not None
    assert report.fault.line == at + 1, report.fault.text
    assert text in report.fault.text


@pytest.mark.parametrize("preset", PRESETS)
def test_whole_games_are_right(preset: str) -> None:
    lines = game(preset)
    (report,) = check(encode(lines))
    assert report == Report(1, deals=sum("deal" in one for one in lines), actions=sum("do" in one for one in lines))


# ---------------------------------------------------------------- the header


@pytest.mark.parametrize(
    ("change", "text"),
    [
        ({"euchre": 2}, "version 2 of the record"),
        ({"euchre": True}, "version true"),
        ({"euchre": "1"}, 'version "1"'),
        ({"rules": []}, "rules must be a map"),
        ({"rules": {"jokers": True}}, "no rule 'jokers'"),
        ({"rules": {"target": 100}}, "target must be between 1 and 99"),
        ({"rules": {"target": 10.0}}, '"target" cannot be 10.0'),
        ({"rules": {"joker": 1}}, "joker cannot be 1"),
        ({"rules": {"lone_defender_points": "2_4"}}, "lone_defender_points=2_4 cannot go with defend_alone=off"),
        ({"rules": {"players": 2}}, "alone=caller cannot go with players=2"),
        ({"score": [0]}, "score must be a list of 2 numbers"),
        ({"score": [0, -1]}, "score must be a whole number from 0"),
        ({"seats": [{"name": "Ann"}]}, "seats names 1 of 4 seats"),
        ({"seats": "Ann"}, "seats must be a list of maps"),
        ({"seats": [1, 2, 3, 4]}, "seats must be a list of maps"),
        ({"table": 5}, "table must be a text, not 5"),
    ],
)
def test_header(change: dict[str, Any], text: str) -> None:
    lines = game()
    lines[0] |= change
    expect(lines, 0, text)


def test_a_score_that_ends_the_game_allows_no_deal() -> None:
    lines = game()
    lines[0]["score"] = [10, 3]
    expect(lines, 1, "ends the game, no deal may follow")
    (report,) = check(encode(lines[:1]))
    assert report.fault is None
    assert not report.unfinished


# ---------------------------------------------------------------- deals


@pytest.mark.parametrize(
    ("change", "text"),
    [
        ({"deal": 2}, "this is deal 2, it must be deal 1"),
        ({"deal": 0}, "deal must be a whole number from 1"),
        ({"deal": True}, "deal must be a whole number from 1"),
        ({"dealer": 4}, "dealer must be a whole number from 0 to 3"),
        ({"dealer": None}, "dealer must be a whole number"),
        ({"upcard": "7H"}, '"7H" is no card of this pack of 24'),
        ({"upcard": ["9H"]}, "is no card of this pack"),
        ({"upcard": None}, "the upcard lay open"),
        ({"hands": {}}, "hands must be a list of 4 hands"),
        ({"hands": [["9C"]] * 3}, "hands must be a list of 4 hands"),
        ({"kitty": ["9C", "TC"]}, "the kitty has 2 cards, not 3"),
        ({"kitty": "9C TC QC"}, "the kitty must be a list of cards"),
        ({"do": "pass"}, "this is deal and do"),
    ],
)
def test_deal(change: dict[str, Any], text: str) -> None:
    lines = game()
    lines[1] |= change
    expect(lines, 1, text)


def test_a_card_dealt_twice() -> None:
    lines = game()
    lines[1]["hands"][2][4] = lines[1]["hands"][0][0]
    expect(lines, 1, "is dealt twice")


def test_a_hand_of_four() -> None:
    lines = game()
    lines[1]["hands"][2].pop()
    expect(lines, 1, "the hand of seat 2 has 4 cards, not 5")


@pytest.mark.parametrize("name", ["upcard", "kitty"])
def test_a_deal_without(name: str) -> None:
    lines = game()
    del lines[1][name]
    expect(lines, 1, f"the deal has no {name}")


def test_the_wrong_dealer_of_the_second_deal() -> None:
    lines = game()
    at = find(lines, "deal", 2)
    right = lines[at]["dealer"]
    lines[at]["dealer"] = (right + 1) % 4
    expect(lines, at, f"it must be seat {right}")


def test_a_deal_number_left_out() -> None:
    lines = game()
    at = find(lines, "deal", 2)
    lines[at]["deal"] = 3
    expect(lines, at, "this is deal 3, it must be deal 2")


def test_a_deal_in_the_middle_of_another() -> None:
    lines = game()
    del lines[find(lines, "result") - 2 : find(lines, "result") + 1]
    expect(lines, find(lines, "deal", 2), "deal 1 is not over: seat")


def test_a_deal_without_the_result_of_the_last() -> None:
    lines = game()
    del lines[find(lines, "result")]
    expect(lines, find(lines, "deal", 2), "the result of deal 1 is missing")


def test_a_deal_after_the_end_of_the_game() -> None:
    lines = game()
    lines.append(lines[1])
    expect(lines, len(lines) - 1, "has won the game, no deal may follow")


# ---------------------------------------------------------------- actions


@pytest.mark.parametrize(
    ("change", "text"),
    [
        ({"seat": 4}, "seat must be a whole number from 0 to 3"),
        ({"seat": None}, "seat must be a whole number"),
        ({"do": "bid"}, "do is 'bid'"),
        ({"do": ["play"]}, "do is ['play']"),
        ({"card": "1H"}, "1H"),
        ({"card": None}, "play with card None"),
        ({"alone": "yes"}, "alone must be true or false"),
        ({"suit": "X"}, "not a suit"),
        ({"legal": {}}, "legal must be a list of maps"),
        ({"legal": [{"do": "dance"}]}, "do is 'dance'"),
        ({"legal": []}, "the list of legal actions lacks"),
        ({"legal": [{"do": "pass"}]}, 'the list of legal actions has "pass"'),
    ],
)
def test_action(change: dict[str, Any], text: str) -> None:
    lines = game()
    at = find(lines, "do", "play")
    lines[at] |= change
    expect(lines, at, text)


def test_a_legal_action_left_out_of_the_list() -> None:
    lines = game()
    at = find(lines, "do", "discard")
    lost = lines[at]["legal"].pop()
    expect(lines, at, f'lacks "discard {lost["card"]}"')


def test_out_of_turn() -> None:
    lines = game()
    at = find(lines, "do", "play", 5)
    lines[at]["seat"] = (lines[at]["seat"] + 1) % 4
    del lines[at]["legal"]
    expect(lines, at, f"seat {lines[at]['seat']} may not play")


def test_an_action_before_the_first_deal() -> None:
    lines = game()
    lines.insert(1, {"seat": 0, "do": "pass"})
    expect(lines, 1, "before the first deal")


def test_a_result_before_the_first_deal() -> None:
    lines = game()
    lines.insert(1, {"result": {"thrown_in": True}})
    expect(lines, 1, "before the first deal")


def test_a_sixth_trick() -> None:
    lines = game()
    at = find(lines, "result")
    lines.insert(at, lines[at - 1])
    expect(lines, at, "deal 1 is over: seat")


@pytest.mark.bulk
@pytest.mark.parametrize("preset", PRESETS)
def test_any_illegal_action_is_found_in_its_line(preset: str) -> None:
    rng = Random(7)
    source = game(preset)
    every = [one for line in source if "legal" in line for one in line["legal"]]
    for _ in range(15):
        lines = copy.deepcopy(source)
        at = find(lines, "legal", nth=rng.randrange(sum("legal" in line for line in lines)))
        legal = lines[at].pop("legal")
        illegal = rng.choice([one for one in every if one not in legal])
        lines[at] = {"seat": lines[at]["seat"], **illegal}
        expect(lines, at, f"seat {lines[at]['seat']} may not {illegal['do']}")


# ---------------------------------------------------------------- results


@pytest.mark.parametrize(
    ("change", "text"),
    [
        ({"result": []}, "result must be a map"),
        ({"result": {"tricks": [5, 0], "points": [2, 0]}}, "the result has no score"),
        ({"result": {"thrown_in": True}}, "the deal was not thrown in"),
        ({"result": {"thrown_in": 1}}, "thrown_in must be true or false, not 1"),
    ],
)
def test_result(change: dict[str, Any], text: str) -> None:
    lines = game()
    at = find(lines, "result")
    lines[at] |= change
    expect(lines, at, text)


@pytest.mark.parametrize("name", ["tricks", "points", "score"])
def test_a_wrong_number_in_the_result(name: str) -> None:
    lines = game()
    at = find(lines, "result", nth=1)
    right = list(lines[at]["result"][name])
    lines[at]["result"][name] = [right[0] + 1, right[1]]
    expect(lines, at, f"{name} are {right}")


def test_same_dealer_without_a_farmers_hand() -> None:
    lines = game()
    at = find(lines, "result")
    lines[at]["result"]["same_dealer"] = True
    expect(lines, at, "same_dealer must be false")


def test_a_thrown_in_deal_is_no_played_one() -> None:
    lines = game("north_american", seed=3)
    at = next(at for at, line in enumerate(lines) if line.get("result", {}).get("thrown_in"))
    lines[at]["result"] = {"tricks": [3, 2], "points": [1, 0], "score": [1, 0]}
    expect(lines, at, "the deal was thrown in")


def test_a_result_too_early() -> None:
    lines = game()
    at = find(lines, "do", "play", 3)
    lines.insert(at, lines[find(lines, "result")])
    expect(lines, at, "deal 1 is not over: seat")


def test_a_result_twice() -> None:
    lines = game()
    at = find(lines, "result")
    lines.insert(at, lines[at])
    expect(lines, at + 1, "the result of deal 1 is stated twice")


# ---------------------------------------------------------------- lines


@pytest.mark.parametrize(
    ("line", "text"),
    [
        (b'{"seat":0,"do":\n', "this is not JSON: expecting value at column 16"),
        (b"[1]\n", "must be one JSON object"),
        (b"null\n", "must be one JSON object"),
        (b'{"note":NaN}\n', "NaN is not a number"),
        (b'{"note":-Infinity}\n', "-Infinity is not a number"),
        (b'{"note":1e999}\n', '"1e999" is too large a number'),
        (b'{"note":' + b"9" * 5000 + b"}\n", "a number has too many digits"),
        (b'{"note":1,"note":1}\n', 'the key "note" stands twice'),
        (b'{"note":{"a":1,"a":2}}\n', 'the key "a" stands twice'),
        (b'{"note":' + b"[" * 10_000 + b"]" * 10_000 + b"}\n", "nested more than 16 deep"),
        (b'{"note":' + b'["]]",' * 10_000 + b"\n", "nested more than 16 deep"),
        (b'{"note":"\xff"}\n', "byte 10 of the line is not UTF-8"),
        (b'{"note":"' + b"x" * LINE_LIMIT + b'"}\n', f"longer than {LINE_LIMIT} bytes"),
        (b"{}\n", "this is none"),
        (b'{"name":"Ann"}\n', "this is none"),
        (b'"' + b'\\"' * 100_000 + b"\n", "this is not JSON"),
    ],
)
def test_a_line_that_cannot_be_read(line: bytes, text: str) -> None:
    lines = game()
    at = find(lines, "do", "play")
    first, second = check(encode(lines[:at]) + line + encode(lines[at:]) + encode(lines))
    assert first.fault is not None
    assert first.fault.line == at + 1
    assert text in first.fault.text
    assert len(first.fault.text) < 300
    assert second == Report(len(lines) + 2, second.deals, second.actions)


@pytest.mark.parametrize("cut", range(1, 60, 7))
def test_half_a_last_line(cut: int) -> None:
    lines = game()
    (report,) = check(encode(lines[:10]).rstrip(b"\n")[:-cut])
    assert report.fault is not None
    assert report.fault.line == 10
    assert "the file ends in the middle of this line" in report.fault.text


def test_a_broken_header_is_a_record_of_its_own() -> None:
    lines = game()
    reports = check(encode(lines) + b'{"euchre":1,"rules":{\n' + encode(lines[1:]) + encode(lines))
    assert [report.fault is None for report in reports] == [True, False, True]
    assert reports[1].fault is not None
    assert reports[1].fault.line == len(lines) + 1


def test_lines_before_any_header_belong_to_no_record() -> None:
    lines = game()
    stray, record = check(encode(lines[5:8]) + encode(lines))
    assert stray.fault is not None
    assert (stray.line, stray.fault.line) == (0, 1)
    assert "no header stands before this line" in stray.fault.text
    assert (record.line, record.fault) == (4, None)


def test_messages_are_safe_to_print() -> None:
    lines = game()
    lines[0]["rules"]["upcard"] = "\x1b[31m\u202e" + "x" * 1000
    (report,) = check(encode(lines))
    assert report.fault is not None
    assert report.fault.text.isprintable()
    assert len(report.fault.text) < 300


# ---------------------------------------------------------------- what is not wrong


@pytest.mark.bulk
@pytest.mark.parametrize("stop", range(1, 40))
def test_a_record_that_stops_after_a_whole_line_is_unfinished(stop: int) -> None:
    (report,) = check(encode(game()[:stop]))
    assert report.fault is None
    assert report.unfinished


def test_unknown_keys_notes_blank_lines_and_false_are_ignored() -> None:
    lines = game()
    lines[0] |= {"by": "somebody"}
    lines[1] |= {"proof": [1.5, None, {"a": {}}]}
    at = find(lines, "do", "play")
    lines[at] |= {"ms": 1200, "by": "bot", "alone": False, "mood": "good"}
    lines[at]["legal"][0]["mood"] = "bad"
    lines[find(lines, "result")]["result"] |= {"thrown_in": False, "same_dealer": False, "more": 1}
    lines.insert(at, {"note": "seat", "seat": 2, "kind": "bot:normal", "do": "nothing"})
    lines.append({"note": "proof", "deal": 3})
    (report,) = check(encode(lines).replace(b"\n", b"\r\n\r\n"))
    assert report.fault is None
    assert not report.unfinished


def test_a_missing_end_of_the_last_line_is_no_fault() -> None:
    (report,) = check(encode(game()).rstrip(b"\n"))
    assert report.fault is None
