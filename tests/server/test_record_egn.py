"""Games in Euchre Game Notation: written where they fit, read with suspicion."""

from __future__ import annotations

import copy
import io
import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine.naive import PRESETS, RuleFields
from engine.naive_games import random_record
from euchre_server.record_cli import main
from euchre_server.record_egn import collect, to_egn
from euchre_server.record_egn_read import SIZE_LIMIT, read_egn
from euchre_server.record_lines import RecordError, read_lines
from euchre_server.record_verify import Report, follow, verify

from .egn_form import check_form

Lines = list[dict[str, Any]]
Egn = dict[str, Any]

FITTING: dict[str, RuleFields] = {
    "classic": PRESETS["classic"],
    "redeal": {**PRESETS["classic"], "all_pass": "redeal", "target": 5},
    "canadian": {**PRESETS["classic"], "partner_order": "alone_only", "loner_lead": "left_of_loner"},
    "large_pack": {**PRESETS["classic"], "lowest": 7, "no_trump": True, "loner_euchred": 4},
    "defended_alone": {**PRESETS["classic"], "defend_alone": "vs_loner", "loner_lead": "left_of_loner"},
    "partners_best": {**PRESETS["classic"], "partners_best": True, "defend_alone": "vs_loner"},
}


def record(rules: RuleFields, seed: int = 1, **header: Any) -> Lines:
    lines = random_record(rules, Random(seed))
    lines[0] |= {"seats": [{"name": name, "kind": "human"} for name in "ABCD"], "table": "Table", **header}
    return lines


def encode(lines: Lines) -> bytes:
    return b"".join(json.dumps(line).encode() + b"\n" for line in lines)


def export(lines: Lines) -> Egn:
    game = collect(follow(read_lines(io.BytesIO(encode(lines)))), None)
    assert game is not None
    egn = to_egn(game)
    check_form(egn)  # all that these tests write
    return egn


def bring(egn: Any) -> Lines:
    return [json.loads(line) for line in read_egn(io.BytesIO(json.dumps(egn).encode()))]


def report(lines: Lines) -> Report:
    (only,) = verify(read_lines(io.BytesIO(encode(lines))))
    return only


def essence(lines: Lines) -> list[Any]:
    """What must survive the way there and back: hands, who did what, and what came of it."""
    kept: list[Any] = []
    for line in lines:
        if "deal" in line:
            kept.append((line["deal"], line["dealer"], line["hands"], line["upcard"], sorted(line["kitty"])))
        elif "do" in line:
            kept.append([(key, line.get(key)) for key in ("seat", "do", "card", "suit", "alone") if line.get(key)])
        elif "result" in line:
            kept.append(line["result"])
    return kept


# ---------------------------------------------------------------- there and back


@pytest.mark.parametrize("rules", [FITTING[name] for name in FITTING if name != "partners_best"])
def test_there_and_back(rules: RuleFields) -> None:
    lines = record(rules)
    back = bring(export(lines))
    assert essence(back) == essence(lines)
    assert back[0]["rules"] == rules
    assert report(back).fault is None
    assert not report(back).unfinished


def test_there_and_back_with_gifts() -> None:
    """The loner's discard for the gift is not part of the notation: it follows from the cards played."""
    lines = record(FITTING["partners_best"])
    back = bring(export(lines))
    gifts = [line["card"] for line in lines if line.get("do") == "give"]
    assert len(gifts) > 3
    assert [line["card"] for line in back if line.get("do") == "give"] == gifts
    assert [line for line in back if "result" in line] == [line for line in lines if "result" in line]
    assert report(back) == Report(1, report(lines).deals, report(lines).actions, partial=True)


def test_there_and_back_with_the_benny() -> None:
    rules = PRESETS["british"]
    seed = next(seed for seed in range(100) if all(line.get("upcard") != "BN" for line in record(rules, seed)))
    lines = record(rules, seed)
    assert essence(bring(export(lines))) == essence(lines)


