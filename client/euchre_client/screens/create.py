"""The form of a new table: a line for each choice, and what the chosen line means in words."""

from __future__ import annotations

from euchre_client.canvas import Canvas
from euchre_client.commands.form import choices, row, rows, value_of, without_effect
from euchre_client.i18n import tr
from euchre_client.model import Form, Model, field_spec
from euchre_client.text import cut, width, wrap
from euchre_client.words.rules import field_help, field_title, preset_name, value_name
from euchre_client.words.screen import Prompt
from euchre_protocol.messages import FieldSpec

_BOX = 7
"""Rows of the explanation: a frame and five lines."""

_LABEL = 4
"""The column of the titles; the values begin where the longest title ends."""


def draw(canvas: Canvas, model: Model, form: Form) -> None:
    """Draw the lines of the form that fit, around the one the cursor is on, and its explanation."""
    bottom = canvas.height - 3
    names = rows(model)
    room = bottom - _BOX - 1
    first = min(max(0, form.row - room // 2), max(0, len(names) - room))
    values = _LABEL + max(width(title(name)) for name in names) + 4
    for offset, name in enumerate(names[first : first + room]):
        _draw_row(canvas, model, form, name, (1 + offset, values), chosen=first + offset == form.row)
    if first > 0:
        canvas.put(1, canvas.width - 3, "▲", "class:quiet")
    if first + room < len(names):
        canvas.put(room, canvas.width - 3, "▼", "class:quiet")
    _draw_help(canvas, model, row(model), bottom - _BOX)


def _draw_row(canvas: Canvas, model: Model, form: Form, name: str, place: tuple[int, int], *, chosen: bool) -> None:
    at, column = place
    style = "class:chosen" if chosen else "" if is_alive(model, name) else "class:dead"
    if chosen:
        canvas.put(at, 2, "►", "class:chosen")
    canvas.put(at, _LABEL, title(name), style, room=column - _LABEL - 3)
    value = value_words(model, form, name)
    if chosen and _changes(model, name):
        value = f"◄ {value} ►"
        column -= 2
    end = canvas.put(at, column, value, style, room=canvas.width - column - 4)
    if not is_alive(model, name):
        canvas.put(at, end + 2, _why_dead(model, name), "class:quiet", room=canvas.width - end - 6)
    elif name in form.rules or name in form.options:
        canvas.put(at, end + 2, "•", "class:quiet")


def is_alive(model: Model, name: str) -> bool:
    """Say whether a line can be changed: the host plays it, and it has an effect."""
    spec = field_spec(model, name)
    return spec is None or (spec.ready and name not in without_effect(model))


def _why_dead(model: Model, name: str) -> str:
    return tr("(no effect)") if name in without_effect(model) else tr("(not yet)")


def _changes(model: Model, name: str) -> bool:
    spec = field_spec(model, name)
    return name == "preset" or (spec is not None and is_alive(model, name) and len(choices(spec)) > 1)


def title(name: str) -> str:
    """Return a line's title."""
    return {"name": tr("Name of the table"), "preset": tr("Game")}.get(name) or field_title(name)


def value_words(model: Model, form: Form, name: str) -> str:
    """Return a line's value in words."""
    if name == "name":
        return form.name
    if name == "preset":
        return preset_name(form.preset)
    return value_name(name, value_of(model, name))


def _draw_help(canvas: Canvas, model: Model, name: str, at: int) -> None:
    canvas.box(at, 2, _BOX, canvas.width - 4, "class:frame", title=title(name))
    for offset, text in enumerate(canvas.first(field_lines(model, name, canvas.width - 8, _BOX - 2), _BOX - 2)):
        canvas.put(at + 1 + offset, 4, text)


def field_lines(model: Model, name: str, room: int, rows: int) -> list[str]:
    """Return what a line of the form means, broken into lines of ``room`` cells.

    What can be chosen is left out where it would take more than ``rows`` lines: Left and Right tell it as well.
    """
    if name == "name":
        return wrap(tr("How the table is called in the lobby. Press n to type another name."), room)
    if name == "preset":
        return wrap(tr("The game to start from. Everything below can be changed; a dot marks what you changed."), room)
    spec = field_spec(model, name)
    lines = wrap(field_help(name), room)
    if spec is None:
        return lines
    if not spec.ready:
        return [*lines, *wrap(tr("This host does not play it yet: it stays as it is."), room)]
    if name in without_effect(model):
        return [*lines, *wrap(tr("It has no effect together with the other rules chosen."), room)]
    more = wrap(_choices_line(spec), room)
    return [*lines, *more] if len(lines) + len(more) <= rows else lines


def _choices_line(spec: FieldSpec) -> str:
    usual = value_name(spec.name, spec.default)
    if spec.values:
        names = ", ".join(value_name(spec.name, value) for value in spec.values)
        return tr("Choices: {names}. Usual: {usual}.", names=names, usual=usual)
    return tr("From {low} to {high}; digits type a number. Usual: {usual}.", low=spec.low, high=spec.high, usual=usual)


def prompt(model: Model, form: Form) -> Prompt:
    """Say what the line is and what the keys do."""
    name = row(model)
    first = tr("{title}: {value}", title=title(name), value=cut(value_words(model, form, name), 40))
    if not _changes(model, name) and name != "name":
        return first, tr("This cannot be changed here. Enter makes the table.")
    if name == "name":
        return first, tr("n types another name. Enter makes the table.")
    return first, tr("Left/Right changes it. Enter makes the table.")
