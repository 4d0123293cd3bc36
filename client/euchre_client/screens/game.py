"""The table while a game is on it: in the room there is, with its status row and its prompt."""

from __future__ import annotations

from euchre_client.canvas import Canvas
from euchre_client.i18n import tr
from euchre_client.model import Model, rule, you
from euchre_client.screens import play, results
from euchre_client.screens.compact import results as compact_results
from euchre_client.screens.compact import table as compact_table
from euchre_client.screens.frame import Status
from euchre_client.screens.geometry import Tier, tier
from euchre_client.words.screen import Prompt, game_prompt, own_first, score_texts, trump_texts
from euchre_protocol.messages import View


def draw(canvas: Canvas, model: Model, view: View) -> None:
    """Draw the cards, the result of a deal, or the end of the game."""
    if tier(canvas.width, canvas.height) is Tier.COMPACT:
        _draw_compact(canvas, model, view)
        return
    at = play.draw(canvas, model, view)
    if view.over is not None:
        results.draw_over(canvas, model, view.over, at)
    elif view.pause == "deal" and view.result is not None:
        results.draw_result(canvas, model, view, view.result, at)


def _draw_compact(canvas: Canvas, model: Model, view: View) -> None:
    bottom = canvas.bottom
    if view.over is not None:
        compact_results.draw_over(canvas, model, view.over, bottom)
    elif view.pause == "deal" and view.result is not None:
        compact_results.draw_result(canvas, model, view, view.result, bottom)
    else:
        compact_table.draw(canvas, model, view, bottom)


def status(model: Model, view: View) -> Status:
    """Return the parts of the status row: score, trump and tricks."""
    parts: Status = [(tr("WATCHING"),)] if you(model) is None else []
    if view.over is not None:
        parts.append((tr("Game over"),))
    parts.append(score_texts(model, view.score, int(rule(model, "target", 10))))
    if view.over is None and (trump := trump_texts(model, view)):
        counts = "-".join(str(count) for count in own_first(view.tricks, model))
        parts.extend((trump, (tr("Tricks {counts}", counts=counts), counts)))
    return parts


def prompt(model: Model, view: View) -> Prompt:
    """Say what is asked, or what everybody waits for."""
    if view.over is not None:
        return results.over_prompt(model)
    if view.pause == "deal" and view.result is not None:
        return results.result_prompt(model, view)
    return game_prompt(model, view)
