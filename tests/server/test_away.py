"""Seats belong to people: what happens when connections break, come back, and replace each other."""

from __future__ import annotations

import random

import pytest
import trio
import trio.testing

from euchre_protocol import messages as m
from euchre_server import limits

from .guests import Guest, House, open_house


async def duel(house: House, *names: str) -> list[Guest]:
    """Two people in a game at table 1."""
    guests = [await house.guest(name) for name in names]
    for guest in guests:
        await guest.sit()
        await guest.ready()
    return guests


def away(table: m.Table) -> list[str]:
    return [seat.name for seat in table.line.seats if seat.away]


async def test_a_bot_plays_for_somebody_whose_line_broke_until_they_are_back() -> None:
    async with open_house("Duel=two_hand,target=99,grace=0") as house:
        ann, bert = await duel(house, "Ann", "Bert")
        await ann.next(m.View)
        await ann.hang_up()
        table = await bert.next(m.Table, lambda table: bool(away(table)))
        assert away(table) == ["Ann"]
        assert [(event.do, event.seat, event.name) for event in table.news] == [("away", 0, "Ann")]
        for _ in range(4):
            await bert.act(await bert.asked())
        views = [message for message in bert.inbox if isinstance(message, m.View)]
        assert {event.seat for view in views for event in view.events if event.by == "bot"} == {0}

        back = house.door()
        welcome = await back.login("ann", ann.token)
        assert (welcome.back, welcome.name, welcome.token) == (True, "Ann", ann.token)
        table = await back.next(m.Table)
        assert (table.you, table.news[0].do, away(table)) == (0, "back", [])
        view = await back.next(m.View)
        assert view.history
        assert view.hand
        assert view.events[0].do == "deal"
        assert [event.do for event in (await bert.next(m.Table)).news] == ["back"]
        told = [line for line in house.lines if line.startswith("table")]
        assert told == [
            "table Duel: a game begins",
            "table Duel: Ann is away, and a bot plays on",
            "table Duel: Ann is back",
        ]


async def test_the_question_is_still_there_after_a_return() -> None:
    async with open_house("Duel=two_hand") as house:
        guests = await duel(house, "Ann", "Bert")
        views = [await guest.next(m.View) for guest in guests]
        [(guest, view)] = [(guest, view) for guest, view in zip(guests, views, strict=True) if view.ask]
        await guest.hang_up()
        back = await house.guest(guest.name, guest.token)  # sooner than a bot acts
        again = await back.next(m.View)
        assert again.ask == view.ask
        assert again.hand == view.hand


async def test_a_newer_connection_replaces_the_older() -> None:
    async with open_house("Duel=two_hand") as house:
        ann, bert = await duel(house, "Ann", "Bert")
        await ann.next(m.View)
        newer = house.door()
        assert (await newer.login("Ann", ann.token)).back
        assert (await ann.end())[-1] == m.Bye(code="replaced")
        assert (await newer.next(m.View)).history
        assert "table Duel: Ann is away" not in house.lines
        await trio.testing.wait_all_tasks_blocked()
        news = [event.do for message in bert.inbox if isinstance(message, m.Table) for event in message.news]
        assert "away" not in news
        assert "back" not in news


async def test_a_newer_connection_replaces_the_older_in_the_lobby() -> None:
    async with open_house() as house:
        ann = await house.guest("Ann")
        newer = house.door()
        assert not (await newer.login("Ann", ann.token)).back
        lobby = await newer.next(m.Lobby)
        assert [person.name for person in lobby.people] == ["Ann"]
        assert (await ann.end())[-1] == m.Bye(code="replaced")


async def test_a_name_is_free_again_when_its_owner_has_nothing_left() -> None:
    async with open_house("Duel=two_hand") as house:
        ann = await house.guest("Ann")
        other = house.door()
        await other.next(m.Hello)
        await other.say(m.Login(protocol=m.PROTOCOL, software="t", name="ANN"))
        assert await other.next(m.Refused) == m.Refused(code="name_taken")
        await other.end()
        await ann.hang_up()
        await trio.testing.wait_all_tasks_blocked()
        someone = await house.guest("ANN")
        assert someone.token != ann.token

        # ... but not while they own a seat, even if they are not there
        await someone.sit()
        await someone.hang_up()
        await trio.testing.wait_all_tasks_blocked()
        third = house.door()
        await third.next(m.Hello)
        await third.say(m.Login(protocol=m.PROTOCOL, software="t", name="Ann", token=ann.token))
        assert await third.next(m.Refused) == m.Refused(code="name_taken")


