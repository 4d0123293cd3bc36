"""The first screen: which host to join."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from euchre_client.canvas import Canvas
from euchre_client.hosts import HostChoice
from euchre_client.i18n import tr
from euchre_client.model import Model, Typing, host_list, picked_host, searching
from euchre_client.text import width as cells
from euchre_client.text import wrap
from euchre_client.words.hosts import host_line, none_found
from euchre_client.words.people import person

if TYPE_CHECKING:
    from euchre_client.words.screen import Prompt


@dataclass(frozen=True, slots=True)
class _Row:
    """A row of the screen: texts with their columns, rooms and styles; ``host`` is the one that it shows."""

    texts: tuple[tuple[int, int, str, str], ...] = ()
    host: HostChoice | None = None


def draw(canvas: Canvas, model: Model) -> None:
    """Draw the hosts found and those used before; more than there is room for scroll with the choice."""
    rows = _rows(model, canvas.width, roomy=canvas.height >= 22)
    top, bottom = (2 if canvas.height >= 22 else 1), canvas.bottom
    picked = picked_host(model)
    at = next((index for index, row in enumerate(rows) if row.host is not None and row.host == picked), 0)
    room = bottom - top
    first = max(0, min(at - room // 2, len(rows) - room))
    for offset, row in enumerate(rows[first : first + room]):
        for column, width, text, style in row.texts:
            canvas.put(top + offset, column, text, style, room=width)
        if row.host is not None and row.host == picked:
            canvas.put(top + offset, 1, "►", "class:chosen")


def _rows(model: Model, width: int, *, roomy: bool) -> list[_Row]:
    hosts = host_list(model)
    found = [host for host in hosts if host.says is not None]
    used = [host for host in hosts if host.says is None]
    blank = [_Row()] if roomy else []
    rows = [*_title(tr("Your name: {name}", name=person(model.name)), width), *blank]
    if model.link.failure:
        rows += [*_paragraph(model.link.failure, width, "class:warn"), *blank]
    rows += _title(tr("Hosts found on this network"), width)
    rows += [_heads(width)] if found and width >= _WIDE else []
    rows += [_host(number, host, width) for number, host in enumerate(found, 1)]
    if not found:
        rows += _paragraph(tr("searching ...") if searching(model) else none_found(), width, "")
    if used:
        rows += [*blank, *_title(tr("Used before"), width)]
        rows += [_host(number, host, width) for number, host in enumerate(used, len(found) + 1)]
    rows += [*blank, _key("a", tr("Type an address"), width)]
    again = tr("Search again")
    looking = tr("searching ...")
    both = f"{again}   {looking}"
    rows.append(_key("r", both if found and searching(model) and cells(both) <= width - 7 else again, width))
    if not found:
        nobody = tr("Nobody hosting? In another terminal, on any machine of this network: {command}", command=_HOST)
        rows += [*blank, *_paragraph(nobody, width, "")]
    return rows


_HOST = "euchre-host"
_WIDE = 80
"""From here on there are columns for tables, people and version."""


def _title(text: str, width: int) -> list[_Row]:
    return [_Row(((2, width - 3, piece, "bold"),)) for piece in wrap(text, width - 3)]


def _paragraph(text: str, width: int, style: str) -> list[_Row]:
    return [_Row(((4, width - 5, piece, style),)) for piece in wrap(text, width - 5)]


def _key(key: str, text: str, width: int) -> _Row:
    return _Row(((3, 1, key, "class:key"), (6, width - 7, text, "")))


def _columns(width: int) -> tuple[int, ...]:
    """Return the columns of address, tables, people and version."""
    spare = (width - _WIDE) // 3
    return (28 + spare, 52 + 2 * spare, 61 + 2 * spare, 70 + 2 * spare)


def _heads(width: int) -> _Row:
    address, tables, people, version = _columns(width)
    texts = (
        (6, address - 8, tr("host")),
        (address, tables - address - 2, tr("address")),
        (tables, people - tables - 1, tr("tables")),
        (people, version - people - 1, tr("people")),
        (version, width - version - 1, tr("version")),
    )
    return _Row(tuple((column, room, text, "class:quiet") for column, room, text in texts))


def _host(number: int, host: HostChoice, width: int) -> _Row:
    label = str(number) if number < 10 else ""
    dead = host.says is not None and not host.says.understood
    style = "class:quiet" if dead else ""
    if width < _WIDE:
        middle = width // 2
        texts = [(3, 2, label, "class:key"), (5, middle - 6, person(host.name), style)]
        return _Row((*texts, (middle, width - middle - 1, str(host.address), style)), host)
    address, tables, people, version = _columns(width)
    texts = [
        (3, 2, label, "class:key"),
        (6, address - 8, person(host.name), style),
        (address, tables - address - 2, str(host.address), style),
    ]
    if host.says is None:
        return _Row((*texts, (tables, width - tables - 1, host.last, "class:quiet")), host)
    texts += [
        (tables, people - tables - 1, str(host.says.tables), style),
        (people, version - people - 1, str(host.says.players), style),
        (version, width - version - 1, host.says.version, style),
    ]
    return _Row(tuple(texts), host)


def prompt(model: Model) -> Prompt:
    """Say how to go on, and what is known of the chosen host."""
    host = picked_host(model)
    if model.typing is Typing.ADDRESS:
        return tr("Type the address of a host."), tr("Enter joins it, Esc goes back.")
    if host is None:
        return tr("Type the address of a host."), tr("Enter, then the address, then Enter again.")
    return (
        tr("Choose a host and press Enter."),
        tr("{name} ({address}): {facts}.", name=person(host.name), address=host.address, facts=host_line(host)),
    )
