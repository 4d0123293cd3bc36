"""Tricks, and the end of a deal."""

from __future__ import annotations

from typing import Final

from .actions import Action
from .cards import TRUMPS, Trump
from .contract import Contract
from .lists import PLAY_LISTS, Cache
from .phases import Phase
from .scoring import winner
from .state import Dealt, Draft, Log, Offer, State, early, freeze

_PLAY: Final = Phase.PLAY  # an attribute of an enum costs more than a global


def play(state: State, seat: int, action: Action) -> State:
    """Put a card on the table, and take the trick when it is the last one.

    This is the engine's inner loop: every state of play is made here, slot by slot.
    """
    contract = state.contract
    hands = state.hands
    index = action.index
    live = state.live ^ action.bit
    leader = state.leader
    follow = state.follow
    draft = Draft()
    if follow:
        powers = state.powers
        power = powers[index]
        if power > state.best:
            draft.best = power
            winning = seat
        else:
            draft.best = state.best
            winning = state.winning
    else:
        powers = contract.table.powers[index]
        follow = contract.table.follow[index]
        draft.best = powers[index]
        leader = winning = seat
    turn = contract.following[seat]
    if turn == leader:
        taken = state.taken + contract.unit[winning]
        if not live:
            return finish(state, (seat, action, state.log), taken, winning, live)
        turn = winning
        draft.taken = taken
        draft.follow = 0
        draft.offer = contract.leads[hands[turn] & live]
    else:
        draft.taken = state.taken
        draft.follow = follow
        mask = hands[turn] & live
        draft.offer = contract.follows[mask & follow or mask]
    draft.powers = powers
    draft.winning = winning
    draft.leader = leader
    draft.turn = turn
    draft.live = live
    draft.hands = hands
    draft.contract = contract
    draft.dealt = state.dealt
    draft.phase = _PLAY
    draft.score = state.score
    draft.log = (seat, action, state.log)
    draft.__class__ = State
    return draft  # type: ignore[return-value]  # it has just become one


def _offers(trump: Trump) -> Cache[Offer]:
    lists = PLAY_LISTS[trump]
    return Cache(lambda mask: Offer(lists[mask], play))


OFFERS: Final[dict[Trump, Cache[Offer]]] = {trump: _offers(trump) for trump in TRUMPS}
"""What may be played, by trump and the mask of the cards that may."""


def begin_play(dealt: Dealt, contract: Contract, hands: tuple[int, ...], log: Log) -> State:
    """Ask for the first lead."""
    live = 0
    for seat, mask in enumerate(hands):
        if seat not in contract.out:
            live |= mask
    draft = Draft()
    draft.dealt = dealt
    draft.phase = _PLAY
    draft.turn = draft.leader = contract.first
    draft.contract = contract
    draft.hands = hands
    draft.live = live
    draft.follow = 0
    draft.powers = ()
    draft.best = 0
    draft.winning = -1
    draft.taken = 0
    draft.score = dealt.score
    draft.log = log
    draft.offer = contract.leads[hands[contract.first]]
    return freeze(draft)


NOTHING: Final = Offer((), play)
"""The offer between deals, when nobody is asked."""


def finish(state: State, log: Log, taken: int, winning: int, live: int) -> State:
    """End a deal: count the points of the tricks taken. ``live`` are the cards that were never played."""
    contract, dealt = state.contract, state.dealt
    assert contract.maker is not None
    side = dealt.game.side[contract.maker]
    points = contract.points[taken >> 4 * side & 15]
    score = tuple([old + new for old, new in zip(dealt.score, points, strict=True)])
    draft = Draft()
    draft.dealt = dealt
    draft.phase = Phase.DEAL_OVER if winner(dealt.game.rules, score) is None else Phase.GAME_OVER
    draft.turn = None
    draft.contract = contract
    draft.hands = state.hands
    draft.live = live
    draft.leader = -1
    draft.follow = 0
    draft.powers = ()
    draft.best = 0
    draft.winning = winning
    draft.taken = taken
    draft.score = score
    draft.log = log
    draft.offer = NOTHING
    return freeze(draft)


def throw_in(dealt: Dealt, hands: tuple[int, ...], log: Log) -> State:
    """End a deal without play."""
    return early(dealt, Phase.DEAL_OVER, None, dealt.game.opening[dealt.dealer], hands, log, NOTHING)
