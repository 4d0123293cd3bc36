"""A table: one task owns it, and nothing else touches its state.

Commands arrive through a bounded channel and are carried out one after another; between them the table's own clock
moves the game on. Nothing in here waits for a person's connection.
"""

from __future__ import annotations

import contextlib
import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Literal, Protocol

import trio

import euchre_engine as engine
from euchre_protocol import messages as m
from euchre_server import limits, records
from euchre_server.game import Game, Happening
from euchre_server.people import Person
from euchre_server.play import NEVER, Play, told
from euchre_server.refusal import Refusal
from euchre_server.seating import BOT_LEVEL, Seating
from euchre_server.services import Chance, Services
from euchre_server.settings import Setup
from euchre_server.views import Frame, view_message

if TYPE_CHECKING:
    from euchre_server.session import Session

TableCommand = m.Sit | m.Stand | m.Watch | m.Leave | m.Ready | m.Bot | m.Act | m.Seen | m.Say
State = Literal["waiting", "playing", "over"]


class Answerer(Protocol):
    """Where the answer to a command goes."""

    def send(self, message: m.Message) -> None:
        """Send ``message`` without waiting."""
        ...


class Hall(Protocol):
    """What a table knows of the host."""

    def admit(self, person: Person, session: Session, token: bytes, *, back: bool) -> None:
        """Connect ``person`` through ``session``; ``back``: their table will show itself to them."""
        ...

    def lost(self, person: Person, session: Session) -> bool:
        """Take note that ``session`` has ended; tell whether it was the person's newest."""
        ...

    def changed(self) -> None:
        """Something that the lobby shows has changed."""
        ...

    def to_lobby(self, person: Person) -> None:
        """``person`` is at no table any more."""
        ...

    def closed(self, table: Table) -> None:
        """The table is gone."""
        ...

    def released(self, person: Person) -> None:
        """``person`` owns a seat less."""
        ...

    def bot_name(self, taken: Sequence[str]) -> str:
        """A name for one more bot at a table where ``taken`` sit already."""
        ...


@dataclass(frozen=True, slots=True)
class Request:
    """A command of somebody. ``done`` is set when it has been answered, if somebody waits for that."""

    person: Person
    answer: Answerer
    command: TableCommand
    done: trio.Event | None = None


@dataclass(frozen=True, slots=True)
class Come:
    """A person who was at this table has logged in again through ``session``."""

    person: Person
    session: Session
    token: bytes


@dataclass(frozen=True, slots=True)
class Gone:
    """A connection of a person has ended. ``goodbye``: they said so."""

    person: Person
    session: Session
    goodbye: bool


Item = Request | Come | Gone


