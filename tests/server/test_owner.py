"""Whose table it is, what its owner may do, and what talk newcomers are shown."""

from __future__ import annotations

import random
from typing import Literal

import pytest
import trio
import trio.testing

from euchre_protocol import messages as m
from euchre_server import limits
from euchre_server.contacts import Order
from euchre_server.telling import Teller

from .guests import Guest, House, open_house


async def family(house: House, *names: str, **settings: m.Value) -> list[Guest]:
    """People at table 1, made by the first of them."""
    guests = [await house.guest(name) for name in names]
    await guests[0].create(**settings)
    for guest in guests[1:]:
        await guest.sit()
    return guests


async def begin(guests: list[Guest]) -> None:
    for guest in guests:
        await guest.ready()
    for guest in guests:
        await guest.next(m.View)


def line(house: House) -> m.TableLine:
    return house.tables()[0]


# ---------------------------------------------------------------- whose table it is


async def test_an_owner_who_leaves_hands_the_table_to_the_next_person_clockwise() -> None:
    async with open_house() as house:
        ann, bert, cleo = await family(house, "Ann", "Bert", "Cleo", bots=1)
        await ann.ok(lambda i: m.Leave(id=i))
        table = await bert.next(m.Table, lambda table: table.line.owner != "Ann")
        assert [(event.do, event.seat, event.name) for event in table.news] == [
            ("gone", 0, "Ann"),
            ("owner", 2, "Bert"),
        ]
        await bert.ok(lambda i: m.Leave(id=i))
        assert (await cleo.next(m.Table, lambda table: table.line.owner == "Cleo")).news[1].seat == 3
        assert (await ann.refused(lambda i: m.Close(id=i))).code == "not_at_table"


@pytest.mark.bulk
@pytest.mark.parametrize(
    ("phase", "settings", "seed"),
    [
        *((phase, {}, 5) for phase in ("waiting", "bid1", "bid2", "discard", "play", "trick", "deal", "over")),
        # The seeds are such that it comes to that soon.
        ("exchange", {"upcard": "may_take"}, 0),
        ("name", {"joker": True}, 29),
        ("give", {"partners_best": True}, 0),
        ("claim", {"claims": True}, 0),
        ("declare", {"alone": "makers"}, 0),
        ("farmer", {"farmers_hand": "swap3"}, 45),
        ("swap", {"farmers_hand": "swap3"}, 45),
    ],
)
async def test_an_owner_may_leave_in_every_phase(phase: str, settings: dict[str, m.Value], seed: int) -> None:
    """Whatever is going on, the others go on to the end with a bot in the owner's name and have a new owner."""
    chance = random.Random(seed)
    async with open_house(seed=seed) as house:
        guests = await family(house, "Ann", "Bert", "Cleo", "Dora", target=3, **settings)
        ann, rest = guests[0], guests[1:]
        views: list[m.View] = []
        reached = trio.Event()

        async def play(guest: Guest) -> None:
            while not (guest is ann and reached.is_set()):
                view = await guest.next(m.View)
                views.append(view)
                if phase in (view.phase, view.pause):
                    reached.set()
                    await trio.testing.wait_all_tasks_blocked()
                if view.over is not None or (guest is ann and reached.is_set()):
                    return
                if view.ask is not None:
                    await guest.say(m.Act(id=1, decision=view.ask.decision, action=chance.choice(view.ask.actions)))

        async with trio.open_nursery() as nursery:
            if phase == "waiting":
                reached.set()
            else:
                for guest in guests:
                    await guest.ready()
            for guest in guests if phase != "waiting" else []:
                nursery.start_soon(play, guest)
            with trio.fail_after(100):
                await reached.wait()
            await ann.say(m.Leave(id=99))
        await ann.next(m.Lobby)
        assert line(house).owner == "Bert"
        assert [seat.kind for seat in line(house).seats] == ["free", "human", "human", "human"]
        assert bool(house.records) is (phase != "waiting")
        assert all(not guest.ended for guest in rest)


async def test_a_connected_person_is_preferred_to_one_who_is_away() -> None:
    async with open_house() as house:
        ann, bert, cleo = await family(house, "Ann", "Bert", "Cleo")
        await bert.hang_up()
        await cleo.next(m.Table, lambda table: table.line.seats[1].away)
        await ann.ok(lambda i: m.Leave(id=i))
        assert (await cleo.next(m.Table, lambda table: table.line.owner != "Ann")).line.owner == "Cleo"


