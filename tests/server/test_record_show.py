"""Pictures and sums of recorded games."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine.naive import PRESETS
from engine.naive_games import random_record, random_rules
from euchre_server import record_stats
from euchre_server.record_cli import main

Lines = list[dict[str, Any]]

DEAL: Lines = [
    {
        "euchre": 1,
        "seats": [{"name": name, "kind": "human"} for name in ("Ann", "Bob", "李小龍", "\x1bDan\u202e")],
        "score": [7, 9],
    },
    {
        "deal": 1,
        "dealer": 3,
        "hands": [
            ["JD", "KD", "9H", "AH", "AS"],
            ["JC", "AC", "AD", "JH", "QH"],
            ["9C", "TC", "QC", "KH", "9S"],
            ["KC", "QD", "TS", "QS", "KS"],
        ],
        "upcard": "JS",
        "kitty": ["9D", "TD", "TH"],
    },
    {"seat": 0, "do": "order", "alone": True, "by": "bot"},
    {"seat": 3, "do": "discard", "card": "KC"},
    *(
        {"seat": seat, "do": "play", "card": card}
        for seat, card in zip(
            [0, 1, 3, 1, 3, 0, 3, 0, 1, 3, 0, 1, 3, 0, 1],
            ["KD", "AD", "QD", "JH", "QS", "9H", "JS", "AS", "JC", "KS", "AH", "QH", "TS", "JD", "AC"],
            strict=True,
        )
    ),
    {"result": {"tricks": [0, 5], "points": [0, 2], "score": [7, 11]}},
]

PICTURE = """\
Deal 1   Dan deals   score 7 : 9

                     李小龍
                     9♣ T♣ Q♣ K♥ 9♠
  Bob                                   Dan
  J♣ A♣ A♦ J♥ Q♥     [J♠]               K♣ Q♦ T♠ Q♠ K♠
                     Ann
                     J♦ K♦ 9♥ A♥ A♠
  kitty: 9♦ T♦ T♥

  Ann (bot) orders it up, alone · Dan puts away K♣

          Ann          Bob          李小龍       Dan
  trick 1 >K♦           A♦*          -            Q♦
  trick 2  9♥          >J♥           -            Q♠*
  trick 3  A♠           J♣           -           >J♠*
  trick 4  A♥           Q♥           -           >K♠*
  trick 5  J♦           A♣           -           >T♠*

  Ann and 李小龍 made ♠ trump and are euchred with 0 of 5.   points 0 : 2   score 7 : 11
"""


def write(folder: Path, *records: Lines) -> str:
    file = folder / "games.euchre"
    file.write_text("".join(json.dumps(line) + "\n" for lines in records for line in lines))
    return str(file)


def test_a_deal_is_shown_as_a_picture(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", write(tmp_path, DEAL)]) == 0
    assert capsys.readouterr().out == PICTURE + "\n"


def test_suits_are_letters_where_symbols_cannot_be_shown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "--ascii", write(tmp_path, DEAL)]) == 0
    out = capsys.readouterr().out
    assert "trick 1 >KD           AD*          -            QD" in out
    assert "made S trump" in out


def test_one_record_of_several_is_shown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other = random_record(PRESETS["two_hand"], Random(1))
    file = write(tmp_path, [{"euchre": 2}], DEAL, other)
    assert main(["show", "--record", "2", file]) == 0
    assert capsys.readouterr().out == PICTURE + "\n"
    assert main(["show", "--record", "4", file]) == 2
    assert capsys.readouterr().err == f"{file}: there are only 3 records\n"
    with pytest.raises(SystemExit):
        main(["show", "--record", "0", file])


def test_what_is_unknown_is_shown_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    hidden: Lines = json.loads(json.dumps(DEAL))
    hidden[1] |= {"hands": [None, None, None, DEAL[1]["hands"][3]], "kitty": None}
    assert main(["show", write(tmp_path, hidden)]) == 0
    out = capsys.readouterr().out
    assert out.count("?? ?? ?? ?? ??") == 3
    assert "kitty: ?? ?? ??" in out


def test_a_record_that_stops_and_one_that_is_wrong_are_shown_as_far_as_they_go(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wrong = [*DEAL[:5], {"seat": 1, "do": "play", "card": "JC"}]
    file = write(tmp_path, DEAL[:7], wrong)
    assert main(["show", file]) == 1
    out = capsys.readouterr().out
    assert out.count("The record stops here.") == 2
    assert f"{file}:13: seat 1 may not play JC" in out


def test_every_rule_set_can_be_shown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rng = Random(5)
    games = [random_record(random_rules(rng), rng, 3) for _ in range(40)]
    assert main(["show", "--ascii", write(tmp_path, *games)]) == 0
    out = capsys.readouterr().out
    assert out.count(" deals   score ") == sum("deal" in line for lines in games for line in lines)
    assert max(map(len, out.splitlines())) < 110
    for words in (
        "Thrown in",
        "claims the rest",
        "calls NT",
        "BN",
        "gives",
        "swaps",
        "goes alone",
        "leaves the upcard",
    ):
        assert words in out


def test_sums(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    note = {"note": "seat", "seat": 1, "kind": "human", "name": "Eve"}
    assert main(["stats", write(tmp_path, DEAL, DEAL[:8], [DEAL[0], note, *DEAL[1:]])]) == 0
    assert capsys.readouterr().out == (
        "3 records: 2 finished games, 0 wrong\n"
        "2 deals, 0 of them thrown in\n"
        "\n"
        "player         games     won   deals   calls    made   march euchred   alone  tricks  points\n"
        "Dan                2       2       2       0       0       0       0       0      10       4\n"
        "Ann                2       0       2       2       0       0       2       2       0       0\n"
        "李小龍             2       0       2       0       0       0       0       0       0       0\n"
        "Bob                1       1       1       0       0       0       0       0       5       2\n"
        "Eve                1       1       1       0       0       0       0       0       5       2\n"
    )


def test_sums_of_whole_games_add_up(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    games = [random_record(PRESETS["north_american"], Random(seed)) for seed in range(4)]
    assert main(["stats", write(tmp_path, *games)]) == 0
    head, deals, _, _, *rows = capsys.readouterr().out.splitlines()
    assert head == "4 records: 4 finished games, 0 wrong"
    played = sum("tricks" in line.get("result", {}) for lines in games for line in lines)
    thrown_in = sum("thrown_in" in line.get("result", {}) for lines in games for line in lines)
    assert deals == f"{played + thrown_in} deals, {thrown_in} of them thrown in"
    table = [list(map(int, row.split()[2:])) for row in rows]
    assert sum(row[1] for row in table) == 8
    assert sum(row[3] for row in table) == sum(row[4] + row[6] for row in table) == played
    assert sum(row[8] for row in table) == 10 * played


def test_names_without_end_are_not_all_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(record_stats, "NAMES", 2)
    assert main(["stats", write(tmp_path, DEAL)]) == 0
    assert "(others)" in capsys.readouterr().out


def test_sums_of_no_record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "empty").touch()
    assert main(["stats", str(tmp_path / "empty")]) == 2
    assert main(["show", str(tmp_path / "empty")]) == 2
    assert main(["stats", write(tmp_path, [{"euchre": 1}])]) == 0
    assert "this is no game record" in capsys.readouterr().err
