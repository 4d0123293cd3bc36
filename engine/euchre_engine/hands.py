"""The cards that a seat holds in a position."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from .cards import Card
from .phases import Phase

if TYPE_CHECKING:
    from .state import State

_AFTER_LEAD: Final = (Phase.PLAY, Phase.CLAIM, Phase.DEAL_OVER, Phase.GAME_OVER)


def in_play(state: State) -> bool:
    """Whether tricks are played, or were: the hands are masks by rank then, and by card index before."""
    return state.contract.maker is not None and state.phase in _AFTER_LEAD


def held_by(state: State, seat: int) -> tuple[Card, ...]:
    """The cards that a seat holds now, in the order of the trump if there is one."""
    mask, ranks = state.setting.hands[seat], state.contract.ranks
    if not in_play(state):
        return ranks.cards_of(ranks.ranked(mask))
    return ranks.cards_of(mask if seat in state.contract.out else mask & state.live)


def counts_of(state: State) -> tuple[int, ...]:
    """How many cards each seat holds now."""
    hands = state.setting.hands
    if not in_play(state):
        return tuple([hand.bit_count() for hand in hands])
    out, live = state.contract.out, state.live
    return tuple([(hand if seat in out else hand & live).bit_count() for seat, hand in enumerate(hands)])
