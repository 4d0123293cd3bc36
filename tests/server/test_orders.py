"""What the person who hosts types, and what comes of it."""

from __future__ import annotations

import os
import pty
import subprocess
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import trio

from euchre_protocol import messages as m
from euchre_server.keyboard import LONGEST, typed_lines
from euchre_server.orders import HELP, Orders

from .guests import Guest, House, open_house
from .test_cli import HOST


async def order(house: House, *lines: str) -> list[str]:
    """Type ``lines`` at the host; return what it answers."""
    answers: list[str] = []

    async def typed() -> AsyncIterator[str]:
        for line in lines:
            yield line

    await Orders(house.host, answers.append).obey(typed())
    return answers


async def sat(house: House, *names: str) -> list[Guest]:
    guests = [await house.guest(name) for name in names]
    for guest in guests:
        await guest.sit()
    return guests


async def test_the_list_shows_seats_watchers_and_the_lobby() -> None:
    async with open_house("Duel=two_hand", "Old Kitchen=two_hand,bots=1") as house:
        ann, bert = await sat(house, "Ann", "Bert")
        await (await house.guest("Zoe")).watch()
        await house.guest("Karl")
        for guest in (ann, bert):
            await guest.ready()
        await ann.next(m.View)
        await bert.hang_up()
        await trio.sleep(1)
        duel, kitchen, lobby = await order(house, " LIST ")
        assert duel == "table Duel: 1 Ann, 2 Bert (away); playing, deal 1, 0:0; watching: Zoe"
        assert kitchen.startswith("table Old Kitchen: 1 free, 2 ")
        assert kitchen.endswith(" (normal bot); waiting")
        assert lobby == "lobby: Karl"
        assert await order(house, "help") == list(HELP)


async def test_who_is_kicked_loses_every_seat_and_the_way_in_for_ten_minutes() -> None:
    async with open_house("Duel=two_hand", "Kitchen=classic") as house:
        ann, bert = await sat(house, "Ann", "Bert")
        for guest in (ann, bert):
            await guest.ready()
        await ann.ok(lambda i: m.Leave(id=i))  # keeps the seat, since a game has begun
        await ann.sit(table=2)
        assert await order(house, "kick ANN") == []
        assert (await ann.end())[-1] == m.Bye(code="kicked")
        assert [seat.name for table in house.tables() for seat in table.seats if seat.name] == ["Bert"]
        assert "Ann is sent away by the host" in house.lines
        for name, token in (("Ann", ann.token), ("ann", None)):
            again = house.door()
            await again.next(m.Hello)
            await again.say(m.Login(protocol=m.PROTOCOL, software="test", name=name, token=token))
            assert (await again.next(m.Refused)).code == "kicked"
        await trio.sleep(600)
        await house.guest("Ann")


async def test_somebody_in_the_lobby_can_be_kicked() -> None:
    async with open_house() as house:
        karl = await house.guest("Karl")
        assert await order(house, "kick karl") == []
        assert (await karl.end())[-1] == m.Bye(code="kicked")
        await karl.hang_up()
        await trio.sleep(1)
        assert await order(house, "list") == ["lobby: nobody"]


async def test_seats_are_freed_and_filled_and_tables_closed() -> None:
    async with open_house("Old Kitchen=classic") as house:
        [ann] = await sat(house, "Ann")
        assert await order(house, "free old kitchen 1", "bot Old Kitchen 1", "bot Old Kitchen 2") == []
        assert [seat.kind for seat in house.tables()[0].seats] == ["bot", "bot", "free", "free"]
        freed, *bots = [line.removeprefix("table Old Kitchen: ") for line in house.lines if "Kitchen" in line]
        assert freed == "the seat of Ann is freed by the host"
        assert [line.partition(", ")[2] for line in bots] == ["a bot, sits down"] * 2
        await ann.ok(lambda i: m.Leave(id=i))
        await ann.create("Parlour")
        assert await order(house, "close Parlour", "close Old Kitchen") == []
        await trio.sleep(1)
        assert [(line.name, line.seats[0].kind) for line in house.tables()] == [("Old Kitchen", "free")]
        assert "table Parlour: closed by the host" in house.lines


async def test_what_cannot_be_done_is_answered_in_a_sentence() -> None:
    async with open_house("Kitchen=classic") as house:
        answers = await order(
            house,
            "",
            "kik Ann",
            "\x1b[2Jx",
            "kick",
            "kick Ann",
            "free Kitchen",
            "free Kitchen x",
            "free Kitchen 0",
            "free Kitchen 5",
            "bot  5",
            "free Kitchen 1",
            "close Parlour",
        )
        assert answers == [
            "Nothing is called 'kik' here; help lists what is.",
            "Nothing is called '\\\\x1b[2Jx' here; help lists what is.",
            "Not done: kick needs more or other words; help lists them.",
            "Not done: there is nobody with that name; list shows who is here.",
            "Not done: free needs more or other words; help lists them.",
            "Not done: free needs more or other words; help lists them.",
            "Not done: the table has no such seat; list shows them.",
            "Not done: the table has no such seat; list shows them.",
            "Not done: bot needs more or other words; help lists them.",
            "Not done: that seat is free already.",
            "Not done: there is no such table; list shows them.",
        ]


async def test_a_table_that_can_store_nothing_is_not_waited_for_for_ever() -> None:
    async with open_house("Kitchen=classic") as house:
        table = house.host.tables[1]
        answers = []

        async def deaf(_item: object) -> None:
            """Take an order, and never come to it."""

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(table, "put", deaf)
            answers = await order(house, "bot Kitchen 1")
        assert answers == ["Not done: the table does not answer, since nothing can be stored now; see above."]


# ---------------------------------------------------------------- the keyboard


@pytest.mark.real_time
async def test_lines_come_in_pieces_and_too_long_ones_not_at_all() -> None:
    reading, writing = os.pipe()
    pieces = [b"li", b"st\nhelp\n\xff\n", b"x" * 3000, b"x" * 3000, b"\nkick Ann\nno line"]

    async def write() -> None:
        for piece in pieces:
            os.write(writing, piece)
            await trio.testing.wait_all_tasks_blocked()
        os.close(writing)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(write)
        lines = [line async for line in typed_lines(reading)]
    os.close(reading)
    assert lines == ["list", "help", "\ufffd", "kick Ann"]
    assert LONGEST < 3000


@pytest.mark.real_time
async def test_a_file_has_no_lines_for_a_host(tmp_path: Path) -> None:
    file = tmp_path / "lines"
    file.write_text("close Kitchen\n")
    for name in (file, Path("/dev/null")):
        with name.open("rb") as opened:
            assert [line async for line in typed_lines(opened.fileno())] == []


def test_orders_are_typed_at_the_terminal_of_a_host(tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    command = [*HOST, "--bind", "127.0.0.1", "--port", "0", "--data", str(tmp_path), "--no-tls", "--no-announce"]
    command += ["--table", "Kitchen=classic"]
    with subprocess.Popen(command, stdin=theirs, stdout=subprocess.PIPE, text=True, start_new_session=True) as host:
        assert host.stdout is not None
        os.write(ours, b"bot Kitchen 2\nlist\n")
        for line in host.stdout:
            if line.startswith("table Kitchen: 1 free, 2 "):
                break
        host.terminate()
        rest = host.stdout.read()
    os.close(ours)
    os.close(theirs)
    assert host.returncode == 0
    assert rest.endswith("closed\n")
