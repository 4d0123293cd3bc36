"""How well a deal explains what the other seats did.

A pass says that the hand was weak, a call that it was strong, a discard that nothing better was to go, a card that no
more sensible one was held. Each seat is taken for a conventional player who now and then does something else, so a
deal in which everybody acted by the rules of thumb weighs more, and none weighs nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import chain
from math import exp

from ..actions import Do
from ..cards import SUITS, Trump, printed_suit
from ..rules import Rules
from ..view import View
from .bids import SCALES, exchange, may_order, position, worth_of, worth_of_upcard
from .facts import layout_of, seating_of
from .layout import Layout
from .play import follow_card, lead_card
from .unseen import Unseen

SPREAD = 25
"""Hundredths of a point by which others' judgement of a hand differs from ours."""
SURPRISE = 0.12
"""Weight of a card or discard that the rules of thumb would not have chosen, against 1 for the one they would."""
IMPOSSIBLE = 1e-6
"""Weight of what the rules forbid; above 0, since even the least likely of all deals drawn must be one to choose."""


@cache
def translation(lay: Layout, other: Layout) -> dict[int, int]:
    """Return what the bits of one layout are in another."""
    return {bit: other.bit[card] for card, bit in lay.bit.items() if card in other.bit}


def translate(bits: dict[int, int], cards: int) -> int:
    """Return a set of cards in another layout."""
    result = 0
    while cards:
        low = cards & -cards
        cards ^= low
        result |= bits[low]
    return result


def _sure(gain: float, spread: float = SPREAD) -> float:
    """Return how likely somebody acts on a gain, in hundredths of a point; even huge gains are overlooked."""
    return 0.02 + 0.96 / (1 + exp(-max(-500.0, min(500.0, gain)) / spread))


@dataclass(frozen=True, slots=True)
class _Bid:
    """One pass or call of another seat; no layout means the first round."""

    seat: int
    named: Trump | None
    alone: bool
    first_round: bool
    stuck: bool


@dataclass(frozen=True, slots=True)
class _Card:
    """One card played by another seat, and what the trick was like before it."""

    seat: int
    card: int
    later: int
    """The cards that the seat played from this one on."""
    gone: int
    led: int
    best: int
    mates: bool
    left: int


