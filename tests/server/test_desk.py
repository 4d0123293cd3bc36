"""A table's desk: one thing after another, and none while the last one is being stored."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import trio
import trio.testing

from euchre_server import limits
from euchre_server.contacts import Item, Nudge, Order
from euchre_server.desk import Desk
from euchre_server.journal import Receipt
from euchre_server.table_clock import NEVER


class Clerk:
    """Carries things out, and writes down in which order."""

    def __init__(self) -> None:
        self.desk = Desk(self)
        self.log: list[str] = []
        self.receipt: Receipt | None = None
        self.slow = False
        self.due = NEVER
        self.faults = {"change": "", "tell": ""}

    def change(self, item: Item | None) -> Receipt | None:
        if item is None:
            self.due = NEVER
        return self._did("change", item)

    def tell(self, item: Item | None) -> None:
        self._did("tell", item)

    def deadline(self) -> float:
        return self.due

    def store(self) -> None:
        """What was changed is durable."""
        assert self.receipt is not None
        self.receipt.give()

    def _did(self, what: str, item: Item | None) -> Receipt | None:
        name = item.name if isinstance(item, Order) else "the clock" if item is None else "a nudge"
        self.log.append(f"{what} {name}")
        if self.faults[what] == name:
            raise ValueError(name)
        self.receipt = Receipt() if self.slow else None
        return self.receipt


def order(name: str) -> Order:
    return Order("close", lambda _code: None, name)


@pytest.fixture
def clerk() -> Clerk:
    return Clerk()


async def begun(clerk: Clerk, nursery: trio.Nursery) -> None:
    async def run(task_status: trio.TaskStatus[None]) -> None:
        await clerk.desk.run(task_status.started)

    await nursery.start(run)
    clerk.log.clear()


async def test_it_has_begun_when_how_things_stand_is_durable(clerk: Clerk) -> None:
    clerk.slow = True
    started: list[Callable[[], None]] = []
    await clerk.desk.put(order("early"))
    async with trio.open_nursery() as nursery:
        nursery.start_soon(clerk.desk.run, lambda: started.append(nursery.cancel_scope.cancel))
        await trio.testing.wait_all_tasks_blocked()
        assert (clerk.log, started) == (["change a nudge"], [])
        clerk.store()
        await trio.testing.wait_all_tasks_blocked()
        assert len(started) == 1
        assert clerk.log == ["change a nudge", "tell a nudge", "change early"]
        started[0]()


async def test_nothing_is_carried_out_while_something_is_stored(clerk: Clerk) -> None:
    async with trio.open_nursery() as nursery:
        await begun(clerk, nursery)
        clerk.slow = True
        clerk.due = trio.current_time()
        for name in "ab":
            await clerk.desk.put(order(name))
        await trio.sleep(1)
        assert clerk.log == ["change a"]
        clerk.store()
        assert clerk.log == ["change a", "tell a", "change b"]
        clerk.store()
        await trio.testing.wait_all_tasks_blocked()
        assert clerk.log[3:] == ["tell b", "change the clock"]
        nursery.cancel_scope.cancel()


async def test_what_is_due_is_done_in_time_even_if_that_changes(clerk: Clerk) -> None:
    async with trio.open_nursery() as nursery:
        await begun(clerk, nursery)
        clerk.due = trio.current_time() + 10
        clerk.desk.nudge()
        await trio.sleep(1)
        clerk.due = trio.current_time() + 2
        clerk.desk.nudge()
        await trio.sleep(1.9)
        assert clerk.log == ["change a nudge", "tell a nudge"] * 2
        await trio.sleep(0.2)
        assert clerk.log[4:] == ["change the clock", "tell the clock"]
        nursery.cancel_scope.cancel()


async def test_others_are_heard_while_something_is_due_again_and_again(clerk: Clerk) -> None:
    async with trio.open_nursery() as nursery:
        await begun(clerk, nursery)
        clerk.change = lambda item: clerk._did("change", item)  # type: ignore[method-assign]  # is due for ever
        clerk.due = trio.current_time()
        clerk.desk.nudge()
        with trio.move_on_after(5) as patience:
            for _ in range(10):
                await trio.lowlevel.checkpoint()
        assert not patience.cancelled_caught
        assert clerk.log.count("tell the clock") >= 5
        nursery.cancel_scope.cancel()


async def test_whoever_finds_too_much_there_waits(clerk: Clerk) -> None:
    async with trio.open_nursery() as nursery:
        await begun(clerk, nursery)
        clerk.slow = True
        for number in range(limits.INBOX + 1):  # one of them is under way
            await clerk.desk.put(order(str(number)))
        done = trio.Event()

        async def put() -> None:
            await clerk.desk.put(order("late"))
            done.set()

        nursery.start_soon(put)
        await trio.testing.wait_all_tasks_blocked()
        clerk.desk.nudge()  # is not worth waiting for
        assert not done.is_set()
        clerk.slow = False
        clerk.store()
        await trio.testing.wait_all_tasks_blocked()
        assert done.is_set()
        assert clerk.log[-2:] == ["change late", "tell late"]
        assert not any("nudge" in line for line in clerk.log)
        nursery.cancel_scope.cancel()


async def test_an_owner_that_ends_with_the_last_thing_that_is_durable_is_not_asked_any_more() -> None:
    class Last(Clerk):
        def tell(self, item: Item | None) -> None:
            super().tell(item)
            if item is not None and not isinstance(item, Nudge):
                self.desk.close()
                clerks.clear()  # nobody else held on to it

    clerks = [Last()]
    async with trio.open_nursery() as nursery:
        await begun(clerks[0], nursery)
        clerks[0].slow = True
        await clerks[0].desk.put(order("close"))
        assert clerks[0].receipt is not None
        receipt = clerks[0].receipt
        nursery.cancel_scope.cancel()
    receipt.give()
    assert not clerks


@pytest.mark.parametrize("at", ["change", "tell"])
@pytest.mark.parametrize("slow", [False, True])
async def test_a_fault_is_the_table_s_and_not_that_of_whoever_came_with_it(
    clerk: Clerk, at: str, *, slow: bool
) -> None:
    clerk.faults[at] = "bad"
    with pytest.RaisesGroup(pytest.RaisesExc(ValueError, match="bad")):
        async with trio.open_nursery() as nursery:
            await begun(clerk, nursery)
            clerk.slow = slow
            await clerk.desk.put(order("bad"))
            await clerk.desk.put(order("later"))
            if slow and at == "tell":
                clerk.store()
            await trio.sleep_forever()
    assert not any("later" in line for line in clerk.log)
    under_way = clerk.desk.under_way
    assert isinstance(under_way, Order)
    assert under_way.name == "bad"
    assert [item.name for item in clerk.desk.clear() if isinstance(item, Order)] == ["later"]


async def test_nothing_can_be_put_on_a_desk_that_is_cleared(clerk: Clerk) -> None:
    async with trio.open_nursery() as nursery:
        await begun(clerk, nursery)
        clerk.slow = True
        for number in range(limits.INBOX + 1):
            await clerk.desk.put(order(str(number)))

        async def put() -> None:
            with pytest.raises(trio.BrokenResourceError):
                await clerk.desk.put(order("late"))

        nursery.start_soon(put)
        await trio.testing.wait_all_tasks_blocked()
        assert len(clerk.desk.clear()) == limits.INBOX
        clerk.desk.nudge()
        clerk.store()
        assert clerk.log == ["change 0", "tell 0"]
