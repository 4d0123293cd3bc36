"""The bidding: two rounds (rules 3 and 5), or the dealer's blind call on the Benny (house rule)."""

from __future__ import annotations

from typing import Final

from .actions import CALLS, ORDER_ALONE, PASS, Action
from .cards import PRINTED, SUITS
from .contract import Contract
from .declaring import ask_declarations
from .exchange import ask_dealer, take_upcard
from .phases import Phase
from .playing import throw_in
from .state import Dealt, Room, Setting, State, ask


def open_bidding(dealt: Dealt, hands: tuple[int, ...], before: State | None = None, did: Action | None = None) -> State:
    """Ask eldest about the upcard; the dealer, when the upcard is the Benny."""
    game = dealt.game
    opening = game.opening[dealt.dealer]
    if dealt.suit is None:
        return ask(Setting(dealt, opening, _NAMING, hands, dealt.score), dealt.dealer, _ANY_SUIT, before, did)
    here = Setting(dealt, opening, _BIDDING_1, hands, dealt.score)
    eldest = game.left[dealt.dealer]
    legal = game.orders if game.free else _orders(dealt, hands, eldest)
    return State(here, eldest, legal, before, did, opening.ranks.empty)


def _orders(dealt: Dealt, hands: tuple[int, ...], seat: int) -> tuple[Action, ...]:
    """What a seat may say to the upcard, where house rules limit it."""
    game = dealt.game
    assert dealt.suit is not None
    if game.rules.need_suit == "caller" and not hands[seat] & PRINTED[dealt.suit]:
        return (PASS,)
    if game.rules.partner_order == "alone_only" and seat == (dealt.dealer + 2) % 4:
        return (PASS, ORDER_ALONE)
    return game.orders


def _name_blind(state: State, seat: int, action: Action) -> State:
    """The dealer sees the hand now, takes the Benny whatever the rules say of other upcards, and discards."""
    return take_upcard(_called(state, seat, action), state, action, state.setting.hands[seat])


def _bid_on_upcard(state: State, seat: int, action: Action) -> State:
    here = state.setting
    dealt = here.dealt
    game = dealt.game
    assert dealt.suit is not None
    if action.do is not _PASS:
        alone = (seat,) if action.alone else ()
        return ask_dealer(game.contracts[dealt.dealer, dealt.suit, seat, alone], state, action)
    following = game.left[seat]
    if seat == dealt.dealer:
        there = Setting(dealt, here.contract, _BIDDING_2, here.hands, here.score)
        return ask(there, following, _calls(dealt, following), state, action)
    orders = game.orders if game.free else _orders(dealt, here.hands, following)
    return ask(here, following, orders, state, action)


def _bid_on_suit(state: State, seat: int, action: Action) -> State:
    here = state.setting
    dealt = here.dealt
    if action.suit is not None:
        return ask_declarations(dealt, _called(state, seat, action), here.hands, state, action)
    if seat == dealt.dealer:
        return throw_in(state, action)
    following = dealt.game.left[seat]
    return ask(here, following, _calls(dealt, following), state, action)


def _called(state: State, seat: int, action: Action) -> Contract:
    dealt = state.setting.dealt
    assert action.suit is not None
    return dealt.game.contracts[dealt.dealer, action.suit, seat, (seat,) if action.alone else ()]


def _calls(dealt: Dealt, seat: int) -> tuple[Action, ...]:
    """What a seat may say in the second round."""
    assert dealt.suit is not None
    return dealt.game.calls[dealt.suit, seat == dealt.dealer]


_ANY_SUIT: Final = tuple(CALLS[suit] for suit in SUITS)
_PASS: Final = PASS.do  # an attribute of an enum costs more than a global
_NAMING: Final = Room(Phase.NAME, _name_blind)
_BIDDING_1: Final = Room(Phase.BID1, _bid_on_upcard)
_BIDDING_2: Final = Room(Phase.BID2, _bid_on_suit)
