"""What others will say, and what they have said, under house rules that limit it."""

from __future__ import annotations

from typing import Any

import pytest

from euchre_engine import PRESETS, Card, Do, deck, view
from euchre_engine.bots.evidence import Evidence
from euchre_engine.bots.facts import layout_of
from euchre_engine.bots.layout import layout
from euchre_engine.bots.options import options
from euchre_engine.bots.play import CALLER
from euchre_engine.bots.unseen import Unseen

from .bot_tables import position

STRONG = "JD AH KH AC 9C"
SOUND = "JD AH KH 9C TC"
LEFT_ONLY = "JD AC AS AD KC"
LONER = "JH JD AH KH AC"


def dealt(hand: str, holder: int) -> list[list[str]]:
    """That hand for its holder, and weak ones for the others; the nine of hearts is turned up."""
    rest = sorted(
        (card for card in deck(PRESETS["classic"]) if card not in (*hand.split(), "9H")),
        key=lambda card: (card[1] == "H" or card == "JD", card[0] == "A", "9TQKJA".index(card[0])),
    )
    return [hand.split() if seat == holder else [rest.pop(0) for _ in range(5)] for seat in range(4)]


def who_calls(rules: dict[str, Any], hand: str, holder: int) -> tuple[int | None, bool]:
    """Who orders up, and whether alone, if eldest passes and everybody else goes by rule; hearts are turned up."""
    hands = dealt(hand, holder)
    entry = {"name": "who", "hand": " ".join(hands[0]), "upcard": "9H", "seat": 0, "dealer": 3}
    seen = view(position({**entry, "but": rules}), 0)
    [passing] = [option for option in options(seen) if option.actions[0].do is Do.PASS]
    line = passing.line([passing.base.mask(map(Card, hand)) for hand in hands])
    if line is None or line.lay.trump != "H":
        return None, False
    return line.table.roles.index(CALLER), line.table.active == 3


FREE: dict[str, Any] = {"all_pass": "redeal"}
ALONE_ONLY = {**FREE, "partner_order": "alone_only"}
NEED_SUIT = {**FREE, "need_suit": "caller"}


@pytest.mark.parametrize(
    ("rules", "hand", "holder", "expected"),
    [
        (FREE, STRONG, 1, (1, False)),
        (ALONE_ONLY, STRONG, 1, None),
        (ALONE_ONLY, LONER, 1, (1, True)),
        (ALONE_ONLY, STRONG, 2, (2, False)),
        (FREE, LEFT_ONLY, 3, (3, False)),
        (NEED_SUIT, LEFT_ONLY, 3, None),
        (NEED_SUIT, STRONG, 2, (2, False)),
    ],
)
def test_nobody_is_thought_to_say_what_house_rules_forbid(
    rules: dict[str, Any], hand: str, holder: int, expected: tuple[int, bool] | None
) -> None:
    found = who_calls(rules, hand, holder)
    assert found == expected if expected else found[0] != holder


@pytest.mark.parametrize(
    ("rules", "seat", "hand", "tells"),
    [
        (FREE, 1, SOUND, True),
        (ALONE_ONLY, 1, SOUND, False),
        (FREE, 3, LEFT_ONLY, True),
        (NEED_SUIT, 3, LEFT_ONLY, False),
    ],
)
def test_a_pass_tells_nothing_of_what_might_not_be_said(
    rules: dict[str, Any], seat: int, hand: str, tells: bool
) -> None:
    """Who was not allowed to call may as well hold this hand as if the question had not come."""
    entry = {"name": "told", "hand": "9S TS QD KS 9D", "upcard": "9H", "dealer": 3, "but": rules}
    seen = view(position({**entry, "seat": 0, "said": ["pass"] * 4}), 0)
    lay = layout_of(seen.rules, "H")
    evidence = Evidence(seen, lay, Unseen(seen, lay))
    weight = evidence._fit(seat, lay.mask(map(Card, hand.split())))
    assert weight < 0.4 if tells else weight > 0.9


def test_a_call_is_believed_to_have_been_allowed() -> None:
    entry = {"name": "call", "hand": "9S TS QD KS 9D", "upcard": "9H", "dealer": 3, "but": NEED_SUIT}
    seen = view(position({**entry, "seat": 3, "said": ["pass", "pass", "order"]}), 3)
    lay = layout_of(seen.rules, "H")
    evidence = Evidence(seen, lay, Unseen(seen, lay))
    lacks, has = (evidence._fit(2, lay.mask(map(Card, hand.split()))) for hand in (LEFT_ONLY, STRONG))
    assert 0 < lacks < has / 1000


def test_printed_are_the_cards_that_say_so() -> None:
    lay = layout(9, True, "H")
    assert lay.printed == lay.mask(map(Card, ["9H", "TH", "QH", "KH", "AH", "JH"]))
    assert layout(9, False, "NT").printed == 0
