"""The side pane: the last trick, what became of the upcard, and the log with talk."""

from __future__ import annotations

from euchre_client.canvas import Canvas
from euchre_client.i18n import mark, tr
from euchre_client.model import Line, Model, scene, you
from euchre_client.screens.geometry import Places
from euchre_client.text import cut, pad, wrap
from euchre_client.words.cards import card_text
from euchre_client.words.screen import log_line
from euchre_protocol.messages import View

_UPCARD = {
    "taken": mark("The {card} was taken"),
    "down": mark("The {card} was turned down"),
    "left": mark("The {card} was left lying"),
}


def draw(canvas: Canvas, model: Model, view: View | None, at: Places) -> None:
    """Draw the line between table and pane, and the pane."""
    for row in range(1, at.prompt):
        canvas.put(row, at.left, "│", "class:frame")
    row = 1 if view is None else _draw_last(canvas, model, view, at)
    draw_log(canvas, model, row, at.prompt, at.left + 2)


def _draw_last(canvas: Canvas, model: Model, view: View, at: Places) -> int:
    """Draw the last trick and return the row after it."""
    column, row = at.left + 2, 1
    room = at.width - column - 1
    if view.last:
        canvas.put(row, column, tr("Last trick"), "bold", room=room)
        for laid in view.last:
            row += 1
            name = tr("You") if laid.seat == you(model) else scene(model).names[laid.seat]
            text = canvas.put(row, column, f" {pad(name, 12)}{card_text(laid.card):>4}")
            if laid.seat == view.last_winner:
                canvas.put(row, text, " ◄", "class:turn")
        row += 1
    if view.upcard is not None and view.trump is not None and view.upcard_is in _UPCARD and view.phase == "play":
        for piece in wrap(tr(_UPCARD[view.upcard_is], card=card_text(view.upcard)), room):
            canvas.put(row, column, piece, "class:quiet")
            row += 1
    if row > 1:
        canvas.put(row, at.left + 1, "─" * (at.width - at.left - 1), "class:frame")
        row += 1
    return row


def line_text(line: Line) -> str:
    """Return a line of the log in words; empty for what needs none."""
    if line.event is None or line.scene is None:
        who = tr("{name} (watching)", name=line.speaker) if line.watching else line.speaker
        return f"{who}: {line.said}"
    return log_line(line.event, line.scene)


def _style(line: Line) -> str:
    """Talk stands out against what happened, and where a deal begins can be found."""
    if line.event is None:
        return ""
    return "bold" if line.event.do == "deal" else "class:quiet"


def draw_log(canvas: Canvas, model: Model, top: int, bottom: int, column: int, *, right: int | None = None) -> None:
    """Draw the newest lines of the log from ``bottom`` upwards; scrolled back, older ones and a line that says so."""
    room = (canvas.width if right is None else right) - column - 1
    row = bottom - 1
    lines = model.log[: len(model.log) - model.scrolled] if model.scrolled else model.log
    if model.scrolled:
        canvas.put(row, column, cut(tr("▼ {n} newer: PgDn", n=model.scrolled), room), "class:turn")
        row -= 1
    for line in reversed(lines):
        text = line_text(line)
        if not text:
            continue
        pieces = wrap(text, room)
        if row - len(pieces) + 1 < top:
            break
        for offset, piece in enumerate(reversed(pieces)):
            canvas.put(row - offset, column, piece, _style(line))
        row -= len(pieces)
