"""A full house for an hour: memory and descriptors stay flat, everybody who drops gets everything back, games go on.

A real host process with TLS, and 300 tables of four scripted people at a person's pace. Their connections break again
and again, one by one or a whole table's: closed, reset, or silent as with a pulled cable; they come back with their
token after moments or after a bot has had to play for them. The host is killed (SIGKILL) while they come for the first
time, and five times in the first third, and started again with the same data; then it lives until shortly before the
end, when it is killed once more.

It fails (exit code 1) when

- somebody who comes back has not their seat, hand, question or the talk, or is asked again what they have answered;
- nothing happens for STUCK_S at a table where somebody is connected, or somebody is not back BACK_S after a start;
- the host ends by itself, writes to stderr or logs a fault of its own;
- memory is not flat: the median of the long life's last quarter is more than FLAT above that of its second; or that of
  the life after the last kill is more than FLAT above that of the long life's last quarter;
- descriptors are not: the same medians of those that are no guest's connection differ by more than FEW.

    python benchmarks/soak_house.py [--seconds S] [--tables N] [--seed N]
"""

from __future__ import annotations

import argparse
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from crowd import cpu_seconds, descriptors, resident_kib
from guests import GRACE_S, Drop, Party, PromiseError

STUCK_S = 150.0
"""The longest that a table may be still: who is waited for between games is away for a minute at most, and may be lost
once more on the way."""

BACK_S = 600.0
"""After the start of a host, until the last of all has come back. Where nothing else runs it is a quarter of a minute;
on a machine that is busy with other work it is what half a minute of processor time takes."""

BLIND_S = 20.0
"""From the table's first message to the play, which comes with it."""

STAY_S = 600.0
"""Each connection lasts that long, on average."""

AWAY_S = ((0.1, 5.0, 0.6), (5.0, GRACE_S + 5.0, 0.3), (GRACE_S + 5.0, 60.0, 0.1))
"""How long somebody is away: from, to, and the share of drops."""

TOGETHER = 0.1
"""The share of drops that the whole table has."""

TARGET = 4
"""Points of a game: some eight minutes. What a host keeps of a game grows until it is over, and evens out over tables
that are in all parts of their games."""

ARRIVAL_S = 6.0
"""The most that the host's first life lasts: in so long half of 1,200 people come who never were there before, and some
are killed a host that has just stored who they are, and has not told them."""

FIRST, LAST = 0.05, 0.05
"""The shares of the run which the next and the last of the host's lives last, from when everybody is there."""

KILLS = 5
SHORT = 0.05
"""Kills between the arrival and the long life, and the share of the run between two of them on average: from none to
twice that, so that some hit a host to which people are just coming back."""

FLAT = 0.05
"""The part by which memory may grow and count as flat: what malloc keeps for later scatters by as much."""

FEW = 8
"""So many descriptors scatter: connections whose end only one side knows of yet."""

HOWS: Sequence[Drop] = ("closed", "reset", "silent")


@dataclass(frozen=True)
class Sample:
    """What a host process uses: seconds since everybody was there, KiB, and descriptors besides the guests'."""

    age: float
    memory: int
    descriptors: int


