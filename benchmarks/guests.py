"""People who come to a real host over TLS, play at a person's pace, drop, and come back with their token.

What soak_house.py plays with: plain sockets in one thread, so cheap that twelve hundred of them take a fifth of
a core.
Whatever a guest is told is checked as it comes: a seat, a hand or a question that is not theirs any more is a
``PromiseError``.
"""

from __future__ import annotations

import contextlib
import errno
import heapq
import random
import selectors
import socket
import ssl
import struct
import sys
import time
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from crowd import trusting

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from e2e.crash import another_game
from euchre_client.retrying import wait_before
from euchre_protocol import messages as m
from euchre_protocol.connection import Connection

THINK_S = (0.5, 5.5)
"""Until a question is answered."""

LOOK_S = (1.0, 5.0)
"""Until somebody has seen a result, or is ready for a game."""

TALK_S = 600.0
"""Between two lines of one person."""

GRACE_S = 20
"""The tables' option: after so long a bot plays for somebody absent."""

SURE_S = 0.8 * GRACE_S
"""Whoever comes back within that must find their question waiting for them."""

COMING = 25
"""So many connect at the same time, and the others wait: they are one process, and not twelve hundred machines."""

KEPT_LINES = 20
"""So many lines of talk does whoever comes back hear again."""

Drop = Literal["closed", "reset", "silent"]
"""How a connection ends: with FIN; with RST; or not at all, as when a cable is pulled: the host still has the old one
when the person comes back over another, or finds out by its silence."""


class PromiseError(Exception):
    """The host has not kept a promise."""


class Line:
    """One connection to the host, without ever waiting for it.

    Args:
        guest: whose it is; told what comes, and when it ends.
        port: the host's, on this machine.
    """

    def __init__(self, guest: Guest, port: int) -> None:
        self._guest = guest
        self._party = guest.party
        self._connection = Connection("client")
        self._secure: ssl.SSLSocket | None = None
        self._raw = socket.socket()
        self._raw.setblocking(False)
        self._raw.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._party.selector.register(self._raw, selectors.EVENT_WRITE, self)
        error = self._raw.connect_ex(("127.0.0.1", port))
        if error not in (0, errno.EINPROGRESS):
            self._party.later(0, self._broken)

    @property
    def _socket(self) -> socket.socket:
        return self._secure if self._secure is not None else self._raw

    def ready(self) -> None:
        """Something can be read, or written while the connection is made."""
        try:
            if self._secure is None:
                if self._raw.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR):
                    self._broken()
                    return
                self._begin_tls()
            self._read()
        except (ssl.SSLWantReadError, BlockingIOError):
            if self._party.selector.get_key(self._socket).events != selectors.EVENT_READ:
                self._party.selector.modify(self._socket, selectors.EVENT_READ, self)
        except ssl.SSLWantWriteError:
            self._party.selector.modify(self._socket, selectors.EVENT_WRITE, self)
        except (ssl.SSLError, OSError):
            self._broken()

    def _begin_tls(self) -> None:
        self._party.selector.unregister(self._raw)
        self._secure = self._party.tls.wrap_socket(self._raw, do_handshake_on_connect=False)
        self._party.selector.register(self._secure, selectors.EVENT_READ, self)

    def _read(self) -> None:
        assert self._secure is not None
        self._secure.do_handshake()
        while data := self._secure.recv(65536):
            for message in self._connection.receive(data):
                assert isinstance(message, m.Message)
                self._guest.told(message)
                if self._guest.line is not self:
                    return
        self._broken()

    def send(self, message: m.Message) -> None:
        """Send something small; if the line is broken, that will be noticed by reading."""
        with contextlib.suppress(OSError):
            assert self._secure is not None
            self._secure.send(self._connection.send(message))

    def hush(self) -> None:
        """Neither read nor write any more, without closing."""
        self._party.selector.unregister(self._socket)

    def close(self, *, reset: bool = False) -> None:
        """Close the connection; with ``reset`` as a program that has crashed."""
        with contextlib.suppress(KeyError):
            self._party.selector.unregister(self._socket)
        if reset:
            self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self._socket.close()

    def _broken(self) -> None:
        self.close()
        if self._guest.line is self:
            self._guest.lost()


