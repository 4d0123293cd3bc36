"""Choosing among what was found; the finding itself is tested between machines in tests/e2e/test_lan.py."""

from __future__ import annotations

import asyncio
import ipaddress
from datetime import date
from pathlib import Path

import pytest

from euchre_client.address import Address
from euchre_client.finding import Found, HostSearch, Report, best_address
from euchre_client.hosts import host_choices
from euchre_client.recent import KEPT, Used, UsedHosts
from euchre_protocol.discovery import Announcement

NETWORKS = [ipaddress.ip_interface(text) for text in ("192.168.1.7/24", "172.17.0.1/16", "fe80::7/64", "fd00::7/64")]


@pytest.mark.parametrize(
    ("offered", "best"),
    [
        (["10.0.0.9", "192.168.1.20"], "192.168.1.20"),
        (["172.17.0.1", "192.168.1.20"], "192.168.1.20"),  # 172.17.0.1 is what every such machine calls itself
        (["172.17.0.5", "192.168.1.20"], "192.168.1.20"),
        (["fe80::20%2", "192.168.1.20"], "192.168.1.20"),
        (["fe80::20%2", "10.0.0.9"], "fe80::20%2"),
        (["10.0.0.9", "2001:db8::9"], "10.0.0.9"),
        (["127.0.0.1", "::1"], None),
        (["192.168.1.7"], "192.168.1.7"),  # the host is on this machine
        ([], None),
    ],
)
def test_the_address_that_most_surely_leads_there(offered: list[str], best: str | None) -> None:
    assert best_address(offered, NETWORKS) == best
    assert best_address(list(reversed(offered)), NETWORKS) == best


def found(name: str, address: str) -> Found:
    return Found(Address(address), Announcement(name))


def test_a_host_that_was_found_is_not_listed_as_used_too() -> None:
    used = [Used(Address("192.168.1.20"), "Ann", "2025-11-28"), Used(Address("192.168.1.77"), "den", "2025-11-27")]
    hosts = host_choices([found("Ann's laptop", "192.168.1.20")], used)
    assert [(host.name, host.last) for host in hosts] == [("Ann's laptop", ""), ("den", "2025-11-27")]


def test_hosts_that_were_used_are_kept_the_newest_first(tmp_path: Path) -> None:
    store = UsedHosts(tmp_path / "state" / "hosts.json", lambda: date(2025, 11, 30))
    assert store.load() == ()
    for number in [*range(KEPT + 2), 3]:
        store.add(Address(f"192.168.1.{number}", 4000), f"host {number}")
    assert [each.name for each in store.load()] == ["host 3", "host 6", "host 5", "host 4", "host 2"]
    assert store.load()[0] == Used(Address("192.168.1.3", 4000), "host 3", "2025-11-30")


@pytest.mark.parametrize(
    "damage",
    ["", "[" * 200_000, "{", "{}", "null", "[1]", '[{"address": "x y", "name": "x", "last": "x"}]', '[{"address": 5}]'],
)
def test_a_damaged_list_is_no_list_and_is_replaced(tmp_path: Path, damage: str) -> None:
    file = tmp_path / "hosts.json"
    file.write_text(damage)
    store = UsedHosts(file)
    assert store.load() == ()
    store.add(Address("den"), "den")
    assert len(store.load()) == 1


def test_a_list_that_cannot_be_written_is_no_matter(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    UsedHosts(tmp_path / "file" / "hosts.json").add(Address("den"), "den")
    assert (tmp_path / "file").read_text() == ""


def test_a_search_reports_until_it_is_stopped_and_never_afterwards() -> None:
    async def test() -> None:
        reports: list[Report] = []
        ended: list[str] = []

        async def find(report: Report) -> None:
            reports.append(report)
            try:
                await asyncio.Event().wait()
            finally:
                ended.append("ended")

        heard: list[tuple[Found, ...]] = []
        search = HostSearch(find, heard.append)
        assert search.start()
        assert not search.start()
        await asyncio.sleep(0)
        reports[0]((found("den", "192.168.1.77"),))
        search.stop()
        reports[0](())
        assert search.start()
        await asyncio.sleep(0)
        reports[0](())
        reports[1]((found("pi", "192.168.1.44"),))
        await search.close()
        assert [[each.says.name for each in each_time] for each_time in heard] == [["den"], ["pi"]]
        assert ended == ["ended", "ended"]

    asyncio.run(test())


def test_a_search_that_fails_finds_nothing() -> None:
    async def test() -> None:
        async def find(report: Report) -> None:
            raise RuntimeError("no network")

        search = HostSearch(find, lambda found: None)
        search.start()
        await asyncio.sleep(0)
        await search.close()

    asyncio.run(test())
