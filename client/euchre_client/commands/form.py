"""Commands in the form of a new table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from euchre_client.commands.idle import idle
from euchre_client.commands.step import Step, fresh, request, stay
from euchre_client.i18n import tr
from euchre_client.model import Form, Model, Place, Typing, field_spec
from euchre_protocol.messages import Create, FieldSpec, Value

PAGE = 10


def new_form(model: Model) -> Form:
    """Return a form with the host's first preset and a name that no table has."""
    preset = next(iter(model.welcome.presets), "classic") if model.welcome is not None else "classic"
    return Form(name=_free_name(model), preset=preset, rules={}, options={})


def _free_name(model: Model) -> str:
    taken = {line.name for line in model.lobby.tables} if model.lobby is not None else set[str]()
    number = 1
    while (name := tr("Table {n}", n=number)) in taken:
        number += 1
    return name


def rows(model: Model) -> tuple[str, ...]:
    """Return the lines of the form: the name, the preset, then every rule and option by its name."""
    welcome = model.welcome
    if welcome is None:
        return ("name", "preset")
    return ("name", "preset", *(spec.name for spec in welcome.fields), *(spec.name for spec in welcome.options))


def row(model: Model) -> str:
    """Return the line that the cursor is on."""
    return rows(model)[model.form.row] if model.form is not None else "name"


def value_of(model: Model, name: str) -> Value:
    """Return the value that the new table would have: the only one possible, else chosen, else the usual one."""
    return values(model).get(name, "")


def values(model: Model) -> dict[str, Value]:
    """Return every rule and option of the new table."""
    return _chosen(model) | without_effect(model)


def _chosen(model: Model) -> dict[str, Value]:
    form, welcome = model.form, model.welcome
    if form is None or welcome is None:
        return {}
    defaults = {spec.name: spec.default for spec in (*welcome.fields, *welcome.options)}
    return {**defaults, **welcome.presets.get(form.preset, {}), **form.rules, **form.options}


def without_effect(model: Model) -> dict[str, Value]:
    """Return the rules that have no effect under the others, with the value that they must hold."""
    if model.welcome is None:
        return {}
    return idle(_chosen(model), {spec.name: spec.default for spec in model.welcome.fields})


def is_rule(model: Model, name: str) -> bool:
    """Say whether a line of the form is a rule of the game (else an option of the table)."""
    return model.welcome is not None and any(spec.name == name for spec in model.welcome.fields)


def choices(spec: FieldSpec) -> list[Value]:
    """Return the values to step through; a rule that the host does not play yet has only its default."""
    if not spec.ready:
        return [spec.default]
    if spec.values:
        return list(spec.values)
    return list(range(spec.low, spec.high + 1))


def _set(model: Model, name: str, value: Value) -> Model:
    """Set a value; one that the preset has anyway is no change."""
    form, spec = model.form, field_spec(model, name)
    if form is None or spec is None or model.welcome is None:
        return model
    usual = model.welcome.presets.get(form.preset, {}).get(name, spec.default)
    if is_rule(model, name):
        return model.but(form=replace(form, rules=_changed(form.rules, name, value, usual)))
    return model.but(form=replace(form, options=_changed(form.options, name, value, spec.default)))


def _changed(values: dict[str, Value], name: str, value: Value, usual: Value) -> dict[str, Value]:
    rest = {key: other for key, other in values.items() if key != name}
    return rest if value == usual else {**rest, name: value}


def _move(step: int, *, wrap: bool = True) -> Callable[[Model, str], Step]:
    def command(model: Model, key: str) -> Step:
        form, count = model.form, len(rows(model))
        if form is None:
            return stay(model)
        target = (form.row + step) % count if wrap else min(count - 1, max(0, form.row + step))
        return Step(model.but(form=replace(form, row=target)))

    return command


def _change(step: int) -> Callable[[Model, str], Step]:
    def command(model: Model, key: str) -> Step:
        form, welcome, name = model.form, model.welcome, row(model)
        if form is None or welcome is None:
            return stay(model)
        if name == "name":
            return _type_name(model, key)
        if name == "preset":
            return Step(model.but(form=_other_preset(form, list(welcome.presets), step)))
        spec = field_spec(model, name)
        if spec is None or name in without_effect(model):
            return stay(model)
        return Step(_set(model, name, _neighbour(choices(spec), value_of(model, name), step)))

    return command


def _other_preset(form: Form, presets: list[str], step: int) -> Form:
    """Another preset is another game: what was changed of the old one's rules is forgotten."""
    index = presets.index(form.preset) if form.preset in presets else 0
    return replace(form, preset=presets[(index + step) % len(presets)], rules={})


def _neighbour(values: list[Value], value: Value, step: int) -> Value:
    index = values.index(value) if value in values else 0
    return values[(index + step) % len(values)]


def _type_name(model: Model, key: str) -> Step:
    fill = model.form.name if model.form is not None else ""
    return Step(model.but(typing=Typing.TABLE_NAME), fill=fill)


def _type_value(model: Model, key: str) -> Step:
    """A digit begins a number on a line that takes one; elsewhere it does nothing."""
    spec = field_spec(model, row(model))
    if spec is None or spec.values or not spec.ready:
        return stay(model)
    return Step(model.but(typing=Typing.NUMBER), fill=key)


def set_number(model: Model, text: str) -> Model:
    """Set the line's number to what was typed, within its bounds; what is no number changes nothing."""
    name = row(model)
    spec = field_spec(model, name)
    if spec is None or not text.strip().isdecimal():
        return model
    return _set(model, name, max(spec.low, min(spec.high, int(text))))


def set_name(model: Model, text: str) -> Model:
    """Name the new table; an empty name changes nothing."""
    form = model.form
    if form is None or not text.strip():
        return model
    return model.but(form=replace(form, name=text.strip()))


def _make(model: Model, key: str) -> Step:
    form, welcome = model.form, model.welcome
    if form is None or welcome is None:
        return stay(model)
    usual, wanted = welcome.presets.get(form.preset, {}), values(model)
    rules = {
        spec.name: wanted[spec.name]
        for spec in welcome.fields
        if wanted[spec.name] != usual.get(spec.name, spec.default)
    }
    message = Create(id=fresh(model), name=form.name, preset=form.preset, rules=rules, options=form.options)
    return request(model, message, "create")


def _close(model: Model, key: str) -> Step:
    return Step(model.but(place=Place.LOBBY, form=None))


COMMANDS: Mapping[str, Callable[[Model, str], Step]] = {
    "row_down": _move(1),
    "row_up": _move(-1),
    "page_down": _move(PAGE, wrap=False),
    "page_up": _move(-PAGE, wrap=False),
    "value_next": _change(1),
    "value_previous": _change(-1),
    "type_name": _type_name,
    "type_value": _type_value,
    "make": _make,
    "close_form": _close,
}
