"""Two connections joined back to back."""

from euchre_protocol import PRODUCT, PROTOCOL, BadCommand, Connection, State
from euchre_protocol import messages as m


def test_a_handshake_opens_both_sides() -> None:
    host, client = Connection("host"), Connection("client")
    hello = m.Hello(product=PRODUCT, protocol=PROTOCOL, software="0.1", host="pi")
    assert client.receive(host.send(hello)) == [hello]
    login = m.Login(protocol=PROTOCOL, software="0.1", name="Anna")
    assert host.receive(client.send(login)) == [login]
    welcome = m.Welcome(name="Anna", token=bytes(32), presets={}, fields=[], options=[])
    assert client.receive(host.send(welcome)) == [welcome]
    assert (host.state, client.state) == (State.OPEN, State.OPEN)
    act = m.Act(id=1, decision=7, action=m.Action(do="play", card="JX"))
    [bad] = host.receive(client.send(act))
    assert isinstance(bad, BadCommand)
    assert (bad.id, bad.kind, bad.code) == (1, "act", "bad_message")