class House:
    """The host's process, and what it used in each of its lives."""

    def __init__(self, folder: Path, tables: int) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = int(probe.getsockname()[1])
        self.folder = folder
        self.lives: list[list[Sample]] = []
        self.began = 0.0
        self._command = [str(Path(sys.executable).with_name("euchre-host")), "--bind", "127.0.0.1"]
        self._command += ["--port", str(self.port), "--data", str(folder / "data"), "--no-announce"]
        self._command += ["--limit", f"tables={tables}", "--limit", "connections=10000"]
        for number in range(tables):
            self._command += ["--table", f"T{number}=classic,target={TARGET},grace={GRACE_S}"]
        self.process = self.start()

    def start(self) -> subprocess.Popen[bytes]:
        self.lives.append([])
        self.began = time.monotonic()
        with (self.folder / "errors.txt").open("ab") as errors:
            self.process = subprocess.Popen(
                self._command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=errors
            )
        return self.process

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    @property
    def age(self) -> float:
        return time.monotonic() - self.began

    def measure(self, age: float, lines: int) -> Sample:
        """Look at the process; ``age`` is its own, and ``lines`` are the guests' connections."""
        pid = self.process.pid
        sample = Sample(age, resident_kib(pid), descriptors(pid) - lines)
        self.lives[-1].append(sample)
        return sample

    def unclean(self) -> str:
        """What the host has said that it never should."""
        errors = (self.folder / "errors.txt").read_text()
        return errors + "\n".join(line for line in self.log() if "fault" in line or "damaged" in line)

    def log(self) -> list[str]:
        """The lines of the host's log."""
        return (self.folder / "data" / "host.log").read_text().splitlines()


class Soak:
    """One run.

    Args:
        house: the host.
        party: the guests.
        seconds: how long it lasts.
    """

    def __init__(self, house: House, party: Party, seconds: float) -> None:
        self._house = house
        self._party = party
        self._seconds = seconds
        self._began = party.now()
        self._since: float | None = None  # everybody is there

    def run(self) -> None:
        """Let everybody come, drop and return, and kill the host now and then."""
        chance, began = self._party.rng, self._party.now()
        self._stay(chance.uniform(0, ARRIVAL_S), from_start=True)
        self._again()
        self._stay(FIRST * self._seconds)
        for _ in range(KILLS - 1):
            self._again()
            self._stay(chance.uniform(0, 2 * SHORT) * self._seconds, from_start=True)
        self._again()
        self._stay((1 - LAST) * self._seconds - (self._party.now() - began))
        self._again()
        self._stay(LAST * self._seconds)

    def _stay(self, seconds: float, *, from_start: bool = False) -> None:
        """Be open for so long, counted from the moment when everybody is there."""
        self._open()
        party, step = self._party, max(1.0, self._seconds / 600)
        until = party.now() + seconds
        while party.now() < until:
            began = party.now()
            party.listen(min(began + step, until))
            self._look()
            if self._since is None:
                until += 0 if from_start else party.now() - began
            else:
                self._drop(party.now() - began)

    def _open(self) -> None:
        """Let the guests come as soon as the host listens."""
        self._since = None
        self._party.port = self._house.port
        for guest in self._party.guests:
            self._party.later(0, guest.come)

    def _again(self) -> None:
        """Kill the host, and start it again after a moment."""
        print(f"house: killed at the age of {self._house.age:.1f} s", flush=True)
        self._house.kill()
        self._party.counts["kills"] += 1
        self._party.listen(self._party.now() + self._party.rng.uniform(0, 3))
        self._house.start()

    def _drop(self, seconds: float) -> None:
        """Let as many connections break as break in that time."""
        chance = self._party.rng
        for row in self._party.rows():
            together = chance.random() < TOGETHER * seconds / STAY_S
            for guest in row:
                if together or chance.random() < (1 - TOGETHER) * seconds / STAY_S:
                    low, high, _ = chance.choices(AWAY_S, [share for *_, share in AWAY_S])[0]
                    guest.drop(chance.choice(HOWS), chance.uniform(low, high))

    def _look(self) -> None:
        """See that everybody is back in time and that no table is stuck; measure."""
        party, house = self._party, self._house
        if (code := house.process.poll()) is not None:
            raise PromiseError(f"the host has ended with {code}")
        now = party.now()
        if self._since is None:
            if party.here == len(party.guests):
                self._since = now
                party.progress = dict.fromkeys(party.progress, now)
                print(f"house: all {party.here} are there {house.age:.1f} s after its start", flush=True)
            elif house.age > BACK_S:
                raise PromiseError(f"only {party.here} of {len(party.guests)} are there after {house.age:.0f} s")
            return
        for row in party.rows():
            here = [guest for guest in row if guest.here]
            if here and now - party.progress[row[0].table] > STUCK_S:
                raise PromiseError(f"nothing has happened at {row[0].table} for {STUCK_S:.0f} s")
            for guest in here:
                if guest.blind is not None and now - guest.blind > BLIND_S:
                    raise PromiseError(f"{guest.name} is back and is shown no play")
        self._measure(now - self._since)

    def _measure(self, age: float) -> None:
        house, party = self._house, self._party
        lines = party.lines
        before = house.lives[-1][-1].age if house.lives[-1] else -1.0
        sample = house.measure(age, lines)
        every = max(10.0, self._seconds / 60)
        if sample.age // every > before // every:
            journal = sum(path.stat().st_size for path in (house.folder / "data").glob("journal.sqlite*"))
            print(
                f"house: {party.now() - self._began:5.0f} s, life {len(house.lives)}, {age:5.0f} s: "
                f"{sample.memory / 1024:.1f} MiB, {sample.descriptors + lines} descriptors, {lines} of them guests', "
                f"journal {journal / 2**20:.0f} MiB, {party.counts['actions']} actions, "
                f"{party.counts['returns']} returns, {cpu_seconds(house.process.pid) / house.age:.2f} of a core",
                flush=True,
            )


