"""TLS at the host's door: what comes through it, what does not, and how long it takes."""

from __future__ import annotations

import random
import socket
import ssl
import tracemalloc
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress

import pytest
import trio
import trio.testing
from trio.abc import Stream

from euchre_protocol import messages as m
from euchre_protocol.connection import Connection
from euchre_server.cipher import Tls
from euchre_server.hostkey import HostKey, host_key
from euchre_server.limits import Limits

from .guests import Guest, House, busy_loop, encrypted, open_house, trusting


@pytest.fixture(scope="module")
def key(tmp_path_factory: pytest.TempPathFactory) -> HostKey:
    return host_key(tmp_path_factory.mktemp("key"))


@asynccontextmanager
async def knocking(house: House) -> AsyncIterator[Stream]:
    """A connection on which nothing has been said."""
    ours, theirs = trio.testing.memory_stream_pair()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(house.host.serve, theirs, "10.0.0.7")
        yield ours
        nursery.cancel_scope.cancel()


async def everything(stream: Stream) -> bytes:
    data = b""
    with trio.fail_after(100):
        while more := await stream.receive_some(65536):
            data += more
    return data


async def hears(stream: Stream) -> list[m.Message]:
    return [
        message for message in Connection("client").receive(await everything(stream)) if isinstance(message, m.Message)
    ]


@asynccontextmanager
async def guest(house: House, name: str) -> AsyncIterator[Guest]:
    async with knocking(house) as stream, trio.open_nursery() as nursery:
        ann = Guest(await encrypted(stream))
        nursery.start_soon(ann.listen)
        await ann.login(name)
        yield ann
        nursery.cancel_scope.cancel()


async def test_a_whole_game_through_tls(key: HostKey) -> None:
    async with open_house("Duel=two_hand,bots=1,target=3", pace="instant", tls=key.context) as house:
        async with guest(house, "Ann") as ann:
            await ann.sit()
            await ann.ready()
            assert (await ann.play_game(random.Random(1))).over is not None
            await ann.say(m.Bye(code="quit"))
            await ann.end()
        assert house.lines[-1] == "Ann is gone"


async def test_nothing_readable_goes_over_the_wire(key: HostKey) -> None:
    async with open_house(tls=key.context) as house, knocking(house) as stream:
        raw = bytearray()
        receive = stream.receive_some

        async def tapped(most: int | None = None) -> bytes | bytearray:
            data = await receive(most)
            raw.extend(data)
            return data

        stream.receive_some = tapped  # type: ignore[method-assign]
        ann = Guest(await encrypted(stream))
        async with trio.open_nursery() as nursery:
            nursery.start_soon(ann.listen)
            await ann.login("Annabella")
            await ann.next(m.Lobby)
            nursery.cancel_scope.cancel()
        assert len(raw) > len(ann.raw) > 0
        assert ann.token is not None
        for secret in (b"Annabella", b"euchre-lan", b"kind", ann.token):
            assert secret in ann.raw
            assert secret not in raw


async def test_the_host_proves_the_key_that_it_shows(key: HostKey) -> None:
    async with open_house(tls=key.context) as house, knocking(house) as stream:
        tls = await encrypted(stream)
        certificate = tls.getpeercert(binary_form=True)
        assert house.host.announcement(key.fingerprint.hex()).key == key.fingerprint.hex()
        assert ssl.DER_cert_to_PEM_cert(certificate).startswith("-----BEGIN CERTIFICATE")
        assert tls.version() == "TLSv1.3"


@pytest.mark.parametrize(
    "data", [b"GET / HTTP/1.1\r\n\r\n", b"SSH-2.0-x\r\n", b"\x00\x00\x00\x05hello", b"\xff"], ids=str
)
async def test_who_does_not_use_tls_is_told_so_and_served_nothing(key: HostKey, data: bytes) -> None:
    async with open_house(tls=key.context) as house:
        async with knocking(house) as stream:
            await stream.send_all(data)
            assert await hears(stream) == [m.Refused(code="tls")]
        assert house.lines == ["10.0.0.7 does not use TLS, which this host wants"]
        async with guest(house, "Ann") as ann:
            await ann.ok(lambda i: m.Say(id=i, text="what was that?"))


