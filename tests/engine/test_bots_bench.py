"""What ``make bench-bots`` measures: equals come out even, and programs can read it."""

from __future__ import annotations

import importlib.util
import json
import sys
from pathlib import Path
from types import ModuleType

import pytest

PROGRAM = Path(__file__).parents[2] / "benchmarks" / "bench_bots.py"


@pytest.fixture(scope="module")
def bench() -> ModuleType:
    spec = importlib.util.spec_from_file_location("bench_bots", PROGRAM)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look their module up
    spec.loader.exec_module(module)
    return module


@pytest.mark.bulk
@pytest.mark.parametrize(("counted", "even"), [("deals", 0.0), ("games", 50.0), ("chances", 50.0)])
def test_the_same_player_on_both_sides_comes_out_even(bench: ModuleType, counted: str, even: float) -> None:
    """The sides are exchanged over the same cards, so luck cancels out to the last point."""
    line = bench.measure(("classic", "normal", "normal", counted, 1.0, None), 0.05, seed=1)
    assert (line.result, line.interval) == pytest.approx((even, 0))
    assert line.rounds >= 2
    assert line.needless_loners == 0


def test_programs_can_read_it(
    bench: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["bench_bots", "--json", "--seconds", "0.05", "--only", "normal random deals"])
    bench.main()  # in so short a time the result may be anything
    [line] = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert (line["player"], line["against"], line["preset"]) == ("normal", "random", "classic")
    assert -4 <= line["result"] <= 4
    assert line["rounds"] >= 2
    assert 0 < line["mean_ms"] <= line["p99_ms"]
