"""What an expert would do, what every choice is worth, and the fact that speaks for it: for hints and for reviews."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ..actions import Action, Do
from ..cards import Card, Trump, printed_suit
from ..phases import Phase
from ..view import View
from .facts import Facts, layout_of, read, side_of, voids_of, wins_with
from .layout import Layout
from .levels import LEVELS, preferred
from .rule import Chance, choose
from .search import BATCH, Estimate, consider, never

POORER = 0.05
"""A choice is said to be made for the score's sake if another is worth so many points more; less is noise."""


@dataclass(frozen=True, slots=True)
class Ground:
    """A fact that speaks for a choice. ``code`` says which; the other fields, as far as it needs them, what about.

    ``only_choice``; ``stuck`` (``suit``, ``number`` trumps in it); ``one_point_wins``, so nobody need go alone;
    ``score``: worth fewer points than another choice, but more wins. In the bidding ``trumps``, ``trumps_alone``,
    ``few_trumps``, ``needs_partner`` (``number`` trumps with ``suit``, ``card`` the highest of them), ``aces``
    (``number``), ``dealer_takes`` (``seat``, an opponent, would get ``card``), ``takes_upcard``, ``keeps_hand``,
    ``makes_void`` (no ``suit`` afterwards, so that it can be trumped), ``least_missed``, ``best_gift`` (``card``). In
    play ``all_good``: no card out of sight can win a trick; ``draws_trumps`` (``number`` may be against it);
    ``cannot_be_beaten`` in its suit (``card``); ``partner_void``, ``foe_void`` (``seat`` has no ``suit``);
    ``partner_wins`` (``seat`` with ``card``); ``ruffs`` (``suit`` was led); ``takes_trick``, ``takes_last`` (beats
    ``card``; ``number`` seats follow); ``cannot_win`` (against ``card``). ``worth``: in the deals that fit it did best.
    """

    code: str
    seat: int | None = None
    suit: Trump | None = None
    card: Card | None = None
    number: int | None = None


@dataclass(frozen=True, slots=True)
class Advice:
    """What an expert would do, the worth of each choice, best first, and the ground.

    ``estimates`` is empty where there is nothing to find out: with one legal action, and in phases played by rule.
    """

    choice: Action
    estimates: tuple[Estimate, ...]
    ground: Ground


def advise(view: View, rng: Chance, *, deals: int = 0, floor: int = BATCH, stop: Callable[[], bool] = never) -> Advice:
    """Tell what an expert would do, and why.

    Args:
        view: the view of the seat whose turn it is.
        rng: random source; the same one, with no ``stop``, gives the same advice.
        deals: deals to look at, at most, instead of an expert's usual number.
        floor: how many at least, whatever ``stop`` says.
        stop: asked after every deal; ends the search when it returns true.

    Raises:
        ValueError: nothing may be chosen in this view.
    """
    sound = choose(view, rng)
    estimates: tuple[Estimate, ...] = ()
    if len(view.legal) > 1:
        level = LEVELS["expert"]
        usual = level.deals if view.phase is Phase.PLAY else level.bids
        estimates = consider(view, rng, deals=deals or usual, floor=floor, stop=stop, thorough=True)
    choice = preferred(view, sound, estimates)
    return Advice(choice, estimates, ground(view, choice, estimates))


def ground(view: View, choice: Action, estimates: tuple[Estimate, ...]) -> Ground:
    """Return the fact that speaks best for a choice. All of it follows from what the seat may know.

    Args:
        view: the view of the seat that chooses.
        choice: one of its legal actions.
        estimates: what each is worth, as far as that is known.
    """
    if len(view.legal) == 1:
        return Ground("only_choice")
    if _for_the_score(choice, estimates):
        return Ground("score")
    calls = choice.do in (Do.ORDER, Do.CALL, Do.TOGETHER) and not choice.alone
    if calls and wins_with(view, 1) and any(action.alone or action.do is Do.ALONE for action in view.legal):
        return Ground("one_point_wins")
    find = _GROUNDS.get(view.phase)
    return (find(view, choice) if find is not None else None) or Ground("worth")


def _for_the_score(choice: Action, estimates: tuple[Estimate, ...]) -> bool:
    mine = next((found for found in estimates if found.action == choice), None)
    if mine is None:
        return False
    richest = max(estimates, key=lambda found: found.points)
    return richest.points > mine.points + POORER and richest.chance < mine.chance


# ---------------------------------------------------------------- bidding


def _bid(view: View, choice: Action) -> Ground:
    turned = printed_suit(view.upcard) if view.upcard else None
    if choice.do is Do.PASS:
        foe = view.seat is not None and side_of(view.rules, view.dealer) != side_of(view.rules, view.seat)
        if view.phase is Phase.BID1 and foe and view.upcard is not None and view.upcard[0] in "JA":
            return Ground("dealer_takes", seat=view.dealer, card=view.upcard)
        return max(
            [_trumps(view, suit, "few_trumps") for suit in _suits(view, turned)],
            key=lambda found: found.number or 0,
        )
    suit = turned if choice.do is Do.ORDER else choice.suit
    assert suit is not None
    if suit == "NT":
        return Ground("aces", number=sum(card[0] == "A" for card in view.hand))
    if not any(action.do is Do.PASS for action in view.legal):
        return _trumps(view, suit, "stuck")
    return _trumps(view, suit, "trumps_alone" if choice.alone else "trumps")


