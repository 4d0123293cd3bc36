"""The way to a host: an asyncio stream under the sans-IO connection of the protocol."""

from __future__ import annotations

import asyncio
import errno
import socket
import ssl
from collections import deque
from collections.abc import AsyncGenerator
from typing import Literal

from euchre_client.address import Address
from euchre_client.passwords import sendable
from euchre_client.trust import HostKey, Trust, Unfamiliar
from euchre_protocol import messages as m
from euchre_protocol.connection import Connection, State
from euchre_protocol.errors import RemoteProtocolError
from euchre_protocol.fingerprint import fingerprint
from euchre_protocol.lobby import merged

OPEN_LIMIT = 5.0
"""Seconds until a host that does not answer is given up: on one local network an answer takes milliseconds, and a
person looking at "Connecting ..." begins to doubt after about five seconds."""

SILENCE_LIMIT = 45.0
"""Seconds without a byte after which the host counts as gone: it pings every 15 s, so three pings were missed."""

CLOSE_LIMIT = 1.0
"""Seconds that the farewell may take; a person who leaves does not wait for a dead host."""

_CHUNK = 1 << 16
_ENDED = frozenset({State.BROKEN, State.CLOSED})

LinkCode = Literal[
    "no_such_host",
    "no_one_there",
    "no_answer",
    "no_route",
    "no_network",
    "not_euchre",
    "mute",
    "no_tls",
    "other_key",
    "no_keys",
    "shut",
    "refused",
    "lost",
    "silent",
    "garbled",
]


class LinkError(Exception):
    """The host could not be reached, refused us, or was lost. ``words.errors`` puts it into a sentence.

    Attributes:
        code: what happened.
        address: with which host.
        reason: for ``refused`` the host's code, else the system's own words, if any.
        theirs: for a refusal because of versions, the host's protocol version.
        keys: for ``other_key``, which key the host should have and which it has.
    """

    def __init__(
        self,
        code: LinkCode,
        address: Address,
        reason: str = "",
        theirs: tuple[int, int] | None = None,
        keys: Unfamiliar | None = None,
    ) -> None:
        super().__init__(code, str(address), reason)
        self.code: LinkCode = code
        self.address = address
        self.reason = reason
        self.theirs = theirs
        self.keys = keys


def version() -> str:
    """This program's version."""
    from importlib import metadata  # it reads as slowly as all of this program, and few ask

    try:
        return metadata.version("euchre-lan")
    except metadata.PackageNotFoundError:  # run from a source tree that was never installed
        return "0"


