"""Lobby, seats and the form of a new table in few rows."""

from __future__ import annotations

from euchre_client.canvas import Canvas
from euchre_client.commands.form import row, rows
from euchre_client.commands.lobby import picked, tables
from euchre_client.i18n import tr
from euchre_client.model import Form, Model, you
from euchre_client.screens.create import field_lines, is_alive, title, value_words
from euchre_client.screens.lobby import state_words
from euchre_client.screens.pane import draw_log
from euchre_client.screens.rulecard import facts
from euchre_client.screens.seats import seat_state
from euchre_client.text import cut, pad, width, wrap
from euchre_client.words.people import person
from euchre_protocol.messages import Table


def window(count: int, chosen: int, room: int) -> range:
    """Return which of ``count`` lines to show in ``room`` rows so that the chosen one is among them."""
    first = min(max(0, chosen - room // 2), max(0, count - room))
    return range(first, min(count, first + room))


def draw_lobby(canvas: Canvas, model: Model, bottom: int) -> None:
    """Draw the tables, what the chosen one plays, and the newest talk."""
    lines = tables(model)
    if not lines:
        for offset, text in enumerate(wrap(tr("There is no table yet."), canvas.width - 4)):
            canvas.put(2 + offset, 2, text)
    ids = [line.id for line in lines]
    chosen = ids.index(model.table_pick) if model.table_pick in ids else 0
    shown = window(len(lines), chosen, bottom - 5)
    for offset, index in enumerate(shown):
        line = lines[index]
        taken = sum(info.kind != "free" for info in line.seats)
        sign = "►" if index == chosen else " "
        text = f"{sign} {index + 1}  {pad(person(line.name), 14)} {taken}/{len(line.seats)}  {state_words(line)}"
        canvas.put(1 + offset, 1, text, "class:chosen" if index == chosen else "", room=canvas.width - 2)
    picked_line = picked(model)
    after = 2 + len(shown)
    if picked_line is not None:
        for text in facts(model, picked_line, canvas.width - 4, 3):
            canvas.put(after, 2, text, "class:quiet")
            after += 1
    draw_log(canvas, model, after, bottom, 1)


def draw_seats(canvas: Canvas, model: Model, table: Table, bottom: int) -> None:
    """Draw one line a seat, the game, and the newest lines of the log."""
    for seat, info in enumerate(table.line.seats):
        name = person(info.name) or tr("free")
        name = tr("{name} (you)", name=name) if seat == you(model) else name
        style = "class:chosen" if seat == model.seat_pick else "class:turn" if seat == you(model) else ""
        canvas.put(1 + seat, 2, f"{seat + 1}  {pad(name, 20)} {seat_state(info)}", style, room=canvas.width - 3)
    after = 2 + len(table.line.seats)
    for text in facts(model, table.line, canvas.width - 4, 3):
        canvas.put(after, 2, text, "class:quiet")
        after += 1
    draw_log(canvas, model, after, bottom, 1)


def draw_form(canvas: Canvas, model: Model, form: Form, bottom: int) -> None:
    """Draw the lines around the cursor, and below them what the chosen one means."""
    names = rows(model)
    fit = max(3, (bottom - 1) // 2)
    for offset, index in enumerate(window(len(names), form.row, fit)):
        name = names[index]
        chosen = index == form.row
        style = "class:chosen" if chosen else "" if is_alive(model, name) else "class:dead"
        value = cut(value_words(model, form, name), canvas.width // 2)
        label = cut(title(name), canvas.width - width(value) - 6)
        canvas.put(1 + offset, 1, f"{'►' if chosen else ' '} {label}", style)
        canvas.right(1 + offset, canvas.width - 1, value, style)
    canvas.put(1 + fit, 1, "─" * (canvas.width - 2), "class:frame")
    for offset, text in enumerate(field_lines(model, row(model), canvas.width - 2)[: bottom - fit - 2]):
        canvas.put(2 + fit + offset, 1, text)
