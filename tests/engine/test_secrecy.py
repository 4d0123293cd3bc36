"""Nobody sees what they may not know: deal everything hidden anew, and the view stays the same to the last byte.

For a position of a random deal and a person who looks, all cards that this person cannot know are shuffled among the
places where they can lie. When the same things could have been said and played with those cards, the deal is
replayed; the person's view must be equal, and so must its text and the bytes that a host sends.
"""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from euchre_engine import (
    PRESETS,
    Action,
    Card,
    Do,
    IllegalAction,
    Phase,
    Rules,
    Scene,
    State,
    View,
    apply,
    deal,
    deck,
    start_game,
    view,
)
from euchre_engine.hands import held_by
from euchre_engine.history import actions_of
from euchre_protocol import encode
from euchre_server.views import Board, Frame

from .tables import any_rules, positions

HIDDEN = (Do.DISCARD, Do.GIVE, Do.SWAP)


RARE = (
    PRESETS["north_american"].but(partners_best=True, claims=True),
    PRESETS["north_american"].but(farmers_hand="swap3", need_suit="caller"),
    PRESETS["two_hand"].but(farmers_hand="swap3", lowest=7),
    PRESETS["three_hand"].but(joker=True, claims=True),
)
"""Rules that ask what is seldom asked."""


def known_to(state: State, person: int | None) -> set[Card]:
    """The cards of which this person knows where they lie, by the sentences of the rules and not by the view."""
    known = {state.dealt.cards[5 * state.rules.players]}
    blind = state.phase is Phase.NAME and person == state.dealer
    if person is not None and not blind:
        known |= set(state.dealt.cards[5 * person : 5 * person + 5]) | held(state, person)
    for seat, action in actions_of(state):
        told = action.do is Do.GIVE and person is not None and seat % 2 == person % 2
        if action.do not in HIDDEN or seat == person or told:
            known |= {card for card in (action.card, *action.cards) if card is not None}
        if action.do is Do.CLAIM:
            known |= held(state, seat)
    return known


def held(state: State, seat: int) -> set[Card]:
    return set(held_by(state, seat))


def dealt_anew(state: State, person: int | None, rng: Random) -> State | None:
    """The same position with the hidden cards in other places, if everything could have happened with those."""
    known = known_to(state, person)
    cards = list(state.dealt.cards)
    places = [place for place, card in enumerate(cards) if card not in known]
    renamed = exchanged([cards[place] for place in places], state.rules.farmers_hand != "off", rng)
    for place in places:
        cards[place] = renamed[cards[place]]
    dealt = state.dealt
    again = deal(start_game(state.rules, dealt.dealer, score=dealt.score, deal_number=dealt.number), cards)
    try:
        for seat, action in actions_of(state):
            again = apply(again, seat, rename(action, renamed))
    except IllegalAction:
        return None
    return again if (again.phase, again.turn) == (state.phase, state.turn) else None


def exchanged(hidden: list[Card], low_apart: bool, rng: Random) -> dict[Card, Card]:
    """What each hidden card becomes; 9s and 10s remain such where it is heard who holds nothing else."""
    groups = [hidden]
    if low_apart:
        groups = [[card for card in hidden if (card[0] in "9T") == low] for low in (True, False)]
    renamed: dict[Card, Card] = {}
    for cards in groups:
        renamed.update(zip(cards, rng.sample(cards, len(cards)), strict=True))
    return renamed


def rename(action: Action, renamed: dict[Card, Card]) -> Action:
    card = None if action.card is None else renamed.get(action.card, action.card)
    cards = tuple(renamed.get(one, one) for one in action.cards)
    return Action(action.do, card, action.suit, action.alone, cards)


def hidden_differs(one: State, other: State) -> bool:
    seats = range(one.rules.players)
    return any(held(one, seat) != held(other, seat) for seat in seats) or one.dealt.cards != other.dealt.cards


def check(rules: Rules, rng: Random, proved: Counter[Phase]) -> None:
    found = positions(rules, rng)[:-1]
    first = {state.phase: state for state in reversed(found)}
    for state in (*first.values(), rng.choice(found), rng.choice(found)):
        for person in (*range(rules.players), None):
            for _ in range(4):
                other = dealt_anew(state, person, rng)
                if other is not None and hidden_differs(state, other):
                    assert same(view(state, person), view(other, person))
                    assert sent(state, person) == sent(other, person)
                    proved[state.phase] += 1
                    break


def same(one: View, other: View) -> bool:
    return one == other and repr(one) == repr(other)


def sent(state: State, person: int | None) -> bytes:
    """What a host sends this person of a position."""
    board = Board(Scene(state), Frame(version=1))
    return encode(board.message(person, ask=person == state.turn, reveal=False))


@pytest.mark.bulk
def test_view_depends_only_on_what_the_person_may_know() -> None:
    rng = Random("secrecy")
    proved: Counter[Phase] = Counter()
    for preset in PRESETS.values():
        for _ in range(12):
            check(preset, rng, proved)
    for _ in range(80):
        check(any_rules(rng), rng, proved)
    for rules in RARE:
        for _ in range(15):
            check(rules, rng, proved)
    asked = set(Phase) - {Phase.START, Phase.DEAL_OVER, Phase.GAME_OVER}
    assert {phase for phase in asked if proved[phase] < 3} == set(), proved


@pytest.mark.bulk
def test_what_is_taken_over_from_the_scene_before_is_what_would_be_found_anew() -> None:
    rng = Random("earlier")
    taken_over = 0
    for rules in (*PRESETS.values(), *(any_rules(rng) for _ in range(40)), *RARE):
        scene, board = None, None
        for state in positions(rules, rng):
            scene = Scene(state, scene)
            board = Board(scene, Frame(version=1), board)
            taken_over += len(scene._own)
            for person in (*range(rules.players), None):
                assert scene.view(person) == view(state, person)
                assert encode(board.message(person, ask=person == state.turn)) == encode(
                    Board(Scene(state), Frame(version=1)).message(person, ask=person == state.turn)
                )
    assert taken_over > 1000


def test_same_position_is_found_to_differ_when_something_leaks() -> None:
    """The method itself: a view of another seat does change when the cards are dealt anew."""
    rng = Random("leak")
    rules = PRESETS["classic"]
    state = deal(start_game(rules, 0), deck(rules))
    other = dealt_anew(state, 0, rng)
    assert other is not None
    assert same(view(state, 0), view(other, 0))
    assert not same(view(state, 1), view(other, 1))
