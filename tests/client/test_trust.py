"""Keys of hosts: remembered at the first visit, compared at every other."""

from __future__ import annotations

import os
import stat
from datetime import date
from pathlib import Path

import pytest

from euchre_client.address import Address
from euchre_client.trust import Trust, Unfamiliar, default_file, parse_key
from euchre_protocol.fingerprint import fingerprint_words

HOST = Address("192.168.1.20")
KEY, OTHER = bytes(range(32)), bytes(range(1, 33))
DAY = date(2025, 11, 30)


def trust(folder: Path, expected: str | None = None) -> Trust:
    return Trust(expected, folder / "euchre" / "known_hosts", lambda: DAY)


def visit(folder: Path, address: Address, key: bytes) -> bool:
    """Meet a host, and tell whether it was new."""
    store = trust(folder)
    met = store.check(address, key)
    store.remember(address, met)
    return met.first


def test_a_host_is_new_once(tmp_path: Path) -> None:
    assert visit(tmp_path, HOST, KEY)
    assert not visit(tmp_path, HOST, KEY)
    assert visit(tmp_path, Address("192.168.1.20", 4000), OTHER)
    assert visit(tmp_path, Address("kitchen-pi.local"), OTHER)
    assert not visit(tmp_path, Address("Kitchen-PI.local"), OTHER)


def test_another_key_is_refused_with_all_there_is_to_say(tmp_path: Path) -> None:
    visit(tmp_path, HOST, KEY)
    with pytest.raises(Unfamiliar) as caught:
        trust(tmp_path).check(HOST, OTHER)
    news = caught.value
    assert (news.known, news.now) == (fingerprint_words(KEY), fingerprint_words(OTHER))
    assert (news.since, news.file) == ("2025-11-30", tmp_path / "euchre" / "known_hosts")
    assert not visit(tmp_path, HOST, KEY)


def test_the_list_can_be_read_and_is_its_owner_s(tmp_path: Path) -> None:
    visit(tmp_path, HOST, KEY)
    visit(tmp_path, Address("::1", 4000), OTHER)
    file = tmp_path / "euchre" / "known_hosts"
    comments, lines = [], []
    for line in file.read_text().splitlines():
        (comments if line.startswith("#") else lines).append(line)
    assert comments
    assert lines == [
        f"192.168.1.20 {KEY.hex()} {fingerprint_words(KEY)} 2025-11-30",
        f"[::1]:4000 {OTHER.hex()} {fingerprint_words(OTHER)} 2025-11-30",
    ]
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700


def test_a_deleted_line_is_a_host_forgotten(tmp_path: Path) -> None:
    visit(tmp_path, HOST, KEY)
    file = tmp_path / "euchre" / "known_hosts"
    file.write_text("".join(line for line in file.read_text().splitlines(True) if "192.168.1.20" not in line))
    assert visit(tmp_path, HOST, OTHER)


def test_a_host_with_two_lines_may_have_either_key(tmp_path: Path) -> None:
    visit(tmp_path, HOST, KEY)
    with (tmp_path / "euchre" / "known_hosts").open("a") as file:
        file.write(f"192.168.1.20 {OTHER.hex().upper()}\n")
    assert not trust(tmp_path).check(HOST, KEY).first
    assert not trust(tmp_path).check(HOST, OTHER).first
    with pytest.raises(Unfamiliar):
        trust(tmp_path).check(HOST, bytes(32))


@pytest.mark.parametrize("damage", ["\n\n", "192.168.1.2\n", "\x00\xff nonsense\n", "a line without an end"])
def test_other_lines_are_left_alone(tmp_path: Path, damage: str) -> None:
    file = tmp_path / "euchre" / "known_hosts"
    file.parent.mkdir()
    file.write_text(damage)
    assert visit(tmp_path, HOST, KEY)
    assert not visit(tmp_path, HOST, KEY)
    assert file.read_text().startswith(damage)


def test_a_damaged_key_is_another_key(tmp_path: Path) -> None:
    """Who cannot compare must not say that all is well."""
    file = tmp_path / "euchre" / "known_hosts"
    file.parent.mkdir()
    file.write_text(f"192.168.1.20 {KEY.hex()[:-1]}\n")
    with pytest.raises(Unfamiliar) as caught:
        trust(tmp_path).check(HOST, KEY)
    assert caught.value.known == KEY.hex()[:-1]
    assert caught.value.since == "?"


def test_a_line_without_a_key_is_another_key(tmp_path: Path) -> None:
    file = tmp_path / "euchre" / "known_hosts"
    file.parent.mkdir()
    file.write_text("192.168.1.20\n")
    with pytest.raises(Unfamiliar) as caught:
        trust(tmp_path).check(HOST, KEY)
    assert (caught.value.known, caught.value.since, caught.value.file) == ("?", "?", file)


def test_an_editor_s_mark_before_the_first_line_hides_no_host(tmp_path: Path) -> None:
    file = tmp_path / "euchre" / "known_hosts"
    file.parent.mkdir()
    file.write_text(f"\ufeff192.168.1.20 {KEY.hex()}\n", encoding="utf-8")
    assert not trust(tmp_path).check(HOST, KEY).first


def test_a_pipe_in_the_place_of_the_list_is_not_waited_for(tmp_path: Path) -> None:
    (tmp_path / "euchre").mkdir()
    os.mkfifo(tmp_path / "euchre" / "known_hosts")
    with pytest.raises(OSError, match="it is a pipe"):
        trust(tmp_path).check(HOST, KEY)


def test_a_key_that_cannot_be_written_is_known_while_the_program_runs(tmp_path: Path) -> None:
    (tmp_path / "euchre").mkdir()
    (tmp_path / "euchre" / "known_hosts").symlink_to(tmp_path / "nowhere" / "known_hosts")
    store = trust(tmp_path)
    met = store.check(HOST, KEY)
    assert met.first
    with pytest.raises(FileNotFoundError):
        store.remember(HOST, met)
    assert not store.check(HOST, KEY).first
    with pytest.raises(Unfamiliar) as caught:
        store.check(HOST, OTHER)
    assert (caught.value.known, caught.value.file) == (fingerprint_words(KEY), None)
    assert caught.value.since


def test_a_list_that_cannot_be_read_lets_nobody_pass(tmp_path: Path) -> None:
    (tmp_path / "euchre" / "known_hosts").mkdir(parents=True)
    with pytest.raises(IsADirectoryError):
        trust(tmp_path).check(HOST, KEY)


@pytest.mark.parametrize(
    "form", [KEY.hex(), KEY.hex().upper(), fingerprint_words(KEY), fingerprint_words(KEY).replace("-", "  ")]
)
def test_a_key_on_the_command_line_is_the_only_one(tmp_path: Path, form: str) -> None:
    visit(tmp_path, HOST, OTHER)
    store = trust(tmp_path, parse_key(form))
    met = store.check(HOST, KEY)
    assert not met.first
    store.remember(HOST, met)
    with pytest.raises(Unfamiliar) as caught:
        store.check(HOST, OTHER)
    assert (caught.value.known, caught.value.now) == (fingerprint_words(KEY), fingerprint_words(OTHER))
    assert caught.value.file is None
    assert not visit(tmp_path, HOST, OTHER)


@pytest.mark.parametrize("text", ["", "acid", "00", "00" * 33, "acid-" * 5 + "xyzzy", "zz" * 32, "acid-" * 7])
def test_what_is_no_key(text: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - the caller words it
        parse_key(text)


def test_the_list_lies_with_the_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert default_file() == tmp_path / "euchre-lan" / "known_hosts"
