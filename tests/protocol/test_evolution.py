"""Fields are added, never removed or re-used: what 1.0 has is kept in tests/data, and stays as it is."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from .test_document import MESSAGES, PARTS, fields_of

FILE = Path(__file__).resolve().parents[1] / "data" / "protocol_1_0.json"
FIRST: dict[str, list[list[str]]] = json.loads(FILE.read_text("utf-8"))


@pytest.mark.parametrize("kind", FIRST)
def test_no_field_of_the_first_version_has_changed(kind: str) -> None:
    now = fields_of({**MESSAGES, **PARTS}[kind])
    assert [field for field in FIRST[kind] if field not in now] == []


@pytest.mark.parametrize("kind", FIRST)
def test_every_field_since_the_first_version_has_a_default(kind: str) -> None:
    known = [name for name, _, _ in FIRST[kind]]
    added = [(name, default) for name, _, default in fields_of({**MESSAGES, **PARTS}[kind]) if name not in known]
    assert [name for name, default in added if default == "required"] == []