def test_the_words_are_those_of_the_notation() -> None:
    egn = export(record(FITTING["large_pack"], table="<b>Kü\x07che</b>", when="2026-11-29T20:14:41Z"))
    assert (egn["fileType"], egn["version"]) == ("Euchre Game Notation", "1.6")
    meta = egn["metadata"]
    assert meta["title"] == "(b)Küche(/b)"
    assert meta["date"] == "2026-11-29T20:14:41Z"
    assert meta["players"] == ["A", "B", "C", "D"]
    assert (meta["initialScore"], max(meta["finalScore"]) >= 10) == ([0, 0], True)
    assert meta["ruleset"] == {
        "std": True,
        "min_rank": 7,
        "winning_score": 10,
        "canadian": False,
        "loner_lead": "LEFT_OF_DEALER",
        "loner_march_score": 4,
        "loner_euchred_score": 4,
        "defend_alone": False,
        "partners_best": False,
        "joker": False,
        "allow_no_trump": True,
    }
    calls = {call for deal in egn["deals"] for call in deal["phases"][0]["calls"]}
    assert calls <= {"Pass", "Order", "s", "h", "d", "c", "n"}
    for number, deal in enumerate(egn["deals"]):
        assert set(deal) == {"dealNumber", "initialState", "phases"}
        assert deal["dealNumber"] == number
        assert [len(hand) for hand in deal["initialState"]["playerCards"]] == [5] * 4
        bidding, *play = deal["phases"]
        assert (bidding["phaseNumber"], bidding["type"]) == (0, "EUCHRE_BIDDING")
        assert [phase["type"] for phase in play] in ([], ["TRICK_PLAY"])
        assert all(len(phase["tricks"]) == 5 for phase in play)


def test_unfinished_games_are_written_without_a_final_score() -> None:
    lines = record(PRESETS["classic"])
    for stop in range(1, 60, 3):
        egn = export(lines[:stop])
        assert "finalScore" not in egn["metadata"]
        back = bring(egn)
        assert essence(back)[: stop - 2] == essence(lines[:stop])[: stop - 2]


# ---------------------------------------------------------------- what does not fit


@pytest.mark.parametrize(
    ("rules", "reason"),
    [
        (PRESETS["two_hand"], "players=2: only four-hand games"),
        (PRESETS["three_hand"], "players=3: only four-hand games"),
        ({"upcard": "may_take"}, "upcard=may_take: EGN has no word for a dealer who may leave"),
        ({"alone": "makers"}, "alone=makers: "),
        ({"alone": "none"}, "alone=none: "),
        ({"defend_alone": "always"}, "defend_alone=always: "),
        ({"defend_alone": "vs_loner", "lone_defender_points": "2_4"}, "lone_defender_points=2_4: "),
        ({"super_euchre": 4}, "super_euchre=4: "),
        ({"win_by": 2}, "win_by=2: "),
        ({"need_suit": "caller"}, "need_suit=caller: "),
        ({"farmers_hand": "redeal"}, "farmers_hand=redeal: "),
        ({"claims": True}, "claims=true: EGN has no word for claims"),
    ],
)
def test_games_that_do_not_fit_are_refused_with_the_reason(rules: RuleFields, reason: str) -> None:
    lines = random_record({**PRESETS["classic"], **rules}, Random(1), 1)
    with pytest.raises(RecordError) as refused:
        export(lines)
    assert reason in str(refused.value)


def test_a_turned_up_benny_does_not_fit() -> None:
    seed = next(seed for seed in range(100) if record(PRESETS["british"], seed)[1]["upcard"] == "BN")
    with pytest.raises(RecordError, match="deal 1: EGN has no word for a turned-up Benny"):
        export(record(PRESETS["british"], seed))


def test_unknown_hands_do_not_fit() -> None:
    lines = record(PRESETS["classic"])[:2]
    lines[1]["hands"][2] = None
    with pytest.raises(RecordError, match="hands are unknown"):
        export(lines)


def test_too_many_deals_do_not_fit() -> None:
    with pytest.raises(RecordError, match="at most 100 deals"):
        export(record({**PRESETS["classic"], "target": 99, "all_pass": "redeal"}))


# ---------------------------------------------------------------- reading what others wrote


def test_hidden_hands_are_read_as_unknown() -> None:
    lines = record(PRESETS["classic"])
    egn = export(lines)
    for deal in egn["deals"]:
        del deal["initialState"]["playerCards"]
        deal["phases"][0].pop("discard", None)
    back = bring(egn)
    assert report(back).fault is None
    assert report(back).partial
    assert back[1]["hands"] == [None] * 4
    assert [line for line in back if "result" in line] == [line for line in lines if "result" in line]


def test_other_ways_to_write_cards() -> None:
    egn = export(record(PRESETS["classic"]))
    (bidding, play), state = egn["deals"][0]["phases"], egn["deals"][0]["initialState"]
    trump = next(call for call in bidding["calls"] if call != "Pass")
    trump = state["upCard"][1] if trump == "Order" else trump
    left = {"h": "d", "d": "h", "s": "c", "c": "s"}[trump]

    def other(card: str) -> str:
        return {f"J{trump}": "R", f"J{left}": "L"}.get(card, card.replace("9", "N").upper())

    play["tricks"] = [[other(card) for card in trick] for trick in play["tricks"]]
    state["playerCards"] = [[other(card) for card in hand] for hand in state["playerCards"]]
    assert bring(egn) == bring(export(record(PRESETS["classic"])))


