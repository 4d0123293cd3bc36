"""How much a host can carry, as a share of what bare trio and msgpack carry in the same run.

Both serve forty tables of four players and a watcher over real sockets, so that every action is told to five. The bare
host (bare_host.py) only decodes and sends; ours checks, plays, stores durably, and makes five views from nothing.

    python benchmarks/bench_load.py [--rounds N] [--seconds S]
"""

from __future__ import annotations

import argparse
import random
import selectors
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

import msgspec
from crowd import Client, Crowd, Peek, cpu_seconds, frame, host, trusting

TABLES = 40
SEATS = 4

GOAL = 0.35
"""Of the bare host's actions per second of processor time; the rest is the game, the journal and the checks."""


def throughput(seconds: float, *, tls: bool) -> float:
    """Actions that a host carries out in one second of its processor time."""
    acted = 0

    def heard(client: Client, view: Peek) -> None:
        nonlocal acted
        if view.ask is not None:
            acted += 1
            client.act(view.ask)

    arguments = ["--pace", "instant", *([] if tls else ["--no-tls"])]
    for number in range(TABLES):
        arguments += ["--table", f"T{number}=classic,target=30"]
    with tempfile.TemporaryDirectory() as folder, host(Path(folder), *arguments) as (pid, port):
        crowd = Crowd(heard, trusting() if tls else None)
        for number in range(TABLES):
            for seat in (*range(SEATS), None):
                Client(crowd, port, f"p{number}-{seat}", f"T{number}", seat)
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


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=3, help="interleaved rounds (default %(default)s)")
    parser.add_argument("--seconds", type=float, default=3, help="of each measurement (default %(default)s)")
    options = parser.parse_args()
    rates: dict[str, list[float]] = {"bare": [], "plain": [], "TLS": []}
    for _ in range(options.rounds):
        rates["bare"].append(bare(options.seconds))
        rates["plain"].append(throughput(options.seconds, tls=False))
        rates["TLS"].append(throughput(options.seconds, tls=True))
    limit = median(rates["bare"])
    print(f"load: bare trio: {limit:.0f} actions per second of processor time, each told to five")
    good = True
    for name in ("plain", "TLS"):
        share = median(rates[name]) / limit
        good = good and (name == "TLS" or share >= GOAL)
        print(f"load: our host, {name}: {median(rates[name]):.0f}, {share:.2f} x bare (goal {GOAL})")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
