from __future__ import annotations

import hashlib
import json
import os
import stat
from pathlib import Path

import pytest

from euchre_client.net import Address
from euchre_client.tokens import TokenStore, default_folder
from euchre_protocol.text import same_name

HOST = Address("192.168.1.20", 3824)
TOKEN = bytes(range(32))


def test_a_token_is_found_again_for_its_host_and_name_only(tmp_path: Path) -> None:
    TokenStore(tmp_path).save(HOST, "Maria", TOKEN)
    store = TokenStore(tmp_path)
    assert store.load(HOST, "Maria") == TOKEN
    assert store.load(HOST, "Ann") is None
    assert store.load(Address("192.168.1.20", 3825), "Maria") is None
    assert store.load(Address("192.168.1.21", 3824), "Maria") is None


def test_names_of_hosts_have_no_case(tmp_path: Path) -> None:
    store = TokenStore(tmp_path)
    store.save(Address("Kitchen-Pi.local"), "Maria", TOKEN)
    assert store.load(Address("kitchen-pi.local"), "Maria") == TOKEN


@pytest.mark.parametrize(("name", "other"), [("Ann", "ann"), ("Jo Ann", "JoAnn"), ("Anna", "Аnnа"), ("ΖΩΗ", "Ζωη")])
def test_a_token_is_found_by_every_name_that_the_host_takes_for_the_same(name: str, other: str, tmp_path: Path) -> None:
    assert same_name(name, other)
    store = TokenStore(tmp_path)
    store.save(HOST, name, TOKEN)
    assert store.load(HOST, other) == TOKEN
    store.save(HOST, other, bytes(32), OTHER)
    assert store.load(HOST, name, OTHER) == bytes(32)
    assert len(list(tmp_path.iterdir())) == 1


def test_a_token_of_an_older_version_is_found_and_kept_anew(tmp_path: Path) -> None:
    """It was filed by the exact spelling."""
    digest = hashlib.sha256(b"192.168.1.20 3824\nAnn").hexdigest()
    old = tmp_path / f"{digest[:32]}.json"
    old.write_text(json.dumps({"host": "192.168.1.20 3824", "name": "Ann", "token": TOKEN.hex()}))
    store = TokenStore(tmp_path)
    assert store.load(HOST, "Ann") == TOKEN
    store.save(HOST, "Ann", bytes(32))
    assert store.load(HOST, "Ann") == store.load(HOST, "ann") == bytes(32)
    assert len(list(tmp_path.iterdir())) == 1


def test_any_name_makes_a_file_name(tmp_path: Path) -> None:
    store = TokenStore(tmp_path)
    for name in ("../../etc", "Γιώργος", "a\x00b", "x" * 300):
        store.save(HOST, name, TOKEN)
        assert store.load(HOST, name) == TOKEN
    assert len(list(tmp_path.iterdir())) == 4


def test_tokens_are_for_their_owner_only(tmp_path: Path) -> None:
    folder = tmp_path / "state" / "tokens"
    before = os.umask(0)
    try:
        TokenStore(folder).save(HOST, "Maria", TOKEN)
    finally:
        os.umask(before)
    [file] = folder.iterdir()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


@pytest.mark.parametrize(
    "damage",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b"[" * 200_000,
        b"\xff\xfe",
        b'{"host": "192.168.1.20 3824", "name": "Maria"}',
        b'{"host": "192.168.1.20 3824", "name": "Maria", "token": 5}',
        b'{"host": "192.168.1.20 3824", "name": "Maria", "token": "xy"}',
        b'{"host": "192.168.1.20 3824", "name": "Maria", "token": "00"}',
        b'{"host": "192.168.1.20 3824", "name": "Somebody", "token": "' + b"00" * 32 + b'"}',
    ],
)
def test_a_damaged_file_is_no_token_and_is_replaced(tmp_path: Path, damage: bytes) -> None:
    store = TokenStore(tmp_path)
    store.save(HOST, "Maria", TOKEN)
    [file] = tmp_path.iterdir()
    file.write_bytes(damage)
    assert store.load(HOST, "Maria") is None
    store.save(HOST, "Maria", TOKEN)
    assert store.load(HOST, "Maria") == TOKEN


def test_a_failed_save_leaves_the_old_token_and_no_litter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = TokenStore(tmp_path)
    store.save(HOST, "Maria", TOKEN)

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        store.save(HOST, "Maria", bytes(32))
    assert store.load(HOST, "Maria") == TOKEN
    assert len(list(tmp_path.iterdir())) == 1


def test_tokens_lie_in_the_state_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    assert default_folder() == tmp_path / "euchre-lan" / "tokens"


KEY, OTHER = bytes(32), bytes(range(32))


def test_a_token_of_a_key_is_for_that_key_at_any_address_and_never_without_tls(tmp_path: Path) -> None:
    store = TokenStore(tmp_path)
    store.save(HOST, "Maria", TOKEN, KEY)
    assert store.load(HOST, "Maria", KEY) == TOKEN
    assert store.load(Address("10.0.0.1", 4000), "Maria", KEY) == TOKEN
    assert store.load(HOST, "Ann", KEY) is None
    assert store.load(HOST, "Maria", OTHER) is None
    assert store.load(HOST, "Maria") is None


def test_a_token_from_before_tls_is_used_once_more_and_then_belongs_to_the_key(tmp_path: Path) -> None:
    store = TokenStore(tmp_path)
    store.save(HOST, "Maria", TOKEN)
    assert store.load(HOST, "Maria", KEY) == TOKEN
    store.save(HOST, "Maria", TOKEN, KEY)
    assert store.load(HOST, "Maria") is None
    assert store.load(HOST, "Maria", OTHER) is None
    assert store.load(HOST, "Maria", KEY) == TOKEN
