"""Real sessions at a host whose client goes wrong somewhere: what it says is mutated, whole or a byte at a time.

Up to that point, and after it if the host has taken it well, the client plays as it should. Whatever the host says
back must be a message of the protocol that may come there. The suite runs some at a host in memory,
``benchmarks/fuzz_host.py`` many at a real one.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import trio
from trio.abc import Stream

from euchre_protocol import State, encode
from euchre_protocol import messages as m
from euchre_protocol.connection import Connection
from protocol.fuzzing import BYTE_MUTATIONS, FRAME_MUTATIONS

LONGEST = 40
"""Messages of one session."""


class Person:
    """Somebody who plays at a table of the host's, and comes back to it under the same name.

    Attributes:
        acts: how many of their answers to questions were taken.
    """

    def __init__(self, name: str, rng: Random, table: str | None = None) -> None:
        self.name = name
        self.acts = 0
        self._rng = rng
        self._table = table
        self._token: bytes | None = None
        self._id = 0
        self._asked: set[int] = set()

    def answers(self, message: m.Message) -> Iterator[m.Message]:
        """What a client says to that."""
        match message:
            case m.Hello():
                yield m.Login(protocol=m.PROTOCOL, software="fuzz", name=self.name, token=self._token)
            case m.Welcome(token=token):
                self._token = token
            case m.Lobby(tables=tables, change=False) if tables:
                named = [line for line in tables if line.name == self._table] or tables
                yield m.Sit(id=self._next(), table=self._rng.choice(named).id)
            case m.Table(line=line, you=you) if you is not None and line.state != "playing":
                if not line.seats[you].ready:
                    yield m.Ready(id=self._next())
            case m.View(ask=ask) if ask is not None:
                number = self._next()
                self._asked.add(number)
                yield m.Act(id=number, decision=ask.decision, action=self._rng.choice(ask.actions))
            case m.View(pause="deal", deal=deal):
                yield m.Seen(id=self._next(), deal=deal)
            case m.Done(re=number):
                self.acts += number in self._asked
            case m.Ping(n=n):
                yield m.Pong(n=n)
            case _:
                pass

    async def play(self, stream: Stream) -> None:
        """Play as one should, as long as the connection lasts."""
        connection = Connection("client")
        async with stream:
            while data := bytes(await stream.receive_some(65536)):
                for message in connection.receive(data):
                    assert isinstance(message, m.Message)
                    for answer in self.answers(message):
                        await stream.send_all(connection.send(answer))

    def _next(self) -> int:
        self._id += 1
        return self._id


async def session(stream: Stream, person: Person, rng: Random, *, patience: float) -> str:
    """Play some messages of a session, one of them mutated, and go.

    Args:
        stream: the connection; closed at the end, one way or another.
        person: who plays.
        rng: chooses where and how it goes wrong.
        patience: seconds without a word from the host after which the session ends from here.

    Returns:
        How it ended: the code of the host's ``bye`` or ``refused``, ``cut`` without one, or ``left`` from here.

    Raises:
        RemoteProtocolError: the host has said something that it may not.
    """
    connection = Connection("client")
    wrong, last = rng.randrange(LONGEST // 2), rng.randrange(1, LONGEST)
    slow = rng.random() < 0.3
    sent = 0
    async with stream:
        while sent < last:
            with trio.move_on_after(patience) as waiting:
                try:
                    data = bytes(await stream.receive_some(65536))
                except trio.BrokenResourceError:
                    return "cut"
            if waiting.cancelled_caught:
                break
            if not data:
                return "cut"
            for message in connection.receive(data):
                assert isinstance(message, m.Message)
                if isinstance(message, m.Bye | m.Refused):
                    return message.code
                for answer in person.answers(message) if connection.state is not State.CLOSED else ():
                    connection.send(answer)
                    body = encode(answer)
                    frames = mutated([body], rng) if sent == wrong else len(body).to_bytes(4, "big") + body
                    sent += 1
                    try:
                        await _send(stream, frames, slow=slow)
                    except trio.BrokenResourceError:
                        return "cut"
        return "left"


def mutated(frames: list[bytes], rng: Random) -> bytes:
    """Some frames, with something wrong in them or between them."""
    for _ in range(rng.choice((1, 1, 2, 4))):
        frames = rng.choice(FRAME_MUTATIONS)(frames, rng)
    data = b"".join(len(frame).to_bytes(4, "big") + frame for frame in frames)
    for _ in range(rng.choice((0, 0, 1, 3))):
        data = rng.choice(BYTE_MUTATIONS)(data, rng)
    return data


async def _send(stream: Stream, data: bytes, *, slow: bool) -> None:
    for piece in [data[at : at + 1] for at in range(len(data))] if slow else [data]:
        await stream.send_all(piece)
