"""For how long a game waits: for somebody whose line broke, and for somebody who thinks."""

from __future__ import annotations

import pytest
import trio
import trio.testing

from euchre_protocol import messages as m
from euchre_server.table_clock import NEVER, TableClock

from .guests import Guest, House, open_house


async def duel(house: House) -> tuple[Guest, Guest]:
    """Two people in a game at table 1: the one who is asked first, and the other."""
    guests = [await house.guest(name) for name in ("Ann", "Bert")]
    for guest in guests:
        await guest.sit()
        await guest.ready()
    views = [await guest.next(m.View) for guest in guests]
    first, second = guests if views[0].ask is not None else reversed(guests)
    return first, second


def told(guest: Guest) -> list[tuple[str, str | None]]:
    """What the tables of ``guest`` told about people's lines."""
    news = [event for message in guest.inbox if isinstance(message, m.Table) for event in message.news]
    return [(event.do, event.name) for event in news if event.do in ("lost", "away", "back")]


async def test_a_game_waits_for_somebody_whose_line_broke_and_then_a_bot_plays() -> None:
    async with open_house("Duel=two_hand,grace=30") as house:
        asked, other = await duel(house)
        await asked.hang_up()
        table = await other.next(m.Table, lambda table: any(seat.away for seat in table.line.seats))
        [seat] = [seat for seat in table.line.seats if seat.away]
        assert (seat.name, seat.grace_ms) == (asked.name, 30_000)
        assert [(event.do, event.name, event.number) for event in table.news] == [("lost", asked.name, 30)]
        moment = trio.current_time()
        await other.next(m.View, lambda view: any(event.by == "bot" for event in view.events))
        assert trio.current_time() - moment == pytest.approx(30.9)  # and the bot's own time
        assert told(other) == [("lost", asked.name), ("away", asked.name)]
        assert not any(seat.grace_ms for seat in house.tables()[0].seats)

        back = await house.guest(asked.name, asked.token)
        await other.next(m.Table, lambda table: not any(seat.away for seat in table.line.seats))
        await back.next(m.View)
        assert told(other)[2:] == [("back", asked.name)]


async def test_whoever_is_back_in_time_finds_the_question_and_no_bot_has_played() -> None:
    async with open_house("Duel=two_hand,grace=30") as house:
        asked, other = await duel(house)
        question = asked.inbox[-1]
        assert isinstance(question, m.View)
        await asked.hang_up()
        await trio.sleep(29)
        late = await house.guest("Zoe")
        await late.watch()
        assert [seat.grace_ms for seat in (await late.next(m.Table)).line.seats if seat.away] == [1000]
        back = await house.guest(asked.name, asked.token)
        view = await back.next(m.View)
        assert (view.ask, view.hand) == (question.ask, question.hand)
        await trio.sleep(60)
        await back.act(view)
        assert told(other) == [("lost", asked.name), ("back", asked.name)]


async def test_whoever_says_goodbye_is_not_waited_for() -> None:
    async with open_house("Duel=two_hand,grace=30") as house:
        asked, other = await duel(house)
        await asked.say(m.Bye(code="quit"))
        await other.next(m.View, lambda view: any(event.by == "bot" for event in view.events))
        assert trio.current_time() == pytest.approx(3.9)  # the countdown and the bot's time
        assert told(other) == [("away", asked.name)]


async def test_two_who_drop_in_one_trick_are_waited_for_one_after_the_other() -> None:
    async with open_house("Kitchen=classic,bots=1,grace=20") as house:
        zoe = await house.guest("Zoe")
        await zoe.watch()
        people = [await house.guest(name) for name in ("Ann", "Bert", "Cleo")]
        for guest in people:
            await guest.sit()
            await guest.ready()
        await zoe.next(m.View)
        await people[0].hang_up()
        await trio.sleep(5)
        await people[1].hang_up()
        await trio.sleep(5)
        late = await house.guest("Karl")
        await late.watch()
        assert [seat.grace_ms for seat in (await late.next(m.Table)).line.seats if seat.away] == [10_000, 15_000]
        await trio.sleep(20)
        assert told(zoe) == [("lost", "Ann"), ("lost", "Bert"), ("away", "Ann"), ("away", "Bert")]
        await people[2].asked()


async def test_the_grace_of_a_table_without_people_stands_still() -> None:
    async with open_house("Duel=two_hand,grace=30") as house:
        asked, other = await duel(house)
        await asked.hang_up()
        await trio.sleep(10)
        await other.hang_up()
        await trio.sleep(1000)
        back = await house.guest(other.name, other.token)
        seats = (await back.next(m.Table)).line.seats
        assert [seat.grace_ms for seat in seats if seat.away] == [20_000]
        await trio.sleep(19)
        assert told(back) == [("back", other.name)]
        await trio.sleep(2)
        assert told(back) == [("back", other.name), ("away", asked.name)]


