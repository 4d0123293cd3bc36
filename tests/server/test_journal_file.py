"""The journal's file: whatever happens to it, what can be told is told, and nothing of it is overwritten."""

from __future__ import annotations

import contextlib
import errno
import random
import re
import sqlite3
from pathlib import Path

import pytest
import trio
import trio.testing

from euchre_protocol import messages as m
from euchre_server import backup, journal_file, journal_start, limits
from euchre_server.cli import main
from euchre_server.failures import StartError
from euchre_server.journal import Close, Entry, Forget, Keep, Open
from euchre_server.journal_file import NAME
from euchre_server.journal_read import UNKNOWN_STARTS
from euchre_server.restoring import describe
from euchre_server.stories import Memory

from .guests import open_house
from .journals import WHEN, opened, pull_the_plug

NAMES = ("Attic", "Barn", "Cellar")


@pytest.fixture(scope="module")
def crashed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder as a crash left it: three tables in the middle of games, and four people."""
    folder = tmp_path_factory.mktemp("crashed")
    let_play(folder)
    return folder / "died"


def let_play(folder: Path) -> None:
    async def play() -> None:
        journal, memory = opened(folder / "lived")
        tables = [f"{name}=two_hand,bots=1,target=30" for name in NAMES]
        async with open_house(*tables, pace="instant", journal=journal, memory=memory) as house:
            for number in range(3):
                guest = await house.guest(f"Ann{number}")
                await guest.sit(number + 1)
                await guest.ready()
                for _ in range(60):
                    await guest.act(await guest.asked())
            await house.guest("Dora")
            pull_the_plug(folder / "lived", folder / "died")
        journal.close()

    trio.run(play, clock=trio.testing.MockClock(autojump_threshold=0))


def copied(crashed: Path, tmp_path: Path) -> Path:
    return pull_the_plug(crashed, tmp_path / "data")


def settled(folder: Path) -> Path:
    """Have everything in the database itself, as after a proper end, but with no one having ended it."""
    with sqlite3.connect(folder / NAME) as connection:
        connection.execute("UPDATE meta SET value = 0 WHERE key = 'open'")
    connection.close()
    return folder / NAME


def version_of(path: Path) -> int:
    with contextlib.closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as connection:
        try:
            return connection.execute("PRAGMA user_version").fetchone()[0]
        except sqlite3.DatabaseError:
            return 0


def told(memory: Memory) -> dict[str, list[str]]:
    return {story.present.made.name: story.present.game.lines for story in memory.stories if story.present.game}


def kept(folder: Path, why: str = "damaged") -> list[Path]:
    return sorted(folder.glob(f"journal-{why}-*.sqlite"))


def reopened(folder: Path) -> tuple[Memory, list[str]]:
    lines: list[str] = []
    journal, memory = opened(folder, lines)
    journal.close()
    return memory, lines


# ---------------------------------------------------------------- whole


def test_after_a_crash_everything_is_there(crashed: Path, tmp_path: Path) -> None:
    folder = copied(crashed, tmp_path)
    memory, lines = reopened(folder)
    assert lines == []
    assert sorted(told(memory)) == list(NAMES)
    assert sorted(person.name for person in memory.people) == ["Ann0", "Ann1", "Ann2", "Dora"]
    assert memory.last_table == 3
    assert all(len(record) > 60 for record in told(memory).values())
    again, lines = reopened(folder)
    assert (told(again), lines) == (told(memory), [])
    assert not kept(folder)


def test_only_its_owner_may_read_it(tmp_path: Path) -> None:
    journal, _ = opened(tmp_path)
    assert {file.stat().st_mode & 0o777 for file in tmp_path.glob(f"{NAME}*")} == {0o600}
    journal.close()


def test_a_number_of_a_table_is_never_used_again(tmp_path: Path) -> None:
    journal, _ = opened(tmp_path)
    journal.put(Open(7, "Attic"), Entry(7, 0, "{}"))
    journal.put(Close(7), Forget(7, 0))
    journal.close()
    memory, lines = reopened(tmp_path)
    assert (memory.last_table, memory.stories, lines) == (7, [], [])


# ---------------------------------------------------------------- damaged


def test_a_wrong_card_costs_its_table_only(crashed: Path, tmp_path: Path) -> None:
    folder = copied(crashed, tmp_path)
    path = settled(folder)
    whole, _ = reopened(pull_the_plug(folder, tmp_path / "whole"))
    data = path.read_bytes()
    card = [found.start() for found in re.finditer(b'"seat":0,"do":"play","card":"', data)][70]  # of Barn
    path.write_bytes(data[: card + 29] + b"2" + data[card + 30 :])
    damaged = path.read_bytes()
    memory, lines = reopened(folder)
    lost = [name for name in NAMES if name not in told(memory)]
    assert len(lost) == 1
    assert told(memory) == {name: told(whole)[name] for name in NAMES if name not in lost}
    [aside] = kept(folder)
    assert aside.read_bytes() == damaged
    assert aside.stat().st_mode & 0o777 == 0o600
    assert f"table {lost[0]} could not be restored: entries are damaged or missing" in lines
    rest = ", ".join(name for name in NAMES if name not in lost)
    assert lines[-1] == f"restored: {rest}. The damaged journal is kept as {aside}"
    again, lines = reopened(folder)
    assert (told(again), lines, kept(folder)) == (told(memory), [], [aside])


@pytest.mark.parametrize(
    "contents", [b"", b"This is no database.\n" * 500, bytes(9000)], ids=["empty", "text", "zeros"]
)
def test_something_else_in_its_place(contents: bytes, tmp_path: Path) -> None:
    (tmp_path / NAME).write_bytes(contents)
    memory, lines = reopened(tmp_path)
    assert memory.stories == []
    if contents:
        [aside] = kept(tmp_path)
        assert aside.read_bytes() == contents
        assert lines[-1] == f"restored: no table. The damaged journal is kept as {aside}"
    else:  # as a crash leaves it that comes while it is made
        assert lines == []


def test_half_a_file(crashed: Path, tmp_path: Path) -> None:
    folder = copied(crashed, tmp_path)
    path = settled(folder)
    whole, _ = reopened(pull_the_plug(folder, tmp_path / "whole"))
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    memory, lines = reopened(folder)
    assert any("damaged" in line for line in lines)
    assert len(told(memory)) < 3
    for name, record in told(memory).items():
        assert record == told(whole)[name][: len(record)]
    for name in set(NAMES) - set(told(memory)):
        assert any(f"table {name} could not be restored" in line for line in lines), lines


def test_the_log_beside_it_is_gone(crashed: Path, tmp_path: Path) -> None:
    folder = copied(crashed, tmp_path)
    (folder / f"{NAME}-wal").unlink()
    memory, lines = reopened(folder)
    assert lines[0].startswith("the journal is damaged: the log beside it (-wal) is missing, and with it what was ")
    assert len(kept(folder)) == 1
    for name, record in told(memory).items():
        assert name in NAMES
        assert record
    assert all(describe(story).endswith(", perhaps without its newest moves") for story in memory.stories)


@pytest.mark.parametrize("left", ["nothing", "an empty file"])
@pytest.mark.parametrize("log", ["whole", "damaged", "its later half", "text"])
def test_nothing_but_the_log_is_left(left: str, log: str, crashed: Path, tmp_path: Path) -> None:
    folder = copied(crashed, tmp_path)
    whole, _ = reopened(pull_the_plug(folder, tmp_path / "whole"))
    wal = folder / f"{NAME}-wal"
    data = wal.read_bytes()
    match log:
        case "damaged":
            data = data[: len(data) // 2] + b"?" + data[len(data) // 2 + 1 :]
        case "its later half":  # as after a checkpoint, but none that SQLite has begun anew
            data = data[:32] + data[32 + (len(data) // 2 // 4120) * 4120 :]
        case "text":
            data = b"This is no log.\n" * 500
        case _:
            pass
    wal.write_bytes(data)
    (folder / NAME).unlink()
    if left == "an empty file":
        (folder / NAME).touch()
    with pytest.raises(StartError, match="There is no journal"):
        backup.backup(folder / NAME, tmp_path / "copy")
    memory, lines = reopened(folder)
    assert lines[0].startswith("the journal is damaged: it is empty or missing; there is only the log beside it (-wal)")
    [aside] = folder.glob("journal-damaged-*-wal")
    assert aside.read_bytes() == data
    assert lines[-1].endswith(str(aside if left == "nothing" else kept(folder)[0]))
    for name, record in told(memory).items():
        assert record == told(whole)[name][: len(record)]
    if log == "whole":
        assert (told(memory), memory.people, memory.last_table) == (told(whole), whole.people, whole.last_table)
    again, lines = reopened(folder)
    assert (told(again), lines) == (told(memory), [])
    assert not list(folder.glob(f"{NAME}.*"))


def test_the_log_of_a_host_that_had_only_begun(tmp_path: Path) -> None:
    """It does not have the pages that nothing has changed, such as the list of what is in the file."""
    journal, _ = opened(tmp_path / "lived")
    journal.put(Keep("ann", "Ann", bytes(32)), Open(7, "Attic"), Entry(7, 0, "{}"))
    folder = pull_the_plug(tmp_path / "lived", tmp_path / "died")
    journal.close()
    (folder / NAME).unlink()
    lines: list[str] = []
    again, memory = opened(folder, lines)
    assert [person.name for person in memory.people] == ["Ann"]
    assert memory.last_table == 7
    assert "table Attic could not be restored: the beginning is missing" in lines
    assert again.epoch > UNKNOWN_STARTS
    again.close()


def test_the_log_of_a_host_to_which_no_new_table_has_come(crashed: Path, tmp_path: Path) -> None:
    """Of tables of an earlier start only the newest entries are in the log, and not even those can be found."""
    lived = copied(crashed, tmp_path)
    journal, _ = opened(lived)
    journal.put(Entry(1, 99, '{"table":{"name":"Attic"}}'))
    folder = pull_the_plug(lived, tmp_path / "died")
    journal.close()
    (folder / NAME).unlink()
    _, lines = reopened(folder)
    assert any(line.startswith("table Attic could not be restored: ") for line in lines), lines


@pytest.mark.parametrize("part", [0.0, 0.005, 0.02, 0.04, 0.06, 0.1, 0.4, 0.7, 0.95])
def test_damage_in_the_log_is_told_of_every_table_that_may_miss_something(
    part: float, crashed: Path, tmp_path: Path
) -> None:
    folder = copied(crashed, tmp_path)
    whole, _ = reopened(pull_the_plug(folder, tmp_path / "whole"))
    log = folder / f"{NAME}-wal"
    data = bytearray(log.read_bytes())
    data[int(part * len(data))] ^= 0x40
    log.write_bytes(data)
    memory, lines = reopened(folder)
    assert re.match(r"the journal is damaged: the log beside it \(-wal\) is damaged, and the last things ", lines[0])
    [aside] = kept(folder)
    assert aside.with_name(f"{aside.name}-wal").read_bytes() == data
    for name in NAMES:
        [story] = [story for story in memory.stories if story.present.made.name == name] or [None]
        if story is None:
            assert any(line.startswith(f"table {name} could not be restored: ") for line in lines), lines
            continue
        assert describe(story).endswith(", perhaps without its newest moves")
        record = story.present.game.lines if story.present.game else []
        assert record == told(whole)[name][: len(record)]


@pytest.mark.bulk
@pytest.mark.parametrize("seed", range(40))
def test_whatever_is_damaged_nothing_untrue_is_told(seed: int, crashed: Path, tmp_path: Path) -> None:
    folder = copied(crashed, tmp_path)
    if seed % 2:
        settled(folder)
    whole, _ = reopened(pull_the_plug(folder, tmp_path / "whole"))
    chance = random.Random(seed)
    file = chance.choice([each for each in folder.iterdir() if each.stat().st_size])
    data = bytearray(file.read_bytes())
    if chance.random() < 0.25:
        del data[chance.randrange(len(data)) :]
    else:
        for _ in range(chance.choice([1, 1, 20])):
            data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
    file.write_bytes(data)
    if version_of(folder / NAME) > 1:  # that very number was hit
        with pytest.raises(StartError, match="newer euchre-host"):
            opened(folder)
        return
    memory, lines = reopened(folder)
    for story in memory.stories:  # what is told of a game, and be it that it had not begun, was so once
        if not story.chapters:  # of a closed table that was being forgotten
            continue
        record = story.present.game.lines if story.present.game else []
        assert record == told(whole)[story.present.made.name][: len(record)]
    if not lines and file.name == NAME:  # a log that ends early is one that an earlier crash left
        assert told(memory) == told(whole)
    assert bool(kept(folder)) == bool(lines)


async def test_somebody_whose_identity_is_lost_is_played_by_a_bot(crashed: Path, tmp_path: Path) -> None:
    folder = copied(crashed, tmp_path)
    path = settled(folder)
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE people SET token_hash = ? WHERE key = 'ann0'", (bytes(32),))
    connection.close()
    lines: list[str] = []
    journal, memory = opened(folder, lines)
    assert lines[0] == "the journal is damaged: an identity is damaged"
    async with open_house(pace="instant", journal=journal, memory=memory) as house:
        door = house.door()
        await door.next(m.Hello)
        await door.say(m.Login(protocol=m.PROTOCOL, software="t", name="ann0"))
        assert (await door.next(m.Refused)).code == "name_taken"
        watcher = await house.guest("Zoe")
        await watcher.watch(1)
        view = await watcher.next(m.View, lambda view: any(event.by == "bot" for event in view.events[-1:]))
        assert view.events[-1].seat == 0
    journal.close()


async def test_a_table_between_games_whose_owner_is_lost_is_somebody_elses(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    journal, memory = opened(folder)
    async with open_house(journal=journal, memory=memory) as house:
        ann, bert = await house.guest("Ann"), await house.guest("Bert")
        await ann.create(preset="two_hand")
        await bert.sit()
        pull_the_plug(folder, tmp_path / "died")
    journal.close()
    path = settled(tmp_path / "died")
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE people SET token_hash = ? WHERE key = 'ann'", (bytes(32),))
    connection.close()
    journal, memory = opened(tmp_path / "died")
    async with open_house(journal=journal, memory=memory) as house:
        bert = await house.guest("Bert", bert.token)
        table = await bert.next(m.Table)
        assert (table.line.owner, [seat.name for seat in table.line.seats]) == ("Bert", ["Ann", "Bert"])
        await trio.sleep(limits.KEPT_SEAT_S + 1)
        assert [seat.name for seat in house.tables()[0].seats] == ["", "Bert"]
        await bert.ok(lambda i: m.Close(id=i))
    journal.close()


# ---------------------------------------------------------------- versions


def test_a_newer_journal_is_left_alone(crashed: Path, tmp_path: Path) -> None:
    folder = copied(crashed, tmp_path)
    path = settled(folder)
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA user_version = 99")
    connection.close()
    before = path.read_bytes()
    with pytest.raises(StartError, match=r"written by a newer euchre-host \(its version is 99, this one knows 1\)"):
        opened(folder)
    assert path.read_bytes() == before


def test_an_older_journal_is_brought_forward_and_kept(
    crashed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = copied(crashed, tmp_path)
    before, _ = reopened(pull_the_plug(folder, tmp_path / "before"))
    steps = (*journal_file.MIGRATIONS, ("CREATE TABLE more (id INTEGER)", "INSERT INTO more VALUES (1)"))
    monkeypatch.setattr("euchre_server.journal_file.MIGRATIONS", steps)
    monkeypatch.setattr("euchre_server.journal_start.MIGRATIONS", steps)
    memory, lines = reopened(folder)
    assert told(memory) == told(before)
    [older] = kept(folder, "version-1")
    assert lines == [f"the journal has been brought from version 1 to 2; the older one is {older.name}"]
    with sqlite3.connect(folder / NAME) as connection:
        assert connection.execute("SELECT id FROM more").fetchall() == [(1,)]
    connection.close()


def test_a_step_that_fails_leaves_the_version_as_it_was(
    crashed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = copied(crashed, tmp_path)
    steps = (*journal_file.MIGRATIONS, ("CREATE TABLE more (id INTEGER)", "INSERT INTO nowhere VALUES (1)"))
    monkeypatch.setattr("euchre_server.journal_file.MIGRATIONS", steps)
    monkeypatch.setattr("euchre_server.journal_start.MIGRATIONS", steps)
    with pytest.raises(StartError, match="Cannot write the journal"):
        opened(folder)
    with sqlite3.connect(folder / NAME) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (1,)
        assert connection.execute("SELECT count(*) FROM sqlite_master WHERE name = 'more'").fetchone() == (0,)
    connection.close()


# ---------------------------------------------------------------- interrupted


def damaged_log(crashed: Path, tmp_path: Path) -> Path:
    """A folder in which the file and the log beside it are needed, and something is wrong with the log."""
    folder = copied(crashed, tmp_path)
    log = folder / f"{NAME}-wal"
    data = bytearray(log.read_bytes())
    data[len(data) // 2] ^= 0x40
    log.write_bytes(data)
    return folder


def test_a_crash_while_a_journal_is_replaced(crashed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However far it has come, the next start has all that could be told and the damaged one, and it has been said."""
    folder = damaged_log(crashed, tmp_path)
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    lines: list[str] = []
    in_log: list[str] = []
    moments: list[tuple[Path, list[str]]] = []

    def look() -> None:
        moments.append((pull_the_plug(folder, tmp_path / f"moment{len(moments)}"), [*in_log]))

    def watch(owner: object, name: str) -> None:
        real = getattr(owner, name)

        def watched(*arguments: object, **options: object) -> object:
            result = real(*arguments, **options)
            look()
            return result

        monkeypatch.setattr(owner, name, watched)

    for name in ("rename", "unlink", "chmod"):
        watch(Path, name)
    for name in ("sync_folder", "connect", "migrate"):
        watch(journal_start, name)
    journal, memory = journal_start.open_journal(folder, lines.append, lambda: WHEN, lambda: in_log.extend(lines))
    journal.close()
    monkeypatch.undo()
    assert len(moments) > 15
    assert lines[0].startswith("the journal is damaged: ")
    for moment, said in moments:
        again, more = reopened(moment)
        assert told(again) == told(memory)
        assert set(lines) - {lines[-1]} <= {*said, *more}
        assert any(line.startswith("restored: ") for line in (*said, *more))
        for aside in kept(moment):
            assert aside.read_bytes() == before[NAME]
            assert aside.with_name(f"{aside.name}-wal").read_bytes() == before[f"{NAME}-wal"]
        assert len(kept(moment)) == 1
        assert {path.name for path in moment.iterdir()} == {NAME, kept(moment)[0].name, f"{kept(moment)[0].name}-wal"}


