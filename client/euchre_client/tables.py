"""Tables as the command line names them: found in the lobby, or made from a description."""

from __future__ import annotations

from collections.abc import Sequence

from euchre_client.i18n import tr
from euchre_protocol import messages as m
from euchre_protocol.tablespec import TableSpec, parse_value
from euchre_protocol.text import same_name


def find_table(tables: Sequence[m.TableLine], wanted: str) -> m.TableLine | None:
    """Find a table by its name (whatever the case of the letters) or else by its number."""
    by_name = next((line for line in tables if same_name(line.name, wanted)), None)
    if by_name is not None or not (wanted.isascii() and wanted.isdigit()):
        return by_name
    return next((line for line in tables if line.id == int(wanted)), None)


def create_message(spec: TableSpec, welcome: m.Welcome, number: int) -> m.Create:
    """Make the command that creates a described table.

    Args:
        spec: the description.
        welcome: the host's, which says what presets, rules and options there are.
        number: the command's id.

    Raises:
        ValueError: the host does not know the preset, a field or its value; the message is a sentence.
    """
    if spec.preset not in welcome.presets:
        known = ", ".join(welcome.presets)
        raise ValueError(tr("{preset!r} is no game of this host; there are: {known}", preset=spec.preset, known=known))
    rules = {field.name: field for field in welcome.fields}
    options = {field.name: field for field in welcome.options}
    for name in spec.settings:
        if name not in rules and name not in options:
            known = ", ".join([*rules, *options])
            raise ValueError(tr("{name!r} is no rule of this host; there are: {known}", name=name, known=known))
    values = {name: parse_value(rules.get(name) or options[name], text) for name, text in spec.settings.items()}
    return m.Create(
        id=number,
        name=spec.name,
        preset=spec.preset,
        rules={name: value for name, value in values.items() if name in rules},
        options={name: value for name, value in values.items() if name not in rules},
    )
