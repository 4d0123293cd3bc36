"""The lobby in plain mode: the tables, what to do there, and the form of a new table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import partial

from euchre_client.i18n import tr, trn
from euchre_client.passwords import sendable
from euchre_client.plain.desk import Desk
from euchre_client.plain.question import Choice, Question
from euchre_client.words.people import person
from euchre_client.words.rules import field_help, field_title, preset_name, table_summary, value_name
from euchre_client.words.scene import score_text
from euchre_protocol import messages as m
from euchre_protocol.tablespec import parse_value
from euchre_protocol.text import clean_name


def show_lobby(desk: Desk, lobby: m.Lobby) -> None:
    """Write who is here and which tables there are."""
    host = person(desk.link.hello.host)
    desk.say(
        trn(
            "Lobby of {host}: {count} person here.",
            "Lobby of {host}: {count} people here.",
            len(lobby.people),
            host=host,
        )
    )
    if not lobby.tables:
        desk.say(tr("There is no table yet."))
    for line in lobby.tables:
        desk.say(table_line(desk, line))


def table_line(desk: Desk, line: m.TableLine) -> str:
    """One table: its name, game, seats and state."""
    taken = sum(seat.kind != "free" for seat in line.seats)
    return tr(
        "Table {name}: {game}; {taken} of {seats} seats taken; {state}.",
        name=person(line.name),
        game=table_summary(line, desk.welcome.presets),
        taken=taken,
        seats=len(line.seats),
        state=_state(line),
    )


def _state(line: m.TableLine) -> str:
    match line.state:
        case "playing":
            return tr("playing, deal {deal}, {score}", deal=line.deal, score=score_text(line.score))
        case "over":
            return tr("game over, {score}", score=score_text(line.score))
        case _:
            return tr("waiting")


def lobby_question(desk: Desk) -> Question:
    """What may be done in the lobby."""
    assert desk.lobby is not None, "only asked in the lobby"
    choices: list[Choice] = []
    for line in desk.lobby.tables:
        name = person(line.name)
        if any(seat.kind == "free" for seat in line.seats):
            choices.append(Choice(tr("sit at {name}", name=name), partial(with_password, desk, line, m.Sit)))
        choices.append(Choice(tr("watch {name}", name=name), partial(with_password, desk, line, m.Watch)))
    choices.append(Choice(tr("create a table"), partial(_choose_preset, desk)))
    choices.append(Choice(tr("leave"), desk.leave))
    return Question(tr("What now?"), tuple(choices))


def with_password(desk: Desk, line: m.TableLine, kind: type[m.Sit] | type[m.Watch]) -> None:
    """Go to a table; if it is locked, ask for its password first. Who has a seat there needs none: an empty line."""

    def go(text: str) -> None:
        password = sendable(text or desk.options.password, m.VALUE_LENGTH)
        desk.answer(lambda number: kind(id=number, table=line.id, password=password))

    if line.locked and desk.options.password is None:
        desk.ask(Question(tr("Password of the table {name}:", name=person(line.name)), free=go))
    else:
        go("")


# ---------------------------------------------------------------- a new table


@dataclass(frozen=True, slots=True)
class _Form:
    """A table that is being described."""

    name: str
    preset: str
    values: Mapping[str, m.Value] = field(default_factory=dict[str, m.Value])


def _choose_preset(desk: Desk) -> None:
    name = clean_name(desk.welcome.name, m.TABLE_NAME_WIDTH)
    choices = (
        Choice(preset_name(preset), partial(_ask_form, desk, _Form(name, preset))) for preset in desk.welcome.presets
    )
    desk.ask(Question(tr("Which game?"), tuple(choices)))


def _ask_form(desk: Desk, form: _Form) -> None:
    change = (
        Choice(
            f"{field_title(spec.name)}: {value_name(spec.name, _value(desk, form, spec))}",
            partial(_ask_value, desk, form, spec),
        )
        for spec in (*desk.welcome.fields, *desk.welcome.options)
        if spec.ready and spec.name != "players"
    )
    make = Choice(tr("create it"), partial(_create, desk, form))
    name = Choice(tr("Name: {name}", name=form.name), partial(_ask_name, desk, form))
    desk.ask(Question(tr("The new table: create it, or change a line."), (make, name, *change)))


def _value(desk: Desk, form: _Form, spec: m.FieldSpec) -> m.Value:
    return form.values.get(spec.name, desk.welcome.presets[form.preset].get(spec.name, spec.default))


def _ask_value(desk: Desk, form: _Form, spec: m.FieldSpec) -> None:
    desk.say(field_help(spec.name))
    values: list[m.Value] = list(spec.values)
    if not values and isinstance(spec.default, bool):
        values = [False, True]
    if values:
        choices = (Choice(value_name(spec.name, value), partial(_set, desk, form, spec, value)) for value in values)
        desk.ask(Question(f"{field_title(spec.name)}:", tuple(choices)))
        return
    text = tr("{title}: type a number from {low} to {high}", title=field_title(spec.name), low=spec.low, high=spec.high)
    desk.ask(Question(text, free=lambda answer: _set(desk, form, spec, parse_value(spec, answer))))


def _set(desk: Desk, form: _Form, spec: m.FieldSpec, value: m.Value) -> None:
    _ask_form(desk, replace(form, values={**form.values, spec.name: value}))


def _ask_name(desk: Desk, form: _Form) -> None:
    desk.ask(Question(tr("Type a name for the table:"), free=lambda text: _set_name(desk, form, text)))


def _set_name(desk: Desk, form: _Form, text: str) -> None:
    name = clean_name(text, m.TABLE_NAME_WIDTH)
    if not name:
        raise ValueError(tr("A table needs a name of 1 to 14 letters."))
    _ask_form(desk, replace(form, name=name))


def _create(desk: Desk, form: _Form) -> None:
    rules = {spec.name for spec in desk.welcome.fields}
    desk.answer(
        lambda number: m.Create(
            id=number,
            name=form.name,
            preset=form.preset,
            rules={name: value for name, value in form.values.items() if name in rules},
            options={name: value for name, value in form.values.items() if name not in rules},
        )
    )
