"""Telling the people at a table what there is to tell."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping, Sequence

import trio
from msgspec import Struct

import euchre_engine as engine
from euchre_protocol import messages as m
from euchre_server import limits
from euchre_server.contacts import Answerer
from euchre_server.floor import Floor
from euchre_server.game import Happening
from euchre_server.news import Bulletin
from euchre_server.people import Person
from euchre_server.play import Play
from euchre_server.table_clock import until_ms
from euchre_server.views import Board, Frame, Pause

_EPOCH_BITS = 32
"""So many versions has a table in one run of the host; there is room for two million runs below the protocol's 2⁵³."""


class Answer(Struct, frozen=True):
    """The answer to a command, and where it goes."""

    to: Answerer
    done: m.Done

    def send(self) -> None:
        """Send it without waiting."""
        self.to.send(self.done)


class _Play(Struct, frozen=True):
    """The play of a table at one moment."""

    state: engine.State
    decision: int
    asked: int | None
    pause: Pause | None
    wake: float
    clock: float
    seen: tuple[int, ...]
    over: m.Over | None


class _Picture(Struct, frozen=True):
    """A table at one moment, without the play: what everybody may be told of it, and nothing that is not durable."""

    line: m.TableLine
    seats: Mapping[Person, int]
    sheet: list[list[int]]
    again: list[int]
    starts: float
    paused: str | None
    proposal: m.Proposal | None


class _Happened:
    """What has happened, as each seat is told of it: once for all, unless a seat learns more than the others."""

    def __init__(self, events: Sequence[Happening]) -> None:
        self._events = events
        self._told = [event.told for event in events]
        self._secrets = any(event.insiders for event in events)

    def for_seat(self, seat: int | None) -> list[m.Event]:
        """What ``seat`` (none: a watcher) learns."""
        return [event.for_seat(seat) for event in self._events] if self._secrets else self._told


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
        self._picture: _Picture | None = None
        self._play: _Play | None = None
        self._board: Board | None = None
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

    def publish(self, bulletin: Bulletin, line: m.TableLine, now: float, answer: Answer | None = None) -> None:
        """Send everybody what they need to know.

        Args:
            bulletin: what is new.
            line: the table as the lobby lists it.
            now: the table's time.
            answer: what goes to one of them before anything else; together with it, if it can.
        """
        if self._picture is None or not bulletin.only_play:
            self._picture = self._look(line)
        picture, play = self._picture, self._series.play
        self._play = self._moment(play) if play is not None else None
        newcomers = bulletin.newcomers
        tables = self._number(bulletin.table or bool(newcomers))
        views = self._number(self._play is not None and (bulletin.view or bool(newcomers)))
        board = self._make_board(picture, self._play, views, now) if self._play is not None and views else None
        happened = _Happened(bulletin.happened)
        for person in self._people:
            new = person in newcomers
            messages: list[m.Message] = []
            if answer is not None and answer.to is person.session:
                messages.append(answer.done)
                answer = None
            if bulletin.table or new:
                talk = list(self.talk) if new else []
                messages.append(_table(picture, tables, person, bulletin.events, talk, now))
            if board is not None and (bulletin.view or new):
                events = _Happened(play.game.history) if new and play is not None else happened
                messages.append(self._view(board, person, events, history=new))
            if messages:
                person.send(*messages)
        if answer is not None:
            answer.send()

    def stall(self, now: float, *, on: bool) -> None:
        """Tell everybody that nothing can be stored and all waits, or that it goes on; show what they know."""
        self._stalled = on
        picture, play = self._picture, self._play
        if picture is None:
            return
        news = [m.Event(do="storage", number=int(on))]
        tables = self._number(bool(self._people))
        board = None
        if play is not None:
            board = self._make_board(picture, play, self._number(bool(self._people)), now)
        for person in self._people:
            person.send(_table(picture, tables, person, news, [], now))
            if board is not None:
                person.send(self._view(board, person, _Happened(()), history=False))

    def _number(self, needed: bool) -> int:
        """A version for the next message if one is ``needed``, so that newer is always told from older; or 0."""
        self._version += needed
        return self._version if needed else 0

    def _look(self, line: m.TableLine) -> _Picture:
        series, play = self._series, self._series.play
        over = series.state == "over"
        return _Picture(
            line=line,
            seats={chair.person: seat for seat, chair in enumerate(self._seating) if chair.person is not None},
            sheet=list(play.game.scores) if play is not None else [],
            again=[seat for seat, chair in enumerate(self._seating) if over and chair.present and chair.ready],
            starts=series.starts,
            paused=self._council.paused,
            proposal=self._council.message(trio.current_time()),
        )

    def _moment(self, play: Play) -> _Play:
        return _Play(
            state=play.game.state,
            decision=play.decision,
            asked=play.asked,
            pause=play.pause,
            wake=play.wake,
            clock=play.clock,
            seen=tuple(sorted(play.seen)),
            over=self._series.over,
        )

    def _make_board(self, picture: _Picture, play: _Play, version: int, now: float) -> Board:
        frame = Frame(
            version=version,
            decision=play.decision,
            still=picture.paused is not None,
            stalled=self._stalled,
            pause=play.pause,
            pause_ms=until_ms(play.wake, now) if play.pause is not None and not self._stalled else 0,
            seen=play.seen,
            over=play.over,
            clock_ms=until_ms(play.clock, now),
        )
        earlier = self._board
        scene = engine.Scene(play.state, None if earlier is None else earlier.scene)
        self._board = Board(scene, frame, earlier)
        return self._board

    def _view(self, board: Board, person: Person, events: _Happened, *, history: bool) -> m.View:
        assert self._picture is not None, "there is no board without a picture"
        assert self._play is not None, "nor without a play"
        seat = self._picture.seats.get(person)
        return board.message(
            seat,
            ask=seat is not None and self._play.asked == seat and not self._stalled,
            events=events.for_seat(seat),
            history=history,
            reveal=seat is not None or self._reveal,
        )


def _table(
    picture: _Picture, version: int, person: Person, news: Sequence[m.Event], talk: Sequence[m.Talk], now: float
) -> m.Table:
    return m.Table(
        version=version,
        line=picture.line,
        you=picture.seats.get(person),
        sheet=picture.sheet,
        again=picture.again,
        starts_ms=until_ms(picture.starts, now),
        news=list(news),
        talk=list(talk),
        paused=picture.paused,
        proposal=picture.proposal,
    )
