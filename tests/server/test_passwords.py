"""Passwords of the host and of tables: who gets in, and how often one may guess."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import pytest
import trio
import trio.testing

from euchre_protocol import messages as m
from euchre_server import passwords
from euchre_server.allowance import Allowance
from euchre_server.failures import StartError
from euchre_server.limits import Limits
from euchre_server.options import read_options
from euchre_server.services import InAThread

from .guests import Guest, House, open_house
from .journals import opened

R = TypeVar("R")


async def knock(house: House, password: str | None, peer: str = "10.0.0.7", name: str = "Ann") -> m.Message:
    """Try to come in; return the host's answer."""
    guest = house.door(peer)
    hello = await guest.next(m.Hello)
    assert hello.needs == ["password"]
    await guest.say(m.Login(protocol=m.PROTOCOL, software="t", name=name, password=password))
    return await guest.next(m.Message)


# ---------------------------------------------------------------- the host's


async def test_only_who_knows_the_password_gets_in() -> None:
    async with open_house(password="καλημέρα") as house:
        assert await knock(house, None) == m.Refused(code="password")
        assert await knock(house, "kalimera") == m.Refused(code="password")
        assert isinstance(await knock(house, "καλημέρα"), m.Welcome)
        assert "10.0.0.7: a wrong password" in house.lines
        assert not any("kalimera" in line for line in house.lines)


async def test_a_token_is_no_password() -> None:
    async with open_house(password="secret") as house:
        ann = house.door()
        await ann.login("Ann", password="secret")
        again = house.door()
        await again.next(m.Hello)
        await again.say(m.Login(protocol=m.PROTOCOL, software="t", name="Ann", token=ann.token))
        assert await again.next(m.Message) == m.Refused(code="password")


async def test_strangers_who_guess_wait_behind_those_who_were_in_before() -> None:
    tries = trio.Semaphore(2)

    async def slowly(work: Callable[[], R]) -> R:
        await tries.acquire()
        return work()

    async with open_house(password="secret", work=slowly) as house:
        ann = house.door()
        await ann.login("Ann", password="secret")
        async with trio.open_nursery() as nursery:
            for number in range(30):
                nursery.start_soon(knock, house, "guess", f"10.0.1.{number}")
            await trio.testing.wait_all_tasks_blocked()
            again = house.door()
            await again.next(m.Hello)
            await again.say(m.Login(protocol=m.PROTOCOL, software="t", name="Ann", token=ann.token, password="secret"))
            await trio.testing.wait_all_tasks_blocked()
            for _ in range(2):  # one guess was under way
                tries.release()
            await again.next(m.Welcome)
            for _ in range(30):
                tries.release()


@pytest.mark.bulk
async def test_an_address_may_guess_a_few_times_and_then_once_a_minute() -> None:
    async with open_house(password="secret") as house:
        for _ in range(Limits.password_tries):
            assert await knock(house, "guess") == m.Refused(code="password")
        assert await knock(house, "secret") == m.Refused(code="slow_down")
        assert isinstance(await knock(house, "secret", "10.0.0.8"), m.Welcome)  # somebody else
        await trio.sleep(Limits.password_seconds)
        assert isinstance(await knock(house, "secret", name="Bert"), m.Welcome)
        assert isinstance(await knock(house, "secret", name="Cleo"), m.Welcome)  # right ones do not count


async def test_right_passwords_do_not_count_however_many_come_at_once() -> None:
    async def slowly(work: Callable[[], R]) -> R:
        await trio.sleep(0.05)
        return work()

    answers: list[m.Message] = []
    async with open_house(password="secret", work=slowly) as house:

        async def come(number: int) -> None:
            answers.append(await knock(house, "secret", name=f"Ann {number}"))

        async with trio.open_nursery() as nursery:
            for number in range(20):
                nursery.start_soon(come, number)
        assert all(isinstance(answer, m.Welcome) for answer in answers)


@pytest.mark.bulk
async def test_many_guesses_at_once_are_no_more_than_a_few() -> None:
    answers: list[m.Message] = []
    async with open_house(password="secret") as house:

        async def guess(number: int) -> None:
            answers.append(await knock(house, f"guess {number}"))

        async with trio.open_nursery() as nursery:
            for number in range(20):
                nursery.start_soon(guess, number)
    codes = [answer.code for answer in answers if isinstance(answer, m.Refused)]
    assert codes.count("password") == Limits.password_tries
    assert codes.count("slow_down") == 20 - Limits.password_tries


# ---------------------------------------------------------------- a table's


async def locked_table(house: House) -> Guest:
    ann = await house.guest("Ann")
    await ann.create(password="sesame")
    return ann


async def test_a_table_with_a_password_takes_whoever_knows_it() -> None:
    async with open_house() as house:
        ann = await locked_table(house)
        bert = await house.guest("Bert")
        [line] = (await bert.next(m.Lobby)).tables
        assert line.locked
        assert "password" not in line.options
        for password in (None, "", "open"):
            for make in (
                lambda i, password=password: m.Sit(id=i, table=1, password=password),
                lambda i, password=password: m.Watch(id=i, table=1, password=password),
            ):
                code = (await bert.refused(make)).code
                assert code in ("password", "slow_down")
        await trio.sleep(600)
        await bert.ok(lambda i: m.Sit(id=i, table=1, password="sesame"))
        await bert.sit(1, 3)  # whoever is in may change seats
        assert not any(b"sesame" in guest.raw for guest in (ann, bert))


