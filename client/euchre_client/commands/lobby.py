"""Commands in the lobby."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from euchre_client.commands.form import new_form
from euchre_client.commands.step import Step, fresh, request, stay, tell
from euchre_client.model import Model, Place, Typing
from euchre_protocol.messages import Create, Sit, TableLine, Watch


def tables(model: Model) -> list[TableLine]:
    """Return the tables of the lobby."""
    return model.lobby.tables if model.lobby is not None else []


def picked(model: Model) -> TableLine | None:
    """Return the chosen table."""
    return next((line for line in tables(model) if line.id == model.table_pick), None)


def free_seat(line: TableLine) -> int | None:
    """Return the first free seat; in a game a bot plays for it until somebody sits down."""
    return next((seat for seat, info in enumerate(line.seats) if info.kind == "free"), None)


def own_seat(line: TableLine, name: str) -> int | None:
    """Return the seat that a bot keeps for us since we left."""
    return next((seat for seat, info in enumerate(line.seats) if info.kind == "human" and info.name == name), None)


def _pick_number(model: Model, key: str) -> Step:
    lines = tables(model)
    index = int(key) - 1
    return Step(model.but(table_pick=lines[index].id)) if index < len(lines) else stay(model)


def _pick(step: int) -> Callable[[Model, str], Step]:
    def command(model: Model, key: str) -> Step:
        ids = [line.id for line in tables(model)]
        if not ids:
            return stay(model)
        index = ids.index(model.table_pick) if model.table_pick in ids else 0
        return Step(model.but(table_pick=ids[(index + step) % len(ids)]))

    return command


def _sit(model: Model, key: str) -> Step:
    """Sit down where there is room (or where our seat is kept); else watch."""
    line = picked(model)
    if line is None:
        return tell(model, "no_tables")
    kept = own_seat(line, model.name)
    if kept is None and free_seat(line) is None:
        return _watch(model, key)
    return _enter(model, line, Sit(id=fresh(model), table=line.id, seat=kept))


def _watch(model: Model, key: str) -> Step:
    line = picked(model)
    if line is None:
        return tell(model, "no_tables")
    return _enter(model, line, Watch(id=fresh(model), table=line.id))


def _enter(model: Model, line: TableLine, message: Sit | Watch) -> Step:
    """Go to a table; who is no stranger there needs no password."""
    known = line.owner == model.name or own_seat(line, model.name) is not None
    if line.locked and not known:
        return Step(model.but(typing=Typing.TABLE_PASSWORD, door=message), fill="")
    return request(model, message, "sit" if isinstance(message, Sit) else "watch")


def _create(model: Model, key: str) -> Step:
    return Step(model.but(place=Place.CREATE, form=new_form(model)))


def _play_at_once(model: Model, key: str) -> Step:
    """Sit at the first table with room, or make one with bots in the other seats."""
    open_to_all = [line for line in tables(model) if free_seat(line) is not None and not line.locked]
    line = next((line for line in open_to_all if line.state != "playing"), None)
    if line is not None:
        return request(model, Sit(id=fresh(model), table=line.id), "sit")
    form = new_form(model)
    players = model.welcome.presets[form.preset].get("players", 4) if model.welcome is not None else 4
    options = {"bots": int(players) - 1}
    return request(model, Create(id=fresh(model), name=form.name, preset=form.preset, options=dict(options)), "create")


COMMANDS: Mapping[str, Callable[[Model, str], Step]] = {
    "pick_number": _pick_number,
    "pick_down": _pick(1),
    "pick_up": _pick(-1),
    "sit": _sit,
    "watch": _watch,
    "create": _create,
    "play_at_once": _play_at_once,
}
