"""What an expert advises, and that the fact which it gives for it is one."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from euchre_engine import PRESETS, Do, Phase, State, View, view
from euchre_engine.bots import LEVELS, Ground, advise, decide
from euchre_engine.cards import INDEX
from euchre_engine.trumps import TABLES

from .bot_tables import position, random_deal, random_rules


def bidding(hand: str, upcard: str, seat: int = 0, dealer: int = 3, **more: object) -> View:
    said = ["pass"] * ((seat - dealer - 1) % 4)
    return view(
        position({"name": hand, "hand": hand, "upcard": upcard, "seat": seat, "dealer": dealer, "said": said, **more}),
        seat,
    )


def test_advice_is_the_experts_choice_and_tells_of_every_card() -> None:
    rng = Random(3)
    for state in [*random_deal(PRESETS["classic"], rng), *random_deal(PRESETS["three_hand"], rng)]:
        seen = view(state, state.turn)
        advice = advise(seen, Random(9), deals=8)
        assert advice.choice == decide(LEVELS["expert"], seen, Random(9), deals=8)  # nothing is given up in 8 deals
        assert {found.deals for found in advice.estimates} <= {8}
        assert [found.behind for found in advice.estimates[:1]] in ([], [0])
        if len(seen.legal) > 1 and seen.phase is Phase.PLAY:
            told = {found.action for found in advice.estimates}
            assert told == {action for action in seen.legal if action.do is Do.PLAY}


@pytest.mark.bulk
@pytest.mark.parametrize(
    ("seen", "expected"),
    [
        (bidding("JH KH TH AC 9S", "9H", seat=2), Ground("trumps", suit="H", number=3, card="JH")),
        (bidding("JH JD AH KH AC", "9H"), Ground("trumps_alone", suit="H", number=4, card="JH")),
        (bidding("9H TC QC KS 9D", "QH"), Ground("few_trumps", suit="H", number=1, card="9H")),
        (bidding("9H TC QC KS 9D", "JH"), Ground("dealer_takes", seat=3, card="JH")),
        (bidding("JH JD AH KH AC", "9H", score=[9, 0]), Ground("one_point_wins")),
    ],
)  # fmt: skip
def test_bids_are_told_by_trumps_dealer_and_score(seen: View, expected: Ground) -> None:
    assert advise(seen, Random(1)).ground == expected


def holds(seen: View, ground: Ground, hands: list[set[str]]) -> bool:
    """Whether what a ground says is so, by the engine's own tables and with all hands open."""
    assert seen.seat is not None
    others = set().union(*(hand for seat, hand in enumerate(hands) if seat != seen.seat))
    table = TABLES[seen.trump or "NT"]
    match ground.code:
        case "only_choice":
            return len(seen.legal) == 1
        case "cannot_be_beaten":
            rivals = [card for card in others if table.suit_of(card) == table.suit_of(ground.card)]
            return not any(table.beats(INDEX[card], INDEX[ground.card]) for card in rivals)
        case "partner_void" | "foe_void":
            return all(table.suit_of(card) != ground.suit for card in hands[ground.seat or 0])
        case "partner_wins":
            return seen.winning == ground.seat
        case "takes_last" | "takes_trick" | "ruffs" | "cannot_win":
            return any(laid.seat == seen.winning and laid.card == ground.card for laid in seen.trick)
        case _:
            return True


def hands_of(state: State) -> list[set[str]]:
    return [set(view(state, seat).hand) for seat in range(state.rules.players)]


def test_every_ground_is_a_fact() -> None:
    rng, told = Random(8), Counter[str]()
    for number in range(70):
        rules = PRESETS[("classic", "north_american", "british", "two_hand", "three_hand")[number % 5]]
        for state in random_deal(rules if number % 3 else random_rules(rng), rng):
            seen = view(state, state.turn)
            if seen.phase not in (Phase.FARMER, Phase.SWAP, Phase.NAME, Phase.CLAIM):
                ground = advise(seen, rng, deals=2).ground
                told[ground.code] += 1
                if seen.phase is Phase.PLAY:
                    assert holds(seen, ground, hands_of(state)), (ground, seen)
    assert len(told) >= 20, told
