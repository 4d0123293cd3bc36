"""The middle of the table before the play: the upcard and what may be said."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from euchre_client.canvas import Canvas
from euchre_client.i18n import tr
from euchre_client.model import Choice, Model, question, scene
from euchre_client.screens.cards import draw_card
from euchre_client.screens.geometry import Places
from euchre_client.text import width
from euchre_client.words.cards import card_text
from euchre_client.words.choices import action_label
from euchre_protocol.messages import View

Numbered = tuple[int, Choice]
"""A choice and its place among all choices, from 0."""


def draw_choices(canvas: Canvas, model: Model, view: View, at: Places) -> None:
    """Draw what may be said, above the own name: all but the cards of the hand, which are chosen where they lie."""
    options = [(index, choice) for index, choice in enumerate(question(model)) if choice.action.card is None]
    calls = [choice for _, choice in options if choice.action.do == "call"]
    if len(calls) > 2:
        _draw_calls(canvas, model, view, options, at)
    elif options:
        _draw_list(canvas, model, view, options, at)


def draw_upcard(canvas: Canvas, view: View, at: Places) -> None:
    """Draw the kitty and the upcard on it; turned down it lies face down, taken it is gone."""
    centre = at.left // 2
    column = centre - at.card.pitch
    if view.upcard is None or view.upcard_is in {None, "taken"}:
        return
    draw_card(canvas, (at.far, column), None, at.card, "class:quiet")
    if view.upcard_is == "up":
        draw_card(canvas, (at.far, centre), view.upcard, at.card)
        canvas.put(at.far + 1, centre + at.card.pitch, tr("turned up"), "class:quiet")
        return
    card = card_text(view.upcard)
    sentence = tr("{card} turned down", card=card) if view.upcard_is == "down" else tr("{card} left lying", card=card)
    canvas.put(at.far + 1, centre, sentence, "class:quiet")


def _mark(index: int, choice: Choice, model: Model) -> tuple[str, str, str]:
    """Return the sign before a choice, its number, and its style."""
    if choice.why is not None:
        return ("►" if model.pick == index else " "), "-", "class:dead"
    return ("►", str(index + 1), "class:chosen") if model.pick == index else (" ", str(index + 1), "")


def _draw_list(canvas: Canvas, model: Model, view: View, options: Sequence[Numbered], at: Places) -> None:
    """Draw one choice a line, the whole block centred above the own name."""
    at_table = scene(model)
    texts = [action_label(choice.action, view, at_table) for _, choice in options]
    wide = 5 + max(width(text) for text in texts)
    column = max(1, (at.left - wide) // 2)
    row = at.own - len(options) - (1 if at.own - len(options) > at.near else 0)
    for offset, ((index, choice), text) in enumerate(zip(options, texts, strict=True)):
        sign, number, style = _mark(index, choice, model)
        canvas.put(row + offset, column, sign.strip(), "class:chosen")
        canvas.put(row + offset, column + 2, number, style or "class:key")
        end = canvas.put(row + offset, column + 5, text, style, room=at.left - column - 6)
        canvas.spot(row + offset, column, 1, end - column, str(index + 1))


def _draw_calls(canvas: Canvas, model: Model, view: View, options: Sequence[Numbered], at: Places) -> None:
    """Draw the calls of round two: passing, then a line for each suit with and without playing alone."""
    at_table = scene(model)
    rows = [list(same) for _, same in groupby(range(len(options)), key=lambda place: options[place][1].action.suit)]
    texts = [
        tr("alone") if choice.action.alone else action_label(choice.action, view, at_table) for _, choice in options
    ]
    first = max((width(texts[line[0]]) for line in rows), default=0)
    second = max((width(texts[line[1]]) for line in rows if len(line) > 1), default=0)
    wide = 5 + first + (7 + second if second else 0)
    column = (at.left - wide) // 2
    top = at.own - len(rows) - (1 if at.own - len(rows) > at.near else 0)
    for row, line in enumerate(rows, top):
        for cell, place in enumerate(line):
            start = column + cell * (first + 7)
            sign, number, style = _mark(*options[place], model)
            canvas.put(row, start, sign.strip(), "class:chosen")
            canvas.put(row, start + 2, number, style or "class:key")
            end = canvas.put(row, start + 5, texts[place], style)
            canvas.spot(row, start, 1, end - start, str(options[place][0] + 1))
