"""What an expert would do, over the table: every choice with its points and winning chance, and the reason."""

from __future__ import annotations

from collections.abc import Iterable

from euchre_client.canvas import Canvas
from euchre_client.i18n import tr
from euchre_client.model import Model, playing, scene
from euchre_client.screens.geometry import beside_pane
from euchre_client.text import pad, width, wrap
from euchre_client.words.advice import chance_text, ground_line, margin_text, points_text, sample_line
from euchre_client.words.choices import action_words
from euchre_client.words.scene import Scene
from euchre_protocol.messages import Advice, View, Worth

_WIDE = 54
"""Columns of the box: choice, points, chance and its margin side by side."""


def draw(canvas: Canvas, model: Model) -> None:
    """Draw the advice that came for the present question."""
    view, advice = playing(model), model.advice
    if view is None or advice is None:
        return
    at, bottom = scene(model), canvas.bottom
    wide, over = beside_pane(canvas.width, canvas.height, _WIDE)
    room = wide - 6
    below, sample = wrap(ground_line(advice.ground, view, at), room), wrap(sample_line(advice), room)
    numbers = _NUMBERS if wide == _WIDE else _NUMBERS[:-1]
    said = [_said(worth, advice, view, at) for worth in advice.worths]
    deep = 1 if all(width(words) <= _room(wide, numbers) for words in said) else 2
    rows = bottom - 4 - len(below)  # a frame, its head, and the status row above it
    if rows - len(sample) >= deep * len(said):
        below, rows = [*below, *sample], rows - len(sample)
    fit = max(1, rows // deep)
    worths = advice.worths[:fit]
    tall = deep * len(worths) + bool(worths) + len(below) + 2
    top, left = max(1, (bottom - tall) // 2), (over - wide) // 2
    title = tr("An expert would choose: {choice}", choice=action_words(advice.choice, view, at))
    title = title if width(title) <= wide - 6 else tr("Hints")  # the choice is marked in the list, too
    canvas.box(top, left, tall, wide, "", title=title)
    row = top + 1
    if worths:
        _numbers(
            canvas, row, left + wide - 3, zip((tr("points"), tr("wins"), ""), numbers, strict=False), "class:quiet"
        )
        row += 1
    for words, worth in zip(said, worths, strict=False):
        style = "class:chosen" if worth.action == advice.choice else ""
        canvas.put(row, left + 2, pad(words, wide - 4 if deep > 1 else _room(wide, numbers)), style)
        row += deep
        texts = (points_text(worth.points), chance_text(worth.chance), margin_text(worth.margin))
        _numbers(canvas, row - 1, left + wide - 3, zip(texts, numbers, strict=False), style)
    for offset, text in enumerate(below):
        canvas.put(row + offset, left + 3, text)


_NUMBERS = (8, 9, 8)
"""Columns of points, chance and margin, each at the right edge of its own; a narrow window leaves out the margin."""


def _room(wide: int, numbers: tuple[int, ...]) -> int:
    """Return the columns for the words of a choice beside its numbers."""
    return wide - 5 - sum(numbers)


def _said(worth: Worth, advice: Advice, view: View, at: Scene) -> str:
    return f"{'►' if worth.action == advice.choice else ' '} {action_words(worth.action, view, at)}"


def _numbers(canvas: Canvas, row: int, end: int, cells: Iterable[tuple[str, int]], style: str) -> None:
    """Write numbers, each at the right edge of its columns, the last one before the column ``end``."""
    texts = list(cells)
    column = end - sum(room for _, room in texts)
    for text, room in texts:
        column += room
        canvas.put(row, column - width(text), text, style)
