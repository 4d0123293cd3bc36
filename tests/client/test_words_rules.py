from __future__ import annotations

import pytest

from client.fake_host import CLASSIC, PRESETS, line
from euchre_client.net import Address, LinkError
from euchre_client.words import errors, rules
from euchre_engine import FIELDS
from euchre_engine import PRESETS as PLAYED
from euchre_protocol import messages as m
from euchre_protocol.tablespec import OPTIONS

HOST = Address("192.168.1.20")
CODES = (
    *("bad_message", "bad_rules", "bad_name", "no_such_table", "no_such_seat", "seat_taken", "table_full"),
    *("not_at_table", "not_seated", "wrong_state", "not_your_turn", "stale", "illegal", "too_many_tables"),
    *("table_exists", "not_allowed", "unknown_kind", "slow_down", "too_many_watchers"),
)


def every_value() -> list[tuple[str, m.Value]]:
    pairs: list[tuple[str, m.Value]] = []
    for name, field in FIELDS.items():
        pairs += [(name, value) for value in field.values or (field.low, field.high)]
    for option in OPTIONS:
        pairs += [(option.name, value) for value in option.values or [option.default, 4]]
    return pairs


@pytest.mark.parametrize(("name", "value"), every_value())
def test_every_rule_and_option_is_in_words(name: str, value: m.Value) -> None:
    assert rules.field_title(name) != name
    assert rules.field_help(name).endswith(".")
    assert rules.value_sentence(name, value).endswith(".")
    assert "_" not in rules.value_name(name, value)


@pytest.mark.parametrize("preset", PLAYED)
def test_every_preset_has_a_name(preset: str) -> None:
    assert rules.preset_name(preset) != preset


def test_a_rule_of_a_later_host_is_shown_as_it_is() -> None:
    assert rules.value_sentence("misdeal", "ace_no_face") == "misdeal: ace_no_face"
    assert rules.field_help("misdeal") == ""
    assert rules.preset_name("pepper") == "pepper"


def test_what_differs_from_classic_comes_first() -> None:
    at_table = {"pace": "fast", "bots": 3}
    changed = line(rules={**CLASSIC, "all_pass": "redeal", "target": 5}, options=at_table)
    card = rules.rule_card(changed, {"classic": CLASSIC})
    assert card[:6] == [
        ("Classic, 4 hands", True),
        ("Four hands, two pairs of partners.", False),
        ("The game is to 5 points.", False),
        ("Unlike Classic", True),
        ("When all pass twice, the cards are thrown in and the next dealer deals.", False),
        ("As in Classic", True),
    ]
    assert ("The dealer must take the upcard when it is made trump.", False) in card
    assert ("No Benny.", False) not in card
    assert card[-2:] == [("At this table", True), ("Short pauses after tricks.", False)]


def test_a_real_table_s_card_is_short_enough_to_read() -> None:
    classic = PLAYED["classic"].to_fields()
    for preset in PLAYED.values():
        card = rules.rule_card(line(rules=preset.to_fields(), options={}), {"classic": classic})  # type: ignore[dict-item]
        assert 6 <= len(card) <= 18


def test_a_table_in_few_words() -> None:
    assert rules.table_summary(line(), PRESETS) == "Classic, 4 hands, to 10"
    changed = line(rules={**CLASSIC, "all_pass": "redeal", "target": 5})
    assert rules.table_summary(changed, PRESETS) == "Classic, 4 hands, to 5; When all pass: deal again"


def test_a_table_s_facts_tell_in_sentences_what_differs_from_classic() -> None:
    assert rules.table_facts(line(), PRESETS) == "Classic, 4 hands, to 10."
    changed = line(rules={**CLASSIC, "all_pass": "redeal", "target": 5})
    assert rules.table_facts(changed, PRESETS) == (
        "Classic, 4 hands, to 5. Unlike Classic: "
        "When all pass twice, the cards are thrown in and the next dealer deals."
    )


# ---------------------------------------------------------------- errors


@pytest.mark.parametrize(
    "code", ["no_such_host", "no_one_there", "no_answer", "no_route", "no_network", "not_euchre", "mute"]
)
def test_an_unreachable_host_is_named_with_what_to_do(code: str) -> None:
    sentence = errors.link_error(LinkError(code, HOST), "Maria")  # type: ignore[arg-type]
    assert "192.168.1.20" in sentence
    assert ":" in sentence
    assert sentence[-1] in ".?"


@pytest.mark.parametrize("code", ["lost", "silent", "garbled"])
def test_a_lost_host_is_named_too(code: str) -> None:
    assert "192.168.1.20" in errors.link_error(LinkError(code, HOST), "Maria")  # type: ignore[arg-type]


@pytest.mark.parametrize("code", ["name_taken", "bad_name", "password", "full", "closing", "slow", "protocol"])
def test_every_refusal_has_a_sentence(code: str) -> None:
    sentence = errors.refused(code, HOST, "Maria")
    assert f"({code})" not in sentence
    assert "192.168.1.20" in sentence


def test_a_refusal_for_the_version_says_which_side_to_update() -> None:
    assert "update euchre-lan here" in errors.refused("version", HOST, "Maria", (2, 0))
    assert "ask its owner" in errors.refused("version", HOST, "Maria", (0, 9))
    assert "update euchre-lan here" in errors.link_error(LinkError("refused", HOST, "version", (9, 1)), "Maria")


@pytest.mark.parametrize("code", CODES)
def test_every_error_has_a_sentence(code: str) -> None:
    sentence = errors.command_error(m.Error(code=code), {})
    assert code not in sentence
    assert sentence.endswith(".")


def test_an_illegal_card_is_explained() -> None:
    why = m.Why(code="follow", suit="H", cards=["AH"])
    assert errors.command_error(m.Error(code="illegal", why=why), {}, letters=True) == (
        "Hearts were led: AH is your only legal card."
    )


def test_rules_that_do_not_go_together_are_named() -> None:
    error = m.Error(code="bad_rules", fields=["joker", "no_trump"])
    assert errors.command_error(error, {}) == "These rules do not go together: Benny, No trump."


def test_codes_of_a_later_host_are_shown() -> None:
    assert "(tired)" in errors.command_error(m.Error(code="tired"), {})
    assert "(tired)" in errors.refused("tired", HOST, "Maria")
    assert "(tired)" in errors.bye(m.Bye(code="tired"))


@pytest.mark.parametrize("code", ["closing", "replaced", "slow", "quit", "protocol", "idle"])
def test_every_farewell_has_a_sentence(code: str) -> None:
    assert f"({code})" not in errors.bye(m.Bye(code=code))
