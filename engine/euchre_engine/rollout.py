"""Playing a deal out to its end, thousands of times a second: the quick path for simulation.

The public functions make a state for every card. To try out how a deal may end only its tricks matter, so here the
rest of a deal is one loop over masks of cards by rank (see :mod:`euchre_engine.ranks`): a lower bit beats a higher
one of the same suit, and trumps have the lowest bits. tests/engine/test_rollout.py holds it equal to the public
functions under every kind of rules. Claims and everything before the first lead are no part of it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Final

from .actions import Do
from .phases import Phase
from .ranks import Ranks
from .state import State


class _Bits(dict[int, tuple[int, ...]]):
    """The single bits of a mask. Only masks of one suit are looked up, so that there are few."""

    def __missing__(self, mask: int) -> tuple[int, ...]:
        made = self[mask] = tuple(1 << place for place in range(mask.bit_length()) if mask >> place & 1)
        return made


_BITS: Final = _Bits()


@cache
def _suits(ranks: Ranks) -> dict[int, int]:
    """By the bit of a card, the mask of its suit."""
    table = ranks.table
    suits = [table.suit_of(card) for card in ranks.cards]
    return {1 << rank: sum(1 << i for i, other in enumerate(suits) if other == own) for rank, own in enumerate(suits)}


@dataclass(frozen=True, slots=True)
class Position:
    """Where play stands; the cards that seats hold are handed in beside it, so that many can be tried.

    ``rest`` are the seats that have yet to play to the trick, in order; when it begins with a lead, the leader is
    ``leader`` and ``rest`` are the others. Cards are bits by rank.
    """

    ranks: Ranks
    others: tuple[tuple[int, ...], ...]
    """By leader, the seats that follow, in order."""
    makers: tuple[bool, ...]
    """By seat, whether it is the makers'."""
    leader: int
    led: int
    """The cards that follow suit; 0 before a lead."""
    best: int
    """The card that is winning the trick."""
    winning: int
    """The seat that played it."""
    rest: tuple[int, ...]
    tricks: int
    """The tricks that the makers have taken."""


def position_of(state: State) -> Position:
    """Where play stands in a state.

    Args:
        state: a state in phase ``play``.

    Raises:
        ValueError: no card is to be played in this state.
    """
    contract, game, moment = state.contract, state.dealt.game, state.moment
    if state.phase is not Phase.PLAY or contract.maker is None or state.turn is None:
        raise ValueError(f"no play in phase {state.phase}")
    side = game.side[contract.maker]
    active = [seat for seat in range(game.players) if seat not in contract.out]
    others = tuple(tuple(s for s in game.clockwise(seat)[:-1] if s in active) for seat in range(game.players))
    rest = others[moment.leader]
    if not moment.lead:
        rest = rest[rest.index(state.turn) :]
    return Position(
        ranks=contract.ranks,
        others=others,
        makers=tuple(own == side for own in game.side),
        leader=moment.leader,
        led=state.standing.follow,
        best=0 if moment.lead else _winning_card(state),
        winning=moment.winning,
        rest=rest,
        tricks=state.tricks[side],
    )


def _winning_card(state: State) -> int:
    """The bit of the card that is winning: what its seat played last."""
    here = state
    while (before := here.before) is not None:
        if before.turn == state.moment.winning and here.did is not None and here.did.do is Do.PLAY:
            break
        here = before
    assert here.did is not None
    return state.standing.bits[here.did.index]


def play_randomly(position: Position, hands: list[list[int]], random: Callable[[], float]) -> int:
    """Play a deal out, each seat choosing evenly among its legal cards.

    Args:
        position: where play stands.
        hands: by seat, the bits of the cards it holds; used up. A card is chosen by its place there, or among the
            cards that follow suit by its rank.
        random: numbers from 0 up to 1, one for each choice between several cards.

    Returns:
        How many tricks the makers have in the end.
    """
    ranks, others, makers = position.ranks, position.others, position.makers
    suits, trumps, bits_of = _suits(ranks), ranks.trumps, _BITS
    led, best, winning, rest, tricks = position.led, position.best, position.winning, position.rest, position.tricks
    masks = [sum(hand) for hand in hands]
    leader = position.leader
    while True:
        if not led:
            hand = hands[leader]
            if not hand:
                return tricks
            best = hand.pop(int(random() * len(hand))) if len(hand) > 1 else hand.pop()
            masks[leader] ^= best
            led = suits[best]
            winning = leader
        for seat in rest:
            hand = hands[seat]
            card = masks[seat] & led
            if card:
                if card & card - 1:
                    cards = bits_of[card]
                    card = cards[int(random() * len(cards))]
                hand.remove(card)
                if card < best:
                    best = card
                    winning = seat
            else:
                card = hand.pop(int(random() * len(hand))) if len(hand) > 1 else hand.pop()
                if card < best and card & trumps:
                    best = card
                    winning = seat
            masks[seat] ^= card
        if makers[winning]:
            tricks += 1
        leader = winning
        rest = others[leader]
        led = 0
