"""What is remembered from one evening to the next: keys of hosts, tokens, and where this person was."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from euchre_client.address import Address
from euchre_client.net import Link
from euchre_client.recent import UsedHosts
from euchre_client.tokens import TokenStore
from euchre_client.trust import Trust
from euchre_protocol.text import name_key

Held: TypeAlias = dict[tuple[Address | bytes, str], bytes]
"""Tokens of this run, for a return where they cannot be written: by key (without TLS by address) and name."""


@dataclass(frozen=True, slots=True)
class Memory:
    """The stores that a visit to a host reads and writes.

    Attributes:
        trust: the keys of hosts; none without TLS.
        tokens: the tokens by which hosts know a returning person.
        used: the hosts that were joined.
    """

    trust: Trust | None
    tokens: TokenStore = field(default_factory=TokenStore)
    used: UsedHosts = field(default_factory=UsedHosts)
    _held: Held = field(default_factory=lambda: Held())

    def meet(self, link: Link) -> None:
        """Remember the key of the host that has just said hello.

        Raises:
            OSError: it cannot be remembered.
        """
        if self.trust is not None and link.key is not None:
            self.trust.remember(link.address, link.key)

    def token(self, link: Link, name: str) -> bytes | None:
        """Return the token for a name at the host, if there is one."""
        return self._held.get(_whose(link, name)) or self.tokens.load(link.address, name, link.digest)

    def keep(self, link: Link, name: str, token: bytes) -> None:
        """Remember to have been at the host under a name.

        Raises:
            OSError: the token cannot be written; a return works only while the program runs.
        """
        self._held[_whose(link, name)] = token
        self.used.add(link.address, link.hello.host)
        self.tokens.save(link.address, name, token, link.digest)


def _whose(link: Link, name: str) -> tuple[Address | bytes, str]:
    """A token belongs to a name, as the host compares it, at a key; without TLS at an address."""
    return link.digest or link.address, name_key(name)
