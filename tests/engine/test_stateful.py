"""Games as a hypothesis state machine: whatever is done, every position is one that can be."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import settings, strategies
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from euchre_engine import (
    Action,
    IllegalAction,
    Phase,
    State,
    apply,
    check_invariants,
    deal,
    legal_actions,
    start_game,
    view,
    why_not,
)
from euchre_engine.actions import DISCARDS, ORDER, PASS, PLAYS

from .tables import any_rules, over, random_step, shuffled

SEEDS = strategies.integers(0, 2**32)


class Games(RuleBasedStateMachine):
    """One game under random rules; deals and actions come one by one."""

    state: State

    @initialize(seed=SEEDS)
    def first_game(self, seed: int) -> None:
        self.begin(seed)

    def begin(self, seed: int) -> None:
        rng = Random(seed)
        rules = any_rules(rng)
        self.state = start_game(rules, rng.randrange(rules.players))

    @precondition(lambda self: self.state.phase is Phase.GAME_OVER)
    @rule(seed=SEEDS)
    def next_game(self, seed: int) -> None:
        self.begin(seed)

    @precondition(lambda self: self.state.turn is None and self.state.phase is not Phase.GAME_OVER)
    @rule(seed=SEEDS)
    def next_deal(self, seed: int) -> None:
        before = self.state
        self.state = deal(before, shuffled(before.rules, Random(seed)))
        first = before.phase is Phase.START
        kept = first or (before.result is not None and before.result.same_dealer)
        assert self.state.deal_number == before.deal_number + (not first)
        assert self.state.dealer == (before.dealer + (not kept)) % before.rules.players
        assert self.state.score == before.score

    @precondition(lambda self: self.state.turn is not None)
    @rule(seed=SEEDS, steps=strategies.integers(1, 30))
    def act(self, seed: int, steps: int) -> None:
        rng = Random(seed)
        for _ in range(steps):
            if self.state.turn is None:
                break
            before = self.state
            self.state = random_step(before, rng)
            assert check_invariants(self.state) == ()

    @precondition(lambda self: self.state.turn is not None)
    @rule(seed=SEEDS)
    def nothing_else_is_legal(self, seed: int) -> None:
        rng = Random(seed)
        for seat in range(self.state.rules.players):
            legal = legal_actions(self.state, seat)
            for one in (PASS, ORDER, rng.choice(PLAYS), rng.choice(DISCARDS)):
                refused(self.state, seat, one, one in legal)

    @invariant()
    def possible(self) -> None:
        state = getattr(self, "state", None)
        if state is not None:
            assert check_invariants(state) == ()
            assert (state.result is not None) == (over(state) and state.dealt.upcard is not None)
            for seat in range(state.rules.players):
                seen = view(state, seat)
                assert seen.legal == legal_actions(state, seat)
                assert all(set(look.order) == set(seen.hand) for look in seen.looks.values())


def refused(state: State, seat: int, one: Action, legal: bool) -> None:
    """What is not legal is refused with the reason that is given beforehand, and changes nothing."""
    why = why_not(state, seat, one)
    assert (why is None) == legal
    if not legal:
        with pytest.raises(IllegalAction) as caught:
            apply(state, seat, one)
        assert caught.value.reason == why


TestGames = Games.TestCase
TestGames.settings = settings(max_examples=40, stateful_step_count=20, deadline=None, derandomize=True)
