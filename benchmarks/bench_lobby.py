"""What a full lobby costs: 500 tables and 2,000 people, all of them in the lobby, and what is told of one change.

The measure is bare sending in the same run: this process writes as many bytes as a change has to as many sockets, one
call each. The host does that too, and before it finds out what has changed.

    python benchmarks/bench_lobby.py [--tables N] [--people N]
"""

from __future__ import annotations

import argparse
import resource
import socket
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

from crowd import Client, Crowd, Peek, cpu_seconds, host, memory_kib

from euchre_protocol import messages as m

CHANGES = 20
EVERY_S = 0.5

GOAL = 4.0
"""A change may cost that many times what its bytes cost to send, without TLS."""


def sending(people: int, size: int) -> float:
    """Processor time, in seconds, to send ``size`` bytes to so many sockets."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        pairs = [(socket.create_connection(server.getsockname()), server.accept()[0]) for _ in range(people)]
    data = bytes(size)
    began = time.process_time()
    for ours, _ in pairs:
        ours.send(data)
    spent = time.process_time() - began
    for pair in pairs:
        for each in pair:
            each.close()
    return spent


class Visitor(Client):
    """Somebody who stays in the lobby; ``there`` once it has been shown to them."""

    there = False

    def __init__(self, crowd: Crowd, port: int, name: str) -> None:
        super().__init__(crowd, port, name, "", None)

    def _take(self, message: Peek) -> None:
        super()._take(message)
        self.there |= message.kind == "lobby"


def settled(crowd: Crowd, pid: int) -> float:
    """Wait until the host does no more than to keep the connections alive; what that costs in a round of changes."""
    costs = [1.0, 1.0]
    while len(costs) < 4 or costs[-1] < 0.9 * costs[-2]:
        before = cpu_seconds(pid)
        crowd.listen(CHANGES * EVERY_S)
        costs.append(cpu_seconds(pid) - before)
    return costs[-1]


def main() -> int:
    parser = argparse.ArgumentParser(description="What a full lobby costs.")
    parser.add_argument("--tables", type=int, default=500, help="how many (default: %(default)s)")
    parser.add_argument("--people", type=int, default=1990, help="how many in the lobby (default: %(default)s)")
    options = parser.parse_args()
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 3 * options.people), hard))
    arguments = ["--no-tls"]
    for number in range(options.tables):
        arguments += ["--table", f"T{number}=classic"]
    bare = median(sending(options.people, 600) for _ in range(5))
    with tempfile.TemporaryDirectory() as folder, host(Path(folder), *arguments) as (pid, port):
        memory = memory_kib(pid)
        crowd = Crowd(lambda _client, _view: None, None, seating=False)
        for number in range(options.people):
            visitor = Visitor(crowd, port, f"p{number}")
            while not visitor.there:  # one after the other: who is not let in within five seconds is sent away
                crowd.listen(0)
        arriving = cpu_seconds(pid)
        each = (memory_kib(pid) - memory) / options.people
        print(f"lobby: {options.tables} tables, {options.people} people: {each:.0f} KiB each")
        arrival = 1000 * arriving / options.people
        print(f"lobby: to let one in, show them all and tell the others: {arrival:.1f} ms of processor time")
        restless = Visitor(crowd, port, "restless")
        idle = settled(crowd, pid)
        before = cpu_seconds(pid)
        for number in range(CHANGES):
            command = m.Watch(id=2 * number, table=1) if number % 2 == 0 else m.Leave(id=2 * number)
            restless.send(command)
            crowd.listen(EVERY_S)
        change = (cpu_seconds(pid) - before - idle) / CHANGES
        crowd.close()
    print(f"lobby: one change, told to all of them: {1000 * change:.0f} ms, in steps with pauses for the games between")
    ratio = change / bare
    print(f"lobby: {ratio:.1f} x sending the bytes alone ({1000 * bare:.0f} ms); at most {GOAL:.0f}")
    return 0 if ratio <= GOAL else 1


if __name__ == "__main__":
    sys.exit(main())
