"""Why something is not legal: one code for each reason, and what a person would look for in vain."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from .actions import CALLS, DISCARDS, ORDER, ORDER_ALONE, PASS, PLAYS, Action, Do
from .cards import INDEX, SUITS, Card
from .errors import IllegalAction, Reason
from .hands import held_by
from .history import history_of
from .phases import Phase
from .state import State

SENTENCES: Final[dict[str, str]] = {
    "wrong_phase": "that is not what is asked now",
    "not_your_turn": "it is another seat's turn",
    "not_in_hand": "it is not in the hand",
    "follow": "the suit led must be followed",
    "stuck": "all others have passed, so the dealer must name a suit",
    "turned_down": "this suit was turned down",
    "upcard": "the card just taken may not be put away",
    "need_suit": "whoever makes this suit trump must hold a card of it",
    "alone_only": "the dealer's partner may only assist alone",
    "no_alone": "nobody goes alone with a call under these rules",
    "no_trump": "there is no game without a trump here",
    "benny": "the Benny was turned up, so the dealer must name a suit, and not alone",
    "no_claims": "nothing is claimed under these rules",
    "not_leading": "only the seat to lead may claim",
    "claimed": "there was a claim in this deal already",
    "last_trick": "the last trick is not claimed",
}
"""Every code with its meaning."""

_WORDS: Final[dict[Phase, tuple[Do, ...]]] = {
    Phase.FARMER: (Do.FARMER, Do.KEEP),
    Phase.SWAP: (Do.SWAP,),
    Phase.NAME: (Do.PASS, Do.CALL),
    Phase.BID1: (Do.PASS, Do.ORDER),
    Phase.BID2: (Do.PASS, Do.CALL),
    Phase.EXCHANGE: (Do.TAKE, Do.LEAVE),
    Phase.DISCARD: (Do.DISCARD,),
    Phase.DECLARE: (Do.ALONE, Do.TOGETHER),
    Phase.GIVE: (Do.GIVE,),
    Phase.PLAY: (Do.PLAY, Do.CLAIM),
    Phase.CLAIM: (Do.ACCEPT, Do.REFUSE),
}
"""The words that can answer what a phase asks."""


def may(state: State, action: Action) -> bool:
    """Whether the seat whose turn it is may do this; the order of swapped cards is not compared."""
    return any(one.same(action) for one in state.legal)


def why_not(state: State, seat: int, action: Action) -> Reason | None:
    """Why a seat may not do this now.

    Returns:
        The reason; none if the action is legal.
    """
    if seat == state.turn and may(state, action):
        return None
    return reason(state, seat, action)


def reason(state: State, seat: int, action: Action) -> Reason:
    """The reason for an action that is not legal."""
    if state.turn is None:
        return Reason("wrong_phase")
    if seat != state.turn:
        return Reason("not_your_turn")
    if action.do not in _WORDS[state.phase]:
        return Reason("wrong_phase")
    if action.card is not None:
        return _about_card(state, seat, action.card)
    if action.do is Do.SWAP:
        held = held_by(state, seat)
        return Reason("not_in_hand", cards=tuple(card for card in action.cards if card not in held))
    if action.do is Do.CLAIM:
        return _about_claim(state)
    if action.do is Do.ORDER:
        return _about_order(state, action)
    return _about_call(state, action)


def _about_card(state: State, seat: int, card: Card) -> Reason:
    held = held_by(state, seat)
    if card not in held:
        return Reason("not_in_hand", cards=(card,))
    if state.phase is Phase.DISCARD:
        return Reason("upcard", cards=(card,))
    led, table = state.standing.suit, state.contract.table
    return Reason("follow", led, tuple(own for own in held if table.suit_of(own) == led))


def _about_claim(state: State) -> Reason:
    if not state.rules.claims:
        return Reason("no_claims")
    if state.standing.follow:
        return Reason("not_leading")
    return Reason("last_trick" if history_of(state).claimer is None else "claimed")


def _about_order(state: State, action: Action) -> Reason:
    if ORDER_ALONE in state.legal:
        return Reason("alone_only")
    suit = state.dealt.suit
    if suit is not None and len(state.legal) == 1 and (not action.alone or state.rules.alone != "none"):
        return Reason("need_suit", suit)
    return Reason("no_alone")


def _about_call(state: State, action: Action) -> Reason:
    if action.suit == "NT" and not state.rules.no_trump:
        return Reason("no_trump")
    if state.phase is Phase.NAME:
        return Reason("benny")
    if action.do is Do.PASS:
        return Reason("stuck")
    if action.suit is not None and action.suit == state.dealt.suit:
        return Reason("turned_down", action.suit)
    return Reason("no_alone")


def refusal(state: State, seat: int, action: Action) -> IllegalAction:
    """The error for an action that is not legal."""
    why = reason(state, seat, action)
    return IllegalAction(why, _explain(why, seat, action))


def _explain(why: Reason, seat: int, action: Action) -> str:
    """The reason as a sentence for logs and record checks; screens word the code themselves."""
    about = f" ({' '.join(why.cards)})" if why.cards else ""
    return f"seat {seat} may not {action}: {SENTENCES[why.code]}{about}"


def dead_actions(state: State, seat: int) -> tuple[tuple[Action, Reason], ...]:
    """What a person in this seat would look for and may not choose now, each with its reason.

    Returns:
        The dead cards of the hand, the pass of the stuck dealer, the suit that was turned down, the card just
        taken; nothing when it is another seat's turn.
    """
    if seat != state.turn:
        return ()
    legal = set(state.legal)
    dead = [action for action in _looked_for(state, seat) if action not in legal]
    if len(dead) > 1 and state.phase is Phase.PLAY:  # most of the time that a host spends here
        why = reason(state, seat, dead[0])  # no card says anything about itself: the same suit must be followed
        return tuple([(action, why) for action in dead])
    return tuple([(action, reason(state, seat, action)) for action in dead])


def _looked_for(state: State, seat: int) -> Iterable[Action]:
    phase = state.phase
    if phase in _CARDS:
        actions = PLAYS if phase is Phase.PLAY else DISCARDS
        return [actions[INDEX[card]] for card in state.contract.table.shown_hand(held_by(state, seat))]
    if phase is Phase.NAME:
        return (PASS,)
    if phase is Phase.BID1:
        return (PASS, ORDER)
    if phase is Phase.BID2:
        return (PASS, *(CALLS[suit] for suit in SUITS))
    return ()


_CARDS: Final = (Phase.PLAY, Phase.DISCARD)
