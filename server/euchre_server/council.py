"""What the people in the seats of a table decide together: pauses, and proposals with a vote. No clock of its own."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from euchre_protocol import messages as m
from euchre_server import limits
from euchre_server.people import Person
from euchre_server.refusal import Refusal
from euchre_server.seating import Seating
from euchre_server.table_clock import until_ms

What = Literal["end", "bot"]
"""To end the game, or to let a bot have somebody's seat."""


@dataclass(eq=False, slots=True)
class Proposal:
    """Something to be decided: ``target`` is the person whose seat a bot shall have; it is void at ``until``."""

    number: int
    what: What
    by: Person
    target: Person | None
    until: float
    yes: set[Person] = field(default_factory=set[Person])
    no: set[Person] = field(default_factory=set[Person])


class Council:
    """The people in the seats, as far as they are there.

    Args:
        seating: who sits where.

    Attributes:
        paused: the name of whoever has paused the game, if somebody has.
        proposal: what is to be decided now, if anything.
    """

    def __init__(self, seating: Seating) -> None:
        self.paused: str | None = None
        self.proposal: Proposal | None = None
        self._seating = seating
        self._count = 0

    def propose(self, person: Person, what: str, seat: int | None, now: float) -> Proposal:
        """Put something to the vote; whoever proposes it is for it.

        Args:
            person: who proposes, from a seat.
            what: ``end`` or ``bot``.
            seat: for ``bot``, whose seat.
            now: the loop's time.

        Raises:
            Refusal: ``bad_message`` for anything else; ``wrong_state`` if something is being decided already;
                ``no_such_seat``; ``not_allowed`` if nobody but ``person`` could vote about somebody who is there, or
                if no other person sits in ``seat``.
        """
        if self.proposal is not None:
            raise Refusal("wrong_state")
        self._count += 1
        until = now + limits.VOTE_S
        match what:
            case "end":
                proposal = Proposal(self._count, "end", person, None, until)
            case "bot" if seat is not None:
                proposal = Proposal(self._count, "bot", person, self._other(person, seat), until)
            case _:
                raise Refusal("bad_message")
        if self._needs(proposal) > len(self._voters(proposal)):
            raise Refusal("not_allowed")
        proposal.yes.add(person)
        self.proposal = proposal
        return proposal

    def vote(self, person: Person, number: int, *, yes: bool) -> None:
        """Be for or against what is being decided; the last word counts.

        Raises:
            Refusal: ``stale`` if it is not being decided any more; ``not_allowed`` to whom it is about.
        """
        proposal = self.proposal
        if proposal is None or proposal.number != number:
            raise Refusal("stale")
        if person is proposal.target:
            raise Refusal("not_allowed")
        proposal.yes.discard(person)
        proposal.no.discard(person)
        (proposal.yes if yes else proposal.no).add(person)

    def verdict(self, now: float) -> bool | None:
        """Whether the proposal is carried, if that is settled by now."""
        proposal = self.proposal
        if proposal is None:
            return None
        voters, needs = self._voters(proposal), self._needs(proposal)
        if len(proposal.yes & voters) >= needs:
            return True
        if len(voters - proposal.no) < needs or proposal.until <= now:
            return False
        return None

    def message(self, now: float) -> m.Proposal | None:
        """What is being decided, as everybody is told of it."""
        proposal = self.proposal
        if proposal is None:
            return None
        voters = self._voters(proposal)
        seats = {person: seat for seat, chair in enumerate(self._seating) if (person := chair.person) is not None}
        return m.Proposal(
            number=proposal.number,
            what=proposal.what,
            by=proposal.by.name,
            seat=seats.get(proposal.target) if proposal.target is not None else None,
            yes=sorted(seats[person] for person in proposal.yes & voters),
            no=sorted(seats[person] for person in proposal.no & voters),
            voters=sorted(seats[person] for person in voters),
            needs=self._needs(proposal),
            left_ms=until_ms(proposal.until, now),
        )

    # ------------------------------------------------------------

    def _other(self, person: Person, seat: int) -> Person:
        target = self._seating[seat].person
        if target is None or target is person:
            raise Refusal("not_allowed")
        return target

    def _voters(self, proposal: Proposal) -> set[Person]:
        here = {chair.person for chair in self._seating if chair.present and chair.person is not None}
        return here - {proposal.target}

    def _needs(self, proposal: Proposal) -> int:
        """Votes that carry it: more than half of all who may vote.

        Nobody who is there is replaced by one person's wish: in a duel the other one could always do it.
        """
        majority = len(self._voters(proposal)) // 2 + 1
        present = any(chair.present and chair.person is proposal.target for chair in self._seating)
        return max(majority, 2) if present and proposal.target is not None else majority
