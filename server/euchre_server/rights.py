"""What the owner of a table and the person who hosts may do at it, and what its people decide together."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import trio

from euchre_protocol import messages as m
from euchre_protocol.text import name_key, same_name
from euchre_server import limits
from euchre_server.contacts import Hall, Order
from euchre_server.council import Proposal
from euchre_server.floor import Floor
from euchre_server.people import Person
from euchre_server.refusal import Refusal


class Rights:
    """Carries out the commands that somebody may have to be refused because of who they are.

    Args:
        hall: the host.
        floor: the table's people.
        say: takes a line about the table for the host's screen and log.
    """

    def __init__(self, hall: Hall, floor: Floor, say: Callable[[str], None]) -> None:
        self._hall = hall
        self._floor = floor
        self._say = say

    def owners(self, person: Person) -> str:
        """The name of ``person``, who must be the owner of the table.

        Raises:
            Refusal: ``not_allowed``.
        """
        if person is not self._floor.owner:
            raise Refusal("not_allowed")
        return person.name

    def order(self, order: Order) -> None:
        """Do what the person who hosts wants."""
        floor = self._floor
        try:
            if order.do == "kick":
                self.kick(order.name)
            elif order.do == "close":
                self.close()
            elif order.do == "free":
                self.take_seat(order.seat)
            else:
                if not floor.seating[order.seat].free:
                    self.take_seat(order.seat)
                floor.add_bot(order.seat)
                floor.reconsider()
        except Refusal as refusal:
            order.answer(refusal.code)
        else:
            floor.news.later(partial(order.answer, None))

    def kick(self, name: str, by: str | None = None) -> None:
        """Send somebody away, by the owner (none: by the person who hosts)."""
        floor = self._floor
        everybody = [*floor.people, *floor.seating.people]
        person = next((person for person in everybody if same_name(person.name, name)), None)
        if person is None:
            raise Refusal("no_such_person")
        if person is floor.owner and by is not None:
            raise Refusal("not_allowed")
        seat = floor.seating.of(person)
        floor.barred[name_key(person.name)] = trio.current_time() + limits.KICKED_S
        floor.free(person)
        if person.table is floor.table:
            floor.people.remove(person)
            person.table = None
            floor.news.later(partial(self._hall.to_lobby, person, m.Event(do="kicked", name=floor.table.setup.name)))
        floor.news.report("kicked", seat, person.name)
        floor.pass_on(person, seat)
        self._log(f"{person.name} is sent away", by)
        floor.reconsider()
        floor.close_if_left()

    def take_seat(self, seat: int, by: str | None = None) -> None:
        """Take a seat from whoever has it. In a game a bot plays for the free seat until somebody sits down."""
        floor = self._floor
        chair = floor.seating[seat]
        if chair.free:
            raise Refusal("wrong_state")
        name = chair.name
        if chair.person is not None:
            floor.free(chair.person)
            floor.inherit(seat)
        else:
            floor.seating.take_bot(seat)
        floor.news.report("freed", seat, name)
        self._log(f"the seat of {name} is freed", by)
        floor.reconsider()

    def close(self, by: str | None = None) -> None:
        """Close the table, whatever is going on."""
        self._log("closed", by)
        self._floor.table.evict(m.Event(do="closed", name=self._floor.table.setup.name))

    def _log(self, what: str, by: str | None) -> None:
        self._floor.news.later(partial(self._say, f"{what} by {by or 'the host'}"))

    # ------------------------------------------------------------ what is decided together

    def pause(self, person: Person, *, on: bool) -> None:
        """Pause the game, or let it go on."""
        floor = self._floor
        seat = floor.seat(person)
        floor.series.playing()
        if on is (floor.council.paused is not None):
            raise Refusal("wrong_state")
        floor.council.paused = person.name if on else None
        floor.news.report("paused" if on else "resumed", seat, person.name)
        floor.news.view()
        floor.reconsider()

    def propose(self, person: Person, what: str, seat: int | None) -> None:
        """Put something to the vote."""
        floor = self._floor
        own = floor.seat(person)
        floor.series.playing()
        proposal = floor.council.propose(person, what, seat, trio.current_time())
        about = own if seat is None else seat
        floor.news.report("propose_end" if proposal.what == "end" else "propose_bot", about, person.name)
        self.decide()

    def vote(self, person: Person, number: int, *, yes: bool) -> None:
        """Be for or against it."""
        floor = self._floor
        seat = floor.seat(person)
        floor.council.vote(person, number, yes=yes)
        floor.news.report("voted", seat, person.name, number=int(yes))
        self.decide()

    def decide(self) -> None:
        """Do what has been decided, if anything has."""
        floor = self._floor
        verdict, proposal = floor.council.verdict(trio.current_time()), floor.council.proposal
        if verdict is None or proposal is None:
            return
        floor.council.proposal = None
        if verdict:
            self._carry(proposal)
        else:
            floor.news.report("rejected")

    def _carry(self, proposal: Proposal) -> None:
        floor = self._floor
        floor.news.report("agreed")
        if proposal.what == "end":
            self._log("the game is ended", proposal.by.name)
            floor.series.abandon()
            floor.clear_up()
            floor.reconsider()
        elif proposal.target is not None and (seat := floor.seating.of(proposal.target)) is not None:
            self.take_seat(seat, proposal.by.name)
            floor.add_bot(seat)
            floor.reconsider()
