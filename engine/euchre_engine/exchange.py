"""The dealer and the upcard, once its suit is trump (rule 4)."""

from __future__ import annotations

from typing import Final

from .actions import LEAVE, TAKE, Action, Do
from .cards import BIT
from .contract import Contract
from .declaring import ask_declarations
from .lists import DISCARD_LISTS
from .phases import Phase
from .state import Dealt, Log, Offer, State, early


def ask_dealer(dealt: Dealt, contract: Contract, hands: tuple[int, ...], log: Log) -> State:
    """Let the dealer exchange a card, unless the dealer sits out."""
    dealer = dealt.dealer
    if dealer in contract.out:
        return ask_declarations(dealt, contract, hands, log)
    if dealt.game.rules.upcard == "may_take" and contract.maker != dealer:
        return early(dealt, Phase.EXCHANGE, dealer, contract, hands, log, _EXCHANGE)
    return take_upcard(dealt, contract, hands, log, hands[dealer])


def take_upcard(dealt: Dealt, contract: Contract, hands: tuple[int, ...], log: Log, choice: int) -> State:
    """Give the dealer the upcard and ask which card of the mask ``choice`` goes."""
    assert dealt.upcard is not None
    dealer = dealt.dealer
    held = hands[dealer] | BIT[dealt.upcard]
    hands = (*hands[:dealer], held, *hands[dealer + 1 :])
    offer = Offer(DISCARD_LISTS[contract.table.trump][choice], _discard)
    return early(dealt, Phase.DISCARD, dealer, contract, hands, log, offer)


def _exchange(state: State, seat: int, action: Action) -> State:
    dealt, log = state.dealt, (seat, action, state.log)
    if action.do is Do.LEAVE:
        return ask_declarations(dealt, state.contract, state.hands, log)
    assert dealt.upcard is not None
    return take_upcard(dealt, state.contract, state.hands, log, state.hands[seat] | BIT[dealt.upcard])


def _discard(state: State, seat: int, action: Action) -> State:
    hands = state.hands
    hands = (*hands[:seat], hands[seat] ^ 1 << action.index, *hands[seat + 1 :])
    return ask_declarations(state.dealt, state.contract, hands, (seat, action, state.log))


_EXCHANGE: Final = Offer((TAKE, LEAVE), _exchange)
