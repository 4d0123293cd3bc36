"""Every message of the protocol, as frozen typed values.

A message is one msgpack map whose key ``kind`` names its type. Fields may be added in later minor versions, never
removed or re-used, so every field added after 1.0 must have a default. The host sends codes and values; putting them
into words is the client's business. What each message means, and who may send it when, stands in docs/protocol.md.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

PRODUCT = "euchre-lan"
"""The host's first word; whatever answers with another word is not a Euchre host."""

PROTOCOL = (1, 0)
"""Major and minor version. Peers with the same major version understand each other."""

DEFAULT_PORT = 3824
"""E-U-C-H on a telephone keypad."""

NAME_WIDTH = 12
"""Longest name of a person in terminal cells: the width that seats have on an 80-column table."""

TABLE_NAME_WIDTH = 14
"""Longest name of a table in terminal cells: one column of the lobby's list."""

CHAT_LENGTH = 200
"""Longest line of talk in characters: five lines of the 80-column side pane."""

PASSWORD_LENGTH = 256
"""Longest password of a host in characters."""

VALUE_LENGTH = 64
"""Longest text that a rule or an option may hold, in characters; so the longest password of a table."""

Seat = Annotated[int, Meta(ge=0, le=3)]
# The patterns end in \\Z: a dollar sign would also match before a last line break, so that "JD\n" were a card.
Card = Annotated[str, Meta(pattern=r"^(?:[789TJQKA][CDHS]|BN)\Z")]
Suit = Literal["C", "D", "H", "S", "NT"]
Code = Annotated[str, Meta(pattern=r"^[a-z][a-z0-9_]{0,31}\Z")]
Whole = Annotated[int, Meta(ge=-(2**53 - 1), le=2**53 - 1)]
"""Any whole number that every language with IEEE doubles can hold."""
Value = bool | Whole | Annotated[str, Meta(max_length=VALUE_LENGTH)]
"""The value of a rule or of a table option."""
Number = Annotated[int, Meta(ge=0, le=2**53 - 1)]
"""A counter or an identifier; bounded so that every language with IEEE doubles can hold it."""


