"""Tricks, and the end of a deal."""

from __future__ import annotations

from operator import add
from typing import Final

from .actions import CLAIM, Action
from .contract import Contract
from .course import Moment
from .phases import Phase
from .reasons import may, refusal
from .scoring import winner
from .state import Dealt, Draft, Room, State, ask, freeze, new, setting


def apply(state: State, seat: int, action: Action) -> State:
    """Do something.

    Args:
        state: the position.
        seat: who does it.
        action: what.

    Returns:
        The position after it.

    Raises:
        IllegalAction: it is not legal now; the error carries the reason as a code.
    """
    here = state.setting
    index = action.index
    bit = here.bits[index]
    if seat != state.turn or not bit & state.playable:
        return _apply_other(state, seat, action)
    # From here on a card is played. This is the engine's inner loop, so it is written out, slot by slot.
    before = state.standing
    standing = before.after[index]
    moment = state.moment
    moment = moment.loses if standing is before else moment.wins
    turn = moment.turn
    live = state.live ^ bit
    mask = here.hands[turn] & live
    draft = new(Draft)
    if moment.lead:
        if not live:
            return finish(state, action, moment, 0)
        ranks = here.ranks
        legal = ranks.high[mask & ranks.half_mask] + ranks.low[mask >> ranks.half]
        draft.legal = (*legal, CLAIM) if here.room.claims and len(legal) > 1 else legal
        draft.standing = ranks.empty
    else:
        own = mask & standing.follow
        if own:
            mask = own
            draft.legal = standing.plays[mask >> standing.shift]
        else:
            ranks = here.ranks
            draft.legal = ranks.high[mask & ranks.half_mask] + ranks.low[mask >> ranks.half]
        draft.standing = standing
    draft.setting = here
    draft.turn = turn
    draft.playable = mask
    draft.moment = moment
    draft.live = live
    draft.before = state
    draft.did = action
    draft.__class__ = State
    return draft  # type: ignore[return-value]  # it has just become one


def _apply_other(state: State, seat: int, action: Action) -> State:
    """Do something else than play a card, or refuse it."""
    step = state.setting.room.step
    if step is not None and seat == state.turn and may(state, action):
        return step(state, seat, action)
    raise refusal(state, seat, action)


def begin_play(dealt: Dealt, contract: Contract, hands: tuple[int, ...], before: State, did: Action) -> State:
    """Ask for the first lead."""
    hands = tuple(map(contract.ranks.ranked, hands))
    live = sum(hands)
    for seat in contract.out:
        live -= hands[seat]
    draft = new(Draft)
    draft.setting = setting(dealt, contract, PLAYING, hands, dealt.score)
    draft.turn = contract.first
    draft.playable = hands[contract.first]
    draft.legal = contract.ranks.plays(draft.playable)
    draft.before = before
    draft.did = did
    draft.moment = contract.start
    draft.live = live
    draft.standing = contract.ranks.empty
    return freeze(draft)


def finish(state: State, did: Action, moment: Moment, live: int) -> State:
    """End a deal: count the points of the tricks taken. ``live`` are the cards that were never played."""
    here = state.setting
    contract, dealt = here.contract, here.dealt
    assert contract.maker is not None
    points = contract.points[moment.taken >> 4 * dealt.game.side[contract.maker] & 15]
    score = tuple(map(add, dealt.score, points))
    room = DEAL_OVER if winner(dealt.game.rules, score) is None else GAME_OVER
    draft = new(Draft)
    draft.setting = setting(dealt, contract, room, here.hands, score)
    draft.turn = None
    draft.legal = ()
    draft.playable = 0
    draft.before = state
    draft.did = did
    draft.moment = moment
    draft.live = live
    draft.standing = contract.ranks.empty
    return freeze(draft)


def throw_in(state: State, did: Action) -> State:
    """End a deal without play."""
    here = state.setting
    return ask(setting(here.dealt, here.contract, DEAL_OVER, here.hands, here.dealt.score), None, (), state, did)


PLAYING: Final = Room(Phase.PLAY)
START: Final = Room(Phase.START)
DEAL_OVER: Final = Room(Phase.DEAL_OVER)
GAME_OVER: Final = Room(Phase.GAME_OVER)
