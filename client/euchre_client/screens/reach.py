"""Reaching a host: connecting, and what to check when nobody answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from euchre_client.canvas import Canvas
from euchre_client.i18n import tr
from euchre_client.model import Model
from euchre_client.screens.geometry import Tier, tier
from euchre_client.text import wrap
from euchre_client.words.people import person

if TYPE_CHECKING:
    from euchre_client.words.screen import Prompt


def _draw_lines(canvas: Canvas, lines: Sequence[tuple[str, str]]) -> None:
    """Draw paragraphs one below the other, as many as there is room for; the first one whole or with a fault."""
    left = 3 if canvas.width >= 80 else 1
    row = 3 if canvas.height >= 22 else 1
    for style, text in lines:
        pieces = wrap(text, canvas.width - 2 * left)
        if row > 1 and row + len(pieces) > canvas.bottom:
            break  # half a sentence helps nobody
        for piece in canvas.first(pieces, canvas.bottom - row):
            canvas.put(row, left, piece, style)
            row += 1


def draw_connecting(canvas: Canvas, model: Model) -> None:
    """Draw the screen between an address and the lobby."""
    sentence = tr("Connecting to {address} as {name} ...", address=model.link.address, name=person(model.name))
    failed = bool(model.link.failure)
    narrow = tier(canvas.width, canvas.height) is Tier.COMPACT
    lines = [] if failed and narrow else [("bold", sentence), ("", "")]  # the status row has the address, too
    if failed:
        lines += [("class:warn", model.link.failure)]
    if failed and model.link.state != "closed":
        checks = (
            tr("Is euchre-host running there? Its screen shows the address to type."),
            tr("Same network? Guest Wi-Fi often keeps machines apart."),
            tr("A firewall on that machine may be closing the port."),
        )
        lines += [] if narrow else [("", ""), ("", tr("Things to check:"))]
        lines += [("", f"{number}. {text}") for number, text in enumerate(checks, 1)]
    _draw_lines(canvas, lines)


def connecting_prompt(model: Model) -> Prompt:
    """Say what is going on."""
    if model.link.state == "closed":
        return tr("No connection."), tr("Enter tries again; a takes another address or name.")
    if model.link.retry_at is None:
        return tr("Waiting for the host."), ""
    return tr("Trying again in {n} s (attempt {k}).", n=seconds_left(model), k=model.link.attempt + 1), tr(
        "Enter tries again now."
    )


def seconds_left(model: Model) -> int:
    """Return the whole seconds until the next try."""
    if model.link.retry_at is None:
        return 0
    return max(0, -int(-(model.link.retry_at - model.now) // 1))
