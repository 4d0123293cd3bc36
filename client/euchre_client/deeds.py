"""What somebody may do at a table besides playing: pause the game, put something to the vote, and what its owner may.

The host judges every command; this only spares people what it would refuse.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from euchre_protocol.messages import Close, Command, Free, Kick, Pause, Propose, Seat, Table, Vote

Do = Literal["yes", "no", "pause", "resume", "end", "replace", "free", "kick", "close"]


@dataclass(frozen=True, slots=True)
class Deed:
    """One of them: ``seat`` and ``name`` say about whom it is, ``proposal`` what is voted about."""

    do: Do
    seat: Seat | None = None
    name: str = ""
    proposal: int = 0


def deeds(table: Table, me: str) -> tuple[Deed, ...]:
    """Return what may be done now, the most pressing first.

    Args:
        table: the table.
        me: the own name.
    """
    return (*_votes(table), *_in_game(table), *_as_owner(table, me))


def _votes(table: Table) -> Iterator[Deed]:
    proposal = table.proposal
    if proposal is None or table.you not in proposal.voters:
        return
    if table.you not in proposal.yes:
        yield Deed("yes", proposal=proposal.number)
    if table.you not in proposal.no:
        yield Deed("no", proposal=proposal.number)


def _in_game(table: Table) -> Iterator[Deed]:
    if table.you is None or table.line.state != "playing":
        return
    yield Deed("pause" if table.paused is None else "resume")
    if table.proposal is None:
        yield Deed("end")
        yield from (Deed("replace", seat, name) for seat, name in _others(table))


def _as_owner(table: Table, me: str) -> Iterator[Deed]:
    if table.line.owner != me:
        return
    yield from (Deed("free", seat, name) for seat, name in _others(table))
    yield from (Deed("kick", seat, name) for seat, name in _others(table))
    yield from (Deed("kick", None, name) for name in table.line.watchers if name != me)
    yield Deed("close")


def _others(table: Table) -> Iterator[tuple[Seat, str]]:
    """The people in the other seats."""
    for seat, info in enumerate(table.line.seats):
        if info.kind == "human" and seat != table.you:
            yield seat, info.name


def command_of(deed: Deed, number: int) -> Command:
    """Return the command, with ``number`` as its id, that does it."""
    match deed.do:
        case "yes" | "no":
            return Vote(id=number, proposal=deed.proposal, yes=deed.do == "yes")
        case "pause" | "resume":
            return Pause(id=number, on=deed.do == "pause")
        case "end":
            return Propose(id=number, what="end")
        case "replace":
            return Propose(id=number, what="bot", seat=deed.seat)
        case "free":
            assert deed.seat is not None
            return Free(id=number, seat=deed.seat)
        case "kick":
            return Kick(id=number, name=deed.name)
        case "close":
            return Close(id=number)
