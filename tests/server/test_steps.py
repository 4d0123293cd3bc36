"""The host's loop is never held up, and says so if it is."""

from __future__ import annotations

import gc
import random
from collections.abc import Iterator
from time import thread_time

import pytest
import trio
import trio.lowlevel

from euchre_engine import Rules, deck
from euchre_engine.cards import TRUMPS
from euchre_engine.ranks import ranks_of
from euchre_server import garbage
from euchre_server.steps import STEP_S, StepWatch

from .guests import open_house
from .slowness import slowness


def compute(seconds: float) -> None:
    until = thread_time() + seconds
    while thread_time() < until:
        pass


async def watched(seconds: float, lines: list[str]) -> StepWatch:
    watch = StepWatch(lines.append)
    trio.lowlevel.add_instrument(watch)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(trio.sleep, 0, name="euchre_server.quick")
        nursery.start_soon(long, seconds, name="euchre_server.slow")
    trio.lowlevel.remove_instrument(watch)
    watch.sum_up()
    return watch


async def long(seconds: float) -> None:
    compute(seconds)
    await trio.lowlevel.checkpoint()


async def test_a_long_step_is_counted_and_named() -> None:
    lines: list[str] = []
    watch = await watched(STEP_S * 2, lines)
    assert watch.slow == 1
    assert watch.longest >= STEP_S * 2
    assert lines[0].startswith("a step of slow used 1")
    assert lines[1].startswith("steps of more than 5 ms: 1, the longest 1")


async def test_many_short_steps_in_a_row_are_not_one_long_step() -> None:
    lines: list[str] = []
    watch = StepWatch(lines.append)
    trio.lowlevel.add_instrument(watch)
    async with trio.open_nursery() as nursery:
        for _ in range(10):  # all of them in one turn of the loop
            nursery.start_soon(long, STEP_S / 2)
    trio.lowlevel.remove_instrument(watch)
    assert (watch.slow, lines) == (0, [])


async def test_a_short_step_is_nobody_s_business() -> None:
    lines: list[str] = []
    watch = await watched(STEP_S / 5, lines)
    assert (watch.slow, lines) == (0, [])


@pytest.fixture
def settled() -> Iterator[None]:
    garbage.settle()
    yield
    gc.unfreeze()
    gc.enable()


@pytest.mark.bulk
@pytest.mark.usefixtures("settled")
async def test_no_step_of_an_evening_takes_long() -> None:
    """Ten tables with people, bots and watchers; to measure the program and not what traces it, without coverage."""
    lines: list[str] = []
    for trump in TRUMPS:  # made once, by whoever needs them first
        ranks_of(trump, frozenset(deck(Rules())))
    async with open_house(*(f"T{n}=classic,bots=2,pace=instant,target=5" for n in range(10))) as house:
        guests = [await house.guest(f"Ann{number}") for number in range(20)]
        for number, guest in enumerate(guests):
            await guest.sit(number // 2 + 1)
            await guest.ready()
        watcher = await house.guest("Dora")
        await watcher.watch(1)
        watch = StepWatch(lines.append)
        trio.lowlevel.add_instrument(watch)
        async with trio.open_nursery() as nursery:
            for number, guest in enumerate(guests):
                nursery.start_soon(guest.play_game, random.Random(number))
    trio.lowlevel.remove_instrument(watch)
    assert watch.longest <= STEP_S * slowness(), lines
