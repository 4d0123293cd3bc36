"""The hosts to choose from when no address was given: those found on this network, then those used before."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from euchre_client.address import Address
    from euchre_client.finding import Found
    from euchre_client.recent import Used
    from euchre_protocol.discovery import Announcement


@dataclass(frozen=True, slots=True)
class HostChoice:
    """One host to choose.

    Attributes:
        address: where it is.
        name: what it calls itself, clean.
        says: what it announces; none for one that was only used before.
        last: when it was used (ISO date); empty for one that was found.
    """

    address: Address
    name: str
    says: Announcement | None = None
    last: str = ""


def host_choices(found: Sequence[Found], used: Sequence[Used]) -> tuple[HostChoice, ...]:
    """List the hosts to choose from, each once."""
    here = tuple(HostChoice(each.address, each.says.name, says=each.says) for each in found)
    taken = {each.address for each in here}
    return (*here, *(HostChoice(each.address, each.name, last=each.last) for each in used if each.address not in taken))
