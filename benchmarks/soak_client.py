"""Play the full-screen client for long, by keys alone, in a real pseudo-terminal against a real host.

First a game to 10 at each size of the screen. Then a monkey: very many random keys, first without Enter while a card is
asked for (the question must still stand afterwards: nothing plays a card but Enter), then all keys that there are (the
client must still be there, whole, and without a fault). Exit 1 and the screen at the first thing that is wrong.

    python benchmarks/soak_client.py [--keys N] [--target N] [--seed N]
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
import time
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from e2e.players import daring, pressing
from e2e.terminal import KEYS, Evening, Terminal

SIZES = ((40, 14), (80, 24), (120, 40))
GAME_LIMIT = 300.0
"""Seconds that a game may take: it takes ten to thirty, most of it the guard before each Enter."""

BATCH = 50
"""Keys that are typed before the screen is looked at."""

HARMLESS = [*"123456789?tvi nbfw.,;йц", "up", "down", "left", "right", "tab", "escape", "f1", "page up", "page down"]
"""Keys that must never send an answer, in any order. Talk is opened and typed into, but never sent.

Settings (``o``) are left out of all: another language would be chosen in the end, and what is looked for is English.
"""

ANY = [*HARMLESS, "enter", "enter", "ctrl-l", *"qlpcr"]
"""Every key but those that end or stop the program by themselves: Ctrl-C and Ctrl-Z."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--keys", type=int, default=10_000, help="random keys (default: %(default)s)")
    parser.add_argument("--target", type=int, default=10, help="points of each game (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="for the deals and the keys (default: %(default)s)")
    given = parser.parse_args()
    try:
        for size in SIZES:
            game(size, given.target, given.seed)
        monkey(given.keys, given.seed)
    except AssertionError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def game(size: tuple[int, int], target: int, seed: int) -> None:
    """Play one game against bots, by keys, and see that it ends as a game does."""
    columns, rows = size
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        evening = Evening(Path(folder))
        try:
            evening.host("--table", f"Kitchen=classic,target={target},bots=3", "--pace", "instant", seed=seed)
            client = evening.screen("Maria", "--table", "Kitchen", "--once", columns=columns, rows=rows)
            client.driver = pressing(client, daring)
            assert evening.wait_end(client, limit=GAME_LIMIT) == [0], client.show()
            last = client.text.rstrip().splitlines()[-1]
            assert "game over: " in last, client.show()
        finally:
            evening.close()
    print(f"client: a game to {target} by keys at {columns}x{rows}: {time.monotonic() - began:.0f} s", flush=True)


def monkey(keys: int, seed: int) -> None:
    """Type random keys, and see that nothing is played without Enter and that nothing breaks."""
    rng = Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        evening = Evening(Path(folder))
        try:
            evening.host("--table", "Kitchen=classic,bots=3", "--pace", "instant", seed=seed)
            client = evening.screen("Maria", "--table", "Kitchen")
            evening.wait(lambda: question(client))
            _settle(evening, client)  # the key of a host met for the first time stands there until a key is pressed
            asked = question(client)
            _type(evening, client, rng, HARMLESS, keys // 2)
            _settle(evening, client)
            assert question(client) == asked, "something was answered without Enter\n" + client.show()
            _type(evening, client, rng, ANY, keys - keys // 2)
        finally:
            evening.close()
    print(f"client: {keys} random keys: nothing played without Enter, nothing broken", flush=True)


def question(client: Terminal) -> str:
    """Return the score and the question that stands; empty while nothing is asked, or something lies over it."""
    status, *_, asked, _, keys = client.rows
    if "choose" not in keys or "sit" in keys or "Esc" in keys:
        return ""
    return re.sub(r"\s+\d+ ms$", "", status) + f"\n{asked}"  # without the way to the host: its milliseconds change


def _type(evening: Evening, client: Terminal, rng: Random, keys: list[str], count: int) -> None:
    for _ in range(0, count, BATCH):
        for key in rng.choices(keys, k=BATCH):
            client.type(KEYS.get(key, key))
        before = len(client.text)
        client.press("ctrl-l")  # everything is drawn again, so that there is something to wait for
        _drawn(evening, client, before)
        if client.ended and "stopped because of a fault" not in client.text:
            client = _again(evening)  # q in the lobby leaves, as it should
        assert not client.ended, client.show()


def _drawn(evening: Evening, client: Terminal, before: int) -> None:
    """Wait until more has been written than was ``before``."""
    evening.wait(lambda: client.ended or len(client.text) > before)


def _again(evening: Evening) -> Terminal:
    client = evening.screen("Maria", "--table", "Kitchen")
    evening.wait(lambda: "help" in client.shown or client.ended)
    return client


def _settle(evening: Evening, client: Terminal) -> None:
    """Close whatever lies over the table."""
    for _ in range(3):
        before = len(client.text)
        client.press("escape", "ctrl-l")
        _drawn(evening, client, before)
    evening.wait(lambda: question(client) or client.ended)


if __name__ == "__main__":
    sys.exit(main())
