"""Pauses, and what the people in the seats decide together."""

from __future__ import annotations

import random

import pytest
import trio
import trio.testing

from euchre_protocol import messages as m
from euchre_server import limits

from .guests import Guest, House, open_house

NAMES = ("Ann", "Bert", "Cleo", "Dora")


async def game(house: House, people: int, **settings: m.Value) -> list[Guest]:
    """A game at table 1 of so many people, bots in the other seats."""
    guests = [await house.guest(name) for name in NAMES[:people]]
    await guests[0].create(**settings)
    for guest in guests[1:]:
        await guest.sit()
    if any(seat.kind == "free" for seat in house.tables()[0].seats):
        await guests[0].ok(lambda i: m.Bot(id=i))
    for guest in guests:
        await guest.ready()
    for guest in guests:
        await guest.next(m.View)
    return guests


async def news(guest: Guest, do: str) -> m.Table:
    return await guest.next(m.Table, lambda table: any(event.do == do for event in table.news))


async def proposal(guest: Guest) -> m.Proposal:
    table = await guest.next(m.Table, lambda table: table.proposal is not None)
    assert table.proposal is not None
    return table.proposal


# ---------------------------------------------------------------- pauses


async def test_while_a_game_is_paused_nothing_happens_and_nobody_is_asked() -> None:
    async with open_house() as house:
        ann, bert = await game(house, 2, preset="two_hand", clock=20)
        zoe = await house.guest("Zoe")
        await zoe.watch()
        before = await zoe.next(m.View)
        await trio.sleep(5)
        await bert.ok(lambda i: m.Pause(id=i))
        assert (await news(ann, "paused")).paused == "Bert"
        view = await zoe.next(m.View)
        assert (view.turn, view.ask, view.clock_ms) == (None, None, 15_000)
        await trio.sleep(500)
        for guest in (ann, bert):
            refused = await guest.refused(lambda i: m.Act(id=i, decision=1, action=m.Action(do="pass")))
            assert refused.code == "paused"
        assert (await ann.refused(lambda i: m.Pause(id=i))).code == "wrong_state"
        await ann.ok(lambda i: m.Pause(id=i, on=False))  # whoever sits there may
        assert (await news(bert, "resumed")).paused is None
        view = await zoe.next(m.View)
        assert (view.turn, view.clock_ms) == (before.turn, 15_000)
        assert "table Kitchen: paused by Bert" in house.lines


async def test_bots_and_grace_stand_still_while_a_game_is_paused() -> None:
    async with open_house() as house:
        ann, bert, cleo = await game(house, 3, grace=30)
        await bert.hang_up()
        await trio.sleep(10)
        await ann.ok(lambda i: m.Pause(id=i))
        await trio.sleep(100)
        assert len(house.records) == 0
        assert not [
            table for table in ann.inbox if isinstance(table, m.Table) and table.news and table.news[0].do == "away"
        ]
        await ann.ok(lambda i: m.Pause(id=i, on=False))
        await trio.sleep(19)
        assert house.tables()[0].seats[1].away
        await news(cleo, "away")


async def test_a_pause_outlives_an_empty_table() -> None:
    async with open_house() as house:
        [ann] = await game(house, 1, clock=20)
        await ann.ok(lambda i: m.Pause(id=i))
        await ann.hang_up()
        await trio.sleep(100)
        ann = await house.guest("Ann", ann.token)
        assert (await ann.next(m.Table)).paused == "Ann"
        await trio.sleep(100)
        assert (await ann.next(m.View)).turn is None
        await ann.ok(lambda i: m.Pause(id=i, on=False))
        await ann.next(m.View, lambda view: view.turn is not None)


async def test_a_pause_ends_when_nobody_is_left_who_could_end_it() -> None:
    async with open_house() as house:
        ann, bert = await game(house, 2, preset="two_hand")
        zoe = await house.guest("Zoe")
        await zoe.watch()
        await ann.ok(lambda i: m.Pause(id=i))
        await ann.ok(lambda i: m.Leave(id=i))
        await trio.sleep(100)
        assert (await zoe.next(m.Table, lambda table: table.line.seats[0].away)).paused == "Ann"
        await bert.ok(lambda i: m.Leave(id=i))
        await zoe.next(m.View, lambda view: any(event.by == "bot" for event in view.events))


