"""Lobby, seats and the form of a new table in few rows."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from euchre_client.canvas import Canvas
from euchre_client.commands.form import row, rows
from euchre_client.commands.lobby import picked, tables
from euchre_client.i18n import tr
from euchre_client.model import Form, Model, you
from euchre_client.screens.create import field_lines, is_alive, title, value_words
from euchre_client.screens.lobby import span, state_words
from euchre_client.screens.pane import draw_log
from euchre_client.screens.rulecard import facts
from euchre_client.screens.seats import seat_state
from euchre_client.text import pad, width, wrap
from euchre_client.words.people import person
from euchre_protocol.messages import Table, TableLine

DIGITS = "123456789"
"""The keys that choose a table: there is none for the tenth."""


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
    states = {index: _state(lines[index]) for index in shown}
    names = min([14, *(canvas.width - 7 - width(state) for state in states.values())])
    for offset, index in enumerate(shown):
        sign = "►" if index == chosen else " "
        number = index + 1 if index < len(DIGITS) else " "
        text = f"{sign} {number}  {pad(person(lines[index].name), names)}{states[index]}"
        canvas.put(1 + offset, 1, text, "class:chosen" if index == chosen else "", room=canvas.width - 2)
    picked_line = picked(model)
    after = 2 + len(shown)
    if len(shown) < len(lines):
        canvas.right(after - 1, canvas.width - 1, span(shown, len(lines)), "class:quiet")
    if picked_line is not None:
        for text in facts(model, picked_line, canvas.width - 4, 3):
            canvas.put(after, 2, text, "class:quiet")
            after += 1
    draw_log(canvas, model, after, bottom, 1)


def _state(line: TableLine) -> str:
    taken = sum(info.kind != "free" for info in line.seats)
    return f" {taken}/{len(line.seats)}  {state_words(line)}"


def draw_seats(canvas: Canvas, model: Model, table: Table, bottom: int) -> None:
    """Draw one line a seat, the game, and the newest lines of the log."""
    for seat, info in enumerate(table.line.seats):
        name = person(info.name) or tr("free")
        name = tr("{name} (you)", name=name) if seat == you(model) else name
        style = "class:chosen" if seat == model.seat_pick else "class:turn" if seat == you(model) else ""
        state = seat_state(info)
        name = pad(name, min(20, canvas.width - 7 - width(state)))
        canvas.put(1 + seat, 2, f"{seat + 1}  {name} {state}", style)
    after = 2 + len(table.line.seats)
    for text in facts(model, table.line, canvas.width - 4, 3):
        canvas.put(after, 2, text, "class:quiet")
        after += 1
    draw_log(canvas, model, after, bottom, 1)


def draw_form(canvas: Canvas, model: Model, form: Form, bottom: int) -> None:
    """Draw the lines around the cursor, and below them what the chosen one means."""
    names, above = rows(model), (bottom - 1) // 2
    told = field_lines(model, row(model), canvas.width - 2, bottom - above - 2)
    above = max(1, min(above, bottom - len(told) - 2))
    at = 1
    for name in _around(names, form.row, above, lambda name: len(_entry(canvas, model, form, name))):
        chosen = name == names[form.row]
        style = "class:chosen" if chosen else "" if is_alive(model, name) else "class:dead"
        label, *values = _entry(canvas, model, form, name)[:above]  # the prompt has the value, too
        canvas.put(at, 1, f"{'►' if chosen else ' '} {label}", style)
        for value in values:
            at += 1
            canvas.right(at, canvas.width - 1, value, style)
        at += 1
    after = 1 + above
    if len(told) < bottom - after:  # else the words need its row
        canvas.put(after, 1, "─" * (canvas.width - 2), "class:frame")
        after += 1
    for offset, text in enumerate(canvas.first(told, bottom - after)):
        canvas.put(after + offset, 1, text)


def _entry(canvas: Canvas, model: Model, form: Form, name: str) -> list[str]:
    """Return a line of the form: title and value side by side, or the value below where it is too long for that."""
    label, value = title(name), value_words(model, form, name)
    gap = canvas.width - 4 - width(label) - width(value)
    return [f"{label}{' ' * gap}{value}"] if gap > 1 else [label, value]


def _around(names: Sequence[str], chosen: int, room: int, tall: Callable[[str], int]) -> Sequence[str]:
    """Return the names around the chosen one that fit into ``room`` rows; it stands in the middle if it can."""
    first, end, used = chosen, chosen + 1, tall(names[chosen])
    growing = True
    while growing:
        growing = False
        if first > 0 and used + tall(names[first - 1]) <= room:
            first, growing = first - 1, True
            used += tall(names[first])
        if end < len(names) and used + tall(names[end]) <= room:
            end, growing = end + 1, True
            used += tall(names[end - 1])
    return names[first:end]
