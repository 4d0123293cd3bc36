"""The result of a deal and the end of a game in few rows."""

from __future__ import annotations

from euchre_client.canvas import Canvas
from euchre_client.i18n import tr
from euchre_client.model import Model, scene
from euchre_client.screens.results import again_line, next_deal, people_ready, side_heads
from euchre_client.text import cut, width, wrap
from euchre_client.words.aftermath import SHEET
from euchre_client.words.game import result_lines, winner_line
from euchre_client.words.screen import own_first
from euchre_protocol.messages import Over, Result, View


def draw_result(canvas: Canvas, model: Model, view: View, result: Result, bottom: int) -> None:
    """Draw what came of a deal, in sentences and in one line of numbers for each side."""
    room = canvas.width - 4
    lines = [("bold", text) for text in wrap(tr("Deal {n}", n=result.deal), room)]
    for sentence in result_lines(result, scene(model))[:-1]:
        lines.extend(("bold", text) for text in wrap(sentence, room))
    lines.append(("", ""))
    points, score = own_first(result.points, model), own_first(result.score, model)
    for side, head in enumerate(side_heads(model)):
        gained = f"+{points[side]}" if side < len(points) and points[side] else ""
        lines.append(("", f"{cut(head, room - 12)}  {score[side]}  {gained}"))
    lines.extend(("class:quiet", text) for text in wrap(next_deal(model, result), room))
    lines.extend(("class:quiet", text) for text in wrap(people_ready(model, view), room) if text)
    if len(lines) >= bottom:
        lines.remove(("", ""))
    for offset, (style, text) in enumerate(canvas.first(lines, bottom - 1)):
        canvas.put(1 + offset, 2, text, style)


def draw_over(canvas: Canvas, model: Model, over: Over, bottom: int) -> None:
    """Draw who won and the sheet of each side."""
    canvas.centre(1, 1, canvas.width - 1, winner_line(over.winner, scene(model)), "class:turn")
    order = own_first(list(range(len(over.sheets))), model)
    heads = side_heads(model)
    titles = [tr(text) for _, text in SHEET]
    start = max(width(text) for text in titles) + 4
    cell = (canvas.width - start - 1) // len(heads)
    for place, head in enumerate(heads):
        canvas.right(2, start + (place + 1) * cell, cut(head, cell - 1), "bold")
    for offset, ((field, _), title) in enumerate(canvas.first([*zip(SHEET, titles, strict=True)], bottom - 3)):
        canvas.put(3 + offset, 2, title, "class:quiet")
        for place, side in enumerate(order):
            canvas.right(3 + offset, start + (place + 1) * cell, str(getattr(over.sheets[side], field)))
    row = 3 + len(SHEET)
    if row < bottom:
        canvas.put(row, 2, again_line(model), room=canvas.width - 3)
