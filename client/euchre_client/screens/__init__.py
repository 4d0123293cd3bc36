"""The screens: pure functions from the model to a grid of styled cells."""

from __future__ import annotations

from euchre_client.canvas import Canvas
from euchre_client.i18n import tr
from euchre_client.keymap import QUESTIONS, Context, context
from euchre_client.model import Form, Model, Overlay, Place, playing, rule, scene, you
from euchre_client.screens import create, frame, help, lobby, overlays, play, reach, results, rulecard, seats, small
from euchre_client.screens.compact import results as compact_results
from euchre_client.screens.compact import rooms
from euchre_client.screens.compact import table as compact_table
from euchre_client.screens.frame import body_end
from euchre_client.screens.geometry import Tier, tier
from euchre_client.styles import Capabilities
from euchre_client.words.people import person
from euchre_client.words.screen import Prompt, game_prompt, notice_line, own_first, score_texts, trump_texts
from euchre_protocol.messages import View

Status = list[tuple[str, ...]]
"""The parts of the status row, each from its longest form to its shortest."""


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
    status = _draw_place(canvas, model)
    if model.link.state in {"lost", "closed"} and model.place in {Place.LOBBY, Place.CREATE, Place.TABLE}:
        canvas.restyle("class:quiet")
    _draw_overlay(canvas, model, where)
    _draw_status(canvas, model, status)
    first, second = _prompt(model, where)
    if model.notice is not None and where not in {Context.LEAVING, Context.LOST, Context.CLOSED}:
        second = notice_line(model.notice, model)
    frame.draw_prompt(canvas, first, second, urgent=where in QUESTIONS)
    frame.draw_keys(canvas, model, where)
    return canvas


def _draw_place(canvas: Canvas, model: Model) -> Status:
    """Draw where the person is and return the parts of the status row."""
    if model.place is Place.ADDRESS:
        reach.draw_address(canvas, model)
    elif model.place is Place.CONNECTING:
        reach.draw_connecting(canvas, model)
    elif model.place is Place.LOBBY:
        _draw_lobby(canvas, model)
        return [(text,) for text in lobby.status(model)]
    elif model.place is Place.CREATE and model.form is not None:
        _draw_form(canvas, model, model.form)
        return [(tr("Create a table"),)]
    elif model.table is not None:
        return _draw_table(canvas, model)
    return [("Euchre",), (model.link.address,)]


def _narrow(canvas: Canvas) -> bool:
    return tier(canvas.width, canvas.height) is Tier.COMPACT


def _draw_lobby(canvas: Canvas, model: Model) -> None:
    if _narrow(canvas):
        rooms.draw_lobby(canvas, model, body_end(canvas.width, canvas.height))
    else:
        lobby.draw(canvas, model)


def _draw_form(canvas: Canvas, model: Model, form: Form) -> None:
    if _narrow(canvas):
        rooms.draw_form(canvas, model, form, body_end(canvas.width, canvas.height))
    else:
        create.draw(canvas, model, form)


def _draw_table(canvas: Canvas, model: Model) -> Status:
    view = playing(model)
    if model.table is None:
        return []
    if view is not None:
        if _narrow(canvas):
            _draw_compact_game(canvas, model, view)
        else:
            _draw_game(canvas, model, view)
        return _game_status(model, view)
    if _narrow(canvas):
        rooms.draw_seats(canvas, model, model.table, body_end(canvas.width, canvas.height))
    else:
        seats.draw(canvas, model, model.table)
    return [(text,) for text in seats.status(model, model.table)]


def _draw_game(canvas: Canvas, model: Model, view: View) -> None:
    at = play.draw(canvas, model, view)
    if view.over is not None:
        results.draw_over(canvas, model, view.over, at)
    elif view.pause == "deal" and view.result is not None:
        results.draw_result(canvas, model, view, view.result, at)


def _draw_compact_game(canvas: Canvas, model: Model, view: View) -> None:
    bottom = body_end(canvas.width, canvas.height)
    if view.over is not None:
        compact_results.draw_over(canvas, model, view.over, bottom)
    elif view.pause == "deal" and view.result is not None:
        compact_results.draw_result(canvas, model, view, view.result, bottom)
    else:
        compact_table.draw(canvas, model, view, bottom)


def _game_status(model: Model, view: View) -> Status:
    parts: Status = [(tr("WATCHING"),)] if you(model) is None else []
    if view.over is not None:
        parts.append((tr("Game over"),))
    parts.append(score_texts(model, view.score, int(rule(model, "target", 10))))
    if view.over is None and (trump := trump_texts(model, view)):
        counts = "-".join(str(count) for count in own_first(view.tricks, model))
        parts.extend((trump, (tr("Tricks {counts}", counts=counts), counts)))
    return parts


def _draw_overlay(canvas: Canvas, model: Model, where: Context) -> None:
    if where is Context.HELP:
        help.draw(canvas, model, context(model.but(overlay=Overlay.NONE), small=False))
    elif where is Context.LEAVING:
        overlays.draw_leave(canvas, model)
    elif where is Context.SHEET:
        rulecard.draw(canvas, model)
    elif where is Context.TRICK:
        overlays.draw_tricks(canvas, model)
    elif where is Context.SETTINGS:
        overlays.draw_settings(canvas, model)


def _draw_status(canvas: Canvas, model: Model, parts: Status) -> None:
    canvas.clear(0, 0, 1, canvas.width)
    if model.link.state == "lost" and model.place is not Place.CONNECTING:
        left = reach.seconds_left(model)
        frame.draw_status(
            canvas,
            [(tr("NO CONNECTION"),), (tr("trying again in {n} s (attempt {k})", n=left, k=model.link.attempt + 1),)],
            model.link.address,
        )
        return
    frame.draw_status(canvas, parts, frame.link_text(model) if model.link.state == "up" else "")


def _prompt(model: Model, where: Context) -> Prompt:
    if where is Context.LOST:
        return tr("The connection is lost; a bot keeps your seat."), tr("Enter tries again now.")
    if where is Context.CLOSED:
        return model.link.failure, tr("Enter tries again, q leaves.")
    if where is Context.LEAVING:
        return overlays.leave_prompt(model)
    if where is Context.SETTINGS:
        return overlays.settings_prompt(model)
    first, second = _place_prompt(model)
    return first, tr("Cards wait: close this first (Enter or Esc).") if where is Context.TALKING and playing(
        model
    ) else second


def _place_prompt(model: Model) -> Prompt:
    view = playing(model)
    match model.place:
        case Place.ADDRESS:
            return reach.address_prompt(model)
        case Place.CONNECTING:
            return reach.connecting_prompt(model)
        case Place.LOBBY:
            return lobby.prompt(model)
        case Place.CREATE if model.form is not None:
            return create.prompt(model, model.form)
        case Place.TABLE if model.table is not None and view is None:
            return seats.prompt(model, model.table)
        case _ if view is not None:
            return _view_prompt(model, view)
        case _:
            return "", ""


def _view_prompt(model: Model, view: View) -> Prompt:
    if view.over is not None:
        return results.over_prompt(model)
    if view.pause == "deal" and view.result is not None:
        return results.result_prompt(model, view)
    return game_prompt(model, view)


def table_title(model: Model) -> str:
    """Return a title for the terminal's window."""
    view = playing(model)
    if view is not None and view.turn is not None and view.turn == you(model):
        return tr("Your turn - Euchre")
    name = person(model.table.line.name) if model.table is not None else ""
    return tr("{table} - Euchre", table=name) if name else "Euchre"


__all__ = ["draw", "scene", "table_title", "too_small"]
