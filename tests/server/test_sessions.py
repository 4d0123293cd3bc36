"""Single connections: time limits, bad bytes, readers that do not read, and that nobody else notices."""

from __future__ import annotations

import gc
import socket
import struct
import weakref
from collections.abc import Callable
from typing import TypeVar

import pytest
import trio
import trio.testing

from euchre_protocol import TO_CLIENT, Connection
from euchre_protocol import messages as m
from euchre_server import limits
from euchre_server.limits import Limits
from euchre_server.patience import Patience
from euchre_server.session import Session

from .guests import Guest, busy_loop, open_house

R = TypeVar("R")


def frame(body: bytes) -> bytes:
    return len(body).to_bytes(4, "big") + body


async def test_who_does_not_log_in_is_sent_away() -> None:
    async with open_house() as house:
        stranger = house.door()
        hello = await stranger.next(m.Hello)
        assert (hello.product, hello.host, hello.protocol) == (m.PRODUCT, "Test", m.PROTOCOL)
        moment = trio.current_time()
        assert await stranger.end() == [m.Bye(code="idle")]
        assert trio.current_time() - moment == pytest.approx(Limits.login_seconds)
        assert house.lines == ["10.0.0.7 did not log in within 5 s"]


async def test_nothing_is_left_of_a_connection_that_has_ended() -> None:
    gc.disable()  # while somebody is connected, the host does not look for what only refers to itself
    try:
        async with open_house() as house:
            ann = await house.guest("Ann")
            await ann.ok(lambda i: m.Say(id=i, text="la la"))
            [session] = map(weakref.ref, house.host._sessions)
            await ann.hang_up()
            await trio.testing.wait_all_tasks_blocked()
            assert session() is None
    finally:
        gc.enable()


async def test_a_patience_ends_at_any_hour_and_what_was_used_of_it_is_gone() -> None:
    await trio.sleep(1e6 / 3)  # where half a second is not exactly what lies between two readings of the clock
    moment, patience = trio.current_time(), Patience(5)
    with trio.move_on_after(0.7):
        await patience.run_out()
    await trio.sleep(10)
    await patience.run_out()
    assert trio.current_time() - moment == pytest.approx(10 + 5)


async def test_nobody_is_late_because_the_host_is_busy() -> None:
    async with open_house() as house:
        ann = house.door()
        await trio.testing.wait_all_tasks_blocked()
        busy_loop(60)
        await ann.login("Ann")


async def test_a_login_that_the_host_takes_long_to_check_is_not_late() -> None:
    async def slowly(work: Callable[[], R]) -> R:
        await trio.sleep(40)  # a thousand people with a password before this one
        return work()

    async with open_house(password="secret", work=slowly) as house:
        ann = house.door()
        await ann.login("Ann", password="secret")
        await ann.next(m.Ping)


async def test_who_is_silent_is_dropped_after_three_pings() -> None:
    async with open_house() as house:
        ann = await house.guest("Ann")
        ann.connection.send = lambda message: b""  # type: ignore[method-assign] # a cable that takes nothing any more
        moment = trio.current_time()
        rest = await ann.end()
        assert [message for message in rest if not isinstance(message, m.Lobby)] == [
            m.Ping(n=1), m.Ping(n=2), m.Ping(n=3), m.Bye(code="idle"),
        ]  # fmt: skip
        assert Limits.silence_seconds <= trio.current_time() - moment <= Limits.silence_seconds + Limits().ping_seconds


async def test_who_answers_pings_stays_and_learns_the_delay() -> None:
    async with open_house() as house:
        ann = await house.guest("Ann")
        await trio.sleep(1000)
        pings = [message for message in ann.inbox if isinstance(message, m.Ping)]
        assert [ping.n for ping in pings] == list(range(1, len(pings) + 1))
        assert pings[-1].rtt_ms == 0
        await ann.ok(lambda i: m.Say(id=i, text="still here"))


@pytest.mark.parametrize(
    ("login", "refused"),
    [
        (m.Login(protocol=(2, 0), software="t", name="Ann"), m.Refused(code="version", protocol=m.PROTOCOL)),
        (m.Login(protocol=m.PROTOCOL, software="t", name="\u202e \u200b"), m.Refused(code="bad_name")),
        (m.Login(protocol=m.PROTOCOL, software="t", name="SERVER"), m.Refused(code="bad_name")),
        (m.Login(protocol=m.PROTOCOL, software="t", name="ｂｏｔ"), m.Refused(code="bad_name")),
        (m.Login(protocol=m.PROTOCOL, software="t", name="Spec\u2003tator"), m.Refused(code="bad_name")),
        (m.Login(protocol=m.PROTOCOL, software="t", name="B\u00a0ert"), m.Refused(code="name_taken")),
        (m.Login(protocol=m.PROTOCOL, software="t", name="biscuit"), m.Refused(code="bad_name")),
        (m.Login(protocol=m.PROTOCOL, software="t", name="bert"), m.Refused(code="name_taken")),
        (m.Login(protocol=m.PROTOCOL, software="t", name="Веrт"), m.Refused(code="name_taken")),
        (m.Login(protocol=m.PROTOCOL, software="t", name="Bot 2"), m.Refused(code="bad_name")),
        (m.Login(protocol=m.PROTOCOL, software="t", name="Acorn10"), m.Refused(code="bad_name")),
        (m.Login(protocol=m.PROTOCOL, software="t", name="system"), m.Refused(code="bad_name")),
        (m.Login(protocol=m.PROTOCOL, software="t", name="Ноѕt"), m.Refused(code="bad_name")),
        (m.Login(protocol=m.PROTOCOL, software="t", name="Bert", token=bytes(32)), m.Refused(code="name_taken")),
    ],
)
async def test_a_login_that_is_refused(login: m.Login, refused: m.Refused) -> None:
    async with open_house() as house:
        await house.guest("Bert")
        ann = house.door()
        await ann.next(m.Hello)
        await ann.say(login)
        assert await ann.end() == [refused]


