"""Bytes and messages: round trips, and every trap that msgpack sets."""

from __future__ import annotations

import math
import struct
import tracemalloc
from typing import Any

import msgpack
import msgpack.fallback
import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from euchre_protocol import TO_CLIENT, TO_HOST, LocalProtocolError, RemoteProtocolError, Way, codec, decode, encode
from euchre_protocol import messages as m

from . import strategies
from .evening import EVENING, REFUSED


@pytest.fixture(params=["compiled", "python"])
def _unpacker(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both of msgpack's implementations: a platform without wheels falls back to the second."""
    if request.param == "python":
        monkeypatch.setattr(codec, "_unpackb", fallback_unpackb)


def fallback_unpackb(packed: bytes, **options: Any) -> Any:
    unpacker = msgpack.fallback.Unpacker(None, max_buffer_size=len(packed), **options)
    unpacker.feed(packed)
    try:
        value = unpacker._unpack()
    except msgpack.OutOfData:
        raise ValueError("incomplete input") from None
    except RecursionError:
        raise msgpack.StackError from None
    if unpacker._got_extradata():
        raise msgpack.ExtraData(value, unpacker._get_extradata())
    return value


# ---------------------------------------------------------------- round trips


@given(strategies.messages(m.FromHost))
@settings(max_examples=150)
def test_what_a_host_says_arrives(message: m.Message) -> None:
    assert decode(encode(message), TO_CLIENT) == message


@given(strategies.messages(m.FromClient))
@settings(max_examples=150)
def test_what_a_client_says_arrives(message: m.Message) -> None:
    body = encode(message)
    assert decode(body, TO_HOST) == message
    assert codec.recognise(body, TO_HOST) == (message if len(body) <= 64 else None)


@given(strategies.messages(m.FromClient), st.data())
@settings(max_examples=150)
def test_whatever_is_recognised_is_read_in_two_steps_to_the_same(message: m.Message, data: st.DataObject) -> None:
    body = bytearray(encode(message)[:64])
    body[data.draw(st.integers(0, len(body) - 1))] = data.draw(st.integers(0, 255))
    known = codec.recognise(bytes(body), TO_HOST)
    assert known is None or known == decode(bytes(body), TO_HOST)


@pytest.mark.parametrize("message", [message for _, message in EVENING + REFUSED], ids=lambda one: type(one).__name__)
def test_our_encoder_means_the_same_as_a_plain_msgpack_packer(message: m.Message) -> None:
    way = TO_HOST if type(message) in TO_HOST.kinds.values() else TO_CLIENT
    plain = msgspec.to_builtins(message, builtin_types=(bytes,))
    assert msgpack.unpackb(encode(message)) == msgpack.unpackb(msgpack.packb(plain))
    assert decode(msgpack.packb(plain), way) == message


def test_defaults_stay_off_the_wire() -> None:
    assert msgpack.unpackb(encode(m.Bot(id=1))) == {"kind": "bot", "id": 1}
    assert msgpack.unpackb(encode(m.Bot(id=1, present=False))) == {"kind": "bot", "id": 1, "present": False}


@pytest.mark.parametrize("message", [m.Say(id=1, text="\ud83d"), m.Pong(n=2**64), m.Pong(n=-(2**63) - 1)])
def test_what_has_no_form_on_the_wire_is_our_own_fault(message: m.Message) -> None:
    with pytest.raises(LocalProtocolError, match=type(message).__name__):
        encode(message)


# ---------------------------------------------------------------- the profile of msgpack


def pack(value: Any) -> bytes:
    return msgpack.packb(value)


STAND = b"\xa4kind\xa5stand\xa2id\x01"
FLOAT_NAN = b"\xcb" + struct.pack(">d", math.nan)
TRAPS = {
    "nothing": b"",
    "no map": pack([1, 2]),
    "a number": b"\x05",
    "a text": pack("stand"),
    "cut off": pack({"kind": "stand", "id": 1})[:-1],
    "more than one": pack({"kind": "stand", "id": 1}) + b"\xc0",
    "the byte that msgpack never uses": b"\xc1",
    "a never-used byte inside": b"\x83" + STAND + b"\xa1x\xc1",
    "a key twice": b"\x83" + STAND + b"\xa2id\x02",
    "a key twice inside": b"\x83" + STAND + b"\xa1x\x82\xa1a\x01\xa1a\x02",
    "a key of bytes": b"\x83" + STAND + b"\xc4\x01x\x01",
    "the kind as bytes": b"\x82\xc4\x04kind\xa5stand\xa2id\x01",
    "a number for a key": b"\x83" + STAND + b"\x07\x01",
    "nil for a key": b"\x83" + STAND + b"\xc0\x01",
    "a map for a key": b"\x83" + STAND + b"\x80\x01",
    "an array for a key": b"\x83" + STAND + b"\x90\x01",
    "an extension": b"\x83" + STAND + b"\xa1x\xd4\x05\x00",
    "an extension of no bytes": b"\x83" + STAND + b"\xa1x\xc7\x00\x05",
    "a timestamp": b"\x83" + STAND + b"\xa1x\xd6\xff\x00\x00\x00\x01",
    "a long timestamp": b"\x83" + STAND + b"\xa1x\xc7\x0c\xff" + bytes(12),
    "NaN": b"\x83" + STAND + b"\xa1x" + FLOAT_NAN,
    "a short NaN": b"\x83" + STAND + b"\xa1x\xca\x7f\xc0\x00\x00",
    "infinity": b"\x83" + STAND + b"\xa1x" + pack(math.inf),
    "minus infinity deep inside": b"\x83" + STAND + b"\xa1x" + pack({"a": [[{"b": -math.inf}]]}),
    "no UTF-8": b"\x83" + STAND + b"\xa1x\xa1\xff",
    "a surrogate in UTF-8": b"\x83" + STAND + b"\xa1x\xa3\xed\xa0\x80",
    "no UTF-8 in a key": b"\x83" + STAND + b"\xa1\xff\x01",
    "nesting": b"\x83" + STAND + b"\xa1x" + b"\x91" * 8 + b"\xc0",
    "nested maps": b"\x83" + STAND + b"\xa1x" + b"\x81\xa1x" * 8 + b"\xc0",
    "nesting beyond the unpacker's stack": b"\x91" * 8000,
    "nested maps beyond the unpacker's stack": b"\x81\xa1x" * 2600,
    "an array said to be huge": b"\x83" + STAND + b"\xa1x\xdd\xff\xff\xff\xff",
    "a map said to be huge": b"\x83" + STAND + b"\xa1x\xdf\xff\xff\xff\xff",
    "a text said to be huge": b"\x83" + STAND + b"\xa1x\xdb\xff\xff\xff\xff",
    "bytes said to be huge": b"\x83" + STAND + b"\xa1x\xc6\xff\xff\xff\xff",
    "an extension said to be huge": b"\x83" + STAND + b"\xa1x\xc9\xff\xff\xff\xff\x05",
    "an array of more than 64": b"\x83" + STAND + b"\xa1x" + pack([0] * 65),
    "a map of more than 64": b"\x83" + STAND + b"\xa1x" + pack({str(n): n for n in range(65)}),
    "257 maps and arrays": b"\x83" + STAND + b"\xa1x" + pack([[[]] * 62] * 4 + [{}] * 3),
}


@pytest.mark.usefixtures("_unpacker")
@pytest.mark.parametrize("body", TRAPS.values(), ids=TRAPS)
def test_traps_are_refused(body: bytes) -> None:
    with pytest.raises(RemoteProtocolError) as caught:
        decode(body, TO_HOST)
    assert caught.value.code == "not_msgpack"
    assert caught.value.message
    assert codec.recognise(body, TO_HOST) is None


FINE = {
    "smallest form": pack({"kind": "stand", "id": 1}),
    "wider lengths and numbers than needed": b"\xdf\0\0\0\x02\xd9\x04kind\xda\0\x05stand\xdb\0\0\0\x02id\xcf"
    + bytes(7)
    + b"\1",
    "a signed number": b"\x82\xa4kind\xa5stand\xa2id\xd0\x01",
    "unknown fields of all sorts": b"\x89"
    + STAND
    + pack(1.5).join([b"\xa1a", b"\xa1b"])
    + b"\x90\xa1c\x80\xa1d\xc0\xa1e\xc4\x01\xff\xa1f\xc3\xa1g\xd3"
    + b"\xff" * 8,
    "seven more levels": b"\x83" + STAND + b"\xa1x" + b"\x91" * 7 + b"\xc0",
    "64 entries": b"\x83" + STAND + b"\xa1x" + pack([0] * 64),
    "256 maps and arrays": b"\x83" + STAND + b"\xa1x" + pack([[[]] * 62] * 4 + [{}] * 2),
}


@pytest.mark.usefixtures("_unpacker")
@pytest.mark.parametrize("body", FINE.values(), ids=FINE)
def test_what_looks_odd_but_is_allowed(body: bytes) -> None:
    assert decode(body, TO_HOST) == m.Stand(id=1)
    assert codec.recognise(body, TO_HOST) == (m.Stand(id=1) if body == FINE["smallest form"] else None)


def test_an_array_that_is_too_long_is_not_recognised_either() -> None:
    short = m.Act(id=1, decision=1, action=m.Action(do="swap", cards=["9C"] * 3))
    long = m.Act(id=1, decision=1, action=m.Action(do="swap", cards=["9C"] * 65))
    assert codec.recognise(encode(short), TO_HOST) == short
    assert codec.recognise(encode(long), TO_HOST) is None


def test_an_unpacker_that_runs_out_of_room_is_no_fault_of_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: Any, **__: Any) -> None:
        raise msgpack.BufferFull

    assert not issubclass(msgpack.BufferFull, ValueError)
    monkeypatch.setattr(codec, "_unpackb", full)
    with pytest.raises(RemoteProtocolError, match="BufferFull"):
        decode(b"\x80", TO_HOST)