async def test_leaving_a_game_keeps_the_seat_until_the_game_is_over() -> None:
    async with open_house("Duel=two_hand,target=1,all_pass=stick", pace="instant") as house:
        ann, bert = await duel(house, "Ann", "Bert")
        await ann.next(m.View)
        await ann.ok(lambda i: m.Leave(id=i))
        assert (await ann.next(m.Lobby)).tables[0].seats[0].away
        await ann.sit()
        table = await ann.next(m.Table)
        assert (table.you, [event.do for event in table.news]) == (0, ["back"])
        await ann.ok(lambda i: m.Leave(id=i))
        await bert.play_game(random.Random(1))
        assert [seat.kind for seat in house.tables()[0].seats] == ["free", "human"]


async def test_a_watcher_may_take_back_the_own_seat() -> None:
    async with open_house("Duel=two_hand") as house:
        ann, _bert = await duel(house, "Ann", "Bert")
        await ann.next(m.View)
        await ann.ok(lambda i: m.Leave(id=i))
        await ann.watch()
        assert (await ann.next(m.Table)).you == 0


async def test_saying_goodbye_frees_the_seat_between_games_only() -> None:
    async with open_house("Duel=two_hand") as house:
        ann, bert = [await house.guest(name) for name in ("Ann", "Bert")]
        await ann.sit()
        await bert.sit()
        await ann.say(m.Bye(code="quit"))
        table = await bert.next(m.Table, lambda table: table.line.seats[0].kind == "free")
        assert [event.do for event in table.news] == ["gone"]

        ann = await house.guest("Ann")
        await ann.sit()
        for guest in (ann, bert):
            await guest.ready()
        await ann.next(m.View)
        await ann.say(m.Bye(code="quit"))
        assert away(await bert.next(m.Table, lambda table: bool(away(table)))) == ["Ann"]
        back = house.door()
        assert (await back.login("Ann", ann.token)).back


async def test_a_line_that_breaks_before_the_game_keeps_the_seat_and_stops_the_countdown() -> None:
    async with open_house("Duel=two_hand") as house:
        ann, bert = await duel(house, "Ann", "Bert")
        assert (await bert.next(m.Table, lambda table: table.starts_ms > 0)).starts_ms == 3000
        await ann.hang_up()
        table = await bert.next(m.Table, lambda table: bool(away(table)))
        assert table.starts_ms == 0
        assert not table.line.seats[0].ready
        await trio.sleep(60)
        assert house.tables()[0].state == "waiting"
        back = await house.guest("Ann", ann.token)
        await back.ready()
        await back.next(m.View)


async def test_a_game_waits_when_nobody_is_there() -> None:
    async with open_house("Bots=classic,bots=4") as house:
        zoe = await house.guest("Zoe")
        await zoe.watch()
        view = await zoe.next(m.View)
        await zoe.hang_up()
        await trio.sleep(limits.EMPTY_TABLE_S / 2)
        zoe = await house.guest("Zoe")
        await zoe.watch()
        assert (await zoe.next(m.View)).deal == view.deal
        assert house.tables()[0].deal == 1
        await zoe.next(m.View, lambda view: not view.history)  # and goes on


async def test_a_pause_goes_on_from_where_it_was() -> None:
    async with open_house("Bots=classic,bots=4") as house:
        zoe = await house.guest("Zoe")
        await zoe.watch()
        assert (await zoe.next(m.View, lambda view: view.pause == "deal")).pause_ms == 5000
        await trio.sleep(2)
        await zoe.ok(lambda i: m.Leave(id=i))
        await trio.sleep(1000)
        await zoe.watch()
        view = await zoe.next(m.View)
        assert (view.pause, view.pause_ms) == ("deal", 3000)


async def test_the_others_go_on_when_nobody_but_watchers_is_there() -> None:
    async with open_house("Duel=two_hand,target=1,bots=1,all_pass=stick,grace=10") as house:
        ann = await house.guest("Ann")
        await ann.sit()
        await ann.ready()
        await ann.asked()
        await ann.hang_up()
        await trio.sleep(100)
        zoe = await house.guest("Zoe")
        await zoe.watch()
        await zoe.next(m.View, lambda view: view.over is not None)


async def test_a_made_table_and_its_game_outlive_its_people_for_an_hour() -> None:
    async with open_house() as house:
        ann = await house.guest("Ann")
        await ann.create(bots=3)
        await ann.ready()
        await ann.next(m.View)
        await ann.hang_up()
        await trio.sleep(limits.EMPTY_TABLE_S - 1)
        ann = await house.guest("Ann", ann.token)
        assert (await ann.next(m.Table)).you == 0
        await ann.hang_up()
        await trio.sleep(limits.EMPTY_TABLE_S + 1)
        assert house.tables() == []
        ann = await house.guest("Ann")  # nobody of that name is known any more
        await ann.next(m.Lobby)


