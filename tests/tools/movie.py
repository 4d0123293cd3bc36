"""Draws the moving picture of docs/pictures, from the first bid to the end of a deal: part of ``make pictures``.

The cards are dealt by hand and the bots play by rule of thumb, so that the deal is the same every time. Maria's screen
is the running client's at an emulated terminal; each thing she sees or does is a frame.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from html import escape
from pathlib import Path
from random import Random

import msgspec

import euchre_engine as engine
from client.emulator import Host, Seat, play
from client.samples import model, table
from euchre_client import screens
from euchre_client.model import question
from euchre_client.styles import Capabilities
from euchre_engine.bots import choose
from euchre_protocol import messages as m
from euchre_server.game import Game
from euchre_server.views import Board, Frame, to_wire
from tools.svg import picture

NAME = "deal"
TITLE = "A deal of Euchre played by keys: the bids, five tricks, and the points"
ME, DEALER = 0, 3
DEALT = (
    "JH AH TH 9D QC 9C KC AS 9S TD JD KH QS AC 9H TC KD QD JS TS QH JC AD KS"  # to each seat five, the upcard, kitty
)
LOOK, THINK = 1.0, 0.8
"""Seconds that a frame stays: something to look at, and the moment between choosing and Enter."""
LONG = 2.5
"""Seconds that the first and the last frame and a finished trick stay."""

Span = tuple[float, float]
"""From when to when something is seen, in seconds."""

Shot = tuple[m.View, str, float]
"""What the host sends, the keys that Maria presses then, and how long it is looked at."""


def shots() -> Iterator[Shot]:
    """Play the deal, and give what Maria sees of it."""
    game = Game(engine.PRESETS["classic"], DEALER, "")
    events = game.deal([engine.parse_card(card) for card in DEALT.split()])
    rng, number, length = Random(1), 0, LONG
    while game.state.result is None:
        seat = game.state.turn
        assert seat is not None
        action = choose(engine.view(game.state, seat), rng)
        news = [each.for_seat(ME) for each in events]
        number += 1
        board = Board(engine.Scene(game.state), Frame(number, decision=number))
        message = board.message(ME, ask=seat == ME, events=news, history=number == 1)
        yield message, _key(message, action) if seat == ME else "", length
        taken = sum(game.state.tricks)
        events, length = game.act(seat, action), LOOK
        if sum(game.state.tricks) > taken:
            number += 1
            news = [each.for_seat(ME) for each in events]
            board = Board(engine.Scene(game.state), Frame(number, pause="trick", pause_ms=1500))
            yield board.message(ME, events=news), "", LONG
            events = []
    board = Board(engine.Scene(game.state), Frame(number + 1, pause="deal", pause_ms=12000))
    yield board.message(ME, events=[each.for_seat(ME) for each in events]), "", 2 * LONG


def _key(message: m.View, action: engine.Action) -> str:
    """Return the digit that chooses ``action``."""
    wire = to_wire(action)
    choices = [choice.action for choice in question(model(table(), message))]
    return str(choices.index(wire) + 1)


def draw() -> str:
    """Return the moving picture as an SVG document."""
    frames: list[tuple[str, float]] = []

    async def script(seat: Seat, host: Host) -> None:
        await seat.terminal.until(lambda: seat.client.model.table is not None)
        for message, key, length in shots():
            host.send(message)
            await _add(seat, frames, length, message.version)
            if key:
                seat.type(key)
                await seat.terminal.until(lambda: seat.client.model.pick is not None)
                await _add(seat, frames, THINK, message.version)

    with tempfile.TemporaryDirectory() as folder:
        play(script, Path(folder), after_login=[msgspec.structs.replace(table(deal=1, score=[0, 0]), sheet=[])])
    return moving(frames)


async def _add(seat: Seat, frames: list[tuple[str, float]], length: float, version: int) -> None:
    """Wait until the terminal shows the view of that version, whole, and keep the picture."""
    size = seat.terminal.size

    def drawn() -> bool:
        view = seat.client.model.view
        if view is None or view.version != version:
            return False
        wanted = screens.draw(seat.client.model, size.columns, size.rows, Capabilities()).text()
        return seat.terminal.text() == "\n".join(wanted)

    await seat.terminal.until(drawn)
    frames.append((picture(seat.terminal.screen, ""), length))


def moving(frames: list[tuple[str, float]]) -> str:
    """Return the frames as one picture that shows them one after another, for ever.

    A line that many frames share is written once and shown in each of them, and lines that come and go together share
    one timing. Where nothing moves (a viewer without animation, a person who asked for less motion) the last frame is
    seen.
    """
    total = sum(length for _, length in frames)
    head, foot = frames[0][0].split("\n")[:4], ["</g>", "</svg>", ""]
    head[1] = f"<title>{escape(TITLE)}</title>"
    parts: dict[str, list[Span]] = {}
    at = 0.0
    for text, length in frames:
        for line in text.split("\n")[4:-3]:
            spans = parts.setdefault(line, [])
            if spans and spans[-1][1] == at:
                spans[-1] = (spans[-1][0], at + length)
            else:
                spans.append((at, at + length))
        at += length
    together: dict[tuple[Span, ...], list[str]] = {}
    for line, spans in parts.items():
        together.setdefault(tuple(spans), []).append(line)
    body = [_timed("\n".join(lines), spans, total) for spans, lines in together.items()]
    return "\n".join([*head, *body, *foot])


def _timed(lines: str, spans: tuple[Span, ...], total: float) -> str:
    """Show lines in their spans of time; those that are always there need no timing."""
    if len(spans) == 1 and spans[0][1] - spans[0][0] >= total - 1e-9:
        return lines
    times, values = [0.0], [1 if spans[0][0] == 0 else 0]
    for begin, end in spans:
        for moment, value in ((begin, 1), (end, 0)):
            if 0 < moment < total - 1e-9:
                times.append(moment / total)
                values.append(value)
    shown = "inline" if spans[-1][1] >= total - 1e-9 else "none"
    keys = ";".join(f"{moment:.4f}".rstrip("0").rstrip(".") for moment in times)
    states = ";".join("inline" if value else "none" for value in values)
    animate = (
        f'<animate attributeName="display" dur="{total:g}s" repeatCount="indefinite" calcMode="discrete"'
        f' keyTimes="{keys}" values="{states}"/>'
    )
    return f'<g display="{shown}">{animate}\n{lines}\n</g>'
