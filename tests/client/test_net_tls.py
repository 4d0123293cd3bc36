"""Reaching a host with TLS: its key, its certificate of no name, and hosts that have none."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from client.fake_host import FakeHost, Peer, fake_host, run
from euchre_client.address import Address
from euchre_client.memory import Memory
from euchre_client.net import Link, LinkError
from euchre_client.recent import UsedHosts
from euchre_client.tokens import TokenStore
from euchre_client.trust import Trust
from euchre_client.words.errors import link_error
from euchre_protocol import messages as m
from euchre_server.hostkey import HostKey, host_key


@pytest.fixture(scope="module")
def keys(tmp_path_factory: pytest.TempPathFactory) -> tuple[HostKey, HostKey]:
    return host_key(tmp_path_factory.mktemp("one")), host_key(tmp_path_factory.mktemp("two"))


def trust(folder: Path, key: str | None = None) -> Trust:
    return Trust(key, folder / "known_hosts")


async def opened(host: FakeHost, store: Trust) -> tuple[Link, Peer]:
    opening = asyncio.ensure_future(Link.open(host.address, store))
    peer = await host.accept()
    await peer.hello()
    return await opening, peer


def test_a_new_host_shows_its_key_and_a_known_one_is_recognized(tmp_path: Path, keys: tuple[HostKey, HostKey]) -> None:
    async def test() -> None:
        async with fake_host(keys[0].context) as host:
            for first in (True, False):
                store = trust(tmp_path)
                link, peer = await opened(host, store)
                assert link.key is not None
                assert (link.key.digest, link.key.words) == (keys[0].fingerprint, keys[0].words)
                assert link.key.first is first
                store.remember(link.address, link.key)
                await link.close()
                assert (await peer.receive(m.Bye)).code == "quit"

    run(test())


def test_a_host_with_another_key_gets_not_one_byte(tmp_path: Path, keys: tuple[HostKey, HostKey]) -> None:
    async def test() -> None:
        async with fake_host(keys[0].context) as host:
            trust(tmp_path).remember(host.address, trust(tmp_path).check(host.address, keys[1].fingerprint))
            opening = asyncio.ensure_future(Link.open(host.address, trust(tmp_path)))
            peer = await host.accept()
            await peer.hello()
            with pytest.raises(LinkError) as caught:
                await opening
            sentence = link_error(caught.value, "Maria")
            for part in (keys[0].words, keys[1].words, str(host.address), str(tmp_path / "known_hosts"), "delete"):
                assert part in sentence
            assert await peer.reader.read() == b""

    run(test())


def test_a_key_on_the_command_line(tmp_path: Path, keys: tuple[HostKey, HostKey]) -> None:
    async def test() -> None:
        async with fake_host(keys[0].context) as host:
            link, _ = await opened(host, trust(tmp_path, keys[0].words))
            await link.close()
            with pytest.raises(LinkError) as caught:
                await Link.open(host.address, trust(tmp_path, keys[1].fingerprint.hex()))
            sentence = link_error(caught.value, "Maria")
            assert keys[0].words in sentence
            assert keys[1].words in sentence
            assert "check --key" in sentence

    run(test())


def test_a_list_of_keys_that_cannot_be_read_lets_nobody_pass(tmp_path: Path, keys: tuple[HostKey, HostKey]) -> None:
    async def test() -> None:
        (tmp_path / "known_hosts").mkdir()
        async with fake_host(keys[0].context) as host:
            with pytest.raises(LinkError) as caught:
                await Link.open(host.address, trust(tmp_path))
            assert caught.value.code == "no_keys"
            assert "known_hosts: Is a directory" in link_error(caught.value, "Maria")

    run(test())


def test_a_host_without_tls_is_not_spoken_to(tmp_path: Path) -> None:
    async def test() -> None:
        async with fake_host() as host:
            opening = asyncio.ensure_future(Link.open(host.address, trust(tmp_path)))
            peer = await host.accept()
            await peer.hello()
            with pytest.raises(LinkError) as caught:
                await opening
            assert caught.value.code == "no_tls"
            assert "join it with --no-tls" in link_error(caught.value, "Maria")
        assert not (tmp_path / "known_hosts").exists()

    run(test())


def test_a_host_that_wants_tls_says_so() -> None:
    async def test() -> None:
        async with fake_host() as host:
            opening = asyncio.ensure_future(Link.open(host.address, None))
            peer = await host.accept()
            peer.send(m.Refused(code="tls"))
            with pytest.raises(LinkError) as caught:
                await opening
            assert link_error(caught.value, "Maria") == "127.0.0.1 talks only in TLS: join without --no-tls."

    run(test())


Serve = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Coroutine[Any, Any, None]]


@asynccontextmanager
async def server(serve: Serve) -> AsyncIterator[Address]:
    listening = await asyncio.start_server(serve, "127.0.0.1", 0)
    async with listening:
        yield Address("127.0.0.1", listening.sockets[0].getsockname()[1])


@pytest.mark.parametrize("tls", [True, False], ids=["TLS", "plain"])
def test_a_host_that_is_just_starting_or_ending_is_worth_another_try(tmp_path: Path, tls: bool) -> None:
    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.close()

    async def test() -> None:
        async with server(serve) as address:
            with pytest.raises(LinkError) as caught:
                await Link.open(address, trust(tmp_path) if tls else None)
            assert caught.value.code == "shut"

    run(test())


def test_a_host_that_never_ends_the_handshake_is_given_up(tmp_path: Path) -> None:
    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read()
        writer.close()

    async def test() -> None:
        async with server(serve) as address:
            with pytest.raises(LinkError) as caught:
                await Link.open(address, trust(tmp_path), limit=0.05)
            assert caught.value.code == "no_answer"

    run(test())


def test_a_token_goes_to_its_key_wherever_that_is_and_to_no_other(
    tmp_path: Path, keys: tuple[HostKey, HostKey]
) -> None:
    memory = Memory(trust(tmp_path), TokenStore(tmp_path / "tokens"), UsedHosts(tmp_path / "hosts.json"))

    async def token_at(context: ssl.SSLContext, *, keep: bytes | None = None) -> bytes | None:
        async with fake_host(context) as host:
            link, _ = await opened(host, trust(tmp_path))
            memory.meet(link)
            token = memory.token(link, "Maria")
            if keep is not None:
                memory.keep(link, "Maria", keep)
            await link.close()
            return token

    async def test() -> None:
        token = bytes(32)
        assert await token_at(keys[0].context, keep=token) is None
        assert await token_at(keys[0].context) == token  # another port, the same key
        assert await token_at(keys[1].context) is None
        assert len(memory.used.load()) == 1

    run(test())
