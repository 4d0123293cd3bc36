"""What happened in a deal so far, read back from its log."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from .actions import Action, Do
from .cards import Card, Trump, printed_suit

if TYPE_CHECKING:
    from .state import State

_SAID: Final = frozenset(Do) - {Do.PLAY, Do.DISCARD, Do.GIVE, Do.SWAP, Do.CLAIM, Do.ACCEPT, Do.REFUSE}


@dataclass(frozen=True, slots=True)
class Said:
    """One step before the first lead that everybody hears; ``order`` carries the suit that it makes trump."""

    seat: int
    do: Do
    suit: Trump | None = None
    alone: bool = False


@dataclass(frozen=True, slots=True)
class Laid:
    """A card on the table and the seat that played it."""

    seat: int
    card: Card


Trick = tuple[Laid, ...]


def actions_of(state: State) -> list[tuple[int, Action]]:
    """Every action of this deal with its seat, oldest first."""
    found: list[tuple[int, Action]] = []
    log = state.log
    while log is not None:
        seat, action, log = log
        found.append((seat, action))
    found.reverse()
    return found


def said_in(state: State) -> tuple[Said, ...]:
    """Bids, take and leave, declarations and farmer's hands of this deal."""
    upcard = state.dealt.upcard
    ordered = printed_suit(upcard) if upcard else None
    return tuple(
        Said(seat, action.do, ordered if action.do is Do.ORDER else action.suit, action.alone)
        for seat, action in actions_of(state)
        if action.do in _SAID
    )


def tricks_in(state: State) -> tuple[Trick, ...]:
    """The tricks of this deal; the last one may be unfinished."""
    laid = [
        Laid(seat, action.card)
        for seat, action in actions_of(state)
        if action.do is Do.PLAY and action.card is not None
    ]
    size = trick_size(state)
    return tuple(tuple(laid[first : first + size]) for first in range(0, len(laid), size))


def trick_size(state: State) -> int:
    """How many cards make a trick in this deal."""
    return state.rules.players - len(state.contract.out)


def upcard_taken(state: State) -> bool:
    """Whether the dealer has put the upcard into the hand, or is about to choose what goes for it."""
    contract, upcard = state.contract, state.dealt.upcard
    said = said_in(state)
    if contract.maker is None or upcard is None or any(step.do is Do.LEAVE for step in said):
        return False
    call = next(step for step in said if step.do in (Do.ORDER, Do.CALL))
    if call.do is Do.CALL and printed_suit(upcard) is not None:  # a call on the Benny is a call for the upcard
        return False
    sat_out = (
        call.alone and call.seat != state.dealer and state.rules.players == 4 and call.seat % 2 == state.dealer % 2
    )
    waiting = state.phase == "exchange"
    return not sat_out and not waiting


def exchanged_for_upcard(state: State) -> Card | None:
    """The card that the dealer put away for the upcard; a discard right after a gift was for the gift."""
    before: Do | None = None
    for _, action in actions_of(state):
        if action.do is Do.DISCARD and before is not Do.GIVE:
            return action.card
        before = action.do
    return None


def gifts_in(state: State) -> tuple[Laid, ...]:
    """The cards that partners gave to loners."""
    return tuple(
        Laid(seat, action.card)
        for seat, action in actions_of(state)
        if action.do is Do.GIVE and action.card is not None
    )


def claimer_in(state: State) -> int | None:
    """The seat that laid its cards open with a claim in this deal."""
    return next((seat for seat, action in actions_of(state) if action.do is Do.CLAIM), None)


def put_away(state: State, seat: int) -> tuple[Card, ...]:
    """The cards this seat discarded, oldest first."""
    return tuple(
        action.card
        for who, action in actions_of(state)
        if who == seat and action.do is Do.DISCARD and action.card is not None
    )
