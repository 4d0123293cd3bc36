"""The screens: pure functions from the model to a grid of styled cells."""

from __future__ import annotations

from typing import TYPE_CHECKING

from euchre_client.canvas import Canvas
from euchre_client.i18n import tr
from euchre_client.keymap import QUESTIONS, Context, context
from euchre_client.model import Form, Model, Notice, Overlay, Place, clock_left, playing, scene, you
from euchre_client.screens import frame, reach, small
from euchre_client.screens.frame import Status
from euchre_client.screens.geometry import Tier, tier
from euchre_client.styles import Capabilities
from euchre_client.words.people import person

if TYPE_CHECKING:
    from euchre_client.words.screen import Prompt
    from euchre_protocol.messages import Table

# Whoever starts waits for what this module imports, so a screen that cannot be the first is imported where it is drawn.


def too_small(width: int, height: int) -> bool:
    """Say whether a window is too small to draw a table; keys are dead then."""
    return tier(width, height) is Tier.MESSAGE


def draw(model: Model, width: int, height: int, caps: Capabilities) -> Canvas:
    """Draw the whole screen.

    Args:
        model: What to show.
        width: Columns of the window.
        height: Rows of the window.
        caps: What the terminal can show.
    """
    canvas = Canvas(width, height, ascii_only=caps.ascii_only)
    if too_small(width, height):
        small.draw(canvas, model)
        return canvas
    where = context(model, small=False)
    first, second = _prompt(model, where)
    if model.notice is not None and _told(model.notice, where):
        from euchre_client.words.screen import notice_line

        second = notice_line(model.notice, model)
    prompt = frame.prompt_lines(canvas, first, second, urgent=where in QUESTIONS)
    status = _draw_place(canvas, model)
    if model.link.state in {"lost", "closed"} and model.place in {Place.LOBBY, Place.CREATE, Place.TABLE}:
        canvas.restyle("class:quiet")
    _draw_overlay(canvas, model, where)
    _draw_status(canvas, model, status)
    frame.draw_prompt(canvas, prompt)
    frame.draw_keys(canvas, model, where)
    return canvas


def _draw_place(canvas: Canvas, model: Model) -> Status:
    """Draw where the person is and return the parts of the status row."""
    if model.place is Place.ADDRESS:
        from euchre_client.screens import hosts

        hosts.draw(canvas, model)
    elif model.place is Place.CONNECTING:
        reach.draw_connecting(canvas, model)
    elif model.place is Place.LOBBY:
        return _draw_lobby(canvas, model)
    elif model.place is Place.CREATE and model.form is not None:
        return _draw_form(canvas, model, model.form)
    elif model.table is not None:
        return _draw_table(canvas, model, model.table)
    return [("Euchre",), (model.link.address,)]


def _narrow(canvas: Canvas) -> bool:
    return tier(canvas.width, canvas.height) is Tier.COMPACT


def _draw_lobby(canvas: Canvas, model: Model) -> Status:
    from euchre_client.screens import lobby
    from euchre_client.screens.compact import rooms

    if _narrow(canvas):
        rooms.draw_lobby(canvas, model, canvas.bottom)
    else:
        lobby.draw(canvas, model)
    return [(text,) for text in lobby.status(model)]


def _draw_form(canvas: Canvas, model: Model, form: Form) -> Status:
    from euchre_client.screens import create
    from euchre_client.screens.compact import rooms

    if _narrow(canvas):
        rooms.draw_form(canvas, model, form, canvas.bottom)
    else:
        create.draw(canvas, model, form)
    return [(tr("Create a table"),)]


def _draw_table(canvas: Canvas, model: Model, table: Table) -> Status:
    view = playing(model)
    if view is not None:
        from euchre_client.screens import game

        game.draw(canvas, model, view)
        return game.status(model, view)
    from euchre_client.screens import seats
    from euchre_client.screens.compact import rooms

    if _narrow(canvas):
        rooms.draw_seats(canvas, model, table, canvas.bottom)
    else:
        seats.draw(canvas, model, table)
    return [(text,) for text in seats.status(model, table)]


