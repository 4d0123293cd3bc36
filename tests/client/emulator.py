"""A terminal emulator on one side of the client, and a scripted host on the other; both in this process."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pyte
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.input.base import PipeInput
from prompt_toolkit.output.vt100 import Vt100_Output

from client.samples import welcome
from euchre_client.app import Client, Surroundings
from euchre_client.finding import Find, Report
from euchre_client.memory import Memory
from euchre_client.net import Address
from euchre_client.options import Options
from euchre_client.recent import UsedHosts
from euchre_client.settings import DEFAULTS, Settings
from euchre_client.styles import Capabilities
from euchre_client.tokens import TokenStore
from euchre_protocol import messages as m
from euchre_protocol.connection import Connection
from tools.svg import DimScreen

PATIENCE = 30.0
"""Seconds until a condition that never comes true fails a test."""


class Terminal:
    """What prompt_toolkit writes, on an emulated screen; tests wait for what a person would wait for."""

    encoding = "utf-8"

    def __init__(self, width: int = 80, height: int = 24) -> None:
        self.screen = DimScreen(width, height)
        self.raw = ""
        self._stream = pyte.Stream(self.screen)
        self._changed = asyncio.Event()
        self.size = Size(rows=height, columns=width)

    def write(self, text: str) -> int:
        self.raw += text
        self._stream.feed(text)
        self._changed.set()
        return len(text)

    def flush(self) -> None: ...

    def isatty(self) -> bool:
        return True

    def output(self) -> Vt100_Output:
        return Vt100_Output(self, lambda: self.size, term="xterm-256color", enable_cpr=False)  # type: ignore[arg-type]

    def text(self) -> str:
        return "\n".join(line.rstrip() for line in self.screen.display)

    async def until(self, met: Callable[[], bool]) -> None:
        async with asyncio.timeout(PATIENCE):
            while not met():
                self._changed.clear()
                await self._changed.wait()

    async def shows(self, *texts: str) -> None:
        try:
            await self.until(lambda: all(text in self.text() for text in texts))
        except TimeoutError:
            raise AssertionError(f"{texts} not on the screen:\n{self.text()}") from None

    async def lacks(self, text: str) -> None:
        await self.until(lambda: text not in self.text())


class Host:
    """A host that says what a test tells it, and keeps what it was told."""

    def __init__(self) -> None:
        self.got: list[m.Message] = []
        self.greeting: list[m.Message] = [m.Hello(product=m.PRODUCT, protocol=m.PROTOCOL, software="test", host="den")]
        self.after_login: list[m.Message] = []
        self.logins: list[m.Login] = []
        self.refuses = ""
        self.back = False
        self._arrived = asyncio.Event()
        self._server: asyncio.Server | None = None
        self._writer: asyncio.StreamWriter | None = None
        self._connection: Connection | None = None
        self._serving: dict[asyncio.Task[Any], asyncio.StreamWriter] = {}

    async def __aenter__(self) -> Host:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        return self

    async def __aexit__(self, *error: object) -> None:
        assert self._server is not None
        # Until whoever is at the door is served, which takes asyncio four rounds. It leaves the connection of somebody
        # open who comes in while the server closes.
        for _ in range(10):
            await asyncio.sleep(0)
        self._server.close()
        for writer in self._serving.values():
            writer.transport.abort()
        await asyncio.gather(*self._serving)
        await self._server.wait_closed()

    @property
    def port(self) -> int:
        assert self._server is not None
        return int(self._server.sockets[0].getsockname()[1])

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        connection = Connection("host")
        task = asyncio.current_task()
        assert task is not None
        self._serving[task] = writer
        self._writer, self._connection = writer, connection
        for message in self.greeting:
            writer.write(connection.send(message))
        try:
            while data := await reader.read(65536):
                for message in connection.receive(data):
                    self._take(message)
        except (ConnectionError, asyncio.CancelledError):
            pass
        finally:
            writer.close()
            with contextlib.suppress(ConnectionError):
                await writer.wait_closed()
            del self._serving[task]

    def _take(self, message: m.Message) -> None:
        if isinstance(message, m.Login):
            self.logins.append(message)
            if self.refuses:
                self.send(m.Refused(code=self.refuses))
                return
            self.send(msgspec.structs.replace(welcome(message.name), back=self.back), *self.after_login)
        elif isinstance(message, m.Command):
            self.got.append(message)
        self._arrived.set()

    def send(self, *messages: m.Message) -> None:
        assert self._writer is not None
        assert self._connection is not None
        for message in messages:
            self._writer.write(self._connection.send(message))

    def drop(self) -> None:
        if self._writer is not None:
            self._writer.transport.abort()

    async def hears(self, kind: type[m.Message], count: int = 1) -> Any:
        """Wait for the ``count``-th message of a kind and return it."""
        async with asyncio.timeout(PATIENCE):
            while len(found := [each for each in self.got if isinstance(each, kind)]) < count:
                self._arrived.clear()
                await self._arrived.wait()
        return found[count - 1]


class Clock:
    """Time that a test moves."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


