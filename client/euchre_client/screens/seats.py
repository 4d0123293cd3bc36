"""The table before the start: who sits where, and what is still missing."""

from __future__ import annotations

from euchre_client.canvas import Canvas
from euchre_client.i18n import tr
from euchre_client.model import Model, base_seat, rule, scene, you
from euchre_client.screens import pane, rulecard
from euchre_client.screens.geometry import Places, places
from euchre_client.text import cut
from euchre_client.words.people import bot_words, person
from euchre_client.words.screen import Prompt
from euchre_protocol.messages import SeatInfo, Table

_BOX_WIDTH, _BOX_HEIGHT = 20, 4


def draw(canvas: Canvas, model: Model, table: Table) -> None:
    """Draw the seats around an empty table."""
    at = places(canvas.width, canvas.height)
    pane.draw(canvas, model, None, at)
    infos = table.line.seats
    count = len(infos)
    for seat, info in enumerate(infos):
        row, column = _corner((seat - base_seat(model)) % count, count, at)
        _draw_box(canvas, model, seat, info, row, column)
    _draw_below(canvas, model, table, at)


def _corner(step: int, count: int, at: Places) -> tuple[int, int]:
    """Return where the box of the seat ``step`` places clockwise from the bottom begins."""
    middle = (at.left - _BOX_WIDTH) // 2
    top = 1 if at.height < 24 else 2
    rows = (top, top + _BOX_HEIGHT, top + 2 * _BOX_HEIGHT)
    near, left = (rows[2], middle), (rows[1], 1)
    far, right = (rows[0], middle), (rows[1], at.left - _BOX_WIDTH - 1)
    return {2: (near, far), 3: (near, left, right)}.get(count, (near, left, far, right))[step]


def _draw_box(canvas: Canvas, model: Model, seat: int, info: SeatInfo, row: int, column: int) -> None:
    marked = model.seat_pick == seat
    canvas.box(row, column, _BOX_HEIGHT, _BOX_WIDTH, "class:chosen" if marked else "class:frame", title=str(seat + 1))
    room = _BOX_WIDTH - 4
    name, style = person(info.name), "bold"
    if info.kind == "free":
        name, style = tr("free"), "class:quiet"
    elif seat == you(model):
        name, style = tr("{name} (you)", name=name), "class:turn"
    canvas.put(row + 1, column + 2, name, style, room=room)
    canvas.put(row + 2, column + 2, seat_state(info), room=room)


def seat_state(info: SeatInfo) -> str:
    """Return what to say about who sits in a seat."""
    if info.kind == "free":
        return ""
    if info.kind == "bot":
        return bot_words(info.level)
    if info.away:
        return tr("away")
    return tr("ready") if info.ready else tr("not ready")


def _draw_below(canvas: Canvas, model: Model, table: Table, at: Places) -> None:
    """Write who plays with whom, who watches, and the table's game in the lines below the seats."""
    row = at.prompt - 1
    lines: list[str] = []
    if len(table.line.seats) == 4:
        sides = [scene(model).side_names(side) for side in (0, 1)]
        lines.append(tr("{one} against {two}", one=sides[0], two=sides[1]))
    if table.line.watchers:
        lines.append(tr("Watching: {names}", names=", ".join(person(name) for name in table.line.watchers)))
    lines.extend(rulecard.facts(model, table.line, at.left - 2, 4 - len(lines)))
    for offset, line in enumerate(reversed(lines)):
        canvas.put(row - offset, 1, cut(line, at.left - 2), "class:quiet")


def prompt(model: Model, table: Table) -> Prompt:
    """Say what the table waits for."""
    if table.starts_ms:
        return tr("The game begins."), tr("It starts in {n} s.", n=max(0, round(model.starts_at - model.now)))
    mine = you(model)
    free = sum(info.kind == "free" for info in table.line.seats)
    unready = [person(info.name) for info in table.line.seats if info.kind == "human" and not info.ready]
    if mine is None:
        first = tr("You are watching.")
    elif not table.line.seats[mine].ready:
        return tr("You are not ready yet."), tr("Press Enter when you are ready.")
    else:
        first = tr("You are ready; n takes it back.")
    if free:
        return first, tr("Seats still free: {n}. Press f to fill them with bots.", n=free) if mine is not None else tr(
            "Seats still free: {n}.", n=free
        )
    if unready:
        return first, tr("Waiting for {names}.", names=", ".join(unready))
    return first, tr("The game begins when everybody is ready.")


def status(model: Model, table: Table) -> list[str]:
    """Return the parts of the status row."""
    return [person(table.line.name), tr("to {target} points", target=rule(model, "target", 10))]
