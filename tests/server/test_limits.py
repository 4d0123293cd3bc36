"""What one peer may have of the host, and what it says when that is not enough. Each limit is met and passed."""

from __future__ import annotations

import resource
from pathlib import Path

import msgpack
import pytest
import trio
import trio.testing

from euchre_protocol import messages as m
from euchre_server import descriptors, limits
from euchre_server.cli import main
from euchre_server.descriptors import OWN, fit_descriptors
from euchre_server.limits import SETTABLE, SPARE_CONNECTIONS, SPARE_PER_ADDRESS, Limits, set_limits
from euchre_server.origin import origin_of

from .guests import Guest, House, open_house

DOCS = Path(__file__).resolve().parents[2] / "docs"


async def refusal(guest: Guest) -> str:
    """Why the host sends somebody away before the login; empty if it says nothing at all."""
    return "".join(message.code for message in await guest.end() if isinstance(message, m.Refused))


async def comes_in(house: House, name: str, peer: str) -> Guest:
    guest = house.door(peer)
    await guest.login(name)
    return guest


# ---------------------------------------------------------------- connections


async def test_one_address_does_not_fill_the_house() -> None:
    async with open_house(limits=Limits(connections_per_address=2)) as house:
        first = await comes_in(house, "Ann", "192.0.2.1")
        await comes_in(house, "Bert", "192.0.2.1")
        assert await refusal(house.door("192.0.2.1")) == "full"
        await comes_in(house, "Cleo", "192.0.2.2")
        await first.hang_up()
        await trio.sleep(limits.GOODBYE_S + 1)
        await comes_in(house, "Dora", "192.0.2.1")


async def test_a_flood_from_one_address_is_cut_off_unheard() -> None:
    async with open_house(limits=Limits(connections_per_address=1)) as house:
        doors = [house.door("192.0.2.1") for _ in range(1 + SPARE_PER_ADDRESS + 3)]
        await trio.testing.wait_all_tasks_blocked()
        heard = sorted(len(guest.inbox) for guest in doors)  # in whatever order they came
        assert heard == [0] * 3 + [1] + [2] * SPARE_PER_ADDRESS
        assert all(guest.ended for guest in doors if not guest.inbox)


async def test_a_flood_from_everywhere_is_cut_off_unheard_and_disturbs_nobody() -> None:
    async with open_house(limits=Limits(connections=2)) as house:
        ann = await comes_in(house, "Ann", "192.0.2.1")
        doors = [house.door(f"198.51.100.{number}") for number in range(1 + SPARE_CONNECTIONS + 3)]
        await trio.testing.wait_all_tasks_blocked()
        assert sorted(len(guest.inbox) for guest in doors) == [0] * 3 + [1] + [2] * SPARE_CONNECTIONS
        assert all(guest.ended for guest in doors if not guest.inbox)
        await ann.ok(lambda i: m.Say(id=i, text="quite a crowd"))
        await trio.sleep(10)
        await comes_in(house, "Bert", "198.51.100.77")


async def test_this_machine_is_not_one_address() -> None:
    """Everybody who comes through a tunnel or a proxy comes from there."""
    async with open_house(limits=Limits(connections_per_address=1)) as house:
        for number, peer in enumerate(["127.0.0.1", "127.0.0.1", "::1", "::1"]):
            await comes_in(house, f"A{number}", peer)


@pytest.mark.parametrize(
    ("peer", "origin"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:aaaa::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::9", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::9", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::1%eth0"),
        ("::1", "::1"),
        ("somebody", "somebody"),
    ],
)
def test_where_a_connection_comes_from(peer: str, origin: str) -> None:
    assert origin_of(peer) == origin


async def test_a_household_has_one_allowance_of_passwords_however_many_addresses_it_has() -> None:
    async with open_house(password="secret", limits=Limits(password_tries=2)) as house:
        codes: list[str] = []
        for number in range(3):
            guest = house.door(f"2001:db8::{number}")
            await guest.next(m.Hello)
            await guest.say(m.Login(protocol=m.PROTOCOL, software="t", name="Ann", password="guess"))
            codes.append(await refusal(guest))
        assert codes == ["password", "password", "slow_down"]


# ---------------------------------------------------------------- messages


async def test_more_messages_than_anybody_needs_are_read_later_and_none_is_lost() -> None:
    async with open_house(limits=Limits(messages_at_once=10, messages_per_second=2)) as house:
        ann, bert = await house.guest("Ann"), await house.guest("Bert")
        moment = trio.current_time()
        for number in range(1, 31):
            await ann.say(m.Leave(id=number))
        answers = [await ann.next(m.Error) for _ in range(30)]
        assert [answer.re for answer in answers] == list(range(1, 31))
        assert trio.current_time() - moment == pytest.approx((30 + 1 - 10) / 2)  # one was the login
        moment = trio.current_time()
        await bert.ok(lambda i: m.Say(id=i, text="I am not held up"))
        assert trio.current_time() == moment