@pytest.mark.parametrize("body", [pack({}), pack({"kind": 1}), pack({"kind": None}), pack({"kind": {"a": 1}})])
def test_a_message_without_a_kind_is_bad(body: bytes) -> None:
    with pytest.raises(RemoteProtocolError, match="has no kind") as caught:
        decode(body, TO_HOST)
    assert caught.value.code == "bad_message"


def test_an_unknown_kind_is_named() -> None:
    with pytest.raises(RemoteProtocolError, match="'confetti'") as caught:
        decode(pack({"kind": "confetti"}), TO_CLIENT)
    assert caught.value.code == "unknown_kind"


# ---------------------------------------------------------------- the limits are wide enough


def deepest(value: Any) -> int:
    if isinstance(value, dict):
        return 1 + max((deepest(item) for item in value.values()), default=0)
    if isinstance(value, list):
        return 1 + max((deepest(item) for item in value), default=0)
    return 0


def test_messages_leave_two_levels_of_nesting_to_later_versions() -> None:
    depths = [deepest(msgpack.unpackb(encode(message))) for _, message in EVENING]
    assert max(depths) == codec.MAX_DEPTH - 2


LONGEST_NAME = "𐌀" * 12  # four bytes a cell, the most that clean_name leaves
RULES: dict[str, m.Value] = {f"a_rule_with_a_long_name_{n}": "left_of_dealer" for n in range(20)}