class Link:
    """One open connection to a host that has said hello.

    Attributes:
        key: the host's key, which it has proved to have; none without TLS.
    """

    def __init__(self, address: Address, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.address = address
        self.rtt_ms: int | None = None
        self.silence_limit = SILENCE_LIMIT
        self._reader = reader
        self._writer = writer
        self._conn = Connection("client")
        self._inbox: deque[m.Message] = deque()
        self._broken: RemoteProtocolError | None = None
        self._hello: m.Hello | None = None
        self._lobby: m.Lobby | None = None
        self.key: HostKey | None = None

    @property
    def digest(self) -> bytes | None:
        """The fingerprint of the host's key; none without TLS."""
        return None if self.key is None else self.key.digest

    @property
    def hello(self) -> m.Hello:
        """What the host said of itself."""
        assert self._hello is not None, "open() waits for it"
        return self._hello

    @classmethod
    async def open(cls, address: Address, trust: Trust | None, *, limit: float = OPEN_LIMIT) -> Link:
        """Connect, and wait for the host's first word. Nothing is said to a host that has another key than it should.

        Args:
            address: where the host is.
            trust: knows its key; none does without TLS, which never happens by itself.
            limit: seconds until giving up.

        Raises:
            LinkError: when nobody answers there, or somebody who is no Euchre host of our version.
        """
        link: Link | None = None
        try:
            async with asyncio.timeout(limit):
                link = cls(address, *await _connect(address, _context() if trust is not None else None))
                if trust is not None:
                    link._recognize(trust)
                await link._greet()
        except TimeoutError as error:
            if link is None:
                raise LinkError("no_answer", address) from error
            link.abort()
            raise LinkError("mute", address) from error  # on a bad line a host's first word may be as late as that
        except (OSError, UnicodeError) as error:
            raise _open_error(error, address) from error
        except BaseException:
            if link is not None:
                link.abort()
            raise
        return link

    def _recognize(self, trust: Trust) -> None:
        certificate = self._writer.get_extra_info("ssl_object").getpeercert(binary_form=True)
        try:
            self.key = trust.check(self.address, fingerprint(certificate))
        except Unfamiliar as error:
            raise LinkError("other_key", self.address, keys=error) from error
        except OSError as error:  # unread, the list of known keys protects nobody
            raise LinkError("no_keys", self.address, f"{error.filename}: {error.strerror}") from error

    async def _greet(self) -> None:
        try:
            first = await self._next()
        except LinkError as error:
            # A stranger's first bytes make no frame; a host that is just starting or ending closes without one.
            code: LinkCode = "shut" if error.code == "lost" else "not_euchre"
            raise LinkError(code, self.address, error.reason) from error
        if isinstance(first, m.Refused):
            raise LinkError("refused", self.address, first.code, first.protocol)
        if not isinstance(first, m.Hello):
            raise LinkError("not_euchre", self.address)
        if first.protocol[0] != m.PROTOCOL[0]:
            raise LinkError("refused", self.address, "version", first.protocol)
        self._hello = first

    async def login(self, name: str, token: bytes | None = None, password: str | None = None) -> m.Welcome:
        """Say who we are and wait for the answer.

        Args:
            name: the name to play under.
            token: the one of an earlier welcome of this host to this name, if there is one.
            password: the host's, if ``hello.needs`` asks for one.

        Raises:
            LinkError: ``refused`` with the host's code as its reason; or the connection broke.
        """
        if password is not None and sendable(password, m.PASSWORD_LENGTH) is None:
            raise LinkError("refused", self.address, "password")
        self.send(
            m.Login(
                protocol=m.PROTOCOL, software=f"euchre-join {version()}"[:32], name=name, token=token, password=password
            )
        )
        message = await self.receive()
        match message:
            case m.Welcome():
                return message
            case m.Refused():
                raise LinkError("refused", self.address, message.code, message.protocol)
            case m.Bye():
                raise LinkError("refused", self.address, message.code)
            case _:  # the connection lets nothing else through before the welcome
                raise LinkError("garbled", self.address, type(message).__name__)

    def send(self, message: m.Message) -> None:
        """Send a message. It never waits: what a player sends is far smaller than any socket buffer.

        Once the connection has ended nothing is sent any more; ``receive`` tells how it ended.

        Raises:
            LocalProtocolError: this message may not be sent now, which is a fault of this program.
        """
        # The host's farewell may have come already and wait to be received behind other messages.
        if not self._writer.is_closing() and self._conn.state not in _ENDED:
            self._writer.write(self._conn.send(message))

    async def messages(self) -> AsyncGenerator[m.Message, None]:
        """Give what the host sends, in order, until its farewell (the last message given). Pings are answered here.

        Raises:
            LinkError: the connection broke without a farewell.
        """
        while True:
            message = await self.receive()
            yield message
            if isinstance(message, m.Bye):
                return

    async def receive(self) -> m.Message:
        """Wait for the next message. Pings are answered here and not given; the lobby is given whole.

        Raises:
            LinkError: the connection broke, or the host said farewell before.
        """
        while True:
            message = await self._next()
            match message:
                case m.Ping():
                    self.rtt_ms = message.rtt_ms
                    self.send(m.Pong(n=message.n))
                case m.Lobby():
                    self._lobby = merged(self._lobby, message)
                    if not message.more:
                        return self._lobby
                case _:
                    return message

    async def _next(self) -> m.Message:
        while not self._inbox:
            if self._broken is not None:
                raise LinkError("garbled", self.address, self._broken.message) from self._broken
            try:
                async with asyncio.timeout(self.silence_limit):
                    data = await self._reader.read(_CHUNK)
            except TimeoutError as error:
                raise LinkError("silent", self.address) from error
            except OSError as error:
                raise LinkError("lost", self.address, error.strerror or "") from error
            if not data:
                raise LinkError("lost", self.address)
            self._take(data)
        return self._inbox.popleft()

    def _take(self, data: bytes) -> None:
        """Put whole messages into the inbox. Bad bytes end the connection after the good messages before them."""
        try:
            received = self._conn.receive(data)
        except RemoteProtocolError as error:
            self._broken = error
            received = list(error.before)
        # A client never gets a BadCommand: those are a host's to answer.
        self._inbox.extend(message for message in received if isinstance(message, m.Message))

    async def close(self) -> None:
        """Say farewell and close; a host that does not take it is left without one."""
        try:
            async with asyncio.timeout(CLOSE_LIMIT):
                self.send(m.Bye(code="quit"))
                self._writer.close()
                await self._writer.wait_closed()
        except (OSError, TimeoutError):
            self.abort()

    def abort(self) -> None:
        """Drop the connection at once, without a farewell."""
        self._writer.transport.abort()


def _context() -> ssl.SSLContext:
    """TLS that looks at no certificate authority and no names: whom to trust is decided by the key alone."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


async def _connect(address: Address, tls: ssl.SSLContext | None) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Try the addresses of a name one after another and keep the last failure's own error number.

    ``asyncio.open_connection`` with a name joins the failures into one error without a number.
    """
    failure: OSError = socket.gaierror(socket.EAI_NONAME, "no address")
    for family, kind, proto, _, where in await _resolve(address):
        sock = socket.socket(family, kind, proto)
        sock.setblocking(False)
        try:
            await asyncio.get_running_loop().sock_connect(sock, where)
        except OSError as error:
            sock.close()
            failure = error
        except BaseException:
            sock.close()
            raise
        else:
            # A name is demanded with TLS; an empty one is not sent.
            return await asyncio.open_connection(sock=sock, ssl=tls, server_hostname=None if tls is None else "")
    raise failure


_AddressInfo = tuple[socket.AddressFamily, socket.SocketKind, int, str, tuple[str, int] | tuple[str, int, int, int]]


async def _resolve(address: Address) -> list[_AddressInfo]:
    try:
        # Numbers need no look-up, so no thread that could outlive a Ctrl-C.
        return socket.getaddrinfo(address.host, address.port, type=socket.SOCK_STREAM, flags=socket.AI_NUMERICHOST)  # type: ignore[return-value]
    except socket.gaierror:
        loop = asyncio.get_running_loop()
        return await loop.getaddrinfo(address.host, address.port, type=socket.SOCK_STREAM)  # type: ignore[return-value]


_OPEN_CODES: dict[int, LinkCode] = {
    errno.ECONNREFUSED: "no_one_there",
    errno.ETIMEDOUT: "no_answer",
    errno.EHOSTUNREACH: "no_route",
    errno.EHOSTDOWN: "no_route",
    errno.ENETUNREACH: "no_network",
    errno.ENETDOWN: "no_network",
}


def _open_error(error: OSError | UnicodeError, address: Address) -> LinkError:
    if isinstance(error, (socket.gaierror, UnicodeError)):  # UnicodeError: no name of a machine can look so
        return LinkError("no_such_host", address)
    if isinstance(error, ssl.SSLError):
        return LinkError("no_tls", address, error.reason)
    if isinstance(error, ConnectionError) and error.errno in (None, errno.ECONNRESET):
        return LinkError("shut", address)
    reason = error.strerror or str(error)
    return LinkError(_OPEN_CODES.get(error.errno or 0, "no_answer"), address, reason)
