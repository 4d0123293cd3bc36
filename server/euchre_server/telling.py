"""Telling the people at a table what there is to tell."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

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
from euchre_server.views import Board, Frame, Pause

_EPOCH_BITS = 32
"""So many versions has a table in one run of the host; there is room for two million runs below the protocol's 2⁵³."""


@dataclass(frozen=True, slots=True)
class _Play:
    """The play of a table at one moment."""

    state: engine.State
    decision: int
    asked: int | None
    pause: Pause | None
    wake: float
    clock: float
    seen: tuple[int, ...]
    over: m.Over | None
    history: tuple[Happening, ...]


@dataclass(frozen=True, slots=True)
class _Picture:
    """A table at one moment: what everybody may be told of it, and nothing that is not durable."""

    line: m.TableLine
    seats: tuple[Person | None, ...]
    sheet: list[list[int]]
    again: list[int]
    starts: float
    paused: str | None
    proposal: m.Proposal | None
    play: _Play | None

    def seat(self, person: Person) -> int | None:
        """The seat of ``person``."""
        return self.seats.index(person) if person in self.seats else None


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
        self._told: _Picture | None = None
        self._stalled = False
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
        picture = self._told = self._picture(line)
        for person in self._for_whom(bulletin, everybody=bulletin.table):
            talk = list(self.talk) if person in bulletin.newcomers else []
            person.send(self._table(picture, person, bulletin.events, talk, now))
        if picture.play is None:
            return
        people = self._for_whom(bulletin, everybody=bulletin.view)
        if people:
            board = self._board(picture, picture.play, now)
            for person in people:
                new = person in bulletin.newcomers
                events = picture.play.history if new else bulletin.happened
                person.send(self._view(board, picture, person, events, history=new))

    def stall(self, now: float, *, on: bool) -> None:
        """Tell everybody that nothing can be stored and all waits, or that it goes on; show what they know."""
        self._stalled = on
        picture = self._told
        if picture is None:
            return
        news = [m.Event(do="storage", number=int(on))]
        for person in self._for_whom(Bulletin(), everybody=True):
            person.send(self._table(picture, person, news, [], now))
        if picture.play is not None:
            people = self._for_whom(Bulletin(), everybody=True)
            board = self._board(picture, picture.play, now)
            for person in people:
                person.send(self._view(board, picture, person, (), history=False))

    def _for_whom(self, bulletin: Bulletin, *, everybody: bool) -> list[Person]:
        """Who needs the next message; it gets a version of its own, so that newer is always told from older."""
        people = [person for person in self._people if everybody or person in bulletin.newcomers]
        self._version += bool(people)
        return people

    def _picture(self, line: m.TableLine) -> _Picture:
        series, play = self._series, self._series.play
        over = series.state == "over"
        return _Picture(
            line=line,
            seats=tuple([chair.person for chair in self._seating]),
            sheet=list(play.game.scores) if play is not None else [],
            again=[seat for seat, chair in enumerate(self._seating) if over and chair.present and chair.ready],
            starts=series.starts,
            paused=self._council.paused,
            proposal=self._council.message(trio.current_time()),
            play=self._play(play) if play is not None else None,
        )

    def _play(self, play: Play) -> _Play:
        return _Play(
            state=play.game.state,
            decision=play.decision,
            asked=play.asked,
            pause=play.pause,
            wake=play.wake,
            clock=play.clock,
            seen=tuple(sorted(play.seen)),
            over=self._series.over,
            history=tuple(play.game.history),
        )

    def _table(
        self, picture: _Picture, person: Person, news: Sequence[m.Event], talk: Sequence[m.Talk], now: float
    ) -> m.Table:
        return m.Table(
            version=self._version,
            line=picture.line,
            you=picture.seat(person),
            sheet=picture.sheet,
            again=picture.again,
            starts_ms=until_ms(picture.starts, now),
            news=list(news),
            talk=list(talk),
            paused=picture.paused,
            proposal=picture.proposal,
        )

    def _board(self, picture: _Picture, play: _Play, now: float) -> Board:
        frame = Frame(
            version=self._version,
            decision=play.decision,
            still=picture.paused is not None,
            stalled=self._stalled,
            pause=play.pause,
            pause_ms=until_ms(play.wake, now) if play.pause is not None and not self._stalled else 0,
            seen=play.seen,
            over=play.over,
            clock_ms=until_ms(play.clock, now),
        )
        return Board(engine.Scene(play.state), frame)

    def _view(
        self, board: Board, picture: _Picture, person: Person, events: Sequence[Happening], *, history: bool
    ) -> m.View:
        seat = picture.seat(person)
        return board.message(
            seat,
            ask=seat is not None and picture.play is not None and picture.play.asked == seat and not self._stalled,
            events=[event.for_seat(seat) for event in events],
            history=history,
            reveal=seat is not None or self._reveal,
        )
