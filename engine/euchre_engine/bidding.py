"""The two rounds of bidding (rules 3 and 5)."""

from __future__ import annotations

from .actions import CALLS, CALLS_ALONE, ORDER, ORDER_ALONE, PASS, Action, Do
from .cards import SUITS, Suit, printed_suit
from .contract import Game
from .declaring import ask_declarations
from .exchange import ask_dealer
from .phases import Phase
from .playing import throw_in
from .state import Dealt, Log, Offer, State, early


def ask_first_bid(dealt: Dealt, hands: tuple[int, ...], log: Log) -> State:
    """Ask eldest about the upcard."""
    seat = (dealt.dealer + 1) % dealt.game.players
    return _ask_about_upcard(dealt, seat, hands, log)


def _ask_about_upcard(dealt: Dealt, seat: int, hands: tuple[int, ...], log: Log) -> State:
    opening = dealt.game.opening[dealt.dealer]
    return early(dealt, Phase.BID1, seat, opening, hands, log, _about_upcard(dealt.game))


def _about_upcard(game: Game) -> Offer:
    offer = game.offers.get("upcard")
    if offer is None:
        alone = (ORDER_ALONE,) if game.rules.alone != "none" else ()
        offer = game.offers["upcard"] = Offer((PASS, ORDER, *alone), _bid_on_upcard)
    return offer


def _bid_on_upcard(state: State, seat: int, action: Action) -> State:
    dealt, hands, log = state.dealt, state.hands, (seat, action, state.log)
    if action.do is Do.ORDER:
        assert dealt.upcard is not None
        suit = printed_suit(dealt.upcard)
        assert suit is not None
        contract = dealt.game.contract(dealt.dealer, suit, seat, (seat,) if action.alone else ())
        return ask_dealer(dealt, contract, hands, log)
    following = (seat + 1) % dealt.game.players
    if seat == dealt.dealer:
        return _ask_for_suit(dealt, following, hands, log)
    return _ask_about_upcard(dealt, following, hands, log)


def _ask_for_suit(dealt: Dealt, seat: int, hands: tuple[int, ...], log: Log) -> State:
    assert dealt.upcard is not None
    offer = _any_suit_but(dealt.game, printed_suit(dealt.upcard), seat == dealt.dealer)
    return early(dealt, Phase.BID2, seat, dealt.game.opening[dealt.dealer], hands, log, offer)


def _any_suit_but(game: Game, turned_down: Suit | None, dealer: bool) -> Offer:
    key = turned_down, dealer
    offer = game.offers.get(key)
    if offer is None:
        stuck = dealer and game.rules.all_pass == "stick"
        actions = [] if stuck else [PASS]
        for suit in SUITS:
            if suit != turned_down:
                actions.append(CALLS[suit])
                if game.rules.alone != "none":
                    actions.append(CALLS_ALONE[suit])
        offer = game.offers[key] = Offer(tuple(actions), _bid_on_suit)
    return offer


def _bid_on_suit(state: State, seat: int, action: Action) -> State:
    dealt, hands, log = state.dealt, state.hands, (seat, action, state.log)
    if action.suit is not None:
        contract = dealt.game.contract(dealt.dealer, action.suit, seat, (seat,) if action.alone else ())
        return ask_declarations(dealt, contract, hands, log)
    if seat == dealt.dealer:
        return throw_in(dealt, hands, log)
    return _ask_for_suit(dealt, (seat + 1) % dealt.game.players, hands, log)
