"""A host that says what a test tells it to say: real sockets on the loopback, no rules, no tables."""

from __future__ import annotations

import asyncio
import ssl
from collections import deque
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager, suppress
from typing import Any, TypeVar

from euchre_client.net import Address
from euchre_protocol import messages as m
from euchre_protocol.connection import Connection

TOKEN = bytes(range(32))
_T = TypeVar("_T")
M = TypeVar("M", bound=m.Message)

CLASSIC: dict[str, m.Value] = {
    "players": 4,
    "target": 10,
    "upcard": "must_take",
    "all_pass": "stick",
    "alone": "caller",
    "joker": False,
}
PRESETS: dict[str, dict[str, m.Value]] = {
    "classic": CLASSIC,
    "two_hand": {**CLASSIC, "players": 2, "upcard": "may_take", "all_pass": "redeal", "alone": "none"},
}
FIELDS = [
    m.FieldSpec(name="players", values=[2, 3, 4], default=4),
    m.FieldSpec(name="target", low=1, high=99, default=10),
    m.FieldSpec(name="all_pass", values=["stick", "redeal"], default="stick"),
    m.FieldSpec(name="joker", default=False, ready=False),
    m.FieldSpec(name="no_trump", default=False),
]
OPTIONS = [
    m.FieldSpec(name="bots", low=0, high=4, default=0),
    m.FieldSpec(name="pace", values=["instant", "normal"], default="normal"),
]


def run(test: Coroutine[Any, Any, _T]) -> _T:
    """Run a test's coroutine; a test that waits for what never comes fails after half a minute."""
    return asyncio.run(asyncio.wait_for(test, 30))


class Peer:
    """One client's connection as the host sees it."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer
        self._conn = Connection("host")
        self._inbox: deque[Any] = deque()

    def send(self, *messages: m.Message) -> None:
        for message in messages:
            self.writer.write(self._conn.send(message))

    async def receive(self, kind: type[M]) -> M:
        """The next message of this kind; other ones before it are a mistake."""
        while not self._inbox:
            data = await self.reader.read(1 << 16)
            assert data, f"the client has left; {kind.__name__} was expected"
            self._inbox.extend(self._conn.receive(data))
        message = self._inbox.popleft()
        assert isinstance(message, kind), message
        return message

    async def hello(self, *needs: str) -> None:
        self.send(
            m.Hello(product=m.PRODUCT, protocol=m.PROTOCOL, software="fake", host="Ann's laptop", needs=list(needs))
        )

    async def welcome(self, *, back: bool = False) -> m.Login:
        """The whole handshake."""
        await self.hello()
        login = await self.receive(m.Login)
        self.send(m.Welcome(name=login.name, token=TOKEN, presets=PRESETS, fields=FIELDS, options=OPTIONS, back=back))
        return login

    async def ended(self) -> bool:
        """Wait until the client has closed its side."""
        while await self.reader.read(1 << 16):
            pass
        return True

    async def close(self) -> None:
        self.writer.close()
        with suppress(ConnectionError):  # the client has dropped the line
            await self.writer.wait_closed()


class FakeHost:
    """Accepts connections; a test takes them one by one."""

    def __init__(self) -> None:
        self.peers: asyncio.Queue[Peer] = asyncio.Queue()
        self.address = Address("127.0.0.1", 0)
        self.every: list[Peer] = []
        self._server: asyncio.Server

    async def open(self, tls: ssl.SSLContext | None) -> None:
        """Begin to listen."""
        self._server = await asyncio.start_server(self._connected, "127.0.0.1", 0, ssl=tls)
        self.address = Address("127.0.0.1", self._server.sockets[0].getsockname()[1])

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.every.append(Peer(reader, writer))
        self.peers.put_nowait(self.every[-1])

    async def accept(self) -> Peer:
        return await self.peers.get()

    async def close(self) -> None:
        """Be gone, with all connections."""
        for _ in range(10):  # as the host of emulator.py does
            await asyncio.sleep(0)
        self._server.close()
        for peer in self.every:
            await peer.close()


@asynccontextmanager
async def fake_host(tls: ssl.SSLContext | None = None) -> AsyncIterator[FakeHost]:
    host = FakeHost()
    await host.open(tls)
    try:
        yield host
    finally:
        await host.close()


def seat(
    name: str, *, ready: bool = True, kind: str = "human", away: bool = False, level: str | None = None
) -> m.SeatInfo:
    return m.SeatInfo(kind=kind, name=name, level=level, ready=ready, away=away)  # type: ignore[arg-type]


FOUR = [seat("Ann"), seat("Bert"), seat("Maria"), seat("Zoe")]


def line(**changes: Any) -> m.TableLine:
    """Table 1, Kitchen, four people, waiting."""
    fields: dict[str, Any] = {
        "id": 1, "name": "Kitchen", "preset": "classic", "rules": CLASSIC, "options": {}, "seats": FOUR, **changes
    }  # fmt: skip
    return m.TableLine(**fields)


def table(version: int = 1, you: int | None = 2, news: list[m.Event] | None = None, **changes: Any) -> m.Table:
    return m.Table(version=version, line=line(**changes), you=you, news=news or [])


def view(version: int = 2, **changes: Any) -> m.View:
    """The first deal, Bert deals and has turned up the nine of hearts; Maria is asked nothing."""
    fields: dict[str, Any] = {
        "version": version,
        "deal": 1,
        "dealer": 1,
        "phase": "bid1",
        "score": [0, 0],
        "tricks": [0, 0],
        "counts": [5, 5, 5, 5],
        "upcard": "9H",
        "upcard_is": "up",
        **changes,
    }
    return m.View(**fields)
