"""Records of one player's view: what is known is checked, what is unknown may be anything that fits."""

from __future__ import annotations

import copy
import io
import json
from random import Random
from typing import Any

import pytest

from engine.naive import PRESETS
from engine.naive_games import random_record, random_rules
from euchre_server.record_lines import read_lines
from euchre_server.record_verify import Played, Report, follow, verify


def view_of(lines: list[dict[str, Any]], owner: int) -> list[dict[str, Any]]:
    """The record as one seat can know it."""
    lines = copy.deepcopy(lines)
    for line in lines:
        if "deal" in line:
            line["hands"] = [hand if seat == owner else None for seat, hand in enumerate(line["hands"])]
            line["kitty"] = None
        if "do" in line and line["seat"] != owner:
            line.pop("legal")
            if line["do"] == "discard" or (line["do"] == "give" and (line["seat"] + 2) % 4 != owner):
                line["card"] = None
            if line["do"] == "swap":
                line["cards"] = None
    return lines


def check(lines: list[dict[str, Any]]) -> Report:
    (report,) = verify(read_lines(io.BytesIO(encode(lines))))
    return report


def encode(lines: list[dict[str, Any]]) -> bytes:
    return b"".join(json.dumps(line).encode() + b"\n" for line in lines)


@pytest.mark.bulk
@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("owner", [0, 1])
def test_views_of_whole_games_are_right(preset: str, owner: int) -> None:
    for seed in range(6):
        lines = random_record(PRESETS[preset], Random(seed))
        whole = check(lines)
        report = check(view_of(lines, owner))
        assert report.fault is None, report.fault
        assert report.partial
        assert not report.unfinished
        assert (report.deals, report.actions) == (whole.deals, whole.actions)


@pytest.mark.bulk
def test_views_under_any_rules_are_right() -> None:
    rng = Random(8)
    for number in range(100):
        lines = view_of(random_record(random_rules(rng), rng, 3), number % 3)
        report = check(lines)
        assert report.fault is None, (report.fault, lines[0])


def test_views_that_stop_anywhere_are_unfinished_and_not_wrong() -> None:
    lines = view_of(random_record(PRESETS["classic"], Random(4), deals=2), 2)
    for stop in range(2, len(lines)):
        report = check(lines[:stop])
        assert report.fault is None, report.fault
        assert report.unfinished
        assert report.partial


def test_a_watcher_s_record_has_no_hand_at_all() -> None:
    lines = view_of(random_record(PRESETS["north_american"], Random(4)), 9)
    assert check(lines) == Report(
        1, sum("deal" in line for line in lines), sum("do" in line for line in lines), partial=True
    )


def watched(rules: dict[str, Any], dealer: int, upcard: str, actions: str) -> list[dict[str, Any]]:
    """One deal as a watcher has it; actions are seat, word and what was laid open."""
    players = rules.get("players", 4)
    lines: list[dict[str, Any]] = [{"euchre": 1, "rules": rules}]
    lines.append({"deal": 1, "dealer": dealer, "hands": [None] * players, "upcard": upcard, "kitty": None})
    for seat, word, *rest in (action.split() for action in actions.split(", ")):
        fields = {"play": "card", "discard": "card", "give": "card", "swap": "cards", "call": "suit"}
        line = {fields[word]: rest[0] if rest else None} if word in fields else {}
        lines.append({"seat": int(seat), "do": word, **line, **({"alone": True} if "alone" in rest else {})})
    return lines


FARMERS = {"farmers_hand": "swap3"}
GIFTS = {"farmers_hand": "redeal", "partners_best": True, "all_pass": "redeal", "loner_lead": "left_of_loner"}
BY_WATCHERS = {
    "what was swapped away is free of the suits that could not be followed": (
        {"players": 2, "alone": "none", **FARMERS},
        (0, "QS"),
        "1 farmer, 1 swap, 1 pass, 0 pass, 1 call C, 1 play QC, 0 play JS, 0 play QD, 1 play JH, 0 play KH, 1 play TC",
    ),
    "the fifth low card of a farmer's hand was given away": (
        GIFTS,
        (0, "QD"),
        "0 keep, 1 pass, 2 pass, 3 pass, 0 pass, 1 pass, 2 call S alone, 0 give, 2 discard, 3 play 9S, 1 play JS,"
        " 2 play JC, 1 play AH, 2 play KH, 3 play QS, 3 play 9C, 1 play QC, 2 play TC, 1 play AD, 2 play 9H, 3 play KC",
    ),
}


@pytest.mark.parametrize("case", BY_WATCHERS)
def test_hidden_cards_are_filled_in_where_house_rules_leave_few_that_fit(case: str) -> None:
    rules, (dealer, upcard), actions = BY_WATCHERS[case]
    report = check(watched(rules, dealer, upcard, actions))
    assert report.fault is None, report.fault
    assert report.partial


