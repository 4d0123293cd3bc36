"""Starting and dealing, events, and the state as a value."""

from __future__ import annotations

import dataclasses
from random import Random

import pytest
from msgspec.structs import replace

from euchre_engine import (
    PRESETS,
    Event,
    InvalidDeal,
    Phase,
    Rules,
    State,
    apply,
    check_invariants,
    deal,
    deck,
    events,
    legal_actions,
    start_game,
)
from euchre_engine.state import Setting

from .tables import CLASSIC, NORTH, act, action, dealt, first_legal


def test_game_starts_where_it_is_told_to() -> None:
    state = start_game(CLASSIC, 2, score=[3, 4], deal_number=7)
    assert (state.phase, state.turn, state.dealer, state.deal_number) == (Phase.START, None, 2, 7)
    assert (state.score, state.tricks, state.result, state.winner) == ((3, 4), (0, 0), None, None)
    state = deal(state, deck(CLASSIC))
    assert (state.phase, state.turn, state.dealer, state.deal_number) == (Phase.BID1, 3, 2, 7)


@pytest.mark.parametrize(("dealer", "score"), [(4, None), (-1, None), (0, [1]), (0, [1, 2, 3]), (0, [-1, 0])])
def test_game_cannot_start_with_nonsense(dealer: int, score: list[int] | None) -> None:
    with pytest.raises(ValueError, match=r"no such seat|the score must be 2 numbers"):
        start_game(CLASSIC, dealer, score=score)


def test_game_that_is_over_before_it_begins_allows_no_deal() -> None:
    state = start_game(CLASSIC, 0, score=[10, 4])
    assert (state.phase, state.winner, state.result) == (Phase.GAME_OVER, 0, None)
    with pytest.raises(InvalidDeal, match="no deal in phase game_over"):
        deal(state, deck(CLASSIC))


def test_deal_is_dealt_once() -> None:
    state = deal(start_game(CLASSIC, 0), deck(CLASSIC))
    with pytest.raises(InvalidDeal, match="no deal in phase bid1"):
        deal(state, deck(CLASSIC))


CARDS = deck(CLASSIC)


@pytest.mark.parametrize(
    ("cards", "message"),
    [
        (CARDS[:-1], "not the 24 cards"),
        ((*CARDS, "8C"), "not the 24 cards"),
        ((*CARDS[:-1], CARDS[0]), "not the 24 cards"),
        ((*CARDS[:-1], "8C"), "not the 24 cards"),
        ((*CARDS[:-1], "XX"), "not a card: 'XX'"),
        ((), "not the 24 cards"),
    ],
)
def test_cards_must_be_the_deck(cards: tuple[str, ...], message: str) -> None:
    with pytest.raises(InvalidDeal, match=message):
        deal(start_game(CLASSIC, 0), cards)  # type: ignore[arg-type]


def test_deal_passes_to_the_left_played_or_thrown_in() -> None:
    state = act(dealt(NORTH, {}, "AH", dealer=3), ", ".join(["pass"] * 8))
    state = deal(state, deck(NORTH))
    assert (state.dealer, state.deal_number, state.turn) == (0, 2, 1)
    state = first_legal(act(state, "order, leave"))
    state = deal(state, deck(NORTH))
    assert (state.dealer, state.deal_number) == (1, 3)


def test_state_is_a_value_that_cannot_be_changed() -> None:
    one, other = dealt(CLASSIC, {}, "AH"), dealt(CLASSIC, {}, "AH")
    assert one == other
    assert hash(one) == hash(other)
    assert one != act(other, "pass")
    assert one != "state"
    for value in (one, one.setting, one.dealt):
        for name in value.__struct_fields__:
            with pytest.raises(AttributeError, match="immutable type"):
                setattr(value, name, 3)
            with pytest.raises(AttributeError, match="immutable type"):
                delattr(value, name)
    assert repr(one) == "<State deal 1 bid1 turn=0 score=(0, 0) tricks=(0, 0)>"


def test_old_states_stay_as_they_were() -> None:
    state = dealt(CLASSIC, {}, "AH")
    before = [(state, repr(state))]
    while state.turn is not None:
        state = apply(state, state.turn, legal_actions(state, state.turn)[0])
        before.append((state, repr(state)))
    assert [repr(old) for old, _ in before] == [text for _, text in before]
    assert len(set(before)) == len(before)


