"""How a deal ended."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from .actions import Action, Do
from .cards import Card, Trump
from .history import Trick, history_of
from .phases import Phase
from .rules import HAND_SIZE
from .scoring import Outcome, outcome

if TYPE_CHECKING:
    from .state import State


class DealResult(Struct, frozen=True):
    """How a deal ended, with everything that was hidden.

    ``hands``, ``kitty`` and ``upcard`` are as they were dealt. ``discard`` is the card that the dealer put away for
    the upcard. ``same_dealer``: thrown in for a farmer's hand, so that the same seat deals again.
    """

    deal: int
    maker: int | None
    trump: Trump | None
    alone: tuple[int, ...]
    tricks: tuple[int, ...]
    points: tuple[int, ...]
    score: tuple[int, ...]
    outcome: Outcome
    same_dealer: bool
    hands: tuple[tuple[Card, ...], ...]
    kitty: tuple[Card, ...]
    upcard: Card
    discard: Card | None
    played: tuple[Trick, ...]
    others: tuple[tuple[int, Action], ...]
    """The cards that moved under a house rule, with their seats, in order: swaps, gifts and the discards for them."""


def kept_dealer(state: State) -> bool:
    """Whether the deal was thrown in for a farmer's hand, so that the same seat deals again."""
    return state.phase is Phase.DEAL_OVER and state.did is not None and state.did.do is Do.FARMER


def result_of(state: State) -> DealResult | None:
    """The result of the deal that is over; none while one is played or before the first."""
    dealt, contract = state.dealt, state.contract
    if state.phase not in (Phase.DEAL_OVER, Phase.GAME_OVER) or dealt.upcard is None:
        return None
    history = history_of(state)
    cut = HAND_SIZE * dealt.game.players
    return DealResult(
        deal=dealt.number,
        maker=contract.maker,
        trump=contract.trump,
        alone=contract.alone,
        tricks=state.tricks,
        points=tuple(now - before for now, before in zip(state.score, dealt.score, strict=True)),
        score=state.score,
        outcome=_outcome(state),
        same_dealer=kept_dealer(state),
        hands=tuple(dealt.cards[first : first + HAND_SIZE] for first in range(0, cut, HAND_SIZE)),
        kitty=dealt.cards[cut + 1 :],
        upcard=dealt.upcard,
        discard=history.exchanged,
        played=history.tricks,
        others=history.moved,
    )


def _outcome(state: State) -> Outcome:
    contract = state.contract
    if contract.maker is None:
        return "thrown_in"
    side = state.dealt.game.side
    makers = side[contract.maker]
    return outcome(state.tricks[makers], any(side[seat] == makers for seat in contract.alone))
