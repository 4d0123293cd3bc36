"""What must hold in every position, for property tests and for finding the first bad state of a bug report."""

from __future__ import annotations

from collections.abc import Iterator

from .actions import Do
from .hands import counts_of, held_by
from .history import History, history_of, trick_size, upcard_taken
from .phases import Phase
from .rules import HAND_SIZE
from .scoring import winner
from .state import State

_OVER = (Phase.DEAL_OVER, Phase.GAME_OVER)


def check_invariants(state: State) -> tuple[str, ...]:
    """What is wrong with a position.

    Returns:
        One sentence for each fault; nothing if the position can be one of a game.
    """
    return tuple(_faults(state))


def _faults(state: State) -> Iterator[str]:
    yield from _turn_faults(state)
    yield from _score_faults(state)
    if state.dealt.upcard is not None:
        history = history_of(state)
        yield from _card_faults(state, history)
        yield from _count_faults(state, history)
        yield from _trick_faults(state, history)
        yield from _contract_faults(state)


def _turn_faults(state: State) -> Iterator[str]:
    idle = state.phase in (Phase.START, *_OVER)
    if idle != (state.turn is None):
        yield f"phase {state.phase} with turn {state.turn}"
    if idle == bool(state.legal):
        yield f"phase {state.phase} offers {len(state.legal)} actions"
    if state.turn in state.contract.out and state.phase is not Phase.GIVE:
        yield f"seat {state.turn} sits out and is asked"


def _score_faults(state: State) -> Iterator[str]:
    won = winner(state.rules, state.score)
    if (won is not None) != (state.phase is Phase.GAME_OVER):
        yield f"score {state.score} in phase {state.phase}"
    if state.phase not in _OVER and state.score != state.dealt.score:
        yield "the score changed before the end of the deal"


def _card_faults(state: State, history: History) -> Iterator[str]:
    cards = [laid.card for trick in history.tricks for laid in trick]
    cards += [card for seat in range(state.rules.players) for card in held_by(state, seat)]
    cards += [discard.card for discard in history.discards]
    cards += state.dealt.stock
    if not upcard_taken(state, history.exchanged):
        assert state.dealt.upcard is not None
        cards.append(state.dealt.upcard)
    if sorted(cards) != sorted(state.dealt.game.deck):
        yield "a card is missing or in two places"


def _count_faults(state: State, history: History) -> Iterator[str]:
    played = [laid.seat for trick in history.tricks for laid in trick]
    given = [seat for seat, action in history.moved if action.do is Do.GIVE]
    done = sum(state.tricks)
    for seat, count in enumerate(counts_of(state)):
        expected = HAND_SIZE - played.count(seat) - given.count(seat)
        if state.phase is Phase.DISCARD and seat == state.turn:
            expected += 1
        if count != expected:
            yield f"seat {seat} holds {count} cards, not {expected}"
    if done > HAND_SIZE:
        yield f"{done} tricks"


def _trick_faults(state: State, history: History) -> Iterator[str]:
    complete = [trick for trick in history.tricks if len(trick) == trick_size(state)]
    claimed = state.phase in _OVER and state.did is not None and state.did.do is Do.ACCEPT
    if not claimed and len(complete) != sum(state.tricks):
        yield f"{len(complete)} tricks were played and {sum(state.tricks)} counted"
    if state.phase in _OVER and state.contract.maker is not None and sum(state.tricks) != HAND_SIZE:
        yield f"a deal ended after {sum(state.tricks)} tricks"


def _contract_faults(state: State) -> Iterator[str]:
    contract = state.contract
    if (contract.maker is None) != (contract.trump is None):
        yield f"maker {contract.maker} with trump {contract.trump}"
    if len({seat % 2 for seat in contract.alone}) != len(contract.alone):
        yield "two loners on one side"
    if contract.alone and state.rules.players != 4:
        yield "a loner without a partner"
