"""When a lost host is tried again."""

from __future__ import annotations

import pytest

from euchre_client.retrying import JITTER, wait_before


def test_waits_grow_to_eight_seconds_and_no_two_clients_wait_alike() -> None:
    attempts = range(1, 8)
    assert [wait_before(attempt, lambda: 0.5) for attempt in attempts] == [1, 2, 4, 8, 8, 8, 8]
    assert [wait_before(attempt, lambda: 0.0) for attempt in (1, 4)] == pytest.approx([1 - JITTER, 8 * (1 - JITTER)])
    assert [wait_before(attempt, lambda: 1.0) for attempt in (1, 4)] == pytest.approx([1 + JITTER, 8 * (1 + JITTER)])
    assert len({wait_before(5) for _ in range(20)}) == 20
