"""One side of a conversation, without any input or output: bytes in, messages out, and the other way round.

Both ends run the same machine. ``TRANSITIONS`` is the whole of it: who may send what in which state, and what the
state is afterwards. The table does not know on which side it is; a connection looks up its own role when it sends
and the other one when it receives.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final, Literal, TypeAlias, get_args

import msgspec

from euchre_protocol import messages as m
from euchre_protocol.codec import (
    TO_CLIENT,
    TO_HOST,
    Plain,
    count_unknown,
    encode,
    kind_of,
    recognise,
    unpack,
    validate,
)
from euchre_protocol.errors import LocalProtocolError, RemoteProtocolError

Role: TypeAlias = Literal["host", "client"]

PREFIX: Final = 4
"""Bytes of a frame's length, unsigned, most significant first."""


class State(StrEnum):
    """Where a conversation stands."""

    GREETING = "greeting"
    """The host has not said hello yet."""
    LOGIN = "login"
    """The client has not said who it is yet."""
    JOINING = "joining"
    """The host has not decided about the login yet."""
    OPEN = "open"
    """Both may say whatever they like, in any order."""
    BROKEN = "broken"
    """The other side broke the protocol. Nothing more is read; we may say goodbye."""
    CLOSED = "closed"
    """Nothing more is read or sent."""


Moves: TypeAlias = Mapping[type[m.Message], State]

_BYE: Moves = {m.Bye: State.CLOSED}
_REFUSE: Moves = {m.Refused: State.CLOSED, **_BYE}
_HANDSHAKE: frozenset[type[m.Message]] = frozenset({m.Hello, m.Welcome, m.Refused, m.Login, m.Bye})


def _at_any_time(union: object) -> Moves:
    return {kind: State.OPEN for kind in get_args(union) if kind not in _HANDSHAKE}


TRANSITIONS: Final[Mapping[State, Mapping[Role, Moves]]] = {
    State.GREETING: {"host": {m.Hello: State.LOGIN, **_REFUSE}, "client": _BYE},
    State.LOGIN: {"host": _REFUSE, "client": {m.Login: State.JOINING, **_BYE}},
    State.JOINING: {"host": {m.Welcome: State.OPEN, **_REFUSE}, "client": _BYE},
    State.OPEN: {
        "host": {**_at_any_time(m.FromHost), **_BYE},
        "client": {**_at_any_time(m.FromClient), **_BYE},
    },
    State.BROKEN: {"host": _BYE, "client": _BYE},
    State.CLOSED: {"host": {}, "client": {}},
}
"""For each state and sender: the messages allowed, and the state that each leads to."""

_DEAF = frozenset({State.BROKEN, State.CLOSED})
_COMMANDS: frozenset[type[m.Message]] = frozenset(get_args(m.Command))


@dataclass(frozen=True, slots=True)
class BadCommand:
    """A command that has a readable id and cannot be carried out, whatever the state of the table.

    The host answers it with ``Error(code=code, re=id)``; the connection lives on.

    Attributes:
        id: what the answer quotes.
        kind: the message's kind.
        message: what is wrong, in an English sentence for a log.
        code: ``bad_message``, or ``unknown_kind`` for a command of a later version.
    """

    id: int
    kind: str
    message: str
    code: Literal["bad_message", "unknown_kind"] = "bad_message"


@dataclass(frozen=True, slots=True)
class Skipped:
    """A message of a kind that is not known, which wants no answer. It has cost what any other message costs.

    Attributes:
        kind: as the other side calls it.
    """

    kind: str


Received: TypeAlias = m.Message | BadCommand


class _Id(msgspec.Struct):
    id: m.Number


