"""Games between machines whose network is bad: lost and late packets, and cables that come out."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator

import pytest

from e2e.lan import Lan, Machine, lacking
from e2e.players import answering, at_random
from e2e.terminal import Evening, Process, Terminal
from e2e.test_lan import host

pytestmark = pytest.mark.skipif(bool(lacking()), reason=lacking() or "-")


@pytest.fixture
def network() -> Iterator[Lan]:
    made = Lan(ipv6=False)
    yield made
    made.close()


def test_a_game_over_a_line_that_loses_and_delays(evening: Evening, network: Lan) -> None:
    """One packet of five is lost each way, and each takes 40 ms: it is slower, and all of it arrives once."""
    here, there = network.machine(), network.machine(delay=0.04, loss=0.2)
    records = str(evening.folder / "records")
    host(evening, here, "den", "--table", "Duel=two_hand,bots=1,target=1,pace=instant", "--records", records)
    maria = joined(evening, there, here)
    maria.driver = answering(maria, at_random(1))
    assert evening.wait_end(maria) == [0]
    assert maria.lines[-1].startswith("game over: ")
    [record] = (evening.folder / "records").iterdir()
    played = sum(json.loads(line).get("do") == "play" for line in record.read_text().splitlines())
    assert len(re.findall(r"^\S+(?: \(bot\))? plays? the ", maria.text, re.MULTILINE)) == played
    assert all(line.lost > 3 for line in network.lines)


def joined(evening: Evening, machine: Machine, at: Machine) -> Process:
    """Maria at the table. Five seconds without an answer end the program, which is not too rare on such a line; then
    she joins again."""
    command = [sys.executable, "-m", "euchre_client", str(at.address), "--plain", "--once", "--name", "Maria"]
    while True:
        maria = evening.piped("Maria", *machine.command(*command, "--table", "Duel"))
        evening.wait(lambda maria=maria: maria.ended or "Connected to" in maria.text)
        if not maria.ended:
            return maria
        assert maria.text.startswith("No answer from"), maria.text


def screen(evening: Evening, machine: Machine, at: Machine) -> Terminal:
    command = [sys.executable, "-m", "euchre_client", str(at.address), "--name", "Maria", "--table", "Duel"]
    terminal = Terminal("Maria", machine.command(*command), evening.env())
    evening.all.append(terminal)
    return terminal


def test_a_cable_is_pulled_and_put_back(evening: Evening, network: Lan) -> None:
    """Neither side hears of it. The host gives the line up, keeps the seat, and has the same person back in it."""
    here, there = network.machine(), network.machine()
    arguments = ["--table", "Duel=two_hand,bots=1,pace=instant", "--limit", "silence_seconds=3"]
    den = host(evening, here, "den", *arguments)
    maria = screen(evening, there, here)
    evening.wait_for(maria, "ready")
    maria.press("enter")
    evening.wait_for(maria, "choose")
    before = maria.rows
    network.pull(there)
    evening.wait_for(den, "Maria is silent and is dropped")
    network.plug(there)
    evening.wait(lambda: den.text.count("Maria has come") == 2)
    evening.wait(lambda: maria.rows[:18] == before[:18])  # the table; below it are the log and a sentence
