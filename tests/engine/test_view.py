"""What a person sees of a position."""

from __future__ import annotations

import pickle
from random import Random

import pytest

from euchre_engine import PRESETS, Laid, Phase, Rules, Said, View, apply, start_game, view

from .tables import CLASSIC, NORTH, act, any_rules, dealt, first_legal, legal, positions

HANDS = {0: "JH AH 9C TC QC", 1: "JD KH QH KC AC", 2: "9D TD QD KD AD", 3: "9S TS JS QS KS"}


def test_table_before_the_first_deal_is_empty() -> None:
    seen = view(start_game(CLASSIC, 2), 0)
    assert (seen.phase, seen.turn, seen.dealer, seen.hand, seen.counts) == ("start", None, 2, (), (0, 0, 0, 0))
    assert (seen.upcard, seen.upcard_is, seen.looks, seen.result) == (None, None, {}, None)


def test_bids_are_heard_with_the_suit_they_make_trump() -> None:
    state = act(dealt(NORTH, HANDS, "TH"), "pass, order alone, together")
    assert view(state, None).bids == (
        Said(0, "pass"),
        Said(1, "order", "H", True),
        Said(0, "together"),
    )
    state = act(dealt(CLASSIC, HANDS, "TH"), "pass, pass, pass, pass, call S")
    assert view(state, None).bids[-1] == Said(0, "call", "S")


@pytest.mark.parametrize(
    ("script", "expected"),
    [
        ("pass", "up"),
        ("pass, pass, pass, pass", "down"),
        ("pass, pass, pass, pass, call S", "down"),
        ("pass, pass, pass, pass, pass, pass, pass, pass", "down"),
        ("order", "up"),
        ("order, take", "taken"),
        ("order, take, discard", "taken"),
        ("order, leave", "left"),
        ("pass, order alone", "left"),
        ("pass, pass, pass, order", "taken"),
    ],
)
def test_where_the_upcard_is(script: str, expected: str) -> None:
    seen = view(act(dealt(NORTH, HANDS, "TH"), script), 0)
    assert (seen.upcard, seen.upcard_is) == ("TH", expected)


def test_trick_in_progress() -> None:
    state = act(dealt(CLASSIC, HANDS, "TH"), "order, discard 9S, 9C, KC")
    seen = view(state, 2)
    assert seen.trick == (Laid(0, "9C"), Laid(1, "KC"))
    assert (seen.led, seen.winning, seen.turn, seen.last, seen.last_winner) == ("C", 1, 2, (), None)
    assert seen.counts == (4, 4, 5, 5)


def test_finished_trick_is_the_last_one() -> None:
    state = act(dealt(CLASSIC, HANDS, "TH"), "order, discard 9S, 9C, KC, 9D, TS")
    seen = view(state, 2)
    assert (seen.trick, seen.led, seen.winning) == ((), None, None)
    assert seen.last == seen.history[-1] == (Laid(0, "9C"), Laid(1, "KC"), Laid(2, "9D"), Laid(3, "TS"))
    assert (seen.last_winner, seen.turn, seen.tricks) == (1, 1, (0, 1))
    assert view(act(state, "AC"), 2).last_winner == 1


def test_hand_is_shown_under_the_proposed_suit() -> None:
    state = dealt(CLASSIC, HANDS, "TH")
    seen = view(state, 1)
    assert seen.hand == ("JD", "KH", "QH", "AC", "KC")
    assert list(seen.looks) == ["H"]
    assert seen.looks["H"].order == seen.hand
    assert seen.looks["H"].labels == {"JD": "left"}
    assert view(state, 0).looks["H"].labels == {"JH": "right"}


def test_hand_in_round_two_has_a_look_for_each_suit_that_may_be_named() -> None:
    state = act(dealt(CLASSIC, HANDS, "TH"), "pass, pass, pass, pass")
    seen = view(state, 1)
    assert list(seen.looks) == ["C", "D", "S"]
    assert seen.looks["D"].order == ("JD", "AC", "KC", "KH", "QH")
    assert seen.looks["D"].labels == {"JD": "right"}
    assert seen.hand == ("AC", "KC", "JD", "KH", "QH")


def test_benny_has_a_label() -> None:
    state = dealt(Rules(joker=True), {0: "BN AC KC QC TC"}, "TH")
    assert view(state, 0).looks["H"].labels == {"BN": "benny"}
    assert view(dealt(Rules(joker=True), {0: "JH AC KC QC TC"}, "BN"), 0).looks["D"].labels == {"JH": "left"}


def test_spectator_sees_everything_but_hands() -> None:
    state = act(dealt(CLASSIC, HANDS, "TH"), "order, discard 9S, 9C")
    seen, seat = view(state, None), view(state, 3)
    private = {"seat", "hand", "discard", "given", "legal", "dead", "looks"}
    for name in set(View.__struct_fields__) - private:
        assert getattr(seen, name) == getattr(seat, name)
    assert (seen.hand, seen.discard, seen.legal, seen.dead, seen.looks) == ((), None, (), (), {})
    assert seat.discard == "9S"


def test_only_the_seat_that_is_asked_has_legal_actions() -> None:
    state = dealt(CLASSIC, HANDS, "TH")
    assert [len(view(state, seat).legal) for seat in range(4)] == [3, 0, 0, 0]


def test_result_shows_everything_once_the_deal_is_over() -> None:
    state = act(dealt(CLASSIC, HANDS, "TH"), "order, discard 9S")
    assert view(state, 0).result is None
    state = first_legal(state)
    result = view(state, None).result
    assert result is not None
    assert result.hands == tuple(tuple(HANDS[seat].split()) for seat in range(4))
    assert (result.upcard, result.discard, result.kitty) == ("TH", "9S", ("JC", "9H", "AS"))
    assert (result.deal, result.maker, result.trump, result.alone) == (1, 0, "H", ())
    assert view(state, 0).looks == {}
    assert len(view(state, 0).history) == 5


def test_no_such_seat() -> None:
    with pytest.raises(ValueError, match="no such seat: 4"):
        view(start_game(CLASSIC, 0), 4)


def test_view_of_a_thrown_in_deal() -> None:
    state = act(dealt(NORTH, HANDS, "TH"), ", ".join(["pass"] * 8))
    seen = view(state, 0)
    assert (seen.phase, seen.turn, seen.looks, seen.score) == (Phase.DEAL_OVER, None, {}, (0, 0))
    assert seen.result is not None
    assert (seen.result.outcome, seen.result.points) == ("thrown_in", (0, 0))
    assert seen.counts == (5, 5, 5, 5)


def test_legal_cards_are_offered_in_the_order_of_the_hand() -> None:
    state = act(dealt(CLASSIC, HANDS, "TH"), "order, discard 9S")
    assert legal(state) == list(view(state, 0).hand)
    state = apply(state, 0, view(state, 0).legal[0])
    assert [one.card for one in view(state, 1).legal] == ["JD", "KH", "QH"]


def test_a_view_can_go_to_another_process_whatever_it_shows() -> None:
    """Bots think in other processes. Python's own pickle must do: better ones are not installed everywhere."""
    rng = Random("pickle")
    for rules in (*PRESETS.values(), *(any_rules(rng) for _ in range(20))):
        for state in positions(rules, rng):
            for person in (*range(rules.players), None):
                seen = view(state, person)
                assert pickle.loads(pickle.dumps(seen)) == seen
