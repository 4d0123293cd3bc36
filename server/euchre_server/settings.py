"""What may be chosen for a table, and checking what somebody chose."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

import msgspec

from euchre_engine import FIELDS, PRESETS, Rules, RulesError
from euchre_protocol.messages import TABLE_NAME_WIDTH, FieldSpec, Value
from euchre_protocol.tablespec import OPTIONS, TableSpec, parse_value
from euchre_protocol.text import clean_name
from euchre_server import minds
from euchre_server.pace import DEFAULT_PACE, PACES, Timing
from euchre_server.passwords import SALT_BYTES, seal
from euchre_server.refusal import Refusal


def _rule_specs() -> tuple[FieldSpec, ...]:
    return tuple(
        FieldSpec(
            name=name,
            values=list(field.values),
            low=field.low,
            high=field.high,
            default=field.default,
            ready=field.ready,
        )
        for name, field in FIELDS.items()
    )


RULE_SPECS = _rule_specs()
"""Every field of the engine's rules."""

PRESET_FIELDS: dict[str, dict[str, Value]] = {name: dict(rules.to_fields()) for name, rules in PRESETS.items()}
"""Every field of every preset."""


@dataclass(frozen=True, slots=True)
class Setup:
    """A table as it was made: its name, the preset it began from, its rules (twice) and its options.

    ``lock`` is what is kept of its password, which is in no option; empty if it has none.
    """

    name: str
    preset: str
    rules: Rules
    options: dict[str, Value]
    rule_fields: dict[str, Value]
    lock: str = ""

    @property
    def bots(self) -> int:
        """How many seats bots take at once."""
        return int(self.options["bots"])

    @property
    def level(self) -> str:
        """How strong bots are, unless somebody says otherwise."""
        return str(self.options["level"])

    @property
    def hints(self) -> bool:
        """Whether people may ask what an expert would do."""
        return bool(self.options["hints"])

    @property
    def timing(self) -> Timing:
        """The pauses of this table, and how long people may think."""
        return Timing(PACES[str(self.options["pace"])], int(self.options["clock"]))

    @property
    def grace(self) -> int:
        """For how many seconds a game waits for somebody whose line broke."""
        return int(self.options["grace"])

    @property
    def reveal(self) -> bool:
        """Whether watchers see the hands of a finished deal."""
        return self.options["watch"] == "after"


def option_specs(pace: str = DEFAULT_PACE) -> tuple[FieldSpec, ...]:
    """The options of a table on a host whose own pace is ``pace``."""
    changes: dict[str, dict[str, object]] = {"pace": {"default": pace}, "level": {"values": list(minds.names())}}
    return tuple(msgspec.structs.replace(spec, **changes.get(spec.name, {})) for spec in OPTIONS)


def usual_options(specs: Iterable[FieldSpec]) -> dict[str, Value]:
    """The options of a table that states none. Its password is none of those that everybody is told."""
    return {spec.name: spec.default for spec in specs if spec.ready and spec.name != "password"}


def make_setup(
    name: str,
    preset: str,
    rules: Mapping[str, Value],
    options: Mapping[str, Value],
    specs: tuple[FieldSpec, ...],
) -> Setup:
    """Check a wish for a table.

    Args:
        name: what somebody wrote.
        preset: where the rules begin.
        rules: the rules that differ from the preset.
        options: the options that differ from their defaults. The password is only checked; :func:`locked` puts it on.
        specs: the options there are, from :func:`option_specs`.

    Raises:
        Refusal: ``bad_name``, or ``bad_rules`` with the fields at fault.
    """
    shown = clean_name(name, TABLE_NAME_WIDTH)
    if not shown:
        raise Refusal("bad_name")
    if preset not in PRESETS:
        raise Refusal("bad_rules", fields=["preset"])
    _check(rules, RULE_SPECS)
    _check(options, specs)
    try:
        whole = Rules.from_fields({**PRESET_FIELDS[preset], **rules})
    except RulesError as error:
        raise Refusal("bad_rules", fields=error.fields) from error
    chosen = usual_options(specs) | {name: value for name, value in options.items() if name != "password"}
    if int(chosen["bots"]) > whole.players:
        raise Refusal("bad_rules", fields=["bots", "players"])
    return Setup(shown, preset, whole, chosen, whole.to_fields())


def setup_of_spec(spec: TableSpec, specs: tuple[FieldSpec, ...]) -> Setup:
    """Make a table that was described on the command line.

    Raises:
        ValueError: something in it is wrong; the message is a sentence.
    """
    rules = {field.name: field for field in RULE_SPECS}
    options = {option.name: option for option in specs}
    values: dict[str, Value] = {}
    for name, text in spec.settings.items():
        known = rules.get(name) or options.get(name)
        if known is None:
            raise ValueError(f"table {spec.name!r} has no rule or option {name!r}")
        values[name] = parse_value(known, text)
    if spec.preset not in PRESETS:
        raise ValueError(f"table {spec.name!r}: the presets are {', '.join(PRESETS)}, not {spec.preset!r}")
    chosen = {name: value for name, value in values.items() if name in rules}
    wished = {name: value for name, value in values.items() if name in options}
    try:
        setup = make_setup(spec.name, spec.preset, chosen, wished, specs)
    except Refusal as refusal:
        cause = refusal.__cause__
        detail = str(cause) if cause is not None else f"{' and '.join(refusal.fields)} do not go together"
        raise ValueError(f"table {spec.name!r}: {detail}") from refusal
    password = str(wished.get("password", ""))
    return locked(setup, seal(password, secrets.token_bytes(SALT_BYTES))) if password else setup


def locked(setup: Setup, lock: str) -> Setup:
    """The same table with a password, as ``passwords.seal`` keeps it."""
    return replace(setup, lock=lock)


def _check(values: Mapping[str, Value], specs: tuple[FieldSpec, ...]) -> None:
    known = {spec.name: spec for spec in specs}
    bad = [name for name, value in values.items() if name not in known or not _allowed(known[name], value)]
    if bad:
        raise Refusal("bad_rules", fields=bad)


def _allowed(spec: FieldSpec, value: Value) -> bool:
    if not spec.ready or type(value) is not type(spec.default):  # True is an int in Python, and not in a rule
        return value == spec.default and type(value) is type(spec.default)
    if spec.values:
        return value in spec.values
    return isinstance(value, str) or spec.low <= value <= spec.high
