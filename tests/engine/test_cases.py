"""The cases that other programs get wrong, each played on the engine."""

from __future__ import annotations

import itertools

import pytest

from euchre_engine import IllegalAction, Rules, State, apply, deal, deck, legal_actions, view

from .tables import CLASSIC, NORTH, TWO, act, action, dealt, first_legal, legal

BENNY = Rules(joker=True)


def test_left_bower_led_and_only_its_printed_suit_held() -> None:
    # Hearts are trump; the jack of diamonds is led. Seat 1 holds diamonds and no trump: every card is legal.
    state = dealt(CLASSIC, {0: "JD AH KH QH AC", 1: "AD KD QD 9S TS"}, "TH")
    state = act(state, "order, discard, JD")
    assert state.turn == 1
    assert set(legal(state)) == {"AD", "KD", "QD", "9S", "TS"}


def test_trump_led_and_the_left_bower_the_only_trump_held() -> None:
    state = dealt(CLASSIC, {0: "JH AH KH QH AC", 1: "JD KD QD 9S TS"}, "TH")
    state = act(state, "order, discard, JH")
    assert legal(state) == ["JD"]


def test_left_bowers_printed_suit_led_and_no_other_card_of_it_held() -> None:
    state = dealt(CLASSIC, {0: "AD AH KH QH AC", 1: "JD KC QC 9S TS"}, "TH")
    state = act(state, "order, discard, AD")
    assert set(legal(state)) == {"JD", "KC", "QC", "9S", "TS"}


def test_dealers_partner_alone_in_round_one() -> None:
    # Seat 3 deals and sits out: takes nothing, is asked nothing, and the left of the dealer leads.
    state = dealt(CLASSIC, {1: "JH JD AH KH QH"}, "TH")
    state = act(state, "pass, order alone")
    assert (state.phase, state.turn) == ("play", 0)
    seen = view(state, 3)
    assert (seen.out, seen.counts, seen.upcard_is) == ((3,), (5, 5, 5, 5), "left")
    state = first_legal(state)
    assert state.result is not None
    assert state.result.outcome == "alone_march"
    assert state.result.points == (0, 4)
    assert state.result.discard is None


CALLERS = list(itertools.product(range(4), range(4), (1, 2)))


@pytest.mark.parametrize(("dealer", "caller", "bidding"), CALLERS)
def test_every_loner_of_every_dealer_in_both_rounds(dealer: int, caller: int, bidding: int) -> None:
    state = dealt(CLASSIC, {}, "AS", dealer=dealer)
    passes = (caller - dealer - 1) % 4 + (4 if bidding == 2 else 0)
    state = act(state, ", ".join(["pass"] * passes + ["order alone" if bidding == 1 else "call H alone"]))
    partner = (caller + 2) % 4
    if state.phase == "discard":
        assert bidding == 1
        assert state.turn == dealer != partner
        state = first_legal_once(state)
    assert state.phase == "play"
    assert view(state, None).out == (partner,)
    eldest = (dealer + 1) % 4
    assert state.turn == (eldest if eldest != partner else (dealer + 2) % 4)
    turns = []
    while state.turn is not None:
        turns.append(state.turn)
        state = first_legal_once(state)
    assert len(turns) == 15
    assert partner not in turns
    assert sum(state.tricks) == 5
    state = deal(state, deck(CLASSIC))
    assert state.dealer == (dealer + 1) % 4
    assert view(act(state, "order, discard"), None).out == ()


def first_legal_once(state: State) -> State:
    assert state.turn is not None
    return apply(state, state.turn, legal_actions(state, state.turn)[0])


def test_stuck_dealer_has_three_suits_and_no_pass() -> None:
    state = act(dealt(CLASSIC, {}, "AS"), ", ".join(["pass"] * 7))
    assert (state.phase, state.turn) == ("bid2", 3)
    assert legal(state) == ["call C", "call C alone", "call D", "call D alone", "call H", "call H alone"]


def test_nobody_names_the_suit_that_was_turned_down() -> None:
    state = act(dealt(CLASSIC, {}, "AS"), "pass, pass, pass, pass")
    for turn in range(4):
        assert state.turn == turn
        with pytest.raises(IllegalAction, match="turned down"):
            apply(state, turn, action("call S"))
        if turn < 3:
            state = act(state, "pass")


def test_declined_upcard_leaves_the_hand_and_lies_face_down() -> None:
    state = act(dealt(NORTH, {3: "9C TC QC KC AC"}, "AH"), "order")
    assert (state.phase, state.turn, legal(state)) == ("exchange", 3, ["take", "leave"])
    state = act(state, "leave")
    seen = view(state, 3)
    assert sorted(seen.hand) == sorted(["9C", "TC", "QC", "KC", "AC"])
    assert (seen.upcard_is, seen.trump, seen.discard) == ("left", "H", None)


