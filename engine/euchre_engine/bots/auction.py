"""From a deal with all hands open to the first lead, everybody bidding and exchanging by rule of thumb."""

from __future__ import annotations

from dataclasses import dataclass

from ..cards import SUITS, Suit, Trump, printed_suit
from ..view import View
from .bids import SCALES, exchange, may_order, position, worth_of, worth_of_upcard
from .evidence import translate, translation
from .facts import layout_of, side_of
from .layout import Layout
from .play import throw
from .playout import Seating, Trick, seating
from .stakes import Stake, Stakes


@dataclass(slots=True)
class Line:
    """A deal that is ready to be played on with all hands open."""

    lay: Layout
    table: Seating
    hands: list[int]
    gone: int
    trick: Trick
    won: int
    """Tricks that the makers have already."""
    stake: Stake


class Auction:
    """What becomes of a deal, once one seat has said something, if everybody else acts by the rules of thumb."""

    def __init__(self, view: View, base: Layout, stakes: Stakes) -> None:
        """Take what is fixed from a view.

        Args:
            view: the view of the seat that chooses.
            base: the layout in which hands are given; that of the upcard's suit before there is a trump.
            stakes: what contracts are worth to the seat.
        """
        rules = view.rules
        self.rules = rules
        self.stakes = stakes
        self._base = base
        self._dealer = view.dealer
        self._scale = SCALES[rules.players]
        self._up = base.bit[view.upcard] if view.upcard else 0
        down = printed_suit(view.upcard) if view.upcard else None
        self._suits: list[Trump] = [suit for suit in SUITS if suit != down]
        if rules.no_trump:
            self._suits.append("NT")
        self._layouts = [layout_of(rules, suit) for suit in self._suits]
        self._down: Suit | None = down

    def passed(self, hands: list[int], seat: int, first_round: bool) -> Line | None:
        """Return what follows when a seat passes; none if the cards are thrown in."""
        players, dealer = self.rules.players, self._dealer
        after = (seat + 1) % players
        if first_round:
            while seat != dealer:
                seat = (seat + 1) % players
                where = position(players, seat, dealer)
                worth, gain = worth_of_upcard(self._scale, self._base, hands[seat], self._up, where)
                alone = self._goes_alone(worth)
                if gain > 0 and self._may_order(hands[seat], where, alone):
                    return self.ordered(hands, seat, alone)
            after = (dealer + 1) % players
        elif seat == dealer:
            return None
        return self._second_round(hands, after)

    def _second_round(self, hands: list[int], seat: int) -> Line | None:
        players, dealer = self.rules.players, self._dealer
        while True:
            worth, lay = self._best_suit(hands[seat])
            stuck = seat == dealer and self.rules.all_pass == "stick"
            if stuck or worth + self._scale.base2 > 0:
                return self.called(hands, seat, lay, self._goes_alone(worth))
            if seat == dealer:
                return None
            seat = (seat + 1) % players

    def _best_suit(self, hand: int) -> tuple[int, Layout]:
        best, found = -1, self._layouts[0]
        for lay in self._layouts:
            worth = worth_of(self._scale, lay, translate(translation(self._base, lay), hand))
            if worth > best:
                best, found = worth, lay
        return best, found

    def _goes_alone(self, worth: int) -> bool:
        return worth > self._scale.alone and self.rules.alone != "none"

    def _may_order(self, hand: int, where: int, alone: bool) -> bool:
        together, lone = may_order(self.rules, self._base, hand, where)
        return together or (lone and alone)

    def ordered(self, hands: list[int], maker: int, alone: bool) -> Line:
        """Return what follows when a seat makes the upcard's suit trump: the dealer's exchange by rule."""
        hands, dealer, base, up = list(hands), self._dealer, self._base, self._up
        if not (alone and dealer != maker and position(self.rules.players, maker, dealer) == 1):
            if self.rules.upcard == "must_take" or maker == dealer:
                hands[dealer] = exchange(base, hands[dealer], up)
            else:
                six = hands[dealer] | up
                hands[dealer] = six ^ throw(base, six, six & base.trumps)
        return self.settled(base, hands, maker, (maker,) if alone else (), 0)

    def called(self, hands: list[int], maker: int, lay: Layout, alone: bool) -> Line:
        """Return what follows when a seat names a suit in the second round."""
        bits = translation(self._base, lay)
        moved = [translate(bits, hand) for hand in hands]
        return self.settled(lay, moved, maker, (maker,) if alone else (), bits[self._up])

    def settled(
        self,
        lay: Layout,
        hands: list[int],
        maker: int,
        alone: tuple[int, ...],
        gone: int,
        given: tuple[int, ...] = (),
    ) -> Line:
        """Return the position before the first lead, nothing being left to say.

        Args:
            lay: the layout in which the hands are.
            hands: the hands after the dealer's exchange; used up.
            maker: the seat that named trump.
            alone: the seats that go alone.
            gone: cards that everybody knows to be out of play.
            given: loners who have had their partner's card already, where ``partners_best`` is played.
        """
        rules = self.rules
        side = side_of(rules, maker)
        out = tuple((seat + 2) % 4 for seat in alone)
        lone_makers = [seat for seat in alone if side_of(rules, seat) == side]
        if rules.partners_best:
            for loner in alone:
                if loner not in given:
                    give(lay, hands, loner, best_gift(lay, hands[(loner + 2) % 4]))
        for seat in out:
            hands[seat] = 0
        table = seating(rules.players, lone_makers[0] if lone_makers else maker, out)
        stake = self.stakes.stake(side, bool(lone_makers), len(alone) > len(lone_makers))
        lead = self._leader(alone, side, out)
        return Line(lay, table, hands, gone, Trick(lead, table.active), 0, stake)

    def _leader(self, alone: tuple[int, ...], makers: int, out: tuple[int, ...]) -> int:
        """Return who leads first: rule 7 of docs/rules.md."""
        start = self._dealer
        if alone and self.rules.loner_lead == "left_of_loner":
            if len(alone) == 2:
                return next(seat for seat in alone if side_of(self.rules, seat) != makers)
            start = alone[0]
        seats = [(start + step) % self.rules.players for step in range(1, self.rules.players + 1)]
        return next(seat for seat in seats if seat not in out)


def best_gift(lay: Layout, hand: int) -> int:
    """Return the card to give a loner: the best trump, or an ace if there is none."""
    choice = hand & lay.trumps or hand & lay.aces or hand
    return 1 << (choice.bit_length() - 1)


def give(lay: Layout, hands: list[int], loner: int, gift: int) -> None:
    """Give a loner a card, who throws by rule one of the six."""
    six = hands[loner] | gift
    hands[loner] = six ^ throw(lay, six, six & lay.trumps)
