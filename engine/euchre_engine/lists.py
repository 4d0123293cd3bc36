"""Lists of actions with a card each, in the order in which the hand is shown."""

from __future__ import annotations

from itertools import combinations

from .actions import DISCARDS, GIVES, SWAPPED, Action, Do
from .ranks import Ranks


def discards(ranks: Ranks, mask: int) -> tuple[Action, ...]:
    """The discards of a set of cards, which is a mask by card index."""
    return tuple([DISCARDS[play.index] for play in ranks.plays(ranks.ranked(mask))])


def gifts(ranks: Ranks, mask: int) -> tuple[Action, ...]:
    """The gifts of a set of cards, which is a mask by card index."""
    return tuple([GIVES[play.index] for play in ranks.plays(ranks.ranked(mask))])


def swaps(ranks: Ranks, mask: int) -> tuple[Action, ...]:
    """Every swap of three of a set of cards, which is a mask by card index."""
    cards = ranks.cards_of(ranks.ranked(mask))
    return tuple([Action(Do.SWAP, cards=three) for three in combinations(cards, SWAPPED)])
