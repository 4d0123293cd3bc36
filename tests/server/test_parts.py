"""Small parts on their own."""

from __future__ import annotations

import errno
import random

import pytest
import trio

from engine.tables import CLASSIC, act, dealt, first_legal
from euchre_engine import FIELDS, PRESETS, DealResult, Scene
from euchre_protocol.messages import SideSheet
from euchre_protocol.tablespec import parse_table_spec
from euchre_protocol.text import clean_name, name_key
from euchre_server import addresses, listening
from euchre_server.addresses import join_line, reachable
from euchre_server.companion import door_of, join_command
from euchre_server.failures import StartError
from euchre_server.listening import open_listeners, port_of
from euchre_server.people import BOT_NAMES, People, Person
from euchre_server.refusal import Refusal
from euchre_server.seating import Seating
from euchre_server.services import seeded_chance, system_chance
from euchre_server.settings import RULE_SPECS, option_specs, setup_of_spec
from euchre_server.tally import sheets
from euchre_server.views import Board, Frame

from .guests import setup

# ---------------------------------------------------------------- addresses


@pytest.mark.parametrize(
    ("address", "port", "line"),
    [
        ("192.168.1.20", 3824, "euchre-join 192.168.1.20"),
        ("192.168.1.20", 4000, "euchre-join 192.168.1.20:4000"),
        ("fd00::2", 3824, "euchre-join [fd00::2]"),
        ("fd00::2", 4000, "euchre-join [fd00::2]:4000"),
    ],
)
def test_what_to_type(address: str, port: int, line: str) -> None:
    assert join_line(address, port, tls=True) == line
    assert join_line(address, port, tls=False) == f"{line} --no-tls"


def test_addresses_to_offer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "_linux_v4", lambda name: {"lo": "127.0.0.1", "eth0": "192.168.1.20"}.get(name))
    monkeypatch.setattr(addresses, "_linux_v6", lambda: ["::1", "fe80::1", "fd00::2"])
    monkeypatch.setattr(addresses.socket, "if_nameindex", lambda: [(1, "lo"), (2, "eth0"), (3, "down")])
    monkeypatch.setattr(addresses, "_towards", lambda family, somewhere: None)
    assert reachable(["0.0.0.0", "::"]) == ["192.168.1.20", "fd00::2", "127.0.0.1"]
    assert reachable(["0.0.0.0"]) == ["192.168.1.20", "127.0.0.1"]
    assert reachable(["127.0.0.1"]) == ["127.0.0.1"]


def test_a_machine_without_a_network_offers_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise OSError(errno.ENETUNREACH, "no network")

    monkeypatch.setattr(addresses.socket, "if_nameindex", list)
    monkeypatch.setattr(addresses.socket.socket, "connect", fail)
    monkeypatch.setattr(addresses, "_IF_INET6", addresses.Path("/no/such/file"))
    assert reachable(["0.0.0.0", "::"]) == ["127.0.0.1"]


# ---------------------------------------------------------------- listening


@pytest.mark.real_time
async def test_listening_everywhere_takes_one_port_for_both_families() -> None:
    listeners = await open_listeners(None, 0)
    ports = {listener.socket.getsockname()[1] for listener in listeners}
    assert ports == {port_of(listeners)}
    for listener in listeners:
        await listener.aclose()


@pytest.mark.real_time
async def test_a_machine_without_ipv6_is_served_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    real = trio.open_tcp_listeners

    async def only_v4(port: int, *, host: str) -> list[trio.SocketListener]:
        if host == "::":
            raise OSError(errno.EAFNOSUPPORT, "no IPv6")
        return await real(port, host=host)

    monkeypatch.setattr(listening.trio, "open_tcp_listeners", only_v4)
    [listener] = await open_listeners(None, 0)
    await listener.aclose()


@pytest.mark.real_time
async def test_a_port_that_is_free_for_one_family_only_is_not_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    real = trio.open_tcp_listeners
    failures = iter([True, True, False])

    async def sometimes(port: int, *, host: str) -> list[trio.SocketListener]:
        if host == "::" and next(failures):
            raise OSError(errno.EADDRINUSE, "in use")
        return await real(port if host != "::" else 0, host="127.0.0.1")

    monkeypatch.setattr(listening.trio, "open_tcp_listeners", sometimes)
    listeners = await open_listeners(None, 0)
    assert len(listeners) == 2
    for listener in listeners:
        await listener.aclose()


