"""Every reason why something is not legal, and the sentence that says so."""

from __future__ import annotations

import pytest

from euchre_engine import (
    SENTENCES,
    IllegalAction,
    Reason,
    Rules,
    State,
    apply,
    dead_actions,
    legal_actions,
    start_game,
    view,
    why_not,
)

from .tables import CLASSIC, NORTH, act, action, dealt, first_legal, short

HANDS = {0: "JH AH 9C TC QC", 1: "JD KH QH KC AC", 2: "9D TD QD KD AD", 3: "9S TS JS QS KS"}
BEST = CLASSIC.but(partners_best=True)
CLAIMS = CLASSIC.but(claims=True)
FARMER = {0: "9C TC 9D TD 9H"}
NO_CLUB = {0: "JD AD KD QD TD"}


def at(rules: Rules, script: str = "", hands: dict[int, str] = HANDS, upcard: str = "TH") -> State:
    state = dealt(rules, hands, upcard)
    return act(state, script) if script else state


PASSED = "pass, pass, pass, pass"
LEAD = "order, discard 9S"
CASES: list[tuple[State, int, str, Reason]] = [
    (start_game(CLASSIC, 0), 0, "pass", Reason("wrong_phase")),
    (first_legal(at(CLASSIC, LEAD)), 0, "pass", Reason("wrong_phase")),
    (at(CLASSIC), 1, "pass", Reason("not_your_turn")),
    (at(CLASSIC), 0, "call S", Reason("wrong_phase")),
    (at(CLASSIC), 0, "play JH", Reason("wrong_phase")),
    (at(CLASSIC.but(alone="none")), 0, "order alone", Reason("no_alone")),
    (at(CLASSIC.but(partner_order="alone_only"), "pass"), 1, "order", Reason("alone_only")),
    (at(CLASSIC.but(need_suit="caller"), "", NO_CLUB, "TC"), 0, "order", Reason("need_suit", "C")),
    (at(CLASSIC.but(need_suit="caller"), "", NO_CLUB, "TC"), 0, "order alone", Reason("need_suit", "C")),
    (at(CLASSIC.but(need_suit="caller", alone="none"), "", NO_CLUB, "TC"), 0, "order", Reason("need_suit", "C")),
    (at(CLASSIC.but(need_suit="caller", alone="none"), "", NO_CLUB, "TC"), 0, "order alone", Reason("no_alone")),
    (at(CLASSIC, PASSED), 0, "order", Reason("wrong_phase")),
    (at(CLASSIC, PASSED), 0, "call H", Reason("turned_down", "H")),
    (at(CLASSIC, PASSED), 0, "call H alone", Reason("turned_down", "H")),
    (at(CLASSIC, PASSED), 0, "call NT", Reason("no_trump")),
    (at(CLASSIC.but(alone="none"), PASSED), 0, "call S alone", Reason("no_alone")),
    (at(CLASSIC, PASSED + ", pass, pass, pass"), 3, "pass", Reason("stuck")),
    (at(Rules(joker=True), "", {}, "BN"), 3, "pass", Reason("benny")),
    (at(Rules(joker=True), "", {}, "BN"), 3, "call H alone", Reason("benny")),
    (at(Rules(joker=True), "", {}, "BN"), 3, "call NT", Reason("no_trump")),
    (at(NORTH, "order"), 3, "discard 9S", Reason("wrong_phase")),
    (at(CLASSIC, "order"), 3, "discard TH", Reason("upcard", None, ("TH",))),
    (at(CLASSIC, "order"), 3, "discard AD", Reason("not_in_hand", None, ("AD",))),
    (at(NORTH, "order, leave"), 0, "pass", Reason("wrong_phase")),
    (at(CLASSIC, LEAD + ", JH"), 1, "play AC", Reason("follow", "H", ("JD", "KH", "QH"))),
    (at(CLASSIC, LEAD + ", JH"), 1, "play 9D", Reason("not_in_hand", None, ("9D",))),
    (at(CLASSIC, LEAD + ", JH"), 2, "play 9D", Reason("not_your_turn")),
    (at(CLASSIC, LEAD), 0, "claim", Reason("no_claims")),
    (at(CLAIMS, LEAD + ", JH"), 1, "claim", Reason("not_leading")),
    (at(CLAIMS, LEAD + ", claim, refuse"), 0, "claim", Reason("claimed")),
    (at(CLAIMS, LEAD + ", claim"), 1, "play JD", Reason("wrong_phase")),
    (at(CLASSIC.but(farmers_hand="swap3"), "", FARMER), 0, "pass", Reason("wrong_phase")),
    (
        at(CLASSIC.but(farmers_hand="swap3"), "farmer", FARMER),
        0,
        "swap 9C JS JH",
        Reason("not_in_hand", None, ("JS", "JH")),
    ),
    (
        at(BEST, "order alone, discard 9S"),
        2,
        "give JH",
        Reason("not_in_hand", None, ("JH",)),
    ),
]


