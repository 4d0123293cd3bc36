"""Hints: where they are allowed, who may ask, who is told, and that they rest on what the seat may know."""

from __future__ import annotations

import random

import trio
import trio.testing

import euchre_engine as engine
from euchre_engine.bots import Advice
from euchre_protocol import messages as m
from euchre_server import coach, minds
from euchre_server.minds import Question

from .guests import Guest, House, open_house


async def game(house: House, *, hints: bool = True, target: int = 10) -> tuple[Guest, Guest, m.View]:
    """Two people in a game of two hands: who is asked first, the other, and the question."""
    ann, bert = await house.guest("Ann"), await house.guest("Bert")
    await ann.create(preset="two_hand", hints=hints, target=target, watch="hidden")
    await bert.sit()
    await ann.ready()
    await bert.ready()
    views = [await guest.next(m.View) for guest in (ann, bert)]
    return (ann, bert, views[0]) if views[0].ask is not None else (bert, ann, views[1])


def decision(view: m.View) -> int:
    assert view.ask is not None
    return view.ask.decision


async def test_a_hint_tells_what_every_action_is_worth_and_everybody_that_it_was_asked_for() -> None:
    async with open_house() as house:
        asked, other, view = await game(house)
        watcher = await house.guest("Zoe")
        await watcher.watch()
        await asked.ok(lambda i: m.Hint(id=i, decision=decision(view)))
        advice = await asked.next(m.Advice)
        assert advice.decision == decision(view)
        assert view.ask is not None
        assert {repr(worth.action) for worth in advice.worths} == {repr(action) for action in view.ask.actions}
        assert advice.choice in view.ask.actions
        assert advice.deals >= 8
        assert all(0 <= worth.chance <= 1000 and 0 < worth.margin < 500 for worth in advice.worths)
        assert abs(sum(worth.chance for worth in advice.worths) / len(advice.worths) - 500) < 300
        for guest in (other, watcher):
            table = await guest.next(m.Table, lambda table: any(event.do == "hint" for event in table.news))
            assert [(event.seat, event.name) for event in table.news] == [(view.turn, asked.name)]
            assert not any(isinstance(message, m.Advice) for message in guest.inbox)
        await asked.ok(lambda i: m.Hint(id=i, decision=decision(view)))
        assert await asked.next(m.Advice) == advice
        await trio.testing.wait_all_tasks_blocked()
        told = [event for message in other.inbox if isinstance(message, m.Table) for event in message.news]
        assert [event.do for event in told].count("hint") == 1


async def test_who_may_not_ask_is_told_why() -> None:
    async with open_house() as house:
        asked, other, view = await game(house)
        for guest, number, code in [
            (other, decision(view), "not_your_turn"),
            (asked, decision(view) - 1, "stale"),
            (asked, decision(view) + 1, "stale"),
        ]:
            assert (await guest.refused(lambda i, number=number: m.Hint(id=i, decision=number))).code == code
        await asked.ok(lambda i: m.Pause(id=i))
        assert (await asked.refused(lambda i: m.Hint(id=i, decision=decision(view)))).code == "paused"
        zoe = await house.guest("Zoe")
        await zoe.watch()
        assert (await zoe.refused(lambda i: m.Hint(id=i, decision=decision(view)))).code == "not_seated"


async def test_a_table_gives_no_hints_unless_it_was_made_so() -> None:
    async with open_house() as house:
        asked, _, view = await game(house, hints=False)
        assert (await asked.refused(lambda i: m.Hint(id=i, decision=decision(view)))).code == "not_allowed"
        setup = house.tables()[0].options
        assert setup["hints"] is False


async def test_advice_that_comes_too_late_is_not_sent() -> None:
    async def slow(question: Question) -> Advice:
        await trio.sleep(5)
        return minds.explain(question, 0)

    async with open_house(explain=slow) as house:
        asked, _, view = await game(house)
        await asked.ok(lambda i: m.Hint(id=i, decision=decision(view)))
        await asked.act(view)
        await trio.sleep(10)
        assert not any(isinstance(message, m.Advice) for message in asked.inbox)


async def test_the_expert_is_asked_with_nothing_but_the_seats_view() -> None:
    seen: list[engine.View] = []

    async def spy(question: Question) -> Advice:
        seen.append(question.view)
        return minds.explain(question, 0)

    async with open_house(explain=spy) as house:
        asked, _, view = await game(house)
        await asked.ok(lambda i: m.Hint(id=i, decision=decision(view)))
        await asked.next(m.Advice)
        assert seen[0].seat == view.turn
        assert list(seen[0].hand) == view.hand


# ---------------------------------------------------------------- reviews


async def test_a_finished_game_is_reviewed_deal_by_deal_for_all_who_ask() -> None:
    async with open_house(pace="instant") as house:
        asked, other, _ = await game(house, target=2)
        assert (await asked.refused(lambda i: m.Review(id=i))).code == "wrong_state"
        async with trio.open_nursery() as nursery:
            for guest in (asked, other):
                guest.seen = 0
                nursery.start_soon(guest.play_game, random.Random(1))
        await asked.ok(lambda i: m.Review(id=i))
        first = await asked.next(m.Reviewed)
        deals = [first, *[await asked.next(m.Reviewed) for _ in range(first.deals - 1)]]
        assert [deal.deal for deal in deals] == list(range(1, first.deals + 1))
        assert deals[-1].after in ([1000, 0], [0, 1000])
        assert deals[0].before[0] + deals[0].before[1] == 1000
        assert any(verdict.worths for deal in deals for verdict in deal.verdicts)
        assert {verdict.seat for deal in deals for verdict in deal.verdicts} == {0, 1}
        assert not any(isinstance(message, m.Reviewed) for message in other.inbox)
        await other.ok(lambda i: m.Review(id=i))
        assert [await other.next(m.Reviewed) for _ in deals] == deals
        zoe = await house.guest("Zoe")
        await zoe.watch()
        assert (await zoe.refused(lambda i: m.Review(id=i))).code == "not_seated"


def test_margins_are_those_of_nineteen_cases_in_twenty() -> None:
    estimate = engine.bots.Estimate(engine.Action(engine.Do.PASS), 0.5, 0.512, -0.236, 0.01, 0.0, 80)
    assert coach.worth(estimate) == m.Worth(action=m.Action(do="pass"), points=-24, chance=512, margin=20)