def _suits(view: View, turned: Trump | None) -> list[Trump]:
    if view.phase is Phase.BID1 and turned is not None:
        return [turned]
    return sorted({action.suit for action in view.legal if action.suit not in (None, "NT")})


def _trumps(view: View, suit: Trump, code: str) -> Ground:
    """Count the own trumps under a suit, with the upcard if the seat is to get it."""
    lay = layout_of(view.rules, suit)
    cards = lay.mask(view.hand)
    if view.phase is Phase.BID1 and view.seat == view.dealer and view.upcard is not None:
        cards |= lay.bit[view.upcard]
    trumps = cards & lay.trumps
    return Ground(code, suit=suit, number=trumps.bit_count(), card=lay.card(trumps) if trumps else None)


def _declare(view: View, choice: Action) -> Ground:
    assert view.trump is not None
    if view.trump == "NT":
        return Ground("aces", number=sum(card[0] == "A" for card in view.hand))
    return _trumps(view, view.trump, "trumps_alone" if choice.do is Do.ALONE else "needs_partner")


def _exchange(view: View, choice: Action) -> Ground:
    return Ground("takes_upcard" if choice.do is Do.TAKE else "keeps_hand", card=view.upcard)


def _discard(view: View, choice: Action) -> Ground:
    assert choice.card is not None
    lay = layout_of(view.rules, view.trump or "NT")
    suit = lay.suit[lay.bit[choice.card]]
    hand = lay.mask(view.hand)
    if suit != lay.trumps and (hand & suit).bit_count() == 1 and hand & lay.trumps:
        return Ground("makes_void", suit=printed_suit(choice.card), card=choice.card)
    return Ground("least_missed", card=choice.card)


def _give(view: View, choice: Action) -> Ground:
    return Ground("best_gift", card=choice.card)


# ---------------------------------------------------------------- play


def _play(view: View, choice: Action) -> Ground | None:
    if choice.do is Do.CLAIM or choice.card is None:
        return Ground("all_good")
    facts = read(view)
    return _follow(view, facts, choice.card) if facts.trick.led else _lead(view, facts, choice.card)


def _lead(view: View, facts: Facts, card: Card) -> Ground | None:
    lay, bit = facts.lay, facts.lay.bit[card]
    suit = lay.suit[bit]
    if suit == lay.trumps:
        return Ground("draws_trumps", number=(facts.live & suit).bit_count())
    if bit > facts.live & suit:
        return Ground("cannot_be_beaten", card=card)
    voids = voids_of(view, lay)
    mine = facts.table.makers[facts.trick.seat]
    others = [seat for seat in range(view.rules.players) if seat not in (view.seat, *view.out)]
    for seat in others:
        if facts.table.makers[seat] is mine and voids[seat] & suit:
            return Ground("partner_void", seat=seat, suit=printed_suit(card))
    for seat in others:
        spared = facts.hand & voids[seat] & ~suit & ~lay.trumps
        if facts.table.makers[seat] is not mine and spared and not voids[seat] & suit:
            return Ground("foe_void", seat=seat, suit=printed_suit(lay.card(spared)))
    if facts.hand & suit == bit and facts.hand & lay.trumps:
        return Ground("makes_void", suit=printed_suit(card), card=card)
    return None


def _follow(view: View, facts: Facts, card: Card) -> Ground | None:
    lay, trick = facts.lay, facts.trick
    bit, best = lay.bit[card], lay.card(trick.best)
    behind = trick.todo - 1
    if _beats(lay, bit, trick.led, trick.best):
        if bit & lay.trumps and trick.led != lay.trumps:
            return Ground("ruffs", suit=view.led, card=best)
        return Ground("takes_trick" if behind else "takes_last", card=best, number=behind)
    if facts.table.makers[trick.best_seat] is facts.table.makers[trick.seat]:
        return Ground("partner_wins", seat=trick.best_seat, card=best)
    playable = [action.card for action in view.legal if action.card is not None]
    if not any(_beats(lay, lay.bit[other], trick.led, trick.best) for other in playable):
        return Ground("cannot_win", card=best)
    return None


def _beats(lay: Layout, card: int, led: int, best: int) -> bool:
    return card > best and bool(card & (led | lay.trumps))


_GROUNDS: dict[Phase, Callable[[View, Action], Ground | None]] = {
    Phase.BID1: _bid,
    Phase.BID2: _bid,
    Phase.EXCHANGE: _exchange,
    Phase.DISCARD: _discard,
    Phase.DECLARE: _declare,
    Phase.GIVE: _give,
    Phase.PLAY: _play,
}