def told(state: State, words: str) -> tuple[tuple[Event, ...], State]:
    assert state.turn is not None
    after = apply(state, state.turn, action(words))
    return events(state, state.turn, action(words), after), after


def test_events_tell_what_an_action_brought_about() -> None:
    state = act(dealt(NORTH, {}, "AH"), "pass, pass, pass")
    found, state = told(state, "pass")
    assert found == (Event("turned_down", card="AH"),)
    found, state = told(state, "pass")
    assert found == ()
    found, state = told(act(state, "pass, pass"), "pass")
    assert found == (Event("thrown_in"),)


def test_events_of_tricks_and_of_the_end() -> None:
    state = dealt(CLASSIC, {0: "JH JD AH KH QH"}, "TH", score=(9, 0))
    state = act(state, "order, discard")
    taken = []
    while state.turn is not None:
        one = legal_actions(state, state.turn)[0]
        after = apply(state, state.turn, one)
        taken.append(events(state, state.turn, one, after))
        state = after
    assert [len(found) for found in taken] == [0, 0, 0, 1] * 4 + [0, 0, 0, 3]
    assert [found[0] for found in taken if found] == [
        Event("trick", 0, card)  # type: ignore[arg-type]
        for card in ("JH", "JD", "AH", "KH", "QH")
    ]
    assert taken[-1][1:] == (Event("result"), Event("game_over", side=0))


def broken(state: State, **changes: object) -> State:
    """The state with some fields set wrong, its own or its setting's."""
    own = {name: value for name, value in changes.items() if name in State.__struct_fields__}
    here = {name: value for name, value in changes.items() if name in Setting.__struct_fields__}
    return replace(state, setting=replace(state.setting, **here), **own)


PLAYING = act(dealt(CLASSIC, {}, "AH"), "order, discard")
ALONE = act(dealt(CLASSIC, {}, "AH"), "order alone, discard")
THREE = act(dealt(PRESETS["three_hand"], {}, "AH", dealer=2), "order, discard")
OVER = first_legal(PLAYING)
FAULTS: list[tuple[State, dict[str, object], str]] = [
    (PLAYING, {"turn": None}, "phase play with turn None"),
    (PLAYING, {"legal": ()}, "phase play offers 0 actions"),
    (ALONE, {"turn": 2}, "seat 2 sits out and is asked"),
    (PLAYING, {"score": (10, 0)}, "score (10, 0) in phase play"),
    (PLAYING, {"score": (1, 0)}, "the score changed before the end of the deal"),
    (PLAYING, {"hands": (0, *PLAYING.setting.hands[1:])}, "a card is missing or in two places"),
    (PLAYING, {"hands": (0, *PLAYING.setting.hands[1:])}, "seat 0 holds 0 cards, not 5"),
    (PLAYING, {"taken": 6}, "6 tricks"),
    (PLAYING, {"taken": 1}, "0 tricks were played and 1 counted"),
    (OVER, {"taken": 1}, "a deal ended after 1 tricks"),
    (PLAYING, {"contract": PLAYING.dealt.game.contracts[3, "H", 0, (0, 2)]}, "two loners on one side"),
    (PLAYING, {"contract": dataclasses.replace(PLAYING.contract, maker=None)}, "maker None with trump H"),
    (THREE, {"contract": dataclasses.replace(THREE.contract, alone=(0,))}, "a loner without a partner"),
]


@pytest.mark.parametrize(("state", "changes", "fault"), FAULTS, ids=[case[2] for case in FAULTS])
def test_invariants_name_what_is_wrong(state: State, changes: dict[str, object], fault: str) -> None:
    assert check_invariants(state) == ()
    assert fault in check_invariants(broken(state, **changes))


@pytest.mark.parametrize("preset", PRESETS)
def test_random_games_end_with_a_winner_at_the_target(preset: str) -> None:
    rules, rng = PRESETS[preset], Random(preset)
    state = start_game(rules, rng.randrange(rules.players))
    while state.phase is not Phase.GAME_OVER:
        assert state.winner is None
        cards = list(deck(rules))
        rng.shuffle(cards)
        state = deal(state, cards)
        while state.turn is not None:
            state = apply(state, state.turn, rng.choice(legal_actions(state, state.turn)))
    assert state.winner is not None
    assert state.score[state.winner] == max(state.score) >= rules.target


def test_same_rules_share_what_follows_from_them() -> None:
    assert start_game(Rules(target=4), 0).dealt.game is start_game(Rules(target=4), 1).dealt.game
