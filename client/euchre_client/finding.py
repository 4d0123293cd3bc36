"""Hosts that announce themselves on this network (mDNS, DNS-SD).

zeroconf takes as long to load as the rest of the client, so it is loaded only when somebody looks for a host.
"""

from __future__ import annotations

import asyncio
import ipaddress
import logging
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from euchre_client.address import Address
from euchre_protocol.discovery import SERVICE, Announcement

if TYPE_CHECKING:
    import ifaddr
    from zeroconf import ServiceStateChange, Zeroconf
    from zeroconf.asyncio import AsyncZeroconf

ANSWER_MS = 3000
"""To learn all about one host: a lost packet is asked for again after one second and after two more."""


@dataclass(frozen=True, slots=True)
class Found:
    """A host that has announced itself, and where it can be reached from here."""

    address: Address
    says: Announcement


Report: TypeAlias = Callable[[tuple[Found, ...]], None]
"""Takes all hosts that are there now, whenever that has changed."""

Find: TypeAlias = Callable[[Report], Awaitable[None]]
"""Looks for hosts and reports them until it is cancelled."""

_Network: TypeAlias = ipaddress.IPv4Interface | ipaddress.IPv6Interface


async def find_hosts(report: Report) -> None:
    """Look for hosts until cancelled.

    Where there is no network, or it carries no such questions, nothing is ever found.

    Args:
        report: gets the hosts, in the order of their names.
    """
    import ifaddr
    from zeroconf.asyncio import AsyncZeroconf

    logging.getLogger("zeroconf").setLevel(logging.CRITICAL)  # nothing may be written over the screen
    adapters = list(ifaddr.get_adapters())
    with suppress(OSError, RuntimeError):  # no interface that would do
        zeroconf = AsyncZeroconf(interfaces=_interfaces(adapters))
        try:
            await _Search(zeroconf, _networks(adapters), report).run()
        finally:
            await asyncio.shield(zeroconf.async_close())


class _Search:
    def __init__(self, zeroconf: AsyncZeroconf, networks: Sequence[_Network], report: Report) -> None:
        self._zeroconf = zeroconf
        self._networks = networks
        self._report = report
        self._found: dict[str, Found] = {}
        self._told: tuple[Found, ...] = ()
        self._asking: dict[str, asyncio.Task[None]] = {}

    async def run(self) -> None:
        from zeroconf.asyncio import AsyncServiceBrowser

        browser = AsyncServiceBrowser(self._zeroconf.zeroconf, SERVICE, handlers=[self._changed])
        try:
            await asyncio.get_running_loop().create_future()  # what happens from now on, happens in _changed
        finally:
            await browser.async_cancel()
            for task in self._asking.values():
                task.cancel()
            await asyncio.gather(*self._asking.values(), return_exceptions=True)

    def _changed(self, zeroconf: Zeroconf, service_type: str, name: str, state_change: ServiceStateChange) -> None:
        if before := self._asking.pop(name, None):
            before.cancel()
        if state_change.name == "Removed":
            self._found.pop(name, None)
            self._tell()
        else:
            self._asking[name] = asyncio.ensure_future(self._ask(name))

    async def _ask(self, name: str) -> None:
        from zeroconf.asyncio import AsyncServiceInfo

        info = AsyncServiceInfo(SERVICE, name)
        if not await info.async_request(self._zeroconf.zeroconf, ANSWER_MS) or not info.port:
            return
        host = best_address(info.parsed_scoped_addresses(), self._networks)
        with suppress(ValueError):  # announced by something else
            says = Announcement.from_txt(info.properties)
            if host is not None:
                self._found[name] = Found(Address(host, info.port), says)
                self._tell()

    def _tell(self) -> None:
        found = sorted(self._found.values(), key=lambda each: (each.says.name.casefold(), str(each.address)))
        if tuple(found) != self._told:
            self._told = tuple(found)
            self._report(self._told)


def best_address(offered: Iterable[str], networks: Sequence[_Network]) -> str | None:
    """Choose among the addresses of a host the one that most surely leads to it.

    A host lists all that it has, also those of networks that only exist inside of its machine.

    Args:
        offered: the host's addresses; IPv6 ones may have a zone.
        networks: the own addresses with their networks.

    Returns:
        An address in one of the own networks, the smallest one first, since made-up networks are large; IPv4 before
        IPv6, which is harder to read; else any. An address that this machine has itself comes last: if the host is
        not on this machine, it leads nowhere.
    """

    def rank(text: str) -> tuple[bool, int, int]:
        address = ipaddress.ip_address(text.partition("%")[0])
        sizes = [each.network.prefixlen / address.max_prefixlen for each in networks if address in each.network]
        own = any(address == each.ip for each in networks)
        return own, -round(100 * max(sizes, default=0)), address.version

    usable = [text for text in offered if not ipaddress.ip_address(text.partition("%")[0]).is_loopback]
    return min(usable, key=rank, default=None)


def _interfaces(adapters: Iterable[ifaddr.Adapter]) -> list[str | int]:
    """Where to ask, as zeroconf has it: IPv4 addresses, and numbers of interfaces with IPv6."""
    found: dict[str | int, None] = {}
    for adapter in adapters:
        for each in adapter.ips:
            text = each.ip if isinstance(each.ip, str) else each.ip[0]
            interface = each.ip if isinstance(each.ip, str) else adapter.index
            if interface is not None and not ipaddress.ip_address(text.partition("%")[0]).is_loopback:
                found[interface] = None
    return list(found)


def _networks(adapters: Iterable[ifaddr.Adapter]) -> list[_Network]:
    """The own addresses with their networks, loopback aside."""
    texts = [
        f"{(each.ip if isinstance(each.ip, str) else each.ip[0]).partition('%')[0]}/{each.network_prefix}"
        for adapter in adapters
        for each in adapter.ips
    ]
    return [each for each in map(ipaddress.ip_interface, texts) if not each.is_loopback]


class HostSearch:
    """A search that begins and ends with a screen.

    Args:
        find: how to search.
        report: gets the hosts while a search is on.
    """

    def __init__(self, find: Find, report: Report) -> None:
        self._find = find
        self._report = report
        self._current: asyncio.Task[None] | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self) -> bool:
        """Search, if that is not being done already; return whether this began it."""
        if self._current is not None:
            return False
        self._current = asyncio.ensure_future(self._run())
        self._tasks.add(self._current)
        self._current.add_done_callback(self._tasks.discard)
        return True

    def stop(self) -> None:
        """Search no more."""
        if self._current is not None:
            self._current.cancel()
            self._current = None

    async def close(self) -> None:
        """Stop, and wait until nothing of it is left."""
        self.stop()
        if self._tasks:
            await asyncio.wait(self._tasks)

    async def _run(self) -> None:
        mine = asyncio.current_task()

        def report(found: tuple[Found, ...]) -> None:
            if self._current is mine:
                self._report(found)

        with suppress(Exception):  # whatever keeps hosts from being found, an address can be typed
            await self._find(report)
