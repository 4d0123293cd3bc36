"""What docs/bots.md shows as code runs as it stands."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from euchre_engine import Action
from euchre_engine.bots import LEVELS

PAGE = (Path(__file__).parent.parent.parent / "docs" / "bots.md").read_text(encoding="utf-8")


@pytest.mark.bulk
def test_the_examples_run(capsys: pytest.CaptureFixture[str]) -> None:
    names: dict[str, object] = {}
    for block in re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL):
        exec(compile(block, "docs/bots.md", "exec"), names)
    assert isinstance(names["state"].score, tuple)  # type: ignore[attr-defined]
    points = float(capsys.readouterr().out.split()[0])
    assert -2 < points < 0, "a player who never bids loses to one who does"
    assert Action.__name__ in names


def test_every_level_is_described() -> None:
    for level in LEVELS.values():
        row = next(line for line in PAGE.splitlines() if line.startswith(f"| `{level.name}` |"))
        if level.deals:
            assert f"{level.deals} deals" in row
            assert f"{level.bids} for a bid" in row