def test_a_hidden_discard_in_an_open_deal() -> None:
    lines = random_record(PRESETS["classic"], Random(1))
    at = next(at for at, line in enumerate(lines) if line.get("do") == "discard")
    lines[at] = {"seat": lines[at]["seat"], "do": "discard", "card": None}
    report = check(lines)
    assert report.fault is None
    assert report.partial


def test_an_open_deal_with_a_hidden_discard_is_told_once_however_often_it_is_tried() -> None:
    hands = [["AC", "KC", "QC", "9D", "TD"], ["9C", "AD", "JC", "KD", "QD"], ["TC", "AS", "KS", "QS", "JS"]]
    hands.append(["TH", "QH", "KH", "AH", "JH"])
    lines: list[dict[str, Any]] = [
        {"euchre": 1},
        {"deal": 1, "dealer": 3, "hands": hands, "upcard": "9H", "kitty": ["9S", "TS", "JD"]},
        {"seat": 0, "do": "order"},
        {"seat": 3, "do": "discard", "card": None},
        {"seat": 0, "do": "play", "card": "AC"},
        {"seat": 1, "do": "play", "card": "AD"},
    ]
    report = check(lines)
    assert report.fault is not None
    assert report.fault.line == 6
    (played,) = (one for one in follow(read_lines(io.BytesIO(encode(lines)))) if isinstance(one, Played))
    assert len(played.story) == 1


def fault_of(lines: list[dict[str, Any]]) -> tuple[int, str]:
    report = check(lines)
    assert report.fault is not None
    return report.fault.line, report.fault.text


def test_the_owner_s_illegal_card_is_found() -> None:
    whole = random_record(PRESETS["classic"], Random(1))
    lines = view_of(whole, 2)
    at = next(at for at, line in enumerate(lines) if line.get("do") == "play" and line["seat"] == 2)
    lines[at].pop("legal")
    lines[at]["card"] = whole[1]["hands"][0][0]
    line, text = fault_of(lines)
    assert line == at + 1
    assert text.startswith(f"seat 2 may not play {lines[at]['card']}: ")


def test_the_owner_s_legal_list_is_checked() -> None:
    lines = view_of(random_record(PRESETS["classic"], Random(1)), 2)
    at = next(at for at, line in enumerate(lines) if line.get("do") == "play" and line["seat"] == 2)
    lost = lines[at]["legal"].pop()
    assert fault_of(lines) == (at + 1, f'the list of legal actions lacks "play {lost["card"]}"')


def test_a_card_that_two_seats_play_is_found() -> None:
    lines = view_of(random_record(PRESETS["classic"], Random(1)), 2)
    plays = [at for at, line in enumerate(lines) if line.get("do") == "play" and line["seat"] != 2]
    lines[plays[3]]["card"] = lines[plays[0]]["card"]
    line, _ = fault_of(lines)
    assert line == plays[3] + 1


def test_a_revoke_that_later_cards_betray_is_found() -> None:
    # Seat 1 discards a diamond on a club lead and shows a club in the next trick.
    hands = [["AC", "KC", "QC", "9D", "TD"], None, None, None]
    lines: list[dict[str, Any]] = [
        {"euchre": 1},
        {"deal": 1, "dealer": 3, "hands": hands, "upcard": "9H", "kitty": None},
        {"seat": 0, "do": "order"},
        {"seat": 3, "do": "discard", "card": None},
        {"seat": 0, "do": "play", "card": "AC"},
        {"seat": 1, "do": "play", "card": "AD"},
        {"seat": 2, "do": "play", "card": "9C"},
        {"seat": 3, "do": "play", "card": "TC"},
        {"seat": 0, "do": "play", "card": "KC"},
    ]
    assert check(lines).fault is None
    lines.append({"seat": 1, "do": "play", "card": "JC"})
    line, text = fault_of(lines)
    assert line == 6
    assert text.startswith("seat 1 may not play AD: ")


def test_what_can_never_be_is_found_even_among_hidden_cards() -> None:
    lines = view_of(random_record(PRESETS["classic"], Random(1)), 2)
    lines.insert(2, {"seat": lines[2]["seat"], "do": "discard", "card": None})
    line, text = fault_of(lines)
    assert line == 3
    assert text == f"seat {lines[2]['seat']} may not discard now"


def test_endless_actions_in_a_hidden_deal_are_not_kept() -> None:
    lines = view_of(random_record(PRESETS["classic"], Random(1)), 2)[:2]
    lines += [{"seat": (lines[1]["dealer"] + 1 + at) % 4, "do": "pass"} for at in range(300)]
    line, _ = fault_of(lines)
    assert line == 10