@pytest.mark.parametrize("step", ["begun", "written"])
def test_a_disk_that_fills_up_while_a_journal_is_replaced(
    step: str, crashed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is left behind, which would take the room that somebody makes."""
    folder = damaged_log(crashed, tmp_path)
    before = {path.name: path.read_bytes() for path in folder.iterdir()}

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        if step == "begun":
            patch.setattr(journal_start, "migrate", full)
        else:
            patch.setattr(Path, "rename", full)
        for _ in range(3):
            with pytest.raises(StartError, match="No space left on device"):
                opened(folder)
            (folder / f"{NAME}-shm").unlink(missing_ok=True)
            assert {path.name: path.read_bytes() for path in folder.iterdir()} == before
    memory, lines = reopened(folder)
    assert told(memory)
    assert any(line.startswith("restored: ") for line in lines)


# ---------------------------------------------------------------- backup


def test_a_backup_beside_a_host_that_writes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data, copy = tmp_path / "data", tmp_path / "copy.sqlite"
    journal, _ = opened(data)
    journal.put(Entry(1, 0, "one"))
    assert main(["backup", str(copy), "--data", str(data)]) == 0
    assert capsys.readouterr().out == f"{copy} is a copy of {data / NAME}.\n"
    journal.put(Entry(1, 0, "two"))
    journal.close()
    with sqlite3.connect(copy) as connection:
        assert connection.execute("SELECT body FROM entries").fetchall() == [("one",)]
        assert connection.execute("SELECT value FROM meta WHERE key = 'open'").fetchone() == (0,)
    connection.close()
    assert copy.stat().st_mode & 0o777 == 0o600
    assert sorted(file.name for file in tmp_path.iterdir()) == ["copy.sqlite", "data"]


def test_a_backup_of_a_host_that_died_is_a_journal(crashed: Path, tmp_path: Path) -> None:
    folder, restored = copied(crashed, tmp_path), tmp_path / "restored"
    before = {file.name: file.read_bytes() for file in folder.iterdir() if not file.name.endswith("-shm")}
    restored.mkdir()
    backup.backup(folder / NAME, restored / NAME)
    assert before == {name: (folder / name).read_bytes() for name in before}
    memory, lines = reopened(restored)
    assert lines == []
    assert told(memory) == told(reopened(folder)[0])


def test_a_backup_may_be_called_what_is_no_text(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    journal, _ = opened(tmp_path / "data")
    journal.close()
    assert main(["backup", f"{tmp_path}/copy\udcff", "--data", str(tmp_path / "data")]) == 0
    assert "copy\\udcff is a copy of" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["taken"], "taken is there already and is not overwritten"),
        (["nowhere/copy"], "The backup nowhere/copy could not be written: there is no folder nowhere."),
        (["taken/copy"], "The backup taken/copy could not be written: there is no folder taken."),
        (["."], ". is a folder: name the file that is to be the copy."),
        (["/"], "/ is a folder: name the file that is to be the copy."),
        (["x" * 300], f"The backup {'x' * 300} could not be written: File name too long."),
        (["copy", "--data", "x" * 300], f"The data folder {'x' * 300} cannot be read: File name too long. See --data."),
        (["copy", "--data", "elsewhere"], "There is no journal elsewhere/journal.sqlite"),
    ],
)
def test_what_a_backup_cannot_do(
    arguments: list[str],
    words: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    journal, _ = opened(tmp_path / "data")
    journal.close()
    (tmp_path / "taken").write_text("mine")
    assert main(["backup", *arguments, *([] if "--data" in arguments else ["--data", "data"])]) == 2
    error = capsys.readouterr().err
    assert error.startswith("euchre-host: ")
    assert words in error
    assert error.count("\n") == 1
    assert (tmp_path / "taken").read_text() == "mine"
    assert sorted(file.name for file in tmp_path.iterdir()) == ["data", "taken"]