@pytest.mark.parametrize(("state", "seat", "words", "reason"), CASES, ids=[f"{c[3].code}-{c[2]}" for c in CASES])
def test_reason_and_sentence(state: State, seat: int, words: str, reason: Reason) -> None:
    assert why_not(state, seat, action(words)) == reason
    with pytest.raises(IllegalAction) as caught:
        apply(state, seat, action(words))
    assert (caught.value.code, caught.value.suit, caught.value.cards) == (reason.code, reason.suit, reason.cards)
    assert caught.value.reason == reason
    assert str(caught.value).startswith(f"seat {seat} may not {words}: {SENTENCES[reason.code]}")


def test_claim_before_the_last_trick() -> None:
    state = dealt(CLAIMS, {0: "JH JD AH KH QH"}, "TH")
    state = act(state, "order, discard")
    for card in ("JH", "JD", "AH", "KH"):
        state = act(state, card)
        for _ in range(3):
            assert state.turn is not None
            state = apply(state, state.turn, legal_actions(state, state.turn)[0])
    assert why_not(state, 0, action("claim")) == Reason("last_trick")


def test_what_is_legal_has_no_reason() -> None:
    state = at(CLASSIC)
    assert [why_not(state, 0, one) for one in legal_actions(state, 0)] == [None, None, None]


def test_every_sentence_is_the_reason_of_a_case() -> None:
    assert {case[3].code for case in CASES} | {"last_trick"} == set(SENTENCES)


def dead(state: State) -> dict[str, str]:
    assert state.turn is not None
    return {short(one): reason.code for one, reason in dead_actions(state, state.turn)}


def test_dead_actions_are_what_a_person_would_look_for() -> None:
    assert dead(at(CLASSIC, PASSED)) == {"call H": "turned_down"}
    assert dead(at(CLASSIC, PASSED + ", pass, pass, pass")) == {"pass": "stuck", "call H": "turned_down"}
    assert dead(at(CLASSIC, "order")) == {"discard TH": "upcard"}
    assert dead(at(CLASSIC, LEAD + ", JH")) == {"AC": "follow", "KC": "follow"}
    assert dead(at(CLASSIC, LEAD)) == {}
    assert dead(at(NORTH, "order")) == {}
    assert dead(at(CLASSIC.but(need_suit="caller"), "", NO_CLUB, "TC")) == {"order": "need_suit"}
    assert dead(at(CLASSIC.but(partner_order="alone_only"), "pass")) == {"order": "alone_only"}
    assert dead(at(Rules(joker=True), "", {}, "BN")) == {"pass": "benny"}


def test_dead_actions_are_in_the_view_of_the_seat_that_is_asked_only() -> None:
    state = at(CLASSIC, LEAD + ", JH")
    assert len(view(state, 1).dead) == 2
    assert view(state, 0).dead == ()
    assert dead_actions(state, 0) == ()
