"""Hosts that this person has been at: offered again when no address is given."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from pathlib import Path

import platformdirs

from euchre_client.address import Address, parse_address
from euchre_client.files import replace_file
from euchre_protocol.discovery import NAME_WIDTH
from euchre_protocol.text import clean_text

KEPT = 5
"""So many are kept, the newest ones: more would be a list to search."""


@dataclass(frozen=True, slots=True)
class Used:
    """A host that was joined, what it called itself, and when that was (ISO date)."""

    address: Address
    name: str
    last: str


def default_file() -> Path:
    """Where they are kept: in the user's state folder (``XDG_STATE_HOME`` on Linux)."""
    return Path(platformdirs.user_state_dir("euchre-lan", appauthor=False)) / "hosts.json"


class UsedHosts:
    """The hosts that were joined, the newest first.

    Args:
        file: where they are kept; none for the user's own.
        today: today's date.
    """

    def __init__(self, file: Path | None = None, today: Callable[[], date] = date.today) -> None:
        self._file = default_file() if file is None else file
        self._today = today

    def load(self) -> tuple[Used, ...]:
        """Return them; none if there are none or the file is damaged."""
        try:
            rows = json.loads(self._file.read_text(encoding="utf-8"))
            return tuple(
                Used(parse_address(row["address"]), clean_text(row["name"], NAME_WIDTH), clean_text(row["last"], 10))
                for row in rows[:KEPT]
            )
        except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
            return ()

    def add(self, address: Address, name: str) -> None:
        """Put a host first. If that cannot be written, it will not be offered; nothing else depends on it."""
        used = [Used(address, name, self._today().isoformat())]
        used += [each for each in self.load() if str(each.address).lower() != str(address).lower()]
        rows = [{"address": str(each.address), "name": each.name, "last": each.last} for each in used[:KEPT]]
        with suppress(OSError):
            replace_file(self._file, json.dumps(rows, ensure_ascii=False, indent=1) + "\n")
