"""What waits to be sent to one connection, and how its bytes go and come."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable

import trio
from trio.abc import SendStream, Stream

from euchre_server.limits import CHUNK, READ_BYTES, Limits

DirectSend = Callable[[bytes], int]
"""Hands bytes to the kernel without waiting and returns how many it took (0 if none)."""


def direct_send(stream: trio.SocketStream) -> DirectSend:
    """Make a sender that tries the socket of ``stream`` at once.

    Nearly every message fits into the kernel's buffer, and then no task has to wake up for it: that is worth a
    factor of three in messages per second of processor time.
    """

    descriptor = stream.socket.fileno

    def send(data: bytes) -> int:
        # trio's sockets are non-blocking, but can only send by waiting. A closed one has the descriptor -1, so that
        # nothing can end up in a connection that has been given the same number since.
        try:
            return os.write(descriptor(), data)
        except BlockingIOError:
            return 0

    return send


_inbox = memoryview(bytearray(READ_BYTES))
"""Where bytes are read to, before they get an object of their size. Reading as usual makes one of 8 KiB for a message
of a hundred bytes and gives the rest back. OpenSSL's small things then settle beside that hole, which is too small for
the next read by that hundred: after 45 minutes with 1,200 people 30 of the heap's 64 MiB were such holes."""


async def receive(stream: Stream) -> bytes:
    """Wait for what comes next, and return it; nothing at the end of the stream.

    trio tries to read before it waits, and the host has nearly always read everything already: for a socket that is a
    system call and an exception for each message, for nothing.

    Raises:
        trio.BrokenResourceError: the connection is broken.
        trio.ClosedResourceError: it has been closed here.
    """
    if not isinstance(stream, trio.SocketStream):
        return bytes(await stream.receive_some(READ_BYTES))
    while True:
        await trio.lowlevel.wait_readable(stream.socket)
        try:
            return bytes(_inbox[: os.readv(stream.socket.fileno(), [_inbox])])
        except BlockingIOError:
            continue
        except OSError as error:
            raise trio.BrokenResourceError from error


class Outbox:
    """A bounded queue with one writer. Putting something in never waits.

    What waits is not sealed yet: sealed bytes must all be sent, in their order, and what waits may still be dropped.

    Args:
        stream: where the bytes go.
        limits: how many bytes may wait, and for how long the reader may take nothing.
        direct: tries to send without the writer's help, if the stream can do that.
        seal: encrypts what is sent next, or raises ``OSError`` on a broken connection.
    """

    def __init__(
        self,
        stream: SendStream,
        limits: Limits,
        direct: DirectSend | None = None,
        seal: Callable[[bytes], bytes] = bytes,
    ) -> None:
        self._stream = stream
        self._limits = limits
        self._seal = seal
        self._direct = direct
        self._queue: deque[bytes] = deque()
        self._waiting = 0
        self._writing = False
        self._begun = b""  # the rest of what the kernel took in part, sealed
        self._ending = False
        self._wake = trio.Event()

    @property
    def waiting(self) -> int:
        """Bytes that wait for the writer."""
        return self._waiting

    def put(self, data: bytes) -> bool:
        """Send ``data`` now, or as soon as the reader takes it.

        Returns:
            Whether there was room. If not, nothing of ``data`` was taken, and the connection should end. A broken
            connection swallows everything: its reader notices and ends it.
        """
        if self._ending:
            return True
        if self._direct is not None and not self._waiting and not self._writing:
            self._send_now(data, self._direct)
            return True
        if self._waiting + len(data) > self._limits.queue_bytes:
            return False
        self._append(data)
        return True

    def finish(self, last: bytes, *, drop: bool = False) -> None:
        """Send ``last`` and let :meth:`run` end after it. With ``drop`` what still waits is thrown away first.

        What the writer has already begun is always completed, so that the reader sees whole frames only.
        """
        if self._ending:
            return
        if drop:
            self._queue.clear()
            self._waiting = len(self._begun)
        self._ending = True
        self._append(last)

    async def run(self) -> None:
        """Write what waits, until :meth:`finish` was called and everything is gone.

        Raises:
            trio.BrokenResourceError: the connection is broken.
            trio.TooSlowError: the reader takes too little.
        """
        while True:
            while self._waiting:
                try:
                    data = self._take()
                except OSError as error:
                    raise trio.BrokenResourceError from error
                await self._write(data)
            if self._ending:
                return
            self._wake = trio.Event()
            await self._wake.wait()

    def _append(self, data: bytes) -> None:
        if data:
            self._queue.append(data)
            self._waiting += len(data)
        self._wake.set()

    def _send_now(self, data: bytes, direct: DirectSend) -> None:
        try:
            sealed = self._seal(data)
            self._begun = sealed[direct(sealed) :]
        except OSError:
            return
        if self._begun:
            self._waiting = len(self._begun)
            self._wake.set()

    def _take(self) -> bytes:
        """Take at most a chunk off what waits, sealed."""
        if self._begun:
            data, self._begun = self._begun, b""
            self._waiting -= len(data)
            return data
        chunk = bytearray()
        while self._queue and len(chunk) + len(self._queue[0]) <= CHUNK:
            chunk += self._queue.popleft()
        plain = bytes(chunk) or self._queue.popleft()
        self._waiting -= len(plain)
        return self._seal(plain)

    async def _write(self, data: bytes) -> None:
        self._writing = True
        try:
            with trio.fail_after(self._limits.write_seconds):
                await self._stream.send_all(data)
        finally:
            self._writing = False