@pytest.mark.parametrize(
    "make",
    [
        lambda i: m.Pause(id=i),
        lambda i: m.Propose(id=i, what="end"),
        lambda i: m.Vote(id=i, proposal=1),
    ],
)
async def test_only_people_in_seats_may_and_only_in_a_game(make: object) -> None:
    async with open_house() as house:
        ann = await house.guest("Ann")
        await ann.create()
        code = (await ann.refused(make)).code  # type: ignore[arg-type]
        assert code in ("wrong_state", "stale")
        zoe = await house.guest("Zoe")
        await zoe.watch()
        assert (await zoe.refused(make)).code == "not_seated"  # type: ignore[arg-type]


# ---------------------------------------------------------------- proposals


async def test_more_than_half_may_end_a_game() -> None:
    async with open_house() as house:
        ann, bert, cleo = await game(house, 3)
        await ann.ok(lambda i: m.Propose(id=i, what="end"))
        wanted = await proposal(bert)
        assert (wanted.what, wanted.by, wanted.seat) == ("end", "Ann", None)
        assert (wanted.voters, wanted.yes, wanted.needs, wanted.left_ms) == ([0, 1, 2], [0], 2, 60_000)
        await bert.ok(lambda i: m.Vote(id=i, proposal=wanted.number))
        table = await news(cleo, "agreed")
        assert (table.line.state, table.proposal) == ("waiting", None)
        assert house.records == []
        assert "table Kitchen: the game is ended by Ann" in house.lines
        decisions = [view.ask.decision for view in ann.inbox if isinstance(view, m.View) and view.ask is not None]
        for guest in (ann, bert, cleo):
            await guest.ready()
        view = await cleo.next(m.View)
        assert (view.deal, view.score, view.history) == (1, [0, 0], False)
        asked = await ann.asked()
        assert asked.ask is not None
        assert asked.ask.decision > max(decisions, default=0)  # so that no old answer fits a new question


async def test_a_newcomer_after_an_ended_game_sees_none() -> None:
    async with open_house() as house:
        [ann] = await game(house, 1)
        await ann.ok(lambda i: m.Propose(id=i, what="end"))  # nobody else is to be asked
        zoe = await house.guest("Zoe")
        await zoe.watch()
        assert (await zoe.next(m.Table)).line.state == "waiting"
        await trio.sleep(10)
        assert not [message for message in zoe.inbox if isinstance(message, m.View)]


async def test_a_proposal_is_rejected_by_votes_or_by_time() -> None:
    async with open_house() as house:
        ann, bert, cleo, dora = await game(house, 4)
        await ann.ok(lambda i: m.Propose(id=i, what="end"))
        number = (await proposal(bert)).number
        await bert.ok(lambda i: m.Vote(id=i, proposal=number, yes=False))
        await cleo.next(m.Table, lambda table: table.proposal is not None and table.proposal.no == [1])
        await cleo.ok(lambda i: m.Vote(id=i, proposal=number, yes=False))  # two of four cannot be three any more
        await news(dora, "rejected")
        assert (await dora.refused(lambda i: m.Vote(id=i, proposal=number))).code == "stale"

        await dora.ok(lambda i: m.Propose(id=i, what="end"))
        assert (await ann.refused(lambda i: m.Propose(id=i, what="end"))).code == "wrong_state"
        moment = trio.current_time()
        await news(ann, "rejected")
        assert trio.current_time() - moment == pytest.approx(limits.VOTE_S)
        assert house.tables()[0].state == "playing"


async def test_the_last_vote_of_each_counts() -> None:
    async with open_house() as house:
        ann, bert, _cleo, dora = await game(house, 4)
        await ann.ok(lambda i: m.Propose(id=i, what="end"))
        number = (await proposal(bert)).number
        for yes in (False, True):
            await bert.ok(lambda i, yes=yes: m.Vote(id=i, proposal=number, yes=yes))
        await ann.ok(lambda i: m.Vote(id=i, proposal=number, yes=False))
        wanted = await dora.next(m.Table, lambda table: table.proposal is not None and table.proposal.no == [0])
        assert wanted.proposal is not None
        assert wanted.proposal.yes == [1]


