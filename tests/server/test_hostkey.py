"""The host's key: made once, kept, and never replaced by itself."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from euchre_server.failures import StartError
from euchre_server.hostkey import KEY_NAME, host_key


def test_it_is_made_once_for_its_owner_only_and_found_again(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        key = host_key(tmp_path)
    finally:
        os.umask(before)
    [file] = tmp_path.iterdir()
    assert file.name == KEY_NAME
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    again = host_key(tmp_path)
    assert (again.fingerprint, again.words) == (key.fingerprint, key.words)
    assert len(key.fingerprint) == 32
    assert len(key.words.split("-")) == 6


def test_no_two_hosts_have_the_same(tmp_path: Path) -> None:
    (tmp_path / "one").mkdir()
    (tmp_path / "two").mkdir()
    assert host_key(tmp_path / "one").fingerprint != host_key(tmp_path / "two").fingerprint


@pytest.mark.parametrize("keep", [0, 10, 250, 0.5, 0.95])
def test_a_damaged_one_is_said_and_left_alone(tmp_path: Path, keep: float) -> None:
    host_key(tmp_path)
    file = tmp_path / KEY_NAME
    text = file.read_bytes()
    damaged = text[: int(keep * len(text)) if isinstance(keep, float) else keep]
    file.write_bytes(damaged)
    with pytest.raises(StartError, match=r"host-key\.pem: it is damaged\. Put a copy of it back"):
        host_key(tmp_path)
    assert file.read_bytes() == damaged


def test_one_that_cannot_be_read_is_said(tmp_path: Path) -> None:
    (tmp_path / KEY_NAME).mkdir()
    with pytest.raises(StartError, match=r"host-key\.pem: Is a directory\."):
        host_key(tmp_path)


def test_a_link_to_nothing_is_said_and_left_alone(tmp_path: Path) -> None:
    file = tmp_path / KEY_NAME
    file.symlink_to("elsewhere/key.pem")
    with pytest.raises(StartError, match=r"host-key\.pem: it is a link to elsewhere/key\.pem, and nothing is there\."):
        host_key(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == [KEY_NAME]
    (tmp_path / "elsewhere").mkdir()
    host_key(tmp_path / "elsewhere")
    (tmp_path / "elsewhere" / KEY_NAME).rename(tmp_path / "elsewhere" / "key.pem")
    assert host_key(tmp_path).warning == ""


@pytest.mark.parametrize("mode", [0o666, 0o644, 0o640, 0o622, 0o700, 0o600, 0o400])
def test_one_that_others_may_read_or_change_is_used_with_a_warning(mode: int, tmp_path: Path) -> None:
    key = host_key(tmp_path)
    assert key.warning == ""
    file = tmp_path / KEY_NAME
    file.chmod(mode)
    again = host_key(tmp_path)
    assert again.fingerprint == key.fingerprint
    assert again.warning.endswith(f": chmod 600 {file}" if mode & 0o077 else "")
    assert bool(again.warning) is bool(mode & 0o077)
    assert stat.S_IMODE(file.stat().st_mode) == mode


def test_a_folder_that_cannot_be_written_is_said_and_nothing_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(StartError, match=r"Cannot write the host's key to .*: No such file or directory\. See --data"):
        host_key(tmp_path / "nowhere")

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(StartError, match="No space left on device"):
        host_key(tmp_path)
    assert list(tmp_path.iterdir()) == []
