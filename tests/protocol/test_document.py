"""docs/protocol.md says what the code does: every message, every field, every code, every byte of the example."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
import msgspec.inspect as mi
import pytest

from euchre_engine import Do, Phase
from euchre_engine.reasons import SENTENCES
from euchre_protocol import TO_CLIENT, TO_HOST, TRANSITIONS, Connection, Role, State, codec
from euchre_protocol import messages as m

from .fuzzing import CODES
from .test_states import connection

TEXT = (Path(__file__).resolve().parents[2] / "docs" / "protocol.md").read_text("utf-8")
MESSAGES = {**TO_CLIENT.kinds, **TO_HOST.kinds}
PARTS = {
    kind.__name__: kind
    for kind in (
        m.FieldSpec,
        m.Action,
        m.Why,
        m.Dead,
        m.Ask,
        m.Look,
        m.Said,
        m.Laid,
        m.Event,
        m.Moved,
        m.Result,
        m.SideSheet,
        m.Over,
        m.SeatInfo,
        m.TableLine,
        m.Talk,
        m.Proposal,
        m.Worth,
        m.Ground,
        m.Verdict,
        m.Person,
    )
}
NAMED: list[tuple[Any, str]] = [
    (m.Seat, "seat"),
    (m.Card, "card"),
    (m.Suit, "suit"),
    (m.Code, "code"),
    (m.Number, "number"),
    (m.Whole, "whole"),
    (m.Value, "value"),
    (bool, "bool"),
    (str, "text"),
]


def notation(info: mi.Type) -> str:
    """A type as the tables of the document write it."""
    for kind, name in NAMED:
        if info == mi.type_info(kind):
            return name
    match info:
        case mi.UnionType():
            return " or ".join("nil" if isinstance(one, mi.NoneType) else notation(one) for one in info.types)
        case mi.LiteralType():
            return ", ".join(f"`{value}`" for value in info.values)
        case mi.ListType() | mi.DictType(max_length=None):
            if isinstance(info, mi.ListType):
                return f"[{notation(info.item_type)}]"
            return f"{{{notation(info.key_type)}: {notation(info.value_type)}}}"
        case mi.DictType():
            return f"{{text: {notation(info.value_type)}}}, at most {info.max_length}"
        case mi.TupleType():
            return f"[{', '.join(notation(one) for one in info.item_types)}]"
        case mi.StrType():
            least = "1 to " if info.min_length else "at most "
            return f"text, {least}{info.max_length}"
        case mi.BytesType():
            return f"{info.min_length} bytes"
        case mi.StructType():
            return info.cls.__name__
        case _:
            raise AssertionError(f"no notation for {info}")


def fields_of(kind: type[msgspec.Struct]) -> list[list[str]]:
    info = mi.type_info(kind)
    assert isinstance(info, mi.StructType)
    return [[f"`{field.encode_name}`", notation(field.type), default_of(field)] for field in info.fields]


def default_of(field: mi.Field) -> str:
    if field.required:
        return "required"
    if field.default_factory is not msgspec.NODEFAULT:
        return json.dumps(field.default_factory())
    return "nil" if field.default is None else json.dumps(field.default)


def section(heading: str) -> str:
    """The text under a heading, up to the next heading of any level."""
    found = re.search(rf"^#+ {re.escape(heading)}\n(.*?)(?=^#|\Z)", TEXT, re.MULTILINE | re.DOTALL)
    assert found, f"docs/protocol.md has no heading {heading!r}"
    return found[1]


def rows(text: str) -> list[list[str]]:
    """The cells of the tables in a text, without their head."""
    lines = [line for line in text.splitlines() if line.startswith("|")]
    cells = [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines]
    return [row for row in cells[2:] if not set(row[0]) <= set("-| ")]


CODE = re.compile(r"`(\w+)`")


def codes(heading: str) -> list[str]:
    return [row[0].strip("`") for row in rows(section(heading))]


@pytest.mark.parametrize("kind", [*MESSAGES, *PARTS])
def test_every_field_is_described_as_it_is(kind: str) -> None:
    described = rows(section(f"`{kind}`"))
    assert [row[:3] for row in described] == fields_of({**MESSAGES, **PARTS}[kind])
    assert all(len(row) == 4 and row[3] for row in described)


def test_every_described_message_and_part_exists() -> None:
    headings = re.findall(r"^###+ `(\w+)`$", TEXT, re.MULTILINE)
    assert sorted(headings) == sorted([*MESSAGES, *PARTS])


def sends(moves: Mapping[type[m.Message], State]) -> str:
    """The last column of the table of states: by state afterwards, in the order of the messages above."""
    names = {state: [f"`{name}`" for name, kind in MESSAGES.items() if moves.get(kind) is state] for state in State}
    return "; ".join(f"{', '.join(names[state])} → {state}" for state in State if names[state]) or "nothing"


def test_the_table_of_states_is_the_one_of_the_code() -> None:
    described = [[row[0].strip("`"), *row[1:]] for row in rows(section("States"))]
    roles: tuple[Role, Role] = ("host", "client")
    assert described == [[str(state), role, sends(TRANSITIONS[state][role])] for state in TRANSITIONS for role in roles]


def test_every_way_to_break_a_connection_is_described() -> None:
    assert {row[0].strip("`") for row in rows(section("Broken connections"))} == CODES


def test_every_reason_and_phase_and_action_of_the_engine_is_described() -> None:
    assert {row[0].strip("`") for row in rows(section("Why something is not legal"))} == set(SENTENCES)
    play = rows(section("The play"))
    phases = {code for row in play for code in CODE.findall(row[0])}
    assert phases >= {str(phase) for phase in Phase}
    words = {code for row in play if len(row) == 3 for code in CODE.findall(row[2])}
    assert words >= {str(do) for do in Do}


def test_every_code_that_the_host_answers_with_is_described() -> None:
    host = Path(__file__).resolve().parents[2] / "server" / "euchre_server"
    source = "".join(file.read_text("utf-8") for file in host.glob("*.py"))
    described = {code for name in ("Hello and login", "Commands and answers", "Goodbye") for code in codes(name)}
    assert {"stale", "name_taken"} <= set(re.findall(r'Refusal\("(\w+)"', source)) <= described
    assert set(re.findall(r'Bye\(code="(\w+)"', source)) <= set(codes("Goodbye"))
    reported = re.findall(r'report\("(\w+)"', source)
    assert (
        {"sat", "away"} <= set(reported) <= {code for row in rows(section("Events")) for code in CODE.findall(row[0])}
    )


@pytest.mark.parametrize(
    "figure",
    [
        f"{TO_HOST.frame:,} bytes",
        f"{TO_CLIENT.frame:,} bytes",
        f"{TO_HOST.array} entries",
        f"{TO_CLIENT.array:,} entries",
        f"{TO_CLIENT.map} entries",
        f"{codec.MAX_DEPTH} levels",
        f"port {m.DEFAULT_PORT}",
        f"version is {m.PROTOCOL[0]}.{m.PROTOCOL[1]}",
        f"{m.NAME_WIDTH} cells",
        f"{m.TABLE_NAME_WIDTH} cells",
        f"{m.CHAT_LENGTH} cells",
    ],
)
def test_every_figure_is_the_one_of_the_code(figure: str) -> None:
    assert figure in TEXT


# ---------------------------------------------------------------- the worked example

EXAMPLE = re.findall(r"^(Host|Client).*?\n\n```json\n(.*?)```\n\n```\n(.*?)```", TEXT, re.MULTILINE | re.DOTALL)


def _token(value: Any) -> Any:
    """JSON has no bytes; the document writes them as a text that says so."""
    return (
        bytes.fromhex(value.removeprefix("bytes ")) if isinstance(value, str) and value.startswith("bytes ") else value
    )


def example() -> list[tuple[Role, m.Message, bytes]]:
    found: list[tuple[Role, m.Message, bytes]] = []
    for who, text, dump in EXAMPLE:
        plain = {key: _token(value) for key, value in json.loads(text).items()}
        message = msgspec.convert(plain, MESSAGES[plain["kind"]], builtin_types=(bytes,))
        hexes = "".join(line.split("  #")[0] for line in dump.splitlines())
        found.append(("host" if who == "Host" else "client", message, bytes.fromhex(hexes)))
    return found


def test_the_example_is_a_conversation() -> None:
    assert [type(message).__struct_config__.tag for _, message, _ in example()] == [
        "hello",
        "login",
        "welcome",
        "sit",
        "ok",
        "view",
        "act",
        "ok",
        "bye",
    ]
    host, client = Connection("host"), Connection("client")
    for who, message, data in example():
        source, sink = (host, client) if who == "host" else (client, host)
        assert source.send(message) == data
        assert sink.receive(data) == [message]
    assert (host.state, client.state) == (State.CLOSED, State.CLOSED)


def test_the_example_of_other_bytes_for_the_same_means_the_same() -> None:
    [dump] = re.findall(r"longer forms.*?\n\n```\n(.*?)```", TEXT, re.DOTALL)
    data = bytes.fromhex("".join(line.split("  #")[0] for line in dump.splitlines()))
    [sit] = [message for _, message, _ in example() if isinstance(message, m.Sit)]
    assert connection("host", State.OPEN).receive(data) == [sit]
    assert data != next(data for _, message, data in example() if message == sit)