class Table:
    """A table of the host.

    Args:
        ident: its number.
        setup: its name, rules and options.
        hall: the host.
        services: chance, bots, records.
        owner: who made it; none for a table from the command line, which stays when it is empty.
    """

    def __init__(self, ident: int, setup: Setup, hall: Hall, services: Services, owner: Person | None = None) -> None:
        self.id = ident
        self.setup = setup
        self.people: list[Person] = []
        self.seating = Seating(setup.rules.players)
        self.state: State = "waiting"
        self._hall = hall
        self._services = services
        self._owner = owner
        self._play: Play | None = None
        self._version = 0
        self._games = 0
        self._decision = 0
        self._starts = NEVER
        self._began = 0.0
        self._when = services.now()
        self._over: m.Over | None = None
        self._empty_since: float | None = 0.0 if owner is None else None
        self._news: list[m.Event] = []
        self._happened: list[Happening] = []
        self._table_changed = False
        self._view_changed = False
        self._newcomers: list[Person] = []
        self._chance = services.chance(f"table {ident} bots")
        self._inbox_in, self._inbox = trio.open_memory_channel[Item](limits.INBOX)
        self._open = True
        if owner is not None and setup.bots < setup.rules.players:
            self.seating.sit(owner, 0)
            owner.holds.add(self)
        for _ in range(setup.bots):
            self._add_bot(None)
        self._news.clear()

    # ------------------------------------------------------------ for others

    async def put(self, item: Item) -> None:
        """Hand something to the table's task; waits only while its inbox is full.

        Raises:
            trio.BrokenResourceError: the table has just been closed.
        """
        await self._inbox_in.send(item)

    def line(self) -> m.TableLine:
        """The table as the lobby lists it."""
        game = self._play.game.state if self._play is not None else None
        return m.TableLine(
            id=self.id,
            name=self.setup.name,
            preset=self.setup.preset,
            rules=self.setup.rules.to_fields(),
            options=dict(self.setup.options),
            seats=[chair.info() for chair in self.seating],
            state=self.state,
            deal=game.deal_number if game is not None else 0,
            score=list(game.score) if game is not None else [],
            watchers=[person.name for person in self.people if self.seating.of(person) is None],
            owner=self._owner.name if self._owner is not None else None,
        )

    async def run(self) -> None:
        """Own the table until it is closed."""
        try:
            while self._open:
                item: Item | None = None
                with trio.move_on_at(self._deadline()):
                    item = await self._inbox.receive()
                if item is None:
                    self._tick(trio.current_time())
                else:
                    self._handle(item)
                self._flush()
        finally:
            self._refuse_the_rest()

    def _refuse_the_rest(self) -> None:
        """Answer what came too late, since somebody may be waiting for it."""
        with self._inbox, contextlib.suppress(trio.WouldBlock):
            while True:
                item = self._inbox.receive_nowait()
                if isinstance(item, Request):
                    item.answer.send(m.Error(code="no_such_table", re=item.command.id))
                    if item.done is not None:
                        item.done.set()

    def admit_creator(self, person: Person) -> None:
        """Let the person who made the table in, before its task runs."""
        self._enter(person)
        self._flush()

    # ------------------------------------------------------------ the task

    def _deadline(self) -> float:
        """When something is to be done next if nobody says anything."""
        if not self._connected():
            closing = self._owner is not None and self._empty_since is not None
            return self._empty_since + limits.EMPTY_TABLE_S if closing and self._empty_since is not None else NEVER
        if self._play is not None and not self._play.finished:
            return self._play.wake
        return self._starts

    def _tick(self, now: float) -> None:
        if not self._connected():
            self._close()
        elif self._play is not None and not self._play.finished:
            self._moved(self._play.go_on(now))
        else:
            self._begin(now)

    def _handle(self, item: Item) -> None:
        match item:
            case Request():
                self._request(item)
            case Come():
                self._come(item)
            case Gone():
                self._lost(item)

    def _request(self, request: Request) -> None:
        person, command = request.person, request.command
        chat: m.Chat | None = None
        try:
            if person.table is not self and not isinstance(command, m.Sit | m.Watch):
                raise Refusal("not_at_table")
            self._carry_out(person, command)
            if isinstance(command, m.Say):
                chat = m.Chat(name=person.name, text=command.text, seat=self.seating.of(person), table=self.id)
        except Refusal as refusal:
            request.answer.send(m.Error(code=refusal.code, re=command.id, why=refusal.why, fields=refusal.fields))
        else:
            joined = isinstance(command, m.Sit | m.Watch)
            request.answer.send(m.Done(re=command.id, table=self.id if joined else None))
            if chat is not None:
                self._tell(chat)
            if isinstance(command, m.Leave):
                self._hall.to_lobby(person)
        if request.done is not None:
            request.done.set()

    def _carry_out(self, person: Person, command: TableCommand) -> None:
        now = trio.current_time()
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
            case m.Act(decision=decision, action=action):
                self._moved(self._playing().answer(self._seat(person), decision, action, now))
            case m.Seen(deal=deal):
                seat = self._seat(person)
                self._playing().look(seat, deal, now)
                self._view_changed = True
            case m.Say():
                pass

    # ------------------------------------------------------------ commands

    def _seat(self, person: Person) -> int:
        seat = self.seating.of(person)
        if seat is None:
            raise Refusal("not_seated")
        return seat

    def _playing(self) -> Play:
        if self._play is None or self.state != "playing":
            raise Refusal("wrong_state")
        return self._play

    def _between_games(self) -> None:
        if self.state == "playing":
            raise Refusal("wrong_state")

    def _sit(self, person: Person, seat: int | None) -> None:
        if person.table is not None and person.table is not self:
            raise Refusal("wrong_state")
        own = self.seating.of(person)
        if own is not None and seat in (None, own):
            self._take_back(person, own)
            return
        chosen = self.seating.choose(seat)
        if own is not None:
            self._between_games()
        self.seating.sit(person, chosen)
        person.holds.add(self)
        if person.table is None:
            self._enter(person)
        self._report("sat", chosen, person.name)
        self._reconsider()

    def _take_back(self, person: Person, seat: int) -> None:
        """Somebody comes back to the seat that was kept for them."""
        if person.table is None:
            self._enter(person)
        if self.seating[seat].left:
            self.seating[seat].left = False
            self._report("back", seat, person.name)
            self._reconsider()

    def _watch(self, person: Person) -> None:
        if person.table is not None:
            raise Refusal("wrong_state")
        own = self.seating.of(person)
        if own is not None:
            self._take_back(person, own)
            return
        self._enter(person)
        self._report("watching", None, person.name)

    def _stand(self, person: Person) -> None:
        seat = self._seat(person)
        self._between_games()
        self._free(person)
        self._report("stood", seat, person.name)
        self._reconsider()

    def _leave(self, person: Person) -> None:
        seat = self.seating.of(person)
        self.people.remove(person)
        person.table = None
        if seat is None:
            self._report("gone", None, person.name)
        elif self.state == "playing":
            self.seating[seat].left = True
            self._report("away", seat, person.name)
        else:
            self._free(person)
            self._report("gone", seat, person.name)
        self._reconsider()

    def _ready(self, person: Person, *, ready: bool) -> None:
        self._between_games()
        seat = self.seating.of(person)
        if seat is None:
            if not (self.seating.bots_only and ready):
                raise Refusal("not_seated")
            self._count_down()
            return
        chair = self.seating[seat]
        if chair.ready is not ready:
            chair.ready = ready
            self._report("ready", seat, person.name, number=int(ready))
        self._reconsider()

    def _bots(self, person: Person, seat: int | None, *, present: bool) -> None:
        self._between_games()
        if self.seating.of(person) is None and person is not self._owner:
            raise Refusal("not_seated")
        if present:
            self._put_bots(seat)
        else:
            seats = [seat] if seat is not None else self.seating.seats_of(c for c in self.seating if c.bot is not None)
            for each in seats:
                self._report("stood", each, self.seating.take_bot(each))
        self._reconsider()

    def _put_bots(self, seat: int | None) -> None:
        if seat is not None:
            self._add_bot(self.seating.choose(seat))
            return
        self.seating.choose(None)
        while not self.seating.full:
            self._add_bot(None)

    def _add_bot(self, seat: int | None) -> None:
        chosen = seat if seat is not None else self.seating.next_bot_seat()
        assert chosen is not None, "the caller knows that there is a free seat"
        name = self._hall.bot_name([chair.name for chair in self.seating])
        self.seating.put_bot(chosen, name)
        self._report("bot", chosen, name)

    def _free(self, person: Person) -> None:
        self.seating.stand(person)
        person.holds.discard(self)
        self._hall.released(person)

    # ------------------------------------------------------------ coming and going

    def _enter(self, person: Person) -> None:
        """Let ``person`` be at the table, and have everything shown to them."""
        person.table = self
        self._newcomers.append(person)
        if person not in self.people:
            self.people.append(person)
            if self.seating.bots_only and self.state != "playing":
                self._count_down()
        if self._empty_since is not None:
            self._wake_up(trio.current_time() - self._empty_since)

    def _wake_up(self, slept: float) -> None:
        """Go on with what was going on when the last person went."""
        self._empty_since = None
        if self._play is not None:
            self._play.shift(slept)
        self._reconsider()

    def _come(self, item: Come) -> None:
        person = item.person
        here = person.table is self
        was_away = person.session is None
        self._hall.admit(person, item.session, item.token, back=here)
        if not here:  # they left while this was waiting in the inbox
            return
        self._enter(person)
        seat = self.seating.of(person)
        if seat is None or not was_away:
            return
        if self.seating[seat].left:
            self.seating[seat].left = False
        self._report("back", seat, person.name)
        self._reconsider()

    def _lost(self, item: Gone) -> None:
        person = item.person
        newest = self._hall.lost(person, item.session)
        if not newest or person.table is not self:
            return  # a newer connection has taken over, or they left before the line broke
        seat = self.seating.of(person)
        if seat is None or (item.goodbye and self.state != "playing"):
            self._leave(person)
            self._hall.to_lobby(person)
            return
        self.seating[seat].ready = False
        self._report("away", seat, person.name)
        self._reconsider()

    def _connected(self) -> bool:
        return any(person.session is not None for person in self.people)

    def _reconsider(self) -> None:
        """Look again what is to happen, since people or seats have changed."""
        now = trio.current_time()
        if not self._connected():
            self._emptied(now)
        elif self._play is not None and self.state == "playing":
            self._play.people_changed(now)
            self._view_changed = True
        elif self._may_start():
            self._count_down()
        elif self._starts < NEVER and not self.seating.bots_only:
            self._starts = NEVER
            self._table_changed = True

    def _emptied(self, now: float) -> None:
        self._starts = NEVER
        if self._empty_since is None:
            self._empty_since = now
        if self._owner is not None and all(chair.left for chair in self.seating if chair.person is not None):
            self._close()

    def _close(self) -> None:
        self._open = False
        self.evict()

    def evict(self) -> None:
        """The table is no more: everybody is in the lobby."""
        self._hall.closed(self)
        for person in {*self.seating.people, *self.people}:
            person.holds.discard(self)
            if person.table is self:
                person.table = None
                self._hall.to_lobby(person)
            else:
                self._hall.released(person)

    # ------------------------------------------------------------ games

    def _may_start(self) -> bool:
        """All seats are filled and all people are ready. After a game those who are away need not be asked."""
        if not self.seating.full or self.seating.bots_only:
            return False
        people = [chair for chair in self.seating if chair.person is not None]
        if self.state == "over":
            people = [chair for chair in people if chair.present] or people
        return all(chair.ready for chair in people)

    def _count_down(self) -> None:
        if self._starts < NEVER:
            return
        self._starts = trio.current_time() + self.setup.pace.start
        self._table_changed = True

    def _begin(self, now: float) -> None:
        self._starts = NEVER
        self._games += 1
        self.state = "playing"
        self._began = now
        for chair in self.seating:
            chair.ready = chair.bot is not None
        purpose = f"table {self.id} game {self._games}"
        cards = self._services.chance(purpose)
        dealer = self._services.chance(f"{purpose} dealer").randrange(len(self.seating.chairs))
        game = Game(self.setup.rules, dealer, partial(_shuffled, cards), self._header())
        self._play = Play(game, self.seating, self.setup.pace, self._choose, self._decision)
        self._over = None
        self._report("start", None, None)
        self._moved(self._play.start(now))

    def _choose(self, view: engine.View) -> engine.Action:
        return self._services.choose(view, self._chance)

    def _header(self) -> str:
        self._when = self._services.now()
        sitters = [
            records.Sitter(chair.name, "human" if chair.person is not None else f"bot:{BOT_LEVEL}")
            for chair in self.seating
        ]
        return records.header_line(self.setup.rules, sitters, when=self._when, table=self.setup.name)

    def _moved(self, events: list[Happening]) -> None:
        """The game has moved on."""
        assert self._play is not None
        self._happened += events
        self._view_changed = True
        self._decision = self._play.decision
        if any(event.told.do in ("deal", "result", "thrown_in") for event in events):
            self._table_changed = True
            self._hall.changed()
        if self._play.finished:
            self._finish()

    def _finish(self) -> None:
        assert self._play is not None
        self.state = "over"
        self._over = self._play.game.over(trio.current_time() - self._began)
        self._services.record(self.setup.name, self._when, self._play.game.lines)
        score = ":".join(map(str, self._play.game.state.score))
        self._services.say(f"table {self.setup.name}: game over, {score}")
        for chair in self.seating:
            if chair.person is not None and chair.left:
                self._free(chair.person)
        self._table_changed = True
        self._hall.changed()

    # ------------------------------------------------------------ telling

    def _report(self, do: str, seat: int | None, name: str | None, *, number: int | None = None) -> None:
        self._news.append(m.Event(do=do, seat=seat, name=name, number=number))
        self._table_changed = True
        self._hall.changed()

    def _tell(self, message: m.Message) -> None:
        for person in list(self.people):
            person.send(message)

    def _flush(self) -> None:
        """Tell everybody what has changed, and newcomers everything."""
        newcomers, self._newcomers = self._newcomers, []
        news, self._news = self._news, []
        happened, self._happened = self._happened, []
        table_changed, self._table_changed = self._table_changed, False
        view_changed, self._view_changed = self._view_changed, False
        if table_changed or newcomers:
            self._version += 1
            line = self.line()
            for person in list(self.people):
                if table_changed or person in newcomers:
                    person.send(self._table_message(line, person, news))
        if self._play is not None and (view_changed or newcomers):
            self._version += 1
            for person in list(self.people):
                if person in newcomers:
                    person.send(self._view(self._play, person, self._play.game.history, history=True))
                elif view_changed:
                    person.send(self._view(self._play, person, happened, history=False))

    def _table_message(self, line: m.TableLine, person: Person, news: list[m.Event]) -> m.Table:
        seats = enumerate(self.seating)
        return m.Table(
            version=self._version,
            line=line,
            you=self.seating.of(person),
            sheet=self._play.game.scores if self._play is not None else [],
            again=[seat for seat, chair in seats if chair.present and chair.ready] if self.state == "over" else [],
            starts_ms=_ms(self._starts - trio.current_time()),
            news=news,
        )

    def _view(self, play: Play, person: Person, events: list[Happening], *, history: bool) -> m.View:
        seat = self.seating.of(person)
        frame = Frame(
            version=self._version,
            decision=play.decision,
            ask=seat is not None and play.asked == seat,
            pause=play.pause,
            pause_ms=_ms(play.wake - trio.current_time()) if play.pause in ("trick", "deal") else 0,
            seen=sorted(play.seen),
            over=self._over,
            events=told(events, seat),
            history=history,
            reveal=seat is not None or self.setup.reveal,
        )
        return view_message(engine.view(play.game.state, seat), frame)


def _shuffled(chance: Chance, cards: Sequence[engine.Card]) -> list[engine.Card]:
    return chance.sample(cards, len(cards))


def _ms(seconds: float) -> int:
    return 0 if math.isinf(seconds) else max(0, round(seconds * 1000))