class Connection:
    """The protocol's state machine for one connection.

    Args:
        role: which side this is.
        longest: the longest body that is taken from the other side, in bytes; none: as the protocol has it.

    Attributes:
        role: which side this is.
        state: where the conversation stands.
        ignored: how many messages of unknown kind came and were skipped.
        ignored_fields: how many unknown fields came in known messages and were skipped.
    """

    def __init__(self, role: Role, longest: int | None = None) -> None:
        self.role: Final = role
        self._peer: Final[Role] = "client" if role == "host" else "host"
        self._in, self._out = (TO_HOST, TO_CLIENT) if role == "host" else (TO_CLIENT, TO_HOST)
        if longest is not None:
            self._in = replace(self._in, frame=longest)
        self._buffer = bytearray()
        self.state = State.GREETING
        self.ignored = 0
        self.ignored_fields = 0

    # ------------------------------------------------------------ sending

    def send(self, message: m.Message) -> bytes:
        """Turn a message into a frame and move on to the state that it leads to.

        Args:
            message: what to say.

        Returns:
            The bytes to write, all of them, before those of any later message.

        Raises:
            LocalProtocolError: this side may not say this now, or it is too long or cannot be encoded. The state
                is unchanged then.
        """
        after = TRANSITIONS[self.state][self.role].get(type(message))
        if after is None:
            raise LocalProtocolError(f"the {self.role} may not send {type(message).__name__} in state {self.state}")
        body = encode(message)
        if len(body) > self._out.frame:
            raise LocalProtocolError(f"{type(message).__name__} takes {len(body)} bytes; {self._out.frame} are allowed")
        self.state = after
        return len(body).to_bytes(PREFIX, "big") + body

    # ------------------------------------------------------------ receiving

    def receive(self, data: bytes) -> list[Received]:
        """Take in bytes and return all the messages that they complete.

        Where that may take too long at once, or somebody is to wait for their turn, there are :meth:`feed` and
        :meth:`next_message` instead.

        Args:
            data: any piece of the stream, as it came.

        Returns:
            Complete and validated messages, in order; often none. Messages of unknown kind are left out and
            counted, unless they have an id that wants an answer (see ``BadCommand``).

        Raises:
            RemoteProtocolError: the bytes are against the protocol. The good messages before the bad bytes are in
                its ``before``. The state is ``BROKEN``.
        """
        out: list[Received] = []
        self.feed(data)
        try:
            while (received := self.next_message()) is not None:
                if not isinstance(received, Skipped):
                    out.append(received)
        except RemoteProtocolError as error:
            error.before = tuple(out)
            raise
        return out

    def feed(self, data: bytes) -> None:
        """Take in bytes, for :meth:`next_message`.

        After an error, a goodbye or the end of input nothing more comes out, whatever is put in.

        Args:
            data: any piece of the stream, as it came.
        """
        if self.state not in _DEAF:
            self._buffer += data

    def next_message(self) -> Received | Skipped | None:
        """Return the next message of those whose bytes are there.

        Returns:
            A complete and validated message; or none, until more bytes come.

        Raises:
            RemoteProtocolError: the next bytes are against the protocol. The state is ``BROKEN``.
        """
        if self.state in _DEAF:
            return None
        try:
            body = self._next_body()
            received = self._take(body) if body is not None else None
        except RemoteProtocolError:
            self._stop(State.BROKEN)
            raise
        if self.state in _DEAF:
            self._buffer.clear()
        return received

    def receive_eof(self) -> None:
        """Take note that no more bytes will come; the state is ``CLOSED`` afterwards.

        Raises:
            RemoteProtocolError: ``cut_off`` if the stream ended in the middle of a frame.
        """
        unfinished = len(self._buffer)
        self._stop(State.CLOSED)
        if unfinished:
            raise RemoteProtocolError("cut_off", f"the stream ended {unfinished} bytes into a frame")

    def _stop(self, state: State) -> None:
        self.state = state
        self._buffer.clear()

    def _next_body(self) -> bytes | None:
        """Cut the next whole frame off the buffer. The length is judged as soon as it is there."""
        if len(self._buffer) < PREFIX:
            return None
        length = int.from_bytes(self._buffer[:PREFIX], "big")
        if length > self._in.frame:
            raise RemoteProtocolError("too_long", f"a frame of {length} bytes; {self._in.frame} are allowed")
        if length == 0:
            raise RemoteProtocolError("empty", "a frame of no bytes")
        end = PREFIX + length
        if len(self._buffer) < end:
            return None
        body = bytes(self._buffer[PREFIX:end])
        del self._buffer[:end]
        return body

    def _take(self, body: bytes) -> Received | Skipped:
        """Make a message of a frame's body and follow the transition that it brings."""
        known = recognise(body, self._in)
        if known is not None:
            return self._accept(known, self._after(type(known)))
        plain = unpack(body, self._in)
        name = kind_of(plain)
        kind = self._in.kinds.get(name)
        if kind is None:
            return self._unknown(name, plain)
        after = self._after(kind)
        try:
            message = validate(plain, kind)
        except RemoteProtocolError as error:
            number = _readable_id(plain)
            if kind not in _COMMANDS or number is None:
                raise
            return BadCommand(id=number, kind=name, message=error.message)
        self.ignored_fields += count_unknown(plain, message)
        return self._accept(message, after)

    def _after(self, kind: type[m.Message]) -> State:
        """The state that a message of this kind leads to."""
        after = TRANSITIONS[self.state][self._peer].get(kind)
        if after is None:
            name = kind.__struct_config__.tag
            raise RemoteProtocolError("unexpected", f"the {self._peer} sent {name} in state {self.state}")
        return after

    def _accept(self, message: m.Message, after: State) -> m.Message:
        if isinstance(message, m.Hello) and message.product != m.PRODUCT:
            raise RemoteProtocolError("product", f"the host says that it is {message.product!r}")
        self.state = after
        return message

    def _unknown(self, name: str, plain: Plain) -> BadCommand | Skipped:
        """Skip a message of a later version; but where a command waits for an answer it must get one."""
        if name in self._out.kinds:
            raise RemoteProtocolError("unexpected", f"the {self._peer} sent {name}, which is not its to send")
        self.ignored += 1
        number = _readable_id(plain)
        if self.role == "client" or self.state is not State.OPEN or number is None:
            return Skipped(name)
        message = f"no command {name!r} is known"
        return BadCommand(id=number, kind=name, message=message, code="unknown_kind")


def _readable_id(plain: Plain) -> int | None:
    try:
        return msgspec.convert(plain, _Id).id
    except msgspec.ValidationError:
        return None
