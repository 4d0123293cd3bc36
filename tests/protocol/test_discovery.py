"""What hosts announce, and what strangers announce under their name."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from euchre_protocol.discovery import VALUE_BYTES, Announcement

KEY = "0123456789abcdef" * 4


def wire(says: Announcement) -> dict[bytes, bytes | None]:
    return {key.encode(): value.encode() for key, value in says.to_txt().items()}


def test_what_is_announced_is_read_as_it_was_said() -> None:
    says = Announcement("Ann's laptop", 3, 7, "0.1.0", (1, 0), KEY)
    assert Announcement.from_txt(wire(says)) == says
    assert says.understood
    assert not Announcement("old", protocol=(0, 9)).understood


def test_a_long_name_still_fits_into_its_field() -> None:
    fields = Announcement("Ж" * 200, 0, 0, "0.1.0", (1, 0)).to_txt()
    assert len(fields["name"].encode()) <= VALUE_BYTES
    assert set(fields["name"]) == {"Ж"}


def test_fields_that_are_missing_or_strange_are_nothing() -> None:
    says = Announcement.from_txt(
        {
            b"name": "\x1b[2Jden\u202e".encode(),
            b"protocol": b"1.7",
            b"tables": b"-1",
            b"players": b"9" * 9,
            b"key": b"xy",
        }
    )
    assert says == Announcement("[2Jden", 0, 99_999, "", (1, 7), "")


@pytest.mark.parametrize(
    "fields", [{}, {b"name": b"den"}, {b"protocol": b"1.0"}, {b"name": b"\x07", b"protocol": b"1.0"}, {b"name": None}]
)
def test_what_names_no_host_is_no_host(fields: dict[bytes, bytes | None]) -> None:
    with pytest.raises(ValueError, match="not announced"):
        Announcement.from_txt(fields)


@given(st.dictionaries(st.sampled_from(list(wire(Announcement("x")))), st.none() | st.binary(max_size=80)))
def test_nothing_that_is_announced_can_be_drawn_wrongly(fields: dict[bytes, bytes | None]) -> None:
    try:
        says = Announcement.from_txt(fields)
    except ValueError:
        return
    assert says.name.isprintable()
    assert says.version.isprintable()
    assert 0 <= says.tables <= 99_999
    assert len(says.key) in (0, 64)
