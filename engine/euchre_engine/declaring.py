"""Going alone, said after the call: asked after the dealer's exchange and before the first lead (rule 6)."""

from __future__ import annotations

from typing import Final

from .actions import ALONE, TOGETHER, Action, Do
from .contract import Contract
from .giving import ask_partners
from .phases import Phase
from .state import Dealt, Log, Offer, State, early


def ask_declarations(dealt: Dealt, contract: Contract, hands: tuple[int, ...], log: Log, asked: int = 0) -> State:
    """Ask the next seat that has something to declare, or go on when there is none.

    Args:
        dealt: the deal.
        contract: what is settled so far.
        hands: the seats' cards.
        log: what was done so far.
        asked: how many places of the order of asking have had their turn.
    """
    for seat in _order(dealt, contract)[asked:]:
        if _may_declare(dealt, contract, seat):
            return early(dealt, Phase.DECLARE, seat, contract, hands, log, _OFFER)
    return ask_partners(dealt, contract, hands, log)


def _order(dealt: Dealt, contract: Contract) -> tuple[int, ...]:
    """The makers' side clockwise from eldest, then the defenders likewise."""
    if dealt.game.players != 4:
        return ()
    assert contract.maker is not None
    parity = contract.maker % 2
    return tuple(sorted(dealt.game.clockwise(dealt.dealer), key=lambda seat: seat % 2 != parity))


def _may_declare(dealt: Dealt, contract: Contract, seat: int) -> bool:
    """Whether this seat has something to decide: at most one loner a side, and whoever sits out has not."""
    assert contract.maker is not None
    rules = dealt.game.rules
    sides = [loner % 2 for loner in contract.alone]
    if seat % 2 in sides:
        return False
    if seat % 2 == contract.maker % 2:
        return rules.alone == "makers"
    return rules.defend_alone == "always" or (rules.defend_alone == "vs_loner" and contract.maker % 2 in sides)


def _declare(state: State, seat: int, action: Action) -> State:
    dealt, contract = state.dealt, state.contract
    asked = _order(dealt, contract).index(seat) + 1
    if action.do is Do.ALONE:
        assert contract.trump is not None
        assert contract.maker is not None
        contract = dealt.game.contract(dealt.dealer, contract.trump, contract.maker, (*contract.alone, seat))
    return ask_declarations(dealt, contract, state.hands, (seat, action, state.log), asked)


_OFFER: Final = Offer((TOGETHER, ALONE), _declare)
