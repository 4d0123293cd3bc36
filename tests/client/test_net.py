from __future__ import annotations

import asyncio
import socket

import pytest

from client.fake_host import TOKEN, FakeHost, Peer, fake_host, run
from euchre_client.address import Address, parse_address
from euchre_client.net import Link, LinkError
from euchre_client.retrying import FINAL
from euchre_protocol import messages as m


@pytest.mark.parametrize(
    ("text", "host", "port"),
    [
        ("192.168.1.20", "192.168.1.20", 3824),
        (" kitchen-pi.local ", "kitchen-pi.local", 3824),
        ("localhost:4000", "localhost", 4000),
        ("::1", "::1", 3824),
        ("fe80::1%eth0", "fe80::1%eth0", 3824),
        ("[::1]", "::1", 3824),
        ("[::1]:65535", "::1", 65535),
    ],
)
def test_addresses_are_read(text: str, host: str, port: int) -> None:
    assert parse_address(text) == Address(host, port)


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("", "empty"),
        ("  ", "empty"),
        ("ann:0", "port"),
        ("ann:65536", "port"),
        ("ann:", "port"),
        ("ann:3824x", "port"),
        ("[::1]:", "port"),
        ("ann:٣", "port"),
        (":3824", "host"),
        ("[ann]", "host"),
        ("[::1", "host"),
        ("two words", "host"),
        ("http://ann", "host"),
    ],
)
def test_wrong_addresses_say_which_part_is_wrong(text: str, part: str) -> None:
    with pytest.raises(ValueError, match=f"^{part}$"):
        parse_address(text)


def test_addresses_are_written_as_they_are_read() -> None:
    for text in ("ann", "ann:4000", "::1", "[::1]:4000"):
        assert str(parse_address(text)) == text


async def _opened(host: FakeHost) -> tuple[Link, Peer]:
    opening = asyncio.ensure_future(Link.open(host.address, None))
    peer = await host.accept()
    await peer.hello()
    return await opening, peer


def test_a_whole_conversation() -> None:
    async def test() -> None:
        async with fake_host() as host:
            link, peer = await _opened(host)
            assert link.hello.host == "Ann's laptop"
            joining = asyncio.ensure_future(link.login("Maria", TOKEN))
            login = await peer.receive(m.Login)
            assert (login.name, login.token) == ("Maria", TOKEN)
            peer.send(m.Welcome(name="Maria", token=TOKEN, presets={}, fields=[], options=[]))
            assert (await joining).token == TOKEN
            peer.send(m.Ping(n=7, rtt_ms=3), m.Lobby(version=1, people=[], tables=[]))
            assert isinstance(await link.receive(), m.Lobby)
            assert link.rtt_ms == 3
            assert (await peer.receive(m.Pong)).n == 7
            ann, zoe = m.Person(name="Ann"), m.Person(name="Zoe")
            peer.send(
                m.Lobby(version=2, people=[ann], tables=[], more=True),
                m.Lobby(version=2, people=[zoe], tables=[], change=True),
                m.Lobby(version=3, people=[], tables=[], change=True, left=["Ann"]),
            )
            assert await link.receive() == m.Lobby(version=2, people=[ann, zoe], tables=[])
            assert await link.receive() == m.Lobby(version=3, people=[zoe], tables=[])
            peer.send(m.Ping(n=8), m.Chat(name="Ann", text="bye"), m.Bye(code="closing"))
            assert [type(message) async for message in link.messages()] == [m.Chat, m.Bye]
            await link.close()
            assert await peer.ended()

    run(test())


def test_leaving_says_goodbye() -> None:
    async def test() -> None:
        async with fake_host() as host:
            link, peer = await _opened(host)
            await link.close()
            assert (await peer.receive(m.Bye)).code == "quit"

    run(test())


def test_a_refusal_carries_the_host_s_reason() -> None:
    async def test() -> None:
        async with fake_host() as host:
            link, peer = await _opened(host)
            joining = asyncio.ensure_future(link.login("Maria"))
            await peer.receive(m.Login)
            peer.send(m.Refused(code="name_taken"))
            with pytest.raises(LinkError) as caught:
                await joining
            assert (caught.value.code, caught.value.reason) == ("refused", "name_taken")
            link.abort()

    run(test())


def test_another_major_version_is_refused_here() -> None:
    async def test() -> None:
        async with fake_host() as host:
            opening = asyncio.ensure_future(Link.open(host.address, None))
            peer = await host.accept()
            peer.send(m.Hello(product=m.PRODUCT, protocol=(2, 0), software="x", host="x"))
            with pytest.raises(LinkError) as caught:
                await opening
            error = caught.value
            assert (error.code, error.reason, error.theirs) == ("refused", "version", (2, 0))

    run(test())


@pytest.mark.parametrize("word", [b"HTTP/1.1 400 Bad Request\r\n\r\n", b"\x00\x00\x00\x01\xc1", b"SSH-2.0-x\r\n"])
def test_a_stranger_is_no_euchre_host(word: bytes) -> None:
    async def test() -> None:
        async with fake_host() as host:
            opening = asyncio.ensure_future(Link.open(host.address, None))
            peer = await host.accept()
            peer.writer.write(word)
            with pytest.raises(LinkError) as caught:
                await opening
            assert caught.value.code == "not_euchre"

    run(test())


def test_whoever_keeps_silent_may_be_a_host_on_a_bad_line() -> None:
    async def test() -> None:
        async with fake_host() as host:
            with pytest.raises(LinkError) as caught:
                await Link.open(host.address, None, limit=0.5)
            assert caught.value.code == "mute"
            assert "mute" not in FINAL, "the next try may be luckier"

    run(test())


def test_nobody_there() -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        port = unused.getsockname()[1]
    for name in ("127.0.0.1", "localhost"):  # localhost may be two addresses, both without a host
        with pytest.raises(LinkError) as caught:
            run(Link.open(Address(name, port), None))
        assert caught.value.code == "no_one_there"


def test_a_name_that_no_machine_can_have() -> None:
    with pytest.raises(LinkError) as caught:
        run(Link.open(Address("a" * 64 + ".invalid"), None))
    assert caught.value.code == "no_such_host"


async def _welcomed(host: FakeHost) -> tuple[Link, Peer]:
    opening = asyncio.ensure_future(Link.open(host.address, None))
    peer = await host.accept()
    welcoming = asyncio.ensure_future(peer.welcome())
    link = await opening
    await link.login("Maria")
    await welcoming
    return link, peer


def test_a_lost_host_is_noticed() -> None:
    async def test() -> None:
        async with fake_host() as host:
            link, peer = await _welcomed(host)
            await peer.close()
            with pytest.raises(LinkError) as caught:
                await link.receive()
            assert caught.value.code == "lost"
            await link.close()
            link.send(m.Leave(id=1))  # too late, and no fault of ours

    run(test())


def test_a_silent_host_is_given_up() -> None:
    async def test() -> None:
        async with fake_host() as host:
            link, _ = await _welcomed(host)
            link.silence_limit = 0.02
            with pytest.raises(LinkError) as caught:
                await link.receive()
            assert caught.value.code == "silent"
            await link.close()

    run(test())


def test_good_messages_before_garbage_are_not_lost() -> None:
    async def test() -> None:
        async with fake_host() as host:
            link, peer = await _welcomed(host)
            peer.send(m.Chat(name="Ann", text="hi"))
            peer.writer.write(b"\xff" * 8)
            assert isinstance(await link.receive(), m.Chat)
            with pytest.raises(LinkError) as caught:
                await link.receive()
            assert caught.value.code == "garbled"
            await link.close()

    run(test())
