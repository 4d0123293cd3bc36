"""Writing records: what the host writes, the reader accepts; and no file is ever harmed."""

from __future__ import annotations

import errno
import io
import json
import os
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from random import Random

import pytest

from engine.tables import any_rules
from euchre_engine import PRESETS, Rules, apply, deal, deck, legal_actions, start_game
from euchre_server import files, records
from euchre_server.record_lines import read_lines
from euchre_server.record_verify import verify
from euchre_server.records import (
    Sitter,
    action_line,
    append_record,
    deal_line,
    header_line,
    result_line,
    save_record,
    seat_line,
)

WHEN = datetime(2026, 11, 29, 21, 14, 41, tzinfo=timezone(timedelta(hours=1)))
SEATS = [Sitter("Ann"), Sitter("Bob", "bot:normal"), Sitter("Ζωή"), Sitter("Dan")]


def written_game(rules: Rules, rng: Random) -> list[str]:
    """A whole game, written line by line as the host does it."""
    lines = [header_line(rules, SEATS[: rules.players], when=WHEN, table="Duel")]
    state = start_game(rules, 0)
    while state.winner is None:
        cards = list(deck(rules))
        rng.shuffle(cards)
        state = deal(state, cards)
        lines.append(deal_line(state.deal_number, state.dealer, cards, rules.players))
        while state.turn is not None:
            seat, legal = state.turn, legal_actions(state, state.turn)
            action = rng.choice(legal)
            state = apply(state, seat, action)
            lines.append(action_line(seat, action, by=rng.choice([None, "bot"]), ms=rng.randrange(9000), legal=legal))
        assert state.result is not None
        lines.append(result_line(state.result))
        lines.append(seat_line(1, Sitter("Eve")))
    return lines


@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS.keys())
def test_what_is_written_is_right(rules: Rules) -> None:
    lines = written_game(rules, Random(3))
    (report,) = verify(read_lines(io.BytesIO("\n".join(lines).encode())))
    assert report.fault is None
    assert not report.unfinished
    assert report.actions == sum('"do"' in line for line in lines)


@pytest.mark.bulk
def test_what_is_written_is_right_under_any_rules() -> None:
    rng = Random("records")
    for _ in range(60):
        (report,) = verify(read_lines(io.BytesIO("\n".join(written_game(any_rules(rng), rng)).encode())))
        assert report.fault is None, report.fault
        assert not report.unfinished


def test_the_lines_have_the_words_of_the_format() -> None:
    lines = [json.loads(line) for line in written_game(PRESETS["classic"], Random(3))]
    assert lines[0]["euchre"] == 1
    assert lines[0]["rules"] == PRESETS["classic"].to_fields()
    assert lines[0]["seats"][1:3] == [{"name": "Bob", "kind": "bot:normal"}, {"name": "Ζωή", "kind": "human"}]
    assert (lines[0]["score"], lines[0]["when"], lines[0]["table"]) == ([0, 0], "2026-11-29T20:14:41Z", "Duel")
    assert list(lines[1]) == ["deal", "dealer", "hands", "upcard", "kitty"]
    assert lines[-1] == {"note": "seat", "seat": 1, "kind": "human", "name": "Eve"}


def test_a_file_for_each_game_and_none_overwritten(tmp_path: Path) -> None:
    first = save_record(tmp_path, ["{}", '{"ü":1}'], when=WHEN, table="Duel")
    second = save_record(tmp_path, ["{}"], when=WHEN, table="Duel")
    assert [first.name, second.name] == ["20261129-201441-Duel.euchre", "20261129-201441-Duel-2.euchre"]
    assert first.read_text(encoding="utf-8") == '{}\n{"ü":1}\n'


@pytest.mark.parametrize(
    ("table", "name"),
    [
        ("../../etc/passwd", "etc-passwd"),
        ("Küche & Bad", "K-che-Bad"),
        ("...", "table"),
        ("\x00\n", "table"),
        ("x" * 300, "x" * 40),
    ],
)
def test_a_table_s_name_makes_a_safe_file_name(table: str, name: str, tmp_path: Path) -> None:
    path = save_record(tmp_path, [], when=WHEN.astimezone(UTC), table=table)
    assert path == tmp_path / f"20261129-201441-{name}.euchre"


def test_appending_keeps_what_is_there(tmp_path: Path) -> None:
    path = tmp_path / "all.euchre"
    append_record(path, ["1"])
    append_record(path, ["2", "3"])
    assert path.read_text() == "1\n2\n3\n"


def test_a_short_write_is_carried_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write = os.write
    monkeypatch.setattr(records.os, "write", lambda file, data: write(file, data[:3]))
    append_record(tmp_path / "file", ["12345", "6"])
    assert (tmp_path / "file").read_text() == "12345\n6\n"


def test_a_failed_write_leaves_the_file_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "all.euchre"
    append_record(path, ["1"])
    write, calls = os.write, []

    def full_disk(file: int, data: bytes) -> int:
        if calls:
            raise OSError(28, "No space left on device")
        calls.append(file)
        return write(file, data[:2])

    monkeypatch.setattr(records.os, "write", full_disk)
    with pytest.raises(OSError, match="No space left"):
        append_record(path, ["2345"])
    assert path.read_text() == "1\n"
    with pytest.raises(OSError, match="No space left"):
        save_record(tmp_path, ["2345"], when=WHEN, table="Duel")
    assert os.listdir(tmp_path) == ["all.euchre"]


def test_too_many_games_in_one_second(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(records, "_COPIES", 3)
    for number in range(2):
        save_record(tmp_path, [str(number)], when=WHEN, table="Duel")
    with pytest.raises(FileExistsError, match="holds 2 records"):
        save_record(tmp_path, ["2"], when=WHEN, table="Duel")


def test_a_game_that_was_written_before_a_crash_is_not_written_again(tmp_path: Path) -> None:
    first = save_record(tmp_path, ["1"], when=WHEN, table="Duel")
    (tmp_path / f".{first.stem}.part").write_text("what an interrupted process has left")
    assert save_record(tmp_path, ["1"], when=WHEN, table="Duel") == first
    assert os.listdir(tmp_path) == [first.name], "also where the record had its name already"
    (tmp_path / f".{first.stem}.part").write_text("what an interrupted process has left")
    other = save_record(tmp_path, ["2"], when=WHEN, table="Duel")
    assert sorted(os.listdir(tmp_path)) == sorted([first.name, other.name])


def test_a_memory_stick_without_links_will_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def link(*_: object) -> None:
        raise PermissionError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(files.os, "link", link)
    for number in range(2):
        path = save_record(tmp_path, [str(number)], when=WHEN, table="Duel")
        assert path.read_text() == f"{number}\n"
    assert len(os.listdir(tmp_path)) == 2
