"""The finished game as an expert sees it, over the screen: the sums first, then each deal, on pages."""

from __future__ import annotations

from euchre_client.canvas import Canvas
from euchre_client.i18n import tr
from euchre_client.model import Model, playing, scene
from euchre_client.text import width, wrap
from euchre_client.words.review import curve, deal_head, progress_line, sums_lines, told, verdict_line

_WIDE = 76


def draw(canvas: Canvas, model: Model) -> None:
    """Draw the page of the review that is turned up."""
    view = playing(model)
    if view is None:
        return
    deals, at, bottom = model.review, scene(model), canvas.bottom
    wide = min(_WIDE, canvas.width - 2)
    left, room = (canvas.width - wide) // 2, wide - 6
    sums = [*sums_lines(deals, at), tr("Chance by deal: {curve}", curve=curve(deals, at))] if deals else []
    parts = [[*sums, progress_line(deals)]]
    for deal in deals:
        costly = [verdict_line(verdict, view, at) for verdict in told(deal)]
        parts.append([deal_head(deal, at), *(costly or [tr("Everybody played as an expert would.")])])
    pages = [page for texts in parts for page in _pages(texts, room, bottom - 3)]
    canvas.pages = len(pages)
    page = model.page % len(pages)
    lines = pages[page]
    tall = min(bottom - 1, max(len(lines) + 2, 8))
    canvas.clear(1, left, tall, wide)
    canvas.box(1, left, tall, wide, "", title=tr("Review"))
    for offset, text in enumerate(lines):
        canvas.put(2 + offset, left + 3, text)
    if len(pages) > 1:
        number = tr("page {n} of {all}", n=page + 1, all=len(pages))
        canvas.clear(tall, left + wide - 5 - width(number), 1, width(number) + 2)
        canvas.right(tall, left + wide - 4, number)


def _pages(texts: list[str], room: int, rows: int) -> list[list[str]]:
    """Break sentences into lines, and the lines into pages that hold whole sentences as far as there is room."""
    pages: list[list[str]] = [[]]
    for lines in (wrap(text, room) for text in texts if text):
        if pages[-1] and len(pages[-1]) + len(lines) > rows:
            pages.append([])
        pages[-1].extend(lines)
    return [page[start : start + rows] for page in pages for start in range(0, len(page), rows)]
