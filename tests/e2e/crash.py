"""Evenings at a real host that is killed again and again, and what must come out of them all the same.

Scripted people play at several tables. What each of them chooses follows from the question's number alone, and the
host has a seed, so that an evening has one course, however often the host dies.
"""

from __future__ import annotations

import json
import random
import re
import socket
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
import trio

from euchre_protocol import messages as m
from euchre_protocol.connection import Connection
from euchre_server.journal_file import NAME
from euchre_server.journal_read import read
from euchre_server.record_lines import read_lines
from euchre_server.record_verify import verify
from euchre_server.stories import remember

TABLES = {
    "Duel": ("two_hand,target=6", 2),
    "Four": ("classic,target=4,claims=yes", 4),
    "Mixed": ("classic,target=4,bots=2", 2),
}
"""Each table's rules and how many people come to it."""

PATIENCE_S = 90
"""For a whole evening without progress; one takes seconds."""


class Player:
    """One person: comes, sits, plays so many games, and comes back whenever the line breaks.

    Attributes:
        acknowledged: every action that the host has answered with ``ok``, by the number of its question.
        last: the newest view.
        done: all games are played.
    """

    def __init__(self, name: str, table: str, seat: int, games: int, seed: int) -> None:
        self.name = name
        self.table = table
        self.seat = seat
        self.acknowledged: dict[int, dict[str, Any]] = {}
        self.last: m.View | None = None
        self.done = False
        self.versions: list[int] = []
        self._games = games
        self._seed = seed
        self._token: bytes | None = None
        self._id = 0
        self._waiting: dict[int, tuple[int, m.Action]] = {}
        self._playing = False
        self._over: m.Over | None = None

    async def run(self, port: int) -> None:
        """Keep coming back until all is played."""
        while not self.done:
            try:
                stream = await trio.open_tcp_stream("127.0.0.1", port)
            except OSError:
                await trio.sleep(0.02)
                continue
            async with stream:
                await self._talk(stream)

    async def _talk(self, stream: trio.SocketStream) -> None:
        connection = Connection("client")
        self._waiting.clear()
        try:
            while not self.done and (data := await stream.receive_some(65536)):
                for message in connection.receive(bytes(data)):
                    assert isinstance(message, m.Message)
                    for answer in self._answers(message):
                        await stream.send_all(connection.send(answer))
        except trio.BrokenResourceError:
            return

    def _answers(self, message: m.Message) -> Iterator[m.Message]:
        match message:
            case m.Hello():
                yield m.Login(protocol=m.PROTOCOL, software="crash", name=self.name, token=self._token)
            case m.Welcome(token=token):
                assert self._token in (None, token), f"{self.name} is somebody else"
                self._token = token
            case m.Lobby(tables=tables, change=False):
                yield m.Sit(id=self._next(), table=next(t.id for t in tables if t.name == self.table), seat=self.seat)
            case m.Table():
                self._newer(message.version)
                yield from self._ready(message)
            case m.View():
                self._newer(message.version)
                yield from self._play(message)
            case m.Done(re=number) if number in self._waiting:
                decision, action = self._waiting.pop(number)
                self.acknowledged[decision] = msgspec.to_builtins(action)
            case m.Error(code=code, re=number):
                # Ready twice; or asked twice after a return, and answered by the first, which may have ended the game.
                acted = self._waiting.pop(number or 0, None) is not None
                assert code == "wrong_state" or (acted and code == "stale"), f"{self.name}: {message}"
            case m.Ping(n=n):
                yield m.Pong(n=n)
            case m.Refused():
                raise AssertionError(f"{self.name}: {message}")
            case _:
                pass

    def _newer(self, version: int) -> None:
        assert not self.versions or version >= self.versions[-1], f"{self.name}: the table went back"
        self.versions.append(version)

    def _ready(self, table: m.Table) -> Iterator[m.Message]:
        assert table.you == self.seat, f"{self.name} has lost the seat"
        if table.line.state == "waiting" and not table.line.seats[self.seat].ready:
            yield m.Ready(id=self._next())

    def _play(self, view: m.View) -> Iterator[m.Message]:
        # A game can end, and the others begin the next, while this line is broken: who is away then is not asked.
        self._games -= self._playing and self.last is not None and another_game(self.last, view)
        self.last = view
        if view.over is not None:
            # The same end comes once more after a return; and a lone game may end without a question to everybody.
            self._games -= self._playing or view.over != self._over
            self._playing, self._over = False, view.over
            self.done = self._games == 0
            if not self.done:
                # Only now, and not already with the table: whoever is done and ready would begin a game, in which those
                # whose line is still broken would wait for them in vain.
                yield m.Ready(id=self._next())
            return
        self._playing = True
        if view.ask is not None:
            chance = random.Random(f"{self._seed} {self.table} {view.ask.decision}")
            action = chance.choice(view.ask.actions)
            number = self._next()
            self._waiting[number] = (view.ask.decision, action)
            yield m.Act(id=number, decision=view.ask.decision, action=action)

    def _next(self) -> int:
        self._id += 1
        return self._id


def another_game(old: m.View, new: m.View) -> bool:
    """Whether a game was over between two views of one table, of which the old one is of a game that was not.

    It can be over with its first deal, by a march alone, and another be in its first deal.
    """
    return new.deal < old.deal or (new.deal == old.deal == 1 and (old.dealer, old.upcard) != (new.dealer, new.upcard))


@dataclass
class Outcome:
    """What an evening left: the records of each table without their time, the last views, who was told what."""

    records: dict[str, list[list[dict[str, Any]]]]
    views: dict[str, dict[str, Any]]
    acknowledged: dict[str, dict[int, dict[str, Any]]]
    kills: int = 0
    checked: int = 0


