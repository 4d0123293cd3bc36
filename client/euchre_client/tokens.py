"""Who we were: the tokens by which a host knows a returning person, one small file for each host and name.

One file each, because several clients may run at once on one machine, and a file that all of them rewrite would
lose entries.
"""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from pathlib import Path

import platformdirs

from euchre_client.net import Address

_TOKEN_BYTES = 32


def default_folder() -> Path:
    """Where tokens lie: the user's state folder (``XDG_STATE_HOME`` on Linux)."""
    return Path(platformdirs.user_state_dir("euchre-lan", appauthor=False)) / "tokens"


class TokenStore:
    """Tokens by host address and name.

    A token is a secret: whoever has it sits in that seat. Files are readable by their owner only.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = default_folder() if folder is None else folder

    def load(self, address: Address, name: str) -> bytes | None:
        """Find the token for a name at a host.

        Returns:
            The token; none if there is none or the file is damaged, cannot be read, or is about somebody else. The
            host then takes us for a new person, and the next ``save`` replaces the file.
        """
        try:
            entry = json.loads(self._file(address, name).read_text(encoding="utf-8"))
            if (entry["host"], entry["name"]) != (_key(address), name):
                return None
            token = bytes.fromhex(entry["token"])
        except (OSError, ValueError, KeyError, TypeError):
            return None
        return token if len(token) == _TOKEN_BYTES else None

    def save(self, address: Address, name: str, token: bytes) -> None:
        """Keep a token; whole or not at all, even if the machine stops in between.

        Raises:
            OSError: the folder cannot be written.
        """
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        text = json.dumps({"host": _key(address), "name": name, "token": token.hex()})
        handle, draft = tempfile.mkstemp(dir=self._folder, suffix=".new")  # mkstemp's mode is 0600
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            os.replace(draft, self._file(address, name))
        except BaseException:
            Path(draft).unlink(missing_ok=True)
            raise

    def _file(self, address: Address, name: str) -> Path:
        # Names may hold any letters and slashes; their digest is a safe file name on every system.
        digest = hashlib.sha256(f"{_key(address)}\n{name}".encode()).hexdigest()
        return self._folder / f"{digest[:32]}.json"


def _key(address: Address) -> str:
    return f"{address.host.lower()} {address.port}"
