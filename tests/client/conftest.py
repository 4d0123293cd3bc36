"""What every test of the client leaves as it was."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from euchre_client import i18n


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    """The language belongs to the process, and whoever comes next may be any test."""
    yield
    if i18n.language() != "en":
        i18n.use_language("en")
