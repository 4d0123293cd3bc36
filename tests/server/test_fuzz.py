"""Sessions that go wrong somewhere, at a host in memory: a slice of what benchmarks/fuzz_host.py runs at a real one."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
import trio.testing

from .fuzzing import Person, session
from .guests import open_house

SESSIONS = 20
NAMES = ("Ann", "Bert", "Cleo", "Dora")


@pytest.mark.bulk
async def test_whatever_a_client_says_the_host_plays_on_with_the_others() -> None:
    rng = Random(1)
    tables = [f"{name}s=classic,bots=3,target=2,grace=0" for name in NAMES]
    ends: Counter[str] = Counter()
    async with open_house(*tables, "Duel=two_hand,target=1", pace="instant") as house:
        people = [Person(name, rng) for name in NAMES]
        for number in range(SESSIONS):
            ours, theirs = trio.testing.memory_stream_pair()
            async with trio.open_nursery() as nursery:
                nursery.start_soon(house.host.serve, theirs, f"10.0.{number}.1")
                ends[await session(ours, rng.choice(people), rng, patience=10)] += 1
        zoe = await house.guest("Zoe")
        await zoe.create("Last", bots=3, target=2)
        await zoe.ready()
        assert (await zoe.play_game(rng)).over is not None
        assert sum(person.acts for person in people) > SESSIONS
    assert ends["protocol"] > SESSIONS / 10
    assert ends["left"] > SESSIONS / 10
