"""The solver finds exactly what trying everything finds, and the masks mean what the engine means."""

from __future__ import annotations

from random import Random

import pytest

from euchre_engine.bots.layout import Layout, layout
from euchre_engine.bots.playout import Seating, Trick, play_out, seating
from euchre_engine.bots.solve import Solver
from euchre_engine.cards import INDEX, TRUMPS
from euchre_engine.trumps import TABLES

Ending = tuple[Layout, Seating, list[int], Trick]


def random_ending(rng: Random, cards: int) -> Ending:
    """Deal so many cards to each seat of a random table, and put a random part of a trick on it."""
    joker = rng.random() < 0.3
    trump = rng.choice(TRUMPS[:4] if joker else TRUMPS)
    lay = layout(rng.choice((9, 8, 7)), joker, trump)
    players = rng.choice((2, 3, 4, 4))
    caller = rng.randrange(players)
    out = rng.choice(((), (), ((caller + 2) % 4,), ((caller + 1) % 4,))) if players == 4 else ()
    table = seating(players, caller, out)
    deck = list(lay.suit)
    rng.shuffle(deck)
    hands = [0 if seat in out else sum(deck[cards * seat : cards * seat + cards]) for seat in range(players)]
    trick = Trick(rng.choice([seat for seat in range(players) if seat not in out]), table.active)
    for _ in range(rng.randrange(table.active)):
        card = rng.choice(choices(hands[trick.seat], trick.led))
        trick, hands, _ = played(lay, table, hands, trick, card)
    return lay, table, hands, trick


def choices(hand: int, led: int) -> list[int]:
    follow = hand & led or hand
    return [1 << place for place in range(follow.bit_length()) if follow >> place & 1]


def played(lay: Layout, table: Seating, hands: list[int], trick: Trick, card: int) -> tuple[Trick, list[int], int]:
    """Play a card; return the trick after it, the hands, and the trick that the makers won by it, if so."""
    seat = trick.seat
    hands = [hand & ~card for hand in hands]
    led = trick.led or lay.suit[card]
    better = card & (led | lay.trumps) and card > trick.best
    best, best_seat = (card, seat) if better else (trick.best, trick.best_seat)
    if trick.todo > 1:
        return Trick(table.after[seat], trick.todo - 1, led, best, best_seat), hands, 0
    return Trick(best_seat, table.active), hands, int(table.makers[best_seat])


def brute(lay: Layout, table: Seating, hands: list[int], trick: Trick) -> int:
    if not hands[trick.seat]:
        return 0
    values: list[int] = []
    for card in choices(hands[trick.seat], trick.led):
        after, left, won = played(lay, table, hands, trick, card)
        values.append(won + brute(lay, table, left, after))
    return max(values) if table.makers[trick.seat] else min(values)


@pytest.mark.parametrize("cards", [1, 2, 3])
def test_solver_agrees_with_trying_everything(cards: int) -> None:
    rng = Random(cards)
    for _ in range(100 if cards < 3 else 110):
        lay, table, hands, trick = random_ending(rng, cards)
        before = list(hands)
        exact = brute(lay, table, hands, trick)
        solver = Solver(lay, table)
        found = [solver.makers_take(hands, trick, need) for need in range(cards + 2)]
        assert found == [need <= exact for need in range(cards + 2)]
        assert hands == before


def test_playing_out_ends_with_every_card_played() -> None:
    rng = Random(5)
    for _ in range(100):
        lay, table, hands, trick = random_ending(rng, 5)
        tricks = play_out(lay, table, hands, 0, trick)
        assert 0 <= tricks <= 5
        assert not any(hands)


@pytest.mark.parametrize("trump", TRUMPS)
def test_the_best_card_of_a_trick_is_the_largest_number(trump: str) -> None:
    """Masks and the engine's own table agree on who wins, for every pair of cards led and played."""
    lay = layout(7, trump != "NT", trump)  # type: ignore[arg-type]
    table = TABLES[trump]  # type: ignore[index]
    for lead, led_bit in lay.bit.items():
        wins = lay.suit[led_bit] | lay.trumps
        for card, bit in lay.bit.items():
            assert (bit & wins and bit > led_bit) == table.beats(INDEX[card], INDEX[lead])
