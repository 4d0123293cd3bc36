"""Whole games through a host."""

from __future__ import annotations

import random

import pytest
import trio

from euchre_protocol import messages as m

from .guests import open_house


@pytest.mark.bulk
async def test_one_person_and_three_bots_play_a_game() -> None:
    async with open_house() as house:
        ann = await house.guest("Ann")
        await ann.create(bots=0)
        await ann.ok(lambda i: m.Bot(id=i))
        await ann.ready()
        view = await ann.play_game(random.Random(1))
        assert view.over is not None
        assert max(view.score) >= 10
        assert view.over.winner == view.score.index(max(view.score))
        assert [sheet.points for sheet in view.over.sheets] == view.score


@pytest.mark.bulk
async def test_four_people_play_a_game() -> None:
    async with open_house("Kitchen=classic,target=5") as house:
        names = ["Ann", "Bert", "Cleo", "Dora"]
        guests = [await house.guest(name) for name in names]
        for guest in guests:
            await guest.sit()
            await guest.ready()
        async with trio.open_nursery() as nursery:
            for number, guest in enumerate(guests):
                nursery.start_soon(guest.play_game, random.Random(number))
        [record] = house.records
        assert '"kind":"human"' in record[0]


@pytest.mark.bulk
async def test_bots_play_once_somebody_watches() -> None:
    async with open_house("Bots=classic,bots=4,pace=instant") as house:
        await trio.sleep(100)
        assert house.records == []
        ann = await house.guest("Ann")
        await ann.watch()
        view = await ann.next(m.View, lambda view: view.over is not None)
        assert max(view.score) >= 10
