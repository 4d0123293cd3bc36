"""Messages to bytes and back: one msgpack map a message, read with explicit limits and then validated.

Reading has two steps. ``unpack`` turns bytes into plain values and refuses whatever is outside of the profile of
msgpack that docs/protocol.md describes; ``decode`` makes a typed message of them. msgpack's own defaults would let
pass: extension types, keys that are bytes, a key twice (the last wins), NaN, and nesting of a thousand levels.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias, cast, get_args

import msgpack  # type: ignore[import-untyped]  # pyright: ignore[reportMissingTypeStubs]
import msgspec

from euchre_protocol.errors import LocalProtocolError, RemoteProtocolError
from euchre_protocol.messages import FromClient, FromHost, Message

KIND = "kind"
"""The key that names a message's type."""

MAX_DEPTH = 8
"""Deepest nesting of maps and arrays. Messages of 1.0 need 6 (``view``: ask, dead, one of them, action, cards); the
rest is for later versions. Python's own bound on recursion is never reached."""

Plain: TypeAlias = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Way:
    """One of the two ways that messages go: which kinds go there, and how much one message may hold.

    ``frame`` is the longest body in bytes, and thereby the longest string; ``array`` and ``map`` count the entries
    of one container. All are known before anything of that size is allocated. ``containers`` counts the maps and arrays
    of one body, which cost a microsecond each.
    """

    kinds: Mapping[str, type[Message]]
    frame: int
    array: int
    map: int
    containers: int
    decoder: msgspec.msgpack.Decoder[Message] = field(repr=False, compare=False)


def _by_kind(union: object) -> dict[str, type[Message]]:
    kinds = cast("tuple[type[Message], ...]", get_args(union))
    return {str(kind.__struct_config__.tag): kind for kind in kinds}


TO_HOST: Final = Way(
    _by_kind(FromClient),
    frame=8 * 1024,
    array=64,
    map=64,
    containers=256,
    decoder=msgspec.msgpack.Decoder(FromClient),
)
"""What clients send. The longest message is ``say`` with 800 characters of four bytes (3.3 KiB), or a ``create``
with 32 rules and 16 options (at most 6 KiB, and 1.5 KiB in practice). A client that has not logged in can thus make
the host hold 8 KiB and no more; the worst body, empty containers, unpacks to some 500 KiB for an instant. No command
holds more than three containers; two hundred frames of seven thousand each would take half a second of the host."""

TO_CLIENT: Final = Way(
    _by_kind(FromHost),
    frame=256 * 1024,
    array=4096,
    map=256,
    containers=16 * 1024,
    decoder=msgspec.msgpack.Decoder(FromHost),
)
"""What the host sends. The longest messages are the pieces of a full ``lobby``, at most 250 KiB each: some fifteen for
500 tables and 2,000 people, with some 1,300 containers. A table's ``sheet`` of 4,096 deals would be days of play."""

_encoder = msgspec.msgpack.Encoder()
# msgpack has no types of its own.
_unpackb = cast("Callable[..., Any]", msgpack.unpackb)  # pyright: ignore[reportUnknownMemberType]


def encode(message: Message) -> bytes:
    """Turn a message into the body of a frame.

    Args:
        message: any message; its values are not validated again (the types are checked when the program is).

    Returns:
        One msgpack map, without the frame's length. Fields that hold their default are left out.

    Raises:
        LocalProtocolError: a value has no form on the wire: a lone surrogate in a text, a number beyond 64 bits.
    """
    try:
        return _encoder.encode(message)
    except (ValueError, OverflowError, TypeError) as error:
        raise LocalProtocolError(f"{type(message).__name__} cannot be encoded: {error}") from error


def recognise(body: bytes, way: Way) -> Message | None:
    """Read a short body that is written just as :func:`encode` writes what it says, as most commands are.

    Such a body is within the profile: it is a valid message, nothing in it is unknown or occurs twice, and it is too
    short to hold more than a container may. This takes a fifth of the time of the two steps.

    Args:
        body: the bytes of one frame after its length.
        way: which way it went.

    Returns:
        The message; none for any other body, good or bad, which is to be read in two steps.
    """
    if len(body) > min(way.array, way.map):
        return None
    try:
        message = way.decoder.decode(body)
        return message if _encoder.encode(message) == body else None
    except (msgspec.MsgspecError, ValueError):  # UnicodeDecodeError is one, too
        return None


