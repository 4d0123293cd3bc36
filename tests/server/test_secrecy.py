"""Who is told which card, on the wire: every frame that leaves the host is searched for cards."""

from __future__ import annotations

import pytest

from euchre_protocol import messages as m

from .guests import open_house
from .secrecy import CARD, frames, twins, whole_game


@pytest.mark.bulk
@pytest.mark.parametrize(
    ("preset", "pace", "names"),
    [
        ("classic", "normal", ["Ann", "Bert", "Cleo", "Dora"]),
        ("north_american", "normal", ["Ann", "Bert", "Cleo", "Dora"]),
        ("north_american", "instant", ["Ann", "Bert", "Cleo", "Dora"]),
        ("british", "instant", ["Ann", "Bert", "Cleo", "Dora"]),
        ("three_hand", "instant", ["Ann", "Bert", "Cleo"]),
        ("two_hand", "instant", ["Ann", "Bert"]),
    ],
)
async def test_nobody_is_sent_a_card_that_they_may_not_know(preset: str, pace: str, names: list[str]) -> None:
    assert await whole_game(preset, pace, names) > 50 * (len(names) + 1)


@pytest.mark.bulk
@pytest.mark.parametrize(("preset", "length"), [("classic", 3), ("classic", 13), ("two_hand", 9)])
async def test_the_same_game_with_other_hidden_cards_is_the_same_to_the_byte(preset: str, length: int) -> None:
    """To those who cannot know: views, errors, the lobby. And in the host's log."""
    assert await twins(preset, length, length, most=2) > 0


async def test_a_table_may_hide_the_hands_from_watchers_for_good() -> None:
    async with open_house("T=classic,target=2,bots=4,pace=instant,watch=hidden") as house:
        zoe = await house.guest("Zoe")
        await zoe.watch()
        view = await zoe.next(m.View, lambda view: view.over is not None)
        assert view.result is not None
        assert (view.result.hands, view.result.kitty, view.result.discard) == ([], [], None)
        assert len(view.result.played) == 5


async def test_a_table_may_show_the_hands_to_watchers_after_the_deal() -> None:
    async with open_house("T=classic,target=2,bots=4,pace=instant") as house:
        zoe = await house.guest("Zoe")
        await zoe.watch()
        view = await zoe.next(m.View, lambda view: view.over is not None)
        assert view.result is not None
        assert [len(hand) for hand in view.result.hands] == [5, 5, 5, 5]
        assert len(view.result.kitty) == 3


async def test_somebody_who_sits_down_nowhere_sees_no_card_in_the_lobby() -> None:
    async with open_house("T=classic,target=2,bots=4,pace=instant") as house:
        karl = await house.guest("Karl")
        zoe = await house.guest("Zoe")
        await zoe.watch()
        await zoe.next(m.View, lambda view: view.over is not None)
        assert not any(CARD.search(frame) for frame in list(frames(karl.raw))[2:])
