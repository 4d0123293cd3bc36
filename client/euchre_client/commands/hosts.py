"""Commands that choose a host."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from euchre_client.commands.step import Step, stay
from euchre_client.hosts import HostChoice
from euchre_client.model import Link, Model, Typing, host_list, picked_host


def _choose(model: Model, host: HostChoice) -> Step:
    return Step(model.but(host_pick=str(host.address)))


def _pick_number(model: Model, key: str) -> Step:
    hosts, index = host_list(model), int(key) - 1
    return _choose(model, hosts[index]) if index < len(hosts) else stay(model)


def _pick(step: int) -> Callable[[Model, str], Step]:
    def command(model: Model, key: str) -> Step:
        hosts, picked = host_list(model), picked_host(model)
        if picked is None:
            return stay(model)
        return _choose(model, hosts[(hosts.index(picked) + step) % len(hosts)])

    return command


def _join(model: Model, key: str) -> Step:
    """Go to the chosen host; where there is none to choose, type an address."""
    host = picked_host(model)
    if host is None:
        return Step(model.but(typing=Typing.ADDRESS), fill=model.link.address)
    return Step(model.but(link=Link(address=str(host.address))), effect="connect")


def _search(model: Model, key: str) -> Step:
    return Step(model, effect="search")


COMMANDS: Mapping[str, Callable[[Model, str], Step]] = {
    "host_number": _pick_number,
    "host_down": _pick(1),
    "host_up": _pick(-1),
    "join_host": _join,
    "search": _search,
}
