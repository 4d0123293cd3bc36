"""A host that died goes on as one that did not."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import msgspec
import pytest
import trio

from euchre_protocol import messages as m

from .guests import Guest, House, open_house
from .journals import opened, pull_the_plug

TABLES = {
    "duel": ("Table=two_hand,target=4", ["Ann", "Bert"]),
    "two against bots": ("Table=classic,bots=2,level=beginner,target=3", ["Ann", "Bert"]),
    "four, with the joker": (
        "Table=classic,joker=yes,lowest=7,claims=yes,partners_best=yes,defend_alone=always,upcard=may_take,target=3",
        ["Ann", "Bert", "Cleo", "Dan"],
    ),
    "four, throwing in": (
        "Table=classic,farmers_hand=redeal,no_trump=yes,all_pass=redeal,claims=yes,target=2",
        ["Ann", "Bert", "Cleo", "Dan"],
    ),
    "three": ("Table=three_hand,target=3", ["Ann", "Bert", "Cleo"]),
}


async def begin(house: House, names: list[str]) -> list[Guest]:
    guests = [await house.guest(name) for name in names]
    for guest in guests:
        guest.looked = 0
        await guest.sit()
        await guest.ready()
    await guests[0].next(m.View)
    return guests


async def step(guests: list[Guest], chance: random.Random) -> bool:
    """Let whoever is asked act; tell whether the game goes on."""
    while True:
        latest = [last(guest, m.View) for guest in guests]
        if any(view is not None and view.over is not None for view in latest):
            return False
        for guest, view in zip(guests, latest, strict=True):
            if view is not None and view.pause == "deal" and view.deal != guest.looked:
                guest.looked = view.deal
                await guest.command(lambda i, view=view: m.Seen(id=i, deal=view.deal))
            elif view is not None and view.ask is not None:
                await guest.act(view, chance.choice(view.ask.actions))
                return True
        await trio.sleep(0.1)


def last(guest: Guest, kind: type[Any]) -> Any:
    return next((message for message in reversed(guest.inbox) if isinstance(message, kind)), None)


async def returned(house: House, guests: list[Guest]) -> list[Guest]:
    """The same people, each with a new connection."""
    back = []
    for guest in guests:
        again = house.door()
        again.looked = 0
        assert (await again.login(guest.name, guest.token)).back
        back.append(again)
    async with trio.open_nursery() as nursery:  # a trick is looked at once more, and a bot thinks once more
        for guest in back:
            nursery.start_soon(guest.next, m.View, lambda view: settled(view, nursery))
    await trio.testing.wait_all_tasks_blocked()
    return back


def settled(view: m.View, waiting: trio.Nursery) -> bool:
    """Whether the table waits for people; if so, nobody needs to wait for it any more."""
    if view.ask is None and view.pause not in ("deal", "over"):
        return False
    waiting.cancel_scope.cancel()
    return True


def seen(guest: Guest) -> list[Any]:
    """What the person sees now, as plain values, without the numbers that tell newer from older."""
    pictures = [msgspec.to_builtins(last(guest, kind)) for kind in (m.Table, m.View)]
    for picture in pictures:
        if picture is not None:
            for name in ("version", "news", "events", "history", "pause_ms"):
                picture.pop(name, None)
    whole = next(message for message in guest.inbox if isinstance(message, m.View))
    return [*pictures, msgspec.to_builtins(whole.events)]


def version(guests: list[Guest]) -> int:
    return max(message.version for guest in guests for message in guest.inbox if isinstance(message, m.View | m.Table))


@pytest.mark.bulk
@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("seed", range(2))
async def test_every_seat_sees_what_it_would_have_seen(table: str, seed: int, tmp_path: Path) -> None:
    """At a random moment of a game: once a host where all lines broke, once one that died and was started again."""
    spec, names = TABLES[table]
    journal, memory = opened(tmp_path / "lived")
    chance = random.Random(seed)
    ends = []
    async with open_house(spec, seed=seed, journal=journal, memory=memory) as house:
        guests = await begin(house, names)
        steps = 0
        while steps < chance.randrange(120) and await step(guests, chance):
            steps += 1
        await trio.sleep(chance.random() * 3)
        crashed = pull_the_plug(tmp_path / "lived", tmp_path / "died")
        for guest in guests:
            await guest.hang_up()
        await trio.testing.wait_all_tasks_blocked()
        before = version(guests)
        here = await returned(house, guests)
        lived = [seen(guest) for guest in here]
        after = random.Random(seed)
        while await step(here, after):
            pass
        ends.append([seen(guest) for guest in here])
    journal.close()
    journal, memory = opened(crashed)
    async with open_house(spec, seed=seed, journal=journal, memory=memory) as house:
        there = await returned(house, guests)
        died = [seen(guest) for guest in there]
        assert died == lived
        assert min(message.version for message in there[0].inbox if isinstance(message, m.View | m.Table)) > before
        after = random.Random(seed)
        while await step(there, after):
            pass
        ends.append([seen(guest) for guest in there])
    journal.close()
    for (_, lives, _), (_, dies, _) in zip(*ends, strict=True):
        for view in (lives, dies):
            view["over"].pop("seconds", None)  # by this world's clock in one of them
        assert lives == dies


async def test_a_name_waits_after_a_crash_only_for_whom_something_waits(tmp_path: Path) -> None:
    """The host may have died when it had stored who somebody is, and before it could tell them."""
    table = "Duel=two_hand"
    journal, memory = opened(tmp_path / "lived")
    async with open_house(table, journal=journal, memory=memory) as house:
        ann, bert, cleo, dan = [await house.guest(name) for name in ("Ann", "Bert", "Cleo", "Dan")]
        await bert.sit()
        await cleo.create(bots=4)
        crashed = pull_the_plug(tmp_path / "lived", tmp_path / "died")
    journal.close()
    journal, memory = opened(crashed)
    async with open_house(table, journal=journal, memory=memory) as house:
        someone = await house.guest("Ann")
        assert someone.token != ann.token
        assert (await house.guest("Dan", dan.token)).token == dan.token
        for taken in ("Ann", "Bert", "Cleo", "Dan"):
            door = house.door()
            await door.next(m.Hello)
            await door.say(m.Login(protocol=m.PROTOCOL, software="t", name=taken))
            assert await door.next(m.Refused) == m.Refused(code="name_taken")
        for guest in (bert, cleo):
            assert (await house.guest(guest.name, guest.token)).token == guest.token
        crashed = pull_the_plug(crashed, tmp_path / "died again")
    journal.close()
    journal, memory = opened(crashed)
    async with open_house(table, journal=journal, memory=memory) as house:
        assert (await house.guest("Ann", someone.token)).token == someone.token
    journal.close()
