"""The house rules, one by one."""

from __future__ import annotations

import pytest

from euchre_engine import IllegalAction, Rules, apply, deal, deck, view

from .tables import CLASSIC, NORTH, act, action, dealt, first_legal, legal

CANADIAN = CLASSIC.but(partner_order="alone_only")
NEED = CLASSIC.but(need_suit="caller")


def test_dealers_partner_may_only_assist_alone() -> None:
    state = dealt(CANADIAN, {}, "AH")
    assert legal(state) == ["pass", "order", "order alone"]
    state = act(state, "pass")
    assert legal(state) == ["pass", "order alone"]
    assert legal(act(state, "pass")) == ["pass", "order", "order alone"]
    assert "call S" in legal(act(state, "pass, pass, pass, pass"))


def test_caller_needs_a_card_of_the_suit_and_is_asked_all_the_same() -> None:
    # Seat 0 holds only the left bower, seat 1 the right bower, the dealer nothing but the upcard.
    state = dealt(NEED, {0: "JD AC KC QC TC", 1: "JH AD KD QD TD", 2: "9H 9S TS QS AS", 3: "JC JS 9D KS 9C"}, "TH")
    assert legal(state) == ["pass"]
    assert legal(act(state, "pass")) == ["pass", "order", "order alone"]
    assert legal(act(state, "pass, pass, pass")) == ["pass"]


def test_benny_in_the_hand_does_not_make_up_for_the_suit() -> None:
    state = dealt(NEED.but(joker=True), {0: "BN JD AC KC QC"}, "TH")
    assert legal(state) == ["pass"]


def test_call_on_a_turned_up_benny_needs_no_card_of_the_suit() -> None:
    state = dealt(NEED.but(joker=True), {3: "9C TC QC KC AC"}, "BN")
    assert view(act(state, "call H"), 0).trump == "H"


FARMER = {1: "9C TC 9D TD 9H"}


def test_farmers_hand_is_asked_before_the_first_bid_and_may_be_kept() -> None:
    state = dealt(CLASSIC.but(farmers_hand="redeal"), FARMER, "AH")
    assert (state.phase, state.turn, legal(state)) == ("farmer", 1, ["keep", "farmer"])
    state = act(state, "keep")
    assert (state.phase, state.turn) == ("bid1", 0)


def test_farmers_redeal_keeps_the_dealer_and_raises_the_number() -> None:
    rules = CLASSIC.but(farmers_hand="redeal")
    state = act(dealt(rules, FARMER, "AH"), "farmer")
    assert state.result is not None
    assert (state.result.outcome, state.result.same_dealer) == ("thrown_in", True)
    state = deal(state, deck(rules))
    assert (state.dealer, state.deal_number) == (3, 2)


def test_farmers_swap_puts_three_under_the_kitty_and_takes_its_first_three() -> None:
    state = dealt(CLASSIC.but(farmers_hand="swap3"), FARMER, "AH", kitty="AS KS QS")
    state = act(state, "farmer")
    assert (state.phase, state.turn, len(legal(state))) == ("swap", 1, 10)
    with pytest.raises(IllegalAction) as caught:
        apply(state, 1, action("swap 9C TC AS"))
    assert (caught.value.code, caught.value.cards) == ("not_in_hand", ("AS",))
    state = act(state, "swap 9D 9C TC")
    assert sorted(view(state, 1).hand) == sorted(["TD", "9H", "AS", "KS", "QS"])
    assert state.dealt.stock == ("9D", "9C", "TC")
    state = first_legal(state)
    assert state.result is not None
    assert state.result.kitty == ("AS", "KS", "QS")
    assert [(seat, one.cards) for seat, one in state.result.others] == [(1, ("9D", "9C", "TC"))]


def test_two_farmers_are_asked_clockwise_from_eldest() -> None:
    rules = Rules(players=2, alone="none", farmers_hand="swap3")
    hands = {0: "9C TC 9D TD 9H", 1: "9S TS TH AC KC"}
    state = dealt(rules, hands, "AH", kitty="AS KS QS JS", dealer=1)
    state = act(state, "farmer, swap 9C TC 9D")
    assert (state.phase, state.turn) == ("bid1", 0)
    assert state.dealt.stock[:1] == ("JS",)
    assert state.dealt.stock[-3:] == ("9C", "TC", "9D")


BEST = CLASSIC.but(partners_best=True)


def test_partner_gives_a_card_and_the_loner_discards_any_of_six() -> None:
    state = dealt(BEST, {0: "JH JD AH KH QH", 2: "9C TC QC KC AC"}, "TH")
    state = act(state, "order alone, discard")
    assert (state.phase, state.turn) == ("give", 2)
    assert set(legal(state)) == {f"give {card}" for card in ["9C", "TC", "QC", "KC", "AC"]}
    state = act(state, "give AC")
    assert (state.phase, state.turn) == ("discard", 0)
    assert set(legal(state)) == {f"discard {card}" for card in ["JH", "JD", "AH", "KH", "QH", "AC"]}
    assert view(state, 0).counts == (6, 5, 4, 5)
    assert [view(state, seat).given for seat in (0, 1, 2, 3, None)] == ["AC", None, "AC", None, None]
    state = act(state, "discard AC")
    assert view(state, 0).discard == "AC"
    assert (state.phase, state.turn) == ("play", 0)
    state = first_legal(state)
    assert state.result is not None
    assert [(seat, one.do) for seat, one in state.result.others] == [(2, "give"), (0, "discard")]


