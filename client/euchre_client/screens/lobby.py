"""The lobby: the tables, the chosen one's seats, and talk."""

from __future__ import annotations

from euchre_client.canvas import Canvas
from euchre_client.commands.lobby import free_seat, own_seat, picked, tables
from euchre_client.i18n import tr, trn
from euchre_client.model import Model
from euchre_client.screens import pane
from euchre_client.screens.rulecard import changes
from euchre_client.text import pad, width, wrap
from euchre_client.words.people import bot_words, person
from euchre_client.words.rules import preset_name, target_of
from euchre_client.words.screen import Prompt
from euchre_protocol.messages import SeatInfo, TableLine

_OFFERS = 3
"""Rows under the tables: a blank one, and two for what else can be done."""

_DETAILS = 7
"""Rows for the chosen table: a rule above, one line of rules, up to four seats, and a rule below."""


_SPARE = 1 + 1 + _OFFERS + _DETAILS + 3 + 3
"""Rows of a lobby beside its tables: status, heads, offers, details, talk, and the two prompts with the keys."""


def draw(canvas: Canvas, model: Model) -> None:
    """Draw the list of tables above, the chosen one below it, and the end of the talk."""
    bottom = canvas.height - 3
    talk_rows = 3 + max(0, (canvas.height - 24) // 2)
    if not model.log:
        talk_rows = max(0, talk_rows - max(0, len(tables(model)) + _SPARE - canvas.height))
    details = bottom - talk_rows - _DETAILS
    _draw_tables(canvas, model, details)
    line = picked(model)
    if line is not None:
        _draw_details(canvas, model, line, details)
    else:
        canvas.put(details, 0, "─" * canvas.width, "class:frame")
    pane.draw_log(canvas, model, bottom - talk_rows, bottom, 1)


def _columns(canvas: Canvas) -> tuple[int, ...]:
    """Return the columns of number, name, game, target, seats and state."""
    spare = (canvas.width - 80) // 3
    return (3, 6, 22 + spare, 55 + 2 * spare, 62 + 2 * spare)


def _draw_tables(canvas: Canvas, model: Model, bottom: int) -> None:
    number, name, game, seats, state = _columns(canvas)
    lines = tables(model)
    if not lines:
        canvas.put(3, name, tr("There is no table yet."))
        advice = tr("Press c to create one, or p to play at once against bots.")
        for offset, text in enumerate(wrap(advice, canvas.width - name - 2)):
            canvas.put(4 + offset, name, text)
        return
    ends = {name: game, game: seats, seats: state, state: canvas.width}
    for column, head in ((name, tr("table")), (game, tr("game")), (seats, tr("seats")), (state, tr("state"))):
        canvas.put(1, column, head, "class:quiet", room=ends[column] - column - 1)
    room = bottom - 2 - _OFFERS
    ids = [line.id for line in lines]
    index = ids.index(model.table_pick) if model.table_pick in ids else 0
    first = max(0, min(index - room + 1, len(lines) - room)) if len(lines) > room else 0
    first = min(first, index)
    for offset, line in enumerate(lines[first : first + room]):
        chosen = line.id == model.table_pick
        style = "class:chosen" if chosen else ""
        row = 2 + offset
        if chosen:
            canvas.put(row, 1, "►", "class:chosen")
        if first + offset < 9:
            canvas.put(row, number, str(first + offset + 1), style or "class:key")
        canvas.put(row, name, person(line.name), style, room=game - name - 2)
        canvas.put(row, game, _brief_game(line, seats - game - 1), style, room=seats - game - 1)
        canvas.put(row, seats, f"{_taken(line)}/{len(line.seats)}", style)
        canvas.put(row, state, state_words(line), style, room=canvas.width - state - 1)
    for offset, (key, text) in enumerate((("c", tr("Create a table")), ("p", tr("Play at once: a free seat or bots")))):
        canvas.put(bottom - 2 + offset, number, key, "class:key")
        canvas.put(bottom - 2 + offset, name, text, "class:quiet")
    if room < len(lines):
        canvas.right(bottom - 2, canvas.width - 1, span(range(first, first + room), len(lines)), "class:quiet")


def _game(line: TableLine) -> str:
    return tr("{preset}, to {target}", preset=preset_name(line.preset), target=target_of(line.rules))


def span(shown: range, count: int) -> str:
    """Say which of ``count`` lines are shown, and whether there are more above or below them."""
    above, below = "▲" if shown.start else " ", "▼" if shown.stop < count else " "
    return f"{above}{below} {shown.start + 1}-{shown.stop} / {count}"


def _brief_game(line: TableLine, room: int) -> str:
    """Return the game and its target; a long name without what is said of it after the comma."""
    whole = _game(line)
    if width(whole) <= room:
        return whole
    name = preset_name(line.preset).partition(",")[0]
    return tr("{preset}, to {target}", preset=name, target=target_of(line.rules))


def _taken(line: TableLine) -> int:
    return sum(info.kind != "free" for info in line.seats)


def state_words(line: TableLine) -> str:
    """Return what a table is doing: waiting, the deal and score, or the final score."""
    if line.state == "waiting":
        return tr("waiting")
    score = ":".join(str(points) for points in line.score)
    if line.state == "over":
        return tr("finished {score}", score=score)
    return tr("deal {n}  {score}", n=line.deal, score=score)


def _draw_details(canvas: Canvas, model: Model, line: TableLine, row: int) -> None:
    canvas.put(row, 0, "─" * canvas.width, "class:frame")
    canvas.put(row + 1, 1, _game(line), room=canvas.width - 2)
    for seat, info in enumerate(line.seats):
        canvas.put(row + 2 + seat, 3, str(seat + 1), "class:quiet")
        canvas.put(row + 2 + seat, 6, pad(_who(info), 14))
        canvas.put(row + 2 + seat, 22, _how(info, line), "class:quiet")
    room, rows = canvas.width - 42, _DETAILS - 3
    lines: list[str] = []
    if line.watchers:
        lines = wrap(tr("Watching: {names}", names=", ".join(person(name) for name in line.watchers)), room)[:2]
    lines += changes(model, line, room, rows - len(lines))
    for offset, text in enumerate(lines):
        canvas.put(row + 2 + offset, 41, text, "class:quiet")
    canvas.put(row + _DETAILS - 1, 0, "─" * canvas.width, "class:frame")


def _who(info: SeatInfo) -> str:
    return tr("free") if info.kind == "free" else person(info.name)


def _how(info: SeatInfo, line: TableLine) -> str:
    if info.kind == "bot":
        return bot_words(info.level)
    if info.kind == "free":
        return ""
    if info.away:
        return tr("away, a bot plays")
    if line.state == "waiting":
        return tr("ready") if info.ready else tr("not ready")
    return ""


def prompt(model: Model) -> Prompt:
    """Say what Enter would do with the chosen table."""
    line = picked(model)
    if line is None:
        return tr("No tables."), tr("c makes a table, p plays at once.")
    name = person(line.name)
    if own_seat(line, model.name) is not None:
        return tr("{table}: your seat is kept.", table=name), tr("Enter takes you back to it.")
    free = free_seat(line)
    if free is None:
        return tr("{table} has no free seat now.", table=name), tr("Enter watches it.")
    count = sum(info.kind == "free" for info in line.seats)
    first = trn("{table} has {count} free seat.", "{table} has {count} free seats.", count, table=name)
    return first, tr("Enter takes seat {n}.", n=free + 1)


def status(model: Model) -> list[str]:
    """Return the parts of the status row."""
    people = len(model.lobby.people) if model.lobby is not None else 0
    here = trn("{count} person here", "{count} people here", people)
    return [tr("Lobby of {host}", host=person(model.host)), here, tr("you are {name}", name=person(model.name))]
