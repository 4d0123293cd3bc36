"""Who is at a table and in its seats: coming and going, sitting and standing, being away."""

from __future__ import annotations

import weakref
from functools import partial
from typing import TYPE_CHECKING

import trio

from euchre_protocol import messages as m
from euchre_protocol.text import name_key
from euchre_server import limits, minds
from euchre_server.contacts import Come, Gone, Hall
from euchre_server.council import Council
from euchre_server.news import News
from euchre_server.people import Person
from euchre_server.refusal import Refusal
from euchre_server.seating import Chair, Seating
from euchre_server.series import Series
from euchre_server.table_clock import NEVER, TableClock, until_ms

if TYPE_CHECKING:
    from euchre_server.table import Table


class Floor:
    """The people of one table. Its methods carry out what its task tells them to, and report it.

    Args:
        table: the table.
        hall: the host.
        seating: who sits where.
        series: the games.
        news: told about everything that happens.
        most_watchers: so many may watch.

    Attributes:
        owner: whose table it is; none: the host's own.
        people: everybody who is there, connected or with a kept seat.
        council: what they decide together.
        clock: the table's time.
        empty_since: since when nobody is connected, if that is so.
        stalled: nothing can be stored at present.
        barred: until when somebody was sent away, by the key of their name.
    """

    def __init__(
        self, table: Table, hall: Hall, seating: Seating, series: Series, news: News, most_watchers: int
    ) -> None:
        self.owner: Person | None = None
        self.people: list[Person] = []
        self.seating = seating
        self.series = series
        self.news = news
        self.council = Council(seating)
        self.clock = TableClock(trio.current_time())
        self.empty_since: float | None = trio.current_time()
        self.stalled = False
        self.barred: dict[str, float] = {}
        self._table_of = weakref.ref(table)  # weakly: see garbage.py
        self._hall = hall
        self._most_watchers = most_watchers

    @property
    def table(self) -> Table:
        """The table."""
        table = self._table_of()
        assert table is not None, "whoever uses the floor got it from the table"
        return table

    def now(self) -> float:
        """The table's time."""
        return self.clock.time(trio.current_time())

    def grace_ms(self, chair: Chair) -> int:
        """For how long the game still waits for the owner of ``chair``, in milliseconds."""
        waited_for = chair.missed and self.series.state == "playing"
        return until_ms(chair.grace_until, self.now()) if waited_for else 0

    def closing(self) -> float:
        """When the table, now that it is empty, has been empty for long enough."""
        untouched = self.owner is None and self.series.play is None and not self.seating.people
        return NEVER if untouched or self.empty_since is None else self.empty_since + limits.EMPTY_TABLE_S

    def deadline(self) -> float:
        """When something is to be done next if nobody says anything, by the loop's clock."""
        deadlines = [self.clock.when(self.series.deadline), self.closing()]
        if self.series.state == "playing":
            deadlines += [self.clock.when(chair.grace_until) for chair in self.seating.missed]
        else:
            deadlines += [self.clock.when(chair.away_since + limits.KEPT_SEAT_S) for chair in self.seating.away]
        if self.council.proposal is not None:
            deadlines.append(self.council.proposal.until)
        return min(deadlines)

    def seat(self, person: Person) -> int:
        """The seat of ``person``.

        Raises:
            Refusal: ``not_seated``.
        """
        seat = self.seating.of(person)
        if seat is None:
            raise Refusal("not_seated")
        return seat

    # ------------------------------------------------------------ commands

    def sit(self, person: Person, seat: int | None) -> None:
        """Take a seat, or change seats, or come back to the own one."""
        if person.table is not None and person.table is not self.table:
            raise Refusal("wrong_state")
        own = self.seating.of(person)
        if own is not None and seat in (None, own):
            self._take_back(person, own)
            return
        self._admit(person)
        chosen = self.seating.choose(seat)
        if own is not None:
            self.series.between_games()
        self.seating.sit(person, chosen)
        person.holds.add(self.table)
        if person.table is None:
            self.enter(person)
        self.news.report("sat", chosen, person.name)
        self.inherit(chosen)
        self.reconsider()

    def _take_back(self, person: Person, seat: int) -> None:
        """Somebody comes back to the seat that was kept for them."""
        if person.table is None:
            self.enter(person)
        if self.seating[seat].left:
            self.seating[seat].back()
            self.news.report("back", seat, person.name)
            self.reconsider()

    def watch(self, person: Person) -> None:
        """Come without taking a seat; whoever owns one comes back to it."""
        if person.table is not None:
            raise Refusal("wrong_state")
        own = self.seating.of(person)
        if own is not None:
            self._take_back(person, own)
            return
        self._admit(person)
        self._make_room()
        self.enter(person)
        self.news.report("watching", None, person.name)

    def _admit(self, person: Person) -> None:
        """Make sure that ``person``, who has no seat here, may come or sit down.

        Raises:
            Refusal: ``not_allowed`` to somebody who was sent away not long ago.
        """
        if self.barred.get(name_key(person.name), 0) > trio.current_time():
            raise Refusal("not_allowed")

    def _make_room(self) -> None:
        """Make sure that there is room for one more watcher.

        Raises:
            Refusal: ``too_many_watchers``.
        """
        watching = sum(self.seating.of(person) is None for person in self.people)
        if watching >= self._most_watchers:
            raise Refusal("too_many_watchers")

    def stand(self, person: Person) -> None:
        """Give up the seat."""
        seat = self.seat(person)
        self.series.between_games()
        self._make_room()
        self.free(person)
        self.news.report("stood", seat, person.name)
        self.reconsider()

    def leave(self, person: Person, *, on_purpose: bool) -> None:
        """Go away from the table. In a game the seat is kept.

        ``on_purpose``: if so, and nobody is left, the table goes, too.
        """
        seat = self.seating.of(person)
        if person.table is self.table:
            self.people.remove(person)
            person.table = None
        if seat is not None and self.series.state == "playing":
            chair = self.seating[seat]
            told, chair.left, chair.stand_in = chair.stand_in, True, True
            if not told:
                self.news.report("away", seat, person.name)
        else:
            self.free(person)
            self.news.report("gone", seat, person.name)
        if not self.seating.present:  # nobody is left who could let a paused game go on
            self.council.paused = None
        self.pass_on(person, seat)
        self.reconsider()
        if on_purpose:
            self.close_if_left()

    def ready(self, person: Person, *, ready: bool) -> None:
        """Be ready for the next game, or not."""
        self.series.between_games()
        seat = self.seating.of(person)
        if seat is None:
            if not (self.seating.bots_only and ready):
                raise Refusal("not_seated")
            self.series.count_down(self.now())
            return
        chair = self.seating[seat]
        if chair.ready is not ready:
            chair.ready = ready
            self.news.report("ready", seat, person.name, number=int(ready))
        self.reconsider()

    def bots(self, person: Person, command: m.Bot) -> None:
        """Put bots into free seats, take them out, or let one play at another level."""
        # In a game the owner may fill a seat that was freed, and say how strong the bots are.
        if person is not self.owner or not command.present:
            self.series.between_games()
        if self.seating.of(person) is None and person is not self.owner:
            raise Refusal("not_seated")
        if command.level not in (None, *minds.names()):
            raise Refusal("bad_rules", fields=["level"])
        seat = command.seat
        if command.present:
            self._put_bots(seat, command.level)
        else:
            for each in [seat] if seat is not None else self.seating.bots:
                self.news.report("stood", each, self.seating.take_bot(each))
        self.reconsider()

    def _put_bots(self, seat: int | None, level: str | None) -> None:
        if seat is not None:
            chair = self.seating[seat]
            if level is not None and chair.bot is not None:
                chair.level = level
                self.news.report("level", seat, chair.bot, level=level)
            else:
                self.add_bot(self.seating.choose(seat), level)
            return
        self.seating.choose(None)
        while not self.seating.full:
            self.add_bot(None, level)

    def add_bot(self, seat: int | None, level: str | None = None) -> None:
        """Put a bot into the free seat ``seat``, or into the next one that bots take; usually at the table's level."""
        chosen = seat if seat is not None else self.seating.next_bot_seat()
        name = self._hall.bot_name([chair.name for chair in self.seating])
        level = level or self.table.setup.level
        self.seating.put_bot(chosen, name, level)
        self.news.report("bot", chosen, name, level=level)

    def free(self, person: Person) -> None:
        """Take the seat of ``person``, if they have one."""
        self.seating.stand(person)
        person.holds.discard(self.table)
        if person.table is self.table and person.session is None:  # nobody watches without a connection
            self.people.remove(person)
            person.table = None
        self.news.later(partial(self._hall.released, person))

    def pass_on(self, person: Person, seat: int | None) -> None:
        """If ``person``, who goes from ``seat``, owns the table, let it be the next seated person's."""
        if person is not self.owner:
            return
        heir = self.seating.next_person(person, seat or 0)
        if heir is not None and heir.person is not None:
            self.owner = heir.person
            self.news.report("owner", self.seating.of(heir.person), heir.name)
            self.news.later(partial(self._hall.released, person))

    def inherit(self, seat: int) -> None:
        """If the owner has gone, and had nobody to pass the table on to, let it be somebody's who sits down now."""
        owner = self.owner
        if owner is None or owner.table is self.table:
            return
        own = self.seating.of(owner)
        if own is None or self.seating[own].left:
            self.pass_on(owner, seat)

    def replace_a_lost_owner(self) -> None:
        """After a start: let the table be somebody else's if its owner can never prove to be themselves again."""
        owner = self.owner
        heir = self.seating.next_person(owner, 0) if owner is not None and owner.lost else None
        if heir is not None:
            self.owner = heir.person

    # ------------------------------------------------------------ absence

    def after_a_game(self) -> None:
        """Clear up if the game is over."""
        if self.series.state == "over":
            self.clear_up()

    def clear_up(self) -> None:
        """The game is over: free the seats of those who left, and begin to wait for those whose line broke."""
        self.council.paused = self.council.proposal = None
        for chair in self.seating.away:
            chair.away_since = self.now()
            if chair.left and chair.person is not None:
                self.free(chair.person)
                self.news.table()

    def end_grace(self, now: float) -> None:
        """Let bots play for those who have been waited for long enough."""
        for seat, chair in enumerate(self.seating):
            if chair.missed and self.clock.when(chair.grace_until) <= now:
                chair.stand_in = True
                self.news.report("away", seat, chair.name)
                self.reconsider()

    def free_the_absent(self, now: float) -> None:
        """Between games, stop waiting for those who have not come back for long."""
        for chair in self.seating.away:
            if chair.person is not None and self.clock.when(chair.away_since + limits.KEPT_SEAT_S) <= now:
                person = chair.person
                self.leave(person, on_purpose=False)
                self.news.later(partial(self._hall.to_lobby, person))

    # ------------------------------------------------------------ coming and going

    def enter(self, person: Person) -> None:
        """Let ``person`` be at the table, and have everything shown to them."""
        person.table, person.shown = self.table, False
        self.news.welcome(person)
        empty, self.empty_since = self.empty_since is not None, None
        self.keep_time()
        if person not in self.people:
            self.people.append(person)
            if self.seating.bots_only and self.series.state != "playing":
                self.series.count_down(self.now())
        if empty:
            self.reconsider()

    def take_in(self, seat: int, person: Person, *, left: bool, stand_in: bool) -> None:
        """Give somebody whom an earlier process knew their seat back; their line has broken."""
        self.seating.chairs[seat] = Chair(
            person,
            left=left or person.lost,
            stand_in=stand_in or person.lost,
            away_since=self.now(),
            grace_until=self.now() + self.table.setup.grace,
        )
        person.holds.add(self.table)
        if not self.seating[seat].left:
            person.table = self.table
            self.people.append(person)

    def come(self, item: Come) -> None:
        """Somebody who was here has a new connection."""
        person = item.person
        was_away = person.session is None
        here = person.table is self.table
        self._hall.admit(person, item.session, item.token, back=here)
        if not here:  # they left while this was waiting in the inbox
            return
        self.enter(person)
        seat = self.seating.of(person)
        if seat is not None and was_away:
            self.seating[seat].back()
            self.news.report("back", seat, person.name)
            self.reconsider()

    def lost(self, item: Gone) -> None:
        """A connection of somebody who is here has ended."""
        person = item.person
        if not self._hall.lost(person, item.session) or person.table is not self.table:
            return  # a newer connection has taken over, or they left before the line broke
        seat = self.seating.of(person)
        if seat is None or (item.goodbye and self.series.state != "playing"):
            self.leave(person, on_purpose=item.goodbye)
            self.news.later(partial(self._hall.to_lobby, person))
            return
        chair = self.seating[seat]
        chair.ready = False
        chair.away_since = self.now()
        chair.grace_until = self.now() + self.table.setup.grace
        self._miss(seat, chair, goodbye=item.goodbye)
        self.reconsider()

    def _miss(self, seat: int, chair: Chair, *, goodbye: bool) -> None:
        """Tell that the owner of a seat is not there any more, and what becomes of it."""
        if self.series.state != "playing":
            self.news.report("lost", seat, chair.name)
        elif goodbye or not self.table.setup.grace:
            chair.stand_in = True
            self.news.report("away", seat, chair.name)
        else:
            self.news.report("lost", seat, chair.name, number=self.table.setup.grace)

    def woke(self) -> None:
        """The host was asleep, and nobody could come, answer or vote: let all waiting for people begin anew."""
        now = trio.current_time()
        for chair in self.seating.missed:
            chair.grace_until = self.now() + self.table.setup.grace
        for chair in self.seating.away:
            chair.away_since = self.now()
        if self.council.proposal is not None:
            self.council.proposal.until = now + limits.VOTE_S
        if self.empty_since is not None:
            self.empty_since = now
        self.series.restart_clock(self.now())
        self.news.table()

    def keep_time(self) -> None:
        """Let the table's time stand while nobody is there, the game is paused or nothing can be stored."""
        if self.empty_since is not None or self.council.paused is not None or self.stalled:
            self.clock.stop(trio.current_time())
        else:
            self.clock.go(trio.current_time())

    def reconsider(self) -> None:
        """Look again what is to happen, since people or seats have changed."""
        present = any(person.session is not None for person in self.people)
        if not present and self.empty_since is None:
            self.empty_since = trio.current_time()
        self.keep_time()
        if present or self.series.state == "playing":
            self.series.people_changed(self.now())
        if not present:
            self.series.call_off()

    def close_if_left(self) -> None:
        """Close a table that somebody has made, and from which everybody has gone on purpose."""
        present = any(person.session is not None for person in self.people)
        kept = any(not chair.left for chair in self.seating if chair.person is not None)
        if self.owner is not None and not present and not kept:
            self.table.evict()
