"""Claiming all remaining tricks at a lead (house rule)."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from .actions import ACCEPT, CLAIM, REFUSE, Action, Do
from .course import Moment, tricks_won
from .phases import Phase
from .playing import PLAYING, finish
from .rules import HAND_SIZE
from .state import Room, Setting, State


def claimable(state: State) -> State:
    """The same first lead where the seat to lead may claim as well; the setting has it so at later leads."""
    return replace(state, setting=_moved(state, _CLAIMABLE), legal=(*state.legal, CLAIM))


def _claim(state: State, seat: int, action: Action) -> State:
    return _ask_opponent(state, action, seat)


def _answer(state: State, seat: int, action: Action) -> State:
    if action.do is Do.ACCEPT:
        return _ask_opponent(state, action, seat)
    here = state.setting
    claimer = state.moment.turn
    hand = here.hands[claimer] & state.live
    return replace(
        state,
        setting=_moved(state, PLAYING),
        turn=claimer,
        legal=here.contract.ranks.plays_of(hand),
        playable=hand,
        before=state,
        did=action,
    )


def _ask_opponent(state: State, action: Action, asked: int) -> State:
    """Ask the next active opponent of the claimer; when all have accepted, the tricks are the claimer's."""
    side, following = state.dealt.game.side, state.contract.following
    claimer = state.moment.turn
    while (asked := following[asked]) != claimer:
        if side[asked] != side[claimer]:
            here = _moved(state, _CLAIMED)
            return replace(state, setting=here, turn=asked, legal=_ANSWERS, playable=0, before=state, did=action)
    rest = HAND_SIZE - sum(state.tricks)
    taken = state.taken + tricks_won(side[claimer], rest)
    return finish(state, action, Moment(claimer, claimer, claimer), taken, state.live)


def _moved(state: State, room: Room) -> Setting:
    """The setting of another phase."""
    return replace(state.setting, room=room)


_ANSWERS: Final = (ACCEPT, REFUSE)
_CLAIMABLE: Final = Room(Phase.PLAY, _claim, claims=True)
_CLAIMED: Final = Room(Phase.CLAIM, _answer)
