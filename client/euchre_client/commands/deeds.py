"""Commands in the list of what may be done at the table besides playing."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from euchre_client.commands.step import Step, fresh, request, stay, tell
from euchre_client.deeds import Deed, command_of, deeds
from euchre_client.model import Model, Overlay


def offered(model: Model) -> tuple[Deed, ...]:
    """Return the list."""
    return deeds(model.table, model.name) if model.table is not None else ()


def picked(model: Model) -> Deed | None:
    """Return what is chosen, as long as it can be done: the list may change while it is read."""
    return model.deed if model.deed in offered(model) else None


def _open(model: Model, key: str) -> Step:
    """Open the list, with a vote or the end of a pause chosen if there is one to give."""
    listed = offered(model)
    if not listed:
        return tell(model, "nothing_to_do")
    first = listed[0] if listed[0].do in {"yes", "resume"} else None
    return Step(model.but(overlay=Overlay.DEEDS, deed=first))


def _choose(model: Model, key: str) -> Step:
    listed, index = offered(model), int(key) - 1
    return Step(model.but(deed=listed[index])) if index < len(listed) else stay(model)


def _move(step: int) -> Callable[[Model, str], Step]:
    def command(model: Model, key: str) -> Step:
        listed, chosen = offered(model), picked(model)
        if not listed:
            return stay(model)
        start = listed.index(chosen) if chosen is not None else (-1 if step > 0 else 0)
        return Step(model.but(deed=listed[(start + step) % len(listed)]))

    return command


def _commit(model: Model, key: str) -> Step:
    deed = picked(model)
    if deed is None:
        return tell(model, "choose_first")
    return request(model.but(overlay=Overlay.NONE, deed=None), command_of(deed, fresh(model)), deed.do)


COMMANDS: Mapping[str, Callable[[Model, str], Step]] = {
    "deeds": _open,
    "deed_choose": _choose,
    "deed_down": _move(1),
    "deed_up": _move(-1),
    "deed_commit": _commit,
}
