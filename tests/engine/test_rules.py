"""Which rules there are, and which combinations are refused."""

from __future__ import annotations

import pytest

from euchre_engine import FIELDS, PRESETS, Rules, RulesError, deck


def test_presets_are_those_of_the_rule_page() -> None:
    assert {name: rules.players for name, rules in PRESETS.items()} == {
        "classic": 4,
        "north_american": 4,
        "two_hand": 2,
        "british": 4,
        "three_hand": 3,
    }
    assert Rules() == PRESETS["classic"]


@pytest.mark.parametrize("preset", PRESETS)
def test_fields_build_the_same_rules_again(preset: str) -> None:
    rules = PRESETS[preset]
    assert Rules.from_fields(rules.to_fields()) == rules
    assert list(rules.to_fields()) == list(FIELDS)


def test_absent_fields_are_those_of_classic() -> None:
    assert Rules.from_fields({"target": 5}) == Rules(target=5)
    with pytest.raises(RulesError, match="alone=caller cannot go with players=2"):
        Rules.from_fields({"players": 2})


def test_every_field_offers_its_default_first() -> None:
    for name, field in FIELDS.items():
        assert getattr(Rules(), name) == field.default
        assert field.ready
        assert not field.values or field.values[0] == field.default
    assert (FIELDS["target"].low, FIELDS["target"].high) == (1, 99)


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("players", 5, "players must be one of 4, 2, 3, not 5"),
        ("players", True, "players cannot be True"),
        ("joker", 1, "joker cannot be 1"),
        ("upcard", None, "upcard cannot be None"),
        ("upcard", "maybe", "upcard must be one of must_take, may_take, not maybe"),
        ("target", 0, "target must be between 1 and 99, not 0"),
        ("target", 100, "target must be between 1 and 99, not 100"),
        ("target", "10", "target cannot be '10'"),
        ("lowest", [9], r"lowest cannot be \[9\]"),
    ],
)
def test_value_that_is_none_of_the_fields_is_refused(name: str, value: object, message: str) -> None:
    with pytest.raises(RulesError, match=f"^{message}$") as caught:
        Rules.from_fields({name: value})
    assert (caught.value.code, caught.value.fields) == ("bad_value", (name,))


def test_unknown_field_is_refused() -> None:
    with pytest.raises(RulesError, match=r"^there is no rule 'jokers'$") as caught:
        Rules.from_fields({"jokers": True})
    assert (caught.value.code, caught.value.fields) == ("unknown_field", ("jokers",))


TWO = {"players": 2, "alone": "none"}
THREE = {"players": 3, "alone": "none"}
NOBODY = {"alone": "none"}
CONFLICTS: list[tuple[dict[str, object], str, str]] = [
    ({"players": 2}, "alone", "players"),
    ({"players": 3, "alone": "makers"}, "alone", "players"),
    ({**TWO, "defend_alone": "always"}, "defend_alone", "players"),
    ({**THREE, "loner_lead": "left_of_loner"}, "loner_lead", "players"),
    ({**TWO, "loner_euchred": 4}, "loner_euchred", "players"),
    ({**THREE, "partner_order": "alone_only"}, "partner_order", "players"),
    ({**TWO, "partners_best": True}, "partners_best", "players"),
    ({"lone_defender_points": "2_4"}, "lone_defender_points", "defend_alone"),
    ({"joker": True, "no_trump": True}, "no_trump", "joker"),
    ({"joker": True, "farmers_hand": "redeal"}, "farmers_hand", "joker"),
    ({**NOBODY, "partner_order": "alone_only"}, "partner_order", "alone"),
    ({**NOBODY, "loner_euchred": 4, "defend_alone": "always"}, "loner_euchred", "alone"),
    ({**NOBODY, "defend_alone": "vs_loner"}, "defend_alone", "alone"),
    ({**NOBODY, "loner_lead": "left_of_loner"}, "loner_lead", "alone"),
    ({**NOBODY, "partners_best": True}, "partners_best", "alone"),
]


@pytest.mark.parametrize(("fields", "idle", "cause"), CONFLICTS)
def test_field_without_effect_is_refused_with_both_names(fields: dict[str, object], idle: str, cause: str) -> None:
    with pytest.raises(RulesError) as caught:
        Rules.from_fields(fields)
    assert caught.value.code == "conflict"
    assert caught.value.fields == (idle, cause)
    assert idle in str(caught.value)
    assert cause in str(caught.value)


@pytest.mark.parametrize(
    "fields",
    [
        {"alone": "none", "defend_alone": "always", "loner_lead": "left_of_loner", "partners_best": True},
        {"lowest": 7, "joker": True, "win_by": 2, "super_euchre": 4, "need_suit": "caller", "claims": True},
        {"no_trump": True, "farmers_hand": "swap3", "partner_order": "alone_only", "loner_euchred": 4},
        {**TWO, "joker": True, "lowest": 8, "all_pass": "redeal", "super_euchre": 4},
    ],
)
def test_unusual_rules_that_make_sense_are_accepted(fields: dict[str, object]) -> None:
    rules = Rules.from_fields(fields)
    assert {name: getattr(rules, name) for name in fields} == fields


def test_rules_never_change() -> None:
    with pytest.raises(AttributeError):
        Rules().target = 5  # type: ignore[misc]


@pytest.mark.parametrize(
    ("lowest", "joker", "size"),
    [(9, False, 24), (9, True, 25), (8, False, 28), (8, True, 29), (7, False, 32), (7, True, 33)],
)
def test_deck_has_every_card_once(lowest: int, joker: bool, size: int) -> None:
    cards = deck(Rules.from_fields({"lowest": lowest, "joker": joker}))
    assert len(cards) == len(set(cards)) == size
    assert ("BN" in cards) == joker
    assert ("8D" in cards, "7D" in cards) == (lowest <= 8, lowest == 7)
