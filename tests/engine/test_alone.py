"""Going alone: who is asked, who leads, what it pays."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from euchre_engine import Rules, State, view
from euchre_engine.scoring import points, winner

from .tables import CLASSIC, NORTH, act, dealt, legal


def asked(state: State, answers: Sequence[str]) -> list[int]:
    """Who is asked for a declaration, when each in turn answers this."""
    seats = []
    for answer in answers:
        if state.phase != "declare":
            break
        assert state.turn is not None
        seats.append(state.turn)
        state = act(state, answer)
    assert state.phase != "declare"
    return seats


MAKERS = CLASSIC.but(alone="makers")
NO = ["together"] * 4


@pytest.mark.parametrize(
    ("rules", "bidding", "answers", "seats"),
    [
        (CLASSIC, "order, discard", NO, []),
        (CLASSIC.but(defend_alone="vs_loner"), "order, discard", NO, []),
        (CLASSIC.but(defend_alone="vs_loner"), "order alone, discard", NO, [1, 3]),
        (CLASSIC.but(defend_alone="vs_loner"), "order alone, discard", ["alone"], [1]),
        (CLASSIC.but(defend_alone="always"), "pass, order, discard", NO, [0, 2]),
        (CLASSIC.but(alone="none", defend_alone="always"), "order, discard", NO, [1, 3]),
        (MAKERS, "pass, order, discard", NO, [1, 3]),
        (MAKERS, "pass, order, discard", ["alone"], [1]),
        (
            MAKERS.but(defend_alone="vs_loner"),
            "order, discard",
            ["together", "alone", *NO],
            [0, 2, 1, 3],
        ),
        (MAKERS.but(defend_alone="vs_loner"), "order, discard", NO, [0, 2]),
        (MAKERS.but(defend_alone="always"), "order, discard", NO, [0, 2, 1, 3]),
        (MAKERS, "order alone, discard", NO, []),
        (NORTH, "pass, pass, order, leave", ["together", "alone", "alone"], [0, 2, 1]),
        (NORTH, "pass, pass, pass, pass, pass, pass, pass, call S", NO, [1, 3, 0, 2]),
    ],
)
def test_who_is_asked_to_declare(rules: Rules, bidding: str, answers: list[str], seats: list[int]) -> None:
    assert asked(act(dealt(rules, {}, "AH"), bidding), answers) == seats


def test_call_alone_is_offered_only_where_callers_go_alone() -> None:
    assert legal(dealt(CLASSIC.but(alone="none"), {}, "AH")) == ["pass", "order"]
    assert legal(dealt(NORTH, {}, "AH")) == ["pass", "order", "order alone"]


LEFT_OF_DEALER = NORTH.but(loner_lead="left_of_dealer")


@pytest.mark.parametrize(
    ("rules", "script", "leader"),
    [
        (NORTH, "order, leave, together, together, together, together", 0),
        (NORTH, "order alone, leave, together, together", 1),
        (NORTH, "pass, order alone, together, together", 2),
        (NORTH, "pass, pass, order alone, leave, together, together", 3),
        (NORTH, "pass, pass, pass, order alone, discard, together, together", 0),
        (NORTH, "order, leave, together, alone, together, together", 3),
        # Two loners: the defender. A lone defender against two: the left of the defender.
        (NORTH, "order alone, leave, together, alone", 3),
        (NORTH, "pass, order alone, alone", 0),
        (NORTH, "order, leave, together, together, alone", 2),
        (NORTH, "order, leave, together, together, together, alone", 0),
        (LEFT_OF_DEALER, "pass, pass, order alone, leave, together, alone", 2),
        (LEFT_OF_DEALER, "order alone, leave, together, alone", 0),
        (LEFT_OF_DEALER, "pass, order alone, alone", 0),
        (LEFT_OF_DEALER, "pass, pass, pass, order alone, discard, together, together", 0),
    ],
)
def test_first_lead(rules: Rules, script: str, leader: int) -> None:
    state = act(dealt(rules, {}, "AH"), script)
    assert (state.phase, state.turn) == ("play", leader)
    assert leader not in view(state, None).out


def test_dealer_who_sits_out_by_a_later_declaration_has_exchanged() -> None:
    state = act(dealt(NORTH, {}, "AH"), "pass, order, take, discard, alone, together, together")
    assert view(state, 3).out == (3,)
    assert view(state, 3).upcard_is == "taken"
    assert view(state, 3).counts == (5, 5, 5, 5)


FLAT, SPLIT = NORTH.but(lone_defender_points="flat4"), NORTH
HARD = NORTH.but(loner_euchred=4)
SUPER = CLASSIC.but(super_euchre=4)
THREE = Rules(players=3, alone="none")
NOBODY, MAKER, DEFENDER, BOTH = (False, False), (True, False), (False, True), (True, True)


@pytest.mark.parametrize(
    ("rules", "loners", "paid"),
    [
        # What tricks 0 to 5 of the makers' pay them, negative for the defenders.
        (CLASSIC, NOBODY, [-2, -2, -2, 1, 1, 2]),
        (CLASSIC, MAKER, [-2, -2, -2, 1, 1, 4]),
        (FLAT, DEFENDER, [-4, -4, -4, 1, 1, 2]),
        (SPLIT, DEFENDER, [-4, -2, -2, 1, 1, 2]),
        (SPLIT, BOTH, [-4, -2, -2, 1, 1, 4]),
        (HARD, MAKER, [-4, -4, -4, 1, 1, 4]),
        (HARD, BOTH, [-4, -4, -4, 1, 1, 4]),
        (HARD, DEFENDER, [-4, -2, -2, 1, 1, 2]),
        (SUPER, NOBODY, [-4, -2, -2, 1, 1, 2]),
        (SUPER, MAKER, [-4, -2, -2, 1, 1, 4]),
        (THREE, NOBODY, [-2, -2, -2, 1, 1, 3]),
        (THREE.but(super_euchre=4), NOBODY, [-4, -2, -2, 1, 1, 3]),
        (Rules(players=2, alone="none"), NOBODY, [-2, -2, -2, 1, 1, 2]),
    ],
)
def test_points(rules: Rules, loners: tuple[bool, bool], paid: list[int]) -> None:
    for makers in range(rules.sides):
        for tricks, pay in enumerate(paid):
            expected = tuple((max(pay, 0) if side == makers else max(-pay, 0)) for side in range(rules.sides))
            assert points(rules, makers, tricks, loners) == expected


@pytest.mark.parametrize(
    ("rules", "score", "side"),
    [
        (CLASSIC, (9, 9), None),
        (CLASSIC, (10, 9), 0),
        (CLASSIC, (9, 13), 1),
        (CLASSIC, (10, 10), None),
        (CLASSIC.but(win_by=2), (10, 9), None),
        (CLASSIC.but(win_by=2), (11, 9), 0),
        (CLASSIC.but(target=1), (0, 1), 1),
        (THREE, (10, 10, 3), None),
        (THREE, (10, 11, 11), None),
        (THREE, (10, 11, 12), 2),
        (THREE.but(win_by=2), (9, 12, 11), None),
        (THREE.but(win_by=2), (9, 13, 11), 1),
    ],
)
def test_who_has_won(rules: Rules, score: tuple[int, ...], side: int | None) -> None:
    assert winner(rules, score) == side
