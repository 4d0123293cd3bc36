"""The host as a whole: the lobby, closing, records, faults."""

from __future__ import annotations

import errno
import random
import sys
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest
import trio
import trio.testing

from euchre_protocol import messages as m
from euchre_server import limits, recorder
from euchre_server.console import Console, open_log
from euchre_server.failures import StartError
from euchre_server.host import Host
from euchre_server.recorder import Recorder
from euchre_server.series import Series
from euchre_server.services import Finished, Services

from .guests import Guest, open_house, setup

# ---------------------------------------------------------------- the lobby


async def test_the_lobby_shows_tables_and_people() -> None:
    async with open_house("Kitchen=classic,target=5,bots=1,pace=fast") as house:
        ann = await house.guest("Ann")
        lobby = await ann.next(m.Lobby)
        assert lobby.people == [m.Person(name="Ann")]
        [line] = lobby.tables
        assert (line.id, line.name, line.preset, line.state) == (1, "Kitchen", "classic", "waiting")
        assert (line.rules["target"], line.rules["players"]) == (5, 4)
        assert line.options == {
            "bots": 1, "level": "normal", "pace": "fast", "watch": "after", "grace": 120, "clock": 0, "hints": False,
        }  # fmt: skip
        assert [seat.kind for seat in line.seats] == ["free", "bot", "free", "free"]
        bert = await house.guest("Bert")
        await bert.sit()
        lobby = await ann.next(m.Lobby, lambda lobby: lobby.people[-1].table == 1)
        assert lobby.tables[0].seats[0] == m.SeatInfo(kind="human", name="Bert")


async def test_the_lobby_is_not_shown_more_often_than_it_can_be_read() -> None:
    async with open_house() as house:
        ann = await house.guest("Ann")
        bert = await house.guest("Bert")
        await bert.create()
        await trio.sleep(1)
        before = len(ann.inbox)
        for number in range(20):
            await bert.ok(lambda i, number=number: m.Ready(id=i, ready=number % 2 == 0))
        await trio.sleep(1)
        assert len(ann.inbox) - before <= 2
        versions = [message.version for message in ann.inbox if isinstance(message, m.Lobby)]
        assert versions == sorted(set(versions))


async def test_the_welcome_says_what_may_be_chosen() -> None:
    async with open_house(pace="fast") as house:
        guest = house.door()
        welcome = await guest.login("Ann")
        assert set(welcome.presets) >= {"classic", "north_american", "two_hand"}
        assert set(welcome.presets["classic"]) == {spec.name for spec in welcome.fields}
        options = {spec.name: spec for spec in welcome.options}
        assert options["pace"].default == "fast"
        assert options["watch"].values == ["hidden", "after"]
        done = await guest.create()
        assert (await guest.next(m.Table)).line.options["pace"] == "fast"
        assert done.table == 1


async def test_a_table_for_bots_alone_has_its_maker_as_a_watcher() -> None:
    async with open_house() as house:
        ann = await house.guest("Ann")
        await ann.create(preset="two_hand", bots=2, target=1)
        table = await ann.next(m.Table)
        assert (table.you, table.line.watchers, table.starts_ms) == (None, ["Ann"], 3000)
        await ann.next(m.View)


# ---------------------------------------------------------------- versions


async def test_versions_and_decisions_only_rise() -> None:
    async with open_house("Duel=two_hand,target=2", pace="instant") as house:
        ann = await house.guest("Ann")
        await ann.sit()
        await ann.ok(lambda i: m.Bot(id=i))
        for _ in range(2):
            await ann.ready()
            await ann.play_game(random.Random(1))
        versions = [message.version for message in ann.inbox if isinstance(message, m.Table | m.View)]
        assert versions == sorted(set(versions))
        asked = [message.ask.decision for message in ann.inbox if isinstance(message, m.View) and message.ask]
        assert asked == sorted(set(asked))


# ---------------------------------------------------------------- closing


async def test_closing_tells_everybody_wherever_they_are() -> None:
    host = Host("Test", Services(), setups=[setup("Kitchen=classic,bots=3")])
    async with trio.open_nursery() as nursery:
        nursery.start_soon(host.run)
        guests: list[Guest] = []
        for name in ("Ann", "Bert"):
            ours, theirs = trio.testing.memory_stream_pair()
            nursery.start_soon(host.serve, theirs)
            guests.append(Guest(ours))
            nursery.start_soon(guests[-1].listen)
            await guests[-1].login(name)
        await guests[0].sit()
        host.stop()
        for guest in guests:
            assert (await guest.end())[-1] == m.Bye(code="closing")
            await guest.hang_up()
        moment = trio.current_time()
    assert trio.current_time() == moment


