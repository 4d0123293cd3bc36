"""The engine's public functions that move a game on: start, deal, act."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from operator import itemgetter

from .actions import Action
from .bidding import open_bidding
from .cards import BIT, PRINTED_SUIT, Card
from .contract import Game
from .errors import InvalidDeal
from .farmers import ask_farmers
from .playing import DEAL_OVER, GAME_OVER, START
from .result import kept_dealer
from .rules import Rules
from .scoring import winner
from .state import Dealt, Setting, State, ask


@lru_cache(maxsize=64)
def _game(rules: Rules) -> Game:
    # One host plays a handful of rule sets; a game holds some kilobytes.
    return Game(rules)


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
    dealt = Dealt(game, deal_number, first_dealer, points, (), (0,) * rules.players, None, None, ())
    room = START if winner(rules, points) is None else GAME_OVER
    return ask(Setting(dealt, game.opening[first_dealer], room, dealt.hands, points), None, (), None, None)


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
    here = state.setting
    before = here.dealt
    game = before.game
    if here.room is START:
        number, dealer = before.number, before.dealer
    elif here.room is DEAL_OVER:
        number = before.number + 1
        dealer = before.dealer if kept_dealer(state) else game.left[before.dealer]
    else:
        raise InvalidDeal(f"no deal in phase {state.phase}")
    cards = tuple(cards)
    bits = _bits(game, cards)
    hands = tuple(map(sum, game.portions(bits)))
    upcard, stock = cards[game.middle], cards[game.middle + 1 :]
    dealt = Dealt(game, number, dealer, here.score, cards, hands, upcard, PRINTED_SUIT[upcard], stock)
    return ask_farmers(dealt, hands) if game.farmers else open_bidding(dealt, hands)


def _bits(game: Game, cards: Sequence[Card]) -> tuple[int, ...]:
    """The bits of the cards, which must be the deck's."""
    # As many cards as the deck has, and every bit of the deck: each card exactly once.
    if len(cards) == len(game.deck):
        try:
            bits: tuple[int, ...] = itemgetter(*cards)(BIT)
        except KeyError as error:
            raise InvalidDeal(f"not a card: {error.args[0]!r}") from None
        if sum(bits) == game.deck_mask:
            return bits
    raise InvalidDeal(f"not the {len(game.deck)} cards of this deck, each once")


def legal_actions(state: State, seat: int) -> tuple[Action, ...]:
    """What a seat may do now, in the order in which to offer it; nothing when it is not its turn."""
    return state.legal if seat == state.turn else ()
