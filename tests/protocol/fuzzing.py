"""Fuzz targets for the protocol, and the mutations of real conversations that feed them.

Each input is made from a seed and a number alone, so that any failure can be played again. The suite runs some
thousand inputs; ``benchmarks/fuzz_protocol.py`` runs as many as there is time for.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

import msgpack

from euchre_protocol import (
    TO_CLIENT,
    TO_HOST,
    Connection,
    Received,
    RemoteProtocolError,
    Role,
    State,
    Way,
    clean_chat,
    clean_name,
    decode,
    encode,
    parse_table_spec,
)
from euchre_protocol import messages as m

from .evening import EVENING, HANDSHAKE, REFUSED, TALK

CODES = frozenset({"too_long", "empty", "not_msgpack", "bad_message", "unexpected", "product", "cut_off"})
"""Every code that a connection may break with (docs/protocol.md)."""


@dataclass(frozen=True)
class Case:
    """Bytes for one side of a conversation that stands in some state."""

    role: Role
    state: State
    data: bytes

    def connection(self) -> Connection:
        conn = Connection(self.role)
        conn.state = self.state
        return conn

    @property
    def way(self) -> Way:
        return TO_HOST if self.role == "host" else TO_CLIENT


@dataclass(frozen=True)
class Outcome:
    """All that can be seen of a connection that was fed to the end."""

    received: tuple[Received, ...]
    codes: tuple[str, ...]
    states: tuple[State, State]
    ignored: int
    ignored_fields: int


def feed(case: Case, pieces: Iterator[bytes]) -> Outcome:
    conn = case.connection()
    received: list[Received] = []
    codes: list[str] = []
    for piece in pieces:
        try:
            received += conn.receive(piece)
        except RemoteProtocolError as error:
            received += error.before
            codes.append(error.code)
    fed = conn.state
    try:
        conn.receive_eof()
    except RemoteProtocolError as error:
        codes.append(error.code)
    return Outcome(tuple(received), tuple(codes), (fed, conn.state), conn.ignored, conn.ignored_fields)


# ---------------------------------------------------------------- targets


def target_cuts(case: Case, rng: Random) -> str:
    """However a stream is cut into pieces, the same comes out of it, and nothing but RemoteProtocolError is raised."""
    whole = feed(case, iter([case.data]))
    assert feed(case, (bytes([byte]) for byte in case.data)) == whole
    assert feed(case, _cut(case.data, rng)) == whole
    assert len(whole.codes) <= 1
    assert CODES.issuperset(whole.codes)
    return whole.codes[0] if whole.codes else "fine"


def target_echo(case: Case, _rng: Random) -> str:
    """Whatever message comes out of a connection is one that can be sent, and arrives again as the same."""
    whole = feed(case, iter([case.data]))
    for received in whole.received:
        if isinstance(received, m.Message):
            assert decode(encode(received), case.way) == received
        else:
            assert case.role == "host"
            assert 0 <= received.id < 2**53
            assert m.Error(code=received.code, re=received.id)
    return "messages" if whole.received else "nothing"


def target_body(case: Case, _rng: Random) -> str:
    """Any bytes are a message that means itself, or RemoteProtocolError."""
    length = int.from_bytes(case.data[:4], "big")
    try:
        message = decode(case.data[4 : 4 + length], case.way)
    except RemoteProtocolError as error:
        return error.code
    assert decode(encode(message), case.way) == message
    return "message"


def target_text(_case: Case, rng: Random) -> str:
    """Cleaning a clean text changes nothing, and a table in words is read or refused with ValueError."""
    text = "".join(chr(rng.choice(ODD_CHARACTERS)(rng)) for _ in range(rng.randrange(40)))
    assert clean_chat(clean_chat(text)) == clean_chat(text)
    assert clean_name(clean_name(text)) == clean_name(text)
    try:
        spec = parse_table_spec(text)
    except ValueError:
        return "no table"
    assert spec.name == clean_name(spec.name, m.TABLE_NAME_WIDTH)
    return "table"


ODD_CHARACTERS: tuple[Callable[[Random], int], ...] = (
    lambda rng: rng.randrange(0x110000),
    lambda rng: rng.randrange(0x20, 0x7F),
    lambda rng: rng.randrange(0x3000),  # all that composes, and most that combines
    lambda rng: rng.choice((0x301, 0x302, 0x345, 0x200D, 0xFE0F, 0x202E, 0x1B, 0x1F3FD, 0x1F44D, 0x6F22)),
    lambda rng: rng.choice((0x20, 0x2C, 0x3D)),
)

TARGETS: dict[str, Callable[[Case, Random], str]] = {
    "cuts": target_cuts,
    "echo": target_echo,
    "body": target_body,
    "text": target_text,
}


def _cut(data: bytes, rng: Random) -> Iterator[bytes]:
    at = 0
    while at < len(data):
        size = rng.choice((1, 2, 3, 5, 8, 40, 300))
        yield data[at : at + size]
        at += size


# ---------------------------------------------------------------- inputs


def case_number(seed: int, number: int) -> tuple[Case, Random]:
    """Make the input of that number, and the random source that its targets go on with."""
    rng = Random(f"{seed}/{number}")
    script, state = rng.choice(((TALK, State.OPEN), (HANDSHAKE + TALK, State.GREETING), (REFUSED, State.GREETING)))
    role: Role = rng.choice(("host", "client"))
    frames = [encode(message) for sender, message in script if sender != role]
    if role == "host" and state == State.GREETING:
        state = State.LOGIN  # its hello was heard
    if role == "client" and state == State.GREETING and rng.random() < 0.5:
        frames, state = frames[1:], State.JOINING
    start = rng.randrange(len(frames)) if state == State.OPEN else 0
    frames = frames[start : start + rng.randint(1, 5)]
    for _ in range(rng.choice((0, 1, 1, 1, 2, 4))):
        frames = rng.choice(FRAME_MUTATIONS)(frames, rng)
    data = b"".join(len(frame).to_bytes(4, "big") + frame for frame in frames)
    for _ in range(rng.choice((0, 0, 0, 1, 3))):
        data = rng.choice(BYTE_MUTATIONS)(data, rng)
    return Case(role, state, data), rng


ODD_BYTES = (0x00, 0x01, 0x7F, 0x80, 0x90, 0xA0, 0xC0, 0xC1, 0xC4, 0xC7, 0xCB, 0xD4, 0xD9, 0xDD, 0xDF, 0xFF)
ODD_VALUES: tuple[Any, ...] = (
    None,
    True,
    -1,
    4,
    2**53,
    2**64 - 1,
    -(2**63),
    1.0,
    math.nan,
    -math.inf,
    "",
    "JD\n",
    "BN",
    "x" * 70,
    "\u202e\x1b[2J\u200d",
    b"",
    bytes(32),
    [],
    [[[[[[[[1]]]]]]]],
    ["JD"] * 65,
    {},
    {"kind": "bye"},
    {"a": {"b": math.inf}},
    {b"bytes": 1},
    {7: 1},
    msgpack.ExtType(5, b"x"),
    msgpack.Timestamp(1),
)
KINDS = (*TO_HOST.kinds, *TO_CLIENT.kinds, "confetti")
EVERY_FRAME = [encode(message) for _, message in EVENING + REFUSED]


def _flip(data: bytes, rng: Random) -> bytes:
    at = rng.randrange(len(data) + 1)
    return data[:at] + bytes(byte ^ 1 << rng.randrange(8) for byte in data[at : at + 1]) + data[at + 1 :]


def _odd_byte(data: bytes, rng: Random) -> bytes:
    at = rng.randrange(len(data) + 1)
    return data[:at] + bytes([rng.choice(ODD_BYTES)]) + data[at + rng.randrange(2) :]


def _cut_out(data: bytes, rng: Random) -> bytes:
    at = rng.randrange(len(data) + 1)
    return data[:at] + data[at + rng.choice((1, 4, 30)) :]


def _repeat(data: bytes, rng: Random) -> bytes:
    at = rng.randrange(len(data) + 1)
    return data[: at + rng.choice((1, 4, 30))] + data[at:]


def _stop(data: bytes, rng: Random) -> bytes:
    return data[: rng.randrange(len(data) + 1)]


def _noise(data: bytes, rng: Random) -> bytes:
    return data + rng.randbytes(rng.choice((1, 4, 30)))


BYTE_MUTATIONS = (_flip, _odd_byte, _cut_out, _repeat, _stop, _noise)
Frames = list[bytes]


def _in_one(frames: Frames, rng: Random) -> Frames:
    """Change bytes inside of one frame, whose length stays right."""
    at = rng.randrange(len(frames))
    return [*frames[:at], rng.choice(BYTE_MUTATIONS)(frames[at], rng), *frames[at + 1 :]]


def _foreign(frames: Frames, rng: Random) -> Frames:
    at = rng.randrange(len(frames) + 1)
    return [*frames[:at], rng.choice(EVERY_FRAME), *frames[at:]]


def _shuffled(frames: Frames, rng: Random) -> Frames:
    return rng.sample(frames, len(frames))


def _reworded(frames: Frames, rng: Random) -> Frames:
    """Take one message apart, put something odd into it, and pack it again."""
    at = rng.randrange(len(frames))
    try:
        plain = msgpack.unpackb(frames[at], strict_map_key=False)
        _put_odd(plain, rng)
        packed = msgpack.packb(plain)
    except (ValueError, TypeError, OverflowError, msgpack.UnpackException):
        packed = frames[at]  # an earlier mutation made it unreadable
    return [*frames[:at], packed, *frames[at + 1 :]]


def _put_odd(value: Any, rng: Random) -> None:
    """Walk some way into a value and change the place where the walk ends."""
    if not isinstance(value, dict | list) or not value:
        return
    key = rng.choice(list(value)) if isinstance(value, dict) else rng.randrange(len(value))
    if isinstance(value[key], dict | list) and value[key] and rng.random() < 0.7:
        _put_odd(value[key], rng)
    elif isinstance(value, dict) and rng.random() < 0.3:
        value[rng.choice(("later", "id", "seat", "kind"))] = rng.choice((*ODD_VALUES, *KINDS))
    elif rng.random() < 0.2:
        del value[key]
    else:
        value[key] = rng.choice(ODD_VALUES)


FRAME_MUTATIONS = (_in_one, _foreign, _shuffled, _reworded, _reworded, _reworded)
