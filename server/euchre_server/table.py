"""A table: one task owns it, and nothing else touches its state.

Commands arrive through a bounded channel and are carried out one after another; between them the table's own clock
moves the game on. What that has changed is stored before anybody is told. Nothing in here waits for a person's
connection.
"""

from __future__ import annotations

import contextlib
from functools import partial

import trio

from euchre_protocol import messages as m
from euchre_protocol.text import name_key, same_name
from euchre_server import limits
from euchre_server.chronicle import Chronicle, standing
from euchre_server.contacts import Answerer, Come, Gone, Hall, Item, Order, Request, TableCommand
from euchre_server.council import Council, Proposal
from euchre_server.news import News
from euchre_server.people import Person
from euchre_server.refusal import Refusal
from euchre_server.seating import Chair, Seating
from euchre_server.series import Series
from euchre_server.services import Services
from euchre_server.settings import Setup
from euchre_server.table_clock import NEVER, TableClock, until_ms
from euchre_server.telling import Teller


class Table:
    """A table of the host.

    Args:
        ident: its number.
        setup: its name, rules and options.
        hall: the host.
        services: chance, bots, records.
        owner: who made it, and sits down first; none for a table of the host's own.
    """

    def __init__(self, ident: int, setup: Setup, hall: Hall, services: Services, owner: Person | None = None) -> None:
        self.id = ident
        self.setup = setup
        self._hall = hall
        self._services = services
        self._owner = owner
        self._people: list[Person] = []
        self._barred: dict[str, float] = {}  # until when, by the key of a name
        self._seating = Seating(setup.rules.players)
        self._news = News(self._say)
        self._series = Series(ident, setup, self._seating, self._news, services)
        self._council = Council(self._seating)
        self._teller = Teller(self._people, self._seating, self._series, self._council, reveal=setup.reveal)
        self._chronicle = Chronicle(ident, setup, services.journal)
        self._answer: m.Done | None = None
        self._asker: Answerer | None = None
        self._line: m.TableLine | None = None
        self._clock = TableClock(trio.current_time())
        self._empty_since: float | None = trio.current_time()
        self._inbox_in, self._inbox = trio.open_memory_channel[Item](limits.INBOX)
        self._open = True
        if owner is not None and setup.bots < setup.rules.players:
            self._seating.sit(owner, 0)
            owner.holds.add(self)
        for _ in range(setup.bots):
            self._add_bot(None)
        self._news.take()  # nobody is here yet

    # ------------------------------------------------------------ for others

    async def put(self, item: Item) -> None:
        """Hand something to the table's task; waits only while its inbox is full.

        Raises:
            trio.BrokenResourceError: the table has just been closed.
        """
        await self._inbox_in.send(item)

    def line(self) -> m.TableLine | None:
        """The table as the lobby lists it: as it was told last, or nothing before that."""
        return self._line

    def _new_line(self) -> m.TableLine:
        play = self._series.play
        return m.TableLine(
            id=self.id,
            name=self.setup.name,
            preset=self.setup.preset,
            rules=self.setup.rule_fields,
            options=self.setup.options,
            seats=[chair.info(self._grace_ms(chair)) for chair in self._seating],
            state=self._series.state,
            deal=play.game.state.deal_number if play is not None else 0,
            score=list(play.game.state.score) if play is not None else [],
            watchers=[person.name for person in self._people if self._seating.of(person) is None],
            owner=self._owner.name if self._owner is not None else None,
        )

    def open(self, creator: Person, answer: Answerer, command: m.Create) -> None:
        """Let the person who made the table in, and have them answered. Only before its task runs."""
        self._enter(creator)
        self._reply(answer, m.Done(re=command.id, table=self.id))

    async def run(self, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED) -> None:
        """Own the table until it is closed. It has started when it is durable."""
        try:
            await self._settle()
            task_status.started()
            while self._open:
                item: Item | None = None
                with trio.move_on_at(self._deadline()):
                    item = await self._inbox.receive()
                await self._step(item)
        finally:
            self._refuse_the_rest()

    def evict(self, why: m.Event | None = None) -> None:
        """The table is to be no more; ``why``, if somebody wanted that."""
        self._open = False
        self._chronicle.close()
        self._news.later(partial(self._send_home, why))

    def give_up(self) -> None:
        """Close the table after a fault of its task, which can do nothing any more."""
        self.evict()
        self._send_home()

    def _send_home(self, why: m.Event | None = None) -> None:
        """The table is no more: everybody is in the lobby."""
        self._hall.closed(self)
        for person in {*self._seating.people, *self._people}:
            person.holds.discard(self)
            if person.table is self:
                person.table = None
                self._hall.to_lobby(person, why)
            else:
                self._hall.released(person)

    def _say(self, text: str) -> None:
        self._services.say(f"table {self.setup.name}: {text}")

    # ------------------------------------------------------------ the task

    async def _step(self, item: Item | None) -> None:
        """Do what has come, or what the clock says; store it; and tell."""
        try:
            if item is None:
                self._tick(trio.current_time())
            else:
                self._handle(item)
            await self._settle()
        finally:
            if isinstance(item, Request):
                item.finish()

    async def _settle(self) -> None:
        """Store what has changed, and then let everybody know."""
        bulletin = self._news.take()
        if bulletin.finished is not None:
            self._chronicle.recording()
        receipt = self._chronicle.store(standing(self._seating, self._series, self._owner), self._series)
        if receipt is not None:
            await receipt.wait()
        self._line = self._new_line()
        if self._asker is not None and self._answer is not None:
            self._asker.send(self._answer)
            self._asker = self._answer = None
        for act in bulletin.after:
            act()
        if bulletin.finished is not None:
            self._services.record(bulletin.finished, self._chronicle.recorder())
        self._teller.publish(bulletin, self._line, self._now())
        if bulletin.table:
            self._hall.changed()

    def _reply(self, asker: Answerer, answer: m.Done) -> None:
        """Have a command answered, before anything that it has caused."""
        self._asker, self._answer = asker, answer

    def _deadline(self) -> float:
        """When something is to be done next if nobody says anything, by the loop's clock."""
        deadlines = [self._clock.when(self._series.deadline), self._closing()]
        if self._series.state == "playing":
            deadlines += (self._clock.when(chair.grace_until) for chair in self._seating.missed)
        else:
            deadlines += (chair.away_since + limits.KEPT_SEAT_S for chair in self._seating.away)
        if self._council.proposal is not None:
            deadlines.append(self._council.proposal.until)
        return min(deadlines)

    def _now(self) -> float:
        """The table's time."""
        return self._clock.time(trio.current_time())

    def _grace_ms(self, chair: Chair) -> int:
        waited_for = chair.missed and self._series.state == "playing"
        return until_ms(chair.grace_until, self._now()) if waited_for else 0

    def _closing(self) -> float:
        """When the table, now that it is empty, has been empty for long enough."""
        untouched = self._owner is None and self._series.play is None and not self._seating.people
        return NEVER if untouched or self._empty_since is None else self._empty_since + limits.EMPTY_TABLE_S

    def _tick(self, now: float) -> None:
        self._decide()
        if self._series.state == "playing":
            self._end_grace(now)
        else:
            self._free_the_absent(now)
        if self._clock.when(self._series.deadline) <= now:
            self._series.go_on(self._now())
            self._after_a_game()
        elif self._open and self._closing() <= now:
            self.evict()

    def _handle(self, item: Item) -> None:
        match item:
            case Request():
                self._request(item)
            case Come():
                self._come(item)
            case Gone():
                self._lost(item)
            case Order():
                self._order(item)

    def _request(self, request: Request) -> None:
        person, command = request.person, request.command
        try:
            if person.table is not self and not isinstance(command, m.Sit | m.Watch):
                raise Refusal("not_at_table")
            self._carry_out(person, command)
        except Refusal as refusal:
            answer = m.Error(code=refusal.code, re=command.id, why=refusal.why, fields=refusal.fields)
            request.answer.send(answer)
            return
        joined = isinstance(command, m.Sit | m.Watch)
        self._reply(request.answer, m.Done(re=command.id, table=self.id if joined else None))
        if isinstance(command, m.Leave):
            self._news.later(partial(self._hall.to_lobby, person))

    def _carry_out(self, person: Person, command: TableCommand) -> None:
        now = self._now()
        match command:
            case m.Sit(seat=seat):
                self._sit(person, seat)
            case m.Watch():
                self._watch(person)
            case m.Stand():
                self._stand(person)
            case m.Leave():
                self._leave(person)
            case m.Ready(ready=ready):
                self._ready(person, ready=ready)
            case m.Bot(seat=seat, present=present):
                self._bots(person, seat, present=present)
            case m.Kick(name=name):
                self._kick(name, self._owners(person))
            case m.Free(seat=seat):
                self._take_seat(seat, self._owners(person))
            case m.Close():
                self._close(self._owners(person))
            case m.Pause(on=on):
                self._pause(person, on=on)
            case m.Propose(what=what, seat=seat):
                self._propose(person, what, seat)
            case m.Vote(proposal=number, yes=yes):
                self._vote(person, number, yes=yes)
            case m.Act(decision=decision, action=action):
                seat = self._seat(person)
                if self._council.paused is not None:
                    raise Refusal("paused")
                self._series.moved(self._series.playing().answer(seat, decision, action, now), now)
                self._after_a_game()
            case m.Seen(deal=deal):
                seat = self._seat(person)
                self._series.playing().look(seat, deal, now)
                self._news.view()
            case m.Say(text=text):
                chat = m.Chat(name=person.name, text=text, seat=self._seating.of(person), table=self.id)
                self._news.later(partial(self._teller.chat, chat))

    def _refuse_the_rest(self) -> None:
        """Answer what came too late, since somebody may be waiting for it."""
        with self._inbox, contextlib.suppress(trio.WouldBlock):
            while True:
                item = self._inbox.receive_nowait()
                match item:
                    case Request():
                        item.refuse("no_such_table")
                    case Come(person=person, session=session, token=token):
                        self._hall.admit(person, session, token, back=False)
                    case Gone(person=person, session=session):
                        self._hall.lost(person, session)
                    case Order(answer=answer):
                        answer("no_such_table")

    # ------------------------------------------------------------ commands

    def _seat(self, person: Person) -> int:
        seat = self._seating.of(person)
        if seat is None:
            raise Refusal("not_seated")
        return seat

    def _sit(self, person: Person, seat: int | None) -> None:
        if person.table is not None and person.table is not self:
            raise Refusal("wrong_state")
        own = self._seating.of(person)
        if own is not None and seat in (None, own):
            self._take_back(person, own)
            return
        self._admit(person)
        chosen = self._seating.choose(seat)
        if own is not None:
            self._series.between_games()
        self._seating.sit(person, chosen)
        person.holds.add(self)
        if person.table is None:
            self._enter(person)
        self._news.report("sat", chosen, person.name)
        self._reconsider()

    def _take_back(self, person: Person, seat: int) -> None:
        """Somebody comes back to the seat that was kept for them."""
        if person.table is None:
            self._enter(person)
        if self._seating[seat].left:
            self._seating[seat].back()
            self._news.report("back", seat, person.name)
            self._reconsider()

    def _watch(self, person: Person) -> None:
        if person.table is not None:
            raise Refusal("wrong_state")
        own = self._seating.of(person)
        if own is not None:
            self._take_back(person, own)
            return
        self._admit(person)
        self._enter(person)
        self._news.report("watching", None, person.name)

    def _admit(self, person: Person) -> None:
        """Make sure that ``person``, who has no seat here, may come or sit down.

        Raises:
            Refusal: ``not_allowed`` to somebody who was sent away not long ago.
        """
        if self._barred.get(name_key(person.name), 0) > trio.current_time():
            raise Refusal("not_allowed")

    def _stand(self, person: Person) -> None:
        seat = self._seat(person)
        self._series.between_games()
        self._free(person)
        self._news.report("stood", seat, person.name)
        self._reconsider()

    def _leave(self, person: Person) -> None:
        seat = self._seating.of(person)
        self._people.remove(person)
        person.table = None
        if seat is not None and self._series.state == "playing":
            chair = self._seating[seat]
            told, chair.left, chair.stand_in = chair.stand_in, True, True
            if not told:
                self._news.report("away", seat, person.name)
        else:
            self._free(person)
            self._news.report("gone", seat, person.name)
        self._pass_on(person, seat)
        self._reconsider()

    def _ready(self, person: Person, *, ready: bool) -> None:
        self._series.between_games()
        seat = self._seating.of(person)
        if seat is None:
            if not (self._seating.bots_only and ready):
                raise Refusal("not_seated")
            self._series.count_down(self._now())
            return
        chair = self._seating[seat]
        if chair.ready is not ready:
            chair.ready = ready
            self._news.report("ready", seat, person.name, number=int(ready))
        self._reconsider()

    def _bots(self, person: Person, seat: int | None, *, present: bool) -> None:
        if person is not self._owner or not present:  # in a game the owner may fill a seat that was freed
            self._series.between_games()
        if self._seating.of(person) is None and person is not self._owner:
            raise Refusal("not_seated")
        if present:
            self._put_bots(seat)
        else:
            for each in [seat] if seat is not None else self._seating.bots:
                self._news.report("stood", each, self._seating.take_bot(each))
        self._reconsider()

    def _put_bots(self, seat: int | None) -> None:
        if seat is not None:
            self._add_bot(self._seating.choose(seat))
            return
        self._seating.choose(None)
        while not self._seating.full:
            self._add_bot(None)

    def _add_bot(self, seat: int | None) -> None:
        chosen = seat if seat is not None else self._seating.next_bot_seat()
        name = self._hall.bot_name([chair.name for chair in self._seating])
        self._seating.put_bot(chosen, name)
        self._news.report("bot", chosen, name)

    def _free(self, person: Person) -> None:
        self._seating.stand(person)
        person.holds.discard(self)
        if person.table is self and person.session is None:  # nobody watches without a connection
            self._people.remove(person)
            person.table = None
        self._news.later(partial(self._hall.released, person))

    # ------------------------------------------------------------ the owner's commands, and the host's

    def _owners(self, person: Person) -> str:
        """The name of ``person``, who must be the owner of the table.

        Raises:
            Refusal: ``not_allowed``.
        """
        if person is not self._owner:
            raise Refusal("not_allowed")
        return person.name

    def _order(self, order: Order) -> None:
        """Do what the person who hosts wants."""
        try:
            if order.do == "kick":
                self._kick(order.name)
            elif order.do == "close":
                self._close()
            else:
                if not self._seating[order.seat].free:
                    self._take_seat(order.seat)
                if order.do == "bot":
                    self._add_bot(order.seat)
                    self._reconsider()
        except Refusal as refusal:
            order.answer(refusal.code)
        else:
            self._news.later(partial(order.answer, None))

    def _kick(self, name: str, by: str | None = None) -> None:
        """Send somebody away, by the owner (none: by the person who hosts)."""
        everybody = [*self._people, *self._seating.people]
        person = next((person for person in everybody if same_name(person.name, name)), None)
        if person is None:
            raise Refusal("no_such_person")
        if person is self._owner and by is not None:
            raise Refusal("not_allowed")
        seat = self._seating.of(person)
        self._barred[name_key(person.name)] = trio.current_time() + limits.KICKED_S
        self._free(person)
        if person.table is self:
            self._people.remove(person)
            person.table = None
            self._news.later(partial(self._hall.to_lobby, person, m.Event(do="kicked", name=self.setup.name)))
        self._news.report("kicked", seat, person.name)
        self._pass_on(person, seat)
        self._log(f"{person.name} is sent away", by)
        self._reconsider()

    def _take_seat(self, seat: int, by: str | None = None) -> None:
        """Take a seat from whoever has it. In a game a bot plays for the free seat until somebody sits down."""
        chair = self._seating[seat]
        if chair.free:
            raise Refusal("wrong_state")
        name = chair.name
        if chair.person is not None:
            self._free(chair.person)
        else:
            self._seating.take_bot(seat)
        self._news.report("freed", seat, name)
        self._log(f"the seat of {name} is freed", by)
        self._reconsider()

    def _close(self, by: str | None = None) -> None:
        self._log("closed", by)
        self.evict(m.Event(do="closed", name=self.setup.name))

    def _log(self, what: str, by: str | None) -> None:
        self._news.later(partial(self._say, f"{what} by {by or 'the host'}"))

    def _pass_on(self, person: Person, seat: int | None) -> None:
        """If ``person``, who goes from ``seat``, owns the table, let it be the next seated person's."""
        if person is not self._owner:
            return
        heir = self._seating.next_person(person, seat or 0)
        if heir is not None and heir.person is not None:
            self._owner = heir.person
            self._news.report("owner", self._seating.of(heir.person), heir.name)

    # ------------------------------------------------------------ what is decided together

    def _pause(self, person: Person, *, on: bool) -> None:
        seat = self._seat(person)
        self._series.playing()
        if on is (self._council.paused is not None):
            raise Refusal("wrong_state")
        self._council.paused = person.name if on else None
        self._news.report("paused" if on else "resumed", seat, person.name)
        self._news.view()
        self._reconsider()

    def _propose(self, person: Person, what: str, seat: int | None) -> None:
        own = self._seat(person)
        self._series.playing()
        proposal = self._council.propose(person, what, seat, trio.current_time())
        about = own if seat is None else seat
        self._news.report("propose_end" if proposal.what == "end" else "propose_bot", about, person.name)
        self._decide()

    def _vote(self, person: Person, number: int, *, yes: bool) -> None:
        seat = self._seat(person)
        self._council.vote(person, number, yes=yes)
        self._news.report("voted", seat, person.name, number=int(yes))
        self._decide()

    def _decide(self) -> None:
        """Do what has been decided, if anything has."""
        verdict, proposal = self._council.verdict(trio.current_time()), self._council.proposal
        if verdict is None or proposal is None:
            return
        self._council.proposal = None
        if verdict:
            self._carry(proposal)
        else:
            self._news.report("rejected")

    def _carry(self, proposal: Proposal) -> None:
        self._news.report("agreed")
        if proposal.what == "end":
            self._log("the game is ended", proposal.by.name)
            self._series.abandon()
            self._clear_up()
            self._reconsider()
        elif proposal.target is not None and (seat := self._seating.of(proposal.target)) is not None:
            self._take_seat(seat, proposal.by.name)
            self._add_bot(seat)
            self._reconsider()

    # ------------------------------------------------------------ absence

    def _after_a_game(self) -> None:
        """Clear up if the game is over."""
        if self._series.state == "over":
            self._clear_up()

    def _clear_up(self) -> None:
        """The game is over: free the seats of those who left, and begin to wait for those whose line broke."""
        self._council.paused = self._council.proposal = None
        for chair in self._seating.away:
            chair.away_since = trio.current_time()
            if chair.left and chair.person is not None:
                self._free(chair.person)
                self._news.table()

    def _end_grace(self, now: float) -> None:
        """Let bots play for those who have been waited for long enough."""
        for seat, chair in enumerate(self._seating):
            if chair.missed and self._clock.when(chair.grace_until) <= now:
                chair.stand_in = True
                self._news.report("away", seat, chair.name)
                self._reconsider()

    def _free_the_absent(self, now: float) -> None:
        """Between games, stop waiting for those who have not come back for long."""
        for chair in self._seating.away:
            if chair.person is not None and chair.away_since + limits.KEPT_SEAT_S <= now:
                person = chair.person
                self._leave(person)
                self._news.later(partial(self._hall.to_lobby, person))

    # ------------------------------------------------------------ coming and going

    def _enter(self, person: Person) -> None:
        """Let ``person`` be at the table, and have everything shown to them."""
        person.table = self
        self._news.welcome(person)
        empty, self._empty_since = self._empty_since is not None, None
        self._keep_time()
        if person not in self._people:
            self._people.append(person)
            if self._seating.bots_only and self._series.state != "playing":
                self._series.count_down(self._now())
        if empty:
            self._reconsider()

    def _come(self, item: Come) -> None:
        person = item.person
        was_away = person.session is None
        here = person.table is self
        self._hall.admit(person, item.session, item.token, back=here)
        if not here:  # they left while this was waiting in the inbox
            return
        self._enter(person)
        seat = self._seating.of(person)
        if seat is not None and was_away:
            self._seating[seat].back()
            self._news.report("back", seat, person.name)
            self._reconsider()

    def _lost(self, item: Gone) -> None:
        person = item.person
        if not self._hall.lost(person, item.session) or person.table is not self:
            return  # a newer connection has taken over, or they left before the line broke
        seat = self._seating.of(person)
        if seat is None or (item.goodbye and self._series.state != "playing"):
            self._leave(person)
            self._news.later(partial(self._hall.to_lobby, person))
            return
        chair = self._seating[seat]
        chair.ready = False
        chair.away_since = trio.current_time()
        chair.grace_until = self._now() + self.setup.grace
        self._miss(seat, chair, goodbye=item.goodbye)
        self._reconsider()

    def _miss(self, seat: int, chair: Chair, *, goodbye: bool) -> None:
        """Tell that the owner of a seat is not there any more, and what becomes of it."""
        if self._series.state != "playing":
            self._news.report("lost", seat, chair.name)
        elif goodbye or not self.setup.grace:
            chair.stand_in = True
            self._news.report("away", seat, chair.name)
        else:
            self._news.report("lost", seat, chair.name, number=self.setup.grace)

    def _keep_time(self) -> None:
        """Let the table's time stand while nobody is there or the game is paused."""
        if self._empty_since is not None or self._council.paused is not None:
            self._clock.stop(trio.current_time())
        else:
            self._clock.go(trio.current_time())

    def _reconsider(self) -> None:
        """Look again what is to happen, since people or seats have changed."""
        present = any(person.session is not None for person in self._people)
        if not present and self._empty_since is None:
            self._empty_since = trio.current_time()
        self._keep_time()
        if present or self._series.state == "playing":
            self._series.people_changed(self._now())
        self._decide()
        if present:
            return
        self._series.call_off()
        if self._owner is not None and all(chair.left for chair in self._seating if chair.person is not None):
            self.evict()
