"""The conventional player: sound rules of thumb for every decision of every rule set."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Protocol

from ..actions import Action, Do
from ..cards import Card, Trump, printed_suit
from ..phases import Phase
from ..view import View
from .bids import SCALES, Scale, position, worth_of, worth_of_upcard
from .facts import layout_of, read, wins_with
from .layout import Layout
from .play import follow_card, lead_card, throw

MATE_ALONE = 40
"""What a partner of the caller needs beyond a caller's loner: two good trumps are likely in the caller's hand."""
FOE_ALONE = 70
"""What a lone defender needs beyond a caller's loner: the maker has named the suit for a reason."""


class Chance(Protocol):
    """The random source that is handed in."""

    def random(self) -> float:
        """Return a number from 0 up to, not including, 1."""
        ...


def choose(view: View, rng: Chance, scales: Mapping[int, Scale] = SCALES) -> Action:
    """Choose an action by rule of thumb.

    Args:
        view: the view of the seat whose turn it is.
        rng: random source; used only where the choice is blind.
        scales: how a hand is counted, by number of players.

    Returns:
        One of ``view.legal``.

    Raises:
        ValueError: nothing may be chosen in this view.
    """
    legal = view.legal
    if not legal:
        raise ValueError(f"seat {view.seat} has nothing to choose in phase {view.phase}")
    if len(legal) == 1:
        return legal[0]
    return _RULES[view.phase](view, rng, scales[view.rules.players])


def _find(
    view: View, do: Do, *, card: Card | None = None, suit: Trump | None = None, alone: bool | None = None
) -> Action | None:
    """Return the legal action of this kind; ``alone`` None takes either, the one with the partner first."""
    for action in view.legal:
        if action.do is do and action.card == card and action.suit == suit and alone in (None, action.alone):
            return action
    return None


def _pick(view: View, *wanted: Do) -> Action:
    """Return the first legal action among kinds, in the order of wanting."""
    for do in wanted:
        for action in view.legal:
            if action.do is do:
                return action
    return view.legal[0]


# ---------------------------------------------------------------- before the bidding


def _farmer(view: View, _: Chance, __: Scale) -> Action:
    # Five nines and tens are worse than any other five cards, whichever way they may be bettered.
    return _pick(view, Do.FARMER)


def _swap(view: View, _: Chance, __: Scale) -> Action:
    def kept_suits(action: Action) -> tuple[int, int]:
        kept = [card for card in view.hand if card not in action.cards]
        return len({card[1] for card in kept}), -sum(card[0] == "T" for card in kept)

    return min(view.legal, key=kept_suits)


def _name(view: View, rng: Chance, _: Scale) -> Action:
    return view.legal[int(rng.random() * len(view.legal))]


# ---------------------------------------------------------------- bidding


def _first_round(view: View, _: Chance, scale: Scale) -> Action:
    upcard = view.upcard
    assert upcard is not None
    assert view.seat is not None
    suit = printed_suit(upcard)
    assert suit is not None
    lay = layout_of(view.rules, suit)
    where = position(view.rules.players, view.seat, view.dealer)
    worth, gain = worth_of_upcard(scale, lay, lay.mask(view.hand), lay.bit[upcard], where)
    if worth > scale.alone and not wins_with(view, 1):
        lone = _find(view, Do.ORDER, alone=True)
        if lone:
            return lone
    return (_find(view, Do.ORDER, alone=False) if gain > 0 else None) or _pick(view, Do.PASS)


def _second_round(view: View, _: Chance, scale: Scale) -> Action:
    worths: dict[Trump, int] = {}
    for action in view.legal:
        if action.suit is not None and action.suit not in worths:
            worths[action.suit] = _worth(view, action.suit, scale)
    suit = max(worths, key=lambda trump: worths[trump])
    worth = worths[suit]
    may_pass = _find(view, Do.PASS)
    if may_pass and worth + scale.base2 <= 0:
        return may_pass
    lone = worth > scale.alone and not wins_with(view, 1)
    return (
        (_find(view, Do.CALL, suit=suit, alone=True) if lone else None)
        or _find(view, Do.CALL, suit=suit)
        or view.legal[0]
    )


