"""What the command line asked for, carried out when the lobby is reached: sit, create or watch, and be ready."""

from __future__ import annotations

from dataclasses import replace

from euchre_client.commands.step import Step, fresh, request
from euchre_client.i18n import tr
from euchre_client.model import Model, Notice, Place, playing, seats, you
from euchre_client.options import Options
from euchre_client.passwords import sendable
from euchre_client.tables import create_message, find_table
from euchre_client.words.errors import no_such_table, spec_error
from euchre_client.words.people import person
from euchre_protocol.messages import VALUE_LENGTH, Ready, Sit, TableLine, Watch
from euchre_protocol.tablespec import TableSpec
from euchre_protocol.text import same_name


def open_table(model: Model, options: Options) -> Step | None:
    """Return what brings us from the lobby to the table asked for; none when none was asked for."""
    if options.create is not None:
        return _create(model, options.create)
    if options.table is not None:
        line = find_table(_lines(model), options.table)
        return _missing(model, options.table) if line is None else _sit(model, line, options.password)
    if options.spectate is not None:
        line = find_table(_lines(model), options.spectate) if options.spectate else _any(model)
        return _missing(model, options.spectate) if line is None else _watch(model, line, options.password)
    return None


def watched_again(model: Model, options: Options) -> Options | None:
    """Return what to ask for after a break: the table that was watched; a seat is given back unasked."""
    if model.place is not Place.TABLE or model.table is None or model.table.you is not None:
        return None
    return replace(options, create=None, table=None, spectate=model.table.line.name)


def be_ready(model: Model) -> Step | None:
    """Return the readiness of one who asked for a table on the command line; none when it is not the time for it."""
    mine = you(model)
    if mine is None or playing(model) is not None or seats(model)[mine].ready:
        return None
    return request(model, Ready(id=fresh(model)), "ready")


def kept_elsewhere(model: Model, wanted: str | None) -> Step | None:
    """Return what to say to one who asked for a table but whose seat at another one is kept; none if it is this one."""
    if wanted is None or model.table is None or model.welcome is None or not model.welcome.back:
        return None
    here = model.table.line
    if same_name(wanted, here.name) or wanted == str(here.id):
        return None
    sentence = tr("Your seat is kept here; leave this table before you go to {wanted}.", wanted=wanted)
    return Step(model.but(notice=Notice(text=sentence)))


def _lines(model: Model) -> list[TableLine]:
    return model.lobby.tables if model.lobby is not None else []


def _any(model: Model) -> TableLine | None:
    """Find a table to watch: one where a game runs, else the first."""
    lines = _lines(model)
    return next((line for line in lines if line.state == "playing"), lines[0] if lines else None)


def _sit(model: Model, line: TableLine, password: str | None) -> Step:
    return request(model, Sit(id=fresh(model), table=line.id, password=sendable(password, VALUE_LENGTH)), "sit")


def _watch(model: Model, line: TableLine, password: str | None) -> Step:
    return request(model, Watch(id=fresh(model), table=line.id, password=sendable(password, VALUE_LENGTH)), "watch")


def _missing(model: Model, wanted: str) -> Step:
    names = [person(line.name) for line in _lines(model)]
    return Step(model.but(notice=Notice(text=no_such_table(wanted, names))))


def _create(model: Model, spec: TableSpec) -> Step:
    if model.welcome is None:
        return Step(model)
    try:
        return request(model, create_message(spec, model.welcome, fresh(model)), "create")
    except ValueError as error:
        return Step(model.but(notice=Notice(text=f"--create: {spec_error(error)}")))
