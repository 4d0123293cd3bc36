"""Tricks, and the end of a deal."""

from __future__ import annotations

from collections.abc import Sequence
from operator import add
from typing import Final

from .actions import CLAIM, Action
from .contract import Contract
from .course import Moment, tricks_of
from .phases import Phase
from .reasons import may, refusal
from .scoring import winner
from .state import Dealt, Room, Setting, State, ask


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
    standing = state.standing
    index = action.index
    bit = standing.bits[index]
    if seat != state.turn or not bit & state.playable:
        return _apply_other(state, seat, action)
    # From here on a card is played. This is the engine's inner loop: nothing is called that need not be.
    after = standing.after[index]
    moment = state.moment.loses if after is standing else state.moment.wins
    here = state.setting
    turn = moment.turn
    live = state.live ^ bit
    hand = here.hands[turn] & live
    taken = state.taken
    if moment.lead:
        taken += moment.won
        if not live:
            return finish(state, action, moment, taken, 0)
        after = here.contract.ranks.empty
    elif suited := hand & after.follow:
        return State(here, turn, after.suited[suited >> after.shift], state, action, after, moment, taken, suited, live)
    legal = standing.high[hand & 255] + standing.middle[hand >> 8 & 255] + standing.low[hand >> 16]
    if moment.lead and here.room.claims and len(legal) > 1:
        legal = (*legal, CLAIM)
    return State(here, turn, legal, state, action, after, moment, taken, hand, live)


def _apply_other(state: State, seat: int, action: Action) -> State:
    """Do something else than play a card, or refuse it."""
    step = state.setting.room.step
    if step is not None and seat == state.turn:
        for one in state.legal:
            if one is action:  # what was offered comes back as that very object: no need to compare its fields
                return step(state, seat, action)
        if may(state, action):
            return step(state, seat, action)
    raise refusal(state, seat, action)


def begin_play(dealt: Dealt, contract: Contract, hands: Sequence[int], before: State, did: Action) -> State:
    """Ask for the first lead."""
    ranks = contract.ranks
    ranked = ranks.ranked_hands(hands)
    live = sum(ranked)
    for seat in contract.out:
        live -= ranked[seat]
    here = Setting(dealt, contract, PLAYING, ranked, dealt.score)
    turn = contract.first
    hand = ranked[turn]
    return State(here, turn, ranks.plays_of(hand), before, did, ranks.empty, contract.start, 0, hand, live)


def finish(state: State, did: Action, moment: Moment, taken: int, live: int) -> State:
    """End a deal: count the points of the tricks taken. ``live`` are the cards that were never played."""
    here = state.setting
    contract, dealt = here.contract, here.dealt
    assert contract.maker is not None
    points = contract.points[tricks_of(taken, dealt.game.side[contract.maker])]
    score = tuple(map(add, dealt.score, points))
    room = DEAL_OVER if winner(dealt.game.rules, score) is None else GAME_OVER
    there = Setting(dealt, contract, room, here.hands, score)
    return State(there, None, (), state, did, contract.ranks.empty, moment, taken, 0, live)


def throw_in(state: State, did: Action) -> State:
    """End a deal without play."""
    here = state.setting
    return ask(Setting(here.dealt, here.contract, DEAL_OVER, here.hands, here.dealt.score), None, (), state, did)


PLAYING: Final = Room(Phase.PLAY)
START: Final = Room(Phase.START)
DEAL_OVER: Final = Room(Phase.DEAL_OVER)
GAME_OVER: Final = Room(Phase.GAME_OVER)
