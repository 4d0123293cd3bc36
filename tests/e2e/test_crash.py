"""A host that is killed at any moment, and started again, plays the same evening as one that lived."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from e2e.crash import Evening, Player, compare, kills_at
from e2e.terminal import Evening as Programs
from euchre_protocol import messages as m


@pytest.mark.bulk
def test_ten_kills_change_nothing(tmp_path: Path) -> None:
    lived = Evening(tmp_path / "lived", seed=4).play()
    actions = sum(map(len, lived.acknowledged.values()))
    died = Evening(tmp_path / "died", seed=4).play(kills_at(4, 10, actions))
    compare(lived, died, tmp_path / "died")
    assert {table: len(games) for table, games in died.records.items()} == {"Duel": 1, "Four": 1, "Mixed": 1}
    assert died.checked > actions  # acknowledged actions were looked up in the journals of the dead


def seen(deal: int, upcard: str, over: m.Over | None = None) -> m.View:
    """A view of a game between two."""
    return m.View(
        version=1,
        deal=deal,
        dealer=0,
        phase="play",
        score=[0, 0],
        tricks=[0, 0],
        counts=[5, 5],
        upcard=upcard,
        over=over,
    )


@pytest.mark.parametrize("deal", [4, 1])
def test_a_player_counts_a_game_that_ended_while_the_line_was_broken(deal: int) -> None:
    """Else it waits for a third one, at which nobody else is."""
    player = Player("Duel1", "Duel", 1, games=2, seed=1)
    end = m.Over(winner=0, sheets=[], deals=2)
    for view in (seen(deal, "9C"), seen(deal, "9C"), seen(1, "AH"), seen(2, "9C")):
        assert [*player._play(view)] == []
    assert [*player._play(seen(2, "9C", end))] == []
    assert player.done


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
