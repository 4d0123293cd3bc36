"""A network of its own for a test: machines on one switch, made of network namespaces. Nothing leaves this machine.

Needs root, and ``ip`` of iproute2; :func:`lacking` says what is missing.
"""

from __future__ import annotations

import itertools
import os
import shutil
import subprocess
from functools import cache

from e2e.badline import BadLine

_numbers = itertools.count(1)


@cache
def lacking() -> str:
    """Why no network can be made here; empty if it can."""
    if os.geteuid() != 0:
        return "network namespaces need root"
    if shutil.which("ip") is None:
        return "there is no ip command (iproute2)"
    name = f"euchre-{os.getpid()}-probe"
    made = subprocess.run(["ip", "netns", "add", name], capture_output=True, text=True)
    if made.returncode != 0:
        return f"no network namespace can be made: {made.stderr.strip()}"
    _ip("netns", "del", name)
    if not os.access("/dev/net/tun", os.W_OK):
        return "there is no /dev/net/tun"
    return ""


def _ip(*arguments: str) -> None:
    done = subprocess.run(["ip", *arguments], capture_output=True, text=True)
    assert done.returncode == 0, f"ip {' '.join(arguments)}: {done.stderr}"


class Machine:
    """A machine on the network."""

    def __init__(self, space: str, address: str | None) -> None:
        self.space = space
        self.address = address

    def command(self, *argv: str) -> list[str]:
        """How to run something on it."""
        return ["ip", "netns", "exec", self.space, *argv]


class Lan:
    """A switch and the machines on it.

    Args:
        ipv4: machines have addresses in 192.168.77.0/24.
        ipv6: machines have IPv6: only link-local addresses, as on a network without a router.

    Attributes:
        lines: to machines that have a bad one.
    """

    def __init__(self, *, ipv4: bool = True, ipv6: bool = True) -> None:
        self._name = f"euchre-{os.getpid()}-{next(_numbers)}"
        self._ipv4, self._ipv6 = ipv4, ipv6
        self._machines: list[Machine] = []
        self._spaces: list[str] = []
        self.lines: list[BadLine] = []
        self._switch = self._space("switch")
        _ip("-n", self._switch, "link", "add", "br0", "type", "bridge")
        _ip("-n", self._switch, "link", "set", "br0", "up")

    def machine(self, *, delay: float = 0.0, loss: float = 0.0, seed: int = 1) -> Machine:
        """Plug in one more machine.

        Args:
            delay: seconds that each frame takes to and from it.
            loss: the share of frames that is lost, each way.
            seed: which ones.
        """
        number = len(self._machines) + 1
        space = self._space(f"m{number}")
        port = f"port{number}"
        if delay or loss:
            ends = (f"a{os.getpid()}-{next(_numbers)}", f"b{os.getpid()}-{next(_numbers)}")
            self.lines.append(BadLine(ends, delay=delay, loss=loss, seed=seed))
            _ip("link", "set", ends[0], "netns", space, "name", "eth0")
            _ip("link", "set", ends[1], "netns", self._switch, "name", port)
        else:
            _ip("link", "add", "eth0", "netns", space, "type", "veth", "peer", "name", port, "netns", self._switch)
        _ip("-n", self._switch, "link", "set", port, "master", "br0", "up")
        address = f"192.168.77.{number}" if self._ipv4 else None
        if address is not None:
            _ip("-n", space, "addr", "add", f"{address}/24", "brd", "+", "dev", "eth0")
        _ip("-n", space, "link", "set", "lo", "up")
        _ip("-n", space, "link", "set", "eth0", "up")
        machine = Machine(space, address)
        self._machines.append(machine)
        return machine

    def pull(self, machine: Machine) -> None:
        """Pull the cable out of a machine."""
        self._plug(machine, "down")

    def plug(self, machine: Machine) -> None:
        """Put it back."""
        self._plug(machine, "up")

    def _plug(self, machine: Machine, state: str) -> None:
        port = f"port{self._machines.index(machine) + 1}"
        _ip("-n", self._switch, "link", "set", port, state)

    def block_multicast(self) -> None:
        """Let the switch pass no multicast on, as some wireless networks do."""
        for number in range(1, len(self._machines) + 1):
            _ip("-n", self._switch, "link", "set", f"port{number}", "type", "bridge_slave", "mcast_flood", "off")

    def close(self) -> None:
        """Take it all down; what is left of interfaces goes with it."""
        for line in self.lines:
            line.close()
        for space in self._spaces:
            _ip("netns", "del", space)

    def _space(self, part: str) -> str:
        space = f"{self._name}-{part}"
        _ip("netns", "add", space)
        self._spaces.append(space)
        if not self._ipv6:
            for scope in ("all", "default"):
                path = f"/proc/sys/net/ipv6/conf/{scope}/disable_ipv6"
                subprocess.run(["ip", "netns", "exec", space, "sh", "-c", f"echo 1 >{path}"], check=True)
        else:
            # An address is usable at once; the check for a double takes seconds.
            path = "/proc/sys/net/ipv6/conf/default/accept_dad"
            subprocess.run(["ip", "netns", "exec", space, "sh", "-c", f"echo 0 >{path}"], check=True)
        return space
