"""What the commands of the key table do: each makes a new model, messages for the host and perhaps an effect."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from euchre_client.commands import deeds, form, game, hosts, lobby, overlay, settings, typing
from euchre_client.commands.step import Step
from euchre_client.model import Model

Command = Callable[[Model, str], Step]
"""A command; it gets the key too, for digits."""

COMMANDS: Mapping[str, Command] = {
    **deeds.COMMANDS,
    **game.COMMANDS,
    **hosts.COMMANDS,
    **lobby.COMMANDS,
    **form.COMMANDS,
    **overlay.COMMANDS,
    **settings.COMMANDS,
    **typing.COMMANDS,
}


def perform(model: Model, command: str, key: str = "") -> Step:
    """Carry out the command named ``command``; a notice on the screen has been read by then and goes away."""
    return COMMANDS[command](model.but(notice=None), key)