@pytest.mark.parametrize("how", ["vote", "bot", "free"])
async def test_an_absent_owner_whose_seat_is_taken_hands_the_table_on(how: Literal["vote", "bot", "free"]) -> None:
    async with open_house() as house:
        ann, bert, cleo = await family(house, "Ann", "Bert", "Cleo", bots=1)
        await begin([ann, bert, cleo])
        await ann.hang_up()
        await cleo.next(m.Table, lambda table: table.line.seats[0].away)
        if how == "vote":
            await bert.ok(lambda i: m.Propose(id=i, what="bot", seat=0))
            proposal = (await cleo.next(m.Table, lambda table: table.proposal is not None)).proposal
            await cleo.ok(lambda i: m.Vote(id=i, proposal=proposal.number, yes=True))
        else:
            await house.host.tables[1].put(Order(how, lambda code: None, seat=0))
        await cleo.next(m.Table, lambda table: table.line.owner == "Bert")
        await bert.ok(lambda i: m.Free(id=i, seat=line(house).seats.index(m.SeatInfo(kind="human", name="Cleo"))))
        await house.guest("Ann")  # nothing of hers waits for her


async def test_an_owner_who_is_there_without_a_seat_is_still_the_owner() -> None:
    async with open_house() as house:
        ann, bert = await family(house, "Ann", "Bert")
        await ann.ok(lambda i: m.Free(id=i, seat=0))
        await house.guest("Zoe")
        await ann.ok(lambda i: m.Bot(id=i, seat=2))
        assert line(house).owner == "Ann"
        await ann.hang_up()
        await bert.next(m.Table, lambda table: table.line.owner == "Bert")


async def test_a_table_without_an_heir_waits_for_its_owner_or_for_whoever_sits_down() -> None:
    async with open_house() as house:
        ann, zoe = await house.guest("Ann"), await house.guest("Zoe")
        await ann.create(bots=4, password="x", target=99)
        await zoe.ok(lambda i: m.Watch(id=i, table=1, password="x"))
        for _ in range(2):
            await ann.hang_up()
            await trio.testing.wait_all_tasks_blocked()
            door = house.door()
            await door.next(m.Hello)
            await door.say(m.Login(protocol=m.PROTOCOL, software="t", name="Ann"))
            assert await door.next(m.Refused) == m.Refused(code="name_taken")
            assert line(house).owner == "Ann"
            ann = await house.guest("Ann", ann.token)
            await ann.watch()  # the password is hers
        await ann.ok(lambda i: m.Bot(id=i, seat=1, present=False))
        await ann.hang_up()
        await trio.testing.wait_all_tasks_blocked()
        await zoe.ok(lambda i: m.Sit(id=i, table=1))
        await zoe.next(m.Table, lambda table: table.line.owner == "Zoe")
        await house.guest("Ann")


async def test_only_the_owner_may_do_what_owners_do() -> None:
    async with open_house() as house:
        ann, bert = await family(house, "Ann", "Bert")
        makes = [
            lambda i: m.Kick(id=i, name="Ann"),
            lambda i: m.Free(id=i, seat=0),
            lambda i: m.Close(id=i),
        ]  # fmt: skip
        for make in makes:
            assert (await bert.refused(make)).code == "not_allowed"
        assert (await ann.refused(lambda i: m.Kick(id=i, name="Ann"))).code == "not_allowed"
        assert (await ann.refused(lambda i: m.Kick(id=i, name="Nobody"))).code == "no_such_person"
        assert (await ann.refused(lambda i: m.Free(id=i, seat=3))).code == "wrong_state"
        assert [seat.name for seat in line(house).seats] == ["Ann", "Bert", "", ""]


# ---------------------------------------------------------------- kick, free, fill, close


async def test_who_is_kicked_is_in_the_lobby_and_stays_away_for_ten_minutes() -> None:
    async with open_house() as house:
        ann, bert = await family(house, "Ann", "Bert")
        await ann.ok(lambda i: m.Kick(id=i, name="bert"))
        assert (await bert.next(m.Lobby)).news == [m.Event(do="kicked", name="Kitchen")]
        news = (await ann.next(m.Table, lambda table: table.line.seats[1].kind == "free")).news
        assert [(event.do, event.seat, event.name) for event in news] == [("kicked", 1, "Bert")]
        assert "table Kitchen: Bert is sent away by Ann" in house.lines
        for make in (lambda i: m.Sit(id=i, table=1), lambda i: m.Watch(id=i, table=1)):
            assert (await bert.refused(make)).code == "not_allowed"
        await bert.hang_up()
        await trio.testing.wait_all_tasks_blocked()
        again = await house.guest("Bert")  # as somebody new
        assert (await again.refused(lambda i: m.Sit(id=i, table=1))).code == "not_allowed"
        await trio.sleep(limits.KICKED_S)
        await again.sit()


