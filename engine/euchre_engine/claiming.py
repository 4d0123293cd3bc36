"""Claiming all remaining tricks at a lead (house rule)."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from .actions import ACCEPT, CLAIM, REFUSE, Action, Do
from .cards import TRUMPS, Trump
from .lists import CACHED
from .phases import Phase
from .playing import OFFERS, Offers, finish, play
from .rules import HAND_SIZE
from .state import Draft, Offer, State, freeze


class ClaimingOffers(dict[int, Offer]):
    """What may be done at a lead by the mask of the leader's hand: play a card, or claim - but not the last trick."""

    def __init__(self, plain: Offers) -> None:
        super().__init__()
        self._plain = plain

    def __missing__(self, mask: int) -> Offer:
        if len(self) >= CACHED:
            self.clear()
        plain = self._plain[mask]
        found = self[mask] = plain if len(plain.actions) == 1 else Offer((*plain.actions, CLAIM), _play_or_claim)
        return found


CLAIMING: Final[dict[Trump, ClaimingOffers]] = {trump: ClaimingOffers(OFFERS[trump]) for trump in TRUMPS}


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
