"""Two connections joined back to back."""

from __future__ import annotations

import pytest

from euchre_protocol import TO_CLIENT, TO_HOST, BadCommand, Connection, RemoteProtocolError, Role, State
from euchre_protocol import messages as m

from .evening import EVENING, GOODBYE, HANDSHAKE, HELLO, LOGIN, REFUSED, TALK, exchange, opened, talk_of


def test_a_whole_evening_arrives_as_it_was_sent() -> None:
    host, client = Connection("host"), Connection("client")
    exchange(host, client, HANDSHAKE)
    assert (host.state, client.state) == (State.OPEN, State.OPEN)
    exchange(host, client, TALK)
    assert (host.state, client.state) == (State.OPEN, State.OPEN)
    exchange(host, client, GOODBYE)
    assert (host.state, client.state) == (State.CLOSED, State.CLOSED)
    assert (host.ignored, host.ignored_fields, client.ignored, client.ignored_fields) == (0, 0, 0, 0)


def test_the_evening_has_every_kind_of_message() -> None:
    said = {type(message) for _, message in EVENING + REFUSED}
    assert said == {*TO_HOST.kinds.values(), *TO_CLIENT.kinds.values()}


def test_a_refusal_closes_both_sides() -> None:
    host, client = Connection("host"), Connection("client")
    exchange(host, client, REFUSED)
    assert (host.state, client.state) == (State.CLOSED, State.CLOSED)


@pytest.mark.parametrize("side", [0, 1], ids=["host", "client"])
def test_a_whole_stream_at_once_gives_the_same_as_its_bytes_one_by_one(side: int) -> None:
    sink, pieces = opened()[side], opened()[side]
    sender: Role = "client" if sink.role == "host" else "host"
    sent = talk_of(sender)
    whole = sink.receive(sent)
    assert whole == [message for who, message in TALK if who == sender]
    assert whole == [message for byte in sent for message in pieces.receive(bytes([byte]))]


def test_both_may_talk_at_once_when_the_conversation_is_open() -> None:
    host, client = opened()
    frames = [host.send(m.Ping(n=n)) for n in range(3)], [client.send(m.Stand(id=n)) for n in range(3)]
    assert client.receive(b"".join(frames[0])) == [m.Ping(n=n) for n in range(3)]
    assert host.receive(b"".join(frames[1])) == [m.Stand(id=n) for n in range(3)]


def test_what_crosses_a_goodbye_on_the_wire_is_dropped_by_both() -> None:
    host, client = opened()
    to_client, to_host = host.send(m.Bye(code="closing")), client.send(m.Bye(code="quit"))
    assert client.receive(to_client) == []
    assert host.receive(to_host) == []
    assert (host.state, client.state) == (State.CLOSED, State.CLOSED)


def test_a_login_that_crosses_a_refusal_is_dropped() -> None:
    host, client = Connection("host"), Connection("client")
    client.receive(host.send(HELLO))
    refusal, login = host.send(m.Refused(code="closing")), client.send(LOGIN)
    assert host.receive(login) == []
    assert client.receive(refusal) == [m.Refused(code="closing")]


def test_bytes_after_a_goodbye_are_not_even_looked_at() -> None:
    host, client = opened()
    goodbye = client.send(m.Bye(code="quit"))
    assert host.receive(goodbye + b"\xff" * 100) == [m.Bye(code="quit")]
    assert host.receive(b"\xff" * 100) == []
    host.receive_eof()
    assert host.state == State.CLOSED


def test_good_messages_ahead_of_bad_bytes_are_not_lost() -> None:
    host, client = opened()
    with pytest.raises(RemoteProtocolError) as caught:
        host.receive(client.send(m.Stand(id=4)) + client.send(m.Leave(id=5)) + b"\xff\xff\xff\xff")
    assert caught.value.before == (m.Stand(id=4), m.Leave(id=5))
    assert caught.value.code == "too_long"


def test_after_bad_bytes_we_may_only_say_goodbye() -> None:
    host, _ = opened()
    with pytest.raises(RemoteProtocolError):
        host.receive(b"\0\0\0\0")
    assert host.state == State.BROKEN
    assert host.receive(b"\0\0\0\0") == []
    assert host.send(m.Bye(code="protocol"))
    assert host.state == State.CLOSED


def test_an_unreadable_answer_to_a_question_can_be_answered() -> None:
    host, client = opened()
    act = m.Act(id=8, decision=41, action=m.Action(do="play", card="JX"))
    [bad] = host.receive(client.send(act))
    assert bad == BadCommand(id=8, kind="act", message=bad.message)  # type: ignore[union-attr]
    assert "$.action.card" in bad.message  # type: ignore[union-attr]
    assert host.state == State.OPEN
    assert client.receive(host.send(m.Error(re=8, code="bad_message"))) == [m.Error(re=8, code="bad_message")]


@pytest.mark.parametrize("state", [State.GREETING, State.OPEN])
def test_the_end_of_input_between_frames_is_no_fault(state: State) -> None:
    host = Connection("host") if state == State.GREETING else opened()[0]
    host.receive_eof()
    assert host.state == State.CLOSED


@pytest.mark.parametrize("got", [1, 4, 5])
def test_the_end_of_input_inside_a_frame_is_their_fault(got: int) -> None:
    host, client = opened()
    host.receive(client.send(m.Leave(id=1))[:got])
    with pytest.raises(RemoteProtocolError, match=f"{got} bytes into a frame") as caught:
        host.receive_eof()
    assert caught.value.code == "cut_off"
    assert host.state == State.CLOSED
