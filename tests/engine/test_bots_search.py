"""The players who think: legal under any rules, repeatable, blind to what is hidden, obedient to a deadline."""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from euchre_engine import PRESETS, Action, Card, Do, Phase, Rules, State, apply, deal, start_game, view
from euchre_engine.bots import LEVELS, Estimate, consider, decide
from euchre_engine.bots.facts import layout_of
from euchre_engine.bots.levels import preferred
from euchre_engine.bots.options import options
from euchre_engine.bots.unseen import Unseen
from euchre_engine.cards import BENNY

from .bot_tables import random_deal, random_rules, redealt, shuffled

seeds = st.integers(0, 2**32)
PHASES = [phase for phase in Phase if phase not in (Phase.START, Phase.DEAL_OVER, Phase.GAME_OVER)]
QUICK = 6
"""Deals looked at for a decision in tests; what is tested here does not depend on it."""


@given(seeds)
@settings(max_examples=40)
def test_every_level_is_legal_under_any_rules(seed: int) -> None:
    rng = Random(seed)
    for state in random_deal(random_rules(rng), rng):
        assert state.turn is not None
        seen = view(state, state.turn)
        level = LEVELS[rng.choice(sorted(LEVELS))]
        assert decide(level, seen, rng, deals=QUICK) in seen.legal


@pytest.mark.bulk
def test_no_seat_is_thought_to_hold_fewer_cards_than_none() -> None:
    """Found by a hundred thousand deals: a dealer who had taken the upcard, put it away again, and claimed."""
    rng = Random("slots")
    claims = 0
    for _ in range(400):
        rules = random_rules(rng)
        if rules.upcard == "must_take" or rng.random() < 0.5:
            rules = rules.but(claims=True)
        for state in random_deal(rules, rng):
            assert state.turn is not None
            seen = view(state, state.turn)
            slots = Unseen(seen, layout_of(rules, seen.trump or "C")).slots
            assert all(count >= 0 for _, count, _ in slots), seen
            claims += state.phase is Phase.CLAIM
    assert claims > 100


def positions(presets: list[str], count: int, seed: int) -> list[State]:
    rng = Random(seed)
    found: list[State] = []
    while len(found) < count:
        found += [state for state in random_deal(PRESETS[rng.choice(presets)], rng) if rng.random() < 0.3]
    return found[:count]


RARE = (
    PRESETS["north_american"].but(partners_best=True, claims=True, upcard="may_take"),
    PRESETS["north_american"].but(farmers_hand="swap3"),
    PRESETS["british"].but(defend_alone="always", alone="makers", claims=True),
)
"""Rules that ask what is seldom asked."""


def rigged(rules: Rules, rng: Random) -> list[Card]:
    """A pack that makes what is seldom more frequent: a farmer's hand, or the joker turned up."""
    cards = shuffled(rules, rng)
    if rules.farmers_hand != "off":
        low = [card for card in cards if card[0] in "9T"][:5]
        cards = [*low, *(card for card in cards if card not in low)]
    if rules.joker and rng.random() < 0.5:
        joker, up = cards.index(BENNY), 5 * rules.players
        cards[joker], cards[up] = cards[up], cards[joker]
    return cards


@cache
def every_phase() -> tuple[State, ...]:
    """Positions of every phase in which somebody is asked, four of each."""
    rng = Random(12)
    found: dict[Phase, list[State]] = {phase: [] for phase in PHASES}
    while any(len(states) < 4 for states in found.values()):
        rules = rng.choice(RARE)
        state = deal(start_game(rules, rng.randrange(rules.players)), rigged(rules, rng))
        while state.turn is not None:
            if len(found[state.phase]) < 4 and rng.random() < 0.5:
                found[state.phase].append(state)
            state = apply(state, state.turn, rng.choice(view(state, state.turn).legal))
    return tuple(state for states in found.values() for state in states)


@pytest.mark.bulk
@pytest.mark.parametrize("level", sorted(LEVELS))
def test_hidden_cards_change_nothing(level: str) -> None:
    rng = Random(level)
    moved: Counter[Phase] = Counter()
    for state in [*positions(sorted(PRESETS), 40, 17), *every_phase()]:
        seat = state.turn
        assert seat is not None
        other = redealt(state, seat, rng)
        moved[state.phase] += other.dealt.cards != state.dealt.cards
        first, second = (decide(LEVELS[level], view(either, seat), Random(3), deals=QUICK) for either in (state, other))
        assert first == second
    assert {phase for phase in PHASES if not moved[phase]} == set(), moved


def test_the_same_random_source_gives_the_same_estimates() -> None:
    for state in positions(["classic", "two_hand"], 12, 5):
        assert state.turn is not None
        seen = view(state, state.turn)
        assert consider(seen, Random(8), deals=20) == consider(seen, Random(8), deals=20)


def first_bid(seed: int = 2) -> State:
    rules = PRESETS["classic"]
    return deal(start_game(rules, 0), shuffled(rules, Random(seed)))


def test_stop_ends_the_search_but_not_before_the_floor() -> None:
    seen = view(first_bid(), 1)
    for floor in (3, 12):
        estimates = consider(seen, Random(1), deals=500, floor=floor, stop=lambda: True)
        assert max(estimate.deals for estimate in estimates) == floor


