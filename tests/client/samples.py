"""Messages as a host would send them, and the models that they make: one for each screen."""

from __future__ import annotations

from itertools import combinations

import msgspec

from euchre_client.address import Address
from euchre_client.finding import Found
from euchre_client.model import Form, Link, Model, Notice, Overlay, Place, Typing
from euchre_client.recent import Used
from euchre_client.update import update
from euchre_protocol.discovery import Announcement
from euchre_protocol.messages import (
    Action,
    Advice,
    Ask,
    Chat,
    Dead,
    Event,
    FieldSpec,
    Ground,
    Laid,
    Lobby,
    Look,
    Over,
    Person,
    Proposal,
    Result,
    Reviewed,
    Said,
    SeatInfo,
    SideSheet,
    Table,
    TableLine,
    Value,
    Verdict,
    View,
    Welcome,
    Why,
    Worth,
)
from euchre_protocol.tablespec import OPTIONS

SIZES = [(39, 14), (40, 14), (79, 24), (80, 22), (80, 23), (80, 24), (120, 38), (120, 40)]
"""Columns and rows of windows: each kind of layout, the smallest window that has it, and some just too small."""

CLASSIC: dict[str, Value] = {
    "players": 4, "lowest": 9, "joker": False, "target": 10, "win_by": 1, "upcard": "must_take", "all_pass": "stick",
    "alone": "caller", "defend_alone": "off", "loner_lead": "left_of_dealer", "lone_defender_points": "flat4",
    "loner_euchred": 2, "super_euchre": 2, "partner_order": "free", "need_suit": "none", "farmers_hand": "off",
    "partners_best": False, "no_trump": False, "claims": False,
}  # fmt: skip
AMERICAN = CLASSIC | {
    "upcard": "may_take", "all_pass": "redeal", "alone": "makers", "defend_alone": "always",
    "loner_lead": "left_of_loner", "lone_defender_points": "2_4",
}  # fmt: skip
TWO_HAND = CLASSIC | {"players": 2, "upcard": "may_take", "all_pass": "redeal", "alone": "none"}
THREE_HAND = CLASSIC | {"players": 3, "alone": "none"}

_VALUES: dict[str, list[Value]] = {
    "players": [2, 3, 4], "lowest": [9, 8, 7], "joker": [False, True], "win_by": [1, 2],
    "upcard": ["must_take", "may_take"], "all_pass": ["stick", "redeal"], "alone": ["none", "caller", "makers"],
    "defend_alone": ["off", "vs_loner", "always"], "loner_lead": ["left_of_dealer", "left_of_loner"],
    "lone_defender_points": ["flat4", "2_4"], "loner_euchred": [2, 4], "super_euchre": [2, 4],
    "partner_order": ["free", "alone_only"], "need_suit": ["none", "caller"],
    "farmers_hand": ["off", "redeal", "swap3"], "partners_best": [False, True], "no_trump": [False, True],
    "claims": [False, True],
}  # fmt: skip
_LATER = {"lowest", "joker", "win_by", "farmers_hand", "partners_best", "no_trump", "claims"}


def fields() -> list[FieldSpec]:
    return [
        FieldSpec(name=name, low=1, high=99, default=default)
        if name == "target"
        else FieldSpec(name=name, values=_VALUES[name], default=default, ready=name not in _LATER)
        for name, default in CLASSIC.items()
    ]


def welcome(name: str = "Maria") -> Welcome:
    presets = {"classic": CLASSIC, "north_american": AMERICAN, "two_hand": TWO_HAND, "three_hand": THREE_HAND}
    return Welcome(name=name, token=bytes(32), presets=presets, fields=fields(), options=list(OPTIONS))


def human(name: str, *, ready: bool = True, away: bool = False) -> SeatInfo:
    return SeatInfo(kind="human", name=name, ready=ready, away=away)


BERT = SeatInfo(kind="bot", name="Bert", level="normal", ready=True)
OTHERS = [human("Ann"), human("Eva"), human("Bob"), BERT]
HALF = [human("Eva"), SeatInfo()]
SEATS = [human("Maria"), BERT, human("Ann"), human("Γιώργος")]


def line(**changes: object) -> TableLine:
    values: dict[str, object] = {
        "id": 1, "name": "Kitchen", "preset": "classic", "rules": CLASSIC, "options": {"pace": "normal"},
        "seats": SEATS, "state": "playing", "deal": 7, "score": [4, 6], "owner": "Ann",
    }  # fmt: skip
    return TableLine(**(values | changes))  # type: ignore[arg-type]