async def test_somebody_lost_between_two_games_is_waited_for_in_the_next_one_for_what_is_left() -> None:
    async with open_house("Duel=two_hand,target=1,all_pass=stick,grace=30", pace="instant") as house:
        first, second = await duel(house)
        async with trio.open_nursery() as nursery:
            for guest in (first, second):
                nursery.start_soon(play, guest)
        await first.hang_up()
        await trio.sleep(10)
        await second.ready()
        await second.next(m.View, lambda view: view.over is None)
        assert [seat.grace_ms for seat in house.tables()[0].seats if seat.away] == [20_000]
        await trio.sleep(21)
        assert told(second) == [("lost", first.name), ("away", first.name)]


async def play(guest: Guest) -> None:
    """Answer with the first choice until the game is over."""
    seen = -1
    while True:
        newest = [message for message in guest.inbox if isinstance(message, m.View)][-1]
        if newest.over is not None:
            return
        if newest.ask is not None and newest.ask.decision != seen:
            seen = newest.ask.decision
            await guest.act(newest)
        else:
            await guest.next(m.View)


# ---------------------------------------------------------------- the clock of a table


async def test_everybody_sees_the_time_left_and_when_it_is_up_a_bot_chooses() -> None:
    async with open_house("Duel=two_hand,clock=20") as house:
        asked, other = await duel(house)
        views = [guest.inbox[-1] for guest in (asked, other)]
        assert [view.clock_ms for view in views if isinstance(view, m.View)] == [20_000, 20_000]
        moment = trio.current_time()
        view = await other.next(m.View, lambda view: any(event.by for event in view.events))
        assert trio.current_time() - moment == pytest.approx(20)
        assert view.events[0].by == "clock"
        assert await other.refused(lambda i: m.Act(id=i, decision=1, action=m.Action(do="pass")))


@pytest.mark.bulk
async def test_the_clock_goes_in_every_phase_of_a_whole_game() -> None:
    """Nobody ever answers: time alone brings the game to its end, and each choice is told to be the clock's."""
    async with open_house("Duel=two_hand,target=3,clock=5,all_pass=stick", pace="fast") as house:
        await duel(house)
        zoe = await house.guest("Zoe")
        await zoe.watch()
        await trio.sleep(2000)
        views = [message for message in zoe.inbox if isinstance(message, m.View)]
        assert views[-1].over is not None
        asked = {view.phase for view in views if view.clock_ms}
        assert asked >= {"bid1", "play"}
        acts = [event for view in views[1:] for event in view.events if event.do in ("pass", "order", "call", "play")]
        assert {event.by for event in acts} == {"clock", None}  # the last card of a hand is nobody's choice
        assert (
            sum(event.by is None for event in acts)
            == sum(event.do == "deal" for view in views for event in view.events) * 2
        )
        assert all(view.clock_ms <= 5000 for view in views)


async def test_the_clock_stands_while_nobody_is_there_and_begins_anew_for_whoever_returns() -> None:
    async with open_house("Duel=two_hand,clock=20,bots=1") as house:
        ann = await house.guest("Ann")
        await ann.sit()
        await ann.ready()
        await ann.asked()
        await trio.sleep(15)
        await ann.hang_up()
        await trio.sleep(500)
        back = await house.guest("Ann", ann.token)
        view = await back.asked()
        assert view.clock_ms == 20_000


async def test_a_watcher_who_comes_does_not_wind_the_clock_up() -> None:
    async with open_house("Duel=two_hand,clock=20") as house:
        await duel(house)
        await trio.sleep(15)
        zoe = await house.guest("Zoe")
        await zoe.watch()
        assert (await zoe.next(m.View)).clock_ms == 5000


# ---------------------------------------------------------------- the table's time


def test_the_time_of_a_table_stands_still_and_goes_on() -> None:
    clock = TableClock(100)
    assert (clock.stands, clock.time(150), clock.when(120)) == (True, 100, NEVER)
    clock.go(160)
    assert (clock.stands, clock.time(165), clock.when(120)) == (False, 105, 180)
    clock.go(170)
    clock.stop(170)
    clock.stop(180)
    assert (clock.time(200), clock.when(120)) == (110, NEVER)
    clock.go(200)
    assert clock.time(200) == 110