class _Part(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A map inside a message."""


class Message(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="kind"):
    """A whole message. Fields that hold their default are left out on the wire."""


# ---------------------------------------------------------------- parts


class FieldSpec(_Part, frozen=True):
    """One rule or table option that a person may choose.

    ``values`` lists the choices; for a number it is empty and ``low`` and ``high`` bound it. ``ready`` is false for
    a rule that this host knows by name but does not play yet.
    """

    name: Code
    values: list[Value] = []
    low: Whole = 0
    high: Whole = 0
    default: Value = ""
    ready: bool = True


class Action(_Part, frozen=True):
    """Something a seat does. ``do`` is a word of the game record (``pass``, ``order``, ``play`` ...)."""

    do: Code
    card: Card | None = None
    suit: Suit | None = None
    alone: bool = False
    cards: list[Card] = []


class Why(_Part, frozen=True):
    """The reason why something is not legal: a code, and the suit and cards that it speaks of.

    ``follow``: ``suit`` was led and ``cards`` can follow it. ``stuck``: the dealer must name a suit.
    ``turned_down``: ``suit`` is the upcard's. ``upcard``: the card just taken may not be put away.
    """

    code: Code
    suit: Suit | None = None
    cards: list[Card] = []


class Dead(_Part, frozen=True):
    """An action that a person might look for and may not choose now, with the reason."""

    action: Action
    why: Why


class Ask(_Part, frozen=True):
    """A question to this seat. The answer (``act``) quotes ``decision``.

    ``actions`` are all the legal ones, in the order in which to offer them.
    """

    decision: Number
    actions: list[Action]
    dead: list[Dead] = []


class Look(_Part, frozen=True):
    """How the own hand looks under one trump suit: the order to show it in, and the name of each bower."""

    order: list[Card]
    labels: dict[Card, Literal["right", "left", "benny"]] = {}


class Said(_Part, frozen=True):
    """One step of the bidding: which seat did what."""

    seat: Seat
    do: Code
    suit: Suit | None = None
    alone: bool = False


class Laid(_Part, frozen=True):
    """A card on the table and the seat that played it."""

    seat: Seat
    card: Card


class Event(_Part, frozen=True):
    """Something that has just happened, for the log and for plain-text clients.

    ``do`` is an action's word, or one of ``deal`` (``seat`` deals, ``card`` is turned up), ``turned_down``, ``trick``
    (``seat`` takes it with ``card``), ``thrown_in``, ``result``, ``game_over`` (``side`` wins), and for the table
    ``sat``, ``stood``, ``watching``, ``gone``, ``lost`` (the line broke; the game waits for ``number`` seconds),
    ``away`` (a bot plays on), ``back``, ``bot``, ``level`` (a bot's new one), ``ready``, ``start``, ``hint`` (was
    asked for), ``owner`` (the table is theirs now), ``freed`` (the seat was taken from them), ``kicked``, ``closed``,
    ``paused``, ``resumed``, ``propose_end``, ``propose_bot``, ``voted``, ``agreed``, ``rejected``, ``storage``
    (``number`` 1: nothing can be stored and all waits; 0: it goes on). ``by`` is ``bot`` when a bot acted for a
    person, and ``clock`` when it did because the time was up. ``level`` is how strong a bot is now. ``name`` is the
    person or bot meant, where there is no seat or the seat has just changed hands. A card that this connection may not
    know is left out.
    """

    do: Code
    seat: Seat | None = None
    card: Card | None = None
    suit: Suit | None = None
    alone: bool = False
    cards: list[Card] = []
    by: Code | None = None
    name: str | None = None
    side: Whole | None = None
    number: Whole | None = None
    level: Code | None = None


class Moved(_Part, frozen=True):
    """Cards that changed places under a house rule: a swap, a gift, or the discard for a gift."""

    seat: Seat
    action: Action


class Result(_Part, frozen=True):
    """How a deal ended. ``hands`` are as they were dealt; they and what moved are absent where the table hides them."""

    deal: Number
    outcome: Literal["made", "march", "alone_made", "alone_march", "euchred", "thrown_in"]
    maker: Seat | None = None
    suit: Suit | None = None
    alone: list[Seat] = []
    tricks: list[Whole] = []
    points: list[Whole] = []
    score: list[Whole] = []
    next_dealer: Seat | None = None
    hands: list[list[Card]] = []
    kitty: list[Card] = []
    discard: Card | None = None
    moved: list[Moved] = []
    played: list[list[Laid]] = []


class SideSheet(_Part, frozen=True):
    """What one side did in a whole game, for the game-over screen."""

    points: Whole = 0
    calls: Whole = 0
    made: Whole = 0
    marches: Whole = 0
    euchred: Whole = 0
    alone: Whole = 0
    alone_made: Whole = 0
    tricks: Whole = 0


class Over(_Part, frozen=True):
    """The end of a game: the winning side, a sheet for each side, how many deals and seconds it took."""

    winner: Whole
    sheets: list[SideSheet]
    deals: Whole
    seconds: Whole = 0


class SeatInfo(_Part, frozen=True):
    """Who sits in a seat. ``away``: the person is not there; a game waits ``grace_ms`` for them, then a bot plays."""

    kind: Literal["free", "human", "bot"] = "free"
    name: str = ""
    level: Code | None = None
    ready: bool = False
    away: bool = False
    grace_ms: Number = 0


class TableLine(_Part, frozen=True):
    """A table as the lobby lists it. ``locked``: whoever comes to it must know its password."""

    id: Number
    name: str
    preset: Code
    rules: dict[str, Value]
    options: dict[str, Value]
    seats: list[SeatInfo]
    state: Literal["waiting", "playing", "over"] = "waiting"
    deal: Number = 0
    score: list[Whole] = []
    watchers: list[str] = []
    owner: str | None = None
    locked: bool = False


class Talk(_Part, frozen=True):
    """A line of talk from before. ``seat`` is none for a watcher."""

    name: str
    text: str
    seat: Seat | None = None


class Proposal(_Part, frozen=True):
    """Something that the people in the seats decide. ``needs`` votes for it carry it.

    ``what`` is ``end`` (the game), or ``bot`` (for the person in ``seat``).
    """

    number: Number
    what: Code
    by: str
    seat: Seat | None = None
    yes: list[Seat] = []
    no: list[Seat] = []
    voters: list[Seat] = []
    needs: Whole = 1
    left_ms: Number = 0


class Worth(_Part, frozen=True):
    """What a legal action is thought to be worth to the seat that is asked.

    ``points`` are hundredths of the points expected in this deal, the own side's less the others'; ``chance`` is that
    of winning the game in thousandths, true to within ``margin`` thousandths in 19 cases of 20.
    """

    action: Action
    points: Whole
    chance: Number
    margin: Number = 0


class Ground(_Part, frozen=True):
    """The fact that speaks best for a choice: ``code`` says which, the other fields what it speaks of."""

    code: Code
    seat: Seat | None = None
    suit: Suit | None = None
    card: Card | None = None
    number: Whole | None = None


class Verdict(_Part, frozen=True):
    """What an expert thinks of a decision, given what its seat knew.

    ``chance`` is what the choice cost of the chance of winning, in thousandths, and ``points`` of the deal's points, in
    hundredths. ``mistake``: it is worse than ``choice`` beyond the doubt of the sample.
    """

    seat: Seat
    action: Action
    choice: Action
    chance: Number = 0
    points: Whole = 0
    mistake: bool = False
    worths: list[Worth] = []


class Person(_Part, frozen=True):
    """Somebody connected to the host, and the table where they are (none: in the lobby)."""

    name: str
    table: Number | None = None


# ---------------------------------------------------------------- host to client


class Hello(Message, frozen=True, tag="hello"):
    """The host's first message. ``needs`` lists what the login must carry (``password``)."""

    product: str
    protocol: tuple[Number, Number]
    software: str
    host: str
    needs: list[Code] = []


class Welcome(Message, frozen=True, tag="welcome"):
    """The login was accepted. ``token`` proves next time that it is the same person."""

    name: str
    token: Annotated[bytes, Meta(min_length=32, max_length=32)]
    presets: dict[str, dict[str, Value]]
    fields: list[FieldSpec]
    options: list[FieldSpec]
    back: bool = False


class Refused(Message, frozen=True, tag="refused"):
    """The login was refused, and why; the host closes."""

    code: Code
    protocol: tuple[Number, Number] | None = None


class Done(Message, frozen=True, tag="ok"):
    """A command was carried out. ``table`` is the table it made or joined."""

    re: Number
    table: Number | None = None


class Error(Message, frozen=True, tag="error"):
    """A command was not carried out and changed nothing. ``re`` is its id, where it had a readable one."""

    code: Code
    re: Number | None = None
    why: Why | None = None
    fields: list[str] = []


class Lobby(Message, frozen=True, tag="lobby"):
    """The lobby; sent to whoever is at no table, whole when they come and then whenever it changes.

    With ``change`` only what is new or different is in it; the rest is as before, but for the people who have ``left``
    and the tables that are ``gone``. With ``more`` the next message about the lobby goes on with it, unless the person
    goes to a table before that.
    ``news`` says why somebody is here again who did not leave: ``kicked`` from the table ``name``, or it was
    ``closed``.
    """

    version: Number
    people: list[Person]
    tables: list[TableLine]
    news: list[Event] = []
    change: bool = False
    left: list[str] = []
    gone: list[Number] = []
    more: bool = False


class Table(Message, frozen=True, tag="table"):
    """Everything about a table but the play: sent on joining it and whenever it changes.

    ``you`` is the seat of this connection (none: watching). ``sheet`` is the score after each deal. ``talk`` is what
    was said last, oldest first; only in the first message after coming to the table. ``paused`` is the name of whoever
    has paused the game: all its times stand still.
    """

    version: Number
    line: TableLine
    you: Seat | None = None
    sheet: list[list[Whole]] = []
    again: list[Seat] = []
    starts_ms: Number = 0
    news: list[Event] = []
    talk: list[Talk] = []
    paused: str | None = None
    proposal: Proposal | None = None


class View(Message, frozen=True, tag="view"):
    """The play as this connection may see it, whole: the newest view replaces all older ones.

    ``turn`` is the seat that must act (none during a pause). ``upcard_is``: ``up``, ``down`` (turned down), ``taken``
    by the dealer, or ``left`` (trump, but not taken). ``looks`` has one entry for the trump suit, or one for each
    suit that may be proposed now. ``pause`` says what everybody waits for: a finished ``trick`` or ``deal`` to be
    looked at, ``over`` at the end of the game, or ``storage`` when the host cannot store what happens. ``clock_ms`` is
    the time left to the person whose turn it is (0: no clock). With ``history`` the events tell the whole deal so far;
    otherwise they tell what is new.
    """

    version: Number
    deal: Number
    dealer: Seat
    phase: Code
    score: list[Whole]
    tricks: list[Whole]
    counts: list[Whole]
    turn: Seat | None = None
    upcard: Card | None = None
    upcard_is: Literal["up", "down", "taken", "left"] | None = None
    trump: Suit | None = None
    maker: Seat | None = None
    alone: list[Seat] = []
    out: list[Seat] = []
    bids: list[Said] = []
    trick: list[Laid] = []
    led: Suit | None = None
    winning: Seat | None = None
    last: list[Laid] = []
    last_winner: Seat | None = None
    hand: list[Card] = []
    discard: Card | None = None
    given: Card | None = None
    looks: dict[str, Look] = {}
    ask: Ask | None = None
    pause: Literal["trick", "deal", "over", "storage"] | None = None
    pause_ms: Number = 0
    seen: list[Seat] = []
    shown: dict[str, list[Card]] = {}
    result: Result | None = None
    over: Over | None = None
    events: list[Event] = []
    history: bool = False
    clock_ms: Number = 0


class Chat(Message, frozen=True, tag="chat"):
    """A line of talk. ``seat`` is none for a watcher or in the lobby."""

    name: str
    text: str
    seat: Seat | None = None
    table: Number | None = None


class Advice(Message, frozen=True, tag="advice"):
    """What an expert would answer to the question ``decision``, and why: what somebody asked for with ``hint``.

    ``worths`` are those of all legal actions, the best first; empty where there is nothing to weigh. ``deals`` is how
    many deals that fit what the seat knows were looked at.
    """

    decision: Number
    choice: Action
    ground: Ground
    worths: list[Worth] = []
    deals: Number = 0


class Reviewed(Message, frozen=True, tag="reviewed"):
    """A deal of the finished game as an expert sees it: one of what follows ``review``.

    ``deals`` is how many the game had. ``before`` and ``after`` are each side's chance of winning the game, and
    ``luck`` what it changed by through nobody's choice, in thousandths.
    """

    deal: Number
    deals: Number
    before: list[Number]
    after: list[Number]
    luck: list[Whole]
    verdicts: list[Verdict] = []


class Ping(Message, frozen=True, tag="ping"):
    """Are you there? ``rtt_ms`` is the host's last measurement of the way there and back."""

    n: Number
    rtt_ms: Number | None = None


class Bye(Message, frozen=True, tag="bye"):
    """The sender closes the connection now.

    Codes: ``closing``, ``replaced``, ``slow``, ``idle``, ``quit``, ``kicked``, ``protocol``.
    """

    code: Code


# ---------------------------------------------------------------- client to host


class Login(Message, frozen=True, tag="login"):
    """Who I am. ``token`` is the one from an earlier welcome of the same host, if there was one."""

    protocol: tuple[Number, Number]
    software: Annotated[str, Meta(max_length=32)]
    name: Annotated[str, Meta(max_length=64)]
    token: Annotated[bytes, Meta(min_length=32, max_length=32)] | None = None
    password: Annotated[str, Meta(max_length=PASSWORD_LENGTH)] | None = None


class Create(Message, frozen=True, tag="create"):
    """Make a table and sit down at it. ``rules`` and ``options`` name only what differs from the preset."""

    id: Number
    name: Annotated[str, Meta(max_length=64)]
    preset: Code
    rules: Annotated[dict[str, Value], Meta(max_length=32)] = {}
    options: Annotated[dict[str, Value], Meta(max_length=16)] = {}


class Sit(Message, frozen=True, tag="sit"):
    """Take a seat at a table, or change seats; without a seat, the first free one."""

    id: Number
    table: Number
    seat: Seat | None = None
    password: Annotated[str, Meta(max_length=VALUE_LENGTH)] | None = None


class Stand(Message, frozen=True, tag="stand"):
    """Give up the seat and watch."""

    id: Number


class Watch(Message, frozen=True, tag="watch"):
    """Watch a table without sitting down."""

    id: Number
    table: Number
    password: Annotated[str, Meta(max_length=VALUE_LENGTH)] | None = None


class Leave(Message, frozen=True, tag="leave"):
    """Go back to the lobby. In a running game a bot takes the seat until its owner returns."""

    id: Number


class Ready(Message, frozen=True, tag="ready"):
    """Ready (or not) for the game to begin; after a game, to play again with the same people."""

    id: Number
    ready: bool = True


class Bot(Message, frozen=True, tag="bot"):
    """Put a bot into a free seat (none: all free seats) or, with ``present`` false, take it out again.

    ``level`` is how strong it is to be (none: what the table's option says); for a seat that a bot has, the new one.
    """

    id: Number
    seat: Seat | None = None
    present: bool = True
    level: Code | None = None


class Kick(Message, frozen=True, tag="kick"):
    """Send somebody away from the own table."""

    id: Number
    name: Annotated[str, Meta(max_length=64)]


class Free(Message, frozen=True, tag="free"):
    """Take a seat at the own table from whoever has it; a person stays and watches."""

    id: Number
    seat: Seat


class Close(Message, frozen=True, tag="close"):
    """Close the own table."""

    id: Number


class Pause(Message, frozen=True, tag="pause"):
    """Pause the game, or with ``on`` false let it go on."""

    id: Number
    on: bool = True


class Propose(Message, frozen=True, tag="propose"):
    """Propose to ``end`` the game, or that a ``bot`` gets the seat of the person in ``seat``."""

    id: Number
    what: Code
    seat: Seat | None = None


class Vote(Message, frozen=True, tag="vote"):
    """Be for or against a proposal; ``proposal`` is its number."""

    id: Number
    proposal: Number
    yes: bool = True


class Act(Message, frozen=True, tag="act"):
    """The answer to a question: ``decision`` is the question's number."""

    id: Number
    decision: Number
    action: Action


class Hint(Message, frozen=True, tag="hint"):
    """What would an expert answer to the question ``decision``? Everybody at the table is told that this was asked."""

    id: Number
    decision: Number


class Review(Message, frozen=True, tag="review"):
    """What does an expert think of the game that is over?"""

    id: Number


class Seen(Message, frozen=True, tag="seen"):
    """I have looked at the result of deal number ``deal``; go on."""

    id: Number
    deal: Number


class Say(Message, frozen=True, tag="say"):
    """Talk to the table, or to the lobby when at no table."""

    id: Number
    text: Annotated[str, Meta(min_length=1, max_length=4 * CHAT_LENGTH)]


class Pong(Message, frozen=True, tag="pong"):
    """Here I am: the answer to ``ping`` with the same number."""

    n: Number


FromHost = Hello | Welcome | Refused | Done | Error | Lobby | Table | View | Chat | Advice | Reviewed | Ping | Bye
Command = (
    Create
    | Sit
    | Stand
    | Watch
    | Leave
    | Ready
    | Bot
    | Kick
    | Free
    | Close
    | Pause
    | Propose
    | Vote
    | Act
    | Hint
    | Review
    | Seen
    | Say
)
"""The messages of a client that carry an ``id`` and get exactly one answer, ``ok`` or ``error``."""
FromClient = Login | Command | Pong | Bye
