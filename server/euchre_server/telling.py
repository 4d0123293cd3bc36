"""Telling the people at a table what there is to tell."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence

import trio

import euchre_engine as engine
from euchre_protocol import messages as m
from euchre_server import limits
from euchre_server.floor import Floor
from euchre_server.game import Happening
from euchre_server.news import Bulletin
from euchre_server.people import Person
from euchre_server.play import Play
from euchre_server.table_clock import until_ms
from euchre_server.views import Frame, view_message

_EPOCH_BITS = 32
"""So many versions has a table in one run of the host; there is room for two million runs below the protocol's 2⁵³."""


class Teller:
    """Sends everybody at a table the messages that are for them.

    Args:
        floor: the table's people, seats and games.
        reveal: whether watchers see the hands of a finished deal.

    Attributes:
        talk: what was said last, for those who come later.
    """

    def __init__(self, floor: Floor, *, reveal: bool) -> None:
        self._people = floor.people
        self._seating = floor.seating
        self._series = floor.series
        self._council = floor.council
        self._reveal = reveal
        self._version = 0
        self.talk: deque[m.Talk] = deque(maxlen=limits.TALK_KEPT)

    def resume(self, epoch: int, talk: Iterable[m.Talk]) -> None:
        """Know what was said, and number everything higher than any earlier process has, this being ``epoch``."""
        self._version = epoch << _EPOCH_BITS
        self.talk.extend(talk)

    def chat(self, chat: m.Chat) -> None:
        """Tell all what somebody says, and keep it for those who come later."""
        self.talk.append(m.Talk(name=chat.name, text=chat.text, seat=chat.seat))
        for person in self._people:
            person.send(chat)

    def publish(self, bulletin: Bulletin, line: m.TableLine, now: float) -> None:
        """Send everybody what they need to know.

        Args:
            bulletin: what is new.
            line: the table as the lobby lists it.
            now: the table's time.
        """
        for person in self._for_whom(bulletin, everybody=bulletin.table):
            talk = list(self.talk) if person in bulletin.newcomers else []
            person.send(self._table(line, person, bulletin.events, talk, now))
        play = self._series.play
        if play is None:
            return
        for person in self._for_whom(bulletin, everybody=bulletin.view):
            new = person in bulletin.newcomers
            events = play.game.history if new else bulletin.happened
            person.send(self._view(play, person, events, now, history=new))

    def _for_whom(self, bulletin: Bulletin, *, everybody: bool) -> list[Person]:
        """Who needs the next message; it gets a version of its own, so that newer is always told from older."""
        people = [person for person in self._people if everybody or person in bulletin.newcomers]
        self._version += bool(people)
        return people

    def _table(self, line: m.TableLine, person: Person, news: list[m.Event], talk: list[m.Talk], now: float) -> m.Table:
        series, seats = self._series, enumerate(self._seating)
        return m.Table(
            version=self._version,
            line=line,
            you=self._seating.of(person),
            sheet=series.play.game.scores if series.play is not None else [],
            again=[seat for seat, chair in seats if chair.present and chair.ready] if series.state == "over" else [],
            starts_ms=until_ms(series.starts, now),
            news=news,
            talk=talk,
            paused=self._council.paused,
            proposal=self._council.message(trio.current_time()),
        )

    def _view(self, play: Play, person: Person, events: Sequence[Happening], now: float, *, history: bool) -> m.View:
        seat = self._seating.of(person)
        frame = Frame(
            version=self._version,
            decision=play.decision,
            still=self._council.paused is not None,
            ask=seat is not None and play.asked == seat,
            pause=play.pause,
            pause_ms=until_ms(play.wake, now) if play.pause is not None else 0,
            seen=sorted(play.seen),
            over=self._series.over,
            events=[event.for_seat(seat) for event in events],
            history=history,
            clock_ms=until_ms(play.clock, now),
            reveal=seat is not None or self._reveal,
        )
        return view_message(engine.view(play.game.state, seat), frame)