async def test_a_bot_may_get_the_seat_of_somebody_who_is_away() -> None:
    async with open_house() as house:
        ann, bert, cleo = await game(house, 3, grace=600)
        await cleo.hang_up()
        await bert.next(m.Table, lambda table: table.line.seats[2].away)
        await ann.ok(lambda i: m.Propose(id=i, what="bot", seat=2))
        wanted = await proposal(bert)
        assert (wanted.seat, wanted.voters, wanted.needs) == (2, [0, 1], 2)
        await bert.ok(lambda i: m.Vote(id=i, proposal=wanted.number))
        table = await news(ann, "bot")
        assert [event.do for event in table.news if event.do != "voted"] == ["agreed", "freed", "bot"]
        assert [seat.kind for seat in table.line.seats] == ["human", "human", "bot", "bot"]
        assert table.line.watchers == []
        back = await house.guest("Cleo")  # nobody of that name is known any more
        await back.next(m.Lobby)


async def test_nobody_who_is_there_is_replaced_by_one_persons_wish() -> None:
    async with open_house() as house:
        ann, bert = await game(house, 2, preset="two_hand")
        assert (await ann.refused(lambda i: m.Propose(id=i, what="bot", seat=1))).code == "not_allowed"
        await bert.hang_up()
        await ann.next(m.Table, lambda table: table.line.seats[1].away)
        await ann.ok(lambda i: m.Propose(id=i, what="bot", seat=1))
        await news(ann, "agreed")


async def test_whom_it_is_about_has_no_vote_and_watches_if_it_is_carried() -> None:
    async with open_house() as house:
        ann, bert, cleo = await game(house, 3)
        await ann.ok(lambda i: m.Propose(id=i, what="bot", seat=2))
        number = (await proposal(cleo)).number
        assert (await cleo.refused(lambda i: m.Vote(id=i, proposal=number, yes=False))).code == "not_allowed"
        await bert.ok(lambda i: m.Vote(id=i, proposal=number))
        table = await news(cleo, "agreed")
        assert (table.you, table.line.watchers) == (None, ["Cleo"])
        view = await cleo.next(m.View)
        assert view.hand == []


@pytest.mark.parametrize(("what", "seat"), [("end", None), ("bot", 1)])
async def test_votes_of_those_who_go_do_not_count(what: str, seat: int | None) -> None:
    async with open_house() as house:
        ann, bert, cleo, dora = await game(house, 4)
        await ann.ok(lambda i: m.Propose(id=i, what=what, seat=seat))
        number = (await proposal(dora)).number
        await dora.ok(lambda i: m.Vote(id=i, proposal=number, yes=False))
        await bert.hang_up()
        await dora.hang_up()
        await cleo.ok(lambda i: m.Vote(id=i, proposal=number))
        await news(ann, "agreed")


@pytest.mark.parametrize(
    ("what", "seat", "code"),
    [
        ("dance", None, "bad_message"),
        ("bot", None, "bad_message"),
        ("bot", 0, "not_allowed"),
        ("bot", 3, "not_allowed"),
    ],
)
async def test_what_cannot_be_proposed(what: str, seat: int | None, code: str) -> None:
    async with open_house() as house:
        ann, _bert = await game(house, 2)
        assert (await ann.refused(lambda i: m.Propose(id=i, what=what, seat=seat))).code == code


async def test_a_paused_game_may_be_ended_and_the_next_one_is_not_paused() -> None:
    async with open_house() as house:
        ann, bert = await game(house, 2, preset="two_hand", pace="instant", target=1, all_pass="stick")
        await ann.ok(lambda i: m.Pause(id=i))
        await ann.ok(lambda i: m.Propose(id=i, what="end"))
        number = (await proposal(bert)).number
        await bert.ok(lambda i: m.Vote(id=i, proposal=number))
        assert (await news(ann, "agreed")).paused is None
        await ann.ready()
        await bert.ready()
        async with trio.open_nursery() as nursery:
            for guest in (ann, bert):
                nursery.start_soon(guest.play_game, random.Random(1))


async def test_a_proposal_dies_with_its_game() -> None:
    async with open_house() as house:
        ann, bert, cleo = await game(house, 3, pace="instant", target=1)
        await ann.ok(lambda i: m.Propose(id=i, what="end"))
        async with trio.open_nursery() as nursery:
            for guest in (ann, bert, cleo):
                guest.seen = 0  # somebody was asked already
                nursery.start_soon(guest.play_game, random.Random(1))
        assert (await bert.refused(lambda i: m.Vote(id=i, proposal=1))).code == "stale"
