"""The side pane: the last trick, what became of the upcard, and the log with talk."""

from __future__ import annotations

from collections.abc import Sequence

from euchre_client.canvas import Canvas
from euchre_client.i18n import mark, tr
from euchre_client.model import Line, Model, scene, you
from euchre_client.screens.geometry import Places
from euchre_client.screens.results import draw_sheet
from euchre_client.text import pad, wrap
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
    if at.large and view is not None:
        _draw_large(canvas, model, view, at)
        return
    row = 1 if view is None else _draw_last(canvas, model, view, 1, at)
    draw_log(canvas, model, row, at.prompt, at.left + 2)


def _draw_large(canvas: Canvas, model: Model, view: View, at: Places) -> None:
    """Draw the score, the last trick, this deal and the talk one below the other."""
    column, row = at.left + 2, 1
    if model.table is not None and model.table.sheet:
        row = draw_sheet(canvas, model, row, column, at.width - column - 1)
        row = _draw_rule(canvas, row, at)
    row = _draw_last(canvas, model, view, row, at)
    middle = row + (at.prompt - row) // 2
    canvas.put(row, column, tr("This deal"), "bold")
    canvas.put(middle + 1, column, tr("Talk"), "bold")
    _draw_rule(canvas, middle, at)
    now = _of_this_deal(model.log, view.deal)
    talk = [line for line in model.log if line.event is None]
    _draw_lines(canvas, now, (row + 1, middle), (column, at.width))
    _draw_lines(canvas, talk[: len(talk) - model.scrolled], (middle + 2, at.prompt), (column, at.width))


def _of_this_deal(log: Sequence[Line], deal: int) -> list[Line]:
    """Return what happened in the deal on the table: back to the deal before it, or to the end of the game before."""
    lines: list[Line] = []
    for line in reversed(log):
        if line.event is None:
            continue
        if line.deal != deal or line.event.do == "start":
            break
        lines.append(line)
    return lines[::-1]


def _draw_rule(canvas: Canvas, row: int, at: Places) -> int:
    canvas.put(row, at.left + 1, "─" * (at.width - at.left - 1), "class:frame")
    return row + 1


def _draw_last(canvas: Canvas, model: Model, view: View, row: int, at: Places) -> int:
    """Draw the last trick from ``row`` on and return the row after it."""
    top, column = row, at.left + 2
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
    return _draw_rule(canvas, row, at) if row > top else row


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


def draw_log(canvas: Canvas, model: Model, top: int, bottom: int, column: int) -> None:
    """Draw the newest lines of the log from ``bottom`` upwards; scrolled back, older ones and a line that says so."""
    lines = model.log[: len(model.log) - model.scrolled] if model.scrolled else model.log
    if model.scrolled and bottom > top:
        bottom -= 1
        canvas.put(
            bottom, column, tr("▼ {n} newer: PgDn", n=model.scrolled), "class:turn", room=canvas.width - column - 1
        )
    _draw_lines(canvas, lines, (top, bottom), (column, canvas.width))


def _draw_lines(canvas: Canvas, lines: Sequence[Line], rows: tuple[int, int], columns: tuple[int, int]) -> None:
    """Draw the last ones of ``lines`` that fit between the rows and the columns given, each range without its end."""
    (top, bottom), (left, right) = rows, columns
    row = bottom - 1
    for line in reversed(lines):
        text = line_text(line)
        if not text:
            continue
        pieces = wrap(text, right - left - 1)
        if row - len(pieces) + 1 < top:
            break
        for offset, piece in enumerate(reversed(pieces)):
            canvas.put(row - offset, left, piece, _style(line))
        row -= len(pieces)