async def test_a_minor_version_more_is_welcome() -> None:
    async with open_house() as house:
        ann = house.door()
        await ann.next(m.Hello)
        await ann.say(m.Login(protocol=(m.PROTOCOL[0], m.PROTOCOL[1] + 7), software="t", name="Ann"))
        assert (await ann.next(m.Welcome)).name == "Ann"


async def test_a_full_house_says_so() -> None:
    async with open_house(limits=Limits(connections=1)) as house:
        await house.guest("Ann")
        bert = house.door()
        assert [type(message) for message in await bert.end()] == [m.Hello, m.Refused]
        assert bert.inbox[-1] == m.Refused(code="full")


@pytest.mark.parametrize(
    "data",
    [
        b"GET / HTTP/1.1\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        b"\xff\xff\xff\xff",
        frame(b""),
        frame(b"\xc1"),
        frame(b"\x81\xa4kind\xa3bye\x00"),
        frame(b"\x82\xa4kind\xa3act\xa2id\x01"),
    ],
    ids=["http", "tls", "too long", "empty", "no msgpack", "two values", "before login"],
)
async def test_bad_bytes_end_their_connection_only(data: bytes) -> None:
    async with open_house() as house:
        ann = await house.guest("Ann")
        stranger = house.door()
        await stranger.stream.send_all(data)
        rest = await stranger.end()
        assert [type(message) for message in rest] == [m.Hello, m.Bye]
        assert rest[-1] == m.Bye(code="protocol")
        await ann.ok(lambda i: m.Say(id=i, text="what was that?"))
        [line] = [line for line in house.lines if "is dropped" in line]
        assert "bad bytes" in line or ("--no-tls" in line and data[0] == 0x16)
        assert line.isascii()
        assert "GET" not in line


async def test_good_commands_before_bad_bytes_are_carried_out() -> None:
    async with open_house("Kitchen=classic") as house:
        ann = await house.guest("Ann")
        await ann.stream.send_all(ann.connection.send(m.Sit(id=1, table=1)) + frame(b"\xc1"))
        await ann.end()
        assert house.tables()[0].seats[0].name == "Ann"


async def test_a_command_that_cannot_be_read_is_answered_and_the_connection_lives_on() -> None:
    async with open_house() as house:
        ann = await house.guest("Ann")
        await ann.stream.send_all(frame(b"\x82\xa4kind\xa3sit\xa2id\x05"))
        assert await ann.next(m.Error) == m.Error(code="bad_message", re=5)
        await ann.stream.send_all(frame(b"\x82\xa4kind\xa5dance\xa2id\x06"))
        assert await ann.next(m.Error) == m.Error(code="unknown_kind", re=6)
        await ann.stream.send_all(frame(b"\x81\xa4kind\xa5dance"))
        await ann.ok(lambda i: m.Say(id=i, text="still here"))


async def test_a_stream_that_ends_inside_a_frame_is_a_lost_line() -> None:
    async with open_house() as house:
        ann = await house.guest("Ann")
        await ann.stream.send_all(b"\x00\x00")
        await ann.hang_up()
        await trio.testing.wait_all_tasks_blocked()
        assert house.lines[-1] == "Ann is gone"


async def test_commands_byte_by_byte() -> None:
    async with open_house("Kitchen=classic") as house:
        ann = await house.guest("Ann")
        for byte in ann.connection.send(m.Sit(id=1, table=1)):
            await ann.stream.send_all(bytes([byte]))
        assert await ann.next(m.Done) == m.Done(re=1, table=1)


@pytest.mark.bulk
async def test_a_reader_that_stops_is_dropped_and_nobody_waits_for_it() -> None:
    """Its stream takes a frame only when it is read, which it never is."""
    async with open_house("Bots=classic,bots=4,pace=instant", limits=Limits(queue_bytes=64 * 1024)) as house:
        ours, theirs = trio.testing.lockstep_stream_pair()
        slow = Guest(ours)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(house.host.serve, theirs, "10.0.0.8")
            listening = trio.CancelScope()

            async def listen() -> None:
                with listening:
                    await slow.listen()

            nursery.start_soon(listen)
            await slow.login("Slow")
            await slow.watch()
            listening.cancel()
            quick = await house.guest("Quick")
            await quick.watch()
            for _ in range(2):
                await quick.next(m.View, lambda view: view.over is not None)
                await quick.ready()
        assert "Slow reads too slowly and is dropped" in house.lines
        assert house.tables()[0].watchers == ["Quick"]


