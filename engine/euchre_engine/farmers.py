"""The farmer's hand: what a hand of nothing but 9s and 10s may ask for before the bidding (house rule)."""

from __future__ import annotations

from itertools import combinations
from typing import Final

from msgspec.structs import replace

from .actions import FARMER, KEEP, SWAPPED, Action, Do
from .bidding import open_bidding
from .cards import CARDS, mask_of
from .phases import Phase
from .playing import throw_in
from .state import Dealt, Room, Setting, State, ask

_LOW: Final = mask_of(tuple(card for card in CARDS if card[0] in "9T"))


def ask_farmers(
    dealt: Dealt, hands: tuple[int, ...], before: State | None = None, did: Action | None = None, asked: int = 0
) -> State:
    """Ask the next holder of a farmer's hand, clockwise from eldest, or go on when there is none.

    ``asked`` is how many seats have had their turn.
    """
    for seat in dealt.game.clockwise(dealt.dealer)[asked:]:
        if not hands[seat] & ~_LOW:
            here = Setting(dealt, dealt.game.opening[dealt.dealer], _FARMING, hands, dealt.score)
            return ask(here, seat, _ANSWERS, before, did)
    return open_bidding(dealt, hands, before, did)


def _answer(state: State, seat: int, action: Action) -> State:
    here = state.setting
    if action.do is Do.KEEP:
        return ask_farmers(here.dealt, here.hands, state, action, _place(here.dealt, seat))
    if here.dealt.game.rules.farmers_hand == "redeal":
        return throw_in(state, action)
    there = Setting(here.dealt, here.contract, _SWAPPING, here.hands, here.score)
    cards = here.contract.ranks.cards_of(here.contract.ranks.ranked(here.hands[seat]))
    swaps = tuple(Action(Do.SWAP, cards=three) for three in combinations(cards, SWAPPED))
    return ask(there, seat, swaps, state, action)


def _swap(state: State, seat: int, action: Action) -> State:
    """The chosen cards go to the bottom of the kitty, the first of the kitty come in."""
    here = state.setting
    stock = here.dealt.stock
    hands = list(here.hands)
    hands[seat] = hands[seat] ^ mask_of(action.cards) | mask_of(stock[:SWAPPED])
    dealt = replace(here.dealt, stock=(*stock[SWAPPED:], *action.cards))
    return ask_farmers(dealt, tuple(hands), state, action, _place(dealt, seat))


def _place(dealt: Dealt, seat: int) -> int:
    """A seat's place clockwise from eldest, counted from 1."""
    return dealt.game.clockwise(dealt.dealer).index(seat) + 1


_ANSWERS: Final = (KEEP, FARMER)
_FARMING: Final = Room(Phase.FARMER, _answer)
_SWAPPING: Final = Room(Phase.SWAP, _swap)
