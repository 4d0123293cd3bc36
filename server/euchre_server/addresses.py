"""The addresses under which others can reach this machine, for the line that a person types."""

from __future__ import annotations

import contextlib
import fcntl
import ipaddress
import socket
import struct
import sys
from collections.abc import Iterable
from pathlib import Path

from euchre_protocol.messages import DEFAULT_PORT

_SIOCGIFADDR = 0x8915
"""Linux: the IPv4 address of an interface, see netdevice(7)."""

_IF_INET6 = Path("/proc/net/if_inet6")
_UNUSABLE_FLAGS = 0x01 | 0x20 | 0x40
"""Linux: temporary, deprecated, tentative (linux/if_addr.h): such addresses are gone before somebody types them."""


def join_line(address: str, port: int, *, tls: bool) -> str:
    """What to type on another machine, for example ``euchre-join 192.168.1.20``."""
    shown = f"[{address}]" if ":" in address else address
    where = shown if port == DEFAULT_PORT else f"{shown}:{port}"
    return f"euchre-join {where}" if tls else f"euchre-join {where} --no-tls"


def reachable(bound: Iterable[str]) -> list[str]:
    """List addresses to offer for a host that listens on ``bound``.

    Args:
        bound: the addresses of the listening sockets; ``0.0.0.0`` and ``::`` stand for all of a family.

    Returns:
        Addresses without duplicates: IPv4 of the network first since they are short to type, this machine's own last.
    """
    found: list[str] = []
    for address in bound:
        if address == "0.0.0.0":
            found += [*_own_v4(), "127.0.0.1"]
        elif address == "::":
            found += _own_v6()
        else:
            found.append(address)
    return sorted(dict.fromkeys(found), key=_rank)


def _rank(address: str) -> tuple[bool, int]:
    parsed = ipaddress.ip_address(address.partition("%")[0])
    return parsed.is_loopback, parsed.version


def _own_v4() -> list[str]:
    found = [_linux_v4(name) for _, name in socket.if_nameindex()] if sys.platform == "linux" else []
    found.append(_towards(socket.AF_INET, "192.0.2.1"))
    return [address for address in found if address and not ipaddress.ip_address(address).is_loopback]


def _own_v6() -> list[str]:
    found = [*_linux_v6(), _towards(socket.AF_INET6, "2001:db8::1")]
    return [address for address in found if address and _typeable(ipaddress.ip_address(address))]


def _typeable(address: ipaddress.IPv4Address | ipaddress.IPv6Address) -> bool:
    # A link-local address means nothing without the other machine's interface name.
    return not (address.is_link_local or address.is_loopback)


def _linux_v4(interface: str) -> str | None:
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        reply = fcntl.ioctl(probe, _SIOCGIFADDR, struct.pack("256s", interface[:15].encode()))
        return socket.inet_ntoa(reply[20:24])
    return None


def _linux_v6() -> list[str]:
    with contextlib.suppress(OSError):
        rows = [line.split() for line in _IF_INET6.read_text(encoding="ascii").splitlines()]
        return [
            str(ipaddress.IPv6Address(bytes.fromhex(row[0]))) for row in rows if not int(row[4], 16) & _UNUSABLE_FLAGS
        ]
    return []


def _towards(family: socket.AddressFamily, somewhere: str) -> str | None:
    """The own address on the way to the outside. Connecting a datagram socket sends nothing."""
    with contextlib.suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
        probe.connect((somewhere, 9))
        return str(probe.getsockname()[0]).partition("%")[0]
    return None
