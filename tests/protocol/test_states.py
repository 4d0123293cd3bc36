"""Each state with each message, in both roles; and what is not a message at all."""

from __future__ import annotations

from itertools import product
from typing import Any

import msgpack
import pytest

from euchre_protocol import (
    TO_CLIENT,
    TO_HOST,
    TRANSITIONS,
    BadCommand,
    Connection,
    LocalProtocolError,
    RemoteProtocolError,
    Role,
    State,
    encode,
)
from euchre_protocol import messages as m

from .evening import EVENING, HELLO, REFUSED, opened

ROLES: tuple[Role, Role] = ("host", "client")
SAMPLES: dict[type[m.Message], m.Message] = {type(message): message for _, message in EVENING + REFUSED}
HOST_TALK = {m.Done, m.Error, m.Lobby, m.Table, m.View, m.Chat, m.Advice, m.Reviewed, m.Ping}
PLAY = {m.Create, m.Sit, m.Stand, m.Watch, m.Leave, m.Ready, m.Bot, m.Act, m.Hint, m.Review, m.Seen, m.Say, m.Pong}
ORDER = {m.Kick, m.Free, m.Close, m.Pause, m.Propose, m.Vote}
CLIENT_TALK = PLAY | ORDER

# The whole table once more, written from docs/protocol.md and not from the code.
ALLOWED: dict[tuple[State, Role], dict[type[m.Message], State]] = {
    (State.GREETING, "host"): {m.Hello: State.LOGIN, m.Refused: State.CLOSED, m.Bye: State.CLOSED},
    (State.GREETING, "client"): {m.Bye: State.CLOSED},
    (State.LOGIN, "host"): {m.Refused: State.CLOSED, m.Bye: State.CLOSED},
    (State.LOGIN, "client"): {m.Login: State.JOINING, m.Bye: State.CLOSED},
    (State.JOINING, "host"): {m.Welcome: State.OPEN, m.Refused: State.CLOSED, m.Bye: State.CLOSED},
    (State.JOINING, "client"): {m.Bye: State.CLOSED},
    (State.OPEN, "host"): {**dict.fromkeys(HOST_TALK, State.OPEN), m.Bye: State.CLOSED},
    (State.OPEN, "client"): {**dict.fromkeys(CLIENT_TALK, State.OPEN), m.Bye: State.CLOSED},
    (State.BROKEN, "host"): {m.Bye: State.CLOSED},
    (State.BROKEN, "client"): {m.Bye: State.CLOSED},
    (State.CLOSED, "host"): {},
    (State.CLOSED, "client"): {},
}


def connection(role: Role, state: State) -> Connection:
    conn = Connection(role)
    conn.state = state
    return conn


def frame(body: bytes) -> bytes:
    return len(body).to_bytes(4, "big") + body


def raw(**fields: Any) -> bytes:
    return frame(msgpack.packb(fields))


@pytest.mark.parametrize(("state", "role"), list(product(State, ROLES)))
def test_what_may_be_sent(state: State, role: Role) -> None:
    allowed = ALLOWED[state, role]
    for kind, sample in SAMPLES.items():
        conn = connection(role, state)
        if kind in allowed:
            assert conn.send(sample) == frame(encode(sample))
            assert conn.state == allowed[kind]
        else:
            with pytest.raises(LocalProtocolError, match=f"{role} may not send {kind.__name__} in state {state}"):
                conn.send(sample)
            assert conn.state == state


@pytest.mark.parametrize(("state", "role"), [*product(list(State)[:4], ROLES)])
def test_what_may_be_received(state: State, role: Role) -> None:
    peer: Role = "client" if role == "host" else "host"
    allowed = ALLOWED[state, peer]
    for kind, sample in SAMPLES.items():
        conn = connection(role, state)
        if kind in allowed:
            assert conn.receive(frame(encode(sample))) == [sample]
            assert conn.state == allowed[kind]
        else:
            with pytest.raises(RemoteProtocolError, match=f"{peer} sent") as caught:
                conn.receive(frame(encode(sample)))
            assert caught.value.code == "unexpected"
            assert conn.state == State.BROKEN


@pytest.mark.parametrize(("state", "role"), list(product([State.BROKEN, State.CLOSED], ROLES)))
def test_a_finished_connection_hears_nothing(state: State, role: Role) -> None:
    for sample in SAMPLES.values():
        conn = connection(role, state)
        assert conn.receive(frame(encode(sample))) == []
        assert conn.state == state