@pytest.mark.real_time
async def test_closing_waits_only_so_long_for_a_reader_that_does_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "GOODBYE_S", 0.1)
    monkeypatch.setattr(limits, "SHUTDOWN_S", 0.2)
    listeners = await trio.open_tcp_listeners(0, host="127.0.0.1")
    port = listeners[0].socket.getsockname()[1]
    host = Host("Test", Services())
    async with trio.open_nursery() as nursery:
        nursery.start_soon(host.run, listeners)
        stubborn = await trio.open_tcp_stream("127.0.0.1", port)
        assert await stubborn.receive_some(1)
        host.stop()
    await stubborn.aclose()
    with pytest.raises(OSError, match="failed"):
        await trio.open_tcp_stream("127.0.0.1", port)
    for listener in listeners:
        await listener.aclose()


# ---------------------------------------------------------------- faults


async def test_a_fault_closes_one_table_and_its_people_are_in_the_lobby(monkeypatch: pytest.MonkeyPatch) -> None:
    async with open_house("Kitchen=classic", "Duel=two_hand") as house:
        ann, bert = await house.guest("Ann"), await house.guest("Bert")
        await ann.sit(1)
        await bert.sit(2)
        with monkeypatch.context() as patch:
            patch.setattr(Series, "between_games", None)
            await ann.say(m.Ready(id=99))
            await ann.next(m.Lobby)
        assert [table.name for table in house.tables()] == ["Duel"]
        await bert.ready()
        await ann.sit(2)
        [line] = [line for line in house.lines if "fault" in line]
        assert line.startswith("a fault of this program closed table Kitchen:")
        house.lines.clear()


async def test_a_bot_that_fails_ends_nobodys_game() -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("no idea")

    lines: list[str] = []
    host = Host("Test", Services(choose=broken, say=lines.append))  # type: ignore[arg-type]
    async with trio.open_nursery() as nursery:
        nursery.start_soon(host.run)
        ours, theirs = trio.testing.memory_stream_pair()
        nursery.start_soon(host.serve, theirs)
        ann = Guest(ours)
        nursery.start_soon(ann.listen)
        await ann.login("Ann")
        await ann.create(bots=3, target=1, pace="instant")
        await ann.ready()
        assert (await ann.play_game(random.Random(3))).over is not None
        host.stop()
        await ann.end()
        await ann.hang_up()
    assert any("RuntimeError: no idea" in line for line in lines)


# ---------------------------------------------------------------- lines and records


def test_lines_go_to_the_screen_and_the_log(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    now = datetime(2026, 11, 29, 20, 14, 41, tzinfo=UTC)
    for screen, line in ((sys.stdout, "Ann has come"), (None, "Bert has come")):
        with closing(Console(open_log(tmp_path / "new" / "folder"), screen, lambda: now)) as console:
            console.say(line)
    assert capsys.readouterr().out == "20:14:41 Ann has come\n"
    lines = (tmp_path / "new" / "folder" / "host.log").read_text().splitlines()
    assert lines == ["2026-11-29 20:14:41 Ann has come", "2026-11-29 20:14:41 Bert has come"]


def test_a_full_disk_stops_nobody() -> None:
    console = Console(open("/dev/full", "w"), None, lambda: datetime.now(UTC))  # noqa: SIM115 - the console closes it
    console.say("Ann has come")
    console.close()
    with pytest.raises(StartError, match="Cannot write to the data folder"):
        open_log(Path("/dev/full/x"))


@pytest.mark.real_time
async def test_records_are_written_and_a_failure_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lines: list[str] = []
    when = datetime(2026, 11, 29, 20, 14, 41, tzinfo=UTC)
    files = Recorder(tmp_path / "records", lines.append)
    game = Finished("Duel", when, ['{"euchre":1}'], "10:7")
    files.record(game, lambda: lines.append("safe"))
    files.finish()
    await files.run()
    assert lines == ["safe"]
    [path] = (tmp_path / "records").iterdir()
    assert path.read_text() == '{"euchre":1}\n'

    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(recorder, "save_record", full)
    files = Recorder(tmp_path, lines.append)
    files.record(game, lambda: lines.append("safe again"))
    files.finish()
    await files.run()
    assert lines[1:] == ["the record of a game at Duel could not be written: No space left on device"]
