"""What happened in a deal so far, read back from its log."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import Struct
from msgspec.structs import replace

from .actions import NO_PLAY, Action, Do
from .cards import CARDS, Card, Trump
from .hands import held_by, in_play

if TYPE_CHECKING:
    from .state import State

_HEARD: Final = frozenset((Do.PASS, Do.ORDER, Do.CALL, Do.TAKE, Do.LEAVE, Do.ALONE, Do.TOGETHER, Do.FARMER, Do.KEEP))


class Said(Struct, frozen=True):
    """One step before the first lead that everybody hears; ``order`` carries the suit that it makes trump."""

    seat: int
    do: Do
    suit: Trump | None = None
    alone: bool = False


class Laid(Struct, frozen=True):
    """A card on the table and the seat that played it."""

    seat: int
    card: Card


Trick = tuple[Laid, ...]

_LAID: Final = tuple(tuple(Laid(seat, card) for card in CARDS) for seat in range(4))
"""Every card in every seat's place: a view has up to twenty of them, and making one costs more than all else in it."""


class History(Struct, frozen=True):
    """A deal's actions, sorted by what they are; oldest first.

    ``tricks`` has the unfinished trick too, as its last. ``exchanged`` is what the dealer put away for the upcard.
    ``moved`` are the cards that moved under a house rule: swaps, gifts and the discards for them.
    """

    said: tuple[Said, ...]
    tricks: tuple[Trick, ...]
    discards: tuple[Laid, ...]
    exchanged: Card | None
    moved: tuple[tuple[int, Action], ...]
    claimer: int | None

    def discard_of(self, seat: int | None) -> Card | None:
        """What this seat put away last."""
        return next((discard.card for discard in reversed(self.discards) if discard.seat == seat), None)

    def gift_of(self, seat: int | None) -> Card | None:
        """The card that this seat gave to its partner, or was given."""
        if seat is None:
            return None
        return next((act.card for giver, act in self.moved if act.do is Do.GIVE and giver % 2 == seat % 2), None)


def actions_of(state: State) -> list[tuple[int, Action]]:
    """Every action of this deal with its seat, oldest first."""
    found: list[tuple[int, Action]] = []
    here = state
    while (before := here.before) is not None:
        assert here.did is not None
        assert before.turn is not None
        found.append((before.turn, here.did))
        here = before
    found.reverse()
    return found


def history_of(state: State) -> History:
    """Read a deal back."""
    said: list[Said] = []
    laid: list[Laid] = []
    discards: list[Laid] = []
    moved: list[tuple[int, Action]] = []
    exchanged: Card | None = None
    claimer: int | None = None
    ordered = state.dealt.suit
    for seat, action in actions_of(state):
        if action.index != NO_PLAY:  # first and without an enum's attribute, for most actions are plays
            laid.append(_LAID[seat][action.index])
            continue
        do, card = action.do, action.card
        if card is None:
            if do in _HEARD:
                said.append(Said(seat, do, ordered if do is Do.ORDER else action.suit, action.alone))
            elif do is Do.SWAP:
                moved.append((seat, action))
            elif do is Do.CLAIM:
                claimer = seat
        elif do is Do.GIVE:
            moved.append((seat, action))
        else:
            discards.append(Laid(seat, card))
            if moved and moved[-1][1].do is Do.GIVE:
                moved.append((seat, action))
            else:
                exchanged = card
    size = trick_size(state)
    tricks = tuple(tuple(laid[first : first + size]) for first in range(0, len(laid), size))
    return History(tuple(said), tricks, tuple(discards), exchanged, tuple(moved), claimer)


def carried_on(before: History, state: State) -> History:
    """The history of a deal, given that of the position before: of most positions it is one card more."""
    if state.before is None or state.before.turn is None or state.did is None or state.did.index == NO_PLAY:
        return history_of(state)
    laid, tricks = _LAID[state.before.turn][state.did.index], before.tricks
    if tricks and len(tricks[-1]) < trick_size(state):
        return replace(before, tricks=(*tricks[:-1], (*tricks[-1], laid)))
    return replace(before, tricks=(*tricks, (laid,)))


def trick_size(state: State) -> int:
    """How many cards make a trick in this deal."""
    return state.rules.players - len(state.contract.out)


def upcard_taken(state: State, exchanged: Card | None) -> bool:
    """Whether the dealer has taken the upcard: has put a card away for it, or is about to."""
    return exchanged is not None or (not in_play(state) and state.dealt.upcard in held_by(state, state.dealer))