def test_ordered_dealer_who_takes_discards_any_of_six() -> None:
    state = act(dealt(NORTH, {3: "9C TC QC KC AC"}, "AH"), "order, take")
    assert set(legal(state)) == {f"discard {card}" for card in ["AH", "9C", "TC", "QC", "KC", "AC"]}
    seen = view(act(state, "discard AH"), 3)
    assert (seen.upcard_is, seen.discard) == ("taken", "AH")


def test_dealer_who_accepts_under_may_take_discards_one_of_five() -> None:
    state = act(dealt(NORTH, {3: "9C TC QC KC AC"}, "AH"), "pass, pass, pass, order")
    assert set(legal(state)) == {f"discard {card}" for card in ["9C", "TC", "QC", "KC", "AC"]}


def test_partner_announces_after_the_caller_did_not() -> None:
    # Seat 1 calls, seat 3 deals: eldest of the makers' side is asked first, here the caller.
    state = act(dealt(NORTH, {}, "AH"), "pass, order, leave")
    assert (state.phase, state.turn, legal(state)) == ("declare", 1, ["together", "alone"])
    state = act(state, "together")
    assert (state.phase, state.turn) == ("declare", 3)
    state = act(state, "alone")
    assert view(state, None).alone == (3,)
    assert view(state, None).out == (1,)
    assert (state.phase, state.turn) == ("declare", 0)


def test_two_loners_play_tricks_of_two_cards_and_the_defender_leads() -> None:
    state = act(dealt(NORTH, {}, "AH"), "pass, order alone, together, alone")
    seen = view(state, None)
    assert (seen.alone, seen.out) == ((1, 2), (3, 0))
    assert (state.phase, state.turn) == ("play", 2)
    state = first_legal(state)
    assert state.result is not None
    assert [len(trick) for trick in state.result.played] == [2] * 5


def test_nine_points_and_a_lone_march_are_thirteen() -> None:
    state = dealt(CLASSIC, {0: "JH JD AH KH QH"}, "TH", score=(9, 9))
    state = first_legal(act(state, "order alone"))
    assert state.score == (13, 9)
    assert (state.phase, state.winner) == ("game_over", 0)


def test_upcard_itself_may_not_be_discarded_under_must_take() -> None:
    state = act(dealt(CLASSIC, {}, "AH"), "order")
    with pytest.raises(IllegalAction, match="card just taken") as caught:
        apply(state, 3, action("discard AH"))
    assert (caught.value.code, caught.value.cards) == ("upcard", ("AH",))


@pytest.mark.parametrize(("lead", "points"), [("JH, JD, AH, KH, 9C", (1, 0)), ("JH, JD, AH, KH, QH", (2, 0))])
def test_two_hands_pay_one_for_four_tricks_and_two_for_five(lead: str, points: tuple[int, int]) -> None:
    last = lead.split(", ")[-1]
    state = dealt(TWO, {0: f"JH JD AH KH {last}", 1: "AC KC 9S TS QS"}, "TH", dealer=1)
    state = act(state, "order, leave")
    for card in lead.split(", "):
        state = act(state, card)
        # Seat 1 keeps the ace of clubs for the end.
        state = act(state, legal(state)[-1] if card != last else legal(state)[0])
    assert state.result is not None
    assert state.result.points == points


def test_benny_led_must_be_followed_with_trump() -> None:
    state = dealt(BENNY, {0: "BN AC KC QC TC", 1: "JD AD KD 9S TS"}, "TH")
    state = act(state, "order, discard, BN")
    assert legal(state) == ["JD"]
    assert view(state, 1).led == "H"


def test_benny_as_the_only_trump_must_follow_a_trump_lead_and_wins() -> None:
    state = dealt(BENNY, {0: "JH AC KC QC TC", 1: "BN AD KD 9S TS"}, "TH")
    state = act(state, "order, discard, JH")
    assert legal(state) == ["BN"]
    assert view(act(state, "BN"), None).winning == 1


def test_benny_turned_up_is_named_blind_and_taken() -> None:
    state = dealt(BENNY, {3: "9C TC QC KC AC"}, "BN")
    assert (state.phase, state.turn) == ("name", 3)
    assert legal(state) == ["call C", "call D", "call H", "call S"]
    assert view(state, 3).hand == ()
    assert view(state, 3).counts == (5, 5, 5, 5)
    assert len(view(state, 0).hand) == 5
    state = act(state, "call H")
    assert (state.phase, state.turn) == ("discard", 3)
    assert sorted(view(state, 3).hand) == sorted(["BN", "9C", "TC", "QC", "KC", "AC"])
    assert set(legal(state)) == {f"discard {card}" for card in ["9C", "TC", "QC", "KC", "AC"]}
    state = act(state, "discard 9C")
    assert (state.phase, state.turn) == ("play", 0)
    assert view(state, 0).upcard_is == "taken"
    assert view(state, 0).maker == 3
