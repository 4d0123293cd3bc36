"""Many at once, twice, too late, out of turn, half gone or not listening: one of them gets what there is."""

from __future__ import annotations

import json
import random
import socket
import struct

import pytest
import trio
import trio.lowlevel
import trio.testing

from euchre_protocol import messages as m
from euchre_server import limits
from euchre_server.limits import Limits

from .guests import Guest, House, open_house

CROWD = 50
PREPARED = 20_000
"""Messages that are broadcast while one client reads none of them."""


async def test_of_fifty_who_want_one_seat_one_gets_it() -> None:
    async with open_house("Kitchen=classic") as house:
        guests = [await house.guest(f"G{number}") for number in range(CROWD)]
        answers: dict[str, m.Done | m.Error] = {}

        async def grab(guest: Guest) -> None:
            answers[guest.name] = await guest.command(lambda i: m.Sit(id=i, table=1, seat=0))

        async with trio.open_nursery() as nursery:
            for guest in guests:
                nursery.start_soon(grab, guest)
        [winner] = [name for name, answer in answers.items() if isinstance(answer, m.Done)]
        assert {answer.code for answer in answers.values() if isinstance(answer, m.Error)} == {"seat_taken"}
        assert [seat.name for seat in house.tables()[0].seats] == [winner, "", "", ""]


async def test_of_fifty_who_want_one_name_one_gets_it() -> None:
    async with open_house() as house:
        doors = [house.door() for _ in range(CROWD)]
        for door in doors:
            await door.next(m.Hello)
        for door in doors:
            await door.say(m.Login(protocol=m.PROTOCOL, software="t", name="Ann"))
        answers = [await door.next(m.Message) for door in doors]
        assert sum(isinstance(answer, m.Welcome) for answer in answers) == 1
        assert sum(answer == m.Refused(code="name_taken") for answer in answers) == CROWD - 1


def newest(guest: Guest) -> m.View:
    return next(message for message in reversed(guest.inbox) if isinstance(message, m.View))


@pytest.mark.bulk
async def test_whatever_is_sent_twice_too_late_or_out_of_turn_happens_once() -> None:
    """Each answer is sent twice in one packet, by all the others before that, and by everybody once more later."""
    async with open_house("Kitchen=classic,target=5", pace="instant") as house:
        guests = [await house.guest(name) for name in ("Ann", "Bert", "Cleo", "Dora")]
        for guest in guests:
            await guest.sit()
        for guest in guests:
            await guest.ready()
        rng = random.Random(5)
        accepted, asked = 0, -1

        async def answer(guest: Guest, ask: m.Ask, action: m.Action) -> str:
            return (await guest.refused(lambda i: m.Act(id=i, decision=ask.decision, action=action))).code

        while True:
            await trio.testing.wait_all_tasks_blocked()
            views = [newest(guest) for guest in guests]
            if views[0].over is not None:
                break
            [(seat, ask)] = [(seat, view.ask) for seat, view in enumerate(views) if view.ask is not None]
            assert ask.decision > asked
            asked, action = ask.decision, rng.choice(ask.actions)
            others = [guest for guest in guests if guest is not guests[seat]]
            assert {await answer(guest, ask, action) for guest in others} == {"not_your_turn"}
            actor = guests[seat]
            act = actor.connection.send(m.Act(id=7, decision=ask.decision, action=action))
            await actor.stream.send_all(act + act)
            answers = [await actor.next(m.Message, lambda each: getattr(each, "re", 0) == 7) for _ in range(2)]
            assert [type(each) for each in answers] == [m.Done, m.Error]
            accepted += 1
            assert {await answer(guest, ask, action) for guest in guests} <= {"stale", "wrong_state"}
        [record] = house.records
        done = [line for line in map(json.loads, record) if "do" in line]
        forced = sum(line["do"] == "play" for line in done) / 5  # the last card of each hand is played by the host
        assert len(done) == accepted + forced > 20


# ---------------------------------------------------------------- readers and lines