def unpack(body: bytes, way: Way) -> Plain:
    """Read one body into plain values and hold it to the protocol's profile of msgpack.

    Args:
        body: the bytes of one frame after its length.
        way: which way it went, which says how much it may hold.

    Returns:
        The map, whose keys are all text.

    Raises:
        RemoteProtocolError: ``not_msgpack`` if the bytes are no single msgpack map within the profile.
    """
    try:
        value: Any = _unpackb(
            body,
            raw=False,
            strict_map_key=True,
            object_pairs_hook=_unique_text_keys,
            ext_hook=_no_extension,
            max_str_len=way.frame,
            max_bin_len=way.frame,
            max_array_len=way.array,
            max_map_len=way.map,
            max_ext_len=0,  # stops timestamps too, which never reach the hook
        )
    # BufferFull and its relatives are no ValueErrors; UnicodeDecodeError and ExtraData are.
    except (ValueError, msgpack.exceptions.UnpackException) as error:
        reason = str(error) or type(error).__name__
        raise RemoteProtocolError("not_msgpack", f"the body is not readable: {reason}") from error
    if not isinstance(value, dict):
        raise RemoteProtocolError("not_msgpack", f"the body is a msgpack {type(value).__name__}, not a map")
    plain = cast("Plain", value)
    _check(plain, MAX_DEPTH, way.containers)
    return plain


def _unique_text_keys(pairs: list[tuple[Any, Any]]) -> Plain:
    unique = dict(pairs)
    if len(unique) != len(pairs):
        raise ValueError("a key occurs twice in one map")
    for key in unique:
        if type(key) is not str:
            raise ValueError("a key is not text")
    return unique


def _no_extension(code: int, _data: bytes) -> None:
    raise ValueError(f"extension type {code}")


_HARMLESS: frozenset[type] = frozenset({str, int, bool, bytes, type(None)})


def _check(value: object, depth: int, most: int) -> int:
    """Refuse what the unpacker cannot be told to refuse, wherever it hides.

    That is: NaN and infinities, deep nesting, and more than so many containers in all.

    Returns:
        How many containers there are.
    """
    if isinstance(value, float):
        if not math.isfinite(value):
            raise RemoteProtocolError("not_msgpack", "the body holds a number that is not finite")
        return 0
    if depth == 0:
        raise RemoteProtocolError("not_msgpack", f"the body is nested deeper than {MAX_DEPTH} levels")
    items = cast("Plain", value).values() if isinstance(value, dict) else cast("list[object]", value)
    containers = 1
    for item in items:
        if type(item) not in _HARMLESS:
            containers += _check(item, depth - 1, most)
            if containers > most:
                raise RemoteProtocolError("not_msgpack", f"the body holds more than {most} maps and arrays")
    return containers


def decode(body: bytes, way: Way) -> Message:
    """Read and validate one body.

    Args:
        body: the bytes of one frame after its length.
        way: which way it went, ``TO_HOST`` or ``TO_CLIENT``.

    Returns:
        The message.

    Raises:
        RemoteProtocolError: ``not_msgpack``; ``unknown_kind``; or ``bad_message`` if the contents do not validate.
    """
    plain = unpack(body, way)
    kind = kind_of(plain)
    if kind not in way.kinds:
        raise RemoteProtocolError("unknown_kind", f"no message of kind {kind!r} is known")
    return validate(plain, way.kinds[kind])


def kind_of(plain: Plain) -> str:
    """Return the kind of an unpacked message.

    Raises:
        RemoteProtocolError: ``bad_message`` if it has none.
    """
    kind = plain.get(KIND)
    if not isinstance(kind, str):
        raise RemoteProtocolError("bad_message", "the message has no kind")
    return kind


def validate(plain: Plain, kind: type[Message]) -> Message:
    """Make a typed message of plain values. Strict: no text for a number, no truth value for a number.

    Raises:
        RemoteProtocolError: ``bad_message`` if a field is absent or holds what it may not hold.
    """
    try:
        return msgspec.convert(plain, kind, builtin_types=(bytes,))
    except msgspec.ValidationError as error:
        raise RemoteProtocolError("bad_message", f"{plain[KIND]}: {error}") from error


def count_unknown(plain: Plain, message: Message) -> int:
    """Count the fields on a message's top level that this version does not know."""
    return len(plain.keys() - _fields(type(message)))


_field_names: dict[type[Message], frozenset[str]] = {}


def _fields(kind: type[Message]) -> frozenset[str]:
    names = _field_names.get(kind)
    if names is None:
        names = _field_names[kind] = frozenset((KIND, *kind.__struct_encode_fields__))
    return names
