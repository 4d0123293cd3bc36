"""Fuzz a running host: real sessions that go wrong somewhere, over real sockets, while somebody plays on there.

Two hosts, one with TLS (half of the bytes are mutated within it, half are noise at its door) and one without. What a
client says is mutated as in fuzz_protocol.py, sent whole or a byte at a time; see tests/server/fuzzing.py. It fails
(exit code 1) when a host ends or logs a fault; when it says something that is no message of the
protocol or may not come there; when the game of the one who plays as one should stands still for STUCK_S; or when
memory (the median of the last quarter against that of the second) or the number of descriptors grows.

    python benchmarks/fuzz_host.py [--seconds S] [--seed N]
"""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random, SystemRandom
from statistics import median

import trio
from crowd import descriptors, host, resident_kib, trusting

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from protocol.fuzzing import case_number
from server.fuzzing import Person, session

AT_ONCE = 20
"""Sessions at the same time, at each host."""

PEOPLE = 30
"""Names under which they come; each goes back to the seat that it had."""

TABLES = ("Duel=two_hand,target=2,grace=0", *(f"T{number}=classic,bots=3,target=3,grace=0" for number in range(20)))
QUIET = "Quiet=classic,bots=3,target=5"
"""Where somebody plays undisturbed."""

PATIENCE_S = 1.0
"""Without a word from the host a session ends: the host waits for the rest of a frame, or has nothing to say."""

STUCK_S = 20.0

FLAT = 0.05
"""The part by which memory may grow and count as flat, as in soak_house.py."""

CACHES_KIB = 4096
"""What a host fills in its first ten thousand actions and keeps: the looks of 4,096 hands, as many actions as they go
over the wire, SQLite's pages. A busy machine does not get that far within the first half."""

STAY_S = 20.0
"""The longest that a session lasts. One that has come to watch the undisturbed table has always something to hear and
is never asked anything."""

FEW = 4 + 5 * (os.cpu_count() or 1)
"""Descriptors that may be more at the end: what is closed at that moment, and five for each process in which bots think
since somebody has asked for better ones."""


class Fuzz:
    """A host that is fuzzed.

    Args:
        pid, port: of its process.
        tls: whether it is one with TLS.
        seed: of everything that is said to it.
    """

    def __init__(self, pid: int, port: int, *, tls: bool, seed: int) -> None:
        self.ends: Counter[str] = Counter()
        self.quiet = Person("Quiet", Random(f"quiet {seed}"), "Quiet")
        self.memory: list[int] = []
        self.descriptors: list[int] = []
        self._pid = pid
        self._port = port
        self._tls = tls
        self._seed = seed
        self._number = 0
        self._free = [Person(f"p{number}", Random(f"{seed} {number}")) for number in range(PEOPLE)]
        self._open = 0

    async def run(self, seconds: float) -> None:
        """Fuzz it for so long."""
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._play)
            with trio.fail_after(STUCK_S):  # before somebody else takes the seat
                while not self.quiet.acts:  # noqa: ASYNC110 - what is waited for happens in the host's process
                    await trio.sleep(0.1)
            nursery.start_soon(self._watch)
            async with trio.open_nursery() as attacks:
                for _ in range(AT_ONCE):
                    attacks.start_soon(self._attack, trio.current_time() + seconds)
            nursery.cancel_scope.cancel()

    async def _attack(self, until: float) -> None:
        while trio.current_time() < until:
            self._number += 1
            rng = Random(f"{self._seed}/{self._number}")
            person = self._free.pop(rng.randrange(len(self._free)))
            self._open += 1
            try:
                end = "stayed"
                with trio.move_on_after(STAY_S):
                    end = await self._one(person, rng)
                self.ends[end] += 1
            except Exception:
                print(f"host fuzz: --seed {self._seed}, session {self._number}, tls={self._tls}", file=sys.stderr)
                raise
            finally:
                self._open -= 1
                self._free.append(person)

    async def _one(self, person: Person, rng: Random) -> str:
        plain = await trio.open_tcp_stream("127.0.0.1", self._port)
        if not self._tls:
            return await session(plain, person, rng, patience=PATIENCE_S)
        if rng.random() < 0.5:
            return f"{await noise(plain, rng)}, noise instead of TLS"
        try:
            stream = await encrypted(plain)
        except trio.BrokenResourceError:  # on a busy machine, this program may be too late for the host
            return "late with TLS"
        return await session(stream, person, rng, patience=PATIENCE_S)

    async def _play(self) -> None:
        """Play one game after the other."""
        plain = await trio.open_tcp_stream("127.0.0.1", self._port)
        stream = await encrypted(plain) if self._tls else plain
        await self.quiet.play(stream)
        raise AssertionError("whoever plays as they should was sent away")

    async def _watch(self) -> None:
        """See that the game goes on, and measure."""
        moved, acts = trio.current_time(), 0
        while True:
            await trio.sleep(1)
            if self.quiet.acts > acts:
                moved, acts = trio.current_time(), self.quiet.acts
            assert trio.current_time() - moved < STUCK_S, f"nothing has happened for {STUCK_S:.0f} s to who plays well"
            self.memory.append(resident_kib(self._pid))
            self.descriptors.append(descriptors(self._pid) - self._open)

    def report(self) -> bool:
        """Print what came of it; whether memory and descriptors were flat."""
        name = "TLS" if self._tls else "no TLS"
        print(f"host fuzz, {name}: {self.ends.total()} sessions; {self.quiet.acts} answers of who played undisturbed")
        print("  ended by " + ", ".join(f"{how} {times}" for how, times in sorted(self.ends.items())))
        memory, others = quarters(self.memory), quarters(self.descriptors)
        flat = memory[1] <= memory[0] * (1 + FLAT) + CACHES_KIB and others[1] <= others[0] + FEW
        print(
            f"  memory {memory[0] / 1024:.1f} -> {memory[1] / 1024:.1f} MiB ({memory[1] / memory[0] - 1:+.1%}), "
            f"descriptors besides the sessions' {others[0]:.0f} -> {others[1]:.0f}: {'flat' if flat else 'NOT FLAT'}",
            flush=True,
        )
        return flat