@dataclass(frozen=True)
class Before:
    """What somebody knew when their connection ended.

    Attributes:
        when: it ended.
        view: the last one.
        acted: the question that they had answered without hearing whether that was taken; or none.
        said: the last line of talk that they heard.
    """

    when: float
    view: m.View | None
    acted: int | None
    said: str | None


class Guest:
    """One person, who has a seat at a table for the whole run.

    Attributes:
        table: the table's name.
        line: their connection, if they have one or are making it.
        here: they are logged in and at their table.
        blind: since when they have been there without being shown the play, if that is so.
    """

    def __init__(self, party: Party, name: str, table: str, seat: int) -> None:
        self.party = party
        self.name = name
        self.line: Line | None = None
        self.here = False
        self.table = table
        self.blind: float | None = None
        self._seat = seat
        self._token: bytes | None = None
        self._tries = 0
        self._id = 0
        self._view: m.View | None = None
        self._said: str | None = None
        self._before: Before | None = None
        self._answered = 0
        self._asked: dict[int, int] = {}  # acts that have no answer yet: their id, and the question's number
        self._readying = False
        self._sitting = False
        self._seated = False
        self._old: list[Line] = []

    # ------------------------------------------------------------ coming and going

    def come(self) -> None:
        """Connect, unless that was done meanwhile."""
        if self.line is not None or not self.party.port:
            return
        if len(self.party.coming) >= COMING:
            self.party.waiting.append(self)
            return
        self.party.coming.add(self)
        self.line = Line(self, self.party.port)

    def drop(self, how: Drop, seconds: float) -> None:
        """Lose the connection, and come back after some time."""
        if self.line is None or not self.here:
            return
        self._remember()
        self.party.counts[f"dropped, {how}"] += 1
        if how == "silent":
            self.line.hush()
            self._old.append(self.line)
        else:
            self.line.close(reset=how == "reset")
        self._gone()
        self.party.later(seconds, self.come)

    def lost(self) -> None:
        """The connection has broken, or could not be made: try again, as the real client does."""
        if self.here:
            self._remember()
        self._gone()
        self._tries += 1
        self.party.later(wait_before(self._tries, self.party.rng.random), self.come)

    def leave(self) -> None:
        """Close everything."""
        for line in [*self._old, *([self.line] if self.line is not None else [])]:
            line.close()
        self._old.clear()
        self.line = None

    @property
    def lines(self) -> int:
        """How many connections to the host are open from here."""
        return len(self._old) + (self.line is not None)

    def _remember(self) -> None:
        if self._before is None:  # otherwise they were lost again before they were shown anything
            acted = max(self._asked.values(), default=None)
            self._before = Before(self.party.now(), self._view, acted, self._said)

    def _gone(self) -> None:
        self.party.came(self)
        self.line = self.blind = None
        self.here = False
        self._asked.clear()
        self._readying = self._sitting = False

    # ------------------------------------------------------------ what the host says

    def told(self, message: m.Message) -> None:
        """Answer it, and see that it is right."""
        match message:
            case m.Hello():
                self._send(m.Login(protocol=m.PROTOCOL, software="soak", name=self.name, token=self._token))
            case m.Welcome():
                self._welcome(message)
            case m.Lobby(tables=tables):
                self._lobby(tables)
            case m.Table():
                self._look(message)
            case m.View():
                self._see(message)
            case m.Chat(text=text):
                self._said = text
            case m.Done(re=number) if number in self._asked:
                self._answered = self._asked.pop(number)
                self.party.counts["actions"] += 1
            case m.Error(code=code, re=number):
                self._asked.pop(number or 0, None)
                if code not in ("wrong_state", "stale"):  # ready or seen, when the game goes on already; or acted twice
                    raise self._fault(f"{message}")
                self.party.counts[f"too late ({code})"] += 1
            case m.Ping(n=n):
                self._send(m.Pong(n=n))
            case m.Bye(code=code) | m.Refused(code=code):
                if code not in ("idle", "closing"):
                    raise self._fault(f"{message}")
                self.party.counts[f"sent away ({code})"] += 1
                if self.line is not None:
                    self.line.close()
                self.lost()
            case _:
                pass

    def _welcome(self, message: m.Welcome) -> None:
        if self._token not in (None, message.token):
            raise self._fault("is somebody else")
        if self._seated and not message.back:
            raise self._fault("is not back at the table")
        self._token = message.token
        self._tries = 0
        for line in self._old:  # the host has closed it, or will, since this one replaces it
            line.close()
        self._old.clear()

    def _lobby(self, tables: Sequence[m.TableLine]) -> None:
        if self._seated:
            raise self._fault("is in the lobby")
        if self._sitting:
            return
        found = next((line.id for line in tables if line.name == self.table), None)
        if found is not None:
            self._sitting = True
            self._send(m.Sit(id=self._next(), table=found, seat=self._seat))

    def _look(self, table: m.Table) -> None:
        if table.you != self._seat or table.line.name != self.table:
            raise self._fault("has lost the seat")
        if not self.here:
            self.here = self._seated = True
            self.party.came(self)
            self._hear_again(table.talk)
            self.party.settled(self.table)
            if table.line.state == "waiting":
                self._before = None  # there is no play to see
            self.blind = self.party.now() if self._before is not None else None
        if table.line.state != "playing" and not table.line.seats[self._seat].ready and not self._readying:
            self._readying = True
            self._soon(LOOK_S, lambda: self._send(m.Ready(id=self._next())))
        if table.line.state == "playing":
            self._readying = False

    def _hear_again(self, talk: Sequence[m.Talk]) -> None:
        before = self._before
        texts = [each.text for each in talk]
        if before is not None and before.said is not None and before.said not in texts and len(texts) < KEPT_LINES:
            raise self._fault(f"does not hear {before.said!r} again")
        if texts:
            self._said = texts[-1]

    def _see(self, view: m.View) -> None:
        self.blind = None
        if self._before is not None and view.pause in (None, "over"):  # a host that was killed shows a trick once more
            before, self._before = self._before, None
            self._compare(before, view)
        self._view = view
        self.party.moved(self.table, view)
        if view.over is not None:
            self.party.over[self.table] = self.party.now()
        if view.ask is not None:
            if view.ask.decision <= self._answered:
                raise self._fault(f"is asked again: {view.ask.decision}")
            action = self.party.rng.choice(view.ask.actions)
            ask = view.ask.decision
            if ask not in self._asked.values():
                self._soon(THINK_S, lambda: self._act(ask, action))
        elif view.pause == "deal" and self._seat not in view.seen:
            self._soon(LOOK_S, lambda: self._send(m.Seen(id=self._next(), deal=view.deal)))

    def _act(self, ask: int, action: m.Action) -> None:
        view = self._view
        if (
            view is None
            or view.ask is None
            or view.ask.decision != ask
            or ask in (self._answered, *self._asked.values())
        ):
            return
        number = self._next()
        self._asked[number] = ask
        self._send(m.Act(id=number, decision=ask, action=action))

    def _compare(self, before: Before, view: m.View) -> None:
        """See that somebody who has come back has their hand, and the question that nobody may answer for them."""
        self.party.counts["returns"] += 1
        old, soon = before.view, self.party.now() - before.when < SURE_S
        if old is None or old.over is not None or old.deal != view.deal or another_game(old, view):
            return
        if self.party.over[self.table] >= before.when:  # another game, alike in what one can see of it
            return
        acted = old.ask is not None and before.acted == old.ask.decision
        if soon and old.ask is not None and not acted and old.ask.decision > self._answered:
            if view.ask != old.ask or view.hand != old.hand:
                raise self._fault(f"was asked {old.ask} with {old.hand}, and is asked {view.ask} with {view.hand}")
            self.party.counts["questions found again"] += 1
        gone = set(old.hand) - set(view.hand)
        if not set(view.hand) <= {*old.hand, old.upcard}:
            raise self._fault(f"had {old.hand} and has {view.hand}")
        # Besides what they have played themselves, only the last card of all goes without a question.
        if soon and len(gone) > acted + (len(old.hand) - acted <= 1):
            raise self._fault(f"had {old.hand} and has only {view.hand}")
        self.party.counts["hands found again"] += bool(old.hand)

    # ------------------------------------------------------------

    def talk(self) -> None:
        """Say something, and again after some time."""
        if self.here:
            self._send(m.Say(id=self._next(), text=f"{self.name}, {self._id}"))
        self.party.later(self.party.rng.expovariate(1 / TALK_S), self.talk)

    def _soon(self, span: tuple[float, float], act: Callable[[], None]) -> None:
        line = self.line

        def then() -> None:
            if self.line is line:
                act()

        self.party.later(self.party.rng.uniform(*span), then)

    def _send(self, message: m.Message) -> None:
        if self.line is not None:
            self.line.send(message)

    def _next(self) -> int:
        self._id += 1
        return self._id

    def _fault(self, text: str) -> PromiseError:
        return PromiseError(f"{self.name} at {self.table}, seat {self._seat}, {text}")


