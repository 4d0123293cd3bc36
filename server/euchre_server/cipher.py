"""TLS on one connection, as bytes in and bytes out; and the first moments of a connection, in which it begins.

The bytes go over the same stream and through the same outbox as without TLS. So there is one queue and one writer with
it too, and a message still leaves at once, without waking a task, when the kernel has room. trio's own ``SSLStream``
knows only sending by waiting, and its reader may send at the same time.
"""

from __future__ import annotations

import contextlib
import ssl
from typing import Protocol, cast

import trio
from trio.abc import Stream

from euchre_protocol.connection import Connection
from euchre_protocol.messages import Refused
from euchre_server.outbox import receive
from euchre_server.patience import SLICE_S

HANDSHAKE_RECORD = b"\x16"
"""The first byte of TLS (RFC 8446, 5.1). As the first byte of a frame it would mean 369 megabytes."""

_opened = bytearray(16 * 1024)
"""Where a TLS record is decrypted to, of which this is the most that one holds; ``outbox`` says why not elsewhere."""

_SEALED = 4 * 1024
"""Put into one record. OpenSSL's buffer never shrinks, and a lobby would leave tens of KiB behind in each connection; a
view fits in any case."""


class Cipher(Protocol):
    """What happens to the bytes of a connection between the outbox and the stream."""

    def seal(self, data: bytes) -> bytes:
        """Make the bytes to send. They must be sent, all of them, in the order in which they were made.

        Raises:
            OSError: the connection is broken.
        """
        ...

    def open(self, data: bytes) -> bytes:
        """Take received bytes, and return what can be read of them.

        Raises:
            OSError: they are broken, and nothing more can be received.
        """
        ...

    def close(self) -> bytes:
        """Return the last bytes to send."""
        ...


class Plain:
    """No TLS."""

    def seal(self, data: bytes) -> bytes:
        """Leave the bytes as they are."""
        return data

    def open(self, data: bytes) -> bytes:
        """Leave the bytes as they are."""
        return data

    def close(self) -> bytes:
        """Send nothing."""
        return b""


class Tls:
    """The host's end of TLS, after ``shake_hands``."""

    def __init__(self, context: ssl.SSLContext) -> None:
        self._incoming = ssl.MemoryBIO()
        self._outgoing = ssl.MemoryBIO()
        self._object = context.wrap_bio(self._incoming, self._outgoing, server_side=True)

    def begin(self, data: bytes) -> tuple[bool, bytes]:
        """Go on with the handshake.

        Args:
            data: what has been received.

        Returns:
            Whether the handshake is done, and what to send for it.

        Raises:
            ssl.SSLError: it has failed.
        """
        self._incoming.write(data)
        try:
            self._object.do_handshake()
        except ssl.SSLWantReadError:
            return False, self._outgoing.read()
        return True, self._outgoing.read()

    def seal(self, data: bytes) -> bytes:
        """Encrypt; what TLS itself wants to say goes before it."""
        if len(data) <= _SEALED:
            self._object.write(data)
            return self._outgoing.read()
        return b"".join(self.seal(data[at : at + _SEALED]) for at in range(0, len(data), _SEALED))

    def open(self, data: bytes) -> bytes:
        """Decrypt whatever has come whole."""
        self._incoming.write(data)
        pieces: list[bytearray] = []
        # No more yet; or the other side has ended it, and the end of the stream follows.
        with contextlib.suppress(ssl.SSLWantReadError, ssl.SSLZeroReturnError):
            while self._incoming.pending or self._object.pending():  # to ask in vain costs as much as to decrypt
                # With a buffer it tells how much it has read, unlike what its stub says.
                pieces.append(_opened[: cast("int", self._object.read(len(_opened), _opened))])
        return b"".join(pieces)

    def close(self) -> bytes:
        """Say the end of TLS, so that the other side knows that nothing was cut off."""
        with contextlib.suppress(ssl.SSLError):  # it wants to hear the other side's end, which nobody waits for
            self._object.unwrap()
        return self._outgoing.read()


class NoTlsError(Exception):
    """Whoever connected does not speak TLS, or broke off; the message says so, for the log."""


async def shake_hands(stream: Stream, context: ssl.SSLContext, first_byte_s: float) -> Tls:
    """Begin TLS with somebody who has just connected.

    A client without TLS waits for the host's first word, so silence is one, too: it gets a plain ``refused`` to say
    what is wrong, and is served nothing.

    Args:
        stream: the connection.
        context: the host's key.
        first_byte_s: within so many seconds TLS must have begun.

    Raises:
        NoTlsError: it did not come about.
        trio.BrokenResourceError: the connection is broken.
    """
    data = await _first_bytes(stream, first_byte_s)
    if data is not None and not data:
        raise NoTlsError("left without a word")
    if data is None or not data.startswith(HANDSHAKE_RECORD):
        await stream.send_all(Connection("host").send(Refused(code="tls")))
        raise NoTlsError("does not use TLS, which this host wants")
    return await _shake_hands(stream, Tls(context), data)


async def _first_bytes(stream: Stream, seconds: float) -> bytes | None:
    """What comes first; none if nothing comes in time. For a step of the loop that took long nobody is blamed."""
    left = seconds
    while left > 0:
        with trio.move_on_after(min(SLICE_S, left)):
            return await receive(stream)
        left -= SLICE_S
    return None


async def _shake_hands(stream: Stream, tls: Tls, data: bytes) -> Tls:
    while data:
        try:
            done, answer = tls.begin(data)
        except ssl.SSLError as error:
            await stream.send_all(tls.close())  # the reason, in TLS's own words
            raise NoTlsError(f"failed to begin TLS ({error.reason or 'unknown'})") from error
        if answer:
            await stream.send_all(answer)
        if done:
            return tls
        data = await receive(stream)
    raise NoTlsError("left while TLS began")
