"""What the player asked for on the command line."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from euchre_client.address import Address
    from euchre_client.trust import Trust
    from euchre_protocol.tablespec import TableSpec


@dataclass(frozen=True, slots=True)
class Options:
    """The command line of ``euchre-join``, read and checked.

    At most one of ``table``, ``create`` and ``spectate`` is set.

    Attributes:
        address: the host; none: the client asks for it.
        name: the name to play under, clean and short enough for the host.
        table: name or number of the table to sit down at, ready at once.
        create: the table to make and sit down at, ready at once.
        spectate: name or number of the table to watch; empty: whichever is there.
        plain: one line an event, no full screen.
        letters: letters for suits and plain ASCII instead of symbols and box lines.
        once: leave after one game.
        password: for a host and for tables that ask for one, if it was given.
        settings: what a person likes, as given; it goes before the environment and the settings file.
        tls: talk in TLS only; else without it.
        key: the key that the host must have, from ``parse_key``; none: the one it had before.
        companion: the host has started this program for its own player: it ends with the host.
    """

    name: str
    address: Address | None = None
    table: str | None = None
    create: TableSpec | None = None
    spectate: str | None = None
    plain: bool = False
    letters: bool = False
    once: bool = False
    password: str | None = None
    settings: Mapping[str, str] = field(default_factory=dict[str, str])
    tls: bool = True
    key: str | None = None
    companion: bool = False

    @property
    def seat_at(self) -> str | None:
        """What the table is called at which to sit down, made or not; none: none was named."""
        return self.table if self.create is None else self.create.name

    @property
    def trust(self) -> Trust | None:
        """How to recognize hosts; none without TLS."""
        from euchre_client.trust import Trust

        return Trust(self.key) if self.tls else None
