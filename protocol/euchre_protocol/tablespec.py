"""Tables described on a command line: ``NAME=PRESET[,field=value...]``.

The host's ``--table`` and the client's ``--create`` read the same form. What a field may hold is described by
``FieldSpec``: the engine's rules as the host sends them, and the options of a table, which are listed here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from euchre_protocol.messages import TABLE_NAME_WIDTH, FieldSpec, Value
from euchre_protocol.text import clean_name

OPTIONS: tuple[FieldSpec, ...] = (
    FieldSpec(name="bots", low=0, high=4, default=0),
    FieldSpec(name="level", values=["beginner", "normal", "strong", "expert"], default="normal"),
    FieldSpec(name="pace", values=["instant", "fast", "normal", "relaxed"], default="normal"),
    FieldSpec(name="watch", values=["hidden", "after"], default="after"),
    FieldSpec(name="grace", low=0, high=3600, default=120),
    FieldSpec(name="clock", low=0, high=3600, default=0),
    FieldSpec(name="password", default=""),
    FieldSpec(name="hints", values=[False, True], default=False),
)
"""What a table has besides its rules: bots to fill seats with, and how strong they are; how long the host lets things
be looked at; what watchers see of the hands (``hidden`` never, ``after`` the deal); for how many seconds a game waits
for somebody whose line broke; how many seconds a person may think (0: as long as they like); what one must know to
come; and whether one may ask what an expert would do."""

_WORDS: Mapping[str, bool] = {"yes": True, "true": True, "on": True, "no": False, "false": False, "off": False}


@dataclass(frozen=True, slots=True)
class TableSpec:
    """A table as somebody wrote it down: ``settings`` holds rules and options alike, values not read yet."""

    name: str
    preset: str
    settings: Mapping[str, str] = field(default_factory=dict[str, str])


def parse_table_spec(text: str) -> TableSpec:
    """Read ``NAME=PRESET[,field=value...]``, for example ``Duel=two_hand,target=5,bots=1``.

    Raises:
        ValueError: the text has not that form, or names a field twice; the message is a sentence that quotes it.
    """
    head, *rest = text.split(",")
    name, preset = _pair(head, f"table {text!r} has not the form NAME=PRESET[,field=value...]")
    clean = clean_name(name, TABLE_NAME_WIDTH)
    if clean != " ".join(name.split()):
        raise ValueError(f"table name {name!r} is too long or has characters that cannot be shown")
    settings: dict[str, str] = {}
    for part in rest:
        key, value = _pair(part, f"{part!r} in table {text!r} has not the form field=value")
        if key in settings:
            raise ValueError(f"table {text!r} names {key} twice")
        settings[key] = value
    return TableSpec(clean, preset, settings)


def _pair(text: str, complaint: str) -> tuple[str, str]:
    left, equals, right = text.partition("=")
    left, right = left.strip(), right.strip()
    if not (left and equals and right):
        raise ValueError(complaint)
    return left, right


def parse_value(spec: FieldSpec, text: str) -> Value:
    """Read the value of one rule or option as a person types it.

    Args:
        spec: what the field may hold.
        text: the text; truth values are ``yes``, ``no``, ``true``, ``false``, ``on`` or ``off``.

    Returns:
        The value, of the type that the field has.

    Raises:
        ValueError: the field does not take this, or is not ready yet; the message is a sentence that says what it
            takes.
    """
    value = _read(spec, text)
    if not spec.ready and value != spec.default:
        raise ValueError(f"{spec.name} cannot be changed yet")
    return value


def _read(spec: FieldSpec, text: str) -> Value:
    if spec.values:
        return _one_of(spec, text)
    if isinstance(spec.default, bool):
        return _truth(spec, text)
    if isinstance(spec.default, int):
        return _number(spec, text)
    return text


def _one_of(spec: FieldSpec, text: str) -> Value:
    if all(isinstance(value, bool) for value in spec.values):
        return _truth(spec, text)
    for value in spec.values:
        if str(value) == text:
            return value
    raise ValueError(f"{spec.name} is one of {', '.join(map(str, spec.values))}, not {text!r}")


def _truth(spec: FieldSpec, text: str) -> bool:
    try:
        return _WORDS[text.lower()]
    except KeyError:
        raise ValueError(f"{spec.name} is yes or no, not {text!r}") from None


def _number(spec: FieldSpec, text: str) -> int:
    complaint = f"{spec.name} is a number from {spec.low} to {spec.high}, not {text!r}"
    # int() alone would take "1_0", " 10" and digits of other scripts.
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise ValueError(complaint)
    number = int(text)
    if not spec.low <= number <= spec.high:
        raise ValueError(complaint)
    return number
