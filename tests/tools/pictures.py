"""Draws the pictures of docs/pictures from the running client: ``make pictures``.

The client runs as it does for a player, with its own keys and its own screen, at an emulated terminal and against a
host that sends the same game every time.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from client.emulator import Host, Seat, play
from client.samples import TALK, bid1, table
from client.samples import play as trick
from euchre_client import screens
from euchre_client.styles import Capabilities
from euchre_protocol.messages import Message
from tools import movie
from tools.svg import picture

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"

SCENES: dict[str, tuple[str, list[Message], str, str]] = {
    # name: (title, what the host sends, the keys to press, what the screen shows then)
    "bidding": (
        "Bidding in Euchre: the nine of hearts is turned up, and ordering it up is chosen",
        [table(), *TALK[:1], bid1()],
        "2",
        "Enter orders it up",
    ),
    "trick": (
        "A trick in progress: hearts were led, and the line below says why the nine of diamonds may not be played",
        [table(), *TALK, trick()],
        "3",
        "Not the 9♦",
    ),
}


def draw(name: str) -> str:
    """Return one picture as an SVG document."""
    title, messages, keys, shows = SCENES[name]
    drawn: list[str] = []

    async def script(seat: Seat, host: Host) -> None:
        await seat.terminal.until(lambda: seat.client.model.view is not None)
        seat.type(keys)
        await seat.shows(shows)
        await seat.terminal.until(lambda: seat.terminal.text() == _expected(seat))
        drawn.append(picture(seat.terminal.screen, title))

    with tempfile.TemporaryDirectory() as folder:
        play(script, Path(folder), after_login=messages)
    return drawn[0]


def _expected(seat: Seat) -> str:
    size = seat.terminal.size
    return "\n".join(screens.draw(seat.client.model, size.columns, size.rows, Capabilities()).text())


def main() -> None:
    """Draw all pictures into docs/pictures."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in SCENES:
        path = FOLDER / f"{name}.svg"
        path.write_text(draw(name), encoding="utf-8")
        print(path.relative_to(FOLDER.parents[1]))
    path = FOLDER / f"{movie.NAME}.svg"
    path.write_text(movie.draw(), encoding="utf-8")
    print(path.relative_to(FOLDER.parents[1]))


if __name__ == "__main__":
    main()
