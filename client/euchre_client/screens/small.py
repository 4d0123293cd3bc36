"""The message in a window that is too small for a table."""

from __future__ import annotations

from euchre_client.canvas import Canvas
from euchre_client.i18n import tr
from euchre_client.model import Model, playing, you
from euchre_client.screens.geometry import MIN_HEIGHT, MIN_WIDTH
from euchre_client.text import wrap


def draw(canvas: Canvas, model: Model) -> None:
    """Say how large the window must be, and whether it is your turn; cut to whatever window there is."""
    view = playing(model)
    mine = view is not None and view.turn is not None and view.turn == you(model)
    texts = (
        tr("This terminal is {w}x{h}.", w=canvas.width, h=canvas.height),
        tr("Euchre needs {w}x{h} or more.", w=MIN_WIDTH, h=MIN_HEIGHT),
        tr("It is your turn.") if mine else "",
        tr("Make the window larger."),
        tr("q: leave"),
    )
    row = 0
    for text in texts:
        for piece in wrap(text, max(1, canvas.width)) if text else []:
            if row < canvas.height:
                canvas.put(row, 0, piece, "class:turn" if mine and text == texts[2] else "", room=canvas.width)
            row += 1
