"""The cards that a seat holds in a position."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from .cards import CARDS, Card
from .phases import Phase

if TYPE_CHECKING:
    from .state import State

_AFTER_LEAD: Final = (Phase.PLAY, Phase.CLAIM, Phase.DEAL_OVER, Phase.GAME_OVER)


def in_play(state: State) -> bool:
    """Whether tricks are played, or were: the hands are masks by rank then, and by card index before."""
    return state.contract.maker is not None and state.phase in _AFTER_LEAD


def held_by(state: State, seat: int) -> tuple[Card, ...]:
    """The cards that a seat holds now: in the order of the trump, once play has begun."""
    mask = state.setting.hands[seat]
    if not in_play(state):
        return tuple([card for index, card in enumerate(CARDS) if mask >> index & 1])
    if seat not in state.contract.out:
        mask &= state.live
    return state.contract.ranks.cards_of(mask)


def count_of(state: State, seat: int) -> int:
    """How many cards a seat holds now."""
    mask = state.setting.hands[seat]
    if seat not in state.contract.out and in_play(state):
        mask &= state.live
    return mask.bit_count()
