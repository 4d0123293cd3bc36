"""Whom a connection comes from, as far as limits are concerned."""

from __future__ import annotations

import ipaddress
from typing import Final

_NETWORK: Final = 64
"""Bits of an IPv6 address that a provider gives to one household or one phone, which chooses the rest as it likes."""


def origin_of(peer: str) -> str:
    """What all connections of one machine or household have in common.

    Args:
        peer: an address, as the socket has it.

    Returns:
        The address itself; for one of IPv6 that comes from the internet, its network of 64 bits. Link-local addresses
        share one such network although they are many machines, so they stay whole.
    """
    try:
        address = ipaddress.ip_address(peer)
    except ValueError:
        return peer
    if address.version == 4 or address.is_link_local or address.is_loopback:
        return str(address)
    return str(ipaddress.ip_network((int(address), _NETWORK), strict=False))


def is_local(peer: str) -> bool:
    """Whether a connection comes from this machine, perhaps through a tunnel that many use."""
    try:
        return ipaddress.ip_address(peer).is_loopback
    except ValueError:
        return False
