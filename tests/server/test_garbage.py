"""What people do leaves nothing behind that only refers to itself: the host does not look for it while they play."""

from __future__ import annotations

import gc
import random
from collections.abc import Iterator
from contextlib import contextmanager
from types import CoroutineType, FrameType

import trio
import trio.testing

from euchre_protocol import messages as m
from euchre_server import garbage

from .guests import Guest, House, open_house


async def evening(house: House, number: int) -> None:
    """Come and go, be refused, talk, play a game with a line that breaks, and send what nobody understands."""
    ann, bert = await house.guest(f"Ann {number}"), await house.guest(f"Bert {number}")
    await ann.refused(lambda i: m.Sit(id=i, table=99))
    await ann.refused(lambda i: m.Act(id=i, decision=1, action=m.Action(do="pass")))
    for guest in (ann, bert):
        await guest.sit()
    await bert.refused(lambda i: m.Close(id=i))
    for guest in (ann, bert):
        await guest.ready()
    await ann.ok(lambda i: m.Say(id=i, text="la la"))
    await ann.refused(lambda i: m.Act(id=i, decision=1, action=m.Action(do="play", card="9C")))
    for on in (True, False):
        await ann.ok(lambda i, on=on: m.Pause(id=i, on=on))
    await bert.hang_up()
    bert = await house.guest(bert.name, bert.token)
    async with trio.open_nursery() as nursery:
        for guest in (ann, bert):
            nursery.start_soon(guest.play_game, random.Random(number))
    stranger = house.door()
    await stranger.next(m.Hello)
    await stranger.stream.send_all(b"GET / HTTP/1.1")
    await stranger.end()
    for guest in (ann, bert):
        await guest.ok(lambda i: m.Leave(id=i))
    await visit(ann, bert, "Cellar", close=True)
    await visit(ann, bert, "Attic", close=False)
    for guest in (ann, bert):
        await guest.say(m.Bye(code="leave"))
        await guest.end()
    await trio.testing.wait_all_tasks_blocked()


async def visit(owner: Guest, other: Guest, name: str, *, close: bool) -> None:
    """Play at a table that is made for it, and that ends by its owner's wish or with the last person who goes."""
    table = (await owner.create(name, bots=2, pace="instant", level="strong", hints=True)).table
    assert table is not None
    await other.sit(table)
    await other.ready()
    await owner.ready()
    await owner.next(m.View)
    if close:
        await owner.ok(lambda i: m.Close(id=i))
        return
    for guest in (other, owner):
        await guest.ok(lambda i: m.Leave(id=i))


@contextmanager
def kept() -> Iterator[list[object]]:
    """Take what only refers to itself afterwards, as far as it is the program's."""
    found: list[object] = []
    gc.collect()
    gc.disable()
    try:
        yield found
        gc.set_debug(gc.DEBUG_SAVEALL)
        gc.collect()
        found += [each for each in gc.garbage if is_ours(each)]
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
        gc.enable()


def is_ours(each: object) -> bool:
    if isinstance(each, FrameType):
        return "euchre_" in each.f_code.co_filename
    if isinstance(each, CoroutineType):
        return "euchre_" in each.cr_code.co_filename
    return type(each).__module__.startswith("euchre_")


async def test_an_evening_leaves_nothing_behind_that_only_refers_to_itself() -> None:
    async with open_house("Kitchen=classic,bots=2,pace=instant,target=2") as house:
        await evening(house, 0)  # with it come tables that are made once
        with kept() as found:
            await evening(house, 1)
    assert found == []


async def test_garbage_is_looked_for_only_while_nobody_is_connected() -> None:
    class Ring:
        def __init__(self) -> None:
            self.me = self

    def rings() -> int:
        return sum(type(each) is Ring for each in gc.get_objects())

    Ring()
    here = True
    async with trio.open_nursery() as nursery:
        nursery.start_soon(garbage.tend, lambda: not here)
        gc.disable()
        try:
            await trio.sleep(garbage.EVERY_S * 3.5)
            assert rings() == 1
            here = False
            await trio.sleep(garbage.EVERY_S)
            assert rings() == 0
        finally:
            gc.enable()
        nursery.cancel_scope.cancel()
