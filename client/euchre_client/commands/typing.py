"""Commands that open and close the line for typing."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from euchre_client.commands import form
from euchre_client.commands.step import Step, fresh, request, tell
from euchre_client.model import Link, Model, Place, Typing
from euchre_client.passwords import sendable
from euchre_protocol.messages import VALUE_LENGTH, Say
from euchre_protocol.text import clean_chat, clean_name


def _talk(model: Model, key: str) -> Step:
    """Open the line of talk; what was typed before and not sent is still there."""
    return Step(model.but(typing=Typing.TALK))


def _type_address(model: Model, key: str) -> Step:
    return Step(model.but(typing=Typing.ADDRESS), fill=model.link.address)


def _type_person(model: Model, key: str) -> Step:
    return Step(model.but(typing=Typing.NAME), fill=model.name)


def _other_address(model: Model, key: str) -> Step:
    link = Link(address=model.link.address)
    back = model.but(place=Place.ADDRESS, link=link, table=None, view=None, lobby=None, host_pick=link.address)
    return Step(back, effect="drop")


def _stop_typing(model: Model, key: str) -> Step:
    return Step(model.but(typing=None))


def typed(model: Model, text: str) -> Step:
    """Take what was typed: send it, or put it where it belongs."""
    closed = model.but(typing=None)
    line = clean_chat(text)
    match model.typing:
        case Typing.TALK if line and model.link.state != "up":
            return tell(model, "not_connected")
        case Typing.TALK if line:
            return request(closed, Say(id=fresh(model), text=line), "say")
        case Typing.ADDRESS if line:
            return Step(closed.but(link=Link(address=line)), effect="connect")
        case Typing.NAME if line:
            return Step(closed.but(name=clean_name(line) or model.name))
        case Typing.HOST_PASSWORD if text:
            return Step(closed, effect="unlock", secret=text)
        case Typing.TABLE_PASSWORD if text and model.door is not None:
            message = replace(model.door, id=fresh(model), password=sendable(text, VALUE_LENGTH))
            return request(closed.but(door=None), message, "sit")
        case Typing.TABLE_NAME:
            return Step(form.set_name(closed, line))
        case Typing.NUMBER:
            return Step(form.set_number(closed, line))
        case _:
            return Step(closed)


COMMANDS: Mapping[str, Callable[[Model, str], Step]] = {
    "talk": _talk,
    "type_address": _type_address,
    "type_person": _type_person,
    "other_address": _other_address,
    "stop_typing": _stop_typing,
    "typed": typed,
}
"""``typed`` gets the whole line in place of a key."""
