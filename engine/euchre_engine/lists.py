"""Lists of actions with a card each, ready made for every set of cards that has come up."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeVar

from .actions import DISCARDS, GIVES, PLAYS, Action
from .cards import TRUMPS, Trump
from .trumps import TABLES, TrumpTable

MOST: Final = 1 << 14
"""Most entries of one cache: about 3 MB of lists, and more than there are masks of four or fewer cards."""

Made = TypeVar("Made")


class Cache(dict[int, Made]):
    """A dictionary that computes what is missing, and starts afresh when it is full.

    As a dictionary with ``__missing__`` it costs no call for what is there, which is what play needs.

    Args:
        make: computes the value of a key.
        most: how many values to keep.
    """

    def __init__(self, make: Callable[[int], Made], most: int = MOST) -> None:
        super().__init__()
        self._make = make
        self._most = most

    def __missing__(self, key: int) -> Made:
        if len(self) >= self._most:
            self.clear()
        made = self[key] = self._make(key)
        return made


Lists = Cache[tuple[Action, ...]]
"""Actions by the mask of their cards, in the order in which to show the cards."""


def _lists(table: TrumpTable, actions: tuple[Action, ...]) -> Lists:
    ordered = tuple((1 << index, actions[index]) for index in table.order)
    return Cache(lambda mask: tuple([action for bit, action in ordered if bit & mask]))


PLAY_LISTS: Final[dict[Trump, Lists]] = {trump: _lists(TABLES[trump], PLAYS) for trump in TRUMPS}
DISCARD_LISTS: Final[dict[Trump, Lists]] = {trump: _lists(TABLES[trump], DISCARDS) for trump in TRUMPS}
GIVE_LISTS: Final[dict[Trump, Lists]] = {trump: _lists(TABLES[trump], GIVES) for trump in TRUMPS}