class Evidence:
    """What the others did by choice, ready to be held against a deal."""

    def __init__(self, view: View, lay: Layout, unseen: Unseen) -> None:
        """Read what was done from a view; cards are bits of this layout."""
        self._lay = lay
        self._rules = view.rules
        self._free = view.rules.need_suit == "none" and view.rules.partner_order == "free"
        self._scale = SCALES[view.rules.players]
        self._dealer = view.dealer
        self._unseen = unseen
        self._up = lay.bit[view.upcard] if view.upcard else 0
        taken = view.upcard_is == "taken" and view.dealer != view.seat and view.dealer not in view.out
        self._buried = taken and bool(view.trump)
        suit = printed_suit(view.upcard) if view.upcard else None
        self._turned = layout_of(view.rules, suit) if suit else lay
        others = [seat for seat in range(view.rules.players) if seat != view.seat and seat not in view.out]
        bids = _bids(view)
        self._bids = {seat: [bid for bid in bids if bid.seat == seat] for seat in others}
        self._known: dict[int, dict[int, float]] = {seat: {} for seat in others}
        self._suits = [layout_of(view.rules, trump) for trump in _named(view.rules, suit)]
        cards = _cards(view, lay) if view.trump else []
        self._cards = {seat: [card for card in cards if card.seat == seat] for seat in others}
        self._roles = seating_of(view).roles if view.trump else ()

    def weigh(self, hands: list[int]) -> float:
        """Return the weight of a deal; hands as they are now, in the layout given."""
        weight = 1.0
        for seat, known in self._known.items():
            hand = hands[seat]
            found = known.get(hand)
            if found is None:
                found = known[hand] = self._fit(seat, hand)
            weight *= found
        if self._buried:
            weight *= self._dealers_fit(hands)
        return weight

    def _fit(self, seat: int, hand: int) -> float:
        """Return how well a hand explains what its seat did, apart from a dealer's hidden discard."""
        weight = 1.0
        for card in self._cards[seat]:
            if self._expected(card, hand | card.later) != card.card:
                weight *= SURPRISE
        if not (self._buried and seat == self._dealer):
            dealt = hand | self._unseen.played[seat]
            for bid in self._bids[seat]:
                weight *= self._bid(bid, dealt)
        return weight

    def _expected(self, played: _Card, hand: int) -> int:
        live = self._lay.full & ~played.gone & ~hand
        if not played.led:
            return lead_card(self._lay, hand, live, self._roles[played.seat])
        return follow_card(self._lay, hand, played.led, played.best, played.mates, played.left, live)

    def _dealers_fit(self, hands: list[int]) -> float:
        """Return how well the dealer's discard and bids fit, the likeliest discard being taken for the real one."""
        kitty = self._lay.full & ~self._unseen.gone
        for hand in hands:
            kitty &= ~hand
        held = hands[self._dealer] | self._unseen.played[self._dealer]
        total, best, dealt = 0.0, 0.0, held
        count = kitty.bit_count()
        while kitty:
            card = kitty & -kitty
            kitty ^= card
            before = held & ~self._up | card
            fit = 1.0 if exchange(self._lay, before, self._up) == held else SURPRISE
            total += fit
            if fit > best:
                best, dealt = fit, before
        for bid in self._bids[self._dealer]:
            total *= self._bid(bid, dealt)
        return total / (count or 1)

    def _bid(self, bid: _Bid, hand: int) -> float:
        if bid.first_round:
            cards = hand if self._turned is self._lay else translate(translation(self._lay, self._turned), hand)
            up = self._up if self._turned is self._lay else translation(self._lay, self._turned)[self._up]
            where = position(self._rules.players, bid.seat, self._dealer)
            worth, gain = worth_of_upcard(self._scale, self._turned, cards, up, where)
            if not self._free:
                together, alone = may_order(self._rules, self._turned, cards, where)
                if not together:
                    lone = _sure(worth - self._scale.alone, 20) if alone else IMPOSSIBLE
                    return 1 - lone if bid.named is None else lone
            return self._named(bid, worth, gain)
        worths = {
            lay.trump: worth_of(self._scale, lay, translate(translation(self._lay, lay), hand)) for lay in self._suits
        }
        if bid.named is None:
            return 1 - _sure(max(worths.values()) + self._scale.base2)
        worth = worths[bid.named]
        rivals = sum(exp((other - worth) / SPREAD) for other in worths.values())
        return self._named(bid, worth, worth + self._scale.base2) / rivals

    def _named(self, bid: _Bid, worth: int, gain: int) -> float:
        if bid.named is None:
            return 1 - _sure(gain)
        likely = 1.0 if bid.stuck else _sure(gain)
        if self._rules.alone == "none":
            return likely
        lone = _sure(worth - self._scale.alone, 20)
        return likely * (lone if bid.alone else 1 - lone)


def _named(rules: Rules, turned_down: Trump | None) -> list[Trump]:
    suits: list[Trump] = [suit for suit in SUITS if suit != turned_down]
    return [*suits, "NT"] if rules.no_trump else suits


def _bids(view: View) -> list[_Bid]:
    bids: list[_Bid] = []
    asked = 0
    for said in view.bids:
        if said.do not in (Do.PASS, Do.ORDER, Do.CALL):
            continue
        stuck = view.rules.all_pass == "stick" and asked == 2 * view.rules.players - 1
        if said.seat != view.seat:
            bids.append(_Bid(said.seat, said.suit, said.alone, asked < view.rules.players, stuck))
        asked += 1
    if view.upcard and printed_suit(view.upcard) is None:
        # Named by a dealer who had seen no card: it tells nothing.
        return []
    return bids


def _cards(view: View, lay: Layout) -> list[_Card]:
    """Return the cards that others played, those that were their only choice left out where that is certain."""
    table = seating_of(view)
    later: list[int] = [0] * view.rules.players
    for laid in chain(*view.history, view.trick):
        later[laid.seat] |= lay.bit[laid.card]
    gone = lay.bit[view.upcard] if view.upcard and view.upcard_is != "taken" else 0
    found: list[_Card] = []
    for trick in (*view.history, view.trick):
        led = best = best_seat = 0
        todo = table.active
        for laid in trick:
            card, seat = lay.bit[laid.card], laid.seat
            todo -= 1
            mates = table.makers[best_seat] is table.makers[seat]
            if seat != view.seat:
                found.append(_Card(seat, card, later[seat], gone, led, best, mates, table.foes_after[seat][todo]))
            led = led or lay.suit[card]
            if card > best and card & (led | lay.trumps):
                best, best_seat = card, seat
            later[seat] ^= card
            gone |= card
    return found
