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
from euchre_client.i18n import use_language
from euchre_client.styles import Capabilities
from euchre_protocol.messages import Message
from tools import movie
from tools.svg import picture

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"

SCENES: dict[str, tuple[list[Message], str]] = {
    # name: (what the host sends, the key that chooses)
    "bidding": ([table(), *TALK[:1], bid1()], "2"),
    "trick": ([table(), *TALK, trick()], "3"),
}

TITLES = {
    "bidding": "Bidding in Euchre: the nine of hearts is turned up, and ordering it up is chosen",
    "trick": "A trick in progress: hearts were led, and the line below says why the nine of diamonds may not be played",
    "bidding.it": "La chiamata: il nove di cuori è scoperto, e si sceglie di farlo prendere",
    "trick.it": "Una presa in corso: uscita a cuori, e la riga sotto dice perché il nove di quadri non si può giocare",
    "bidding.bg": "Обявите: деветката купа е отворена и е избрано да се вземе",
    "trick.bg": "Взятка: излязоха с купа, а редът долу казва защо деветката каро не може да се играе",
    "bidding.el": "Οι δηλώσεις: το εννιά κούπα είναι ανοιχτό, και διαλέγουμε το «σήκωσέ το»",
    "trick.el": "Μια μπάζα: βγήκε κούπα, και η γραμμή κάτω λέει γιατί δεν παίζεται το εννιά καρό",
}
"""The pictures by their file names: the scene, and after a dot the language if it is not English."""


def draw(name: str) -> str:
    """Return one picture of ``TITLES`` as an SVG document."""
    scene, _, language = name.partition(".")
    messages, key = SCENES[scene]
    drawn: list[str] = []

    async def script(seat: Seat, host: Host) -> None:
        await seat.terminal.until(lambda: seat.client.model.view is not None)
        seat.type(key)
        await seat.terminal.until(lambda: seat.client.model.pick is not None)
        await seat.terminal.until(lambda: seat.terminal.text() == _expected(seat))
        drawn.append(picture(seat.terminal.screen, TITLES[name]))

    use_language(language or "en")
    try:
        with tempfile.TemporaryDirectory() as folder:
            play(script, Path(folder), after_login=messages)
    finally:
        use_language("en")
    return drawn[0]


def _expected(seat: Seat) -> str:
    size = seat.terminal.size
    return "\n".join(screens.draw(seat.client.model, size.columns, size.rows, Capabilities()).text())


def main() -> None:
    """Draw all pictures into docs/pictures."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in TITLES:
        path = FOLDER / f"{name}.svg"
        path.write_text(draw(name), encoding="utf-8")
        print(path.relative_to(FOLDER.parents[1]))
    path = FOLDER / f"{movie.NAME}.svg"
    path.write_text(movie.draw(), encoding="utf-8")
    print(path.relative_to(FOLDER.parents[1]))


if __name__ == "__main__":
    main()
