"""A short evening between one host and one client, with every kind of message in it."""

from __future__ import annotations

from typing import Any

from euchre_protocol import OPTIONS, PRODUCT, PROTOCOL, Connection, Role
from euchre_protocol import messages as m

TOKEN = bytes(range(32))

_seats = [
    m.SeatInfo(kind="human", name="Anna", ready=True),
    m.SeatInfo(kind="bot", name="Bruno", level="expert"),
    m.SeatInfo(kind="human", name="Ξένη", away=True),
    m.SeatInfo(),
]
_line = m.TableLine(
    id=3,
    name="Kitchen",
    preset="classic",
    rules={"target": 5, "joker": False, "upcard": "must_take"},
    options={"bots": 1, "pace": "fast"},
    seats=_seats,
    watchers=["Иво"],
    owner="Anna",
)
_hand = ["JD", "TC", "9H", "AH", "AS"]


def view(version: int = 9, **changes: Any) -> m.View:
    """The first question of a deal, or that with changes."""
    fields: dict[str, Any] = {
        "version": version,
        "deal": 1,
        "dealer": 3,
        "phase": "bid1",
        "score": [0, 0],
        "tricks": [0, 0],
        "counts": [5, 5, 5, 5],
        "turn": 0,
        "upcard": "JS",
        "upcard_is": "up",
        "hand": _hand,
        "looks": {"S": m.Look(order=["AS", "JD", "9H", "AH", "TC"], labels={"JC": "left"})},
        "ask": m.Ask(
            decision=41,
            actions=[m.Action(do="pass"), m.Action(do="order"), m.Action(do="order", alone=True)],
            dead=[m.Dead(action=m.Action(do="call", cards=["BN"]), why=m.Why(code="wrong_phase"))],
        ),
        "events": [m.Event(do="deal", seat=3, card="JS")],
    }
    return m.View(**{**fields, **changes})


_result = m.Result(
    deal=1,
    outcome="euchred",
    maker=1,
    suit="S",
    tricks=[3, 2],
    points=[2, 0],
    score=[2, 0],
    next_dealer=0,
    hands=[_hand, ["9D"], [], []],
    kitty=["9C", "TH", "KD"],
    discard="9S",
    moved=[m.Moved(seat=2, action=m.Action(do="give", card="AS"))],
    played=[[m.Laid(seat=0, card="AS"), m.Laid(seat=1, card="JS")]],
)

HELLO = m.Hello(product=PRODUCT, protocol=PROTOCOL, software="0.1.0", host="attic", needs=["password"])
LOGIN = m.Login(protocol=PROTOCOL, software="0.1.0", name="Anna", token=TOKEN, password="öffne dich")
WELCOME = m.Welcome(
    name="Anna",
    token=TOKEN,
    presets={"classic": {"players": 4, "upcard": "must_take", "joker": False}},
    fields=[
        m.FieldSpec(name="target", low=1, high=99, default=10),
        m.FieldSpec(name="players", values=[2, 3, 4], default=4),
        m.FieldSpec(name="joker", values=[False, True], default=False, ready=False),
    ],
    options=list(OPTIONS),
)
HANDSHAKE: list[tuple[Role, m.Message]] = [("host", HELLO), ("client", LOGIN), ("host", WELCOME)]