async def test_a_reader_that_takes_nothing_at_all_is_cut_off_when_its_time_to_log_in_is_over() -> None:
    async with open_house() as house:
        ours, theirs = trio.testing.lockstep_stream_pair()
        moment = trio.current_time()
        await house.host.serve(theirs, "10.0.0.8")
        assert trio.current_time() - moment == Limits.login_seconds + limits.GOODBYE_S
        await ours.aclose()


async def test_a_reader_that_takes_nothing_more_is_cut_off_however_little_waits() -> None:
    async with open_house() as house:
        ours, theirs = trio.testing.lockstep_stream_pair()
        async with trio.open_nursery() as nursery:
            nursery.start_soon(house.host.serve, theirs, "10.0.0.8")
            login = m.Login(protocol=m.PROTOCOL, software="t", name="Ann")
            client = Connection("client")
            client.receive(bytes(await ours.receive_some(65536)))
            await ours.send_all(client.send(login))
            moment = trio.current_time()
        assert trio.current_time() - moment == Limits.write_seconds
        assert "Ann has stopped reading and is dropped" in house.lines
        await ours.aclose()


async def test_a_fault_in_one_connection_ends_only_that(monkeypatch: pytest.MonkeyPatch) -> None:
    async with open_house() as house:
        ann = await house.guest("Ann")
        with monkeypatch.context() as patch:
            patch.setattr(Session, "_login", None)
            bert = house.door()
            await bert.next(m.Hello)
            await bert.say(m.Login(protocol=m.PROTOCOL, software="t", name="Bert"))
            await bert.end()
        await ann.ok(lambda i: m.Say(id=i, text="still here"))
        [line] = [line for line in house.lines if "fault" in line]
        assert "TypeError" in line
        house.lines.clear()


async def test_a_message_that_cannot_be_sent_drops_its_receiver_only(monkeypatch: pytest.MonkeyPatch) -> None:
    async with open_house() as house:
        ann = await house.guest("Ann")
        bert = await house.guest("Bert")
        [session] = [session for session in house.host._sessions if session._who() == "Ann"]
        session.send(m.Chat(name="Ann", text="x" * TO_CLIENT.frame))
        assert (await ann.end())[-1] == m.Bye(code="protocol")
        await bert.ok(lambda i: m.Say(id=i, text="still here"))


# ---------------------------------------------------------------- real sockets


async def socket_guest(port: int, nursery: trio.Nursery, name: str) -> Guest:
    guest = Guest(await trio.open_tcp_stream("127.0.0.1", port))
    nursery.start_soon(guest.listen)
    await guest.login(name)
    return guest


@pytest.mark.real_time
async def test_the_same_through_real_sockets_with_a_reset_in_the_middle() -> None:
    listeners = await trio.open_tcp_listeners(0, host="127.0.0.1")
    port = listeners[0].socket.getsockname()[1]
    async with (
        open_house("Duel=two_hand,target=3,all_pass=stick", pace="instant", listeners=listeners) as house,
        trio.open_nursery() as nursery,
    ):
        ann = await socket_guest(port, nursery, "Ann")
        bert = await socket_guest(port, nursery, "Bert")
        zoe = await socket_guest(port, nursery, "Zoe")
        await zoe.watch()
        for guest in (ann, bert):
            await guest.sit()
            await guest.ready()
        await bert.next(m.View)
        reset(bert)
        back = await again(port, nursery, bert)
        assert (await back.next(m.Table)).you == 1
        nursery.start_soon(play_out, ann)
        nursery.start_soon(play_out, back)
        view = await zoe.next(m.View, lambda view: view.over is not None)
        assert max(view.score) >= 3
        assert len(house.records) == 1
        for guest in (ann, back, zoe):
            await guest.hang_up()


def reset(guest: Guest) -> None:
    """Cut the line so that the other side gets RST, even while it writes."""
    stream = guest.stream
    assert isinstance(stream, trio.SocketStream)
    stream.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    stream.socket.close()


async def again(port: int, nursery: trio.Nursery, guest: Guest) -> Guest:
    newer = Guest(await trio.open_tcp_stream("127.0.0.1", port))
    nursery.start_soon(newer.listen)
    await newer.login(guest.name, guest.token)
    return newer


async def play_out(guest: Guest) -> None:
    while True:
        view = await guest.next(m.View, lambda view: bool(view.ask or view.over))
        if view.over is not None:
            return
        assert view.ask is not None
        await guest.say(m.Act(id=1, decision=view.ask.decision, action=view.ask.actions[-1]))