@pytest.mark.parametrize(
    ("error", "bind", "words"),
    [
        (OSError(errno.EADDRINUSE, "x"), None, "Port 80 is in use"),
        (OSError(errno.EACCES, "x"), None, "Port 80 may not be used"),
        (OSError(errno.EADDRNOTAVAIL, "x"), "1.2.3.4", "1.2.3.4 is not an address of this machine"),
        (OSError(-2, "Name or service not known"), "nowhere", "nowhere is not an address of this machine"),
        (OSError(errno.ENOBUFS, "No buffer space"), None, "Cannot listen on port 80: No buffer space."),
    ],
)
async def test_why_it_cannot_listen(
    monkeypatch: pytest.MonkeyPatch, error: OSError, bind: str | None, words: str
) -> None:
    async def fail(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(listening.trio, "open_tcp_listeners", fail)
    with pytest.raises(StartError, match=words):
        await open_listeners(bind, 80)


# ---------------------------------------------------------------- names


def nobody(_: Person) -> bool:
    """Who owns a table."""
    return False


def test_only_a_hash_of_the_token_is_kept() -> None:
    people = People(random.Random(1).randbytes)
    person, token, new = people.enter("Ann", None, nobody)
    assert new
    assert len(token) == 32
    assert token not in repr(vars(people) | {"hash": person.token_hash}).encode("latin1", "replace")
    assert person.token_hash != token
    assert people.enter("ann", token, nobody) == (person, token, False)
    person.coming += 1
    with pytest.raises(Refusal, match="name_taken"):
        people.enter("Ann", token[::-1], nobody)


def test_names_of_bots_fit_and_are_nobodys() -> None:
    assert all(clean_name(name) == name for name in BOT_NAMES)
    assert len({name_key(name) for name in BOT_NAMES}) == len(BOT_NAMES) >= 4


# ---------------------------------------------------------------- tables


def test_bots_take_the_opponents_seats_first() -> None:
    for players, order in [(4, [1, 3, 2, 0]), (3, [1, 2, 0]), (2, [1, 0])]:
        seating, taken = Seating(players), []
        while not seating.full:
            seat = seating.next_bot_seat()
            seating.put_bot(seat, f"bot {seat}", "normal")
            taken.append(seat)
        assert taken == order


def test_every_rule_of_the_engine_may_be_chosen() -> None:
    assert [spec.name for spec in RULE_SPECS] == list(FIELDS)
    for spec in RULE_SPECS:
        assert spec.values or spec.low < spec.high


def test_a_table_from_the_command_line() -> None:
    made = setup("Duel=two_hand,target=5,bots=1,pace=fast,watch=hidden")
    assert (made.name, made.preset, made.rules.target, made.bots, made.reveal) == ("Duel", "two_hand", 5, 1, False)
    assert made.rules == PRESETS["two_hand"].but(target=5)
    assert setup("A=classic", pace="relaxed").options["pace"] == "relaxed"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("A=chess", "the presets are classic"),
        ("A=classic,colour=red", "no rule or option 'colour'"),
        ("A=classic,target=0", "target is a number from 1 to 99"),
        ("A=classic,watch=consent", "watch is one of hidden, after"),
        ("A=two_hand,bots=3", "bots and players do not go together"),
        ("A=two_hand,alone=caller", "players"),
    ],
)
def test_a_table_from_the_command_line_that_cannot_be(text: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        setup_of_spec(parse_table_spec(text), option_specs())


def result(outcome: str, maker: int | None, points: tuple[int, ...], alone: tuple[int, ...] = ()) -> DealResult:
    tricks = {"made": (3, 2), "march": (5, 0), "euchred": (2, 3), "alone_march": (5, 0), "thrown_in": (0, 0)}[outcome]
    return DealResult(
        deal=1, maker=maker, trump="H", alone=alone, tricks=tricks, points=points, score=points,
        outcome=outcome, same_dealer=False, hands=(), kitty=(), upcard="9H", discard=None, played=(), others=(),
    )  # fmt: skip


def test_the_sheet_of_a_game() -> None:
    deals = [
        result("made", 0, (1, 0)),
        result("thrown_in", None, (0, 0)),
        result("euchred", 2, (0, 2)),
        result("alone_march", 0, (4, 0), (0,)),
        result("euchred", 1, (4, 0), (0,)),  # a lone defender is not a lone maker
    ]
    assert sheets(deals, 2, 4) == [
        SideSheet(points=9, calls=3, made=2, marches=1, euchred=1, alone=1, alone_made=1, tricks=12),
        SideSheet(points=2, calls=1, made=0, marches=0, euchred=1, alone=0, alone_made=0, tricks=8),
    ]


# ---------------------------------------------------------------- chance, and the player in this terminal


def test_predictable_chance_depends_on_the_seed_and_the_purpose_alone() -> None:
    deck = [str(number) for number in range(24)]
    one, again, other = seeded_chance(1)("cards"), seeded_chance(1)("cards"), seeded_chance(1)("bots")
    cards = one.sample(deck, 24)
    assert again.sample(deck, 24) == cards != other.sample(deck, 24)
    assert seeded_chance(2)("cards").sample(deck, 24) != cards
    assert isinstance(system_chance("cards"), random.SystemRandom)


def test_the_player_in_this_terminal_takes_the_first_free_seat() -> None:
    full, free = setup("Bots=classic,bots=4"), setup("Kitchen=classic,bots=3")
    command = join_command(["here"], "Ann", [full, free], terminal=True)
    assert command[1:] == ["-m", "euchre_client", "here", "--companion", "--name", "Ann", "--table", "Kitchen"]
    command = join_command(["here"], None, [full], terminal=False)
    assert command[7:] == ["--spectate", "Bots", "--once"]
    assert join_command(["here"], "Ann", [], terminal=True)[7:] == []


def test_the_player_in_this_terminal_need_not_learn_the_key() -> None:
    assert door_of("127.0.0.1", 3824, bytes(32)) == ["127.0.0.1:3824", "--key", "00" * 32]
    assert door_of("fd00::2", 9, None) == ["[fd00::2]:9", "--no-tls"]


# ---------------------------------------------------------------- views


def test_what_moved_under_a_house_rule_is_told_to_those_who_may_know_it() -> None:
    state = dealt(CLASSIC.but(partners_best=True), {0: "JH JD AH KH QH", 2: "9C TC QC KC AC"}, "TH")
    state = act(state, "order alone, discard, give AC")
    board = Board(Scene(state), Frame(version=1))
    assert [board.message(seat).given for seat in (0, 1, 2, 3, None)] == ["AC", None, "AC", None, None]
    board = Board(Scene(first_legal(act(state, "discard QH"))), Frame(version=2))
    shown, hidden = (board.message(None, reveal=reveal).result for reveal in (True, False))
    assert shown is not None
    assert [(one.seat, one.action.do, one.action.card) for one in shown.moved] == [
        (2, "give", "AC"),
        (0, "discard", "QH"),
    ]
    assert hidden is not None
    assert (hidden.moved, hidden.discard, hidden.hands) == ([], None, [])