@pytest.mark.bulk
async def test_twenty_thousand_messages_reach_everybody_but_the_one_who_reads_nothing() -> None:
    """Its stream takes a frame only when it is read, which it never is."""
    talkative = Limits(messages_at_once=PREPARED * 2, chat_at_once=PREPARED * 2, queue_bytes=64 * 1024)
    async with open_house(limits=talkative) as house, trio.open_nursery() as nursery:
        ours, theirs = trio.testing.lockstep_stream_pair()
        nursery.start_soon(house.host.serve, theirs, "10.0.0.8")
        slow, listening = Guest(ours), trio.CancelScope()

        async def listen() -> None:
            with listening:
                await slow.listen()

        nursery.start_soon(listen)
        await slow.login("Slow")
        await slow.next(m.Lobby)
        listening.cancel()
        ann, bert = await house.guest("Ann"), await house.guest("Bert")
        say = ann.connection.send(m.Say(id=1, text="x" * 10))
        for number in range(1, PREPARED // 500 + 1):
            await ann.stream.send_all(say * 500)
            await trio.sleep(limits.LOBBY_EVERY_S)
            heard = sum(isinstance(message, m.Chat) for message in bert.inbox)
            assert heard >= 500 * (number - 1), "nobody waits for the one who does not read"
        await trio.sleep(1)
        assert sum(isinstance(message, m.Chat) for message in bert.inbox) == PREPARED
        assert "Slow reads too slowly and is dropped" in house.lines
        await ours.aclose()


@pytest.mark.bulk
async def test_hundreds_who_connect_and_say_nothing_are_gone_in_time() -> None:
    async with open_house(limits=Limits(connections_per_address=400)) as house:
        ann = await house.guest("Ann")
        silent = [house.door() for _ in range(300)]
        await ann.ok(lambda i: m.Say(id=i, text="is anybody there?"))
        await trio.sleep(Limits.login_seconds + limits.GOODBYE_S + 0.1)
        assert all(guest.ended and guest.inbox[-1] == m.Bye(code="idle") for guest in silent)
        assert len(house.host._sessions) == 1
        await ann.ok(lambda i: m.Say(id=i, text="no"))


def reset(guest: Guest) -> None:
    """Cut the line so that the other side gets RST."""
    assert isinstance(guest.stream, trio.SocketStream)
    guest.stream.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    guest.stream.socket.close()


async def over_socket(house: House, port: int, nursery: trio.Nursery, name: str) -> Guest:
    guest = Guest(await trio.open_tcp_stream("127.0.0.1", port))
    nursery.start_soon(guest.listen)
    await guest.login(name)
    return guest


@pytest.mark.real_time
async def test_a_reset_while_the_host_writes_and_a_line_that_is_half_closed_end_only_themselves() -> None:
    [listener] = await trio.open_tcp_listeners(0, host="127.0.0.1")
    listener.socket.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
    port = listener.socket.getsockname()[1]
    loud = Limits(chat_at_once=5000, messages_at_once=10_000)
    async with open_house(listeners=[listener], limits=loud) as house, trio.open_nursery() as nursery:
        ann = await over_socket(house, port, nursery, "Ann")
        deaf = Guest(await trio.open_tcp_stream("127.0.0.1", port))
        listening = trio.CancelScope()

        async def listen() -> None:
            with listening:
                await deaf.listen()

        nursery.start_soon(listen)
        await deaf.login("Deaf")
        listening.cancel()
        await trio.testing.wait_all_tasks_blocked()
        [session] = [each for each in house.host._sessions if each._who() == "Deaf"]
        while not session._outbox.waiting:
            await ann.ok(lambda i: m.Say(id=i, text="x" * 200))
        reset(deaf)
        half = await over_socket(house, port, nursery, "Half")
        stream = half.stream
        assert isinstance(stream, trio.SocketStream)
        await stream.send_eof()
        await half.end()
        while len(house.host._sessions) > 1:
            await trio.lowlevel.checkpoint()
        await ann.ok(lambda i: m.Say(id=i, text="still here"))
        assert {"Deaf is gone", "Half is gone"} <= set(house.lines)
        for guest in (ann, half):
            await guest.hang_up()
    await listener.aclose()