def _draw_overlay(canvas: Canvas, model: Model, where: Context) -> None:
    if where is Context.HELP:
        from euchre_client.screens import help

        help.draw(canvas, model, context(model.but(overlay=Overlay.NONE), small=False))
    elif where is Context.LEAVING:
        from euchre_client.screens import overlays

        overlays.draw_leave(canvas, model)
    elif where is Context.SHEET:
        from euchre_client.screens import rulecard

        rulecard.draw(canvas, model)
    elif where is Context.TRICK:
        from euchre_client.screens import overlays

        overlays.draw_tricks(canvas, model)
    elif where is Context.SETTINGS:
        from euchre_client.screens import overlays

        overlays.draw_settings(canvas, model)
    elif where is Context.DEEDS:
        from euchre_client.screens import deeds

        deeds.draw(canvas, model)
    elif where is Context.HINT:
        from euchre_client.screens import hint

        hint.draw(canvas, model)
    elif where is Context.REVIEW:
        from euchre_client.screens import review

        review.draw(canvas, model)


def _draw_status(canvas: Canvas, model: Model, parts: Status) -> None:
    canvas.cover(0, 1)
    if model.link.state == "lost" and model.place is not Place.CONNECTING:
        left = reach.seconds_left(model)
        frame.draw_status(
            canvas,
            [(tr("NO CONNECTION"),), (tr("trying again in {n} s (attempt {k})", n=left, k=model.link.attempt + 1),)],
            model.link.address,
        )
        return
    up = model.link.state == "up"
    clock = clock_left(model) if up else None
    view = playing(model)
    mine = clock is not None and view is not None and view.turn == you(model)
    right = frame.corner_text(model, clock, narrow=_narrow(canvas)) if up else ""
    frame.draw_status(canvas, parts, right, style="class:turn" if mine else "class:quiet")


def _told(notice: Notice, where: Context) -> bool:
    """Say whether a notice stands in the prompt: beside leaving or a lost host only what belongs there."""
    return where not in {Context.LEAVING, Context.LOST, Context.CLOSED} or notice.code == "interrupt_again"


def _prompt(model: Model, where: Context) -> Prompt:
    if where is Context.LOST:
        seated = model.place is Place.TABLE and you(model) is not None
        lost = tr("The connection is lost; your seat is kept.") if seated else tr("The connection is lost.")
        return model.link.waits or lost, tr("Enter tries again now.")
    if where is Context.CLOSED:
        return model.link.failure, tr("Enter tries again, q leaves.")
    if where in {Context.LEAVING, Context.SETTINGS}:
        from euchre_client.screens import overlays

        return overlays.leave_prompt(model) if where is Context.LEAVING else overlays.settings_prompt(model)
    if where is Context.DEEDS:
        from euchre_client.screens import deeds

        return deeds.prompt(model)
    first, second = _place_prompt(model)
    view = playing(model)
    if where is Context.TALKING and view is not None and view.ask is not None:
        return first, tr("Cards wait: close this first (Enter or Esc).")
    return first, second


def _place_prompt(model: Model) -> Prompt:
    match model.place:
        case Place.ADDRESS:
            from euchre_client.screens import hosts

            return hosts.prompt(model)
        case Place.CONNECTING:
            return reach.connecting_prompt(model)
        case Place.LOBBY:
            from euchre_client.screens import lobby

            return lobby.prompt(model)
        case Place.CREATE if model.form is not None:
            from euchre_client.screens import create

            return create.prompt(model, model.form)
        case _ if model.table is not None:
            return _table_prompt(model, model.table)
        case _:
            return "", ""


def _table_prompt(model: Model, table: Table) -> Prompt:
    usual = _usual_prompt(model, table)
    if table.paused is None and table.proposal is None:
        return usual
    from euchre_client.screens import deeds

    return deeds.council_prompt(model, usual)


def _usual_prompt(model: Model, table: Table) -> Prompt:
    view = playing(model)
    if view is None:
        from euchre_client.screens import seats

        return seats.prompt(model, table)
    from euchre_client.screens import game

    return game.prompt(model, view)


def table_title(model: Model) -> str:
    """Return a title for the terminal's window."""
    view = playing(model)
    if view is not None and view.turn is not None and view.turn == you(model):
        return tr("Your turn - Euchre")
    name = person(model.table.line.name) if model.table is not None else ""
    return tr("{table} - Euchre", table=name) if name else "Euchre"


__all__ = ["draw", "scene", "table_title", "too_small"]
