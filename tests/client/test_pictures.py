"""The pictures in docs/ are what the client draws today."""

from __future__ import annotations

import pytest

from tools import movie
from tools.pictures import FOLDER, TITLES, draw


@pytest.mark.bulk
@pytest.mark.parametrize("name", TITLES)
def test_the_committed_picture_is_what_the_client_draws(name: str) -> None:
    committed = (FOLDER / f"{name}.svg").read_text(encoding="utf-8")
    assert draw(name) == committed, "the screen has changed: look at it, then `make pictures`"


@pytest.mark.bulk
def test_the_committed_moving_picture_is_what_the_client_draws() -> None:
    committed = (FOLDER / f"{movie.NAME}.svg").read_text(encoding="utf-8")
    assert movie.draw() == committed, "the screen has changed: look at it, then `make pictures`"
