from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from e2e.terminal import Evening


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    """The processes of one test."""
    programs = Evening(tmp_path)
    try:
        yield programs
    finally:
        programs.close()
