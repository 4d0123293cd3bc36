"""Tables as people write them on a command line."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from euchre_protocol import OPTIONS, TableSpec, parse_table_spec, parse_value
from euchre_protocol.messages import FieldSpec, Value

OPTION = {spec.name: spec for spec in OPTIONS}
TARGET = FieldSpec(name="target", low=1, high=99, default=10)
PLAYERS = FieldSpec(name="players", values=[2, 3, 4], default=4)
JOKER = FieldSpec(name="joker", values=[False, True], default=False)
CLAIMS = FieldSpec(name="claims", default=False)


@pytest.mark.parametrize(
    ("text", "spec"),
    [
        ("Duel=two_hand", TableSpec("Duel", "two_hand", {})),
        ("Duel=two_hand,target=5,bots=1", TableSpec("Duel", "two_hand", {"target": "5", "bots": "1"})),
        (" Sunday  evening = classic , pace = fast ", TableSpec("Sunday evening", "classic", {"pace": "fast"})),
        ("T=classic,password=a=b", TableSpec("T", "classic", {"password": "a=b"})),
        ("Κουζίνα=british", TableSpec("Κουζίνα", "british", {})),
    ],
)
def test_a_table_in_words(text: str, spec: TableSpec) -> None:
    assert parse_table_spec(text) == spec


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "table '' has not the form NAME=PRESET[,field=value...]"),
        ("Duel", "table 'Duel' has not the form NAME=PRESET[,field=value...]"),
        ("=classic", "table '=classic' has not the form NAME=PRESET[,field=value...]"),
        ("Duel= ", "table 'Duel= ' has not the form NAME=PRESET[,field=value...]"),
        ("Duel=classic,", "'' in table 'Duel=classic,' has not the form field=value"),
        ("Duel=classic,target", "'target' in table 'Duel=classic,target' has not the form field=value"),
        ("Duel=classic,target=", "'target=' in table 'Duel=classic,target=' has not the form field=value"),
        ("Duel=classic,bots=1,bots=2", "table 'Duel=classic,bots=1,bots=2' names bots twice"),
        ("A name of many words=classic", "table name 'A name of many words' is too long or has characters"),
        ("D\x1buel=classic", "table name 'D\\x1buel' is too long or has characters that cannot be shown"),
        ("\u200b=classic", "table name '\\u200b' is too long or has characters that cannot be shown"),
    ],
)
def test_a_table_that_cannot_be_read(text: str, complaint: str) -> None:
    with pytest.raises(ValueError, match=r".") as caught:
        parse_table_spec(text)
    assert str(caught.value).startswith(complaint)


@pytest.mark.parametrize(
    ("spec", "text", "value"),
    [
        (TARGET, "1", 1),
        (TARGET, "99", 99),
        (PLAYERS, "3", 3),
        (JOKER, "yes", True),
        (JOKER, "OFF", False),
        (CLAIMS, "true", True),
        (OPTION["pace"], "instant", "instant"),
        (OPTION["bots"], "4", 4),
        (OPTION["watch"], "hidden", "hidden"),
        (OPTION["grace"], "0", 0),
    ],
)
def test_a_value(spec: FieldSpec, text: str, value: Value) -> None:
    read = parse_value(spec, text)
    assert read == value
    assert type(read) is type(value)


@pytest.mark.parametrize(
    ("spec", "text", "complaint"),
    [
        (TARGET, "0", "target is a number from 1 to 99, not '0'"),
        (TARGET, "100", "target is a number from 1 to 99, not '100'"),
        (TARGET, "-1", "target is a number from 1 to 99, not '-1'"),
        (TARGET, "1_0", "target is a number from 1 to 99, not '1_0'"),
        (TARGET, "٣", "target is a number from 1 to 99, not '٣'"),
        (TARGET, "9" * 5000, "target is a number from 1 to 99, not '99"),
        (TARGET, "ten", "target is a number from 1 to 99, not 'ten'"),
        (PLAYERS, "5", "players is one of 2, 3, 4, not '5'"),
        (PLAYERS, "True", "players is one of 2, 3, 4, not 'True'"),
        (JOKER, "2", "joker is yes or no, not '2'"),
        (CLAIMS, "maybe", "claims is yes or no, not 'maybe'"),
        (OPTION["pace"], "Fast", "pace is one of instant, fast, normal, relaxed, not 'Fast'"),
    ],
)
def test_a_value_that_the_field_does_not_take(spec: FieldSpec, text: str, complaint: str) -> None:
    with pytest.raises(ValueError, match=r".") as caught:
        parse_value(spec, text)
    assert str(caught.value).startswith(complaint)


def test_every_default_is_a_value_of_its_option() -> None:
    assert [parse_value(spec, str(spec.default)) for spec in OPTIONS] == [spec.default for spec in OPTIONS]


@given(st.text(max_size=60))
def test_any_text_is_read_or_refused_with_a_sentence(text: str) -> None:
    try:
        spec = parse_table_spec(text)
    except ValueError as error:
        complaint = str(error)
    else:
        complaint = "" if spec.name and spec.preset else "it was read as nothing"
    assert not complaint or complaint.startswith(("table ", "'", '"'))
