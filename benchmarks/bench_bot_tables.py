"""Whether fifty tables of bots slow down people at other tables.

The same people play on two hosts by turns, one of which also has fifty watched tables of four bots at pace normal: how
long after an action has the last of the four people it on the way to the screen? The figure is the median, over
interleaved rounds, of the ratio of the two hosts' 99th percentiles. Bots of rule of thumb think in the loop, experts in
worker processes, so there is a figure for either.

    python benchmarks/bench_bot_tables.py [--rounds N] [--seconds S] [--tables N]
"""

from __future__ import annotations

import argparse
import contextlib
import heapq
import random
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

from crowd import Asked, Client, Crowd, Peek, cpu_seconds, host, trusting

GOAL = 1.3
"""How much longer the 99th of 100 actions may take beside bots than without them."""

PEOPLE = 4
"""Tables of people, so that there are enough actions for a 99th percentile in a short time."""

PAUSE_S = 0.2
"""Between two actions at a table of people, who hurry."""

SEATS = 4
LEVELS = ("normal", "expert")


@dataclass
class Evening:
    """People at one host: what they are asked, what is on its way, and how long it took."""

    crowd: Crowd
    seated: dict[str, list[Client]] = field(default_factory=dict[str, list[Client]])
    due: list[tuple[float, int, Client, Asked]] = field(default_factory=list[tuple[float, int, Client, Asked]])
    missing: dict[str, tuple[float, set[Client]]] = field(default_factory=dict[str, tuple[float, set[Client]]])
    times: list[float] = field(default_factory=list[float])
    rng: random.Random = field(default_factory=lambda: random.Random(2))

    def heard(self, client: Client, view: Peek) -> None:
        now = time.perf_counter()
        sent, missing = self.missing.get(client.table, (0.0, set()))
        missing.discard(client)
        if client.table in self.missing and not missing:
            self.times.append(now - sent)
            del self.missing[client.table]
        if view.ask is not None:
            heapq.heappush(self.due, (now + self.rng.uniform(0.5, 1.5) * PAUSE_S, view.ask.decision, client, view.ask))

    def act(self) -> None:
        while self.due and self.due[0][0] <= time.perf_counter():
            _, _, client, asked = heapq.heappop(self.due)
            self.missing[client.table] = time.perf_counter(), set(self.seated[client.table])
            client.act(asked)


@contextlib.contextmanager
def evening(bots: int, level: str) -> Iterator[tuple[Evening, int]]:
    """People at a host where so many tables of bots play; and the host's process."""
    arguments = ["--limit", f"tables={PEOPLE + bots}", "--limit", "messages_per_second=10000"]
    for number in range(PEOPLE):
        arguments += ["--table", f"T{number}=classic,target=30,pace=instant"]
    for number in range(bots):
        arguments += ["--table", f"B{number}=classic,target=30,pace=normal,bots=4,level={level}"]
    with tempfile.TemporaryDirectory() as folder, host(Path(folder), *arguments) as (pid, port):
        people = Evening(Crowd(lambda client, view: people.heard(client, view), trusting()))
        for number in range(PEOPLE):
            name = f"T{number}"
            people.seated[name] = [Client(people.crowd, port, f"{name}-{seat}", name, seat) for seat in range(SEATS)]
            people.crowd.listen(0, people.act)
        for number in range(bots):
            Client(people.crowd, port, f"w{number}", f"B{number}", None)
            people.crowd.listen(0, people.act)
        people.crowd.listen(4, people.act)  # the bots' tables count down for three
        try:
            yield people, pid
        finally:
            people.crowd.close()


def slowest(people: Evening, seconds: float) -> float:
    """Seconds of the 99th of 100 actions from when it was sent until the last of the four had it."""
    people.crowd.listen(1, people.act)  # what has waited while the other host was measured
    people.times.clear()
    people.crowd.listen(seconds, people.act)
    times = sorted(people.times)
    return times[len(times) * 99 // 100]


def compare(level: str, tables: int, rounds: int, seconds: float) -> bool:
    """Print the figure for bots of a level; whether the goal is kept."""
    ratios: list[float] = []
    quiet: list[float] = []
    with evening(0, level) as (alone, _), evening(tables, level) as (beside, pid):
        cpu = cpu_seconds(pid)
        for _ in range(rounds):
            quiet.append(slowest(alone, seconds))
            ratios.append(slowest(beside, seconds) / quiet[-1])
        share = (cpu_seconds(pid) - cpu) / (2 * rounds * seconds)
    print(
        f"bot tables: {tables} tables of {level} bots: p99 of people's actions {median(ratios):.2f} x that without"
        f" (goal {GOAL}), which is {1000 * median(quiet):.1f} ms; the host used {share:.2f} of a core",
        flush=True,
    )
    return median(ratios) <= GOAL


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5, help="interleaved rounds (default %(default)s)")
    parser.add_argument("--seconds", type=float, default=5, help="of each measurement (default %(default)s)")
    parser.add_argument("--tables", type=int, default=50, help="of bots (default %(default)s)")
    options = parser.parse_args()
    kept = [compare(level, options.tables, options.rounds, options.seconds) for level in LEVELS]
    return 0 if all(kept) else 1


if __name__ == "__main__":
    sys.exit(main())
