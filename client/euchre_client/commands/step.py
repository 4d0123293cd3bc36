"""What a command brings about."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from euchre_client.model import Model, Notice
from euchre_protocol.messages import Command as Request
from euchre_protocol.messages import Message

Effect = Literal["quit", "connect", "retry", "drop", "search", "redraw", "suspend", "settings", "unlock"]
"""What only the program around the model can do.

``connect``: to the address in ``typed``. ``retry``: now. ``drop``: give the connection up. ``search``: for hosts,
from the beginning. ``settings``: keep the settings and draw by them. ``unlock``: join with the password in ``secret``.
"""


@dataclass(frozen=True, slots=True)
class Step:
    """The new model, what to send, and what else to do. ``fill`` is put into the line that opens."""

    model: Model
    send: tuple[Message, ...] = ()
    effect: Effect | None = None
    fill: str | None = None
    secret: str = ""


def stay(model: Model) -> Step:
    """Nothing happens."""
    return Step(model)


def tell(model: Model, code: str) -> Step:
    """Nothing happens but a sentence on the prompt line."""
    return Step(model.but(notice=Notice(code)))


def fresh(model: Model) -> int:
    """Return the id of the next request."""
    return model.serial + 1


def request(model: Model, message: Request, about: str = "") -> Step:
    """Send a request whose id is ``fresh(model)`` and remember what it was about until it is answered."""
    pending = (*model.pending, (message.id, about))
    return Step(model.but(serial=message.id, pending=pending), (message,))
