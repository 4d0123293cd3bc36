"""What a host says about itself to the whole network, so that people need not type its address (mDNS, DNS-SD).

Nothing of it is proved: it fills a list to choose from, and the key that counts is the one in the TLS handshake.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from euchre_protocol.messages import PROTOCOL
from euchre_protocol.text import clean_text

SERVICE = "_euchre._tcp.local."
"""The type under which hosts are announced (RFC 6763)."""

NAME_WIDTH = 24
"""Longest name of a host in terminal cells: one column of the list."""

VALUE_BYTES = 250
"""Longest value of a field: with its key and ``=`` it must fit into 255 bytes (RFC 6763, 6.1)."""

_VERSION_WIDTH = 12
_LARGEST = 99_999


@dataclass(frozen=True, slots=True)
class Announcement:
    """The fields of the TXT record.

    Attributes:
        name: what the host calls itself.
        tables: how many tables there are.
        players: how many people are connected.
        version: the version of the host's program, for people.
        protocol: the protocol's version.
        key: the fingerprint of its key as 64 hexadecimal digits; empty for a host without TLS.
    """

    name: str
    tables: int = 0
    players: int = 0
    version: str = ""
    protocol: tuple[int, int] = PROTOCOL
    key: str = ""

    @property
    def understood(self) -> bool:
        """Whether its protocol and ours go together."""
        return self.protocol[0] == PROTOCOL[0]

    def to_txt(self) -> dict[str, str]:
        """Return the fields as they are announced."""
        return {
            "name": self.name.encode()[:VALUE_BYTES].decode(errors="ignore"),
            "tables": str(self.tables),
            "players": str(self.players),
            "version": self.version,
            "protocol": f"{self.protocol[0]}.{self.protocol[1]}",
            "key": self.key,
        }

    @classmethod
    def from_txt(cls, fields: Mapping[bytes, bytes | None]) -> Announcement:
        """Read what somebody announces; it may be anything.

        Raises:
            ValueError: it names no host, or no protocol.
        """

        def text(key: bytes) -> str:
            return (fields.get(key) or b"").decode(errors="replace")

        name, protocol = clean_text(text(b"name"), NAME_WIDTH), re.fullmatch(r"(\d{1,4})\.(\d{1,4})", text(b"protocol"))
        if not name or protocol is None:
            raise ValueError("not announced as a Euchre host")
        key = text(b"key").lower()
        return cls(
            name=name,
            tables=_number(text(b"tables")),
            players=_number(text(b"players")),
            version=clean_text(text(b"version"), _VERSION_WIDTH),
            protocol=(int(protocol[1]), int(protocol[2])),
            key=key if re.fullmatch(r"[0-9a-f]{64}", key) else "",
        )


def _number(text: str) -> int:
    return min(int(text), _LARGEST) if re.fullmatch(r"[0-9]{1,9}", text) else 0
