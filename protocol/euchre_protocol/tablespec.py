"""Tables described on a command line: ``NAME=PRESET[,field=value...]``.

The host's ``--table`` and the client's ``--create`` read the same form. What a field may hold is described by
``FieldSpec``: the engine's rules as the host sends them, and the options of a table, which are listed here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from euchre_protocol.messages import TABLE_NAME_WIDTH, VALUE_LENGTH, FieldSpec, Value
from euchre_protocol.text import clean_name, is_text

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


SPEC_FAULTS: Mapping[str, str] = {
    "text": "table {text!r} holds bytes that are no text",
    "form": "table {text!r} has not the form NAME=PRESET[,field=value...]",
    "name": "table name {text!r} is too long or has characters that cannot be shown",
    "part": "{part!r} in table {text!r} has not the form field=value",
    "twice": "table {text!r} names {field} twice",
    "not_yet": "{field} cannot be changed yet",
    "one_of": "{field} is one of {values}, not {text!r}",
    "truth": "{field} is yes or no, not {text!r}",
    "number": "{field} is a number from {low} to {high}, not {text!r}",
    "long": "{field} has at most {high} letters",
}
"""What may be wrong with a description, by code: sentences without a full stop, which others may translate."""


class SpecError(ValueError):
    """A description is not as it must be; the message is a sentence of ``SPEC_FAULTS``.

    Attributes:
        code: the key of the sentence.
        values: what stands in its places.
    """

    def __init__(self, code: str, **values: object) -> None:
        """Word the fault in English."""
        self.code = code
        self.values = values
        super().__init__(SPEC_FAULTS[code].format(**values))


@dataclass(frozen=True, slots=True)
class TableSpec:
    """A table as somebody wrote it down: ``settings`` holds rules and options alike, values not read yet."""

    name: str
    preset: str
    settings: Mapping[str, str] = field(default_factory=dict[str, str])


def parse_table_spec(text: str) -> TableSpec:
    """Read ``NAME=PRESET[,field=value...]``, for example ``Duel=two_hand,target=5,bots=1``.

    Raises:
        SpecError: it is no text, has not that form, or names a field twice; the message is a sentence that quotes it.
    """
    if not is_text(text):
        raise SpecError("text", text=text)
    head, *rest = text.split(",")
    name, preset = _pair(head, SpecError("form", text=text))
    clean = clean_name(name, TABLE_NAME_WIDTH)
    if clean != " ".join(name.split()):
        raise SpecError("name", text=name)
    settings: dict[str, str] = {}
    for part in rest:
        key, value = _pair(part, SpecError("part", part=part, text=text))
        if key in settings:
            raise SpecError("twice", text=text, field=key)
        settings[key] = value
    return TableSpec(clean, preset, settings)


def _pair(text: str, complaint: SpecError) -> tuple[str, str]:
    left, equals, right = text.partition("=")
    left, right = left.strip(), right.strip()
    if not (left and equals and right):
        raise complaint
    return left, right


def parse_value(spec: FieldSpec, text: str) -> Value:
    """Read the value of one rule or option as a person types it.

    Args:
        spec: what the field may hold.
        text: the text; truth values are ``yes``, ``no``, ``true``, ``false``, ``on`` or ``off``.

    Returns:
        The value, of the type that the field has.

    Raises:
        SpecError: the field does not take this, or is not ready yet; the message is a sentence that says what it
            takes.
    """
    value = _read(spec, text)
    if not spec.ready and value != spec.default:
        raise SpecError("not_yet", field=spec.name)
    return value


def _read(spec: FieldSpec, text: str) -> Value:
    if spec.values:
        return _one_of(spec, text)
    if isinstance(spec.default, bool):
        return _truth(spec, text)
    if isinstance(spec.default, int):
        return _number(spec, text)
    if len(text) > VALUE_LENGTH:
        raise SpecError("long", field=spec.name, high=VALUE_LENGTH)
    return text


def _one_of(spec: FieldSpec, text: str) -> Value:
    if all(isinstance(value, bool) for value in spec.values):
        return _truth(spec, text)
    for value in spec.values:
        if str(value) == text:
            return value
    raise SpecError("one_of", field=spec.name, values=", ".join(map(str, spec.values)), text=text)


def _truth(spec: FieldSpec, text: str) -> bool:
    try:
        return _WORDS[text.lower()]
    except KeyError:
        raise SpecError("truth", field=spec.name, text=text) from None


def _number(spec: FieldSpec, text: str) -> int:
    complaint = SpecError("number", field=spec.name, low=spec.low, high=spec.high, text=text)
    # int() alone would take "1_0", " 10" and digits of other scripts.
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise complaint
    number = int(text)
    if not spec.low <= number <= spec.high:
        raise complaint
    return number
