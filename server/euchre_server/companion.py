"""``--play``: the host's own player, a program of its own in the same terminal."""

from __future__ import annotations

import getpass
import sys
from collections.abc import Sequence

import trio

from euchre_protocol.text import clean_name
from euchre_server.settings import Setup

PATIENCE_S = 2.0
"""For the player's program to put the terminal back in order after the host has said goodbye."""


def door_of(address: str, port: int, key: bytes | None) -> list[str]:
    """The arguments that lead to a host.

    Args:
        address: where it listens.
        port: and on which port.
        key: the fingerprint of its key, so that the player's program need not learn it; none without TLS.
    """
    shown = f"[{address}]" if ":" in address else address
    return [f"{shown}:{port}", *(["--no-tls"] if key is None else ["--key", key.hex()])]


def join_command(door: Sequence[str], name: str | None, setups: Sequence[Setup], *, terminal: bool) -> list[str]:
    """The command that sits down at the first table with a free seat, else watches the first one.

    Args:
        door: from ``door_of``.
        name: the player's name; none takes the one of the account.
        setups: the tables from the command line.
        terminal: whether a person sits at this terminal; if not, one game is enough.
    """
    command = [sys.executable, "-m", "euchre_client", *door, "--companion", "--name", name or account_name()]
    free = next((setup for setup in setups if setup.bots < setup.rules.players), None)
    if free is not None:
        command += ["--table", free.name]
    elif setups:
        command += ["--spectate", setups[0].name]
    return command if terminal else [*command, "--once"]


def account_name() -> str:
    """A name made from the account's, for a player who gave none."""
    try:
        name = getpass.getuser()
    except (OSError, KeyError):  # an account without a name; OSError since Python 3.13
        name = ""
    return clean_name(name).capitalize() or "Player"


async def play(command: Sequence[str]) -> int:
    """Run the player's program to its end and return its exit code.

    If this is cancelled, the program has been told so by the host's goodbye; it is waited for a little, and then
    ended.
    """
    process = await trio.lowlevel.open_process(list(command))
    try:
        return await process.wait()
    finally:
        with trio.CancelScope(shield=True):
            await _see_off(process)


async def _see_off(process: trio.Process) -> None:
    with trio.move_on_after(PATIENCE_S):
        await process.wait()
    if process.returncode is None:
        process.terminate()
        with trio.move_on_after(PATIENCE_S):
            await process.wait()
    if process.returncode is None:
        process.kill()
        await process.wait()
