"""One connection: its bytes, its time limits and its end. What a command means is not decided here."""

from __future__ import annotations

import contextlib
import math
from typing import Protocol

import trio
from trio.abc import HalfCloseableStream, Stream

from euchre_protocol import messages as m
from euchre_protocol.connection import BadCommand, Connection, Received, Skipped, State
from euchre_protocol.errors import LocalProtocolError, RemoteProtocolError
from euchre_server import limits
from euchre_server.allowance import Allowance
from euchre_server.cipher import HANDSHAKE_RECORD, Cipher, Plain
from euchre_server.outbox import Outbox, direct_send, receive
from euchre_server.patience import Patience
from euchre_server.people import Person
from euchre_server.refusal import Refusal

_PING_TIMES_A_SECOND = 8
"""Moments at which pings are sent: each of 2,000 connections is sent one in 15 s, so that 17 of them fall on one."""

_ENDED = (State.CLOSED, State.BROKEN)

_TLS = "it wants TLS, and this host was started with --no-tls"


class House(Protocol):
    """What a connection knows of the host."""

    @property
    def hello(self) -> m.Hello:
        """The first message."""
        ...

    @property
    def limits(self) -> limits.Limits:
        """What one connection may have of it."""
        ...

    async def login(self, session: Session, login: m.Login) -> Person:
        """Let somebody in, or raise ``Refusal``."""
        ...

    async def command(self, session: Session, person: Person, command: m.Command) -> None:
        """Carry out a command, which includes answering it."""
        ...

    async def logout(self, session: Session, person: Person, *, goodbye: bool) -> None:
        """The connection of ``person`` has ended. ``goodbye``: they said so."""
        ...

    def report(self, peer: str, text: str) -> None:
        """Put a line about a connection of ``peer`` on the host's screen and into its log."""
        ...


