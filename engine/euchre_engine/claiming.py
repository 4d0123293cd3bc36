"""Claiming all remaining tricks at a lead (house rule)."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from .actions import ACCEPT, CLAIM, REFUSE, Action, Do
from .phases import Phase
from .playing import PLAYING, finish
from .rules import HAND_SIZE
from .state import Draft, Room, Setting, SettingDraft, State, freeze


def claimable(state: State) -> State:
    """The same first lead where the seat to lead may claim as well; the setting has it so at later leads."""
    draft = _copy(state)
    draft.setting = _moved(state, _CLAIMABLE)
    draft.legal = (*state.legal, CLAIM)
    return freeze(draft)


def _claim(state: State, seat: int, action: Action) -> State:
    return _ask_opponent(state, action, seat)


def _answer(state: State, seat: int, action: Action) -> State:
    if action.do is Do.ACCEPT:
        return _ask_opponent(state, action, seat)
    claimer = state.moment.turn
    draft = _after(state, action)
    draft.setting = _moved(state, PLAYING)
    draft.turn = claimer
    draft.playable = state.setting.hands[claimer] & state.live
    draft.legal = state.setting.ranks.plays(draft.playable)
    return freeze(draft)


def _ask_opponent(state: State, action: Action, asked: int) -> State:
    """Ask the next active opponent of the claimer; when all have accepted, the tricks are the claimer's."""
    side, following = state.dealt.game.side, state.contract.following
    claimer = state.moment.turn
    while (asked := following[asked]) != claimer:
        if side[asked] != side[claimer]:
            draft = _after(state, action)
            draft.setting = _moved(state, _CLAIMED)
            draft.turn = asked
            draft.legal = _ANSWERS
            draft.playable = 0
            return freeze(draft)
    rest = HAND_SIZE - sum(state.tricks)
    taken = state.moment.taken + (rest << 4 * side[claimer])
    return finish(state, action, replace(state.moment, taken=taken, winning=claimer), state.live)


def _copy(state: State) -> Draft:
    draft = Draft()
    for name in Draft.__slots__:
        setattr(draft, name, getattr(state, name))
    return draft


def _after(state: State, did: Action) -> Draft:
    draft = _copy(state)
    draft.before = state
    draft.did = did
    return draft


def _moved(state: State, room: Room) -> Setting:
    """The setting of another phase."""
    draft = SettingDraft()
    for name in SettingDraft.__slots__:
        setattr(draft, name, getattr(state.setting, name))
    draft.room = room
    draft.__class__ = Setting
    return draft  # type: ignore[return-value]  # it has just become one


_ANSWERS: Final = (ACCEPT, REFUSE)
_CLAIMABLE: Final = Room(Phase.PLAY, _claim, claims=True)
_CLAIMED: Final = Room(Phase.CLAIM, _answer)