def table(you: int | None = 0, *, news: list[Event] | None = None, **changes: object) -> Table:
    infos = changes.get("seats", SEATS)
    assert isinstance(infos, list)
    sides = 2 if len(infos) == 4 else len(infos)
    sheet = [[*points, 5][:sides] for points in ([1, 0], [1, 2], [1, 3], [2, 3], [4, 3], [4, 6])]
    return Table(version=1, line=line(**changes), you=you, sheet=sheet, news=news or [])


END = Proposal(number=3, what="end", by="Ann", yes=[2], voters=[0, 2, 3], needs=2, left_ms=40_000)
REPLACE = Proposal(number=3, what="bot", by="Ann", seat=3, yes=[2], voters=[0, 2], needs=2, left_ms=40_000)


def council(
    you: int | None = 0, *, paused: str | None = None, proposal: Proposal | None = None, **changes: object
) -> Table:
    """A table at which something is decided."""
    return msgspec.structs.replace(table(you, **changes), paused=paused, proposal=proposal)  # type: ignore[arg-type]


def lobby(tables: list[TableLine] | None = None) -> Lobby:
    if tables is None:
        free = [human("Ann"), BERT, human("Γιώργος"), SeatInfo()]
        tables = [
            line(state="waiting", seats=free, score=[], deal=0, watchers=["Zoe", "Karl"]),
            line(id=2, name="Blue room", preset="north_american", rules=AMERICAN, seats=OTHERS, watchers=["Zoe"]),
            line(id=3, name="Duel", preset="two_hand", rules=TWO_HAND, seats=HALF, state="waiting"),
        ]
    people = [Person(name=name) for name in ("Maria", "Zoe", "Karl")] + [Person(name="Ann", table=1)]
    return Lobby(version=1, people=people, tables=tables)


HAND = ["JH", "AH", "TH", "9D", "QC"]
HEARTS = Look(order=HAND, labels={"JH": "right"})


def view(**changes: object) -> View:
    values: dict[str, object] = {
        "version": 2, "deal": 7, "dealer": 1, "phase": "bid1", "score": [4, 6], "tricks": [0, 0],
        "counts": [5, 5, 5, 5], "upcard": "9H", "upcard_is": "up", "hand": HAND,
    }  # fmt: skip
    return View(**(values | changes))  # type: ignore[arg-type]


def act(do: str, **fields: object) -> Action:
    return Action(do=do, **fields)  # type: ignore[arg-type]


def bid1() -> View:
    ask = Ask(decision=11, actions=[act("pass"), act("order"), act("order", alone=True)])
    bids = [Said(seat=2, do="pass"), Said(seat=3, do="pass")]
    events = [
        Event(do="deal", seat=1, card="9H"),
        Event(do="pass", seat=2),
        Event(do="pass", seat=3),
    ]
    return view(turn=0, ask=ask, bids=bids, looks={"H": HEARTS}, events=events, history=True)


STUCK_HAND = ["JC", "AC", "JS", "9D", "QH"]


def bid2(*, no_trump: bool = False) -> View:
    suits = ["S", "D", "C", *(["NT"] if no_trump else [])]
    calls = [act("call", suit=suit, alone=alone) for suit in suits for alone in (False, True)]
    dead = [
        Dead(action=act("pass"), why=Why(code="stuck")),
        Dead(action=act("call", suit="H"), why=Why(code="turned_down", suit="H")),
    ]
    looks = {
        "C": Look(order=STUCK_HAND, labels={"JC": "right", "JS": "left"}),
        "S": Look(order=["JS", "JC", "AC", "9D", "QH"], labels={"JS": "right", "JC": "left"}),
        "D": Look(order=["9D", "JC", "AC", "JS", "QH"]),
    }
    bids = [Said(seat=seat, do="pass") for seat in (1, 2, 3, 0, 1, 2, 3)]
    return view(
        phase="bid2", dealer=0, turn=0, upcard_is="down", hand=STUCK_HAND, looks=looks, bids=bids,
        ask=Ask(decision=12, actions=calls, dead=dead), events=[Event(do="turned_down", card="9H")],
    )  # fmt: skip


CALLED = [Said(seat=2, do="order", suit="H")]