def test_both_loners_get_a_card_the_makers_first_and_a_sitting_dealer_gives_too() -> None:
    state = act(dealt(NORTH.but(partners_best=True), {}, "AH"), "pass, order alone, together, alone")
    assert view(state, None).alone == (1, 2)
    assert (state.phase, state.turn) == ("give", 3)
    state = act(state, legal(state)[0])
    assert (state.phase, state.turn) == ("discard", 1)
    state = act(state, "discard")
    assert (state.phase, state.turn) == ("give", 0)
    state = act(state, legal(state)[0])
    assert (state.phase, state.turn) == ("discard", 2)
    state = act(state, "discard")
    assert (state.phase, state.turn) == ("play", 2)


def test_lone_dealer_who_exchanged_and_got_a_card_has_discarded_twice() -> None:
    state = dealt(BEST, {1: "AC KC QC TC 9C", 3: "JH JD AH KH 9S"}, "TH")
    state = act(state, "pass, pass, pass, order alone, discard 9S, give AC, discard TH")
    assert view(state, 3).discard == "TH"
    state = first_legal(state)
    assert state.result is not None
    assert state.result.discard == "9S"
    assert [one.card for _, one in state.result.others] == ["AC", "TH"]


def test_no_trump_is_called_in_round_two_only_and_has_no_bowers() -> None:
    state = dealt(CLASSIC.but(no_trump=True), {0: "JD AD 9C TC QC", 1: "JH KD QD 9S TS"}, "AH")
    assert "call NT" not in legal(state)
    state = act(state, "pass, pass, pass, pass")
    assert legal(state)[-2:] == ["call NT", "call NT alone"]
    assert view(state, 0).looks["NT"].labels == {}
    state = act(state, "call NT, JD")
    assert legal(state) == ["KD", "QD"]
    assert view(act(state, "QD"), None).winning == 1


def test_stuck_dealer_may_call_no_trump() -> None:
    state = act(dealt(CLASSIC.but(no_trump=True), {}, "AH"), ", ".join(["pass"] * 7))
    assert legal(state)[-2:] == ["call NT", "call NT alone"]
    assert "pass" not in legal(state)


CLAIMS = CLASSIC.but(claims=True)
STRONG = {0: "JH JD AH KH QH"}


def test_accepted_claim_takes_the_rest_and_ends_the_deal() -> None:
    state = act(dealt(CLAIMS, STRONG, "TH"), "order, discard")
    assert legal(state)[-1] == "claim"
    state = act(state, "claim")
    assert (state.phase, state.turn, legal(state)) == ("claim", 1, ["accept", "refuse"])
    assert view(state, None).shown == {0: ("JH", "JD", "AH", "KH", "QH")}
    state = act(state, "accept")
    assert state.turn == 3
    state = act(state, "accept")
    assert (state.phase, state.tricks, state.score) == ("deal_over", (5, 0), (2, 0))
    assert view(state, 1).shown == {0: ("JH", "JD", "AH", "KH", "QH")}


def test_refused_claim_leaves_the_hand_open_and_there_is_no_second() -> None:
    state = act(dealt(CLAIMS, STRONG, "TH"), "order, discard, claim, accept, refuse")
    assert (state.phase, state.turn) == ("play", 0)
    assert "claim" not in legal(state)
    state = act(state, "JH")
    assert view(state, 2).shown == {0: ("JD", "AH", "KH", "QH")}
    assert "claim" not in legal(state)
    state = first_legal(state)
    assert state.result is not None
    assert [len(trick) for trick in state.result.played] == [4] * 5


def test_claim_at_a_later_lead_takes_only_what_is_left() -> None:
    hands = {0: "9S JH JD AH KH", 1: "AS AC KC QC TC", 2: "KS 9C 9D TD KD", 3: "QS TS JC QD AD"}
    state = act(dealt(CLAIMS, hands, "TH"), "order, discard JC, 9S, AS, KS, TS")
    refused = act(state, "claim, refuse")
    assert (refused.turn, view(refused, 0).last_winner) == (1, 1)
    state = act(state, "claim, accept, accept")
    assert (state.tricks, state.score) == ((0, 5), (0, 2))


def test_last_trick_is_not_claimed() -> None:
    state = act(dealt(CLAIMS, STRONG, "TH"), "order, discard")
    for card in ("JH", "JD", "AH", "KH"):
        state = act(state, card)
        for _ in range(3):
            state = act(state, legal(state)[0])
        assert state.turn == 0
    assert legal(state) == ["QH"]


def test_only_active_opponents_answer_a_claim() -> None:
    rules = CLAIMS.but(defend_alone="vs_loner")
    state = act(dealt(rules, STRONG, "TH"), "order alone, discard, alone, claim")
    assert (state.phase, state.turn) == ("claim", 1)
    assert act(state, "accept").phase == "deal_over"


def test_three_hands_are_asked_and_each_opponent_scores() -> None:
    rules = Rules(players=3, alone="none", claims=True)
    state = dealt(rules, {0: "9S 9C 9D TS TC", 1: "JH JD AH KH QH"}, "TH", dealer=2)
    state = act(state, "order, discard")
    state = first_legal(state)
    assert len(state.tricks) == 3
    assert state.tricks[0] < 3
    assert state.score == (0, 2, 2)


def test_win_by_two_plays_on_at_the_target() -> None:
    rules = CLASSIC.but(win_by=2)
    state = dealt(rules, {0: "JH JD AH 9C TC", 1: "AC KC AS KS QS"}, "TH", score=(9, 9))
    state = act(state, "order, discard")
    state = first_legal(state)
    assert max(state.score) == 10
    assert state.phase == "deal_over"
    assert state.winner is None
