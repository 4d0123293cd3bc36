"""How strong bots are: chosen with the table, changed seat by seat, told to everybody, kept."""

from __future__ import annotations

import json
from pathlib import Path

from euchre_engine.bots import LEVELS
from euchre_protocol import messages as m
from euchre_protocol.tablespec import OPTIONS

from .guests import House, open_house
from .journals import opened


def levels(house: House) -> list[str | None]:
    return [seat.level for seat in house.tables()[0].seats]


def test_the_levels_of_a_table_are_those_that_the_engine_plays() -> None:
    option = next(spec for spec in OPTIONS if spec.name == "level")
    assert option.values == list(LEVELS)


async def test_bots_play_at_the_level_of_their_table_unless_somebody_says_otherwise() -> None:
    async with open_house() as house:
        ann = await house.guest("Ann")
        await ann.create(bots=1, level="beginner")
        await ann.ok(lambda i: m.Bot(id=i, seat=2, level="strong"))
        await ann.ok(lambda i: m.Bot(id=i))
        assert levels(house) == [None, "beginner", "strong", "beginner"]
        news = [event for table in ann.inbox if isinstance(table, m.Table) for event in table.news]
        assert [(event.seat, event.level) for event in news if event.do == "bot"] == [(2, "strong"), (3, "beginner")]
        await ann.ok(lambda i: m.Bot(id=i, seat=1, level="normal"))
        table = await ann.next(m.Table, lambda table: table.line.seats[1].level == "normal")
        assert [(event.do, event.seat, event.level) for event in table.news] == [("level", 1, "normal")]


async def test_a_level_that_nobody_plays_is_refused_and_so_is_one_for_a_person() -> None:
    async with open_house() as house:
        ann = await house.guest("Ann")
        await ann.create(bots=3)
        refusal = await ann.refused(lambda i: m.Bot(id=i, seat=1, level="divine"))
        assert (refusal.code, refusal.fields) == ("bad_rules", ["level"])
        assert (await ann.refused(lambda i: m.Bot(id=i, seat=0, level="normal"))).code == "seat_taken"
        assert (await ann.refused(lambda i: m.Bot(id=i, seat=1))).code == "seat_taken"
        assert levels(house) == [None, "normal", "normal", "normal"]


async def test_in_a_game_only_the_owner_changes_levels() -> None:
    async with open_house() as house:
        ann, bert = await house.guest("Ann"), await house.guest("Bert")
        await ann.create(bots=2)
        await bert.sit()
        for guest in (ann, bert):
            await guest.ready()
        await ann.next(m.View)
        assert (await bert.refused(lambda i: m.Bot(id=i, seat=1, level="beginner"))).code == "wrong_state"
        await ann.ok(lambda i: m.Bot(id=i, seat=1, level="beginner"))
        assert levels(house) == [None, "beginner", None, "normal"]


async def test_levels_outlive_the_host_and_stand_in_the_record(tmp_path: Path) -> None:
    spec = "Kitchen=classic,bots=3,target=1,level=beginner"
    journal, memory = opened(tmp_path)
    async with open_house(spec, pace="instant", journal=journal, memory=memory) as house:
        ann = await house.guest("Ann")
        await ann.sit()
        await ann.ok(lambda i: m.Bot(id=i, seat=1, level="normal"))
        await ann.ready()
        await ann.asked()
    journal.close()
    header = next(json.loads(line) for line in _stored(tmp_path) if line.startswith('{"euchre"'))
    assert [seat["kind"] for seat in header["seats"]] == ["human", "bot:normal", "bot:beginner", "bot:beginner"]
    journal, memory = opened(tmp_path)
    async with open_house(spec, pace="instant", journal=journal, memory=memory) as house:
        await (await house.guest("Zoe")).watch()
        assert levels(house) == [None, "normal", "beginner", "beginner"]
    journal.close()


def _stored(folder: Path) -> list[str]:
    _journal, memory = opened(folder)
    _journal.close()
    return [
        line for story in memory.stories for told in story.chapters.values() if told.game for line in told.game.lines
    ]
