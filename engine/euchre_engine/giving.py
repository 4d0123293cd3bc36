"""Partner's best: the card that a sitting-out partner gives to the loner (house rule)."""

from __future__ import annotations

from .contract import Contract
from .playing import begin_play
from .state import Dealt, Log, State


def ask_partners(dealt: Dealt, contract: Contract, hands: tuple[int, ...], log: Log) -> State:
    """Go on after the declarations."""
    return begin_play(dealt, contract, hands, log)