def quarters(samples: Sequence[int]) -> tuple[float, float]:
    """The medians of the second quarter and of the last."""
    quarter = max(1, len(samples) // 4)
    return median(samples[quarter : 2 * quarter] or samples), median(samples[-quarter:])


async def noise(stream: trio.SocketStream, rng: Random) -> str:
    """Say something to a host with TLS that is none: a conversation in the clear, or a mutated TLS hello."""
    data = case_number(rng.randrange(10**9), 1)[0].data
    if rng.random() < 0.5:
        data = b"\x16\x03\x01" + len(data).to_bytes(2, "big") + data
    async with stream:
        try:
            await stream.send_all(data)
            with trio.move_on_after(PATIENCE_S):
                while await stream.receive_some(65536):
                    pass
                return "cut"
        except trio.BrokenResourceError:
            return "cut"
    return "left"


async def encrypted(stream: trio.SocketStream) -> trio.SSLStream[trio.SocketStream]:
    """Begin TLS as a client."""
    tls = trio.SSLStream(stream, trusting(), https_compatible=True)
    await tls.do_handshake()
    return tls


def main() -> int:
    parser = argparse.ArgumentParser(description="Fuzz a running host with sessions that go wrong somewhere.")
    parser.add_argument("--seconds", type=float, default=300, help="how long (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=None, help="of what is said (default: at random, and printed)")
    options = parser.parse_args()
    seed = SystemRandom().randrange(10**9) if options.seed is None else options.seed
    print(f"host fuzz: seed {seed}")
    arguments = ["--pace", "instant", "--limit", "messages_per_second=10000", "--limit", "tables=40"]
    for table in (*TABLES, QUIET):
        arguments += ["--table", table]
    with contextlib.ExitStack() as stack:
        fuzzes: list[Fuzz] = []
        folders: list[Path] = []
        for tls in (True, False):
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
            pid, port = stack.enter_context(host(folder, *arguments, *([] if tls else ["--no-tls"])))
            fuzzes.append(Fuzz(pid, port, tls=tls, seed=seed))
            folders.append(folder)

        async def run() -> None:
            async with trio.open_nursery() as nursery:
                for fuzz in fuzzes:
                    nursery.start_soon(fuzz.run, options.seconds)

        trio.run(run)
        flat = [fuzz.report() for fuzz in fuzzes]
        said = [
            line for folder in folders for line in (folder / "host.log").read_text().splitlines() if "fault" in line
        ]
    if said:
        print(*said, sep="\n", file=sys.stderr)
    return 0 if all(flat) and not said else 1


if __name__ == "__main__":
    sys.exit(main())