TALK: list[tuple[Role, m.Message]] = [
    ("host", m.Lobby(version=1, people=[m.Person(name="Anna"), m.Person(name="Иво", table=3)], tables=[_line])),
    ("host", m.Lobby(version=2, people=[m.Person(name="Ζωή")], tables=[], change=True, more=True)),
    ("host", m.Lobby(version=2, people=[], tables=[_line], change=True, left=["Иво"], gone=[4])),
    ("client", m.Create(id=1, name="Duel", preset="two_hand", rules={"target": 5, "joker": True}, options={"bots": 1})),
    ("host", m.Error(re=1, code="bad_rules", fields=["joker", "players"])),
    ("client", m.Watch(id=2, table=3)),
    ("host", m.Done(re=2, table=3)),
    ("host", m.Table(version=7, line=_line)),
    ("client", m.Sit(id=3, table=3, seat=0)),
    ("host", m.Done(re=3, table=3)),
    ("client", m.Stand(id=4)),
    ("client", m.Sit(id=5, table=3)),
    ("client", m.Bot(id=6, present=True)),
    ("client", m.Bot(id=19, seat=1, level="expert")),
    ("client", m.Ready(id=7)),
    (
        "host",
        m.Table(
            version=8,
            line=_line,
            you=0,
            starts_ms=3000,
            news=[m.Event(do="sat", seat=0, name="Anna"), m.Event(do="level", seat=1, name="Bruno", level="expert")],
        ),
    ),
    ("host", view()),
    ("client", m.Act(id=8, decision=41, action=m.Action(do="play", card="JD"))),
    ("host", m.Error(re=8, code="illegal", why=m.Why(code="follow", suit="H", cards=["9H", "AH"]))),
    ("client", m.Act(id=9, decision=41, action=m.Action(do="pass"))),
    ("host", m.Done(re=9)),
    ("client", m.Hint(id=20, decision=41)),
    (
        "host",
        m.Advice(
            decision=41,
            choice=m.Action(do="order"),
            ground=m.Ground(code="trumps", seat=2, suit="S", card="JS", number=3),
            worths=[
                m.Worth(action=m.Action(do="order"), points=61, chance=547, margin=21),
                m.Worth(action=m.Action(do="pass"), points=-12, chance=480),
            ],
            deals=480,
        ),
    ),
    ("host", m.Ping(n=1, rtt_ms=4)),
    ("client", m.Pong(n=1)),
    ("client", m.Say(id=10, text="Καλημέρα 🙂")),
    ("host", m.Chat(name="Anna", text="Καλημέρα 🙂", seat=0, table=3)),
    ("host", view(10, turn=None, ask=None, pause="deal", pause_ms=12000, result=_result)),
    ("client", m.Seen(id=11, deal=1)),
    (
        "host",
        view(
            11,
            bids=[m.Said(seat=0, do="pass"), m.Said(seat=1, do="call", suit="NT", alone=True)],
            trick=[m.Laid(seat=2, card="BN")],
            shown={"1": ["JS"]},
            given="AS",
            pause="over",
            over=m.Over(winner=0, sheets=[m.SideSheet(points=10, made=3), m.SideSheet()], deals=9, seconds=700),
        ),
    ),
    ("client", m.Review(id=21)),
    (
        "host",
        m.Reviewed(
            deal=1,
            deals=9,
            before=[512, 488],
            after=[561, 439],
            luck=[81, -81],
            verdicts=[
                m.Verdict(
                    seat=2,
                    action=m.Action(do="pass"),
                    choice=m.Action(do="order", alone=True),
                    chance=32,
                    points=41,
                    mistake=True,
                    worths=[m.Worth(action=m.Action(do="pass"), points=-12, chance=480, margin=9)],
                ),
            ],
        ),
    ),
    ("client", m.Pause(id=13)),
    ("client", m.Propose(id=14, what="bot", seat=2)),
    (
        "host",
        m.Table(
            version=12,
            line=_line,
            talk=[m.Talk(name="Anna", text="γεια")],
            paused="Anna",
            proposal=m.Proposal(
                number=1, what="bot", by="Anna", seat=2, yes=[0], voters=[0, 1], needs=2, left_ms=60_000
            ),
        ),
    ),
    ("client", m.Vote(id=15, proposal=1, yes=False)),
    ("client", m.Kick(id=16, name="Bert")),
    ("client", m.Free(id=17, seat=3)),
    ("client", m.Close(id=18)),
    ("client", m.Leave(id=12)),
]
GOODBYE: list[tuple[Role, m.Message]] = [("client", m.Bye(code="quit"))]
REFUSED: list[tuple[Role, m.Message]] = [
    ("host", HELLO),
    ("client", LOGIN),
    ("host", m.Refused(code="version", protocol=(1, 0))),
]

EVENING = HANDSHAKE + TALK + GOODBYE


def opened() -> tuple[Connection, Connection]:
    """A host and a client after the handshake."""
    host, client = Connection("host"), Connection("client")
    exchange(host, client, HANDSHAKE)
    return host, client


def exchange(host: Connection, client: Connection, script: list[tuple[Role, m.Message]]) -> None:
    """Carry the messages across; each must arrive as it was sent."""
    for sender, message in script:
        source, sink = (host, client) if sender == "host" else (client, host)
        received = sink.receive(source.send(message))
        assert received == [message]


def talk_of(role: Role) -> bytes:
    """The bytes that one side sends after the handshake."""
    host, client = opened()
    source = host if role == "host" else client
    return b"".join(source.send(message) for sender, message in TALK if sender == role)
