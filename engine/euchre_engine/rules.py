"""The rules of a table: one frozen value, its fields, and the presets.

Source of every field and of every refusal: docs/rules.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from types import MappingProxyType
from typing import Any, Final, Literal, cast

from .cards import BENNY, CARDS, RANKS, Card
from .errors import RulesError

HAND_SIZE: Final = 5
Value = bool | int | str


@dataclass(frozen=True, slots=True)
class Field:
    """What may be chosen for one field of the rules.

    ``values`` are the choices, the default among them; a number has none and lies between ``low`` and ``high``.
    ``ready`` is false for a rule that is known by name and
    not played yet; all are.
    """

    values: tuple[Value, ...]
    low: int
    high: int
    default: Value
    ready: bool = True


@dataclass(frozen=True)
class Rules:
    """The rules of one table; the defaults are those of ``classic``.

    Raises:
        RulesError: a value is none of the field's, or two fields contradict each other; the message names both.
    """

    players: Literal[2, 3, 4] = 4
    lowest: Literal[9, 8, 7] = 9
    joker: bool = False
    target: int = 10
    win_by: Literal[1, 2] = 1
    upcard: Literal["must_take", "may_take"] = "must_take"
    all_pass: Literal["stick", "redeal"] = "stick"
    alone: Literal["none", "caller", "makers"] = "caller"
    defend_alone: Literal["off", "vs_loner", "always"] = "off"
    loner_lead: Literal["left_of_dealer", "left_of_loner"] = "left_of_dealer"
    lone_defender_points: Literal["flat4", "2_4"] = "flat4"
    loner_euchred: Literal[2, 4] = 2
    super_euchre: Literal[2, 4] = 2
    partner_order: Literal["free", "alone_only"] = "free"
    need_suit: Literal["none", "caller"] = "none"
    farmers_hand: Literal["off", "redeal", "swap3"] = "off"
    partners_best: bool = False
    no_trump: bool = False
    claims: bool = False

    def __post_init__(self) -> None:
        for name, spec in FIELDS.items():
            _check_value(name, spec, getattr(self, name))
        _check_together(self)

    @property
    def sides(self) -> int:
        """How many sides there are: two partnerships with four hands, else every seat is one."""
        return 2 if self.players == 4 else self.players

    @property
    def loners(self) -> bool:
        """Whether anybody may ever go alone."""
        return self.alone != "none" or self.defend_alone != "off"

    @classmethod
    def from_fields(cls, values: Mapping[str, object]) -> Rules:
        """Build rules from named values; absent fields are those of ``classic``.

        Args:
            values: field name to value, as in a record's header.

        Returns:
            The rules.

        Raises:
            RulesError: an unknown field, a bad value, or two fields that contradict each other.
        """
        return cls().but(**values)

    def but(self, **changes: object) -> Rules:
        """These rules with some fields changed.

        Raises:
            RulesError: as for :meth:`from_fields`.
        """
        for name in changes:
            if name not in FIELDS:
                raise RulesError("unknown_field", (name,), f"there is no rule {name!r}")
        return replace(self, **cast(dict[str, Any], changes))

    def to_fields(self) -> dict[str, Value]:
        """Every field by name."""
        return {field.name: getattr(self, field.name) for field in fields(self)}


def _choice(*values: Value) -> Field:
    return Field(values, 0, 0, values[0])


FIELDS: Final[Mapping[str, Field]] = MappingProxyType(
    {
        "players": _choice(4, 2, 3),
        "lowest": _choice(9, 8, 7),
        "joker": _choice(False, True),
        "target": Field((), 1, 99, 10),
        "win_by": _choice(1, 2),
        "upcard": _choice("must_take", "may_take"),
        "all_pass": _choice("stick", "redeal"),
        "alone": _choice("caller", "none", "makers"),
        "defend_alone": _choice("off", "vs_loner", "always"),
        "loner_lead": _choice("left_of_dealer", "left_of_loner"),
        "lone_defender_points": _choice("flat4", "2_4"),
        "loner_euchred": _choice(2, 4),
        "super_euchre": _choice(2, 4),
        "partner_order": _choice("free", "alone_only"),
        "need_suit": _choice("none", "caller"),
        "farmers_hand": _choice("off", "redeal", "swap3"),
        "partners_best": _choice(False, True),
        "no_trump": _choice(False, True),
        "claims": _choice(False, True),
    }
)
"""What may be chosen, in the order in which to show it. The first value of a choice is the default."""


def _check_value(name: str, spec: Field, value: object) -> None:
    # True == 1 in Python, so the type is compared as well.
    if type(value) is not type(spec.default):
        raise RulesError("bad_value", (name,), f"{name} cannot be {value!r}")
    if not spec.values:
        if not spec.low <= cast(int, value) <= spec.high:
            raise RulesError("bad_value", (name,), f"{name} must be between {spec.low} and {spec.high}, not {value}")
    elif value not in spec.values:
        choices = ", ".join(map(_word, spec.values))
        raise RulesError("bad_value", (name,), f"{name} must be one of {choices}, not {_word(value)}")


def _check_together(rules: Rules) -> None:
    """Refuse a field that has no effect under the others, unless it holds its default."""
    if rules.players != 4:
        _idle_unless(rules, "players", "defend_alone", "loner_lead", "loner_euchred", "partner_order", "partners_best")
        if rules.alone != "none":
            _conflict(rules, "alone", "players")
    if rules.defend_alone == "off":
        _idle_unless(rules, "defend_alone", "lone_defender_points")
    if rules.alone == "none":
        _idle_unless(rules, "alone", "partner_order", "loner_euchred")
        if rules.defend_alone == "vs_loner":
            _conflict(rules, "defend_alone", "alone")
    if not rules.loners:
        _idle_unless(rules, "alone", "loner_lead", "partners_best")
    if rules.joker:
        _idle_unless(rules, "joker", "no_trump", "farmers_hand")


def _idle_unless(rules: Rules, cause: str, *idle: str) -> None:
    for name in idle:
        if getattr(rules, name) != FIELDS[name].default:
            _conflict(rules, name, cause)


def _conflict(rules: Rules, name: str, cause: str) -> None:
    pair = f"{name}={_word(getattr(rules, name))} cannot go with {cause}={_word(getattr(rules, cause))}"
    raise RulesError("conflict", (name, cause), pair)


def _word(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


PRESETS: Final[Mapping[str, Rules]] = MappingProxyType(
    {
        "classic": Rules(),
        "north_american": Rules(
            upcard="may_take",
            all_pass="redeal",
            alone="makers",
            defend_alone="always",
            loner_lead="left_of_loner",
            lone_defender_points="2_4",
        ),
        "two_hand": Rules(players=2, upcard="may_take", all_pass="redeal", alone="none"),
        "british": Rules(joker=True),
        "three_hand": Rules(players=3, alone="none"),
    }
)
"""The named starting points; every field may be changed."""


def deck(rules: Rules) -> tuple[Card, ...]:
    """The deck of these rules: 24 to 33 cards.

    Four hands and an upcard need 21, so no choice of fields makes a deck too small.
    """
    ranks = RANKS[RANKS.index(str(rules.lowest)) :]
    return tuple(card for card in CARDS if (card == BENNY and rules.joker) or (card != BENNY and card[0] in ranks))
