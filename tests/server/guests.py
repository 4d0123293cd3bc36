"""Scripted people for the host's tests: they speak the protocol through any stream, and remember every byte."""

from __future__ import annotations

import random
import ssl
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from functools import partial
from typing import TypeVar

import trio
import trio.testing
from trio.abc import Stream

from euchre_engine import State
from euchre_protocol import messages as m
from euchre_protocol.connection import Connection
from euchre_protocol.lobby import merged
from euchre_protocol.tablespec import OPTIONS, parse_table_spec
from euchre_server.host import Host
from euchre_server.journal import Journal, NoJournal
from euchre_server.limits import Limits
from euchre_server.passwords import seal
from euchre_server.review import Reviewed, review_deal
from euchre_server.services import ChanceFor, Explain, Services, Work, explain_here, seeded_chance
from euchre_server.settings import Setup, option_specs, setup_of_spec
from euchre_server.stories import Memory

T = TypeVar("T", bound=m.Message)
R = TypeVar("R")
Make = Callable[[int], m.Message]
"""Makes a command, given its id."""

OPTION_NAMES = {spec.name for spec in OPTIONS}

PATIENCE_S = 100
"""To wait for a message, in the test's clock: longer than any pause at a table."""


def trusting() -> ssl.SSLContext:
    """TLS with any host."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context


async def encrypted(stream: Stream) -> trio.SSLStream[Stream]:
    """Begin TLS as a client, with trio's own means."""
    tls = trio.SSLStream(stream, trusting(), https_compatible=True)
    await tls.do_handshake()
    return tls


class Guest:
    """One connection to a host.

    Attributes:
        inbox: every message so far, oldest first, lobbies whole; ``seen`` is how far the test has read.
        lobby: the newest one.
        raw: every byte that came.
    """

    def __init__(self, stream: Stream) -> None:
        self.stream = stream
        self.connection = Connection("client")
        self.inbox: list[m.Message] = []
        self.raw = bytearray()
        self.seen = 0
        self.lobby: m.Lobby | None = None
        self.ended = False
        self.token: bytes | None = None
        self.name = ""
        self._ids = 0
        self._news = trio.Event()

    async def listen(self) -> None:
        """Take in everything until the connection ends, and answer pings."""
        while data := await self._receive():
            self.raw += data
            for message in self.connection.receive(data):
                assert isinstance(message, m.Message)
                if isinstance(message, m.Lobby):
                    self.lobby = merged(self.lobby, message)
                    if message.more:
                        continue
                    message = self.lobby
                self.inbox.append(message)
                if isinstance(message, m.Ping):
                    await self.say(m.Pong(n=message.n))
            self._news.set()
        self.ended = True
        self._news.set()

    async def _receive(self) -> bytes:
        try:
            return bytes(await self.stream.receive_some(65536))
        except (trio.BrokenResourceError, trio.ClosedResourceError):
            return b""

    async def say(self, message: m.Message) -> None:
        await self.stream.send_all(self.connection.send(message))

    async def next(self, kind: type[T], test: Callable[[T], bool] = lambda _: True) -> T:
        """The next message of ``kind`` that passes ``test``, skipping others; fails if it does not come."""
        with trio.move_on_after(PATIENCE_S):
            while True:
                while self.seen < len(self.inbox):
                    message = self.inbox[self.seen]
                    self.seen += 1
                    if isinstance(message, kind) and test(message):
                        return message
                if self.ended:
                    break
                self._news = trio.Event()
                await self._news.wait()
        raise AssertionError(f"{self.name} waits in vain for {kind.__name__}; last: {self.inbox[-3:]}")

    async def hang_up(self) -> None:
        """Be cut off, without a goodbye."""
        await self.stream.aclose()

    async def end(self) -> list[m.Message]:
        """Read until the connection ends; return what had not been looked at."""
        with trio.fail_after(PATIENCE_S):
            while not self.ended:
                self._news = trio.Event()
                await self._news.wait()
        rest, self.seen = self.inbox[self.seen :], len(self.inbox)
        return rest

    async def login(self, name: str, token: bytes | None = None, password: str | None = None) -> m.Welcome:
        await self.next(m.Hello)
        await self.say(m.Login(protocol=m.PROTOCOL, software="test", name=name, token=token, password=password))
        welcome = await self.next(m.Welcome)
        self.token, self.name = welcome.token, welcome.name
        return welcome

    async def command(self, make: Make) -> m.Done | m.Error:
        """Give a command and wait for its answer; what comes before the answer is skipped."""
        self._ids += 1
        ident = self._ids
        await self.say(make(ident))
        while True:
            answer = await self.next(m.Message)
            if isinstance(answer, m.Done | m.Error) and answer.re == ident:
                return answer

    async def ok(self, make: Make) -> m.Done:
        answer = await self.command(make)
        assert isinstance(answer, m.Done), answer
        return answer

    async def refused(self, make: Make) -> m.Error:
        answer = await self.command(make)
        assert isinstance(answer, m.Error), answer
        return answer

    async def create(self, name: str = "Kitchen", preset: str = "classic", **settings: m.Value) -> m.Done:
        options = {key: value for key, value in settings.items() if key in OPTION_NAMES}
        rules = {key: value for key, value in settings.items() if key not in options}
        return await self.ok(lambda i: m.Create(id=i, name=name, preset=preset, rules=rules, options=options))

    async def sit(self, table: int = 1, seat: int | None = None) -> m.Done:
        return await self.ok(lambda i: m.Sit(id=i, table=table, seat=seat))

    async def watch(self, table: int = 1) -> m.Done:
        return await self.ok(lambda i: m.Watch(id=i, table=table))

    async def ready(self) -> m.Done:
        return await self.ok(lambda i: m.Ready(id=i))

    async def asked(self) -> m.View:
        """The next view that asks something."""
        return await self.next(m.View, lambda view: view.ask is not None)

    async def act(self, view: m.View, action: m.Action | None = None) -> m.Done:
        ask = view.ask
        assert ask is not None
        chosen = action or ask.actions[0]
        return await self.ok(lambda i: m.Act(id=i, decision=ask.decision, action=chosen))

    async def play_game(self, chance: random.Random) -> m.View:
        """Answer every question with anything legal until the game is over; return the last view."""
        while True:
            view = await self.next(m.View, lambda view: bool(view.ask or view.pause == "deal" or view.over))
            if view.over is not None:
                return view
            self._ids += 1
            if view.ask is not None:
                action = chance.choice(view.ask.actions)
                await self.say(m.Act(id=self._ids, decision=view.ask.decision, action=action))
            else:
                await self.say(m.Seen(id=self._ids, deal=view.deal))


