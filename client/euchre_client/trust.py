"""Which keys hosts have: remembered at the first visit, as ssh does it, and compared at every later one."""

from __future__ import annotations

import contextlib
import errno
import os
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from pathlib import Path

import platformdirs

from euchre_client.address import Address
from euchre_protocol.fingerprint import WORDS_SHOWN, fingerprint_words
from euchre_protocol.fingerprint_words import WORDS

_DIGEST_BYTES = 32
_HEADER = """\
# Hosts that euchre-join has visited: address, SHA-256 of the host's public key, the same as six words, date.
# A host whose key is another one is refused. Delete its line to make its acquaintance anew.
"""


class Unfamiliar(Exception):  # noqa: N818 - news about a host, which may be right
    """A host has another key than it should have.

    Attributes:
        known: the six words of the key that it should have.
        now: the six words of the key that it has.
        since: when the first became known; empty if it was given on the command line.
        file: where it is remembered; none if it was given on the command line, or could not be written.
    """

    def __init__(self, known: str, now: str, since: str = "", file: Path | None = None) -> None:
        super().__init__(known, now)
        self.known = known
        self.now = now
        self.since = since
        self.file = file


@dataclass(frozen=True, slots=True)
class HostKey:
    """The key that a host has proved to have.

    Attributes:
        digest: its SHA-256.
        first: it was not known before.
    """

    digest: bytes
    first: bool

    @property
    def words(self) -> str:
        """Its six words."""
        return fingerprint_words(self.digest)


def parse_key(text: str) -> str:
    """Read a fingerprint that a person typed: 64 hexadecimal digits, or six words joined by hyphens or blanks.

    Returns:
        It in the one form that ``Trust`` takes.

    Raises:
        ValueError: it is neither.
    """
    plain = text.strip().lower()
    words = plain.replace("-", " ").split()
    if len(words) == WORDS_SHOWN and set(words) <= set(WORDS):
        return "-".join(words)
    if len(bytes.fromhex(plain)) != _DIGEST_BYTES:
        raise ValueError(text)
    return bytes.fromhex(plain).hex()


def default_file() -> Path:
    """Where known hosts are remembered: in the user's settings folder (``XDG_CONFIG_HOME`` on Linux)."""
    return Path(platformdirs.user_config_dir("euchre-lan", appauthor=False)) / "known_hosts"


class Trust:
    """Knows which key a host should have.

    Args:
        expected: from ``parse_key``: the only key to accept. Nothing is remembered then, nor looked up.
        file: where the known hosts are; none for the user's own.
        today: today's date.
    """

    def __init__(
        self, expected: str | None = None, file: Path | None = None, today: Callable[[], date] = date.today
    ) -> None:
        self._expected = expected
        self._file = default_file() if file is None else file
        self._today = today
        self._met: dict[str, tuple[str, str]] = {}  # key and date by address: they count also where none can be written

    def check(self, address: Address, digest: bytes) -> HostKey:
        """Compare the key of the host at an address with the one that it should have.

        Raises:
            Unfamiliar: it is another one.
            OSError: the known hosts cannot be read.
        """
        if self._expected is not None:
            if self._expected not in (digest.hex(), fingerprint_words(digest)):
                raise Unfamiliar(_as_words(self._expected), fingerprint_words(digest))
            return HostKey(digest, first=False)
        known = self._known(address)
        if known and digest.hex() not in known:
            key, since = next(iter(known.items()))
            raise Unfamiliar(_as_words(key), fingerprint_words(digest), since, self._file)
        if not known and _name(address) in self._met:
            key, since = self._met[_name(address)]
            if digest.hex() != key:
                raise Unfamiliar(_as_words(key), fingerprint_words(digest), since)
            return HostKey(digest, first=False)
        return HostKey(digest, first=not known)

    def remember(self, address: Address, key: HostKey) -> None:
        """Remember the key of a host that was not known.

        Raises:
            OSError: the file cannot be written; the key is known while this program runs.
        """
        if not key.first or self._expected is not None:
            return
        self._met[_name(address)] = (key.digest.hex(), self._today().isoformat())
        self._file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        line = f"{_name(address)} {key.digest.hex()} {key.words} {self._today().isoformat()}\n"
        # Lines are only ever added, each in one piece, so that clients that run at once lose nothing.
        with open(self._file, "a+b", opener=_for_owner_only) as file:
            size = file.seek(0, os.SEEK_END)
            file.seek(max(0, size - 1))
            before = _HEADER if size == 0 else "" if file.read() == b"\n" else "\n"
            file.write((before + line).encode())

    def _known(self, address: Address) -> dict[str, str]:
        """Find the keys of a host and since when they are known. A line without one has a key that no host has.

        Lines that name no host are nobody's.
        """
        known: dict[str, str] = {}
        with contextlib.suppress(FileNotFoundError):
            if self._file.is_fifo():  # to read it would wait for whoever writes into it
                raise OSError(errno.EINVAL, "it is a pipe and no file", str(self._file))
            for line in self._file.read_text(encoding="utf-8-sig", errors="replace").splitlines():
                fields = line.split()
                if fields[:1] == [_name(address)]:
                    key = fields[1].lower() if len(fields) > 1 else "?"
                    known[key] = fields[3] if len(fields) > 3 else "?"
        return known


def _for_owner_only(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def _name(address: Address) -> str:
    return str(address).lower()


def _as_words(key: str) -> str:
    """The six words of a key in either form; what somebody has changed by hand stays as it is."""
    try:
        return key if "-" in key else fingerprint_words(bytes.fromhex(key))
    except ValueError:
        return key
