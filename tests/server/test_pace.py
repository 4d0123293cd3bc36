"""How long things take: the host's pace, in virtual time to the millisecond."""

from __future__ import annotations

import pytest
import trio

from euchre_protocol import messages as m
from euchre_server.pace import PACES

from .guests import Guest, House, open_house


async def solo(house: House, pace: str, *, target: int = 1) -> Guest:
    """Somebody in a game against one bot, begun just now."""
    ann = await house.guest("Ann")
    await ann.create(preset="two_hand", pace=pace, target=target, all_pass="stick", bots=1)
    await ann.ready()
    return ann


@pytest.mark.parametrize("pace", ["fast", "normal", "relaxed"])
async def test_a_game_is_counted_down(pace: str) -> None:
    async with open_house() as house:
        ann = await solo(house, pace)
        table = await ann.next(m.Table, lambda table: table.starts_ms > 0)
        begun = trio.current_time()
        await ann.next(m.View)
        assert table.starts_ms == 3000
        assert trio.current_time() - begun == pytest.approx(3)


@pytest.mark.parametrize(("pace", "trick", "bot"), [("fast", 0.7, 0.4), ("normal", 1.5, 0.9), ("relaxed", 3.0, 1.6)])
async def test_bots_think_and_a_finished_trick_stays(pace: str, trick: float, bot: float) -> None:
    async with open_house() as house:
        ann = await solo(house, pace)
        thought: set[float] = set()
        before, view = trio.current_time(), await ann.next(m.View)
        while view.pause != "trick":
            if view.ask is not None:
                await ann.act(view)
            asked = view.ask is not None
            before, view = trio.current_time(), await ann.next(m.View)
            if not asked:
                thought.add(round(trio.current_time() - before, 6))
        assert thought == {bot}
        assert view.trick == []
        assert len(view.last) == 2
        assert view.turn is None
        assert view.pause_ms == trick * 1000
        assert view.last_winner in (0, 1)
        before, after = trio.current_time(), await ann.next(m.View)
        assert trio.current_time() - before == pytest.approx(trick)
        assert after.turn == view.last_winner
        assert after.events == []


async def play_to(guest: Guest, pause: str) -> m.View:
    view = await guest.next(m.View)
    while view.pause != pause:
        if view.ask is not None:
            await guest.act(view)
        view = await guest.next(m.View)
    return view


async def test_the_last_card_plays_itself_and_the_last_trick_is_looked_at_before_the_result() -> None:
    async with open_house() as house:
        ann = await solo(house, "normal", target=10)
        view = await play_to(ann, "deal")
        views = [message for message in ann.inbox if isinstance(message, m.View)]
        last = views[-2]
        assert (last.pause, last.phase, last.result, last.score) == ("trick", "play", None, [0, 0])
        assert view.result is not None
        assert view.result.score == view.score
        assert sum(view.score) > 0
        assert view.pause_ms == 12_000
        assert not [view for view in views if view.ask is not None and len(view.hand) == 1]
        told = [event.do for view in views for event in view.events]
        assert told[0] == "deal"
        assert told.count("play") == 10
        assert told.count("trick") == 5
        assert told[-1] == "result"


async def test_a_result_is_shown_until_it_is_seen() -> None:
    async with open_house() as house:
        ann = await solo(house, "normal", target=10)
        view = await play_to(ann, "deal")
        moment = trio.current_time()
        assert (await ann.refused(lambda i: m.Seen(id=i, deal=view.deal + 1))).code == "stale"
        await ann.ok(lambda i: m.Seen(id=i, deal=view.deal))
        assert (await ann.next(m.View)).seen == [0]
        assert (await ann.next(m.View)).deal == view.deal + 1
        assert trio.current_time() == moment


async def test_a_result_is_shown_no_longer_than_twelve_seconds() -> None:
    async with open_house() as house:
        ann = await solo(house, "normal", target=10)
        view = await play_to(ann, "deal")
        moment = trio.current_time()
        assert (await ann.next(m.View)).deal == view.deal + 1
        assert trio.current_time() - moment == pytest.approx(12)


async def test_everybody_who_is_there_has_to_see_it() -> None:
    async with open_house("Duel=two_hand,target=10,all_pass=stick") as house:
        guests = [await house.guest(name) for name in ("Ann", "Bert")]
        for guest in guests:
            await guest.sit()
            await guest.ready()
        results: list[m.View] = []

        async def play(guest: Guest) -> None:
            results.append(await play_to(guest, "deal"))

        async with trio.open_nursery() as nursery:
            for guest in guests:
                nursery.start_soon(play, guest)
        ann, bert = guests
        deal = results[0].deal
        await ann.ok(lambda i: m.Seen(id=i, deal=deal))
        assert (await bert.next(m.View)).seen == [0]
        moment = trio.current_time()
        await bert.hang_up()  # whoever is not there need not be waited for
        await ann.next(m.View, lambda view: view.deal == deal + 1)
        assert trio.current_time() == moment


async def test_watchers_alone_get_time_to_see_the_result() -> None:
    async with open_house("Bots=classic,bots=4,pace=fast") as house:
        zoe = await house.guest("Zoe")
        await zoe.watch()
        view = await zoe.next(m.View, lambda view: view.pause == "deal")
        assert view.pause_ms == PACES["fast"].watched_deal * 1000
        assert (await zoe.refused(lambda i: m.Seen(id=i, deal=view.deal))).code == "not_seated"


async def test_instant_means_no_pause_at_all() -> None:
    async with open_house() as house:
        ann = await house.guest("Ann")
        await ann.create(preset="two_hand", pace="instant", target=5, bots=1)
        await ann.ready()
        moment = trio.current_time()
        view = await ann.next(m.View)
        while view.over is None:
            assert view.pause is None
            if view.ask is not None:
                await ann.act(view)
            view = await ann.next(m.View)
        assert trio.current_time() == moment
        assert view.over.seconds == 0
        assert house.tables()[0].state == "over"


async def test_getting_up_calls_the_game_off() -> None:
    async with open_house() as house:
        ann = await solo(house, "normal")
        await ann.next(m.Table, lambda table: table.starts_ms > 0)
        await ann.ok(lambda i: m.Ready(id=i, ready=False))
        assert (await ann.next(m.Table)).starts_ms == 0
        await trio.sleep(30)
        assert house.tables()[0].state == "waiting"


async def test_the_next_game_of_bots_waits_for_a_new_watcher_or_a_wish() -> None:
    async with open_house("Bots=classic,bots=4,pace=instant,target=1") as house:
        zoe = await house.guest("Zoe")
        await zoe.watch()
        await zoe.next(m.View, lambda view: view.over is not None)
        await trio.sleep(500)
        assert len(house.records) == 1
        await zoe.ready()
        await zoe.next(m.View, lambda view: view.over is not None)
        karl = await house.guest("Karl")
        await karl.watch()
        await karl.next(m.View, lambda view: view.over is not None)
        await zoe.next(m.View, lambda view: view.over is not None)
        assert len(house.records) == 3
