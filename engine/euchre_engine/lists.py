"""Lists of actions with a card each, ready made for every set of cards that has come up."""

from __future__ import annotations

from typing import Final

from .actions import DISCARDS, GIVES, PLAYS, Action
from .cards import TRUMPS
from .trumps import TABLES, TrumpTable

CACHED: Final = 1 << 14
"""Most lists that one table remembers: about 3 MB, and more than the masks of four or fewer cards."""


class Lists(dict[int, tuple[Action, ...]]):
    """Actions by the mask of their cards, in the order in which to show the cards.

    A dictionary that computes what is missing: the lookup of what is there stays as quick as any dictionary's.
    """

    def __init__(self, table: TrumpTable, actions: tuple[Action, ...]) -> None:
        super().__init__()
        self._ordered = tuple((1 << index, actions[index]) for index in table.order)

    def __missing__(self, mask: int) -> tuple[Action, ...]:
        if len(self) >= CACHED:
            self.clear()
        found = self[mask] = tuple([action for bit, action in self._ordered if bit & mask])
        return found


PLAY_LISTS: Final = {trump: Lists(TABLES[trump], PLAYS) for trump in TRUMPS}
DISCARD_LISTS: Final = {trump: Lists(TABLES[trump], DISCARDS) for trump in TRUMPS}
GIVE_LISTS: Final = {trump: Lists(TABLES[trump], GIVES) for trump in TRUMPS}
