"""A host that is killed at any moment, and started again, plays the same evening as one that lived."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from e2e.crash import Evening, compare, kills_at
from e2e.terminal import Evening as Programs


@pytest.mark.bulk
def test_ten_kills_change_nothing(tmp_path: Path) -> None:
    lived = Evening(tmp_path / "lived", seed=4).play()
    actions = sum(map(len, lived.acknowledged.values()))
    died = Evening(tmp_path / "died", seed=4).play(kills_at(4, 10, actions))
    compare(lived, died, tmp_path / "died")
    assert {table: len(games) for table, games in died.records.items()} == {"Duel": 1, "Four": 1, "Mixed": 1}
    assert died.checked > actions  # acknowledged actions were looked up in the journals of the dead


def test_a_second_host_is_kept_from_the_folder(evening: Programs) -> None:
    evening.host("--table", "Duel=two_hand")
    command = [sys.executable, "-m", "euchre_server", "--port", "0", "--data", str(evening.folder / "data")]
    second = subprocess.run(command, capture_output=True, text=True, timeout=30, check=False)
    assert (second.returncode, second.stdout) == (2, "")
    assert second.stderr == (
        f"euchre-host: Another host is running with the data folder {evening.folder / 'data'}: close it, or choose "
        "another folder with --data.\n"
    )
    third = subprocess.run(
        [*command[:-1], str(evening.folder / "other"), "--version"], check=False, capture_output=True
    )
    assert third.returncode == 0
