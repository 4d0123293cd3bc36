"""The farmer's hand: what a hand of nothing but 9s and 10s may ask for before the bidding (house rule)."""

from __future__ import annotations

from itertools import combinations
from typing import Final

from .actions import FARMER, KEEP, SWAPPED, Action, Do
from .bidding import open_bidding
from .cards import CARDS, cards_of, mask_of
from .phases import Phase
from .playing import throw_in
from .state import Dealt, Log, Offer, State, early
from .trumps import TABLES

_LOW: Final = mask_of(tuple(card for card in CARDS if card[0] in "9T"))


def open_deal(dealt: Dealt) -> State:
    """Ask the first question of a deal."""
    if dealt.game.rules.farmers_hand == "off":
        return open_bidding(dealt, dealt.hands, None)
    return _ask_farmers(dealt, dealt.hands, None, 0)


def _ask_farmers(dealt: Dealt, hands: tuple[int, ...], log: Log, asked: int) -> State:
    """Ask the next holder of a farmer's hand, clockwise from eldest; ``asked`` seats have had their turn."""
    for seat in dealt.game.clockwise(dealt.dealer)[asked:]:
        if not hands[seat] & ~_LOW:
            return early(dealt, Phase.FARMER, seat, dealt.game.opening[dealt.dealer], hands, log, _FARMER)
    return open_bidding(dealt, hands, log)


def _answer(state: State, seat: int, action: Action) -> State:
    dealt, hands, log = state.dealt, state.hands, (seat, action, state.log)
    if action.do is Do.KEEP:
        return _ask_farmers(dealt, hands, log, _asked(dealt, seat))
    if dealt.game.rules.farmers_hand == "redeal":
        return throw_in(dealt, hands, log)
    held = cards_of(hands[seat], TABLES["NT"].order)
    swaps = tuple(Action(Do.SWAP, cards=(a, b, c)) for a, b, c in combinations(held, SWAPPED))
    return early(dealt, Phase.SWAP, seat, state.contract, hands, log, Offer(swaps, _swap))


def _swap(state: State, seat: int, action: Action) -> State:
    """The chosen cards go to the bottom of the kitty, the first of the kitty come in."""
    dealt, hands = state.dealt, state.hands
    held = hands[seat] ^ mask_of(action.cards) | mask_of(dealt.stock[:SWAPPED])
    hands = (*hands[:seat], held, *hands[seat + 1 :])
    dealt = dealt._replace(stock=(*dealt.stock[SWAPPED:], *action.cards))
    return _ask_farmers(dealt, hands, (seat, action, state.log), _asked(dealt, seat))


def _asked(dealt: Dealt, seat: int) -> int:
    return dealt.game.clockwise(dealt.dealer).index(seat) + 1


_FARMER: Final = Offer((KEEP, FARMER), _answer)
