"""Partner's best: the card that a partner who sits out gives to the loner (house rule)."""

from __future__ import annotations

from typing import Final

from .actions import Action
from .cards import BIT
from .claiming import claimable
from .contract import Contract
from .phases import Phase
from .playing import begin_play
from .state import Dealt, Room, Setting, State, ask


def ask_partners(
    dealt: Dealt, contract: Contract, hands: tuple[int, ...], before: State, did: Action, helped: int = 0
) -> State:
    """Ask the partner of the next loner for a card, the makers' first; begin to play when there is none.

    ``helped`` is the number of loners who have had their card.
    """
    rules = dealt.game.rules
    if rules.partners_best and helped < len(contract.out):
        giver = contract.out[helped]
        here = Setting(dealt, contract, _GIVING, hands, dealt.score)
        return ask(here, giver, contract.ranks.gifts(contract.ranks.ranked(hands[giver])), before, did)
    state = begin_play(dealt, contract, hands, before, did)
    return claimable(state) if rules.claims else state


def _give(state: State, seat: int, action: Action) -> State:
    """The card changes hands, and the loner chooses what goes for it."""
    here = state.setting
    contract = here.contract
    loner = contract.alone[contract.out.index(seat)]
    assert action.card is not None
    hands = list(here.hands)
    hands[seat] ^= BIT[action.card]
    hands[loner] |= BIT[action.card]
    there = Setting(here.dealt, contract, _CHANGING, tuple(hands), here.score)
    return ask(there, loner, contract.ranks.discards(hands[loner]), state, action)


def _discard(state: State, seat: int, action: Action) -> State:
    here = state.setting
    assert action.card is not None
    hands = list(here.hands)
    hands[seat] ^= BIT[action.card]
    helped = here.contract.alone.index(seat) + 1
    return ask_partners(here.dealt, here.contract, tuple(hands), state, action, helped)


_GIVING: Final = Room(Phase.GIVE, _give)
_CHANGING: Final = Room(Phase.DISCARD, _discard)
