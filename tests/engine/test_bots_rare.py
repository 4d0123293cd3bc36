"""Phases that random deals seldom reach: farmers, the Benny turned up, gifts, claims."""

from __future__ import annotations

from random import Random

import pytest

from euchre_engine import PRESETS, Card, Do, Phase, Rules, State, apply, deal, deck, legal_actions, start_game, view
from euchre_engine.bots import LEVELS, choose, decide
from euchre_engine.bots.facts import layout_of
from euchre_engine.bots.unseen import Unseen

CLASSIC = PRESETS["classic"]
FARMER = "9S TS 9D TD 9C"


def dealt(rules: Rules, dealer: int, first: str, upcard: str, rng: Random) -> State:
    """Deal these cards to the seat after the dealer, this upcard, and the others at random."""
    hand = [Card(card) for card in first.split()]
    rest = [card for card in deck(rules) if card not in (*hand, upcard)]
    rng.shuffle(rest)
    cards: list[Card] = []
    for seat in range(rules.players):
        cards += hand if seat == (dealer + 1) % rules.players else [rest.pop() for _ in range(5)]
    return deal(start_game(rules, dealer), [*cards, Card(upcard), *rest])


@pytest.mark.parametrize("level", sorted(LEVELS))
def test_a_farmer_swaps_and_keeps_a_pair_of_suits(level: str) -> None:
    rng = Random(1)
    state = dealt(CLASSIC.but(farmers_hand="swap3"), 3, FARMER, "AH", rng)
    for expected in (Do.FARMER, Do.SWAP):
        action = decide(LEVELS[level], view(state, 0), rng)
        assert action.do is expected
        state = apply(state, 0, action)
    kept = set(FARMER.split()) - set(action.cards)
    assert len({card[1] for card in kept}) == 1


def test_the_dealer_names_a_suit_blind_and_any_of_the_four() -> None:
    rng = Random(2)
    state = dealt(PRESETS["british"], 1, "9S TS 9D TD 9C", "BN", rng)
    assert state.phase is Phase.NAME
    named = {choose(view(state, 1), rng).suit for _ in range(60)}
    assert named == {"C", "D", "H", "S"}


def loner_to_be_given(rng: Random) -> State:
    rules = CLASSIC.but(partners_best=True)
    state = dealt(rules, 3, "JS JC AS KS 9D", "9S", rng)
    state = apply(state, 0, next(a for a in legal_actions(state, 0) if a.alone))
    while state.phase is not Phase.GIVE:
        assert state.turn is not None
        state = apply(state, state.turn, legal_actions(state, state.turn)[0])
    return state


@pytest.mark.bulk
@pytest.mark.parametrize("level", ["normal", "expert"])
def test_the_loner_is_given_a_trump_or_an_ace_and_throws_the_loser(level: str) -> None:
    given = 0
    for seed in range(8):
        rng = Random(seed)
        state = loner_to_be_given(rng)
        mine = view(state, 2).hand
        action = decide(LEVELS[level], view(state, 2), rng, deals=40)
        assert action.do is Do.GIVE
        if not any(card[1] == "S" or card[0] == "A" for card in mine):
            continue
        given += 1
        assert action.card is not None
        assert action.card[1] == "S" or action.card[0] == "A"
        state = apply(state, 2, action)
        assert decide(LEVELS[level], view(state, 0), rng, deals=40).card == "9D"
    assert given > 3


def claimed(hand: str, rng: Random) -> State:
    """Let eldest order up, and lead once by rule."""
    state = dealt(CLASSIC.but(claims=True), 3, hand, "9S", rng)
    state = apply(state, 0, next(a for a in legal_actions(state, 0) if a.do is Do.ORDER and not a.alone))
    while state.phase is not Phase.PLAY:
        assert state.turn is not None
        state = apply(state, state.turn, legal_actions(state, state.turn)[0])
    return state


@pytest.mark.parametrize("level", ["normal", "strong", "expert"])
def test_who_cannot_lose_a_trick_claims_and_is_believed(level: str) -> None:
    rng = Random(3)
    state = claimed("JS JC AS KS QS", rng)
    while state.turn is not None:
        action = decide(LEVELS[level], view(state, state.turn), rng, deals=6)
        assert action.do in (Do.CLAIM, Do.ACCEPT)
        state = apply(state, state.turn, action)
    assert state.result is not None
    assert state.result.tricks == (5, 0)


def test_a_claim_that_may_fail_is_refused_and_the_cards_shown_are_reckoned_with() -> None:
    rng = Random(4)
    state = claimed("JS AS KS QD 9D", rng)
    claim = next(a for a in legal_actions(state, 0) if a.do is Do.CLAIM)
    assert choose(view(state, 0), rng) != claim
    state = apply(state, 0, claim)
    while state.phase is Phase.CLAIM:
        assert state.turn is not None
        action = choose(view(state, state.turn), rng)
        assert action.do is Do.REFUSE
        state = apply(state, state.turn, action)
    state = apply(state, 0, choose(view(state, 0), rng))
    seat = state.turn
    assert seat is not None
    seen = view(state, seat)
    lay = layout_of(seen.rules, "S")
    for _ in range(20):
        hands, _ = Unseen(seen, lay).draw(rng)
        assert hands[0] == lay.mask(seen.shown[0])
    assert decide(LEVELS["expert"], seen, rng, deals=20) in seen.legal


def test_what_cannot_be_is_survived() -> None:
    """Whatever somebody did, a deal is drawn; at worst the suits not followed are forgotten."""
    state = dealt(CLASSIC, 3, "JS JC AS KS 9D", "9S", Random(5))
    seen = view(state, 0)
    lay = layout_of(seen.rules, "S")
    unseen = Unseen(seen, lay)
    unseen.slots = [(seat, count, lay.full) for seat, count, _ in unseen.slots]
    hands, weight = unseen.draw(Random(6))
    assert weight == 1
    assert [hand.bit_count() for hand in hands] == [5, 5, 5, 5]