def test_what_readers_may_ignore_is_ignored() -> None:
    egn = export(record(PRESETS["classic"]))
    plain = bring(egn)
    egn["version"] = "1.2.7"
    egn["metadata"] |= {"gameId": "x", "teamNames": ["a", "b"], "description": "\x1b[2J", "date": "soon"}
    egn["metadata"]["players"][1] = {"name": "B", "playerIds": [{"id": "1", "source": "x"}]}
    deal = egn["deals"][0]
    deal["alternativeLines"] = [{"branchIndex": 1, "phases": [{"type": "TRICK_PLAY", "tricks": [["Zz"]]}]}]
    deal["phases"][0]["callAnnotations"] = {"0": ["[!]\x1b]0;title\x07"]}
    del deal["phases"][0]["phaseNumber"]
    assert bring(egn) == plain


def test_texts_are_cleaned() -> None:
    egn = export(record(PRESETS["classic"]))
    egn["metadata"]["title"] = "A\x1b[31m\u202eB\u200b" + "x" * 500
    egn["metadata"]["players"] = ["\x9bX\n\nY", {"name": 5}, "\ud800", ""]
    header = bring(egn)[0]
    assert header["table"].startswith("A[31mBxxx")
    assert len(header["table"]) == 128
    assert [seat["name"] for seat in header["seats"]] == ["X Y", "", "", ""]


def test_a_game_of_a_fixed_number_of_deals_has_no_target() -> None:
    egn = export(record({**PRESETS["classic"], "target": 99})[:40])
    egn["metadata"]["ruleset"].pop("winning_score")
    egn["metadata"]["ruleset"]["num_deals"] = 8
    assert bring(egn)[0]["rules"]["target"] == 99
    egn["metadata"]["ruleset"] = {"winning_score": 0}
    assert bring(egn)[0]["rules"]["target"] == 99


def change(path: str, value: Any) -> Callable[[Egn], None]:
    """Set the value at a path such as ``deals.0.phases.1.tricks``."""

    def apply(egn: Egn) -> None:
        place: Any = egn
        *way, last = [int(step) if step.isdigit() else step for step in path.split(".")]
        for step in way:
            place = place[step]
        place[last] = value

    return apply


@pytest.mark.parametrize(
    ("path", "value", "reason"),
    [
        ("fileType", "PGN", 'this is no EGN file: fileType is "PGN"'),
        ("version", "1.1", 'only versions 1.2 to 1.6 of EGN are read, not "1.1"'),
        ("version", 1.6, "only versions 1.2 to 1.6"),
        ("metadata", [], "metadata must be a map"),
        ("metadata.players", ["A", "B"], "this one has 2 players"),
        ("metadata.players", "ABCD", "players must be a list of at most 10"),
        ("metadata.initialScore", [1], "score must be a list of 2 numbers"),
        ("metadata.initialScore", [-1, 0], "score must be a whole number"),
        ("metadata.finalScore", [3, 99], "finalScore is [3, 99], the cards played give"),
        ("metadata.ruleset", 5, "ruleset must be a map"),
        ("metadata.ruleset", {"go_under": True}, "the rule go_under with true is not played here"),
        ("metadata.ruleset", {"loner_march_score": 5}, "the rule loner_march_score with 5"),
        ("metadata.ruleset", {"num_players": 4.0}, "the rule num_players with 4.0"),
        ("metadata.ruleset", {"std": 1}, "the rule std with 1"),
        ("metadata.ruleset", {"magic": True}, 'the rule "magic" is unknown'),
        ("metadata.ruleset", {"winning_score": 500}, "target must be between 1 and 99"),
        ("metadata.ruleset", {"joker": True, "allow_no_trump": True}, "cannot go with"),
        ("deals", {}, "deals must be a list of at most 100"),
        ("deals", [{}] * 101, "deals must be a list of at most 100"),
        ("deals.0", "AAAA", "deal 1: a deal must be a map"),
        ("deals.0.initialState", None, "deal 1: initialState must be a map"),
        ("deals.0.initialState.dealer", 4, "deal 1: dealer must be a seat from 0 to 3, not 4"),
        ("deals.1.initialState.dealer", True, "deal 2: dealer must be a seat"),
        ("deals.0.initialState.upCard", "Xh", "deal 1: the upcard lay open, it must be known"),
        ("deals.0.initialState.upCard", "R", "is a bower without a trump"),
        ("deals.0.initialState.upCard", "7h", 'deal 1: "7H" is no card of this pack'),
        ("deals.0.initialState.upCard", 7, "deal 1: 7 is no card"),
        ("deals.0.initialState.playerCards", [[]] * 5, "deal 1: hands must be a list of 4 hands"),
        ("deals.0.initialState.playerCards.0", ["9c"], "deal 1: the hand of seat 0 has 1 cards"),
        ("deals.0.initialState.playerCards.0.0", "At", 'deal 1: "At" is no card of this game'),
        ("deals.0.phases", {}, "deal 1: phases must be a list"),
        ("deals.0.phases.1.type", "EUCHRE_BIDDING", "there are 2 phases of the kind EUCHRE_BIDDING"),
        ("deals.0.phases.0.calls", ["x"], 'deal 1: the call "x" cannot be read'),
        ("deals.0.phases.0.calls", ["Order", "Pass"], "a call follows the one that made trump"),
        ("deals.0.phases.0.calls", ["Pass"] * 8, "may not pass"),
        ("deals.0.phases.1.tricks.0", ["9c"] * 5, "a trick has 5 cards"),
        ("deals.0.phases.1.tricks.0.0", "Xx", "deal 1: a card that was played is unknown"),
        ("deals.0.phases.1.tricks.1.0", "B", "deal 1: seat"),
        ("deals.0.phases.1.tricks", [], "deal 2: deal 1 is not over"),
    ],
)
def test_what_is_wrong_is_refused(path: str, value: Any, reason: str) -> None:
    egn = copy.deepcopy(export(record(PRESETS["classic"], 2)))
    change(path, value)(egn)
    with pytest.raises(RecordError) as refused:
        bring(egn)
    assert reason in str(refused.value)