@dataclass
class Evening:
    """A host process, and the people who play at it.

    Args:
        folder: where the host keeps its files.
        seed: of the cards and of what people choose.
        games: how many are played at each table.
    """

    folder: Path
    seed: int
    games: int = 1
    players: list[Player] = field(default_factory=list)
    checked: int = 0

    def __post_init__(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        for table, (_, people) in TABLES.items():
            step = 2 if table == "Mixed" else 1  # bots take the seats between
            self.players += [
                Player(f"{table}{seat}", table, seat * step, self.games, self.seed) for seat in range(people)
            ]
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = int(probe.getsockname()[1])

    def play(self, kills: Sequence[int] = ()) -> Outcome:
        """Play all games; kill the host whenever so many actions in all have been acknowledged."""
        trio.run(self._run, sorted(kills))
        return Outcome(
            records=dict(self._records()),
            views={player.name: _plain(player.last) for player in self.players},
            acknowledged={player.name: player.acknowledged for player in self.players},
            kills=len(kills),
            checked=self.checked,
        )

    @property
    def acknowledged(self) -> int:
        """Actions that were answered so far."""
        return sum(len(player.acknowledged) for player in self.players)

    async def _run(self, kills: Sequence[int]) -> None:
        host = self._start()
        try:
            with trio.fail_after(PATIENCE_S):
                async with trio.open_nursery() as nursery:
                    for player in self.players:
                        nursery.start_soon(player.run, self.port)
                    chance = random.Random(self.seed)
                    for kill in kills:
                        await self._reach(kill)
                        await trio.sleep(chance.choice([0, 0, 0.001, 0.01]) * chance.random())
                        host = await self._kill(host, chance)
                    await self._heard(host)
        finally:
            host.terminate()
            host.wait()

    async def _reach(self, acknowledged: int) -> None:
        # What is waited for happens in the host's process, so that there is no event to wait for.
        while self.acknowledged < acknowledged and not all(player.done for player in self.players):  # noqa: ASYNC110
            await trio.sleep(0.002)

    async def _kill(self, host: subprocess.Popen[bytes], chance: random.Random) -> subprocess.Popen[bytes]:
        host.kill()
        host.wait()
        self._check()
        host = self._start()
        if chance.random() < 0.2:  # once more while it starts
            await trio.sleep(chance.random() * 0.8)
            host.kill()
            host.wait()
            self._check()
            host = self._start()
        return host

    async def _heard(self, host: subprocess.Popen[bytes]) -> None:
        """Wait until the host listens: before that a signal ends it without a word, and not as a host is ended."""
        while host.poll() is None:
            try:
                stream = await trio.open_tcp_stream("127.0.0.1", self.port)
            except OSError:
                await trio.sleep(0.02)
                continue
            await stream.aclose()
            return

    def _start(self) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "euchre_server", "--bind", "127.0.0.1", "--port", str(self.port)]
        command += ["--data", str(self.folder / "data"), "--records", str(self.folder / "records")]
        command += ["--seed", str(self.seed), "--pace", "instant", "--no-tls"]
        for name, (rules, _) in TABLES.items():
            command += ["--table", f"{name}={rules}"]
        with (self.folder / "host.txt").open("ab") as screen:
            return subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=screen, stderr=screen)

    def _check(self) -> None:
        """Every action that was acknowledged is in the journal of the dead host, once and at its place."""
        memory = remember(read(self.folder / "data" / NAME))
        assert not memory.lost
        for story in memory.stories:
            told = story.present
            if told.game is None:
                continue
            steps = [json.loads(line) for line in told.game.lines if line.startswith(('{"deal"', '{"seat"'))]
            for player in self.players:
                if player.table == told.made.name:
                    for decision, action in player.acknowledged.items():
                        if decision > told.made.decision:  # of this game, and not of one that is recorded already
                            _same(steps[decision - told.made.decision], player.seat, action)
                            self.checked += 1

    def _records(self) -> Iterator[tuple[str, list[list[dict[str, Any]]]]]:
        paths = sorted((self.folder / "records").iterdir())
        for table in TABLES:
            games = []
            for path in paths:
                if re.fullmatch(rf"\d+-\d+-{table}(-\d+)?\.euchre", path.name):
                    lines = [json.loads(line) for line in path.read_text().splitlines()]
                    lines[0].pop("when")
                    games.append(lines)
            yield table, sorted(games, key=json.dumps)


def _same(step: dict[str, Any], seat: int, action: dict[str, Any]) -> None:
    wanted = {"seat": seat, **{name: value for name, value in action.items() if value}}
    assert step == wanted


def _plain(view: m.View | None) -> dict[str, Any]:
    assert view is not None
    plain = msgspec.to_builtins(view)
    for name in ("version", "events", "history"):
        plain.pop(name, None)
    plain["over"].pop("seconds", None)
    return plain


def compare(lived: Outcome, died: Outcome, folder: Path) -> None:
    """An evening with kills must have had the same course as the one without."""
    for table, games in lived.records.items():
        assert died.records[table] == games, f"the records of {table} differ"
    for name, view in lived.views.items():
        assert died.views[name] == view, f"the last view of {name} differs"
    for path in (folder / "records").iterdir():
        assert not path.name.startswith("."), "something unfinished is left among the records"
        with path.open("rb") as stream:
            reports = list(verify(read_lines(stream)))
        assert [report.fault for report in reports] == [None], path.name


def kills_at(seed: int, count: int, actions: int) -> list[int]:
    """So many moments of an evening with so many actions; some of them close together."""
    chance = random.Random(f"kills {seed}")
    moments = Counter(chance.randrange(1, max(2, actions - 5)) for _ in range(count))
    return sorted(moments.elements())