def test_the_table_has_every_state_and_every_message() -> None:
    assert set(TRANSITIONS) == set(State)
    for role, way in (("host", TO_CLIENT), ("client", TO_HOST)):
        said = {kind for moves in TRANSITIONS.values() for kind in moves[role]}
        assert said == set(way.kinds.values())


# ---------------------------------------------------------------- unknown kinds and fields


@pytest.mark.parametrize(("state", "role"), list(product(list(State)[:4], ROLES)))
def test_a_message_of_a_later_version_is_skipped_and_counted(state: State, role: Role) -> None:
    conn = connection(role, state)
    assert conn.receive(raw(kind="confetti", colour="red", nested={"deep": [1.5]})) == []
    assert (conn.ignored, conn.state) == (1, state)


def test_a_command_of_a_later_version_wants_an_answer() -> None:
    host, _ = opened()
    [bad] = host.receive(raw(kind="wink", id=17))
    assert bad == BadCommand(id=17, kind="wink", message="no command 'wink' is known", code="unknown_kind")
    assert host.ignored == 1


@pytest.mark.parametrize("number", [None, -1, 2**53, True, "17", 1.0])
def test_a_command_of_a_later_version_without_a_readable_id_is_skipped(number: Any) -> None:
    host, _ = opened()
    assert host.receive(raw(kind="wink", id=number)) == []


def test_before_the_login_nothing_is_a_command() -> None:
    host = connection("host", State.LOGIN)
    assert host.receive(raw(kind="wink", id=17)) == []
    assert (host.ignored, host.state) == (1, State.LOGIN)


def test_a_client_owes_no_answers() -> None:
    _, client = opened()
    assert client.receive(raw(kind="wink", id=17)) == []
    assert client.ignored == 1


def test_unknown_fields_are_skipped_and_counted() -> None:
    host, _ = opened()
    assert host.receive(raw(kind="stand", id=1, style="slow", why={"a": [0.5, None]})) == [m.Stand(id=1)]
    assert host.receive(raw(kind="sit", id=2, table=3, seat=None)) == [m.Sit(id=2, table=3)]
    assert (host.ignored, host.ignored_fields) == (0, 2)


# ---------------------------------------------------------------- contents that do not validate


@pytest.mark.parametrize(
    "fields",
    [
        {"kind": "sit", "id": 5},
        {"kind": "sit", "id": 5, "table": "3"},
        {"kind": "sit", "id": 5, "table": True},
        {"kind": "sit", "id": 5, "table": 3, "seat": 4},
        {"kind": "sit", "id": 5, "table": 3, "seat": -1},
        {"kind": "sit", "id": 5, "table": 2**53},
        {"kind": "say", "id": 5, "text": ""},
        {"kind": "say", "id": 5, "text": "x" * 801},
        {"kind": "say", "id": 5, "text": b"bytes"},
        {"kind": "act", "id": 5, "decision": 1, "action": {"do": "play", "card": "JD\n"}},
        {"kind": "act", "id": 5, "decision": 1, "action": {"do": "play", "card": "10D"}},
        {"kind": "act", "id": 5, "decision": 1, "action": {"do": "Play"}},
        {"kind": "act", "id": 5, "decision": 1, "action": {"do": "pass\n"}},
        {"kind": "act", "id": 5, "decision": 1, "action": {"do": "x" * 33}},
        {"kind": "act", "id": 5, "decision": 1, "action": {"do": "call", "suit": "X"}},
        {"kind": "act", "id": 5, "decision": 1, "action": ["play"]},
        {"kind": "create", "id": 5, "name": "T", "preset": "classic", "rules": {"target": 1.5}},
        {"kind": "create", "id": 5, "name": "T", "preset": "classic", "rules": {"target": None}},
        {"kind": "create", "id": 5, "name": "T", "preset": "classic", "rules": {"target": 2**60}},
        {"kind": "create", "id": 5, "name": "T", "preset": "classic", "rules": {f"r{n}": 1 for n in range(33)}},
    ],
)
def test_a_command_with_unreadable_contents_can_be_answered(fields: dict[str, Any]) -> None:
    host, _ = opened()
    [bad] = host.receive(raw(**fields))
    assert isinstance(bad, BadCommand)
    assert (bad.id, bad.kind, bad.code) == (5, fields["kind"], "bad_message")
    assert host.receive(raw(kind="stand", id=6)) == [m.Stand(id=6)]


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"id": 5},
        {"kind": None, "id": 5},
        {"kind": ["sit"], "id": 5},
        {"kind": "stand"},
        {"kind": "stand", "id": "5"},
        {"kind": "stand", "id": True},
        {"kind": "stand", "id": 2**64 - 1},
        {"kind": "pong", "n": -1},
        {"kind": "pong", "n": True, "id": 5},
        {"kind": "bye", "code": "So Long", "id": 5},
    ],
)
def test_anything_else_that_does_not_validate_breaks_the_connection(fields: dict[str, Any]) -> None:
    host, _ = opened()
    with pytest.raises(RemoteProtocolError) as caught:
        host.receive(raw(**fields))
    assert caught.value.code == "bad_message"
    assert host.state == State.BROKEN