@pytest.mark.parametrize(
    "body",
    [
        {"kind": "pong", "n": 1},
        {"kind": "of_a_later_version"},
        {"kind": "of_a_later_version", "id": 5},
        {"kind": "sit", "id": 5, "table": "none"},
        {"kind": "say", "id": 5, "text": "la"},
    ],
)
async def test_whatever_kind_a_message_is_it_counts(body: dict[str, object]) -> None:
    packed = msgpack.packb(body)
    async with open_house(limits=Limits(messages_at_once=10, messages_per_second=2)) as house:
        ann = await house.guest("Ann")
        moment = trio.current_time()
        await ann.stream.send_all((len(packed).to_bytes(4, "big") + packed) * 29)
        await ann.say(m.Leave(id=77))
        await ann.next(m.Error, lambda error: error.re == 77)
        assert trio.current_time() - moment == pytest.approx((30 + 1 - 10) / 2)  # one was the login


async def test_what_somebody_said_who_is_sent_away_before_it_is_read_is_not_done() -> None:
    async with open_house("Kitchen=classic", limits=Limits(messages_at_once=10, messages_per_second=10)) as house:
        ann = await house.guest("Ann")
        for number in range(9):
            await ann.say(m.Leave(id=number))
        await ann.say(m.Sit(id=77, table=1))
        await trio.testing.wait_all_tasks_blocked()
        await house.host.kick("Ann")
        await trio.sleep(5)
        assert [seat.kind for seat in house.tables()[0].seats] == ["free"] * 4


async def test_messages_that_come_together_let_others_have_their_turn() -> None:
    async with open_house(limits=Limits(messages_at_once=1000)) as house:
        ann = await house.guest("Ann")
        turns = 0

        async def wait() -> None:
            nonlocal turns
            while True:
                turns += 1
                await trio.lowlevel.checkpoint()

        async with trio.open_nursery() as nursery:
            nursery.start_soon(wait)
            await ann.stream.send_all(b"".join(ann.connection.send(m.Leave(id=number)) for number in range(500)))
            await ann.next(m.Error, lambda error: error.re == 499)
            nursery.cancel_scope.cancel()
        assert turns > 450


async def test_whoever_has_to_wait_for_their_turn_is_not_silent() -> None:
    async with open_house(limits=Limits(messages_at_once=10, messages_per_second=1, silence_seconds=9)) as house:
        ann = await house.guest("Ann")
        await ann.stream.send_all(b"".join(ann.connection.send(m.Leave(id=number)) for number in range(40)))
        ann.connection.send = lambda message: b""  # type: ignore[method-assign] # and not one pong
        moment = trio.current_time()
        await ann.end()
        assert 30 + 9 < trio.current_time() - moment < 30 + 2 * 9


async def test_a_message_may_be_so_long_and_no_longer() -> None:
    async with open_house(limits=Limits(frame_bytes=6 * 1024)) as house:
        for size, code in ((6 * 1024, None), (6 * 1024 + 1, "protocol")):
            guest = await house.guest(f"G{size}")
            body = b"\x83\xa4kind\xa3say\xa2id\x05\xa4text\xda"
            text = b"x" * (size - len(body) - 2)
            await guest.stream.send_all(size.to_bytes(4, "big") + body + len(text).to_bytes(2, "big") + text)
            if code is None:
                assert await guest.next(m.Error) == m.Error(code="bad_message", re=5)  # read, and too much to say
            else:
                assert (await guest.end())[-1] == m.Bye(code=code)


async def test_talk_is_as_wide_and_as_frequent_as_the_host_likes() -> None:
    async with open_house(limits=Limits(chat_cells=20, chat_at_once=2, chat_seconds=10)) as house:
        ann = await house.guest("Ann")
        await ann.ok(lambda i: m.Say(id=i, text="x" * 200))
        assert (await ann.next(m.Chat)).text == "x" * 20
        await ann.ok(lambda i: m.Say(id=i, text="two"))
        assert (await ann.refused(lambda i: m.Say(id=i, text="three"))).code == "slow_down"
        await trio.sleep(10)
        await ann.ok(lambda i: m.Say(id=i, text="three"))


# ---------------------------------------------------------------- tables


async def test_nobody_fills_the_lobby_with_tables() -> None:
    async with open_house(limits=Limits(tables_at_once=2, table_seconds=30)) as house:

        async def make(name: str, peer: str) -> m.Message:
            guest = await comes_in(house, name, peer)
            return await guest.command(lambda i: m.Create(id=i, name=name, preset="two_hand"))

        assert isinstance(await make("A", "192.0.2.1"), m.Done)
        assert isinstance(await make("B", "192.0.2.1"), m.Done)
        answer = await make("C", "192.0.2.1")
        assert isinstance(answer, m.Error)
        assert answer.code == "slow_down"
        assert isinstance(await make("D", "192.0.2.2"), m.Done)
        await trio.sleep(30)
        assert isinstance(await make("E", "192.0.2.1"), m.Done)