def discard() -> View:
    hand = ["JH", "AH", "9H", "JD", "9D", "QC"]
    actions = [act("discard", card=card) for card in hand if card != "9H"]
    dead = [Dead(action=act("discard", card="9H"), why=Why(code="upcard", cards=["9H"]))]
    look = Look(order=["JH", "JD", "AH", "9H", "9D", "QC"], labels={"JH": "right", "JD": "left"})
    return view(
        phase="discard", dealer=0, turn=0, trump="H", maker=2, upcard_is="taken", bids=CALLED, hand=hand,
        looks={"H": look}, ask=Ask(decision=13, actions=actions, dead=dead),
    )  # fmt: skip


def given() -> View:
    """The partner of a loner gave a card; one of the six is put away."""
    hand = ["JH", "AH", "KH", "JD", "9D", "QC"]
    asked = Ask(decision=26, actions=[act("discard", card=card) for card in hand])
    return view(
        phase="discard", dealer=1, turn=0, trump="H", maker=0, alone=[0], out=[2], upcard_is="taken", given="KH",
        hand=hand, looks={"H": Look(order=hand, labels={"JH": "right", "JD": "left"})}, ask=asked,
        bids=[Said(seat=0, do="order", suit="H"), Said(seat=0, do="alone")],
    )  # fmt: skip


def bower_led() -> View:
    """Ann led the left bower: a trump, though it shows a diamond."""
    hand = ["AH", "KH", "9D", "QC"]
    why = Why(code="follow", suit="H", cards=["AH", "KH"])
    dead = [Dead(action=act("play", card=card), why=why) for card in ("9D", "QC")]
    asked = Ask(decision=27, actions=[act("play", card=card) for card in hand[:2]], dead=dead)
    return view(
        phase="play", turn=0, trump="H", maker=2, upcard_is="taken", bids=CALLED, tricks=[1, 0], counts=[4, 4, 3, 3],
        trick=[Laid(seat=2, card="JD"), Laid(seat=3, card="TH")], led="H", winning=2, last=LAST, last_winner=2,
        hand=hand, looks={"H": Look(order=hand)}, ask=asked,
    )  # fmt: skip


def exchange() -> View:
    actions = [act("take"), act("leave")]
    return view(
        phase="exchange", dealer=0, turn=0, trump="H", maker=2, bids=CALLED, looks={"H": HEARTS},
        ask=Ask(decision=14, actions=actions),
    )  # fmt: skip


def declare() -> View:
    return view(
        phase="declare", turn=0, trump="H", maker=2, upcard_is="taken", bids=CALLED, looks={"H": HEARTS},
        ask=Ask(decision=15, actions=[act("together"), act("alone")]),
    )  # fmt: skip


LAST = [Laid(seat=2, card="AS"), Laid(seat=3, card="9S"), Laid(seat=0, card="TS"), Laid(seat=1, card="QS")]


def play() -> View:
    hand = ["JD", "AH", "9D", "QC"]
    why = Why(code="follow", suit="H", cards=["JD", "AH"])
    ask = Ask(
        decision=16,
        actions=[act("play", card="JD"), act("play", card="AH")],
        dead=[Dead(action=act("play", card=card), why=why) for card in ("9D", "QC")],
    )
    return view(
        phase="play", turn=0, trump="H", maker=2, upcard_is="taken", bids=CALLED, tricks=[1, 0], counts=[4, 4, 3, 3],
        trick=[Laid(seat=2, card="KH"), Laid(seat=3, card="TH")], led="H", winning=2, last=LAST, last_winner=2,
        hand=hand, looks={"H": Look(order=hand, labels={"JD": "left"})}, ask=ask,
        events=[Event(do="order", seat=2), Event(do="discard", seat=1), Event(do="trick", seat=2, card="AS")],
    )  # fmt: skip


def wait() -> View:
    look = Look(order=["JD", "9D"], labels={"JD": "left"})
    return view(
        phase="play", turn=1, trump="H", maker=2, upcard_is="taken", bids=CALLED, tricks=[2, 0], counts=[2, 3, 3, 3],
        trick=[Laid(seat=0, card="QC")], led="C", winning=0, last=LAST, last_winner=2, hand=["JD", "9D"],
        looks={"H": look},
    )  # fmt: skip


