"""Telling the network that this host is here, so that nobody has to type its address (mDNS, DNS-SD).

zeroconf is slow by its nature: before a name is used, it asks for more than a second whether somebody else has it. So
everything of it happens in worker threads, and is imported there.
"""

from __future__ import annotations

import contextlib
import ipaddress
import logging
import secrets
import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import ifaddr
import trio

from euchre_protocol.discovery import SERVICE, Announcement

if TYPE_CHECKING:
    from zeroconf import ServiceInfo, Zeroconf

EVERY_S = 5.0
"""Between two looks at whether something has changed: fresh enough for a list that is read once, and quiet enough for
everybody else on the network."""

GOODBYE_S = 1.0
"""To take the announcement back when the host closes. Who misses it sees a host that does not answer."""

NAMES = 9
"""To try, from ``den`` to ``den-9``: more hosts of one name than a network of friends has. Where all of them are taken
somebody takes whatever is asked for, and would go on doing so."""

CONTESTED_S = 60.0
"""Until they are tried again: by then whoever took them may be gone, and a try a minute costs nobody anything."""

_LABEL_BYTES = 40
"""Of the host's name in its announced name, which may have 63 with a number added."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a host can be found on the network.

    Attributes:
        addresses: its addresses, without this machine's own loopback.
        interfaces: where to announce them, as zeroconf has it: IPv4 addresses, and numbers of interfaces with IPv6.
    """

    addresses: tuple[str, ...] = ()
    interfaces: tuple[str | int, ...] = ()


def place_of(bound: Iterable[str], adapters: Iterable[ifaddr.Adapter]) -> Place:
    """Find out where a host can be found that listens on ``bound``.

    Args:
        bound: the addresses of the listening sockets; ``0.0.0.0`` and ``::`` stand for all of a family.
        adapters: this machine's interfaces.

    Returns:
        An empty place for a host that only this machine can reach.
    """
    listening = {ipaddress.ip_address(address.partition("%")[0]) for address in bound}
    addresses: dict[str, None] = {}
    interfaces: dict[str | int, None] = {}
    for adapter in adapters:
        for each in adapter.ips:
            text = each.ip if isinstance(each.ip, str) else each.ip[0]
            address = ipaddress.ip_address(text.partition("%")[0])
            everywhere = ipaddress.ip_address("0.0.0.0" if address.version == 4 else "::")
            if address.is_loopback or not {address, everywhere} & listening:
                continue
            interface = text if isinstance(each.ip, str) else adapter.index
            if interface is not None:
                addresses[str(address)] = interfaces[interface] = None
    return Place(tuple(addresses), tuple(interfaces))


class _TakenError(Exception):
    """Others have all the names that the host could be announced under; the message says which."""


class Announcer:
    """Keeps the network informed about a host.

    Args:
        facts: what to say now.
        bound: the addresses of the listening sockets.
        port: and their port.
        say: takes a line for the host's screen and log.
    """

    def __init__(
        self, facts: Callable[[], Announcement], bound: Iterable[str], port: int, say: Callable[[str], None]
    ) -> None:
        self._facts = facts
        self._bound = tuple(bound)
        self._say = say
        self._voice = _Voice(port)
        self._complained = False
        self._rest = EVERY_S

    async def run(self) -> None:
        """Announce the host until cancelled, and then take it back. One for this machine alone is not announced."""
        if all(ipaddress.ip_address(address.partition("%")[0]).is_loopback for address in self._bound):
            return
        told: tuple[Place, Announcement] | None = None
        try:
            while True:
                now = (place_of(self._bound, ifaddr.get_adapters()), self._facts())
                if now != told and await self._tell(*now):
                    told = now
                await trio.sleep(self._rest)
        finally:
            with trio.move_on_after(GOODBYE_S) as scope:
                scope.shield = True
                await trio.to_thread.run_sync(self._voice.close, abandon_on_cancel=True)

    async def _tell(self, place: Place, facts: Announcement) -> bool:
        try:
            await trio.to_thread.run_sync(self._voice.tell, place, facts, abandon_on_cancel=True)
        except Exception as error:  # noqa: BLE001 - whatever it is, a game does not need to be announced
            if not self._complained:
                reason = str(error) or type(error).__name__
                self._say(f"cannot tell the network about this host ({reason}); its address must be typed")
            self._complained = True
            self._rest = CONTESTED_S if isinstance(error, _TakenError) else EVERY_S
            return False
        self._complained = False
        self._rest = EVERY_S
        return True


class _Voice:
    """One announcement, said and changed from worker threads, by one at a time."""

    def __init__(self, port: int) -> None:
        self._port = port
        # A machine's own name belongs to whatever announces the machine; this one is nobody else's.
        self._server = f"euchre-{secrets.token_hex(8)}.local."
        self._lock = threading.Lock()
        self._closing = threading.Event()
        self._place = Place()
        self._zeroconf: Zeroconf | None = None
        self._info: ServiceInfo | None = None

    def tell(self, place: Place, facts: Announcement) -> None:
        """Announce, or change what is announced."""
        with self._lock:
            if place != self._place:
                self._close()
                self._place = place
            if not place.addresses:
                return
            if self._zeroconf is None or self._info is None:
                self._begin(place, facts)
            else:
                self._info = self._describe(self._info.name, place, facts)
                self._zeroconf.update_service(self._info)

    def close(self) -> None:
        """Take the announcement back, for good."""
        self._closing.set()
        with self._lock:
            self._close()

    def _begin(self, place: Place, facts: Announcement) -> None:
        from zeroconf import Zeroconf

        # Its warnings about single interfaces are nothing that the person at the host can do something about; nor is
        # what asyncio, in zeroconf's thread, thinks of a host that closes meanwhile.
        for logger in ("zeroconf", "asyncio"):
            logging.getLogger(logger).setLevel(logging.CRITICAL)
        self._zeroconf = Zeroconf(interfaces=list(place.interfaces), use_asyncio=False)
        try:
            self._info = self._register(self._zeroconf, place, facts)
        except BaseException:
            self._close()
            raise

    def _register(self, zeroconf: Zeroconf, place: Place, facts: Announcement) -> ServiceInfo | None:
        """Announce under the first name that is free. zeroconf would look for one without an end."""
        from zeroconf import NonUniqueNameException

        label = facts.name.replace(".", " ").encode()[:_LABEL_BYTES].decode(errors="ignore").strip() or "Euchre"
        for number in range(1, NAMES + 1):
            if self._closing.is_set():
                return None
            name = label if number == 1 else f"{label}-{number}"
            info = self._describe(f"{name}.{SERVICE}", place, facts)
            with contextlib.suppress(NonUniqueNameException):
                zeroconf.register_service(info)
                return info
        raise _TakenError(f"others have the names {label} to {label}-{NAMES}")

    def _describe(self, name: str, place: Place, facts: Announcement) -> ServiceInfo:
        from zeroconf import ServiceInfo

        return ServiceInfo(
            SERVICE, name, self._port,
            properties=facts.to_txt(), server=self._server, parsed_addresses=list(place.addresses),
        )  # fmt: skip

    def _close(self) -> None:
        zeroconf, self._zeroconf, self._info = self._zeroconf, None, None
        if zeroconf is not None:
            with contextlib.suppress(OSError):
                zeroconf.close()