class Counted(Random):
    """A random source that counts what is taken from it."""

    taken = 0

    def random(self) -> float:
        self.taken += 1
        return super().random()


def test_who_is_in_a_hurry_does_not_even_draw_more_deals_than_it_must() -> None:
    seen = view(first_bid(), 1)
    late, ever, never = Counted(1), Counted(1), Counted(1)
    asked = 0

    def soon() -> bool:
        nonlocal asked
        asked += 1
        return asked > 40

    consider(seen, late, deals=500, floor=2, stop=lambda: True)
    assert late.taken <= 3 * 2 * 15 + 1  # three deals of fifteen cards are drawn for each that is kept
    consider(seen, ever, deals=500, floor=2, stop=soon)
    assert ever.taken < 50 * 15
    consider(seen, never, deals=32)
    assert never.taken > 90 * 15


def test_no_more_deals_than_asked_for() -> None:
    estimates = consider(view(first_bid(), 1), Random(1), deals=21)
    assert max(estimate.deals for estimate in estimates) <= 21


def test_every_legal_bid_has_an_estimate_in_range() -> None:
    seen = view(first_bid(), 1)
    estimates = consider(seen, Random(1), deals=20)
    assert {estimate.action for estimate in estimates} == set(seen.legal)
    for estimate in estimates:
        assert 0 <= estimate.chance <= 1
        assert -4 <= estimate.points <= 4
        assert estimate.error > 0


@pytest.mark.bulk
@pytest.mark.parametrize("preset", ["classic", "north_american", "british"])
def test_nobody_goes_alone_when_a_point_wins(preset: str) -> None:
    """Nor as a partner or a defender who is asked afterwards; the same players do at love all."""
    rng = Random(4)
    rules = PRESETS[preset]

    def loners(score: int) -> int:
        found = 0
        state = deal(start_game(rules, rng.randrange(4), score=(score, score)), shuffled(rules, rng))
        while state.turn is not None and state.phase is not Phase.PLAY:
            level = LEVELS[rng.choice(["strong", "expert"])]
            action = decide(level, view(state, state.turn), rng, deals=QUICK)
            found += action.alone or action.do is Do.ALONE
            state = apply(state, state.turn, action)
        return found

    assert not any(loners(9) for _ in range(20))
    assert any(loners(0) for _ in range(100))


@pytest.mark.parametrize(
    ("lead", "error", "alone"), [(0.03, 0.01, True), (0.015, 0.003, True), (0.015, 0.01, False), (0.005, 0.0, False)]
)
def test_alone_only_where_it_is_better_beyond_doubt(lead: float, error: float, alone: bool) -> None:
    seen = view(first_bid(), 1)
    lone, together, no = (Action(Do.ORDER, alone=True), Action(Do.ORDER), Action(Do.PASS))
    found = [
        Estimate(action, value, value, 1.0, 0.01, behind, 60)
        for action, value, behind in [(lone, 0.6, 0.0), (together, 0.6 - lead, error), (no, 0.5, 0.01)]
    ]
    assert preferred(seen, no, found) == (lone if alone else together)


@given(seeds)
@settings(max_examples=60)
def test_deals_drawn_fit_what_the_seat_knows(seed: int) -> None:
    rng = Random(seed)
    for state in random_deal(random_rules(rng), rng, sound=0.8):
        seat = state.turn
        assert seat is not None
        seen = view(state, seat)
        if state.phase is not Phase.PLAY or seen.trump is None:
            continue
        lay = layout_of(seen.rules, seen.trump)
        unseen = Unseen(seen, lay)
        hands, weight = unseen.draw(rng)
        assert weight > 0
        assert hands[seat] == lay.mask(seen.hand)
        assert sum(hands).bit_count() == sum(hand.bit_count() for hand in hands)
        assert not sum(hands) & unseen.gone
        for other in set(range(seen.rules.players)) - set(seen.out):
            assert hands[other].bit_count() == seen.counts[other]
            assert hands[other] & unseen.fixed[other] == unseen.fixed[other] or other == seat


def test_a_seat_that_did_not_follow_is_dealt_none_of_that_suit() -> None:
    found = 0
    rng = Random(9)
    for state in positions(["classic"], 150, 8):
        seat = state.turn
        assert seat is not None
        seen = view(state, seat)
        if seen.trump is None:
            continue
        lay = layout_of(seen.rules, seen.trump)
        hands, _ = Unseen(seen, lay).draw(rng)
        for trick in (*seen.history, seen.trick):
            for laid in trick:
                led = lay.suit[lay.bit[trick[0].card]]
                if not lay.bit[laid.card] & led and laid.seat != seat:
                    found += 1
                    assert not hands[laid.seat] & led
    assert found > 20


def test_choices_that_come_to_the_same_share_an_estimate() -> None:
    for state in positions(["classic"], 60, 3):
        assert state.turn is not None
        seen = view(state, state.turn)
        offered = [action for option in options(seen) for action in option.actions]
        assert sorted(map(str, offered)) in (sorted(map(str, seen.legal)), [])