def trick_won() -> View:
    last = [Laid(seat=2, card="KH"), Laid(seat=3, card="TH"), Laid(seat=0, card="AH"), Laid(seat=1, card="9H")]
    hand = ["JD", "9D", "QC"]
    return view(
        phase="play", trump="H", maker=2, upcard_is="taken", bids=CALLED, tricks=[2, 0], counts=[3, 3, 3, 3],
        last=last, last_winner=0, hand=hand, looks={"H": Look(order=hand, labels={"JD": "left"})}, pause="trick",
        pause_ms=1500,
    )  # fmt: skip


def sitting_out() -> View:
    return view(
        phase="play", turn=3, trump="S", maker=2, alone=[2], out=[0], upcard_is="taken", score=[7, 6], tricks=[3, 0],
        bids=[Said(seat=2, do="order", suit="S", alone=True)], counts=[5, 2, 1, 2], trick=[Laid(seat=2, card="AD")],
        led="D", winning=2, last=LAST[:3], last_winner=2, looks={"S": Look(order=HAND)},
    )  # fmt: skip


def result() -> Result:
    again = [Laid(seat=seat, card=card) for seat, card in enumerate(("AH", "9H", "KH", "TH"))]
    played = [LAST, again, again, again, again]
    hands = [HAND, ["9S", "TS", "QS", "KS", "9H"], ["AS", "KH", "QH", "AD", "KD"], ["9C", "TC", "KC", "AC", "TD"]]
    return Result(
        deal=7, outcome="march", maker=2, suit="H", tricks=[5, 0], points=[2, 0], score=[6, 6], next_dealer=2,
        hands=hands, kitty=["JC", "JS", "JD"], discard="9S", played=played,
    )  # fmt: skip


def deal_over() -> View:
    return view(
        phase="deal_over", trump="H", maker=2, upcard_is="taken", bids=CALLED, score=[6, 6], tricks=[5, 0],
        counts=[0, 0, 0, 0], hand=[], last=LAST, last_winner=2, pause="deal", pause_ms=12000, seen=[2],
        result=result(), events=[Event(do="result")],
    )  # fmt: skip


def game_over() -> View:
    sheets = [
        SideSheet(points=11, calls=8, made=6, marches=3, euchred=2, alone=1, tricks=38),
        SideSheet(points=8, calls=5, made=4, euchred=1, alone=1, alone_made=1, tricks=27),
    ]
    over = Over(winner=0, sheets=sheets, deals=13, seconds=1020)
    return view(phase="game_over", score=[11, 8], hand=[], counts=[0, 0, 0, 0], pause="over", over=over)


def claiming() -> View:
    """A lead at which the rest may be claimed."""
    hand = ["JD", "AH", "9D", "QC"]
    actions = [*(act("play", card=card) for card in hand), act("claim")]
    return view(
        phase="play", turn=0, trump="H", maker=0, upcard_is="taken", bids=CALLED, tricks=[1, 0], counts=[4, 4, 4, 4],
        last=LAST, last_winner=0, hand=hand, looks={"H": Look(order=hand, labels={"JD": "left"})},
        ask=Ask(decision=20, actions=actions),
    )  # fmt: skip


def claimed(claimer: int) -> View:
    """Asked whether ``claimer``'s open hand takes the rest."""
    return view(
        phase="claim", turn=0, trump="H", maker=1, upcard_is="taken", bids=[Said(seat=1, do="order", suit="H")],
        tricks=[0, 1], counts=[4, 4, 4, 4], last=LAST, last_winner=claimer, hand=["9D", "QC", "KC", "AC"],
        shown={str(claimer): ["JH", "JD", "AH", "TH"]}, ask=Ask(decision=21, actions=[act("accept"), act("refuse")]),
    )  # fmt: skip


def claim_waits() -> View:
    """Others are asked whether the own claim stands."""
    hand = ["JH", "JD", "AH", "TH"]
    return view(
        phase="claim", turn=1, trump="H", maker=0, upcard_is="taken", bids=CALLED, tricks=[1, 0], counts=[4, 4, 4, 4],
        last=LAST, last_winner=0, hand=hand, shown={"0": hand}, looks={"H": Look(order=hand, labels={"JH": "right"})},
    )  # fmt: skip


def blind() -> View:
    """The Benny was turned up: the dealer names trump before seeing a card."""
    calls = [act("call", suit=suit) for suit in "CDHS"]
    dead = [Dead(action=act("pass"), why=Why(code="benny"))]
    return view(phase="name", dealer=0, turn=0, upcard="BN", hand=[], ask=Ask(decision=22, actions=calls, dead=dead))


