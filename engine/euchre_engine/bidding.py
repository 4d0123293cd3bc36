"""The bidding: two rounds (rules 3 and 5), or the dealer's blind call on the Benny (house rule)."""

from __future__ import annotations

from typing import Final

from .actions import CALLS, CALLS_ALONE, ORDER, ORDER_ALONE, PASS, Action, Do
from .cards import PRINTED, SUITS, TRUMPS, Suit, printed_suit
from .contract import Contract, Game
from .declaring import ask_declarations
from .exchange import ask_dealer, take_upcard
from .phases import Phase
from .playing import throw_in
from .state import Dealt, Log, Offer, State, early


def open_bidding(dealt: Dealt, hands: tuple[int, ...], log: Log) -> State:
    """Ask eldest about the upcard; the dealer, when the upcard is the Benny."""
    assert dealt.upcard is not None
    suit = printed_suit(dealt.upcard)
    if suit is None:
        return early(dealt, Phase.NAME, dealt.dealer, dealt.game.opening[dealt.dealer], hands, log, _NAME)
    return _ask_about_upcard(dealt, (dealt.dealer + 1) % dealt.game.players, suit, hands, log)


def _name_blind(state: State, seat: int, action: Action) -> State:
    """The dealer sees the hand now, takes the Benny whatever the rules say of other upcards, and discards."""
    contract = _called(state.dealt, seat, action)
    return take_upcard(state.dealt, contract, state.hands, (seat, action, state.log), state.hands[seat])


def _ask_about_upcard(dealt: Dealt, seat: int, suit: Suit, hands: tuple[int, ...], log: Log) -> State:
    game = dealt.game
    able = game.rules.need_suit == "none" or bool(hands[seat] & PRINTED[suit])
    only_alone = game.rules.partner_order == "alone_only" and seat == game.partner(dealt.dealer)
    offer = _about_upcard(game, able, only_alone)
    return early(dealt, Phase.BID1, seat, game.opening[dealt.dealer], hands, log, offer)


def _about_upcard(game: Game, able: bool, only_alone: bool) -> Offer:
    key = able, only_alone
    offer = game.bid1_offers.get(key)
    if offer is None:
        together = (ORDER,) if able and not only_alone else ()
        alone = (ORDER_ALONE,) if able and game.rules.alone != "none" else ()
        offer = game.bid1_offers[key] = Offer((PASS, *together, *alone), _bid_on_upcard)
    return offer


def _bid_on_upcard(state: State, seat: int, action: Action) -> State:
    dealt, hands, log = state.dealt, state.hands, (seat, action, state.log)
    assert dealt.upcard is not None
    suit = printed_suit(dealt.upcard)
    assert suit is not None
    if action.do is Do.ORDER:
        contract = dealt.game.contract(dealt.dealer, suit, seat, (seat,) if action.alone else ())
        return ask_dealer(dealt, contract, hands, log)
    following = (seat + 1) % dealt.game.players
    if seat == dealt.dealer:
        return _ask_for_suit(dealt, following, suit, hands, log)
    return _ask_about_upcard(dealt, following, suit, hands, log)


def _ask_for_suit(dealt: Dealt, seat: int, turned_down: Suit, hands: tuple[int, ...], log: Log) -> State:
    offer = _any_suit_but(dealt.game, turned_down, seat == dealt.dealer)
    return early(dealt, Phase.BID2, seat, dealt.game.opening[dealt.dealer], hands, log, offer)


def _any_suit_but(game: Game, turned_down: Suit, dealer: bool) -> Offer:
    key = turned_down, dealer
    offer = game.bid2_offers.get(key)
    if offer is None:
        actions = [] if dealer and game.rules.all_pass == "stick" else [PASS]
        for trump in TRUMPS if game.rules.no_trump else SUITS:
            if trump != turned_down:
                actions.append(CALLS[trump])
                if game.rules.alone != "none":
                    actions.append(CALLS_ALONE[trump])
        offer = game.bid2_offers[key] = Offer(tuple(actions), _bid_on_suit)
    return offer


def _bid_on_suit(state: State, seat: int, action: Action) -> State:
    dealt, hands, log = state.dealt, state.hands, (seat, action, state.log)
    if action.do is Do.CALL:
        return ask_declarations(dealt, _called(dealt, seat, action), hands, log)
    if seat == dealt.dealer:
        return throw_in(dealt, hands, log)
    assert dealt.upcard is not None
    turned_down = printed_suit(dealt.upcard)
    assert turned_down is not None
    return _ask_for_suit(dealt, (seat + 1) % dealt.game.players, turned_down, hands, log)


def _called(dealt: Dealt, seat: int, action: Action) -> Contract:
    assert action.suit is not None
    return dealt.game.contract(dealt.dealer, action.suit, seat, (seat,) if action.alone else ())


_NAME: Final = Offer(tuple(CALLS[suit] for suit in SUITS), _name_blind)
