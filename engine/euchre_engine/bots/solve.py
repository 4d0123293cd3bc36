"""The exact outcome of a deal when every card is seen, by search.

The question put to the search is always "can the makers take so many of the tricks that are left": a yes or no lets
it stop at the first card that settles the matter. Positions between tricks are remembered, tricks that a side cannot
lose are counted before any card is tried, and of cards that lie next to each other among those still held only one is
tried.
"""

from __future__ import annotations

from .layout import Layout
from .playout import Seating, Trick


class Solver:
    """Answers questions about deals with all hands open; keeps what it found out for the next question."""

    __slots__ = ("_after", "_hands", "_last", "_makers", "_order", "_seen", "_suit", "_trumps")

    def __init__(self, lay: Layout, table: Seating) -> None:
        """Prepare for deals under one trump with one seating."""
        self._suit = lay.suit
        self._trumps = lay.trumps
        self._after = table.after
        self._makers = table.makers
        self._last = table.active - 2
        self._hands: list[int] = []
        self._seen: dict[tuple[int, ...], bool] = {}
        # Makers try trumps first, defenders their plain suits.
        self._order = {True: (lay.trumps, *lay.plain), False: (*lay.plain, lay.trumps)}

    def makers_take(self, hands: list[int], trick: Trick, need: int) -> bool:
        """Return whether the makers can take so many of the tricks left, the one on the table included.

        Args:
            hands: the cards of every seat, 0 for one that sits out; as they were when it returns.
            trick: the trick in progress, with the seat to play.
            need: how many tricks; none or fewer is always possible.
        """
        self._hands = hands
        left = hands[trick.seat].bit_count()
        if need <= 0 or need > left:
            return need <= 0
        if trick.led:
            live = trick.best
            for cards in hands:
                live |= cards
            return self._follow(trick.seat, trick.todo - 1, trick.led, trick.best, trick.best_seat, need, left, live)
        return self._lead(trick.seat, need, left)

    def _lead(self, seat: int, need: int, left: int) -> bool:
        """Search from a position between tricks, 0 < need <= left."""
        hands = self._hands
        key = (seat, need, *hands)
        known = self._seen.get(key)
        if known is None:
            known = self._seen[key] = self._last_trick(seat) if left == 1 else self._search(seat, need, left)
        return known

    def _last_trick(self, seat: int) -> bool:
        hands = self._hands
        valid = self._suit[hands[seat]] | self._trumps
        best = max([cards & valid for cards in hands])
        return self._makers[hands.index(best)]

    def _search(self, seat: int, need: int, left: int) -> bool:
        hands, makers = self._hands, self._makers
        live = 0
        for cards in hands:
            live |= cards
        trumps = live & self._trumps
        for holder, cards in enumerate(hands):
            mine = cards & trumps
            # Trumps above all that others hold win a trick each, whoever leads.
            if mine > trumps ^ mine:
                sure = (mine & -(1 << (trumps ^ mine).bit_length())).bit_count()
                if sure >= (need if makers[holder] else left - need + 1):
                    return makers[holder]
                break
        hand, maker = hands[seat], makers[seat]
        others = live ^ hand
        follower, behind = self._after[seat], self._last
        for suit in self._order[maker]:
            mine = hand & suit
            previous = 0
            while mine:
                card = 1 << (mine.bit_length() - 1)
                mine ^= card
                if previous and not others & (previous - card):
                    continue
                previous = card
                hands[seat] = hand ^ card
                if self._follow(follower, behind, suit, card, seat, need, left, live) is maker:
                    hands[seat] = hand
                    return maker
        hands[seat] = hand
        return not maker

    def _follow(
        self, seat: int, behind: int, led: int, best: int, best_seat: int, need: int, left: int, live: int
    ) -> bool:
        """Search from within a trick; ``behind`` seats play after this one, ``live`` was held when it began."""
        hands, makers = self._hands, self._makers
        hand, maker = hands[seat], makers[seat]
        wins = led | self._trumps
        choices = hand & led or hand
        if choices & (choices - 1):
            cards = self._sorted(choices, best, wins, live & ~hand, behind, makers[best_seat] is maker)
        else:
            cards = [choices]
        for card in cards:
            hands[seat] = hand ^ card
            if card > best and card & wins:
                top, top_seat = card, seat
            else:
                top, top_seat = best, best_seat
            if behind:
                result = self._follow(self._after[seat], behind - 1, led, top, top_seat, need, left, live)
            else:
                more = need - makers[top_seat]
                result = more <= 0 or (more < left and self._lead(top_seat, more, left - 1))
            if result is maker:
                hands[seat] = hand
                return maker
        hands[seat] = hand
        return not maker

    def _sorted(self, choices: int, best: int, wins: int, others: int, behind: int, mates: bool) -> list[int]:
        """Return the cards worth trying, promising ones first, of equal ones only one."""
        low: list[int] = []
        high: list[int] = []
        for suit in self._order[False]:
            mine = choices & suit
            previous = 0
            while mine:
                card = mine & -mine
                mine ^= card
                if previous and not others & (card - previous):
                    continue
                previous = card
                if card > best and card & wins:
                    high.append(card)
                else:
                    low.append(card)
        if mates:
            return low + high
        if behind:
            high.reverse()
        return high + low