class Party:
    """All guests, their clock and what has happened to them.

    Args:
        tables: how many, of four people each.
        seed: of what they choose and when they drop.

    Attributes:
        port: the host's; 0 while nobody shall connect.
        counts: what happened how often.
        progress: when each table's game was last seen to go on.
        over: when a game of each table was last seen to be over.
        coming: who is connecting, and ``waiting``: who will when those have come.
    """

    def __init__(self, tables: int, seed: int) -> None:
        self.rng = random.Random(seed)
        self.selector = selectors.DefaultSelector()
        self.tls = trusting()
        self.port = 0
        self.counts: Counter[str] = Counter()
        self.guests = [
            Guest(self, f"p{table}-{seat}", f"T{table}", seat) for table in range(tables) for seat in range(4)
        ]
        self.progress: dict[str, float] = {}
        self.coming: set[Guest] = set()
        self.waiting: deque[Guest] = deque()
        self._timers: list[tuple[float, int, Callable[[], None]]] = []
        self._number = 0
        self._moves: dict[str, object] = {}
        self.over = defaultdict[str, float](float)
        for guest in self.guests:
            self.later(self.rng.expovariate(1 / TALK_S), guest.talk)

    @staticmethod
    def now() -> float:
        """The time, in seconds."""
        return time.monotonic()

    def later(self, seconds: float, act: Callable[[], None]) -> None:
        """Do something after some time."""
        self._number += 1
        heapq.heappush(self._timers, (self.now() + seconds, self._number, act))

    def listen(self, until: float) -> None:
        """Take what comes and do what is due until that time, and at least once."""
        while True:
            now = self.now()
            while self._timers and self._timers[0][0] <= now:
                heapq.heappop(self._timers)[2]()
            due = self._timers[0][0] if self._timers else until
            for key, _ in self.selector.select(max(0.0, min(due, until) - self.now())):
                key.data.ready()
            if self.now() >= until:
                return

    def came(self, guest: Guest) -> None:
        """Somebody has come, or has failed to."""
        self.coming.discard(guest)
        while self.waiting and len(self.coming) < COMING:
            self.waiting.popleft().come()

    def settled(self, table: str) -> None:
        """Somebody is at a table. If nobody was, it has waited for them."""
        if sum(guest.here for guest in self.guests if guest.table == table) == 1:
            self.progress[table] = self.now()

    def moved(self, table: str, view: m.View) -> None:
        """Take note of how far a table's game is."""
        where = (view.deal, view.phase, view.turn, view.pause, tuple(view.tricks), len(view.trick), len(view.bids))
        if self._moves.get(table) != where:
            self._moves[table] = where
            self.progress[table] = self.now()
            self.counts["games"] += view.over is not None

    @property
    def here(self) -> int:
        """How many are at their tables."""
        return sum(guest.here for guest in self.guests)

    @property
    def lines(self) -> int:
        """How many connections to the host are open."""
        return sum(guest.lines for guest in self.guests)

    def rows(self) -> Iterator[Sequence[Guest]]:
        """The guests, table by table."""
        for at in range(0, len(self.guests), 4):
            yield self.guests[at : at + 4]
