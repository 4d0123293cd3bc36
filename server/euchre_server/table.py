"""A table: what arrives on its desk is carried out there, and nothing else touches its state.

Commands are carried out one after another; between them the table's own clock moves the game on. What that has changed
is stored before anybody is told. Nothing in here waits for a person's connection.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import trio

from euchre_protocol import messages as m
from euchre_server.chronicle import Chronicle, standing
from euchre_server.coach import Coach
from euchre_server.contacts import (
    Answerer,
    Come,
    Explained,
    Gone,
    Hall,
    Item,
    Judged,
    Nudge,
    Order,
    Request,
    TableCommand,
    Thought,
)
from euchre_server.critic import Critic
from euchre_server.desk import Desk
from euchre_server.floor import Floor
from euchre_server.journal import Receipt
from euchre_server.minds import Question
from euchre_server.news import Bulletin, News
from euchre_server.people import Person
from euchre_server.refusal import Refusal
from euchre_server.rights import Rights
from euchre_server.seating import Seating
from euchre_server.series import Series
from euchre_server.services import Services
from euchre_server.settings import Setup
from euchre_server.stories import Story
from euchre_server.telling import Answer, Teller


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
        say = partial(_say, services.say, setup.name)
        self._news = News(say)
        self._seating = Seating(setup.rules.players)
        self._series = Series(ident, setup, self._seating, self._news, services)
        self._floor = Floor(self, hall, self._seating, self._series, self._news, services.limits.watchers)
        self._coach = Coach(self._floor, allowed=setup.hints)
        self._critic = Critic(self._floor, reveal=setup.reveal)
        self._rights = Rights(hall, self._floor, say)
        self._teller = Teller(self._floor, reveal=setup.reveal)
        self._chronicle = Chronicle(ident, setup, self._teller.talk, services.journal)
        self._answer: Answer | None = None
        self._line: m.TableLine | None = None
        self._bulletin = Bulletin()
        self._desk = Desk(self)
        self._thinkers: trio.Nursery | None = None
        self._open = True
        self._floor.owner = owner

    def furnish(self) -> None:
        """Seat those who sit at the table from the start. Only once, before its task runs."""
        owner = self._floor.owner
        if owner is not None and self.setup.bots < self.setup.rules.players:
            self._seating.sit(owner, 0)
            owner.holds.add(self)
        for _ in range(self.setup.bots):
            self._floor.add_bot(None)
        self._news.take()  # nobody is here yet

    def resume(self, story: Story, find: Callable[[str], Person]) -> None:
        """Be as the table was in an earlier process, but for the connections. Instead of :meth:`furnish`.

        Args:
            story: what is told of it.
            find: the person with a name.
        """
        for seat, line in enumerate(story.present.standing.seats):
            if line.bot is not None:
                self._seating.put_bot(seat, line.bot, line.level)
            elif line.person is not None:
                self._floor.take_in(seat, find(line.person), left=line.left, stand_in=line.stand_in)
        self._floor.replace_a_lost_owner()
        self._floor.council.paused = story.present.standing.paused
        self._series.resume(story.chapter, story.present, self._floor.now())
        self._teller.resume(self._services.journal.epoch, story.present.talk)
        self._chronicle.resume(story)
        for number, told in story.chapters.items():
            if told.finished is not None:
                self._services.record(told.finished, partial(self._chronicle.recorded, number))

    # ------------------------------------------------------------ for others

    async def put(self, item: Item) -> None:
        """Have something carried out; waits only while too much waits already.

        Raises:
            trio.BrokenResourceError: the table has just been closed.
        """
        await self._desk.put(item)

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
            seats=[chair.info(self._floor.grace_ms(chair)) for chair in self._seating],
            state=self._series.state,
            deal=play.game.state.deal_number if play is not None else 0,
            score=list(play.game.state.score) if play is not None else [],
            watchers=[person.name for person in self._floor.people if self._seating.of(person) is None],
            owner=self._floor.owner.name if self._floor.owner is not None else None,
            locked=bool(self.setup.lock),
        )

    def is_home_of(self, person: Person) -> bool:
        """Whether ``person`` need not know the table's password: it is theirs, or a seat at it is."""
        return person is self._floor.owner or self in person.holds

    def open(self, creator: Person, answer: Answerer, command: m.Create) -> None:
        """Let the person who made the table in, and have them answered. Only before its task runs."""
        self._floor.enter(creator)
        self._reply(answer, m.Done(re=command.id, table=self.id))

    async def run(self, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED) -> None:
        """Look after the table until it is closed. It has started when it is durable."""
        try:
            async with trio.open_nursery() as self._thinkers:
                await self._desk.run(task_status.started)
                self._thinkers.cancel_scope.cancel()
        finally:
            self._thinkers = None
            self._refuse_the_rest()

    def stall(self, *, on: bool) -> None:
        """Nothing can be stored, so that all waits; or that is over, and the table goes on from where it was."""
        self._floor.stalled = on
        self._floor.keep_time()
        self._teller.stall(self._floor.now(), on=on)
        self._desk.nudge()

    def woke(self) -> None:
        """The host was asleep: everybody who is waited for has their whole time once more."""
        self._floor.woke()
        self._desk.nudge()

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
        owner = self._floor.owner
        for person in {*self._seating.people, *self._floor.people, *([owner] if owner is not None else [])}:
            person.holds.discard(self)
            if person.table is self:
                person.table = None
                self._hall.to_lobby(person, why)
            else:
                self._hall.released(person)

    # ------------------------------------------------------------ the desk's

    async def _think(self, question: Question) -> None:
        """Let a bot think about a question, while everything else at the table goes on."""
        await self.put(Thought(question.decision, await self._services.think(question)))

    async def _review(self) -> None:
        """Let an expert go over the game that is over, deal by deal, until another begins."""
        game = self._series.games
        for last in self._critic.deals():
            if self._series.games != game:
                return
            await self.put(Judged(game, await self._services.judge(last)))

    async def _explain(self, question: Question) -> None:
        """Let an expert think about what somebody is asked."""
        await self.put(Explained(question.decision, await self._services.explain(question)))

    def deadline(self) -> float:
        """When something is to be done next if nothing comes, by the loop's clock."""
        return self._floor.deadline()

    def change(self, item: Item | None) -> Receipt | None:
        """Do what has come, or what the clock says; have it stored."""
        if item is None:
            self._tick(trio.current_time())
        else:
            self._handle(item)
        self._rights.decide()
        bulletin = self._bulletin = self._news.take()
        if bulletin.finished is not None:
            self._chronicle.recording()
        now = None if bulletin.only_play else standing(self._seating, self._series, self._floor)
        return self._chronicle.store(now, self._series)

    def tell(self, item: Item | None) -> None:
        """What has changed is durable: let everybody know, and begin to think about what comes next."""
        bulletin, self._bulletin = self._bulletin, Bulletin()  # what is to be done refers to the table
        if self._line is None or not bulletin.only_play:
            self._line = self._new_line()
        answer, self._answer = self._answer, None
        if answer is not None and not bulletin.only_play:
            answer.send()
            answer = None
        for act in bulletin.after:
            act()
        if bulletin.finished is not None:
            self._services.record(bulletin.finished, self._chronicle.recorder())
        self._teller.publish(bulletin, self._line, self._floor.now(), answer)
        if bulletin.table:
            self._hall.changed()
        if isinstance(item, Request):
            item.finish()
        if self._open:
            self._begin_to_think()
        else:
            self._desk.close()

    def _begin_to_think(self) -> None:
        assert self._thinkers is not None, "nothing is carried out before the table's task has begun"
        for work, question in ((self._think, self._series.wanted()), (self._explain, self._coach.wanted())):
            if question is not None:
                self._thinkers.start_soon(work, question)
        if self._critic.wanted():
            self._thinkers.start_soon(self._review)

    def _reply(self, asker: Answerer, answer: m.Done) -> None:
        """Have a command answered, before anything that it has caused."""
        self._answer = Answer(asker, answer)

    def _tick(self, now: float) -> None:
        if self._series.state == "playing":
            self._floor.end_grace(now)
        else:
            self._floor.free_the_absent(now)
        if self._floor.clock.when(self._series.deadline) <= now:
            self._series.go_on(self._floor.now())
            self._floor.after_a_game()
        elif self._open and self._floor.closing() <= now:
            self.evict()

    def _handle(self, item: Item) -> None:
        match item:
            case Request():
                self._request(item)
            case Come():
                self._floor.come(item)
            case Gone():
                self._floor.lost(item)
            case Order():
                self._rights.order(item)
            case Thought(decision=decision, action=action):
                self._series.thought(decision, action, self._floor.now())
            case Explained(decision=decision, advice=advice):
                self._coach.told(decision, advice)
            case Judged(game=game, reviewed=reviewed):
                self._critic.told(game, reviewed)
            case Nudge():
                pass

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
        now = self._floor.now()
        match command:
            case m.Act(decision=decision, action=action):  # first, since nearly all commands are
                seat = self._floor.seat(person)
                if self._floor.council.paused is not None:
                    raise Refusal("paused")
                self._series.moved(self._series.playing().answer(seat, decision, action, now), now)
                self._floor.after_a_game()
            case m.Sit(seat=seat):
                self._floor.sit(person, seat)
            case m.Watch():
                self._floor.watch(person)
            case m.Stand():
                self._floor.stand(person)
            case m.Leave():
                self._floor.leave(person, on_purpose=True)
            case m.Ready(ready=ready):
                self._floor.ready(person, ready=ready)
            case m.Bot():
                self._floor.bots(person, command)
            case m.Kick(name=name):
                self._rights.kick(name, self._rights.owners(person))
            case m.Free(seat=seat):
                self._rights.take_seat(seat, self._rights.owners(person))
            case m.Close():
                self._rights.close(self._rights.owners(person))
            case m.Pause(on=on):
                self._rights.pause(person, on=on)
            case m.Propose(what=what, seat=seat):
                self._rights.propose(person, what, seat)
            case m.Vote(proposal=number, yes=yes):
                self._rights.vote(person, number, yes=yes)
            case m.Hint(decision=decision):
                self._coach.ask(person, decision)
            case m.Review():
                self._critic.ask(person)
            case m.Seen(deal=deal):
                seat = self._floor.seat(person)
                self._series.playing().look(seat, deal, now)
                self._news.view()
            case m.Say(text=text):
                chat = m.Chat(name=person.name, text=text, seat=self._seating.of(person), table=self.id)
                self._chronicle.talk(chat)
                self._news.later(partial(self._teller.chat, chat))

    def _refuse_the_rest(self) -> None:
        """Answer what came too late, since somebody may be waiting for it."""
        if isinstance(self._desk.under_way, Request):
            self._desk.under_way.finish()
        for item in self._desk.clear():
            match item:
                case Request():
                    item.refuse("no_such_table")
                case Come(person=person, session=session, token=token):
                    self._hall.admit(person, session, token, back=False)
                case Gone(person=person, session=session):
                    self._hall.lost(person, session)
                case Order(answer=answer):
                    answer("no_such_table")
                case Thought() | Explained() | Judged() | Nudge():
                    pass


def _say(say: Callable[[str], None], name: str, text: str) -> None:
    """Say something about the table called ``name``."""
    say(f"table {name}: {text}")