class House:
    """A host with doors for guests."""

    def __init__(self, host: Host, nursery: trio.Nursery, lines: list[str], records: list[list[str]]) -> None:
        self.host = host
        self.lines = lines
        self.records = records
        self._nursery = nursery

    def door(self, peer: str = "10.0.0.7") -> Guest:
        """A connection through memory, as if it came from ``peer``."""
        ours, theirs = trio.testing.memory_stream_pair()
        self._nursery.start_soon(self.host.serve, theirs, peer)
        guest = Guest(ours)
        self._nursery.start_soon(guest.listen)
        return guest

    def tables(self) -> list[m.TableLine]:
        lines = [table.line() for table in self.host.tables.values()]
        return [line for line in lines if line is not None]

    async def guest(self, name: str, token: bytes | None = None) -> Guest:
        guest = self.door()
        await guest.login(name, token)
        return guest


def setup(text: str, pace: str = "normal") -> Setup:
    return setup_of_spec(parse_table_spec(text), option_specs(pace))


def busy_loop(seconds: float) -> None:
    """Let time go by in which no task has its turn."""
    clock = trio.lowlevel.current_clock()
    assert isinstance(clock, trio.testing.MockClock)
    clock.jump(seconds)


async def at_once(work: Callable[[], R]) -> R:
    """Heavy work in virtual time, which would run away from a thread."""
    return work()


async def _judge(worlds: int, last: State) -> Reviewed:
    """An expert who is soon done."""
    return review_deal(last, worlds=worlds)


@asynccontextmanager
async def open_house(
    *tables: str,
    pace: str = "normal",
    seed: int = 1,
    listeners: Sequence[trio.SocketListener] = (),
    journal: Journal | None = None,
    memory: Memory | None = None,
    password: str = "",
    tls: ssl.SSLContext | None = None,
    limits: Limits | None = None,
    explain: Explain = explain_here,
    awake: Callable[[], float] = lambda: 0.0,
    worlds: int = 1,
    chance: ChanceFor | None = None,
    work: Work = at_once,
) -> AsyncIterator[House]:
    """A host with predictable cards; closed at the end."""
    lines: list[str] = []
    records: list[list[str]] = []
    services = Services(
        chance=chance or seeded_chance(seed),
        say=lines.append,
        record=lambda game, done: records.append(list(game.lines)),
        journal=journal or NoJournal(),
        work=work,
        limits=limits or Limits(),
        explain=explain,
        awake=awake,
        judge=partial(_judge, worlds),
    )
    lock = seal(password, b"salt") if password else ""
    setups = [setup(text, pace) for text in tables]
    host = Host("Test", services, pace, setups, memory, lock=lock, tls=tls)
    async with trio.open_nursery() as nursery:
        await nursery.start(host.run, listeners)
        async with trio.open_nursery() as connections:
            yield House(host, connections, lines, records)
            connections.cancel_scope.cancel()
        host.stop()
    assert not [line for line in lines if "fault" in line], lines
