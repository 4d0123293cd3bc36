"""The finished game as an expert sees it, over the screen: the sums on the first page, then a page for each deal."""

from __future__ import annotations

from euchre_client.canvas import Canvas
from euchre_client.i18n import tr
from euchre_client.model import Model, playing, scene
from euchre_client.screens.frame import body_end
from euchre_client.text import width, wrap
from euchre_client.words.review import curve, deal_head, progress_line, sums_lines, told, verdict_line

_WIDE = 76


def draw(canvas: Canvas, model: Model) -> None:
    """Draw the page of the review that is turned up."""
    view = playing(model)
    if view is None:
        return
    deals, at, bottom = model.review, scene(model), body_end(canvas.width, canvas.height)
    wide = min(_WIDE, canvas.width - 2)
    left, room = (canvas.width - wide) // 2, wide - 6
    page = model.page % (len(deals) + 1)
    if page == 0:
        texts = [*sums_lines(deals, at), tr("Chance by deal: {curve}", curve=curve(deals, at)), progress_line(deals)]
    else:
        deal = deals[page - 1]
        costly = [verdict_line(verdict, view, at) for verdict in told(deal)]
        texts = [deal_head(deal, at), *(costly or [tr("Everybody played as an expert would.")])]
    lines = [piece for text in texts if text for piece in wrap(text, room)][: bottom - 3]
    tall = min(bottom - 1, max(len(lines) + 2, 8))
    canvas.clear(1, left, tall, wide)
    canvas.box(1, left, tall, wide, "", title=tr("Review"))
    for offset, text in enumerate(lines):
        canvas.put(2 + offset, left + 3, text)
    number = tr("page {n} of {all}", n=page + 1, all=len(deals) + 1)
    canvas.clear(tall, left + wide - 5 - width(number), 1, width(number) + 2)
    canvas.right(tall, left + wide - 4, number)
