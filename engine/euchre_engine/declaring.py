"""Going alone, said after the call: asked after the dealer's exchange and before the first lead (rule 6)."""

from __future__ import annotations

from typing import Final

from .actions import ALONE, TOGETHER, Action, Do
from .contract import Contract
from .giving import ask_partners
from .phases import Phase
from .playing import begin_play
from .state import Dealt, Room, Setting, State, ask


def ask_declarations(
    dealt: Dealt, contract: Contract, hands: tuple[int, ...], before: State, did: Action, asked: int = -1
) -> State:
    """Ask the next seat that has something to declare, or go on when there is none.

    ``asked`` is the place of the last seat that was asked, in the order of asking.
    """
    if contract.straight:
        return begin_play(dealt, contract, hands, before, did)
    for place, seat in contract.declarers:
        if place > asked:
            here = Setting(dealt, contract, _DECLARING, hands, dealt.score)
            return ask(here, seat, _ANSWERS, before, did)
    return ask_partners(dealt, contract, hands, before, did)


def _declare(state: State, seat: int, action: Action) -> State:
    dealt, contract = state.dealt, state.contract
    asked = next(place for place, declarer in contract.declarers if declarer == seat)
    if action.do is Do.ALONE:
        assert contract.trump is not None
        assert contract.maker is not None
        contract = dealt.game.contracts[dealt.dealer, contract.trump, contract.maker, (*contract.alone, seat)]
    return ask_declarations(dealt, contract, state.setting.hands, state, action, asked)


_ANSWERS: Final = (TOGETHER, ALONE)
_DECLARING: Final = Room(Phase.DECLARE, _declare)