class Session:
    """A connection of somebody to the host.

    Args:
        stream: the bytes, both ways.
        house: the host.
        peer: where the connection comes from, for the log.
        cipher: TLS, if it has begun.
        patience: what is left of the time to log in, if some of it is gone.
        room: whether there is room for it; if not, it is told so and ends.
    """

    def __init__(
        self,
        stream: Stream,
        house: House,
        peer: str,
        cipher: Cipher | None = None,
        patience: Patience | None = None,
        *,
        room: bool = True,
    ) -> None:
        self.peer = peer
        self._room = room
        self._limits = house.limits
        self._messages: Allowance[None] = Allowance(self._limits.messages_at_once, 1 / self._limits.messages_per_second)
        self._stream = stream
        self._cipher = Plain() if cipher is None else cipher
        self._patience = Patience(house.limits.login_seconds) if patience is None else patience
        self._house = house
        self._connection = Connection("host", self._limits.frame_bytes)
        direct = direct_send(stream) if isinstance(stream, trio.SocketStream) else None
        self._outbox = Outbox(stream, self._limits, direct, self._cipher.seal)
        self._scope = trio.CancelScope()
        self._stranger = trio.CancelScope()  # until the login
        self._person: Person | None = None
        self._gone = False
        self._goodbye = False
        self._parting = False
        self._heard = trio.current_time()
        self._ping: tuple[int, float] = (0, 0.0)
        self._rtt_ms: int | None = None

    # ------------------------------------------------------------ for others

    def send(self, *messages: m.Message) -> None:
        """Send messages without waiting. On a connection that is ending they are dropped in silence."""
        if self._gone or self._connection.state in _ENDED:
            return
        try:
            data = b"".join(map(self._connection.send, messages))
        except LocalProtocolError as error:  # a fault of the host must not cost those who are told after this one
            self._house.report(self.peer, f"{self._who()} is dropped: {error}")
            self._end(m.Bye(code="protocol"))
            return
        if not self._outbox.put(data):
            self._house.report(self.peer, f"{self._who()} reads too slowly and is dropped")
            self._end(m.Bye(code="slow"), drop=True)

    def close(self, code: str) -> None:
        """Say goodbye, and end when all that waits has been sent."""
        self._end(m.Bye(code=code))

    async def run(self) -> None:
        """Serve the connection until it ends."""
        try:
            with self._scope:
                async with trio.open_nursery() as nursery:
                    nursery.start_soon(self._write)
                    nursery.start_soon(self._watch_time)
                    await self._read()
                    self._scope.cancel()
        finally:
            self._gone = True
            with trio.CancelScope(shield=True):
                if self._person is not None:
                    await self._house.logout(self, self._person, goodbye=self._goodbye)
            await trio.aclose_forcefully(self._stream)

    # ------------------------------------------------------------ tasks

    async def _write(self) -> None:
        try:
            await self._outbox.run()
            if last := self._cipher.close():
                await self._stream.send_all(last)
            if isinstance(self._stream, HalfCloseableStream):
                # Closing at once, with bytes of the other side unread, could take the goodbye back.
                await self._stream.send_eof()
            else:
                self._scope.cancel()
        except trio.TooSlowError:
            self._house.report(self.peer, f"{self._who()} has stopped reading and is dropped")
            self._scope.cancel()
        except (trio.BrokenResourceError, trio.ClosedResourceError):
            self._scope.cancel()

    async def _read(self) -> None:
        self.send(self._house.hello)
        if not self._room:
            self._end(m.Refused(code="full"))
        with contextlib.suppress(trio.BrokenResourceError, trio.ClosedResourceError):
            await self._take(b"")  # what came together with the end of the handshake
            while not self._goodbye and (data := await receive(self._stream)):
                self._heard = trio.current_time()
                await self._take(data)

    async def _watch_time(self) -> None:
        began = trio.current_time()
        with self._stranger:
            await self._patience.run_out()
        if self._connection.state is State.LOGIN:  # a login that the host has not come to yet is not late
            self._house.report(self.peer, f"{self.peer} did not log in within {self._limits.login_seconds} s")
            self._end(m.Bye(code="idle"))
        await trio.sleep_until(_ping_time(began + self._limits.login_seconds))
        while trio.current_time() - self._heard < self._limits.silence_seconds:
            if self._connection.state is State.OPEN:
                self._ping = (self._ping[0] + 1, trio.current_time())
                self.send(m.Ping(n=self._ping[0], rtt_ms=self._rtt_ms))
            await trio.sleep_until(_ping_time(trio.current_time() + self._limits.ping_seconds))
        self._house.report(self.peer, f"{self._who()} is silent and is dropped")
        self._end(m.Bye(code="idle"))

    # ------------------------------------------------------------

    async def _take(self, data: bytes) -> None:
        """Do what the bytes say, one message a step: a packet holds a thousand small ones."""
        try:
            self._connection.feed(self._cipher.open(data))
        except OSError:
            self._house.report(self.peer, f"{self._who()} is dropped: bad bytes (tls)")
            self._scope.cancel()
            return
        received = self._next(data)
        while received is not None:
            if wait := self._messages.wait(None, trio.current_time()):
                await trio.sleep(wait)
                self._heard = trio.current_time()  # what it has said long ago was not read until now
            if self._parting:  # sent away, or replaced, meanwhile
                return
            await self._handle(received)
            received = self._next(data)
            if received is not None:
                await trio.lowlevel.checkpoint()

    def _next(self, data: bytes) -> Received | Skipped | None:
        try:
            return self._connection.next_message()
        except RemoteProtocolError as error:
            # Only the code: what a stranger sent does not belong on anybody's screen.
            tls = isinstance(self._cipher, Plain) and data.startswith(HANDSHAKE_RECORD)
            self._house.report(self.peer, f"{self._who()} is dropped: {_TLS if tls else f'bad bytes ({error.code})'}")
            self._outbox.finish(self._connection.send(m.Bye(code="protocol")))
            self._scope.deadline = trio.current_time() + limits.GOODBYE_S
            return None

    async def _handle(self, received: Received | Skipped) -> None:
        match received:
            case Skipped():
                pass
            case BadCommand(id=number, code=code):
                self.send(m.Error(code=code, re=number))
            case m.Login():
                await self._login(received)
            case m.Pong(n=n):
                if n == self._ping[0]:
                    self._rtt_ms = round((trio.current_time() - self._ping[1]) * 1000)
            case m.Bye():
                self._goodbye = True
            case _:
                assert self._person is not None, "the connection lets no command through before the login"
                assert isinstance(received, m.Command)
                await self._house.command(self, self._person, received)

    async def _login(self, login: m.Login) -> None:
        try:
            self._person = await self._house.login(self, login)
            self._stranger.cancel()
            self._heard = trio.current_time()  # it was waiting for us
        except Refusal as refusal:
            version = m.PROTOCOL if refusal.code == "version" else None
            self._end(m.Refused(code=refusal.code, protocol=version))

    def _end(self, last: m.Message, *, drop: bool = False) -> None:
        if self._gone or self._connection.state in _ENDED:
            return
        self._parting = True
        self._outbox.finish(self._connection.send(last), drop=drop)
        self._scope.deadline = min(self._scope.deadline, trio.current_time() + limits.GOODBYE_S)

    def _who(self) -> str:
        return self._person.name if self._person is not None else self.peer


def _ping_time(earliest: float) -> float:
    """When a ping is sent that may be sent from ``earliest`` on.

    Those of several connections together, since to wake up costs more than to send one; but not all of two thousand,
    who would hold up a table's action for the tenth of a second that this takes.
    """
    return math.ceil(earliest * _PING_TIMES_A_SECOND) / _PING_TIMES_A_SECOND
