"""Whole games between real processes over real sockets."""

from __future__ import annotations

import contextlib
import io
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from e2e.players import WireWatcher, answering, at_random, cards_in, defending_alone, first, split
from e2e.terminal import Evening, Process
from euchre_protocol import messages as m
from euchre_server import record_cli

PLAYED = re.compile(r"^(\S+?)(?: \(bot\))? plays? the (10|[9JQKA])([♠♥♦♣])\.$", re.MULTILINE)
SUITS = {"♠": "S", "♥": "H", "♦": "D", "♣": "C"}


def start(evening: Evening, table: str, *, records: str = "records") -> Process:
    return evening.host("--pace", "instant", "--table", table, "--records", str(evening.folder / records))


def sit(evening: Evening, table: str, *names: str) -> list[Process]:
    """Sit people down, who come all at once and get their seats in any order."""
    clients: list[Process] = []
    for seed, name in enumerate(names):
        client = evening.join(name, "--table", table, "--plain", "--once")
        client.driver = answering(client, at_random(seed))
        clients.append(client)
    evening.wait(lambda: all("You sit down." in client.text for client in clients))
    return clients


def euchre_record(*arguments: str) -> tuple[int, str]:
    """Run the program in this process, and return its exit code and all that it writes."""
    text = io.StringIO()
    with contextlib.redirect_stdout(text), contextlib.redirect_stderr(text):
        return record_cli.main(arguments), text.getvalue()


def verify(evening: Evening) -> str:
    """Let euchre-record look at every record that the host wrote."""
    files = sorted(str(path) for path in (evening.folder / "records").iterdir())
    assert files, "the host wrote no record"
    status, text = euchre_record("verify", *files)
    assert status == 0, text
    return text


def recorded(folder: Path) -> list[dict[str, Any]]:
    [file] = (folder / "records").iterdir()
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def final_line(client: Process) -> str:
    assert client.lines[-1].startswith("game over: "), client.show()
    return client.lines[-1]


def test_point_five_a_duel_with_ones_only(evening: Evening) -> None:
    evening.host("--table", "Duel=two_hand,target=5,bots=1", "--pace", "instant")
    ones = subprocess.Popen(["yes", "1"], stdout=subprocess.PIPE)
    try:
        client = evening.join("Maria", "--table", "Duel", "--plain", "--once", stdin=ones.stdout)
        assert ones.stdout is not None
        ones.stdout.close()
        assert evening.wait_end(client) == [0]
    finally:
        ones.kill()
        ones.wait()
    assert re.fullmatch(r"game over: Maria \d+, \S+ \d+", final_line(client))
    assert "no choice" not in client.text
    assert "too late" not in client.text


def test_two_people_finish_a_two_hand_game(evening: Evening) -> None:
    start(evening, "Duel=two_hand")
    clients = sit(evening, "Duel", "Ann", "Bert")
    assert evening.wait_end(*clients) == [0, 0]
    assert final_line(clients[0]) == final_line(clients[1])
    points = [int(number) for number in re.findall(r"\d+", final_line(clients[0]))]
    assert max(points) >= 10
    assert "1 record" in verify(evening)


def test_north_american_with_lone_defenders(evening: Evening) -> None:
    start(evening, "Kitchen=north_american,target=5")
    clients = sit(evening, "Kitchen", "Ann", "Bert", "Maria", "Zoe")
    for client in clients:
        client.driver = answering(client, defending_alone)
    assert evening.wait_end(*clients) == [0] * 4
    assert len({final_line(client) for client in clients}) == 1
    verify(evening)
    lines = recorded(evening.folder)
    maker = None
    lone_defenders = 0
    for line in lines:
        if line.get("do") in ("order", "call"):
            maker = line["seat"]
        if line.get("do") == "alone" and maker is not None:
            lone_defenders += line["seat"] % 2 != maker % 2
    assert lone_defenders > 0


def test_a_watcher_sees_every_card_played_and_none_before(evening: Evening) -> None:
    start(evening, "Kitchen=classic,target=3")
    wire = WireWatcher(evening.port, "Kitchen")
    evening.others.append(wire)
    watcher = evening.join("Karl", "--spectate", "Kitchen", "--once", stdin=subprocess.DEVNULL)
    evening.wait(lambda: wire.watching and "You are watching." in watcher.text)
    clients = sit(evening, "Kitchen", "Ann", "Bert", "Maria", "Zoe")
    assert evening.wait_end(*clients, watcher) == [0] * 5
    evening.wait(lambda: wire.views and wire.views[-1].over is not None)

    # On paper: every card in the record, in its order, by its player.
    lines = recorded(evening.folder)
    plays = [(line["seat"], line["card"]) for line in lines if line.get("do") == "play"]
    names = [seat["name"] for seat in lines[0]["seats"]]
    seen = [
        (names.index(name), rank.replace("10", "T") + SUITS[suit]) for name, rank, suit in PLAYED.findall(watcher.text)
    ]
    assert seen == plays
    assert len(plays) >= 20

    # On the wire: while a deal lasts no card is named that has not been played, but for the upcard.
    open_cards: set[str] = set()
    for view in wire.views:
        if any(event.do == "deal" for event in view.events):
            open_cards = {view.upcard or ""}
        open_cards |= {event.card for event in view.events if event.do == "play" and event.card is not None}
        if view.result is None:
            assert cards_in(view) <= open_cards, view
        assert view.hand == []
    others = [message for message in wire.messages if not isinstance(message, m.View)]
    assert set().union(*map(cards_in, others)) == set()


