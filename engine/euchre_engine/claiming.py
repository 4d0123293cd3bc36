"""Claiming all remaining tricks at a lead (house rule)."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from .actions import ACCEPT, CLAIM, REFUSE, Action, Do
from .cards import TRUMPS, Trump
from .lists import Cache
from .phases import Phase
from .playing import OFFERS, finish, play
from .rules import HAND_SIZE
from .state import Draft, Offer, State, freeze


def _offers(trump: Trump) -> Cache[Offer]:
    plain = OFFERS[trump]

    def with_claim(mask: int) -> Offer:
        actions = plain[mask].actions
        return plain[mask] if len(actions) == 1 else Offer((*actions, CLAIM), _play_or_claim)

    return Cache(with_claim)


CLAIMING: Final[dict[Trump, Cache[Offer]]] = {trump: _offers(trump) for trump in TRUMPS}
"""What may be done at a lead, by trump and the mask of the leader's hand: play, or claim - but not the last trick."""


def _play_or_claim(state: State, seat: int, action: Action) -> State:
    if action.do is Do.CLAIM:
        return _ask_opponent(state, seat, action, seat)
    return play(state, seat, action)


def _answer(state: State, seat: int, action: Action) -> State:
    if action.do is Do.ACCEPT:
        return _ask_opponent(state, seat, action, state.leader)
    contract = state.contract
    plain = OFFERS[contract.table.trump]
    draft = _copy(state, seat, action)
    draft.phase = Phase.PLAY
    draft.turn = state.leader
    draft.contract = replace(contract, leads=plain)
    draft.offer = plain[state.hands[state.leader] & state.live]
    return freeze(draft)


def _ask_opponent(state: State, seat: int, action: Action, claimer: int) -> State:
    """Ask the next active opponent of the claimer; when all have accepted, the tricks are the claimer's."""
    side = state.dealt.game.side
    asked = seat
    while (asked := state.contract.following[asked]) != claimer:
        if side[asked] != side[claimer]:
            draft = _copy(state, seat, action)
            draft.phase = Phase.CLAIM
            draft.turn = asked
            draft.leader = claimer
            draft.offer = _OFFER
            return freeze(draft)
    rest = (HAND_SIZE - sum(state.tricks)) * state.contract.unit[claimer]
    return finish(state, (seat, action, state.log), state.taken + rest, claimer, state.live)


def _copy(state: State, seat: int, action: Action) -> Draft:
    """The same position, and what was said."""
    draft = Draft()
    for name in Draft.__slots__:
        setattr(draft, name, getattr(state, name))
    draft.log = seat, action, state.log
    return draft


_OFFER: Final = Offer((ACCEPT, REFUSE), _answer)
