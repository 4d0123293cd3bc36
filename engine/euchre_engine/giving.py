"""Partner's best: the card that a partner who sits out gives to the loner (house rule)."""

from __future__ import annotations

from .actions import Action
from .contract import Contract
from .lists import DISCARD_LISTS, GIVE_LISTS
from .phases import Phase
from .playing import begin_play
from .state import Dealt, Log, Offer, State, early


def ask_partners(dealt: Dealt, contract: Contract, hands: tuple[int, ...], log: Log, helped: int = 0) -> State:
    """Ask the partner of the next loner for a card, the makers' first; begin to play when there is none.

    ``helped`` is the number of loners who have had their card.
    """
    if not dealt.game.rules.partners_best or helped == len(contract.alone):
        return begin_play(dealt, contract, hands, log)
    giver = contract.out[helped]
    offer = Offer(GIVE_LISTS[contract.table.trump][hands[giver]], _give)
    return early(dealt, Phase.GIVE, giver, contract, hands, log, offer)


def _give(state: State, seat: int, action: Action) -> State:
    """The card changes hands, and the loner chooses what goes for it."""
    contract = state.contract
    loner = contract.alone[contract.out.index(seat)]
    card = 1 << action.index
    moved = list(state.hands)
    moved[seat] ^= card
    moved[loner] |= card
    offer = Offer(DISCARD_LISTS[contract.table.trump][moved[loner]], _discard)
    log = seat, action, state.log
    return early(state.dealt, Phase.DISCARD, loner, contract, tuple(moved), log, offer)


def _discard(state: State, seat: int, action: Action) -> State:
    hands, contract = state.hands, state.contract
    hands = (*hands[:seat], hands[seat] ^ 1 << action.index, *hands[seat + 1 :])
    return ask_partners(state.dealt, contract, hands, (seat, action, state.log), contract.alone.index(seat) + 1)
