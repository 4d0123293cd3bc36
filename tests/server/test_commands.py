"""Every command, right and wrong: each gets exactly one answer, and a wrong one changes nothing."""

from __future__ import annotations

import msgspec
import pytest

from euchre_protocol import messages as m
from euchre_server.limits import Limits

from .guests import Guest, House, Make, open_house


async def seated(house: House, name: str = "Ann", **settings: m.Value) -> Guest:
    """Somebody who has made a table and sits at it alone."""
    guest = await house.guest(name)
    await guest.create(f"{name}'s", **settings)
    return guest


async def playing(house: House, **settings: m.Value) -> Guest:
    """Somebody in a game against bots; the first view that asks them has not been read."""
    guest = await seated(house, **settings)
    await guest.ok(lambda i: m.Bot(id=i))
    await guest.ready()
    return guest


@pytest.mark.parametrize(
    ("make", "code"),
    [
        (lambda i: m.Sit(id=i, table=9), "no_such_table"),
        (lambda i: m.Watch(id=i, table=9), "no_such_table"),
        (lambda i: m.Sit(id=i, table=1), "table_full"),
        (lambda i: m.Sit(id=i, table=1, seat=0), "seat_taken"),
        (lambda i: m.Sit(id=i, table=2, seat=3), "no_such_seat"),
        (lambda i: m.Stand(id=i), "not_at_table"),
        (lambda i: m.Leave(id=i), "not_at_table"),
        (lambda i: m.Ready(id=i), "not_at_table"),
        (lambda i: m.Bot(id=i), "not_at_table"),
        (lambda i: m.Seen(id=i, deal=1), "not_at_table"),
        (lambda i: m.Act(id=i, decision=1, action=m.Action(do="pass")), "not_at_table"),
        (lambda i: m.Say(id=i, text="\u200b"), "bad_message"),
        (lambda i: m.Create(id=i, name="\u202e", preset="classic"), "bad_name"),
        (lambda i: m.Create(id=i, name="full", preset="classic"), "table_exists"),
    ],
)
async def test_refused_in_the_lobby(make: Make, code: str) -> None:
    async with open_house("Full=classic,bots=4", "Duel=two_hand") as house:
        before = house.tables()
        ann = await house.guest("Ann")
        assert (await ann.refused(make)).code == code
        assert house.tables() == before


@pytest.mark.parametrize(
    ("settings", "fields"),
    [
        ({"preset": "chess"}, ["preset"]),
        ({"target": 0}, ["target"]),
        ({"target": "10"}, ["target"]),
        ({"target": True}, ["target"]),
        ({"upcard": "burn"}, ["upcard"]),
        ({"colour": "red"}, ["colour"]),
        ({"pace": "slow"}, ["pace"]),
        ({"watch": "consent"}, ["watch"]),
        ({"bots": 5}, ["bots"]),
        ({"bots": 3, "preset": "two_hand"}, ["bots", "players"]),
        ({"defend_alone": "always", "preset": "two_hand"}, ["defend_alone", "players"]),
    ],
)
async def test_a_table_that_cannot_be_made(settings: dict[str, m.Value], fields: list[str]) -> None:
    async with open_house() as house:
        ann = await house.guest("Ann")
        preset = str(settings.get("preset", "classic"))
        options = {key: value for key, value in settings.items() if key in ("bots", "pace", "watch")}
        rules = {key: value for key, value in settings.items() if key not in ("preset", *options)}
        error = await ann.refused(lambda i: m.Create(id=i, name="A", preset=preset, rules=rules, options=options))
        assert error.code == "bad_rules"
        assert sorted(error.fields) == sorted(fields)
        assert house.host.tables == {}


@pytest.mark.parametrize(
    ("make", "code"),
    [
        (lambda i: m.Create(id=i, name="B", preset="classic"), "wrong_state"),
        (lambda i: m.Watch(id=i, table=2), "wrong_state"),
        (lambda i: m.Watch(id=i, table=1), "wrong_state"),
        (lambda i: m.Sit(id=i, table=1), "wrong_state"),
        (lambda i: m.Act(id=i, decision=1, action=m.Action(do="pass")), "wrong_state"),
        (lambda i: m.Seen(id=i, deal=1), "wrong_state"),
        (lambda i: m.Sit(id=i, table=2, seat=4 - 1), "no_such_seat"),
        (lambda i: m.Bot(id=i, seat=3), "no_such_seat"),
        (lambda i: m.Bot(id=i, seat=0), "seat_taken"),
        (lambda i: m.Bot(id=i, seat=0, present=False), "seat_taken"),
        (lambda i: m.Bot(id=i, seat=1, present=False), "wrong_state"),
    ],
)
async def test_refused_at_a_table_where_nobody_plays(make: Make, code: str) -> None:
    async with open_house("Kitchen=classic") as house:
        ann = await seated(house, preset="two_hand")
        before = house.tables()
        assert (await ann.refused(make)).code == code
        assert house.tables() == before


