"""How much a host can carry.

Throughput is a share of what bare trio and msgpack carry in the same run: both serve forty tables of four players and
a watcher over real sockets, so that every action is told to five. The bare host (bare_host.py) only decodes and sends;
ours checks, plays, stores durably, and makes five views.

Then five hundred tables of four play at human pace, one action a table every two seconds, with TLS: how long after an
action the last of the four has it, and what it costs. Last, what connections cost that do nothing.

    python benchmarks/bench_load.py [--rounds N] [--seconds S] [--tables N] [--grow]
"""

from __future__ import annotations

import argparse
import heapq
import random
import re
import selectors
import socket
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path
from statistics import median

import msgspec
from crowd import Asked, Client, Crowd, Peek, cpu_seconds, frame, host, memory_kib, trusting

from euchre_engine.actions import Do

ACTIONS = frozenset(map(str, Do))
TABLES = 40
SEATS = 4

GOAL = 0.35
"""Of the bare host's actions per second of processor time; the rest is the game, the journal and the checks."""

PAUSE_S = 2.0
"""Between two actions at a table of people."""

LATENCY_S = 0.015
"""From an action until the last screen has it, of 99 in 100: a screen's frame is 16 ms."""

IDLE_KIB = 40
IDLE_SHARE = 0.005
"""What a connection that does nothing may cost, and two hundred of them together, of one core."""


def throughput(seconds: float, *, tls: bool, tables: int = TABLES, watchers: int = 1) -> float:
    """Actions that a host carries out in one second of its processor time, with so many watchers at each table.

    Those count of which seat 0 is told: what people do, and the last card of each hand, which the host plays for them.
    """
    acted = 0

    def heard(client: Client, view: Peek) -> None:
        nonlocal acted
        if client.seat == 0:
            acted += sum(event.do in ACTIONS for event in view.events)
        if view.ask is not None:
            client.act(view.ask)

    arguments = ["--pace", "instant", "--limit", "messages_per_second=10000", *([] if tls else ["--no-tls"])]
    for number in range(tables):
        arguments += ["--table", f"T{number}=classic,target=30"]
    with tempfile.TemporaryDirectory() as folder, host(Path(folder), *arguments) as (pid, port):
        crowd = Crowd(heard, trusting() if tls else None)
        for number in range(tables):
            for place in range(SEATS + watchers):
                Client(crowd, port, f"p{number}-{place}", f"T{number}", place if place < SEATS else None)
            crowd.listen(0.01)
        crowd.listen(2)
        before, cpu = acted, cpu_seconds(pid)
        crowd.listen(seconds)
        rate = (acted - before) / (cpu_seconds(pid) - cpu)
        crowd.close()
    return rate


def bare(seconds: float) -> float:
    """The same for the bare host."""
    command = [sys.executable, str(Path(__file__).with_name("bare_host.py"))]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    port = int(process.stdout.readline())
    selector = selectors.DefaultSelector()
    act = frame({"kind": "act", "id": 12, "decision": 345, "action": {"do": "play", "card": "JD"}})
    rng = random.Random(1)
    tables: list[list[socket.socket]] = []
    for number in range(TABLES):
        tables.append([socket.create_connection(("127.0.0.1", port)) for _ in range(SEATS + 1)])
        for at, sock in enumerate(tables[-1]):
            sock.send(frame({"table": number}))
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            assert sock.recv(4) == b"here"
            sock.setblocking(False)
            selector.register(sock, selectors.EVENT_READ, (number, at))
    for table in tables:
        table[0].send(act)
    acted = 0
    peek = msgspec.msgpack.Decoder(Peek)

    def listen(seconds: float) -> None:
        nonlocal acted
        until = time.perf_counter() + seconds
        while time.perf_counter() < until:
            for key, _ in selector.select(0.002):
                number, at = key.data
                data = tables[number][at].recv(65536)
                peek.decode(memoryview(data)[4 : 4 + int.from_bytes(data[:4], "big")])
                if at == SEATS:  # the last of the five has it
                    acted += 1
                    rng.choice(tables[number]).send(act)

    listen(0.5)
    before, cpu = acted, cpu_seconds(process.pid)
    listen(seconds)
    rate = (acted - before) / (cpu_seconds(process.pid) - cpu)
    process.kill()
    process.wait()
    for table in tables:
        for sock in table:
            sock.close()
    return rate


@dataclass
class Move:
    """An action that is on its way: when it was sent, and who has not got its consequence yet."""

    sent: float
    missing: set[Client]


@dataclass(frozen=True)
class Pace:
    """What many tables at human pace are like.

    Attributes:
        half: the latency of the 50th of 100 actions, in seconds.
        most: that of the 99th.
        share: of a core, that the host used.
        steps: of the host's loop that used more processor time than they may, from its start to its end.
    """

    half: float
    most: float
    share: float
    steps: int


