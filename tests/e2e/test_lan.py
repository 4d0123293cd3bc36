"""Hosts find their players: machines on a network that the test makes itself."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable, Iterator

import pytest

from e2e import claimant as claimants
from e2e.lan import Lan, Machine, lacking
from e2e.terminal import Evening, Process, Terminal, interrupt

pytestmark = pytest.mark.skipif(bool(lacking()), reason=lacking() or "-")

Make = Callable[..., Lan]


@pytest.fixture
def lan() -> Iterator[Make]:
    """Makes networks for one test."""
    made: list[Lan] = []

    def make(**kinds: bool) -> Lan:
        made.append(Lan(**kinds))
        return made[-1]

    yield make
    for each in made:
        each.close()


def host(evening: Evening, machine: Machine, name: str, *arguments: str) -> Process:
    """Start a host on a machine, on the usual port and all addresses."""
    data = str(evening.folder / machine.space / name)
    command = [sys.executable, "-m", "euchre_server", "--data", data, "--name", name, *arguments]
    process = evening.piped(name, *machine.command(*command), stdin=subprocess.DEVNULL)
    evening.wait_for(process, "; Ctrl-C closes the host.")
    return process


def screen(evening: Evening, machine: Machine, name: str) -> Terminal:
    command = machine.command(sys.executable, "-m", "euchre_client", "--name", name)
    terminal = Terminal(name, command, evening.env())
    evening.all.append(terminal)
    return terminal


def plain(evening: Evening, machine: Machine, name: str) -> Process:
    return evening.piped(name, *machine.command(sys.executable, "-m", "euchre_client", "--plain", "--name", name))


def found(terminal: Terminal, name: str) -> str | None:
    return next((row for row in terminal.rows if re.match(rf"[ ►]*\d? +{re.escape(name)} ", row)), None)


def test_a_host_is_found_joined_and_seen_to_go(evening: Evening, lan: Make) -> None:
    network = lan()
    here, there, third = network.machine(), network.machine(), network.machine()
    ann = host(evening, here, "Ann's laptop", "--table", "Kitchen=classic", "--table", "Duel=two_hand")
    maria, zoe = screen(evening, there, "Maria"), screen(evening, third, "Zoe")
    evening.wait(lambda: found(maria, "Ann's laptop"))
    evening.wait(lambda: found(zoe, "Ann's laptop"))
    assert re.search(r"192\.168\.77\.1 +2 +0 ", found(zoe, "Ann's laptop") or "")
    maria.press("enter")
    evening.wait_for(maria, "Lobby of Ann's laptop")
    evening.wait_for(maria, "First time at 192.168.77.1")
    # The number of people is announced anew, but not for each one at once.
    evening.wait(lambda: re.search(r" 2 +1 ", found(zoe, "Ann's laptop") or ""))
    interrupt(ann)
    evening.wait_for(zoe, "No host has answered on this network.")
    assert evening.wait_end(ann) == [0]


def test_plain_choices_by_number(evening: Evening, lan: Make) -> None:
    network = lan()
    here, there, third = network.machine(), network.machine(), network.machine()
    host(evening, here, "den")
    host(evening, third, "attic", "--no-tls")
    # A host is announced a second after it has opened, when nobody has objected to its name.
    evening.wait(lambda: _offered(evening, there, {"attic", "den"}))
    maria = plain(evening, there, "Maria")
    evening.wait_for(maria, "Which host?")
    attic, den = re.findall(r"\d (\S+) \(([^;]*); ([^)]*)\)", maria.text)
    assert den == ("den", "192.168.77.1", "0 tables, 0 people")
    assert attic[:2] == ("attic", "192.168.77.3")
    assert "only with --no-tls" in attic[2]
    maria.type("2\n")
    evening.wait_for(maria, "Connected to den as Maria.")


def _offered(evening: Evening, machine: Machine, names: set[str]) -> bool:
    looking = plain(evening, machine, "Karl")
    evening.wait(lambda: " >" in looking.text)
    looking.popen.terminate()
    evening.wait_end(looking)
    return names == set(re.findall(r"\d (\S+) \(", looking.text))


@pytest.mark.parametrize("kind", ["IPv4", "IPv6"])
def test_one_of_the_two_kinds_of_addresses_is_enough(evening: Evening, lan: Make, kind: str) -> None:
    network = lan(ipv4=kind == "IPv4", ipv6=kind == "IPv6")
    here, there = network.machine(), network.machine()
    host(evening, here, "den")
    maria = screen(evening, there, "Maria")
    evening.wait(lambda: found(maria, "den"))
    assert ("192.168.77.1" if kind == "IPv4" else "fe80::") in maria.shown
    maria.press("enter")
    evening.wait_for(maria, "Lobby of den")
    maria.press("q")
    assert evening.wait_end(maria) == [0]
    again = screen(evening, there, "Maria")
    evening.wait(lambda: found(again, "den") and "Used before" not in again.shown)


def test_where_multicast_is_blocked_an_address_is_typed(evening: Evening, lan: Make) -> None:
    network = lan(ipv6=False)
    here, there = network.machine(), network.machine()
    network.block_multicast()
    host(evening, here, "den")
    maria, karl = screen(evening, there, "Maria"), plain(evening, there, "Karl")
    evening.wait_for(maria, "No host has answered on this network.")
    evening.wait_for(karl, "then type the address that the host's own screen shows.")
    maria.press("a", *"192.168.77.1", "enter")
    karl.type("192.168.77.1\n")
    evening.wait_for(maria, "Lobby of den")
    evening.wait_for(karl, "Connected to den as Karl.")


def test_no_network_at_all(evening: Evening, lan: Make) -> None:
    alone = Machine(lan()._space("alone"), None)
    maria = screen(evening, alone, "Maria")
    evening.wait_for(maria, "No host has answered on this network.")
    maria.press("q")
    assert evening.wait_end(maria) == [0]


def test_hosts_that_are_not_announced(evening: Evening, lan: Make) -> None:
    network = lan()
    here, there = network.machine(), network.machine()
    host(evening, here, "secret", "--no-announce")
    host(evening, here, "local", "--bind", "127.0.0.1", "--port", "4001")
    host(evening, here, "den", "--port", "4000")
    maria = screen(evening, there, "Maria")
    evening.wait(lambda: found(maria, "den"))
    evening.wait(lambda: "searching ..." not in maria.shown)
    assert found(maria, "secret") is None
    assert found(maria, "local") is None


def test_two_hosts_of_the_same_name_are_two(evening: Evening, lan: Make) -> None:
    network = lan()
    here, there, third = network.machine(), network.machine(), network.machine()
    host(evening, here, "den")
    host(evening, there, "den")
    maria = screen(evening, third, "Maria")
    evening.wait(lambda: {"192.168.77.1", "192.168.77.2"} <= set(re.findall(r"den +(\S+)", maria.shown)))


def test_somebody_who_claims_every_name(evening: Evening, lan: Make) -> None:
    """The host gives up after a few names, says so, and plays; nothing of it is left on the terminal."""
    network = lan()
    here, there = network.machine(), network.machine()
    claimant = evening.piped("claimant", *there.command(sys.executable, claimants.__file__, there.address or ""))
    evening.wait_for(claimant, "ready")
    ann = host(evening, here, "den")
    evening.wait_for(ann, "cannot tell the network about this host (others have the names den to den-9); its address ")
    karl = plain(evening, there, "Karl")
    karl.type("192.168.77.1\n")
    evening.wait_for(karl, "Connected to den as Karl.")
    interrupt(ann)
    assert evening.wait_end(ann) == [0]
    assert set(claimant.lines[1:]) == {"den", *(f"den-{number}" for number in range(2, 10))}
    assert "Task" not in ann.text
    assert "asyncio" not in ann.text


def test_closing_while_somebody_claims_every_name(evening: Evening, lan: Make) -> None:
    network = lan()
    here, there = network.machine(), network.machine()
    claimant = evening.piped("claimant", *there.command(sys.executable, claimants.__file__, there.address or ""))
    evening.wait_for(claimant, "ready")
    ann = host(evening, here, "den")
    evening.wait_for(claimant, "den-2")
    interrupt(ann)
    assert evening.wait_end(ann) == [0]
    assert ann.lines[-1].endswith(" closed")
