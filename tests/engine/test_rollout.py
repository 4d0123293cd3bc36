"""Play-outs on masks end as the public functions say, under every kind of rules."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from euchre_engine import PRESETS, Do, Phase, State, apply, deal, deck, legal_actions, start_game
from euchre_engine.cards import INDEX
from euchre_engine.hands import held_by
from euchre_engine.rollout import play_randomly, position_of

from .tables import CLASSIC, act, any_rules, dealt, positions


def hands_of(state: State) -> list[list[int]]:
    """The bits of the cards of every seat that plays, in the order in which they are offered."""
    bits = state.standing.bits
    players = range(state.rules.players)
    return [
        [] if seat in state.contract.out else [bits[INDEX[card]] for card in held_by(state, seat)] for seat in players
    ]


def play_on(state: State, rng: Random) -> State:
    """Play on with the public functions, drawing a number for each choice between several cards."""
    while state.turn is not None:
        cards = [action for action in legal_actions(state, state.turn) if action.do is Do.PLAY]
        chosen = cards[int(rng.random() * len(cards))] if len(cards) > 1 else cards[0]
        state = apply(state, state.turn, chosen)
    return state


def makers_tricks(state: State) -> int:
    assert state.contract.maker is not None
    return state.tricks[state.dealt.game.side[state.contract.maker]]


def test_random_play_outs_end_as_the_public_functions_say() -> None:
    rng = Random("rollout")
    compared: Counter[int] = Counter()
    for _ in range(300):
        for state in positions(any_rules(rng), rng):
            if state.phase is not Phase.PLAY:
                continue
            seed = rng.random()
            end = play_on(state, Random(seed))
            tricks = play_randomly(position_of(state), hands_of(state), Random(seed).random)
            assert tricks == makers_tricks(end)
            assert end.result is not None
            assert state.contract.points[tricks] == end.result.points
            compared[state.rules.players] += 1
    assert min(compared[players] for players in (2, 3, 4)) > 200


def test_no_position_of_play_before_the_first_lead() -> None:
    with pytest.raises(ValueError, match="no play in phase bid1"):
        position_of(dealt(CLASSIC, {}, "AH"))
    with pytest.raises(ValueError, match="no play in phase start"):
        position_of(start_game(CLASSIC, 0))


def test_position_is_not_used_up() -> None:
    state = act(dealt(CLASSIC, {}, "AH"), "order, discard")
    position = position_of(state)
    ends = {play_randomly(position, hands_of(state), Random(seed).random) for seed in range(50)}
    assert len(ends) > 1
    assert position == position_of(state)


@pytest.mark.parametrize("preset", PRESETS)
def test_whole_hands_are_played(preset: str) -> None:
    rules = PRESETS[preset]
    state = deal(start_game(rules, 0), deck(rules))
    while state.phase is not Phase.PLAY:
        assert state.turn is not None
        state = apply(state, state.turn, legal_actions(state, state.turn)[-1])
    hands = hands_of(state)
    assert 0 <= play_randomly(position_of(state), hands, Random(1).random) <= 5
    assert [len(hand) for hand in hands] == [0] * rules.players
