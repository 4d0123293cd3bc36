"""Six people do anything at any time, well or badly, and vanish and come back; the house stays in order."""

from __future__ import annotations

import random

import pytest
import trio
import trio.testing
from msgspec.structs import replace

from euchre_engine import check_invariants
from euchre_protocol import messages as m
from euchre_server import chronicle
from euchre_server.contacts import Item
from euchre_server.table import Table

from .guests import Guest, House, Make, open_house

NAMES = ["Ann", "Bert", "Cleo", "Dora", "Emil", "Zoe"]
STEPS = 120


def anything(chance: random.Random, guest: Guest, tables: list[int]) -> Make:
    """Some command: mostly an answer to the newest question, if there is one."""
    views = [message for message in guest.inbox[-8:] if isinstance(message, m.View)]
    ask = views[-1].ask if views else None
    if ask is not None and chance.random() < 0.8:
        action = chance.choice(ask.actions)
        decision = ask.decision + (chance.random() < 0.1)
        return lambda i: m.Act(id=i, decision=decision, action=action)
    table, seat = chance.choice([*tables, 99]), chance.choice([None, 0, 1, 2, 3])
    yes = chance.random() < 0.8
    preset = chance.choice(["classic", "two_hand", "north_american"])
    deal = views[-1].deal if views else 1
    here = next((message for message in reversed(guest.inbox) if isinstance(message, m.Table | m.Lobby)), None)
    going: dict[Make, int] = {
        lambda i: m.Create(id=i, name=guest.name, preset=preset, rules={"target": 1}, options={"pace": "fast"}): 2,
        lambda i: m.Sit(id=i, table=table, seat=seat): 2,
        lambda i: m.Sit(id=i, table=table): 4,
        lambda i: m.Watch(id=i, table=table): 1,
    }
    staying: dict[Make, int] = {
        lambda i: m.Stand(id=i): 1,
        lambda i: m.Leave(id=i): 1,
        lambda i: m.Ready(id=i, ready=yes): 9,
        lambda i: m.Bot(id=i, seat=seat, present=yes): 1,
        lambda i: m.Bot(id=i): 4,
        lambda i: m.Seen(id=i, deal=deal): 2,
        lambda i: m.Say(id=i, text="la la"): 1,
    }
    fitting = going if isinstance(here, m.Lobby) else staying
    commands = fitting if chance.random() < 0.8 else going | staying
    [chosen] = chance.choices(list(commands), list(commands.values()))
    return chosen


async def live(house: House, name: str, chance: random.Random) -> None:
    guest = await house.guest(name)
    for _ in range(STEPS):
        await trio.sleep(chance.choice([0, 0, 0.2, 1, 3]))
        fate = chance.random()
        if fate < 0.03:
            if chance.random() < 0.5:
                await guest.say(m.Bye(code="quit"))
            await guest.hang_up()
            await trio.sleep(chance.choice([0, 1, 30, 700]))
            guest = await house.guest(name, guest.token)
        elif fate < 0.05:
            older = guest
            guest = await house.guest(name, guest.token)
            assert (await older.end())[-1] == m.Bye(code="replaced")
        else:
            await guest.command(anything(chance, guest, list(house.host.tables)))
        check_in_order(house)
    versions: dict[int, int] = {}
    for message in guest.inbox:
        if isinstance(message, m.Table):
            table = message.line.id
        if isinstance(message, m.Table | m.View):
            assert message.version > versions.get(table, 0)
            versions[table] = message.version
        elif isinstance(message, m.Lobby):
            table = -1
    await guest.say(m.Bye(code="quit"))
    await guest.hang_up()


def check_in_order(house: House) -> None:
    """Everybody is in one place, every seat has one owner who knows of it, and every state is sound."""
    host = house.host
    for person in host._people:
        assert person.table is None or person in person.table._floor.people
        assert all(person in table._seating.people for table in person.holds)
        assert all(table in host.tables.values() for table in person.holds)
    for table in host.tables.values():
        people = table._floor.people
        assert len(set(people)) == len(people)
        assert all(person.table is table for person in people)
        assert all(table in person.holds for person in table._seating.people)
        play = table._series.play
        if play is not None:
            assert check_invariants(play.game.state) == ()


def check_nothing_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """A step in which only cards were played looks at nothing else; see that there was indeed nothing else to see."""
    tell = Table.tell

    def told(table: Table, item: Item | None) -> None:
        tell(table, item)
        standing = chronicle.standing(table._seating, table._series, table._floor)
        assert table._chronicle._standing == standing
        play = table._series.play
        if play is None or play.pause != "trick":  # what the last trick has brought is told when it has been looked at
            assert table._line is not None
            assert without_grace(table._line) == without_grace(table._new_line())

    monkeypatch.setattr(Table, "tell", told)


def without_grace(line: m.TableLine) -> m.TableLine:
    return replace(line, seats=[replace(seat, grace_ms=0) for seat in line.seats])


@pytest.mark.bulk
@pytest.mark.parametrize("seed", range(2))
async def test_an_evening_of_anything(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    check_nothing_is_left_out(monkeypatch)
    async with open_house("Duel=two_hand,target=1", "Bots=classic,bots=4,target=1,pace=fast", seed=seed) as house:
        async with trio.open_nursery() as nursery:
            for number, name in enumerate(NAMES):
                nursery.start_soon(live, house, name, random.Random(f"{seed} {number}"))
        await trio.sleep(20_000)
        assert {table.name for table in house.tables()} == {"Duel", "Bots"}
        assert all(seat.kind != "human" for table in house.tables() for seat in table.seats)
        assert list(house.host._people) == []
        assert len(house.records) > 0
