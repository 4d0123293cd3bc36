"""Play games between machines of a network of its own whose lines lose and delay packets, while cables are pulled.

A host and two people at their screens, each on a machine: a packet of five is lost each way, each takes 40 ms, and from
time to time a cable comes out for some seconds. Every game must reach its end, with a record that is right, and each
person must be back in the seat after each pull. Needs root, for the network.

    python benchmarks/soak_lan.py [--games N] [--pulls N] [--seed N]
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from e2e.lan import Lan, Machine, lacking
from e2e.players import at_random, pressing
from e2e.terminal import Evening, Process, Terminal, interrupt

DELAY_S = 0.04
LOSS = 0.2
SILENCE_S = 5
"""The host gives a line up after so long here, so that a pulled cable is noticed soon."""

PATIENCE_S = 300
"""For one step: packets that get lost again and again are repeated after a minute at last."""


def host(evening: Evening, machine: Machine) -> Process:
    command = [sys.executable, "-m", "euchre_server", "--data", str(evening.folder / "data"), "--no-announce"]
    command += ["--table", "Duel=two_hand,target=5,pace=fast,grace=3600", "--limit", f"silence_seconds={SILENCE_S}"]
    command += ["--limit", "login_seconds=60", "--records", str(evening.folder / "records")]
    process = evening.piped("host", *machine.command(*command), stdin=subprocess.DEVNULL)
    evening.wait_for(process, "Ctrl-C closes the host.")
    return process


def person(evening: Evening, machine: Machine, at: Machine, name: str, seed: int) -> Terminal:
    command = [sys.executable, "-m", "euchre_client", str(at.address), "--name", name, "--table", "Duel", "--once"]
    terminal = Terminal(name, machine.command(*command), evening.env())
    evening.all.append(terminal)
    choose = pressing(terminal, at_random(seed))

    def drive() -> None:
        if any("ready" in row and "Enter" in row for row in terminal.rows[-4:]):
            terminal.press("enter")
        else:
            choose()

    terminal.driver = drive
    return terminal


def let_pass(evening: Evening, seconds: float) -> None:
    """Let everybody go on for so long."""
    until = time.monotonic() + seconds
    evening.wait(lambda: time.monotonic() > until)


def play(seed: int, pulls: int) -> tuple[int, int]:
    """One game; return how many frames were lost, and how often somebody had to come back."""
    chance = random.Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        evening = Evening(Path(folder))
        network = Lan(ipv6=False)
        try:
            here = network.machine()
            there = [network.machine(delay=DELAY_S, loss=LOSS, seed=seed * 10 + n) for n in range(2)]
            den = host(evening, here)
            people = [person(evening, each, here, f"P{n}", seed + n) for n, each in enumerate(there)]
            evening.wait(lambda: "a game begins" in den.text, PATIENCE_S)
            for _ in range(pulls):
                machine = chance.choice(there)
                let_pass(evening, chance.uniform(1, 5))
                network.pull(machine)
                let_pass(evening, chance.uniform(0.2, 2.5 * SILENCE_S))
                network.plug(machine)
            evening.wait_end(*people, limit=PATIENCE_S)
            assert [each.status for each in people] == [0, 0], evening.show()
            interrupt(den)
            assert evening.wait_end(den) == [0]
            files = [str(path) for path in (evening.folder / "records").iterdir()]
            assert files, evening.show()
            verify = [str(Path(sys.executable).with_name("euchre-record")), "verify", *files]
            subprocess.run(verify, check=True, stdout=subprocess.DEVNULL)
            return sum(line.lost for line in network.lines), den.text.count("has come") - len(people)
        finally:
            evening.close()
            network.close()


def main() -> int:
    parser = argparse.ArgumentParser(description="Play over lines that lose, delay and break.")
    parser.add_argument("--games", type=int, default=2, help="how many (default: %(default)s)")
    parser.add_argument("--pulls", type=int, default=4, help="cables pulled in each (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="of the first game (default: %(default)s)")
    options = parser.parse_args()
    if reason := lacking():
        print(f"lan soak: left out, since {reason}")
        return 0
    began = time.monotonic()
    for seed in range(options.seed, options.seed + options.games):
        lost, returns = play(seed, options.pulls)
        print(
            f"lan soak: seed {seed}: {lost} packets lost, {options.pulls} pulls, {returns} returns, game over",
            flush=True,
        )
    print(f"lan soak: {options.games} games to their end in {time.monotonic() - began:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