async def test_in_a_game_a_bot_plays_for_a_seat_that_was_freed_until_somebody_sits_down() -> None:
    async with open_house(pace="instant") as house:
        guests = await family(house, "Ann", "Bert", preset="two_hand", target=99)
        await begin(guests)
        ann, bert = guests
        await ann.ok(lambda i: m.Free(id=i, seat=1))
        table = await bert.next(m.Table, lambda table: table.you is None)
        assert [(event.do, event.seat, event.name) for event in table.news] == [("freed", 1, "Bert")]
        await ann.act(await ann.asked())
        views = [message for message in ann.inbox if isinstance(message, m.View)]
        assert {event.by for view in views for event in view.events if event.seat == 1 and event.by} <= {"bot"}
        zoe = await house.guest("Zoe")
        await zoe.sit()
        view = await zoe.next(m.View)
        assert len(view.hand) == view.counts[1]
        await ann.ok(lambda i: m.Free(id=i, seat=1))
        await ann.ok(lambda i: m.Bot(id=i, seat=1))
        assert [seat.kind for seat in line(house).seats] == ["human", "bot"]
        assert (await ann.refused(lambda i: m.Bot(id=i, seat=1))).code == "seat_taken"
        await ann.ok(lambda i: m.Free(id=i, seat=1))
        assert [seat.kind for seat in line(house).seats] == ["human", "free"]


async def test_who_closes_a_table_sends_everybody_to_the_lobby() -> None:
    async with open_house() as house:
        guests = await family(house, "Ann", "Bert", preset="two_hand")
        await begin(guests)
        await guests[0].ok(lambda i: m.Close(id=i))
        for guest in guests:
            assert (await guest.next(m.Lobby)).news == [m.Event(do="closed", name="Kitchen")]
        assert house.tables() == []
        assert "table Kitchen: closed by Ann" in house.lines
        await guests[1].create()


async def test_a_fault_at_a_table_that_has_just_been_closed_is_nobody_elses(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise ValueError

    async with open_house("Hall=classic") as house:
        ann = await house.guest("Ann")
        await ann.create()
        with monkeypatch.context() as patch:
            patch.setattr(Teller, "publish", fail)
            await ann.say(m.Close(id=99))
            await trio.testing.wait_all_tasks_blocked()
        assert [line.name for line in house.tables()] == ["Hall"]
        await ann.sit()
        house.lines.remove(next(line for line in house.lines if "fault" in line))


async def test_the_person_who_hosts_may_do_it_at_every_table() -> None:
    async with open_house() as house:
        _ann, bert = await family(house, "Ann", "Bert")
        answers: list[str | None] = []
        table = house.host.tables[1]
        await table.put(Order("kick", answers.append, name="ann"))  # the owner, too
        assert (await bert.next(m.Table, lambda table: table.line.owner == "Bert")).line.seats[0].kind == "free"
        await table.put(Order("bot", answers.append, seat=1))
        assert [event.do for event in (await bert.next(m.Table, lambda table: table.you is None)).news] == [
            "freed",
            "bot",
        ]
        await table.put(Order("free", answers.append, seat=1))
        await table.put(Order("free", answers.append, seat=9))
        await table.put(Order("kick", answers.append, name="Ann"))
        await table.put(Order("close", answers.append))
        assert (await bert.next(m.Lobby)).news == [m.Event(do="closed", name="Kitchen")]
        assert answers == [None, None, None, "no_such_seat", "no_such_person", None]


# ---------------------------------------------------------------- talk


async def test_whoever_comes_or_returns_is_shown_what_was_said_last() -> None:
    async with open_house("Kitchen=classic") as house:
        ann, bert = await house.guest("Ann"), await house.guest("Bert")
        await ann.sit()
        await bert.watch()
        assert (await bert.next(m.Table)).talk == []
        await ann.ok(lambda i: m.Say(id=i, text="hello"))
        await ann.hang_up()
        await bert.ok(lambda i: m.Say(id=i, text="where are you?"))
        said = [m.Talk(name="Ann", text="hello", seat=0), m.Talk(name="Bert", text="where are you?")]
        back = await house.guest("Ann", ann.token)
        assert (await back.next(m.Table)).talk == said
        late = await house.guest("Zoe")
        await late.watch()
        assert (await late.next(m.Table)).talk == said
        await late.ok(lambda i: m.Leave(id=i))
        assert (await back.next(m.Table)).talk == []  # who is there has heard it
        chance = random.Random(1)
        for number in range(limits.TALK_KEPT + 5):
            await bert.ok(lambda i, number=number: m.Say(id=i, text=f"{number} {chance.random()}"))
            await trio.sleep(1)
        await late.watch()
        table = await late.next(m.Table)
        assert len(table.talk) == limits.TALK_KEPT
        assert table.talk[-1].text.startswith("24 ")
