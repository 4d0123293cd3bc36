"""Where a host is, as people write it."""

from __future__ import annotations

import ipaddress
import re
from dataclasses import dataclass

from euchre_protocol.messages import DEFAULT_PORT


@dataclass(frozen=True, slots=True)
class Address:
    """Where a host is. Written as ``host``, ``host:port``, ``IPv6`` or ``[IPv6]:port``."""

    host: str
    port: int = DEFAULT_PORT

    def __str__(self) -> str:
        if self.port == DEFAULT_PORT:
            return self.host
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


def parse_address(text: str) -> Address:
    """Read ``HOST[:PORT]``; an IPv6 address with a port stands in brackets.

    Raises:
        ValueError: with ``empty``, ``port`` or ``host`` as its only argument, naming the part that is wrong.
    """
    text = text.strip()
    if not text:
        raise ValueError("empty")
    if "/" in text:  # a web address: what stands before its colon is no host
        raise ValueError("host")
    if _is_ipv6(text):
        return Address(text)
    bracketed = re.fullmatch(r"\[([^\[\]]+)\](?::(.*))?", text)
    if bracketed:
        host, port = bracketed[1], bracketed[2]
        if not _is_ipv6(host):
            raise ValueError("host")
    else:
        host, colon, rest = text.partition(":")
        port = rest if colon else None
        if not re.fullmatch(r"[\w.-]+", host):
            raise ValueError("host")
    return Address(host, DEFAULT_PORT if port is None else _parse_port(port))


def _is_ipv6(text: str) -> bool:
    try:
        ipaddress.IPv6Address(text)
    except ValueError:
        return False
    return True


def _parse_port(text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,5}", text) or not 1 <= int(text) <= 65535:
        raise ValueError("port")
    return int(text)
