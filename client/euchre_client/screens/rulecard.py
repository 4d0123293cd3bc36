"""The rules of a table in words: in a few lines beside its seats, and whole on a card, also before anybody sits."""

from __future__ import annotations

from euchre_client.canvas import Canvas
from euchre_client.commands.form import is_rule, values
from euchre_client.commands.lobby import picked
from euchre_client.i18n import tr
from euchre_client.model import Model, Place
from euchre_client.screens.geometry import Tier, tier
from euchre_client.screens.results import draw_sheet, sheet_rows
from euchre_client.text import width, wrap
from euchre_client.words.people import person
from euchre_client.words.rules import rule_card, table_changes, table_facts
from euchre_protocol.messages import TableLine, Value

Styled = tuple[str, str]
"""A line of the card and its style."""


def facts(model: Model, line: TableLine, room: int, rows: int) -> list[str]:
    """Return a table's game and what differs from classic in at most ``rows`` lines; the card has the rest."""
    return _shortened(table_facts(line, _presets(model)), room, rows)


def changes(model: Model, line: TableLine, room: int, rows: int) -> list[str]:
    """Return what differs from classic in few words, in at most ``rows`` lines."""
    return _shortened(table_changes(line, _presets(model)), room, rows)


def _shortened(text: str, room: int, rows: int) -> list[str]:
    lines = wrap(text, room)
    if len(lines) <= rows:
        return lines
    kept = " ".join(lines[: rows - 1])
    whole = kept[: kept.rfind(". ") + 1] or kept  # half a sentence tells nobody a rule
    return [*wrap(whole, room), tr("i: all the rules")][:rows]


def draw(canvas: Canvas, model: Model) -> None:
    """Draw the score by deal and the rules of the table here, chosen or being made; pages where they do not fit."""
    line = table_of(model)
    if line is None:
        return
    bottom, narrow = canvas.bottom, _is_narrow(canvas)
    canvas.clear(1, 0, bottom - 1, canvas.width)
    told = pages(canvas, model, line)
    canvas.pages = len(told)
    page = model.page % len(told)
    text = tr("page {n} of {all}", n=page + 1, all=len(told)) if len(told) > 1 else ""
    if narrow:  # in few rows the words matter more than a frame
        canvas.put(1, 2, person(line.name), "bold", room=canvas.width - 6 - width(text))
        canvas.right(1, canvas.width - 1, text, "class:quiet")
    else:
        canvas.box(1, 1, bottom - 1, canvas.width - 2, "", title=person(line.name))
        if text:
            canvas.clear(bottom - 1, canvas.width - 6 - width(text), 1, width(text) + 2)
            canvas.right(bottom - 1, canvas.width - 5, text)
    column, room = _columns(canvas)
    row = draw_sheet(canvas, model, 2, column, room) if page == 0 else 2
    for offset, (words, style) in enumerate(told[page]):
        canvas.put(row + offset, column, words, style)


def _is_narrow(canvas: Canvas) -> bool:
    return tier(canvas.width, canvas.height) is Tier.COMPACT


def _columns(canvas: Canvas) -> tuple[int, int]:
    """Return where the words begin and how many columns they have."""
    return (2, canvas.width - 4) if _is_narrow(canvas) else (4, canvas.width - 8)


def pages(canvas: Canvas, model: Model, line: TableLine) -> list[list[Styled]]:
    """Return the lines of the card page by page, whole sentences on each; the first leaves room for the score."""
    _, room = _columns(canvas)
    fit = canvas.bottom - 2 - (0 if _is_narrow(canvas) else 2)
    left = fit - sheet_rows(model)
    told: list[list[Styled]] = [[]]
    card = [(text, "bold" if is_head else "") for text, is_head in rule_card(line, _presets(model))]
    for group in _groups(card):
        lines = [(piece, style) for text, style in group for piece in wrap(text, room)]
        if told[-1] and len(lines) > left:
            told.append([])
            left = fit
        told[-1] += lines
        left -= len(lines)
    return told


def _groups(lines: list[Styled]) -> list[list[Styled]]:
    """Put each heading together with the sentence after it."""
    groups: list[list[Styled]] = []
    for line in lines:
        if groups and groups[-1][-1][1] == "bold":
            groups[-1].append(line)
        else:
            groups.append([line])
    return groups


def table_of(model: Model) -> TableLine | None:
    """Return the table whose rules to show: the one we are at, the one being made, or the one chosen in the lobby."""
    if model.table is not None:
        return model.table.line
    if model.place is not Place.CREATE or model.form is None:
        return picked(model)
    rules: dict[str, Value] = {}
    options: dict[str, Value] = {}
    for name, value in values(model).items():
        (rules if is_rule(model, name) else options)[name] = value
    return TableLine(id=0, name=model.form.name, preset=model.form.preset, rules=rules, options=options, seats=[])


def _presets(model: Model) -> dict[str, dict[str, Value]]:
    return model.welcome.presets if model.welcome is not None else {}
