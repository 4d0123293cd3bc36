"""Mutated conversations: a seeded slice of what benchmarks/fuzz_protocol.py runs for as long as one likes."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from euchre_protocol import State

from .fuzzing import CODES, TARGETS, Case, case_number, target_cuts

INPUTS = 800


@pytest.fixture(scope="module")
def outcomes() -> dict[str, Counter[str]]:
    seen: dict[str, Counter[str]] = {name: Counter() for name in TARGETS}
    for number in range(INPUTS):
        case, rng = case_number(1, number)
        for name, target in TARGETS.items():
            seen[name][target(case, rng)] += 1
    return seen


def test_no_mutated_conversation_breaks_an_invariant(outcomes: dict[str, Counter[str]]) -> None:
    assert all(sum(counter.values()) == INPUTS for counter in outcomes.values())


def test_the_mutations_reach_every_way_to_break_a_connection(outcomes: dict[str, Counter[str]]) -> None:
    assert set(outcomes["cuts"]) >= CODES - {"product"} | {"fine"}
    assert outcomes["cuts"]["fine"] > INPUTS / 10
    assert set(outcomes["body"]) == {"message", "not_msgpack", "bad_message", "unknown_kind"}
    assert outcomes["echo"]["messages"] > INPUTS / 3


@given(st.sampled_from(list(State)), st.sampled_from(["host", "client"]), st.binary(max_size=60), st.randoms())
def test_noise_breaks_nothing_but_the_connection(state: State, role: str, data: bytes, rng: object) -> None:
    assert target_cuts(Case(role, state, data), rng) in CODES | {"fine"}  # type: ignore[arg-type]
