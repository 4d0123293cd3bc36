"""A crowd of players for benchmarks: plain sockets in one thread, so cheap that the host is what is measured.

They log in, sit or watch, say that they are ready, and answer each question with an action chosen at random.
"""

from __future__ import annotations

import contextlib
import os
import random
import selectors
import socket
import ssl
import struct
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from euchre_protocol import messages as m

TICK = os.sysconf("SC_CLK_TCK")


class Asked(msgspec.Struct):
    decision: int
    actions: list[msgspec.Raw]


class Happened(msgspec.Struct):
    do: str


class Peek(msgspec.Struct):
    """As much of any message as the crowd needs to know."""

    kind: str
    version: int = 0
    n: int = 0
    code: str = ""
    you: int | None = None
    ask: Asked | None = None
    events: list[Happened] = []
    line: m.TableLine | None = None
    tables: list[m.TableLine] = []


peek = msgspec.msgpack.Decoder(Peek)
encoder = msgspec.msgpack.Encoder()


def frame(message: Any) -> bytes:
    body = encoder.encode(message)
    return struct.pack(">I", len(body)) + body


class Client:
    """One connection. ``heard`` is called with each message that is no formality."""

    def __init__(self, crowd: Crowd, port: int, name: str, table: str, seat: int | None) -> None:
        raw = socket.create_connection(("127.0.0.1", port), timeout=30)
        raw.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.sock = crowd.tls.wrap_socket(raw) if crowd.tls is not None else raw
        self.sock.setblocking(False)
        self.crowd = crowd
        self.name = name
        self.table = table
        self.seat = seat
        self.version = 0
        self._buffer = bytearray()
        self._number = 0
        self._settled = False
        crowd.selector.register(self.sock, selectors.EVENT_READ, self)
        crowd.clients.append(self)

    def send(self, message: Any) -> None:
        self.sock.send(frame(message))

    def read(self) -> None:
        try:
            while data := self.sock.recv(65536):
                self._buffer += data
        except (BlockingIOError, ssl.SSLWantReadError):
            pass
        else:
            raise RuntimeError(f"the host has closed the connection of {self.name}")
        buffer, at = self._buffer, 0
        while len(buffer) - at >= 4:
            (length,) = struct.unpack_from(">I", buffer, at)
            if len(buffer) - at < 4 + length:
                break
            self._take(peek.decode(bytes(buffer[at + 4 : at + 4 + length])))
            at += 4 + length
        del buffer[:at]

    def act(self, asked: Asked) -> None:
        """Answer with any of the actions."""
        action = self.crowd.rng.choice(asked.actions)
        self.send({"kind": "act", "id": self._next(), "decision": asked.decision, "action": action})

    def _take(self, message: Peek) -> None:
        match message.kind:
            case "hello":
                self.send(m.Login(protocol=m.PROTOCOL, software="bench", name=self.name))
            case "lobby" if not self._settled:
                found = [line.id for line in message.tables if line.name == self.table]
                if found and self.crowd.seating:
                    self._settled = True
                    sit = m.Watch if self.seat is None else m.Sit
                    more = {} if self.seat is None else {"seat": self.seat}
                    self.send(sit(id=self._next(), table=found[0], **more))
            case "table":
                assert message.line is not None
                mine = message.line.seats[self.seat] if self.seat is not None else None
                if mine is not None and message.line.state != "playing" and not mine.ready:
                    self.send(m.Ready(id=self._next()))
            case "view":
                self.crowd.heard(self, message)
            case "ping":
                self.send(m.Pong(n=message.n))
            case "refused" | "bye":
                raise RuntimeError(f"{self.name}: {message.kind} {message.code}")
            case _:
                pass

    def _next(self) -> int:
        self._number += 1
        return self._number


class Crowd:
    """All clients of one benchmark.

    Args:
        heard: gets every view, with the client that it came to.
        tls: the clients' side of TLS; none without.
        seating: whether they go to a table, or stay in the lobby.
    """

    def __init__(
        self, heard: Callable[[Client, Peek], None], tls: ssl.SSLContext | None, *, seating: bool = True
    ) -> None:
        self.heard = heard
        self.tls = tls
        self.seating = seating
        self.selector = selectors.DefaultSelector()
        self.clients: list[Client] = []
        self.rng = random.Random(1)

    def listen(self, seconds: float, timers: Callable[[], None] = lambda: None) -> None:
        """Read whatever comes for some time, or once; ``timers`` is called again and again meanwhile."""
        until = time.perf_counter() + seconds
        while True:
            for key, _ in self.selector.select(0.002):
                key.data.read()
            timers()
            if time.perf_counter() >= until:
                return

    def close(self) -> None:
        for client in self.clients:
            client.sock.close()
        self.selector.close()


def trusting() -> ssl.SSLContext:
    """A client's TLS that takes any key: it is our own host's."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


def cpu_seconds(pid: int) -> float:
    """The processor time of a process so far, all its threads."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(") ", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / TICK


def memory_kib(pid: int) -> int:
    """The memory of a process that no other shares."""
    text = Path(f"/proc/{pid}/smaps_rollup").read_text()
    return sum(int(line.split()[1]) for line in text.splitlines() if line.startswith("Private"))


def resident_kib(pid: int) -> int:
    """The memory of a process that is in use, what it shares included; cheap to read."""
    text = Path(f"/proc/{pid}/status").read_text()
    return next(int(line.split()[1]) for line in text.splitlines() if line.startswith("VmRSS:"))


def descriptors(pid: int) -> int:
    """How many files and connections a process has open."""
    return len(os.listdir(f"/proc/{pid}/fd"))


@contextlib.contextmanager
def host(folder: Path, *arguments: str) -> Iterator[tuple[int, int]]:
    """A real host with its data in ``folder``; its process and its port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [str(Path(sys.executable).with_name("euchre-host")), "--bind", "127.0.0.1", "--port", str(port)]
    command += ["--data", str(folder), "--no-announce", *arguments]
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    try:
        while True:
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port)):
                break
            with contextlib.suppress(subprocess.TimeoutExpired):
                raise RuntimeError(f"the host ended with {process.wait(0.02)} before it listened")
        yield process.pid, port
    finally:
        process.terminate()
        process.wait()
