"""The choices that a search can tell apart, phase by phase, and the line of play each one leads to."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ..actions import Action, Do
from ..cards import Card, printed_suit
from ..phases import Phase
from ..view import View
from .auction import Auction, Line, give
from .facts import layout_of, read, side_of
from .layout import Layout
from .play import throw
from .playout import Trick
from .stakes import Stakes


@dataclass(frozen=True, slots=True)
class Option:
    """Actions that come to the same, and what follows from them in a deal with all hands open."""

    actions: tuple[Action, ...]
    base: Layout
    """The layout in which ``line`` takes the hands."""
    line: Callable[[list[int]], Line | None]
    """Hands by seat -> how the deal goes on; none if the cards are thrown in. May use the list up."""
    thrown_in: tuple[float, float, float]
    """Value, chance and points when the cards are thrown in."""


def options(view: View) -> list[Option]:
    """Return the choices of a view; none in a phase that is played by rule."""
    build = _BUILDERS.get(view.phase)
    if build is None:
        return []
    turned = printed_suit(view.upcard) if view.upcard else None
    base = layout_of(view.rules, view.trump or turned or "NT")
    stakes = Stakes(view)
    chance, points = stakes.thrown_in
    lines = build(view, base, Auction(view, base, stakes))
    return [Option(actions, base, line, (chance + points, chance, points)) for actions, line in lines]


_Lines = list[tuple[tuple[Action, ...], Callable[[list[int]], "Line | None"]]]


def _bids(view: View, base: Layout, auction: Auction) -> _Lines:
    seat, first_round = view.seat, view.phase is Phase.BID1
    assert seat is not None

    def line_of(action: Action) -> Callable[[list[int]], Line | None]:
        if action.do is Do.PASS:
            return lambda hands: auction.passed(hands, seat, first_round)
        if action.do is Do.ORDER:
            return lambda hands: auction.ordered(hands, seat, action.alone)
        assert action.suit is not None
        lay = layout_of(view.rules, action.suit)
        return lambda hands: auction.called(hands, seat, lay, action.alone)

    return [((action,), line_of(action)) for action in view.legal]


def _settled(
    view: View, base: Layout, auction: Auction, alone: tuple[int, ...], given: tuple[int, ...] = ()
) -> Callable[[list[int]], Line]:
    """Return what makes a line of the hands after the dealer's exchange."""
    assert view.maker is not None
    maker = view.maker
    gone = base.bit[view.upcard] if view.upcard and view.upcard_is in ("down", "left") else 0
    return lambda hands: auction.settled(base, hands, maker, alone, gone, given)


def _exchanges(view: View, base: Layout, auction: Auction) -> _Lines:
    assert view.upcard is not None
    assert view.seat is not None
    seat, up = view.seat, base.bit[view.upcard]
    settle = _settled(view, base, auction, view.alone)

    def take(hands: list[int]) -> Line:
        six = hands[seat] | up
        hands[seat] = six ^ throw(base, six, six & base.trumps)
        return settle(hands)

    return [((action,), take if action.do is Do.TAKE else settle) for action in view.legal]


def _discards(view: View, base: Layout, auction: Auction) -> _Lines:
    assert view.seat is not None
    seat = view.seat
    given = view.alone[: view.alone.index(seat) + 1] if view.given else ()
    settle = _settled(view, base, auction, view.alone, given)

    def line_of(card: int) -> Callable[[list[int]], Line]:
        def line(hands: list[int]) -> Line:
            hands[seat] &= ~card
            return settle(hands)

        return line

    return [((action,), line_of(_bit(base, action.card))) for action in view.legal]


def _gifts(view: View, base: Layout, auction: Auction) -> _Lines:
    assert view.seat is not None
    loner = (view.seat + 2) % 4
    settle = _settled(view, base, auction, view.alone, view.alone[: view.alone.index(loner) + 1])

    def line_of(card: int) -> Callable[[list[int]], Line]:
        def line(hands: list[int]) -> Line:
            give(base, hands, loner, card)
            return settle(hands)

        return line

    return [((action,), line_of(_bit(base, action.card))) for action in view.legal]


def _declarations(view: View, base: Layout, auction: Auction) -> _Lines:
    assert view.seat is not None
    assert view.maker is not None
    side = side_of(view.rules, view.maker)
    with_me = sorted((*view.alone, view.seat), key=lambda seat: side_of(view.rules, seat) != side)
    alone = {Do.ALONE: tuple(with_me), Do.TOGETHER: view.alone}
    return [((action,), _settled(view, base, auction, alone[action.do])) for action in view.legal]


def _plays(view: View, base: Layout, auction: Auction) -> _Lines:
    facts = read(view)
    trick, table = facts.trick, facts.table
    makers = side_of(view.rules, view.maker or 0)
    defended = any(side_of(view.rules, seat) != makers for seat in view.alone)
    stake = auction.stakes.stake(makers, len(view.alone) > defended, defended)
    won = view.tricks[makers]
    known = base.full & ~facts.live & ~facts.hand
    seat = trick.seat

    def line_of(card: int) -> Callable[[list[int]], Line]:
        led = trick.led or base.suit[card]
        beats = card > trick.best and bool(card & (led | base.trumps))
        best, best_seat = (card, seat) if beats else (trick.best, trick.best_seat)
        todo = trick.todo - 1

        def line(hands: list[int]) -> Line:
            hands[seat] ^= card
            if todo:
                on_table = Trick(table.after[seat], todo, led, best, best_seat)
                return Line(base, table, hands, known | card, on_table, won, stake)
            next_trick = Trick(best_seat, table.active)
            return Line(base, table, hands, known | card, next_trick, won + table.makers[best_seat], stake)

        return line

    groups: list[list[Action]] = []
    previous = 0
    between = facts.live | trick.best
    cards = [action for action in view.legal if action.do is Do.PLAY]
    for action in sorted(cards, key=lambda action: _bit(base, action.card)):
        card = _bit(base, action.card)
        same = previous and card & base.suit[previous] and not between & (card - previous)
        if same:
            groups[-1].append(action)
        else:
            groups.append([action])
        previous = card
    return [(tuple(group), line_of(_bit(base, group[0].card))) for group in groups]


def _bit(base: Layout, card: Card | None) -> int:
    assert card is not None
    return base.bit[card]


_BUILDERS: dict[Phase, Callable[[View, Layout, Auction], _Lines]] = {
    Phase.BID1: _bids,
    Phase.BID2: _bids,
    Phase.EXCHANGE: _exchanges,
    Phase.DISCARD: _discards,
    Phase.DECLARE: _declarations,
    Phase.GIVE: _gifts,
    Phase.PLAY: _plays,
}