@pytest.mark.parametrize(
    "make",
    [
        lambda i: m.Stand(id=i),
        lambda i: m.Ready(id=i),
        lambda i: m.Bot(id=i),
        lambda i: m.Act(id=i, decision=1, action=m.Action(do="pass")),
        lambda i: m.Seen(id=i, deal=1),
    ],
)
async def test_refused_to_a_watcher(make: Make) -> None:
    async with open_house() as house:
        await seated(house)
        zoe = await house.guest("Zoe")
        await zoe.watch()
        assert (await zoe.refused(make)).code == "not_seated"


@pytest.mark.parametrize(
    ("make", "code"),
    [
        (lambda i: m.Stand(id=i), "wrong_state"),
        (lambda i: m.Sit(id=i, table=1, seat=2), "seat_taken"),
        (lambda i: m.Ready(id=i), "wrong_state"),
        (lambda i: m.Bot(id=i), "table_full"),
        (lambda i: m.Bot(id=i, present=False), "wrong_state"),
        (lambda i: m.Seen(id=i, deal=1), "stale"),
    ],
)
async def test_refused_in_a_game(make: Make, code: str) -> None:
    async with open_house() as house:
        ann = await playing(house)
        await ann.asked()
        assert (await ann.refused(make)).code == code


async def test_a_stale_answer_is_told_so_and_not_carried_out_twice() -> None:
    async with open_house() as house:
        ann = await playing(house)
        view = await ann.asked()
        assert view.ask is not None
        first = view.ask.actions[0]
        await ann.act(view)
        again = await ann.refused(lambda i: m.Act(id=i, decision=view.ask.decision, action=first))
        assert again.code == "stale"
        later = await ann.asked()
        assert sum(event.seat == view.turn for event in later.events if event.do == first.do) <= 1
        assert (await ann.refused(lambda i: m.Act(id=i, decision=9999, action=first))).code == "stale"


async def test_only_the_seat_that_is_asked_may_answer() -> None:
    async with open_house("Duel=two_hand") as house:
        guests = [await house.guest("Ann"), await house.guest("Bert")]
        for guest in guests:
            await guest.sit()
            await guest.ready()
        views = [await guest.next(m.View) for guest in guests]
        [asked] = [view for view in views if view.ask is not None]
        [other] = [guest for guest, view in zip(guests, views, strict=True) if view.ask is None]
        assert asked.ask is not None
        act = m.Act(id=0, decision=asked.ask.decision, action=m.Action(do="pass"))
        assert (await other.refused(lambda i: msgspec.structs.replace(act, id=i))).code == "not_your_turn"


async def test_an_illegal_action_is_refused_with_the_reason() -> None:
    async with open_house() as house:
        ann = await playing(house)
        view = await ann.asked()
        ask = view.ask
        assert ask is not None
        play = m.Action(do="play", card=view.hand[0])
        error = await ann.refused(lambda i: m.Act(id=i, decision=ask.decision, action=play))
        assert error.code == "illegal"
        assert error.why is not None
        assert error.why.code == "wrong_phase"
        nonsense = m.Action(do="fly")
        assert (await ann.refused(lambda i: m.Act(id=i, decision=ask.decision, action=nonsense))).code == "bad_message"
        await ann.act(view)


async def test_what_is_dead_is_shown_with_its_reason_and_refused_with_the_same() -> None:
    """Until somebody must follow suit: the dead cards of the question carry the reason that an answer would get."""
    async with open_house(pace="instant") as house:
        ann = await playing(house)
        while True:
            view = await ann.asked()
            assert view.ask is not None
            if view.phase == "play" and view.ask.dead:
                break
            await ann.act(view)
        dead, decision = view.ask.dead[0], view.ask.decision
        error = await ann.refused(lambda i: m.Act(id=i, decision=decision, action=dead.action))
        assert error.why == dead.why
        assert dead.why.code == "follow"