def human_pace(tables: int, seconds: float) -> Pace:
    """Let people play."""
    due: list[tuple[float, int, Client, Asked]] = []
    moves: dict[str, Move] = {}
    times: list[float] = []
    rng = random.Random(2)

    def heard(client: Client, view: Peek) -> None:
        now = time.perf_counter()
        move = moves.get(client.table)
        if move is not None:
            move.missing.discard(client)
            if not move.missing:
                times.append(now - move.sent)
                del moves[client.table]
        if view.ask is not None:
            heapq.heappush(due, (now + rng.uniform(0.5, 1.5) * PAUSE_S, view.ask.decision, client, view.ask))

    def act() -> None:
        while due and due[0][0] <= time.perf_counter():
            _, _, client, asked = heapq.heappop(due)
            moves[client.table] = Move(time.perf_counter(), set(seated[client.table]))
            client.act(asked)

    arguments = ["--pace", "instant"]
    for limit in (f"tables={max(tables, 1)}", "connections=10000"):
        arguments += ["--limit", limit]
    for number in range(tables):
        arguments += ["--table", f"T{number}=classic,target=30"]
    seated: dict[str, list[Client]] = defaultdict(list)
    with tempfile.TemporaryDirectory() as folder:
        with host(Path(folder), *arguments) as (pid, port):
            crowd = Crowd(heard, trusting())
            for number in range(tables):
                for seat in range(SEATS):
                    seated[f"T{number}"].append(Client(crowd, port, f"p{number}-{seat}", f"T{number}", seat))
                crowd.listen(0, act)
            crowd.listen(2 * PAUSE_S, act)
            times.clear()
            cpu = cpu_seconds(pid)
            crowd.listen(seconds, act)
            share = (cpu_seconds(pid) - cpu) / seconds
            crowd.close()
        steps = long_steps(Path(folder))
    times.sort()
    return Pace(times[len(times) // 2], times[len(times) * 99 // 100], share, steps)


def long_steps(folder: Path) -> int:
    """How many too long steps a host has counted, which says so when it closes, unless there were none."""
    return sum(map(int, re.findall(r"steps of more than 5 ms: (\d+)", (folder / "host.log").read_text("utf-8"))))


def idle(connections: int, seconds: float) -> tuple[float, float]:
    """KiB for each connection, and the share of a core of a host at which so many do nothing."""
    with tempfile.TemporaryDirectory() as folder, host(Path(folder), "--table", "Kitchen=classic") as (pid, port):
        before = memory_kib(pid)
        crowd = Crowd(lambda *_: None, trusting(), seating=False)
        for number in range(connections):
            Client(crowd, port, f"p{number}", "", None)
            crowd.listen(0.01)
        crowd.listen(6)  # a second more than a login may take: until then the host still watches over it
        memory, cpu = memory_kib(pid), cpu_seconds(pid)
        crowd.listen(seconds)
        share = (cpu_seconds(pid) - cpu) / seconds
        crowd.close()
    return (memory - before) / connections, share


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=3, help="interleaved rounds (default %(default)s)")
    parser.add_argument("--seconds", type=float, default=3, help="of each measurement (default %(default)s)")
    parser.add_argument("--tables", type=int, default=500, help="at human pace (default %(default)s)")
    parser.add_argument("--long", type=float, default=20, help="seconds at human pace (default %(default)s)")
    parser.add_argument("--grow", action="store_true", help="only show how the cost grows with tables and watchers")
    options = parser.parse_args()
    if options.grow:
        return grow(options.seconds)
    kept = [compare(options.rounds, options.seconds), crowded(options.tables, options.long), lazy(options.long)]
    return 0 if all(kept) else 1


def compare(rounds: int, seconds: float) -> bool:
    """Print the throughput; whether its goal is kept."""
    rates: dict[str, list[float]] = {"bare": [], "plain": [], "TLS": []}
    for _ in range(rounds):
        rates["bare"].append(bare(seconds))
        rates["plain"].append(throughput(seconds, tls=False))
        rates["TLS"].append(throughput(seconds, tls=True))
    limit = median(rates["bare"])
    print(f"load: bare trio: {limit:.0f} actions per second of processor time, each told to five")
    for name in ("plain", "TLS"):
        rate = median(rates[name])
        print(f"load: our host, {name}: {rate:.0f}, {rate / limit:.2f} x bare (goal {GOAL})", flush=True)
    return median(rates["plain"]) >= GOAL * limit


def grow(seconds: float) -> int:
    """Print what one action costs with more tables and with more watchers."""
    for tables, watchers in ((10, 1), (40, 1), (160, 1), (40, 0), (40, 4), (40, 16)):
        cost = 1e6 / throughput(seconds, tls=True, tables=tables, watchers=watchers)
        print(
            f"load: {tables} tables, {watchers} watchers at each: {cost:.0f} µs of processor time an action", flush=True
        )
    return 0


def crowded(tables: int, seconds: float) -> bool:
    """Print what many tables at human pace are like; whether the goals are kept."""
    pace = human_pace(tables, seconds)
    print(
        f"load: {tables} tables of {SEATS} at human pace, TLS: action to last screen {pace.half * 1000:.1f} ms, p99 "
        f"{pace.most * 1000:.1f} ms (goal {LATENCY_S * 1000:g}), {pace.share:.2f} of a core (goal 1), steps of the "
        f"loop above 5 ms of processor time: {pace.steps} (goal 0)",
        flush=True,
    )
    return pace.most <= LATENCY_S and pace.share < 1 and not pace.steps


def lazy(seconds: float) -> bool:
    """Print what idle connections cost; whether the goals are kept."""
    kib, share = idle(200, seconds)
    print(
        f"load: 200 idle connections, TLS: {kib:.0f} KiB each (goal {IDLE_KIB}), "
        f"{share:.1%} of a core together (goal {IDLE_SHARE:.1%})"
    )
    return kib <= IDLE_KIB and share <= IDLE_SHARE


if __name__ == "__main__":
    sys.exit(main())
