"""Who we were: the tokens by which a host knows a returning person, one small file for each host and name.

One file each, because several clients may run at once on one machine, and a file that all of them rewrite would
lose entries.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import platformdirs

from euchre_client.address import Address
from euchre_client.files import replace_file
from euchre_protocol.text import name_key, same_name

_TOKEN_BYTES = 32


def default_folder() -> Path:
    """Where tokens lie: the user's state folder (``XDG_STATE_HOME`` on Linux)."""
    return Path(platformdirs.user_state_dir("euchre-lan", appauthor=False)) / "tokens"


class TokenStore:
    """Tokens by host and name; names that a host takes for the same are one here, too.

    A token is a secret: whoever has it sits in that seat. Files are readable by their owner only. A host with TLS is
    known by its key, wherever it is, and nobody else ever gets its tokens; one without is known by its address.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = default_folder() if folder is None else folder

    def load(self, address: Address, name: str, key: bytes | None = None) -> bytes | None:
        """Find the token for a name at a host.

        Args:
            address: where the host is.
            name: the person's name.
            key: the fingerprint of the key that the host has proved to have; none without TLS.

        Returns:
            The token; none if there is none or the file is damaged, cannot be read, or is about somebody else. The
            host then takes us for a new person, and the next ``save`` replaces the file.
        """
        bound = None if key is None else self._load(_by_key(key), name)
        # A token from before the host had TLS has crossed the network in the open; encrypted it loses nothing.
        return self._load(_by_address(address), name) if bound is None else bound

    def _load(self, host: str, name: str) -> bytes | None:
        token = self._read(self._file(host, name), host, name)
        return self._read(self._older_file(host, name), host, name) if token is None else token

    def _read(self, file: Path, host: str, name: str) -> bytes | None:
        try:
            entry = json.loads(file.read_text(encoding="utf-8"))
            if entry["host"] != host or not same_name(entry["name"], name):
                return None
            token = bytes.fromhex(entry["token"])
        except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
            return None
        return token if len(token) == _TOKEN_BYTES else None

    def save(self, address: Address, name: str, token: bytes, key: bytes | None = None) -> None:
        """Keep a token; whole or not at all, even if the machine stops in between.

        With a key the token belongs to it from now on, and is not sent without TLS any more.

        Raises:
            OSError: the folder cannot be written.
        """
        if key is None:
            self._save(_by_address(address), name, token)
            return
        self._save(_by_key(key), name, token)
        for file in (self._file, self._older_file):
            file(_by_address(address), name).unlink(missing_ok=True)

    def _save(self, host: str, name: str, token: bytes) -> None:
        text = json.dumps({"host": host, "name": name, "token": token.hex()})
        file, older = self._file(host, name), self._older_file(host, name)
        replace_file(file, text)
        if older != file:
            older.unlink(missing_ok=True)

    def _file(self, host: str, name: str) -> Path:
        return self._older_file(host, name_key(name))

    def _older_file(self, host: str, name: str) -> Path:
        """Where older versions kept it: by the exact spelling."""
        # Names may hold any letters and slashes; their digest is a safe file name on every system.
        digest = hashlib.sha256(f"{host}\n{name}".encode()).hexdigest()
        return self._folder / f"{digest[:32]}.json"


def _by_address(address: Address) -> str:
    return f"{address.host.lower()} {address.port}"


def _by_key(key: bytes) -> str:
    return f"key {key.hex()}"