def judge(name: str, early: Sequence[Sample], late: Sequence[Sample]) -> bool:
    """Print what was used early and late; whether that is flat."""
    memory = [median(sample.memory for sample in part) for part in (early, late)]
    others = [median(sample.descriptors for sample in part) for part in (early, late)]
    flat = memory[1] <= memory[0] * (1 + FLAT) and abs(others[1] - others[0]) <= FEW
    print(
        f"house: {name}: memory {memory[0] / 1024:.1f} -> {memory[1] / 1024:.1f} MiB "
        f"({memory[1] / memory[0] - 1:+.1%}, flat is at most {FLAT:+.0%}), descriptors besides the guests' "
        f"{others[0]:.0f} -> {others[1]:.0f} (at most {FEW} apart): {'flat' if flat else 'NOT FLAT'}"
    )
    return flat


def flat(lives: Sequence[Sequence[Sample]]) -> bool:
    """Whether memory and descriptors were flat in the longest life, and no more after it."""
    long, last = max(lives, key=len), lives[-1]
    quarter = len(long) // 4
    age = long[-1].age
    within = judge(f"a life of {age:.0f} s, second quarter and last", long[quarter : 2 * quarter], long[-quarter:])
    after = judge(f"its last quarter, and a life of {last[-1].age:.0f} s after a kill", long[-quarter:], last)
    return within and after


def main() -> int:
    parser = argparse.ArgumentParser(description="Keep a full house for an hour, with drops, kills and returns.")
    parser.add_argument("--seconds", type=float, default=3600, help="how long (default: %(default)s)")
    parser.add_argument("--tables", type=int, default=300, help="of four people each (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="of what people do (default: %(default)s)")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        party = Party(options.tables, options.seed)
        house = House(Path(folder), options.tables)
        try:
            Soak(house, party, options.seconds).run()
            return 0 if end(house, party) and flat(house.lives) else 1
        except PromiseError as error:
            print(f"house: {error}", file=sys.stderr)
            print(*house.log()[-20:], sep="\n", file=sys.stderr)
            return 1
        finally:
            house.kill()
            print("house: " + ", ".join(f"{what} {times}" for what, times in sorted(party.counts.items())))


def end(house: House, party: Party) -> bool:
    """Close the host as Ctrl-C does; whether it ended well and has never said what it should not."""
    house.process.send_signal(signal.SIGTERM)
    party.port = 0
    party.listen(party.now() + 5)
    code = house.process.wait()
    for guest in party.guests:
        guest.leave()
    unclean = house.unclean()
    if unclean or code:
        print(f"house: the host has ended with {code}, and has said\n{unclean}", file=sys.stderr)
    return not unclean and not code


if __name__ == "__main__":
    sys.exit(main())
