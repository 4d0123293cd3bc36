"""The dealer and the upcard, once its suit is trump (rule 4)."""

from __future__ import annotations

from typing import Final

from .actions import LEAVE, TAKE, Action, Do
from .cards import BIT
from .contract import Contract
from .declaring import ask_declarations
from .phases import Phase
from .playing import begin_play
from .state import Room, Setting, State, ask


def ask_dealer(contract: Contract, before: State, did: Action) -> State:
    """Let the dealer exchange a card, unless the dealer sits out."""
    here = before.setting
    dealt = here.dealt
    if dealt.dealer in contract.out:
        return ask_declarations(dealt, contract, here.hands, before, did)
    if contract.maker != dealt.dealer and dealt.game.rules.upcard == "may_take":
        there = Setting(dealt, contract, _EXCHANGING, here.hands, here.score)
        return ask(there, dealt.dealer, _ANSWERS, before, did)
    return take_upcard(contract, before, did, here.hands[dealt.dealer])


def take_upcard(contract: Contract, before: State, did: Action, choice: int) -> State:
    """Give the dealer the upcard and ask which card goes, of those in the mask ``choice``."""
    here = before.setting
    dealt = here.dealt
    assert dealt.upcard is not None
    hands = list(here.hands)
    hands[dealt.dealer] |= BIT[dealt.upcard]
    there = Setting(dealt, contract, _DISCARDING, tuple(hands), here.score)
    return State(there, dealt.dealer, contract.ranks.discards(choice), before, did, contract.ranks.empty)


def _exchange(state: State, seat: int, action: Action) -> State:
    here = state.setting
    dealt = here.dealt
    if action.do is Do.LEAVE:
        return ask_declarations(dealt, here.contract, here.hands, state, action)
    assert dealt.upcard is not None
    return take_upcard(here.contract, state, action, here.hands[seat] | BIT[dealt.upcard])


def _discard(state: State, seat: int, action: Action) -> State:
    here = state.setting
    assert action.card is not None
    hands = list(here.hands)
    hands[seat] ^= BIT[action.card]
    if here.contract.straight:  # so it is in most deals, and then the detour is spared
        return begin_play(here.dealt, here.contract, hands, state, action)
    return ask_declarations(here.dealt, here.contract, tuple(hands), state, action)


_ANSWERS: Final = (TAKE, LEAVE)
_EXCHANGING: Final = Room(Phase.EXCHANGE, _exchange)
_DISCARDING: Final = Room(Phase.DISCARD, _discard)
