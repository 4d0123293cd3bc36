"""A host whose machine slept, or whose process was stopped: nobody's time has run out meanwhile."""

from __future__ import annotations

import pytest
import trio
import trio.testing

from euchre_protocol import messages as m
from euchre_server.wake import SUSPENDED_S, WakeWatch, awake_clock

from .guests import open_house
from .test_grace import duel, told


class Lid:
    """A clock that also goes while the machine sleeps. The loop's own stands then, as on Linux."""

    def __init__(self) -> None:
        self.slept = 0.0

    def __call__(self) -> float:
        return self.slept

    async def close(self, seconds: float) -> None:
        self.slept += seconds
        await trio.testing.wait_all_tasks_blocked()


async def test_the_clock_of_whoever_is_asked_begins_anew() -> None:
    lid = Lid()
    async with open_house("Duel=two_hand,clock=20", awake=lid) as house:
        asked, other = await duel(house)
        await trio.sleep(15)
        moment = trio.current_time()
        await lid.close(3600)
        for guest in (asked, other):
            assert (await guest.next(m.View, lambda view: view.clock_ms > 0)).clock_ms == 20_000
        assert trio.current_time() == moment
        await other.next(m.View, lambda view: any(event.by == "clock" for event in view.events))
        assert trio.current_time() - moment == pytest.approx(20)
        assert "this host was asleep for 3600 s; whoever is waited for has their whole time again" in house.lines


async def test_the_grace_of_whoever_is_missed_begins_anew() -> None:
    lid = Lid()
    async with open_house("Duel=two_hand,grace=30", awake=lid) as house:
        asked, other = await duel(house)
        await asked.hang_up()
        await trio.sleep(29)
        await lid.close(60)
        table = await other.next(m.Table, lambda table: not table.news)
        assert [seat.grace_ms for seat in table.line.seats if seat.away] == [30_000]
        await trio.sleep(29)
        assert told(other) == [("lost", asked.name)]
        await other.next(m.View, lambda view: any(event.by == "bot" for event in view.events))


async def test_votes_and_kept_seats_begin_anew_and_a_nap_changes_nothing() -> None:
    lid = Lid()
    async with open_house("Duel=two_hand", awake=lid) as house:
        asked, other = await duel(house)
        await asked.ok(lambda i: m.Propose(id=i, what="end"))
        await trio.sleep(50)
        await lid.close(SUSPENDED_S)  # a busy machine
        assert not [line for line in house.lines if "asleep" in line]
        await lid.close(SUSPENDED_S + 1)
        table = await other.next(m.Table, lambda table: table.proposal is not None and not table.news)
        assert table.proposal is not None
        assert table.proposal.left_ms == 60_000
        await other.ok(lambda i: m.Vote(id=i, proposal=1, yes=True))

        await asked.hang_up()
        await trio.sleep(590)
        await lid.close(3600)
        await trio.sleep(590)
        assert house.tables()[0].seats[0 if asked.name == "Ann" else 1].name == asked.name
        await trio.sleep(20)
        assert [seat.name for seat in house.tables()[0].seats if seat.name] == [other.name]


async def test_an_empty_table_is_kept_for_another_hour() -> None:
    lid = Lid()
    async with open_house("Duel=two_hand,bots=1", awake=lid) as house:
        ann = await house.guest("Ann")
        await ann.sit()
        await ann.ready()
        await ann.asked()
        await ann.hang_up()
        await trio.sleep(3500)
        await lid.close(7200)
        await trio.sleep(3500)
        assert [line.state for line in house.tables()] == ["playing"]
        await trio.sleep(200)
        assert [line.state for line in house.tables()] == ["waiting"]


@pytest.mark.parametrize(
    ("away", "awake", "timeout", "slept"),
    [
        (100, 100, 100, []),  # a wait
        (100, 100, 600, []),  # one that ended early
        (3, 3, 0, []),  # a busy machine
        (3700, 100, 600, [3600]),  # the lid was closed in the middle of it
        (3600, 0, 600, [3600]),
        (100, 100, 15, [85]),  # the process was stopped
    ],
)
def test_what_is_sleep(away: float, awake: float, timeout: float, slept: list[float]) -> None:
    clock, running = iter([7.0, 7.0 + away]), iter([5.0, 5.0 + awake])
    woke: list[float] = []
    WakeWatch(lambda: next(clock), woke.append, lambda: next(running)).after_io_wait(timeout)
    assert woke == slept


def test_there_is_a_clock_for_it() -> None:
    before = awake_clock()
    assert 0 <= awake_clock() - before < SUSPENDED_S