def farmer() -> View:
    asked = Ask(decision=23, actions=[act("keep"), act("farmer")])
    return view(turn=0, phase="farmer", hand=LOW, looks={"H": LOW_HEARTS}, ask=asked)


LOW = ["9C", "TC", "9D", "TD", "9H"]
LOW_HEARTS = Look(order=LOW)


def swap() -> View:
    swaps = [act("swap", cards=list(cards)) for cards in combinations(LOW, 3)]
    return view(turn=0, phase="swap", hand=LOW, looks={"H": LOW_HEARTS}, ask=Ask(decision=24, actions=swaps))


def give() -> View:
    gives = [act("give", card=card) for card in HAND]
    return view(
        phase="give", turn=0, trump="H", maker=2, alone=[2], out=[0], upcard_is="taken", looks={"H": HEARTS},
        bids=[Said(seat=2, do="order", suit="H", alone=True)], ask=Ask(decision=25, actions=gives),
    )  # fmt: skip


TRIO = [human("Maria"), human("Ann"), human("Γιώργος")]


def three_hands() -> View:
    hand = ["JD", "AH", "9D", "QC"]
    ask = Ask(decision=26, actions=[act("play", card=card) for card in hand])
    return view(
        dealer=2, phase="play", turn=0, score=[3, 9, 5], trump="H", maker=1, upcard_is="taken", tricks=[0, 1, 0],
        bids=[Said(seat=0, do="pass"), Said(seat=1, do="order", suit="H")], counts=[4, 3, 3], hand=hand, ask=ask,
        trick=[Laid(seat=1, card="KH"), Laid(seat=2, card="TH")], led="H", winning=1, last_winner=1,
        last=[Laid(seat=0, card="9S"), Laid(seat=1, card="AS"), Laid(seat=2, card="TS")],
        looks={"H": Look(order=hand, labels={"JD": "left"})},
    )  # fmt: skip


DUEL_SEATS = [human("Maria"), human("Ann")]


def duel() -> View:
    hand = ["JC", "JS", "TD"]
    why = Why(code="follow", suit="D", cards=["TD"])
    ask = Ask(
        decision=17,
        actions=[act("play", card="TD")],
        dead=[Dead(action=act("play", card=card), why=why) for card in ("JC", "JS")],
    )
    return view(
        deal=4, phase="play", dealer=1, turn=0, score=[3, 5], trump="C", maker=0, upcard="9C", upcard_is="left",
        bids=[Said(seat=0, do="order", suit="C")], tricks=[1, 1], counts=[3, 2], trick=[Laid(seat=1, card="KD")],
        led="D", winning=1, last=[Laid(seat=0, card="9S"), Laid(seat=1, card="AS")], last_winner=1, hand=hand,
        looks={"C": Look(order=hand, labels={"JC": "right", "JS": "left"})}, ask=ask,
    )  # fmt: skip


def model(*messages: object, **changes: object) -> Model:
    """Return a connected model after a welcome and ``messages``."""
    link = Link(state="up", address="192.168.1.20", rtt_ms=3)
    state = Model(place=Place.LOBBY, link=link, name="Maria", host="Ann's laptop", now=100.0)
    state = update(state, welcome())
    for message in messages:
        state = update(state, message)  # type: ignore[arg-type]
    state = state.but(now=101.0)
    return state.but(**changes)


TALK = [
    Chat(name="Ann", text="finally :)", seat=2, table=1),
    Chat(name="Maria", text="nice one", seat=0, table=1),
    Chat(name="Zoe", text="hm", table=1),
]


HOSTS = (
    Found(Address("192.168.1.20"), Announcement("Ann's laptop", 3, 7, "0.1.0", key="0" * 64)),
    Found(Address("fe80::1234:5678:9abc:def0%2"), Announcement("κουζίνα", 1, 2, "0.1.0")),
    Found(Address("192.168.1.61", 40000), Announcement("workshop", 0, 0, "0.0.9", (0, 9), "0" * 64)),
)
USED = (Used(Address("192.168.1.77"), "den", "2025-11-28"),)