@pytest.mark.parametrize("watching", [False, True])
async def test_a_game_waits_for_whoever_was_the_only_one_there(*, watching: bool) -> None:
    async with open_house() as house:
        ann = await house.guest("Ann")
        await ann.create(bots=4 if watching else 3, target=99)
        await ann.ready()
        for _ in range(3):
            await ann.next(m.View)
            await ann.hang_up()
            await trio.sleep(1)
            still = (house.tables()[0].deal, house.tables()[0].score)
            await trio.sleep(limits.EMPTY_TABLE_S / 2)
            assert (house.tables()[0].deal, house.tables()[0].score) == still
            ann = await house.guest("Ann", ann.token)
            if watching:
                await ann.watch()
        if watching:
            await ann.say(m.Bye(code="quit"))
            await ann.end()
            await trio.testing.wait_all_tasks_blocked()
            assert house.tables() == [], "whoever goes on purpose, and was the last, closes it"


async def test_between_games_all_seats_are_kept_while_nobody_is_there() -> None:
    async with open_house() as house:
        guests = [await house.guest(name) for name in ("Ann", "Bert")]
        await guests[0].create(preset="two_hand")
        await guests[1].sit()
        for guest in guests:
            await guest.hang_up()
        await trio.sleep(limits.EMPTY_TABLE_S - 1)
        assert [seat.name for seat in house.tables()[0].seats] == ["Ann", "Bert"]
        ann = await house.guest("Ann", guests[0].token)
        assert (await ann.next(m.Table)).you == 0
        await trio.sleep(limits.KEPT_SEAT_S + 1)
        assert [seat.name for seat in house.tables()[0].seats] == ["Ann", ""], "now somebody waits for the other one"


async def test_a_table_of_the_host_is_as_new_after_an_hour() -> None:
    async with open_house("Duel=two_hand,bots=1") as house:
        new = house.tables()[0]
        ann = await house.guest("Ann")
        await ann.sit()
        await ann.ready()
        await ann.next(m.View)
        await ann.hang_up()
        await trio.sleep(limits.EMPTY_TABLE_S + 1)
        [table] = house.tables()
        assert (table.name, table.state, [seat.kind for seat in table.seats]) == ("Duel", "waiting", ["free", "bot"])
        assert table.id != new.id
        bert = await house.guest("Bert")
        await bert.sit(table.id)
        await bert.ready()
        await bert.next(m.View)


async def test_between_games_a_seat_is_kept_for_some_minutes_only() -> None:
    async with open_house("Duel=two_hand,target=1,all_pass=stick", pace="instant") as house:
        ann, bert = await duel(house, "Ann", "Bert")
        await ann.hang_up()
        await trio.sleep(limits.KEPT_SEAT_S * 2)  # a game in which nobody hurries
        await bert.play_game(random.Random(2))
        await trio.sleep(limits.KEPT_SEAT_S - 1)
        assert [seat.name for seat in house.tables()[0].seats] == ["Ann", "Bert"]
        await trio.sleep(2)
        assert [seat.name for seat in house.tables()[0].seats] == ["", "Bert"]
        assert (await bert.next(m.Table, lambda table: table.line.seats[0].kind == "free")).news[0].do == "gone"


async def test_after_a_game_those_who_are_there_may_go_on() -> None:
    async with open_house("Duel=two_hand,target=1,all_pass=stick,grace=0", pace="instant") as house:
        ann, bert = await duel(house, "Ann", "Bert")
        await ann.hang_up()
        view = await bert.play_game(random.Random(2))
        assert view.pause == "over"
        await bert.ready()
        assert (await bert.next(m.View, lambda view: view.over is None)).deal == 1


async def test_playing_again_needs_everybody() -> None:
    async with open_house("Duel=two_hand,target=1,all_pass=stick", pace="instant") as house:
        guests = await duel(house, "Ann", "Bert")
        async with trio.open_nursery() as nursery:
            for number, guest in enumerate(guests):
                nursery.start_soon(guest.play_game, random.Random(number))
        ann, bert = guests
        late = await house.guest("Zoe")
        await late.watch()
        over = await late.next(m.View)
        assert (over.pause, over.history, over.over is not None) == ("over", True, True)
        await ann.ready()
        assert (await bert.next(m.Table, lambda table: bool(table.again))).again == [0]
        await ann.ok(lambda i: m.Ready(id=i, ready=False))
        assert (await bert.next(m.Table)).again == []
        for guest in guests:
            await guest.ready()
        view = await late.next(m.View)
        assert (view.deal, view.score, view.over) == (1, [0, 0], None)