@pytest.mark.bulk
def test_every_card_is_checked() -> None:
    """Two cards of one trick exchanged belong to the wrong hands, and the reader says so."""
    rng = Random(3)
    source = export(record(PRESETS["classic"], 2))
    for _ in range(25):
        egn = copy.deepcopy(source)
        played = [deal["phases"][1]["tricks"] for deal in egn["deals"] if len(deal["phases"]) > 1]
        trick = rng.choice(rng.choice(played))
        trick[0], trick[1] = trick[1], trick[0]
        with pytest.raises(RecordError, match=r"^deal "):
            bring(egn)


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "this is not JSON"),
        (b"[]", "must be one JSON object"),
        (b'{"fileType":' + b"[" * 10_000, "nested more than 16 deep"),
        (b"{" + b" " * SIZE_LIMIT, "the file is larger than"),
        (b'{"version":NaN}', "NaN is not a number"),
    ],
)
def test_files_that_are_none_are_refused(data: bytes, reason: str) -> None:
    with pytest.raises(RecordError) as refused:
        list(read_egn(io.BytesIO(data)))
    assert reason in str(refused.value)


# ---------------------------------------------------------------- the commands


def test_the_commands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ours, theirs, back = tmp_path / "a.euchre", tmp_path / "a.egn", tmp_path / "b.euchre"
    ours.write_bytes(encode(record(PRESETS["classic"])))
    assert main(["export", "--egn", str(ours), "--output", str(theirs)]) == 0
    assert main(["import", "--egn", str(theirs), "--output", str(back)]) == 0
    assert main(["verify", str(back)]) == 0
    assert main(["export", "--egn", str(ours)]) == 0
    out = capsys.readouterr().out
    assert out.endswith(theirs.read_text(encoding="utf-8"))


def test_the_commands_say_what_is_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "two.euchre"
    file.write_bytes(encode(record(PRESETS["classic"])[:5]) + encode(record(PRESETS["classic"])[:7]) + b"{\n")
    assert main(["export", "--egn", str(file)]) == 1
    assert main(["export", "--egn", "--record", "1", str(file)]) == 0
    capsys.readouterr()
    assert main(["export", "--egn", "--record", "2", str(file)]) == 1
    assert main(["export", "--egn", "--record", "3", str(file)]) == 1
    assert main(["import", "--egn", str(file)]) == 1
    assert main(["import", "--egn", str(tmp_path / "none")]) == 2
    assert main(["export", "--egn", "--record", "1", str(file), "--output", str(tmp_path)]) == 2
    (tmp_path / "empty").touch()
    assert main(["export", "--egn", str(tmp_path / "empty")]) == 2
    assert main(["import", "--egn", str(tmp_path / "empty")]) == 1
    err = capsys.readouterr().err.splitlines()
    assert err[0].startswith(f"{file}:13: this is not JSON")
    assert err[1] == f"{file}: the file holds only 2 records"
    assert err[2].startswith(f"{file}: this is not JSON")
    assert err[3].endswith("none: No such file or directory")
    assert err[4] == f"{tmp_path}: Is a directory"