def advice(view: View, code: str = "few_trumps") -> Advice:
    assert view.ask is not None
    worths = [
        Worth(action=action, points=40 - 31 * place, chance=512 - 27 * place, margin=19 + place)
        for place, action in enumerate(view.ask.actions)
    ]
    ground = Ground(code=code, seat=2, suit="H", card="JH", number=2)
    return Advice(decision=view.ask.decision, choice=view.ask.actions[0], ground=ground, worths=worths, deals=480)


def reviewed() -> tuple[Reviewed, ...]:
    verdicts = [
        Verdict(seat=2, action=act("pass"), choice=act("order"), chance=31, points=42, mistake=True),
        Verdict(seat=0, action=act("play", card="JH"), choice=act("play", card="9D"), chance=9, points=7),
        Verdict(seat=3, action=act("play", card="TC"), choice=act("play", card="TC")),
    ]
    return (
        Reviewed(deal=1, deals=3, before=[512, 488], after=[431, 569], luck=[-41, 41], verdicts=verdicts),
        Reviewed(deal=2, deals=3, before=[431, 569], after=[760, 240], luck=[329, -329]),
    )


def every_screen() -> dict[str, Model]:
    """Return a model for each screen, by name."""
    at_table = [table(), *TALK]
    waiting = [human("Maria", ready=False), BERT, human("Ann"), SeatInfo()]
    lost = Link(state="lost", address="192.168.1.20", failure="Gone.", attempt=1, retry_at=104.0)
    watched = [table(None, watchers=["Maria"]), *TALK]
    form = Form(name="Maria's", preset="classic", rules={"target": 5}, options={}, row=8)
    blank = Model(name="Maria", now=1.0)
    unknown = "There is no machine called workshop-pi: check the address that the host's screen shows."
    failed = Link(state="lost", address="workshop-pi", failure=unknown, attempt=1, retry_at=5.0)
    return {
        "address": blank,
        "address_typing": blank.but(typing=Typing.ADDRESS),
        "hosts": blank.but(found=HOSTS, used=USED),
        "hosts_old": blank.but(found=HOSTS, used=USED, host_pick=str(HOSTS[2].address), now=9.0),
        "hosts_used": blank.but(used=USED, now=9.0),
        "hosts_none": blank.but(now=9.0),
        "hosts_many": blank.but(found=HOSTS * 5, used=USED, host_pick=str(USED[0].address)),
        "connecting": blank.but(place=Place.CONNECTING, link=Link(state="opening", address="192.168.1.20")),
        "connecting_failed": blank.but(place=Place.CONNECTING, link=failed),
        "refused": blank.but(place=Place.CONNECTING, link=Link(state="closed", address="den", failure="No room.")),
        "lobby": model(lobby(), *TALK),
        "lobby_many": model(lobby([line(id=ident) for ident in range(1, 31)]), table_pick=17),
        "lobby_empty": model(lobby([])),
        "create": model(lobby(), place=Place.CREATE, form=form),
        "create_rules": model(lobby(), place=Place.CREATE, form=form, overlay=Overlay.SHEET),
        "lobby_rules": model(lobby(), *TALK, table_pick=2, overlay=Overlay.SHEET),
        "lobby_american": model(lobby(), *TALK, table_pick=2),
        "lobby_duel": model(lobby(), *TALK, table_pick=3),
        "seats": model(table(state="waiting", seats=waiting, watchers=["Zoe"]), *TALK),
        "seats_watching": model(table(None, state="waiting", seats=waiting), *TALK),
        "seats_bots": model(table(None, state="waiting", seats=[BERT] * 4, watchers=["Maria"])),
        "seats_two": model(table(state="waiting", seats=DUEL_SEATS, preset="two_hand", rules=TWO_HAND)),
        "starting": model(Table(version=1, line=line(state="waiting"), you=0, starts_ms=3000)),
        "bid1": model(*at_table, bid1()),
        "bid1_chosen": model(*at_table, bid1(), pick=1),
        "deeds": model(*at_table, wait(), overlay=Overlay.DEEDS),
        "deeds_owner": model(
            council(owner="Maria", proposal=END, watchers=["Zoe", "Karl"]), wait(), overlay=Overlay.DEEDS
        ),
        "paused": model(council(paused="Ann"), play()),
        "paused_own": model(council(paused="Maria", proposal=END), wait()),
        "proposal": model(council(proposal=REPLACE), play()),
        "proposal_dead": model(council(proposal=REPLACE), play(), pick=2),
        "proposal_watching": model(council(None, proposal=END, watchers=["Maria"]), _hidden(wait())),
        "review": model(*at_table, game_over(), review=reviewed(), overlay=Overlay.REVIEW),
        "review_deal": model(*at_table, game_over(), review=reviewed(), overlay=Overlay.REVIEW, page=1),
        "hint": model(*at_table, bid1(), advice=advice(bid1()), overlay=Overlay.HINT),
        "hint_bid2": model(*at_table, bid2(), advice=advice(bid2()), overlay=Overlay.HINT),
        "bid2": model(*at_table, bid2()),
        "bid2_chosen": model(*at_table, bid2(), pick=5),
        "bid2_dead": model(*at_table, bid2(), pick=0),
        "bid2_no_trump": model(*at_table, bid2(no_trump=True)),
        "discard": model(*at_table, discard(), pick=4),
        "discard_dead": model(*at_table, discard(), pick=3),
        "given": model(*at_table, given()),
        "bower_led": model(*at_table, bower_led()),
        "exchange": model(*at_table, exchange()),
        "declare": model(*at_table, declare(), pick=1),
        "play": model(*at_table, play()),
        "play_chosen": model(*at_table, play(), pick=1),
        "play_dead": model(*at_table, play(), pick=2),
        "play_sent": model(*at_table, play(), pick=1, sent=16),
        "play_refused": model(*at_table, play(), pick=1, notice=Notice(code="choose_first")),
        "wait": model(*at_table, wait()),
        "trick_won": model(*at_table, trick_won()),
        "sitting_out": model(*at_table, sitting_out()),
        "deal_over": model(*at_table, deal_over()),
        "game_over": model(*at_table, game_over()),
        "game_again": model(msgspec.structs.replace(table(), again=[0]), *TALK, game_over()),
        "two_hand": model(table(seats=DUEL_SEATS, preset="two_hand", rules=TWO_HAND), duel()),
        "claiming": model(*at_table, claiming(), pick=4),
        "claimed_left": model(*at_table, claimed(1)),
        "claimed_right": model(*at_table, claimed(3), pick=1),
        "claimed_watching": model(*watched, _hidden(claimed(2))),
        "claim_waits": model(*at_table, claim_waits()),
        "blind": model(*at_table, blind(), pick=2),
        "farmer": model(*at_table, farmer()),
        "swap": model(*at_table, swap(), pick=2, marked=frozenset({"9C", "9D"})),
        "swap_three": model(*at_table, swap(), marked=frozenset({"9C", "9D", "TD"})),
        "give": model(*at_table, give(), pick=0),
        "three_hands": model(table(seats=TRIO, preset="three_hand", rules=THREE_HAND), three_hands()),
        "seats_three": model(table(state="waiting", seats=TRIO, preset="three_hand", rules=THREE_HAND)),
        "watching": model(*watched, _hidden(play())),
        "watching_bids": model(*watched, _hidden(bid1())),
        "watching_result": model(*watched, deal_over()),
        "watching_over": model(*watched, game_over()),
        "scrolled": model(*at_table, play(), scrolled=2),
        "talking": model(*at_table, play(), typing=Typing.TALK),
        "help_keys": model(*at_table, play(), overlay=Overlay.HELP),
        "help_rules": model(*at_table, play(), overlay=Overlay.HELP, page=1),
        "help_marks": model(*at_table, play(), overlay=Overlay.HELP, page=2),
        "help_create": model(lobby(), place=Place.CREATE, form=form, overlay=Overlay.HELP),
        "help_lobby": model(lobby(), overlay=Overlay.HELP),
        "sheet": model(*at_table, play(), overlay=Overlay.SHEET),
        "last_trick": model(*at_table, play(), overlay=Overlay.TRICK),
        "all_cards": model(*at_table, deal_over(), overlay=Overlay.TRICK),
        "settings": model(*at_table, play(), overlay=Overlay.SETTINGS, page=2),
        "leaving": model(*at_table, play(), overlay=Overlay.LEAVE),
        "leaving_chosen": model(*at_table, play(), overlay=Overlay.LEAVE, leave_pick=1),
        "lost": model(*at_table, play(), link=lost),
        "closing": model(*at_table, play(), link=Link(state="closed", address="192.168.1.20", failure="Closing.")),
    }


def _hidden(seen: View) -> View:
    values = {name: getattr(seen, name) for name in seen.__struct_fields__}
    return View(**(values | {"hand": [], "ask": None, "looks": {}, "turn": 0}))
