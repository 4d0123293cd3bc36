"""How quick the full-screen client is: to start, to draw, to say little to the terminal, and to idle.

Starting is a ratio to importing prompt_toolkit alone, interleaved in the same run, because that import is most of it.
Everything else runs the real client at an emulated terminal and counts.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import tempfile
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from statistics import median
from time import perf_counter, process_time

import msgspec

from euchre_client import screens
from euchre_client.styles import Capabilities
from euchre_protocol import messages as m

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))  # the emulated terminal lies there

from client.emulator import Host, Seat, play
from client.pseudo import Process
from client.samples import every_screen, table, wait
from client.samples import play as trick

STARTS = 11
START_LIMIT = 1.35
"""Of the time that importing prompt_toolkit takes, which no program on it can avoid."""

DRAWS = 100
KEYS = 200
PAUSES = (0.03, 0.05, 0.08, 0.13)
"""Seconds between two keys: from one that is held down to quick fingers."""

BURST = 2000

IDLE = 15.0
"""Seconds for which nothing happens: less than the time after which a silent host is given up."""

Row = tuple[str, float, float, str]
"""What was measured, the value, the limit, and the unit."""


def starting() -> Row:
    """Import of the client and its first screen, against the import of prompt_toolkit."""
    ours = (
        "from euchre_client import app, screens; from euchre_client.model import Model;"
        "from euchre_client.styles import Capabilities; screens.draw(Model(), 80, 24, Capabilities())"
    )
    bare = "import prompt_toolkit"
    times: dict[str, list[float]] = {ours: [], bare: []}
    for _ in range(STARTS):
        for code, taken in times.items():
            began = perf_counter()
            subprocess.run([sys.executable, "-c", code], check=True, env=_environment())
            taken.append(perf_counter() - began)
    ratio = median(times[ours]) / median(times[bare])
    return ("start to the first screen, against importing prompt_toolkit", ratio, START_LIMIT, "x")


def _environment() -> dict[str, str]:
    """This environment, in which Python keeps what it compiled.

    Who plays starts an installed client, whose modules are compiled already, as prompt_toolkit's are. Where Python may
    keep nothing, ours would be compiled at each start and theirs not: 1.42 x instead of 1.27 x.
    """
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


def drawing() -> Row:
    """The slowest screen at 80 by 24, as lines ready for prompt_toolkit."""
    slowest = 0.0
    for model in every_screen().values():
        began = process_time()
        for _ in range(DRAWS):
            screens.draw(model, 80, 24, Capabilities()).lines()
        slowest = max(slowest, (process_time() - began) / DRAWS)
    return ("draw the slowest screen at 80x24", slowest * 1000, 3.0, "ms CPU")


@asynccontextmanager
async def _program(*messages: m.Message) -> AsyncGenerator[Process]:
    """The real client in a pseudo-terminal, told these messages after its login."""
    with tempfile.TemporaryDirectory() as folder:
        async with Host() as host:
            host.after_login = list(messages)
            program = ["-m", "euchre_client", f"127.0.0.1:{host.port}", "--no-tls", "--name", "Maria"]
            process = Process(program, Path(folder))
            try:
                yield process
            finally:
                process.close()


def pressing() -> Row:
    """From a key that is typed at a real pseudo-terminal to the first byte that comes back for it."""
    taken: list[float] = []

    async def script() -> None:
        async with _program(table(), trick()) as process:
            await process.terminal.shows("Your turn.")
            for number in range(KEYS):
                await asyncio.sleep(PAUSES[number % len(PAUSES)])
                taken.append(await _press(process, "12"[number % 2]))

    asyncio.run(script())
    return ("a key to its effect on the screen, 99 of 100", sorted(taken)[int(KEYS * 0.99)] * 1000, 25.0, "ms")


async def _press(process: Process, key: str) -> float:
    """How long the terminal waits for the effect of a key, in seconds."""
    written = len(process.terminal.raw)
    began = perf_counter()
    process.type(key)
    await process.terminal.until(lambda: len(process.terminal.raw) > written)
    return perf_counter() - began


async def _measure(seat: Seat, host: Host, rows: list[Row]) -> None:
    await seat.shows("Your turn.")
    host.send(wait())
    await seat.shows("Bert's turn.")
    written = len(seat.terminal.raw)
    host.send(msgspec.structs.replace(wait(), turn=2, trick=[*wait().trick, m.Laid(seat=1, card="KC")], winning=1))
    await seat.shows("Ann's turn.", "Bert's K♣ is winning so far.")
    sent = len(seat.terminal.raw[written:].encode())
    rows.append(("a card played, on its way to the terminal", sent, 500, "bytes"))
    drawn = seat.client.screen.app.render_counter
    host.send(*([trick(), wait()] * (BURST // 2)), table(state="waiting"))
    await seat.shows("Maria (you)")
    redraws = seat.client.screen.app.render_counter - drawn
    rows.append((f"redraws for a burst of {BURST} messages", redraws, 20, "redraws"))


def idling() -> Row:
    """What the real client takes of a processor while somebody else is to play."""
    taken: list[float] = []

    async def script() -> None:
        async with _program(table(), wait()) as process:
            await process.terminal.shows("Bert's turn.")
            await asyncio.sleep(2)  # it looks through its memory once, and the last keys of a start may come
            before = process.cpu_seconds
            await asyncio.sleep(IDLE)
            taken.append((process.cpu_seconds - before) / IDLE * 100)

    asyncio.run(script())
    return ("CPU at idle", taken[0], 0.005, "%")


def main() -> int:
    rows = [starting(), drawing(), pressing(), idling()]
    with tempfile.TemporaryDirectory() as folder:
        play(lambda seat, host: _measure(seat, host, rows), Path(folder), after_login=[table(), trick()])
    for name, value, limit, unit in rows:
        print(f"client: {name}: {value:.2f} {unit} (limit {limit:g})")
    return 0 if all(value <= limit for _, value, limit, _ in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