def test_the_verifier_names_the_line_of_a_changed_card(evening: Evening) -> None:
    start(evening, "Duel=two_hand,target=2")
    clients = sit(evening, "Duel", "Ann", "Bert")
    evening.wait_end(*clients)
    verify(evening)
    [file] = (evening.folder / "records").iterdir()
    lines = file.read_text(encoding="utf-8").splitlines()
    number = next(number for number, line in enumerate(lines) if json.loads(line).get("do") == "play")
    upcard = next(json.loads(line)["kitty"][0] for line in lines if "kitty" in line)
    lines[number] = json.dumps({**json.loads(lines[number]), "card": upcard})
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    status, text = euchre_record("verify", str(file))
    assert status == 1
    assert f"{file.name}:{number + 1}:" in text


def test_a_game_of_bots_is_watched_without_any_input(evening: Evening) -> None:
    start(evening, "Bots=classic,bots=4")
    watcher = evening.join("Karl", "--spectate", "--once", stdin=subprocess.DEVNULL)
    assert evening.wait_end(watcher) == [0]
    points = [int(number) for number in re.findall(r" (\d+)(?:,|$)", final_line(watcher))]
    assert max(points) >= 10
    verify(evening)


def test_a_killed_client_is_replaced_by_a_bot_and_returns(evening: Evening) -> None:
    start(evening, "Kitchen=classic,target=5,grace=1")
    clients = sit(evening, "Kitchen", "Ann", "Bert", "Maria", "Zoe")
    ann, zoe = clients[0], clients[3]
    evening.wait(lambda: "Zoe plays the" in ann.text)
    zoe.popen.kill()
    zoe.driver = None
    evening.wait_for(ann, "Zoe has lost the connection; the game waits 1 s.")
    evening.wait_for(ann, "Zoe is away; a bot plays on.")
    stopped: list[int] = []
    for seat, client in enumerate(clients[:3]):
        client.driver = answering(client, at_random(seat), allowed=lambda: not stopped)
        client.driver()
    evening.wait_for(ann, "Zoe (bot)")
    stopped.append(1)
    back = evening.join("Zoe", "--table", "Kitchen", "--plain", "--once")
    evening.wait_for(ann, "Zoe is back.")
    evening.wait_for(back, "Table Kitchen:")
    back.driver = answering(back, at_random(9))
    back.driver()
    stopped.clear()
    for client in clients[:3]:
        assert client.driver is not None
        client.driver()
    assert evening.wait_end(*clients[:3], back) == [0] * 4
    assert len({final_line(client) for client in (*clients[:3], back)}) == 1
    assert any(line.get("by") == "bot" for line in recorded(evening.folder))
    verify(evening)


def test_ctrl_c_at_the_host_tells_everyone_and_they_are_back_when_it_is(evening: Evening) -> None:
    host = start(evening, "Kitchen=classic")
    clients = sit(evening, "Kitchen", "Ann", "Bert", "Maria", "Zoe")
    for client in clients:
        client.driver = None
    idler = evening.join("Karl")
    evening.wait_for(idler, "What now?")
    evening.wait(lambda: all("Your hand:" in client.text for client in clients))
    host.popen.send_signal(2)
    assert evening.wait_end(host) == [0]
    for client in (*clients, idler):
        evening.wait_for(client, "The host has closed.")
    evening.host("--port", str(evening.port))
    evening.wait(lambda: all(client.text.count("Your hand:") == 2 for client in clients))
    evening.wait(lambda: idler.text.count("What now?") == 2)
    assert not any("Traceback" in client.text for client in (*clients, idler))


@pytest.mark.parametrize("where", ["lobby", "question"])
def test_ctrl_c_at_a_plain_client_is_quiet(evening: Evening, where: str) -> None:
    host = start(evening, "Duel=two_hand,bots=1")
    client = evening.join("Maria", *(["--table", "Duel"] if where == "question" else []))
    evening.wait_for(client, "Your turn" if where == "question" else "What now?")
    client.popen.send_signal(2)
    assert evening.wait_end(client) == [130]
    assert "Traceback" not in client.text
    evening.wait_for(host, "Maria is gone")


def test_a_broken_output_pipe_ends_quietly(evening: Evening) -> None:
    start(evening, "Bots=classic,bots=4")
    command = f"{sys.executable} -m euchre_client 127.0.0.1:{evening.port} --name Karl --spectate | head -n 3"
    shell = evening.piped("shell", "bash", "-c", f"set -o pipefail; {command}", stdin=subprocess.DEVNULL)
    assert evening.wait_end(shell) == [0]
    assert len(shell.lines) == 3


def test_questions_are_taken_apart() -> None:
    assert split("Your turn. 1 10♦  2 J♥ (right)  3 order up alone") == (
        "Your turn.",
        ["10♦", "J♥ (right)", "order up alone"],
    )
    assert first("", [""]) == 1
