"""The engine's public functions that move a game on: start, deal, act."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from .actions import Action
from .cards import BIT, Card
from .claiming import CLAIMING
from .contract import Game
from .errors import IllegalAction, InvalidDeal
from .farmers import open_deal
from .phases import Phase
from .playing import NOTHING, OFFERS
from .reasons import explain, may, reason
from .result import kept_dealer
from .rules import HAND_SIZE, Rules
from .scoring import winner
from .state import Dealt, State, early


@lru_cache(maxsize=64)
def _game(rules: Rules) -> Game:
    # One host plays a handful of rule sets; a game holds some kilobytes.
    return Game(rules, CLAIMING if rules.claims else OFFERS, OFFERS)


def start_game(rules: Rules, first_dealer: int, *, score: Sequence[int] | None = None, deal_number: int = 1) -> State:
    """Begin a game, before its first deal.

    Args:
        rules: the rules of the table.
        first_dealer: the seat that deals first.
        score: the points of each side to begin with; none means 0.
        deal_number: the number of the first deal.

    Returns:
        A state in phase ``start`` that waits for :func:`deal`; in ``game_over`` if the score already ends the game.

    Raises:
        ValueError: there is no such seat, or the score has not one number (0 or more) for each side.
    """
    if not 0 <= first_dealer < rules.players:
        raise ValueError(f"no such seat: {first_dealer}")
    points = (0,) * rules.sides if score is None else tuple(score)
    if len(points) != rules.sides or min(points) < 0:
        raise ValueError(f"the score must be {rules.sides} numbers, not {list(points)}")
    game = _game(rules)
    hands = (0,) * rules.players
    dealt = Dealt(game, deal_number, first_dealer, points, (), hands, ())
    phase = Phase.START if winner(rules, points) is None else Phase.GAME_OVER
    return early(dealt, phase, None, game.opening[first_dealer], hands, None, NOTHING)


def deal(state: State, cards: Sequence[Card]) -> State:
    """Deal the cards.

    Args:
        state: a state in phase ``start`` or ``deal_over``. After a deal the next seat deals, and the number rises.
        cards: the whole deck: five cards to seat 0, five to seat 1 and so on, the upcard, the kitty from its top.

    Returns:
        A state that asks its first question.

    Raises:
        InvalidDeal: it is not the time to deal, or the cards are no permutation of the deck.
    """
    before = state.dealt
    game = before.game
    number, dealer = before.number, before.dealer
    if state.phase is Phase.DEAL_OVER:
        number += 1
        dealer = dealer if kept_dealer(state) else (dealer + 1) % game.players
    elif state.phase is not Phase.START:
        raise InvalidDeal(f"no deal in phase {state.phase}")
    hands = _masks(game, cards)
    stock = tuple(cards[HAND_SIZE * game.players + 1 :])
    dealt = Dealt(game, number, dealer, state.score, tuple(cards), hands, stock)
    return open_deal(dealt)


def _masks(game: Game, cards: Sequence[Card]) -> tuple[int, ...]:
    try:
        bits = [BIT[card] for card in cards]
    except KeyError as error:
        raise InvalidDeal(f"not a card: {error.args[0]!r}") from None
    # As many cards as the deck has, and every bit of the deck: each card exactly once.
    if len(bits) != len(game.deck) or sum(bits) != game.deck_mask:
        raise InvalidDeal(f"not the {len(game.deck)} cards of this deck, each once")
    return tuple([sum(bits[first : first + HAND_SIZE]) for first in range(0, HAND_SIZE * game.players, HAND_SIZE)])


def legal_actions(state: State, seat: int) -> tuple[Action, ...]:
    """What a seat may do now, in the order in which to offer it; nothing when it is not its turn."""
    return state.offer.actions if seat == state.turn else ()


def apply(state: State, seat: int, action: Action) -> State:
    """Do something.

    Args:
        state: the position.
        seat: who does it.
        action: what.

    Returns:
        The position after it.

    Raises:
        IllegalAction: it is not legal now; the error carries the reason as a code.
    """
    offer = state.offer
    if seat == state.turn and (action.bit & offer.mask or may(offer, action)):
        return offer.step(state, seat, action)
    why = reason(state, seat, action)
    raise IllegalAction(why, explain(why, seat, action))