@pytest.mark.parametrize(
    "message",
    [
        m.Say(id=2**53 - 1, text="𐌀" * 800),
        m.Create(id=1, name="𐌀" * 64, preset="x" * 32, rules={f"{n:032}": "x" * 64 for n in range(32)}),
        m.Login(protocol=(1, 0), software="𐌀" * 32, name="𐌀" * 64, token=bytes(32), password="𐌀" * 256),
    ],
)
def test_the_longest_commands_fit_into_a_frame(message: m.Message) -> None:
    assert decode(encode(message), TO_HOST) == message
    assert len(encode(message)) < TO_HOST.frame


@pytest.mark.bulk
@pytest.mark.parametrize("way", [TO_HOST, TO_CLIENT], ids=["host", "client"])
def test_the_worst_body_takes_a_bounded_multiple_of_its_bytes(way: Way) -> None:
    # Empty maps are the worst: one byte becomes an object of 64 bytes and a place in an array.
    some = b"\x9f" + b"\x80" * 15
    body = b"\x81\xa1x\xdc\x00\x40" + (b"\xdc\x00\x40" + some * 64) * 64
    body = body[:5] + b"\x07" + body[6 : 6 + 7 * 1027] if way is TO_HOST else body
    tracemalloc.start()
    try:
        with pytest.raises(RemoteProtocolError, match="maps and arrays"):
            codec.unpack(body, way)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert 7000 < len(body) < way.frame
    assert 20 * len(body) < peak < 100 * len(body)
