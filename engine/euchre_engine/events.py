"""What an action brought about beyond itself, for logs and screens."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from .actions import Action, Do
from .cards import Card
from .phases import Phase
from .state import State


class Event(Struct, frozen=True):
    """Something that followed from an action.

    ``turned_down``: ``card`` is the upcard. ``trick``: ``seat`` takes it with ``card``. ``thrown_in``: nobody made
    trump. ``result``: the deal was played out. ``game_over``: ``side`` has won.
    """

    do: Literal["turned_down", "trick", "thrown_in", "result", "game_over"]
    seat: int | None = None
    card: Card | None = None
    side: int | None = None


def events(before: State, seat: int, action: Action, after: State) -> tuple[Event, ...]:
    """What an action brought about.

    Args:
        before: the position in which it was done.
        seat: who did it.
        action: what was done.
        after: the position that followed.
    """
    found: list[Event] = []
    if before.phase is Phase.BID1 and after.phase is Phase.BID2:
        found.append(Event("turned_down", card=before.dealt.upcard))
    if action.do is Do.PLAY and after.taken != before.taken:
        winner = after.moment.winning
        found.append(Event("trick", winner, _last_card_of(winner, after)))
    if after.phase in (Phase.DEAL_OVER, Phase.GAME_OVER):
        found.append(Event("thrown_in" if after.contract.maker is None else "result"))
    if after.phase is Phase.GAME_OVER:
        found.append(Event("game_over", side=after.winner))
    return tuple(found)


def _last_card_of(seat: int, state: State) -> Card | None:
    """What a seat has played last."""
    here = state
    while (before := here.before) is not None and before.turn != seat:
        here = before
    return here.did.card if here.did is not None else None