async def test_too_many_tables() -> None:
    async with open_house("One=classic", limits=Limits(tables=1)) as house:
        ann = await house.guest("Ann")
        assert (await ann.refused(lambda i: m.Create(id=i, name="Two", preset="classic"))).code == "too_many_tables"


async def test_bots_come_and_go() -> None:
    async with open_house() as house:
        ann = await seated(house)
        await ann.ok(lambda i: m.Bot(id=i, seat=2))
        await ann.ok(lambda i: m.Bot(id=i))
        table = await ann.next(m.Table, lambda table: all(seat.kind != "free" for seat in table.line.seats))
        names = [seat.name for seat in table.line.seats]
        assert len(set(names)) == 4
        assert [event.do for event in table.news] == ["bot", "bot"]
        assert (await ann.refused(lambda i: m.Bot(id=i))).code == "table_full"
        await ann.ok(lambda i: m.Bot(id=i, present=False))
        table = await ann.next(m.Table, lambda table: table.line.seats[1].kind == "free")
        assert [seat.kind for seat in table.line.seats] == ["human", "free", "free", "free"]
        assert [event.name for event in table.news] == names[1:]


async def test_changing_seats_and_standing_up() -> None:
    async with open_house() as house:
        ann = await seated(house)
        await ann.sit(1, 2)
        table = await ann.next(m.Table, lambda table: table.you == 2)
        assert [seat.kind for seat in table.line.seats] == ["free", "free", "human", "free"]
        await ann.sit(1)
        await ann.ok(lambda i: m.Stand(id=i))
        table = await ann.next(m.Table, lambda table: table.you is None)
        assert table.line.watchers == ["Ann"]
        assert table.line.owner == "Ann"
        await ann.ok(lambda i: m.Bot(id=i))  # the owner may, without a seat


async def test_leaving_a_waiting_table_frees_the_seat_and_an_empty_one_goes_away() -> None:
    async with open_house() as house:
        ann = await seated(house)
        bert = await house.guest("Bert")
        await bert.sit()
        await ann.ok(lambda i: m.Leave(id=i))
        table = await bert.next(m.Table, lambda table: table.line.seats[0].kind == "free")
        assert [event.do for event in table.news] == ["gone", "owner"]
        await ann.next(m.Lobby)
        await bert.ok(lambda i: m.Leave(id=i))
        lobby = await ann.next(m.Lobby, lambda lobby: not lobby.tables)
        assert [person.table for person in lobby.people] == [None, None]


async def test_talk_reaches_the_table_or_the_lobby_and_has_a_limit() -> None:
    async with open_house() as house:
        ann = await seated(house)
        bert, cleo = await house.guest("Bert"), await house.guest("Cleo")
        await bert.watch()
        await ann.ok(lambda i: m.Say(id=i, text="hello\x1b[2J \u202eall"))
        assert await bert.next(m.Chat) == m.Chat(name="Ann", text="hello[2J all", seat=0, table=1)
        await cleo.ok(lambda i: m.Say(id=i, text="anybody?"))
        assert await cleo.next(m.Chat) == m.Chat(name="Cleo", text="anybody?")
        for _ in range(Limits.chat_at_once - 1):
            await ann.ok(lambda i: m.Say(id=i, text="la"))
        assert (await ann.refused(lambda i: m.Say(id=i, text="la"))).code == "slow_down"
        assert not [message for message in bert.inbox if isinstance(message, m.Chat) and message.name == "Cleo"]


async def test_every_command_is_answered_once_and_in_order() -> None:
    async with open_house("Duel=two_hand") as house:
        ann = await house.guest("Ann")
        commands: list[m.Message] = [
            m.Sit(id=1, table=1), m.Ready(id=2), m.Leave(id=3), m.Sit(id=4, table=1), m.Bot(id=5), m.Ready(id=6),
        ]  # fmt: skip
        await ann.stream.send_all(b"".join(ann.connection.send(command) for command in commands))
        await ann.asked()
        answers = [message for message in ann.inbox if isinstance(message, m.Done | m.Error)]
        assert [(type(answer), answer.re) for answer in answers] == [(m.Done, number) for number in range(1, 7)]