def _worth(view: View, trump: Trump, scale: Scale) -> int:
    lay = layout_of(view.rules, trump)
    return worth_of(scale, lay, lay.mask(view.hand))


# ---------------------------------------------------------------- between bidding and play


def _take(view: View, _: Chance, __: Scale) -> Action:
    assert view.upcard is not None
    lay = layout_of(view.rules, view.trump or "NT")
    up = lay.bit[view.upcard]
    six = lay.mask(view.hand) | up
    return _pick(view, Do.LEAVE if throw(lay, six, six & lay.trumps) == up else Do.TAKE)


def _discard(view: View, _: Chance, __: Scale) -> Action:
    lay = layout_of(view.rules, view.trump or "NT")
    hand = lay.mask(_cards(view.legal))
    trumps = lay.mask(view.hand) & lay.trumps
    card = throw(lay, hand, trumps)
    return _find(view, Do.DISCARD, card=lay.card(card)) or view.legal[0]


def _cards(actions: Iterable[Action]) -> list[Card]:
    return [action.card for action in actions if action.card is not None]


def _declare(view: View, _: Chance, scale: Scale) -> Action:
    assert view.trump is not None
    assert view.maker is not None
    assert view.seat is not None
    need = scale.alone
    if view.seat != view.maker:
        need += MATE_ALONE if (view.seat - view.maker) % 2 == 0 else FOE_ALONE
    lone = _worth(view, view.trump, scale) > need and not wins_with(view, 1)
    return _pick(view, Do.ALONE if lone else Do.TOGETHER)


def _give(view: View, _: Chance, __: Scale) -> Action:
    """Give the loner the best trump, or an ace if there is none."""
    lay = layout_of(view.rules, view.trump or "NT")
    best = max(
        _cards(view.legal), key=lambda card: (bool(lay.bit[card] & lay.trumps), lay.rank[lay.bit[card]], lay.bit[card])
    )
    return _find(view, Do.GIVE, card=best) or view.legal[0]


# ---------------------------------------------------------------- play


def _play(view: View, _: Chance, __: Scale) -> Action:
    facts = read(view)
    lay, trick = facts.lay, facts.trick
    if not trick.led:
        claim = _find(view, Do.CLAIM)
        if claim and all_good(lay, facts.hand, facts.live):
            return claim
        card = lead_card(lay, facts.hand, facts.live, facts.table.roles[trick.seat])
    else:
        makers = facts.table.makers
        mates = makers[trick.best_seat] is makers[trick.seat]
        left = facts.table.foes_after[trick.seat][trick.todo - 1]
        card = follow_card(lay, facts.hand, trick.led, trick.best, mates, left, facts.live)
    return _find(view, Do.PLAY, card=lay.card(card)) or view.legal[-1]


def all_good(lay: Layout, hand: int, live: int) -> bool:
    """Return whether the seat to lead wins every trick whatever the others hold: trumps from the top, then masters."""
    trumps, theirs = hand & lay.trumps, live & lay.trumps
    if theirs and (trumps & -trumps) < theirs:
        return False
    if theirs and trumps.bit_count() < theirs.bit_count() and hand != trumps:
        return False
    return all((hand & suit & -(hand & suit)) > live & suit for suit in lay.plain if hand & suit)


def _claim(view: View, _: Chance, __: Scale) -> Action:
    """Accept a claim that no card out of sight can spoil."""
    assert view.trump is not None
    lay = layout_of(view.rules, view.trump)
    gone = [laid.card for trick in view.history for laid in trick]
    for cards in view.shown.values():
        claimed = lay.mask(cards)
        live = lay.full & ~claimed & ~lay.mask(gone)
        if not all_good(lay, claimed, live):
            return _pick(view, Do.REFUSE)
    return _pick(view, Do.ACCEPT)


_RULES: dict[Phase, Callable[[View, Chance, Scale], Action]] = {
    Phase.FARMER: _farmer,
    Phase.SWAP: _swap,
    Phase.NAME: _name,
    Phase.BID1: _first_round,
    Phase.BID2: _second_round,
    Phase.EXCHANGE: _take,
    Phase.DISCARD: _discard,
    Phase.DECLARE: _declare,
    Phase.GIVE: _give,
    Phase.PLAY: _play,
    Phase.CLAIM: _claim,
}