async def test_owners_of_the_table_or_of_a_seat_come_back_without_it() -> None:
    async with open_house() as house:
        ann = await locked_table(house)
        bert = await house.guest("Bert")
        await bert.ok(lambda i: m.Sit(id=i, table=1, password="sesame"))
        await ann.ok(lambda i: m.Bot(id=i))
        for guest in (ann, bert):
            await guest.ready()
        await bert.next(m.View)
        await bert.ok(lambda i: m.Leave(id=i))
        await bert.watch()
        assert (await bert.next(m.Table)).you == 1


async def test_a_table_of_the_command_line_may_have_a_password() -> None:
    async with open_house("Kitchen=classic,password=se=same") as house:
        ann = await house.guest("Ann")
        assert (await ann.refused(lambda i: m.Watch(id=i, table=1))).code == "password"
        await ann.ok(lambda i: m.Watch(id=i, table=1, password="se=same"))


async def test_a_password_outlives_the_host_and_its_own_tables_take_the_one_of_the_new_start(tmp_path: Path) -> None:
    journal, memory = opened(tmp_path)
    async with open_house("Kitchen=classic,password=old", journal=journal, memory=memory) as house:
        ann, bert = await house.guest("Ann"), await house.guest("Bert")
        await ann.create("Ann's", password="sesame")
        await bert.ok(lambda i: m.Sit(id=i, table=1, password="old"))
    journal.close()
    journal, memory = opened(tmp_path)
    async with open_house("Kitchen=classic,password=new", journal=journal, memory=memory) as house:
        assert [(line.name, line.locked) for line in house.tables()] == [("Kitchen", True), ("Ann's", True)]
        zoe = await house.guest("Zoe")
        assert (await zoe.refused(lambda i: m.Watch(id=i, table=1, password="old"))).code == "password"
        await zoe.ok(lambda i: m.Watch(id=i, table=1, password="new"))
        await zoe.ok(lambda i: m.Leave(id=i))
        await zoe.ok(lambda i: m.Watch(id=i, table=2, password="sesame"))
    journal.close()


# ---------------------------------------------------------------- parts


def test_what_is_kept_of_a_password_is_salted_and_not_the_password() -> None:
    one, other = passwords.seal("secret", b"salt"), passwords.seal("secret", b"pepper")
    assert one != other
    assert "secret" not in one
    assert [passwords.fits("secret", lock) for lock in (one, other)] == [True, True]
    assert not passwords.fits("Secret", one)
    assert not passwords.fits("", one)


@pytest.mark.real_time
async def test_a_password_is_tried_in_a_thread_and_one_at_a_time() -> None:
    work, lock = InAThread(), passwords.seal("secret", b"salt")
    steps = 0

    async def count() -> None:
        nonlocal steps
        while True:
            await trio.lowlevel.checkpoint()
            steps += 1

    async with trio.open_nursery() as nursery:
        nursery.start_soon(count)
        assert await work(lambda: passwords.fits("secret", lock))
        nursery.cancel_scope.cancel()
    assert steps > 5


def test_the_password_of_the_host_is_the_first_line_of_a_file(tmp_path: Path) -> None:
    file = tmp_path / "password"
    file.write_text("open sesame\nand a remark\n", encoding="utf-8")
    options = read_options(["--password-file", str(file), "--data", str(tmp_path)])
    assert passwords.fits("open sesame", options.lock)
    assert read_options(["--data", str(tmp_path)]).lock == ""


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"\n", "is empty"),
        (b"", "is empty"),
        (b"\xff\xfe", "it is no text"),
        (b"x" * 257, "longer than the 256 letters"),
        (None, "No such file"),
    ],
)
def test_a_password_file_that_is_of_no_use(tmp_path: Path, content: bytes | None, words: str) -> None:
    file = tmp_path / "password"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(StartError, match=words):
        read_options(["--password-file", str(file)])


def test_an_allowance_fills_and_empties_for_each_by_itself() -> None:
    tries: Allowance[str] = Allowance(2, 10)
    assert [tries.take("a", 0) for _ in range(3)] == [True, True, False]
    assert tries.take("b", 0)
    assert not tries.take("a", 9)
    assert tries.take("a", 10)
    tries.give_back("a")
    assert tries.take("a", 10)
    tries.forget("a")
    assert [tries.take("a", 10) for _ in range(3)] == [True, True, False]


def test_an_allowance_says_how_long_to_wait() -> None:
    pace: Allowance[str] = Allowance(2, 10)
    assert [pace.wait("a", 0) for _ in range(4)] == [0, 0, 10, 20]
    assert pace.wait("a", 100) == 0


def test_an_allowance_does_not_grow_with_every_address_that_was_ever_seen() -> None:
    tries: Allowance[int] = Allowance(1, 10)
    for number in range(5000):
        assert tries.take(number, number)
    assert len(tries._busy_until) <= 1000