@pytest.mark.parametrize(
    "change",
    [{"token": "A" * 43 + "="}, {"token": bytes(31)}, {"protocol": [1]}, {"protocol": [1, 0, 0]}, {"name": "x" * 65}],
)
def test_a_login_that_does_not_validate_breaks_the_connection(change: dict[str, Any]) -> None:
    host = connection("host", State.LOGIN)
    with pytest.raises(RemoteProtocolError) as caught:
        host.receive(raw(**{"kind": "login", "protocol": [1, 0], "software": "x", "name": "Anna", **change}))
    assert caught.value.code == "bad_message"


def test_a_greeting_by_something_else_is_recognised() -> None:
    client = Connection("client")
    with pytest.raises(RemoteProtocolError, match="'quake'") as caught:
        client.receive(raw(kind="hello", product="quake", protocol=[1, 0], software="", host=""))
    assert caught.value.code == "product"


@pytest.mark.parametrize("banner", [b"SSH-2.0-OpenSSH_9.2\r\n", b"HTTP/1.1 400 Bad Request\r\n", b"\x16\x03\x01\x02\0"])
def test_other_services_are_recognised_by_their_first_four_bytes(banner: bytes) -> None:
    client = Connection("client")
    with pytest.raises(RemoteProtocolError) as caught:
        client.receive(banner[:4])
    assert caught.value.code == "too_long"


def test_a_client_of_another_major_version_can_read_why_it_is_refused() -> None:
    client = connection("client", State.JOINING)
    assert client.receive(raw(kind="refused", code="version", protocol=[2, 3])) == [
        m.Refused(code="version", protocol=(2, 3))
    ]
    assert Connection("client").receive(frame(encode(HELLO))) == [HELLO]


# ---------------------------------------------------------------- frames


@pytest.mark.parametrize(("role", "bound"), [("host", 8 * 1024), ("client", 256 * 1024)])
def test_a_length_is_judged_before_its_bytes_come(role: Role, bound: int) -> None:
    conn = connection(role, State.OPEN)
    assert conn.receive(bound.to_bytes(4, "big")) == []
    conn = connection(role, State.OPEN)
    with pytest.raises(RemoteProtocolError, match=str(bound + 1)) as caught:
        conn.receive((bound + 1).to_bytes(4, "big"))
    assert caught.value.code == "too_long"


def test_an_empty_frame_is_refused() -> None:
    conn = connection("host", State.OPEN)
    with pytest.raises(RemoteProtocolError) as caught:
        conn.receive(bytes(4))
    assert caught.value.code == "empty"


def test_a_message_that_is_too_long_is_not_sent() -> None:
    host, client = opened()
    long = m.Login(protocol=(1, 0), software="x", name="x" * 9000)
    with pytest.raises(LocalProtocolError, match="8192 are allowed"):
        connection("client", State.LOGIN).send(long)
    lobby = m.Lobby(version=1, people=[m.Person(name="x" * 300_000)], tables=[])
    with pytest.raises(LocalProtocolError, match="262144 are allowed"):
        host.send(lobby)
    # The conversation goes on as if nothing had been said.
    assert client.receive(host.send(m.Ping(n=1))) == [m.Ping(n=1)]


def test_nothing_is_kept_of_what_was_read() -> None:
    host, client = opened()
    for number in range(1000):
        host.receive(client.send(m.Stand(id=number)))
    assert len(host._buffer) == 0
