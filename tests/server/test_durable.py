"""Nobody is told of anything before it is durable."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable

import trio
import trio.testing

from euchre_protocol import messages as m
from euchre_server.host import Host
from euchre_server.journal import Keep, NoJournal, Operation, Receipt
from euchre_server.orders import Orders
from euchre_server.services import Services, seeded_chance

from .guests import Guest, House, open_house, setup


class SlowDisk(NoJournal):
    """A journal whose disk can be held."""

    def __init__(self) -> None:
        self.operations: list[Operation] = []
        self.held = False
        self._waiting: list[Receipt] = []
        self._told: list[Callable[[], None]] = []

    def put(self, *operations: Operation) -> Receipt:
        self.operations += operations
        receipt = Receipt()
        self._waiting.append(receipt)
        if not self.held:
            self.release()
        return receipt

    def watch(self, told: Callable[[], None]) -> None:
        self._told.append(told)

    def fill(self, *, full: bool) -> None:
        """Have no room on the disk, or room again."""
        self.held = self.trouble = full
        for told in self._told:
            told()
        if not full:
            self.release()

    def release(self) -> None:
        self.held = False
        while self._waiting:
            self._waiting.pop(0).give()


async def rest(guest: Guest) -> list[m.Message]:
    """What has come and was not looked at, when nothing more comes."""
    await trio.testing.wait_all_tasks_blocked()
    new, guest.seen = guest.inbox[guest.seen :], len(guest.inbox)
    return new


async def duel(house: House) -> tuple[Guest, Guest]:
    """Two people in a game; whose turn it is comes first."""
    guests = [await house.guest(name) for name in ("Ann", "Bert")]
    for guest in guests:
        await guest.sit()
        await guest.ready()
    views = [await guest.next(m.View) for guest in guests]
    asked, other = guests if views[0].ask else reversed(guests)
    asked.seen -= 1
    return asked, other


async def test_an_action_is_answered_and_shown_when_it_is_durable() -> None:
    disk = SlowDisk()
    async with open_house("Duel=two_hand", pace="instant", journal=disk) as house:
        asked, other = await duel(house)
        view = await asked.asked()
        await rest(other)
        disk.held = True
        await asked.say(m.Act(id=77, decision=view.ask.decision, action=view.ask.actions[0]))
        assert await rest(asked) == []
        assert await rest(other) == []
        disk.release()
        answer, news, *_ = await rest(asked)
        assert answer == m.Done(re=77)
        assert isinstance(news, m.View)
        assert any(isinstance(message, m.View) for message in await rest(other))


async def test_a_name_is_given_when_it_is_durable() -> None:
    disk = SlowDisk()
    async with open_house(journal=disk) as house:
        disk.held = True
        guest, thief = house.door(), house.door()
        for each in (guest, thief):
            await each.next(m.Hello)
            await each.say(m.Login(protocol=m.PROTOCOL, software="t", name="Ann"))
            await trio.testing.wait_all_tasks_blocked()
        assert await rest(guest) == []
        assert await thief.next(m.Refused) == m.Refused(code="name_taken")
        [kept] = [each for each in disk.operations if isinstance(each, Keep)]
        assert (kept.key, kept.name) == ("ann", "Ann")
        disk.release()
        assert (await guest.next(m.Welcome)).name == "Ann"


async def test_a_name_is_free_again_if_its_owner_hangs_up_before_it_is_durable() -> None:
    disk = SlowDisk()
    async with open_house(journal=disk) as house:
        disk.held = True
        guest = house.door()
        await guest.next(m.Hello)
        await guest.say(m.Login(protocol=m.PROTOCOL, software="t", name="Ann"))
        await trio.testing.wait_all_tasks_blocked()
        await guest.next(m.Bye)  # five seconds without a welcome are too long
        await guest.hang_up()
        disk.release()
        await house.guest("Ann")


async def test_a_table_is_listed_when_it_is_durable() -> None:
    disk = SlowDisk()
    async with open_house(journal=disk) as house:
        ann, bert = await house.guest("Ann"), await house.guest("Bert")
        await rest(bert)
        disk.held = True
        await ann.say(m.Create(id=1, name="Kitchen", preset="classic"))
        told = await rest(ann) + await rest(bert)
        assert all(isinstance(message, m.Lobby) and not message.tables for message in told)
        twin = await bert.refused(lambda i: m.Create(id=i, name="kitchen", preset="classic"))
        assert twin.code == "table_exists"
        disk.release()
        assert (await rest(ann))[0] == m.Done(re=1, table=1)
        lobby = await bert.next(m.Lobby, lambda lobby: bool(lobby.tables))
        assert lobby.tables[0].owner == "Ann"


async def test_who_leaves_a_table_is_told_nothing_of_the_lobby_before_it_is_durable_and_then_all() -> None:
    disk = SlowDisk()
    async with open_house("Kitchen=classic", journal=disk) as house:
        ann, bert = await house.guest("Ann"), await house.guest("Bert")
        await rest(ann)
        await ann.sit()
        await rest(ann)
        disk.held = True
        await ann.say(m.Leave(id=77))
        await trio.testing.wait_all_tasks_blocked()
        await bert.hang_up()
        await trio.sleep(1)
        assert await rest(ann) == []
        disk.release()
        done, lobby, *_ = await rest(ann)
        assert done == m.Done(re=77)
        assert isinstance(lobby, m.Lobby)
        assert not lobby.change


async def test_a_host_opens_when_its_tables_are_durable() -> None:
    disk = SlowDisk()
    disk.held = True
    host = Host("Test", Services(chance=seeded_chance(1), journal=disk), setups=[setup("Kitchen=classic")])
    async with trio.open_nursery() as nursery:
        started = trio.Event()

        async def start() -> None:
            await nursery.start(host.run)
            started.set()

        nursery.start_soon(start)
        await trio.testing.wait_all_tasks_blocked()
        assert not started.is_set()
        disk.release()
        await started.wait()
        host.stop()


async def test_while_the_disk_is_full_all_see_that_and_what_they_knew_before() -> None:
    disk = SlowDisk()
    async with open_house("Duel=two_hand", pace="instant", journal=disk) as house:
        asked, other = await duel(house)
        view = await asked.asked()
        await rest(other)
        disk.held = True  # as the journal finds out: with the first thing that it cannot write
        await asked.say(m.Act(id=77, decision=view.ask.decision, action=view.ask.actions[0]))
        await trio.testing.wait_all_tasks_blocked()
        disk.fill(full=True)
        for guest in (asked, other):
            news, still = await rest(guest)
            assert isinstance(news, m.Table)
            assert [(event.do, event.number) for event in news.news] == [("storage", 1)]
            assert isinstance(still, m.View)
            assert (still.pause, still.pause_ms, still.ask, still.turn) == ("storage", 0, None, None)
            assert (still.hand, still.bids, still.events) == (
                view.hand if guest is asked else still.hand,
                view.bids,
                [],
            )
        await trio.sleep(3600)
        assert [message for message in await rest(other) if not isinstance(message, m.Ping)] == []

        assert (await other.refused(lambda i: m.Say(id=i, text="hello?"))).code == "storage"
        late = house.door()
        await late.next(m.Hello)
        await late.say(m.Login(protocol=m.PROTOCOL, software="t", name="Cleo"))
        assert await late.next(m.Refused) == m.Refused(code="storage")

        disk.fill(full=False)
        assert [event.number for event in (await other.next(m.Table)).news] == [0]
        assert await asked.next(m.Done) == m.Done(re=77)
        after = await other.next(m.View, lambda view: bool(view.events))
        assert (after.pause, after.events[0].do) == (None, view.ask.actions[0].do)
        assert max(len(after.bids), len(after.trick)) > 0


async def test_the_tables_time_stands_still_while_the_disk_is_full() -> None:
    disk = SlowDisk()
    async with open_house("Duel=two_hand,clock=30", journal=disk) as house:
        asked, other = await duel(house)
        await asked.asked()
        await trio.sleep(10)
        disk.fill(full=True)
        await trio.sleep(600)
        disk.fill(full=False)
        again = await asked.next(
            m.View, lambda view: view.pause is None and view.ask is not None and view.clock_ms < 25000
        )
        assert again.clock_ms == 20_000
        await trio.sleep(19)
        assert not any(event.by == "clock" for view in other.inbox if isinstance(view, m.View) for event in view.events)
        assert (
            await other.next(m.View, lambda view: any(event.by == "clock" for event in view.events))
        ).turn is not None


async def test_what_is_typed_while_tables_are_made_waits_for_all_of_them() -> None:
    disk = SlowDisk()
    disk.held = True
    host = Host("Test", Services(journal=disk), setups=[setup("Duel=two_hand"), setup("Kitchen=classic")])
    shown: list[str] = []

    async def typed() -> AsyncIterator[str]:
        yield "list"

    async with trio.open_nursery() as nursery:
        nursery.start_soon(Orders(host, shown.append).obey, typed())
        nursery.start_soon(host.run)
        await trio.testing.wait_all_tasks_blocked()
        for _ in range(2):
            disk._waiting.pop(0).give()
            await trio.testing.wait_all_tasks_blocked()
        assert [line.split(":")[0] for line in shown] == ["table Duel", "table Kitchen", "lobby"]
        nursery.cancel_scope.cancel()