class Seat:
    """A client at an emulated terminal: type keys, read the screen."""

    def __init__(self, client: Client, terminal: Terminal, keys: PipeInput, clock: Callable[[], float]) -> None:
        self.client = client
        self.terminal = terminal
        assert isinstance(clock, Clock)
        self.clock = clock
        self._keys = keys

    def type(self, text: str) -> None:
        self._keys.send_text(text)

    async def shows(self, *texts: str) -> None:
        await self.terminal.shows(*texts)

    async def leaves(self) -> None:
        """Wait until the client has left by itself."""
        async with asyncio.timeout(PATIENCE):
            await asyncio.shield(self.running)

    running: asyncio.Future[int]


Script = Callable[[Seat, Host], Awaitable[None]]


async def nothing(report: Report) -> None:
    """A network on which no host is found."""
    await asyncio.Event().wait()


def play(
    script: Script,
    tokens: Path,
    *,
    after_login: Iterable[m.Message] = (),
    size: tuple[int, int] = (80, 24),
    caps: Capabilities | None = None,
    address: bool = True,
    back: bool = False,
    kept: Path | None = None,
    likes: Settings = DEFAULTS,
    find: Find = nothing,
    prepare: Callable[[Host], None] = lambda host: None,
    **options: object,
) -> int:
    """Run a client against a scripted host while ``script`` types and reads; return the client's exit code.

    ``prepare`` makes the host another than usual.

    The client must have been left when the script ends, or it is left with two Ctrl-C.
    """
    host = Host()
    host.after_login, host.back = list(after_login), back
    prepare(host)
    memory = Memory(None, TokenStore(tokens), UsedHosts(tokens / "hosts.json"))
    around = Surroundings(caps or Capabilities(), Clock(), memory=memory, find=find, settings=likes, kept=kept)
    return asyncio.run(_play(script, host, size, around, address, options))


async def _play(
    script: Script,
    host: Host,
    size: tuple[int, int],
    around: Surroundings,
    address: bool,
    options: dict[str, object],
) -> int:
    terminal = Terminal(*size)
    async with host:
        where = Address("127.0.0.1", host.port) if address else None
        with create_pipe_input() as keys:
            around = replace(around, input=keys, output=terminal.output())
            client = Client(Options(name="Maria", address=where, tls=False, **options), around)  # type: ignore[arg-type]
            running = asyncio.ensure_future(client.run())
            seat = Seat(client, terminal, keys, around.clock)
            seat.running = running
            scripted = asyncio.ensure_future(script(seat, host))
            done, _ = await asyncio.wait({running, scripted}, return_when=asyncio.FIRST_COMPLETED)
            if running in done:
                async with asyncio.timeout(PATIENCE):
                    await scripted
            else:
                scripted.result()
                keys.send_text("\x03\x03")
            async with asyncio.timeout(PATIENCE):
                return await running
