"""Reaching a host: asking for its address, connecting, and what to check when nobody answers."""

from __future__ import annotations

from euchre_client.canvas import Canvas
from euchre_client.i18n import tr
from euchre_client.model import Model
from euchre_client.text import wrap
from euchre_client.words.people import person
from euchre_client.words.screen import Prompt


def draw_address(canvas: Canvas, model: Model) -> None:
    """Draw the first screen."""
    canvas.put(3, 3, tr("Your name"), "class:quiet")
    canvas.put(3, 20, person(model.name), "bold", room=canvas.width - 40)
    canvas.put(3, canvas.width - 18, tr("n: change"), "class:quiet")
    canvas.put(5, 3, tr("The host"), "class:quiet")
    canvas.put(5, 20, model.link.address or tr("not chosen yet"), "bold", room=canvas.width - 22)
    row = _draw_failure(canvas, model, 7)
    texts = (
        tr("The host's own screen shows what to type here, for example 192.168.1.20."),
        tr("Nobody hosting? In another terminal, on any machine of this network:"),
    )
    for text in texts:
        row += 1
        for piece in wrap(text, canvas.width - 6):
            canvas.put(row, 3, piece)
            row += 1
    canvas.put(row + 1, 6, "euchre-host", "bold")


def _draw_failure(canvas: Canvas, model: Model, row: int) -> int:
    if not model.link.failure:
        return row
    for piece in wrap(model.link.failure, canvas.width - 6):
        canvas.put(row, 3, piece, "class:warn")
        row += 1
    return row


def address_prompt(model: Model) -> Prompt:
    """Say how to go on."""
    return tr("Type the address of a host."), tr("Enter, then the address, then Enter again.")


def draw_connecting(canvas: Canvas, model: Model) -> None:
    """Draw the screen between an address and the lobby."""
    sentence = tr("Connecting to {address} as {name} ...", address=model.link.address, name=person(model.name))
    row = 3
    for piece in wrap(sentence, canvas.width - 6):
        canvas.put(row, 3, piece, "bold")
        row += 1
    if not model.link.failure:
        return
    row = _draw_failure(canvas, model, row + 1) + 1
    canvas.put(row, 3, tr("Things to check:"))
    checks = (
        tr("Is euchre-host running there? Its screen shows the address to type."),
        tr("Same network? Guest Wi-Fi often keeps machines apart."),
        tr("A firewall on that machine may be closing the port."),
    )
    for number, text in enumerate(checks, 1):
        for indent, piece in enumerate(wrap(f"{number}. {text}", canvas.width - 9)):
            row += 1
            canvas.put(row, 5 if indent == 0 else 8, piece)


def connecting_prompt(model: Model) -> Prompt:
    """Say what is going on."""
    if model.link.state == "closed":
        return tr("No connection."), tr("a takes another address or name.")
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