async def test_a_client_that_waits_for_the_first_word_is_told_before_it_gives_up(key: HostKey) -> None:
    async with open_house(tls=key.context) as house, knocking(house) as stream:
        moment = trio.current_time()
        assert await hears(stream) == [m.Refused(code="tls")]
        assert trio.current_time() - moment == pytest.approx(Limits().first_byte_seconds)


def hello_of_a_client(context: ssl.SSLContext | None = None) -> bytes:
    out = ssl.MemoryBIO()
    with pytest.raises(ssl.SSLWantReadError):
        (context or trusting()).wrap_bio(ssl.MemoryBIO(), out).do_handshake()
    return out.read()


async def test_a_handshake_that_takes_too_long_is_cut(key: HostKey) -> None:
    async with open_house(tls=key.context) as house:
        async with knocking(house) as stream:
            moment = trio.current_time()
            for byte in hello_of_a_client()[:3]:
                await stream.send_all(bytes([byte]))
                await trio.sleep(1)
            assert await everything(stream) == b""
            assert trio.current_time() - moment == pytest.approx(Limits.login_seconds)
        assert house.lines == ["10.0.0.7 took too long to begin TLS"]


async def test_time_spent_on_tls_is_not_added_to_the_time_for_the_login(key: HostKey) -> None:
    async with open_house(tls=key.context) as house, knocking(house) as stream:
        moment = trio.current_time()
        await trio.sleep(2)
        ann = Guest(await encrypted(stream))
        async with trio.open_nursery() as nursery:
            nursery.start_soon(ann.listen)
            assert [type(message) for message in await ann.end()] == [m.Hello, m.Bye]
        assert trio.current_time() - moment == pytest.approx(Limits.login_seconds)


async def test_tls_is_not_late_because_the_host_is_busy(key: HostKey) -> None:
    async with open_house(tls=key.context) as house, knocking(house) as stream:
        send = stream.send_all

        async def send_to_a_busy_host(data: bytes) -> None:
            await send(data)
            busy_loop(4)

        stream.send_all = send_to_a_busy_host  # type: ignore[method-assign, assignment]
        ann = Guest(await encrypted(stream))
        async with trio.open_nursery() as nursery:
            nursery.start_soon(ann.listen)
            await ann.login("Ann")
            nursery.cancel_scope.cancel()


async def test_who_leaves_in_the_middle_costs_nothing(key: HostKey) -> None:
    async with open_house(tls=key.context) as house:
        for data in (b"", hello_of_a_client()[:100], hello_of_a_client()):
            async with knocking(house) as stream:
                await stream.send_all(data)
                await stream.aclose()
                await trio.testing.wait_all_tasks_blocked()
        assert [line.removeprefix("10.0.0.7 ") for line in house.lines] == [
            "left without a word", "left while TLS began", "was cut off while TLS began",
        ]  # fmt: skip


async def test_old_tls_is_refused_in_its_own_words(key: HostKey) -> None:
    old = trusting()
    old.maximum_version = ssl.TLSVersion.TLSv1_2
    async with open_house(tls=key.context) as house:
        async with knocking(house) as stream:
            with pytest.raises(trio.BrokenResourceError) as caught:
                await trio.SSLStream(stream, old).do_handshake()
            assert "PROTOCOL_VERSION" in str(caught.value.__cause__)
        assert house.lines == ["10.0.0.7 failed to begin TLS (UNSUPPORTED_PROTOCOL)"]


@pytest.mark.parametrize("spoil", [lambda data: data[:-1] + bytes([data[-1] ^ 1]), lambda data: b"\x00" * len(data)])
async def test_bytes_that_were_changed_on_the_way_end_the_connection(
    key: HostKey, spoil: Callable[[bytes], bytes]
) -> None:
    async with open_house(tls=key.context) as house:
        async with knocking(house) as stream:
            ann = Guest(await encrypted(stream))
            async with trio.open_nursery() as nursery:
                nursery.start_soon(ann.listen)
                await ann.login("Ann")
                send = stream.send_all
                stream.send_all = lambda data: send(spoil(bytes(data)))  # type: ignore[method-assign]
                await ann.say(m.Say(id=1, text="hello"))
                await ann.end()
        assert "Ann is dropped: bad bytes (tls)" in house.lines
        assert not any("fault" in line for line in house.lines)


