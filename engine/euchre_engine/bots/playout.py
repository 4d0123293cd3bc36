"""Playing a deal out to its end with every seat following the rules of thumb."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from .layout import Layout
from .play import CALLER, DEFENDER, MATE, follow_card, lead_card


@dataclass(frozen=True, slots=True, eq=False)
class Seating:
    """Who plays with whom in one deal; nothing about cards."""

    after: tuple[int, ...]
    """The next active seat clockwise."""
    makers: tuple[bool, ...]
    roles: tuple[int, ...]
    active: int
    """How many seats play."""
    foes_after: tuple[tuple[int, ...], ...]
    """[seat][seats still to play after it in this trick] -> how many of those are its opponents."""


@cache
def seating(players: int, caller: int, out: tuple[int, ...]) -> Seating:
    """Return the seating of a deal.

    Args:
        players: seats at the table, 2 to 4; with four, seats s and s + 2 are partners.
        caller: the seat whose side makes trump (a partner who went alone in the caller's stead counts as caller).
        out: seats that sit out.
    """
    playing = [seat for seat in range(players) if seat not in out]
    mate = (caller + 2) % 4 if players == 4 else None
    makers = tuple(seat in (caller, mate) for seat in range(players))
    after = tuple(
        next(s % players for s in range(seat + 1, seat + 1 + players) if s % players not in out)
        for seat in range(players)
    )

    def foes_after(seat: int) -> tuple[int, ...]:
        counts, other = [0], seat
        for _ in playing[1:]:
            other = after[other]
            counts.append(counts[-1] + (makers[other] != makers[seat]))
        return tuple(counts)

    return Seating(
        after=after,
        makers=makers,
        roles=tuple(CALLER if s == caller else MATE if s == mate else DEFENDER for s in range(players)),
        active=len(playing),
        foes_after=tuple(foes_after(seat) for seat in range(players)),
    )


@dataclass(slots=True)
class Trick:
    """A trick as it lies on the table."""

    seat: int
    """Whose turn it is."""
    todo: int
    """Seats that have yet to play, that one included."""
    led: int = 0
    """Mask of the suit led; 0 before the lead."""
    best: int = 0
    best_seat: int = 0


def play_out(lay: Layout, table: Seating, hands: list[int], gone: int, trick: Trick) -> int:
    """Play the rest of a deal.

    Args:
        lay: the layout under the trump of this deal.
        table: who plays with whom.
        hands: the cards of every seat; used up.
        gone: cards that everybody knows to be out of play.
        trick: the trick in progress.

    Returns:
        How many of the tricks finished from here on go to the makers.
    """
    after, makers, roles, foes = table.after, table.makers, table.roles, table.foes_after
    suit, trumps, full = lay.suit, lay.trumps, lay.full
    seat, todo, led, best, best_seat = trick.seat, trick.todo, trick.led, trick.best, trick.best_seat
    won = 0
    while True:
        hand = hands[seat]
        if led:
            todo -= 1
            mates = makers[best_seat] is makers[seat]
            card = follow_card(lay, hand, led, best, mates, foes[seat][todo], full & ~gone & ~hand)
            if card > best and card & (led | trumps):
                best, best_seat = card, seat
        else:
            if not hand:
                return won
            card = lead_card(lay, hand, full & ~gone & ~hand, roles[seat])
            led, best, best_seat = suit[card], card, seat
            todo = table.active - 1
        hands[seat] = hand ^ card
        gone |= card
        if todo:
            seat = after[seat]
            continue
        won += makers[best_seat]
        seat, led = best_seat, 0