async def test_only_so_many_watch_a_table() -> None:
    async with open_house("Duel=two_hand", limits=Limits(watchers=1)) as house:
        ann, bert, cleo = [await house.guest(name) for name in ("Ann", "Bert", "Cleo")]
        await ann.sit()
        await bert.watch()
        assert (await cleo.refused(lambda i: m.Watch(id=i, table=1))).code == "too_many_watchers"
        assert (await ann.refused(lambda i: m.Stand(id=i))).code == "too_many_watchers"
        assert house.tables()[0].seats[0].name == "Ann"
        await bert.sit()
        await cleo.watch()
        assert house.tables()[0].watchers == ["Cleo"]


# ---------------------------------------------------------------- time


async def test_the_times_to_log_in_and_to_be_silent_can_be_set() -> None:
    async with open_house(limits=Limits(login_seconds=2, silence_seconds=9)) as house:
        moment = trio.current_time()
        assert (await house.door().end())[-1] == m.Bye(code="idle")
        assert trio.current_time() - moment == pytest.approx(2)
        ann = await house.guest("Ann")
        ann.connection.send = lambda message: b""  # type: ignore[method-assign]
        moment = trio.current_time()
        pings = [message for message in await ann.end() if isinstance(message, m.Ping)]
        assert len(pings) >= 3
        assert 9 <= trio.current_time() - moment <= 12
    assert Limits(silence_seconds=600).ping_seconds == 15, "clients may give up after 45 s of silence"


# ---------------------------------------------------------------- setting them


def test_limits_are_set_by_name() -> None:
    assert set_limits([]) == Limits()
    assert set_limits(["tables=20", "watchers=0", "tables=30"]) == Limits(tables=30, watchers=0)


@pytest.mark.parametrize("name", SETTABLE)
def test_each_limit_has_its_bounds(name: str) -> None:
    low, high = SETTABLE[name].metadata["low"], SETTABLE[name].metadata["high"]
    for value in (low, high):
        assert getattr(set_limits([f"{name}={value}"]), name) == value
    assert low <= getattr(Limits(), name) <= high
    for value in (low - 1, high + 1):
        with pytest.raises(ValueError, match=f"{name} must be a whole number from {low} to {high}, not '{value}'"):
            set_limits([f"{name}={value}"])


@pytest.mark.parametrize(
    "word", ["tables=", "tables", "tables=1e3", "tables=١٢", "=5", "chairs=5", "", "first_byte_seconds=2"]
)
def test_a_limit_that_makes_no_sense_is_refused_with_a_sentence(
    word: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--data", str(tmp_path), "--limit", word]) == 2
    [line] = capsys.readouterr().err.splitlines()
    assert line.startswith("euchre-host: --limit: ")
    assert "from 1 to 2000" in line or "the limits are connections, " in line


def test_the_system_is_asked_for_as_many_descriptors_as_there_may_be_connections(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[tuple[int, int]] = []
    said: list[str] = []
    monkeypatch.setattr(descriptors.resource, "getrlimit", lambda _: (1024, 4096))
    monkeypatch.setattr(descriptors.resource, "setrlimit", lambda _, pair: asked.append(pair))
    own = SPARE_CONNECTIONS + OWN
    assert fit_descriptors(Limits(connections=500), said.append).connections == 500
    assert fit_descriptors(Limits(connections=2000), said.append).connections == 2000
    assert asked == [(2000 + own, 4096)]
    assert said == []
    assert fit_descriptors(Limits(connections=5000), said.append).connections == 4096 - own
    assert said == [f"the system allows 4096 open files, so {4096 - own} people can be connected and not 5000"]


def test_a_system_that_does_not_keep_its_word(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    monkeypatch.setattr(descriptors.resource, "getrlimit", lambda _: (256, resource.RLIM_INFINITY))

    def no(_: int, _pair: tuple[int, int]) -> None:
        raise ValueError("not allowed to raise maximum limit")

    monkeypatch.setattr(descriptors.resource, "setrlimit", no)
    assert fit_descriptors(Limits(), said.append).connections == 256 - SPARE_CONNECTIONS - OWN
    assert len(said) == 1


# ---------------------------------------------------------------- documents


def table(file: str, heading: str) -> list[list[str]]:
    text = (DOCS / file).read_text("utf-8").split(f"# {heading}\n", 1)[1].split("\n#", 1)[0]
    lines = [line for line in text.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.split("|")[1:-1]] for line in lines[2:]]


def test_hosting_says_what_each_limit_is_and_does() -> None:
    rows = [
        [f"`{name}`", f"{limit.default:,}", "{low:,} to {high:,}".format(**limit.metadata), limit.metadata["effect"]]
        for name, limit in SETTABLE.items()
    ]
    assert table("hosting.md", "Limits") == rows


def test_the_protocol_says_why_each_limit_is_what_it_is() -> None:
    rows = {row[1].strip("`"): row[2] for row in table("protocol.md", "Time and other limits") if row[1]}
    assert set(rows) == set(SETTABLE)
    for name, text in rows.items():
        assert f"{SETTABLE[name].default:,}" in text, name
