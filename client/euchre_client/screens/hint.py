"""What an expert would do, over the table: every choice with its points and winning chance, and the reason."""

from __future__ import annotations

from euchre_client.canvas import Canvas
from euchre_client.i18n import tr
from euchre_client.model import Model, playing, scene
from euchre_client.screens.frame import body_end
from euchre_client.text import pad, width, wrap
from euchre_client.words.advice import chance_text, ground_line, margin_text, points_text, sample_line
from euchre_client.words.choices import action_words

_WIDE = 58
"""Columns of the box: choice, points, chance and its margin side by side."""


def draw(canvas: Canvas, model: Model) -> None:
    """Draw the advice that came for the present question."""
    view, advice = playing(model), model.advice
    if view is None or advice is None:
        return
    at, bottom = scene(model), body_end(canvas.width, canvas.height)
    wide = min(_WIDE, canvas.width - 2)
    room = wide - 6
    below = [*wrap(ground_line(advice.ground, view, at), room), *wrap(sample_line(advice), room)]
    fit = max(1, bottom - 3 - len(below))
    worths = advice.worths[:fit]
    tall = len(worths) + bool(worths) + len(below) + 2
    top, left = max(0, (bottom - tall) // 2), (canvas.width - wide) // 2
    choice = action_words(advice.choice, view, at)
    canvas.box(top, left, tall, wide, "", title=tr("An expert would choose: {choice}", choice=choice))
    row = top + 1
    if worths:
        heads = [tr("points"), tr("wins"), ""]
        _row(canvas, row, left, wide, ("", *heads), "class:quiet")
        row += 1
    for worth in worths:
        chosen = worth.action == advice.choice
        words = f"{'►' if chosen else ' '} {action_words(worth.action, view, at)}"
        numbers = (points_text(worth.points), chance_text(worth.chance), margin_text(worth.margin))
        _row(canvas, row, left, wide, (words, *numbers), "class:chosen" if chosen else "")
        row += 1
    for offset, text in enumerate(below):
        canvas.put(row + offset, left + 3, text)


_NUMBERS = (8, 9, 8)
"""Columns of points, chance and margin, each at the right edge of its own."""


def _row(canvas: Canvas, row: int, left: int, wide: int, texts: tuple[str, ...], style: str) -> None:
    words, *numbers = texts
    end = left + wide - 3 - sum(_NUMBERS)
    canvas.put(row, left + 2, pad(words, end - left - 2), style, room=end - left - 2)
    for text, room in zip(numbers, _NUMBERS, strict=True):
        end += room
        canvas.put(row, end - width(text), text, style)