async def test_what_comes_with_the_end_of_the_handshake_is_not_forgotten(key: HostKey) -> None:
    """TLS lets a client speak at once; ours waits for the hello, but its bye may come in the same packet."""
    async with open_house(tls=key.context) as house, knocking(house) as stream:
        incoming, outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
        client = trusting().wrap_bio(incoming, outgoing)
        for _ in range(2):
            try:
                client.do_handshake()
            except ssl.SSLWantReadError:
                await stream.send_all(outgoing.read())
                incoming.write(await stream.receive_some(65536))
        client.write(Connection("client").send(m.Bye(code="quit")))
        await stream.send_all(outgoing.read())
        moment = trio.current_time()
        await everything(stream)
        assert trio.current_time() == moment


async def test_a_host_that_closes_waits_for_nobody_s_handshake(key: HostKey) -> None:
    async with open_house(tls=key.context) as house, knocking(house) as stream:
        await stream.send_all(hello_of_a_client()[:10])
        await trio.testing.wait_all_tasks_blocked()
        moment = trio.current_time()
        house.host.stop()
        assert await everything(stream) == b""
        assert trio.current_time() == moment


async def test_handshakes_count_as_connections(key: HostKey) -> None:
    async with open_house(tls=key.context, limits=Limits(connections=1)) as house, knocking(house) as silent:
        await silent.send_all(hello_of_a_client()[:10])
        await trio.testing.wait_all_tasks_blocked()
        async with knocking(house) as stream:
            bert = Guest(await encrypted(stream))
            async with trio.open_nursery() as nursery:
                nursery.start_soon(bert.listen)
                assert (await bert.end())[-1] == m.Refused(code="full")


@pytest.mark.real_time
async def test_a_reader_that_stops_still_gets_whole_messages_and_a_goodbye(key: HostKey) -> None:
    """What waits may be thrown away, what was encrypted may not: TLS would break at the gap."""
    [listener] = await trio.open_tcp_listeners(0, host="127.0.0.1")
    listener.socket.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
    async with open_house(listeners=[listener], tls=key.context, limits=Limits(queue_bytes=32 * 1024)) as house:
        stream = await trio.open_tcp_stream("127.0.0.1", listener.socket.getsockname()[1])
        async with await encrypted(stream) as tls, trio.open_nursery() as nursery:
            sleepy, awake = Guest(tls), trio.CancelScope()
            nursery.start_soon(_listen_within, awake, sleepy)
            await sleepy.login("Sleepy")
            awake.cancel()
            await trio.testing.wait_all_tasks_blocked()
            [session] = house.host._sessions
            while not any("too slowly" in line for line in house.lines):
                session.send(m.Chat(name="Ann", text="x" * 200))
            nursery.start_soon(sleepy.listen)
            assert (await sleepy.end())[-1] == m.Bye(code="slow")
    await listener.aclose()


async def _listen_within(scope: trio.CancelScope, guest: Guest) -> None:
    with scope:
        await guest.listen()


def test_a_short_record_takes_no_more_room_than_it_has(key: HostKey) -> None:
    """Not even for a moment: what is given back at once leaves holes in the heap."""
    incoming, outgoing, tls = ssl.MemoryBIO(), ssl.MemoryBIO(), Tls(key.context)
    client = trusting().wrap_bio(incoming, outgoing)
    done = False
    while not done:
        with suppress(ssl.SSLWantReadError):
            client.do_handshake()
        done, answer = tls.begin(outgoing.read())
        incoming.write(answer)
    client.write(bytes(100))
    sealed = outgoing.read()
    tracemalloc.start()
    try:
        assert tls.open(sealed) == bytes(100)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most < 4000
