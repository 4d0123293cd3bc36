"""The command line of ``euchre-host``."""

from __future__ import annotations

import argparse
import secrets
import socket
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import platformdirs

from euchre_protocol.discovery import NAME_WIDTH
from euchre_protocol.messages import DEFAULT_PORT, PASSWORD_LENGTH
from euchre_protocol.tablespec import parse_table_spec
from euchre_protocol.text import clean_text, name_key
from euchre_server.failures import StartError
from euchre_server.limits import Limits, set_limits
from euchre_server.pace import DEFAULT_PACE, PACES
from euchre_server.passwords import SALT_BYTES, seal
from euchre_server.settings import Setup, option_specs, setup_of_spec
from euchre_server.version import SOFTWARE

NOBODY = ""
"""``--play`` without a name."""


@dataclass(frozen=True, slots=True)
class Options:
    """What was asked for.

    ``play``: the player's name, empty for a default, none for no player. ``lock``: what is kept of the password in
    ``password_file``; empty if there is none. ``tls``: talk in TLS only, else without it.
    """

    bind: str | None
    port: int
    name: str
    data: Path
    setups: tuple[Setup, ...]
    pace: str
    seed: int | None
    play: str | None
    records: Path | None
    password_file: Path | None
    lock: str
    tls: bool
    announce: bool
    limits: Limits


def read_options(arguments: Sequence[str] | None = None) -> Options:
    """Read the command line; on a mistake argparse prints a sentence and exits with 2.

    Raises:
        StartError: a table cannot be made as it is described.
    """
    parser = _parser()
    given = parser.parse_args(arguments)
    return Options(
        bind=given.bind,
        port=given.port,
        name=clean_text(given.name or socket.gethostname(), NAME_WIDTH) or "Euchre",
        data=given.data,
        setups=_setups(given.table, given.pace),
        pace=given.pace,
        seed=given.seed,
        play=given.play,
        records=given.records,
        password_file=given.password_file,
        lock=_lock(given.password_file),
        tls=not given.no_tls,
        announce=not given.no_announce,
        limits=_limits(given.limit),
    )


def _setups(texts: Sequence[str], pace: str) -> tuple[Setup, ...]:
    setups: list[Setup] = []
    for text in texts:
        try:
            setup = setup_of_spec(parse_table_spec(text), option_specs(pace))
        except ValueError as error:
            raise StartError(f"--table: {error}.") from error
        if any(name_key(setup.name) == name_key(other.name) for other in setups):
            raise StartError(f"--table: two tables are called {setup.name}.")
        setups.append(setup)
    return tuple(setups)


def _limits(words: Sequence[str]) -> Limits:
    try:
        return set_limits(words)
    except ValueError as error:
        raise StartError(f"--limit: {error}.") from error


def _lock(file: Path | None) -> str:
    """The password is a file's first line, so that no list of processes shows it."""
    if file is None:
        return ""
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is no text"
        raise StartError(f"--password-file: {file} cannot be read: {reason}.") from error
    if not lines or not lines[0]:
        raise StartError(f"--password-file: the first line of {file} is empty; it has to be the password.")
    if len(lines[0]) > PASSWORD_LENGTH:
        raise StartError(
            f"--password-file: the first line of {file} is longer than the {PASSWORD_LENGTH} letters of a password."
        )
    return seal(lines[0], secrets.token_bytes(SALT_BYTES))


def _port(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 5 and int(text) <= 65535):
        raise argparse.ArgumentTypeError(f"a port is a number from 0 to 65535, not {text!r}")
    return int(text)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="euchre-host",
        description="Host Euchre for everybody on the network.",
        epilog="euchre-host backup FILE copies what a host has stored; see euchre-host backup --help.",
        allow_abbrev=False,
    )
    add = parser.add_argument
    add("--bind", metavar="ADDRESS", help="listen on this address only (default: all, IPv4 and IPv6)")
    add(
        "--port",
        type=_port,
        default=DEFAULT_PORT,
        help="listen on this port, 0 for any free one (default: %(default)s)",
    )
    add("--name", help="what the host is called (default: the name of this machine)")
    add(
        "--data",
        type=Path,
        metavar="DIR",
        default=data_folder(),
        help="where the host keeps its files (default: %(default)s)",
    )
    add(
        "--table", action="append", default=[], metavar="NAME=PRESET[,FIELD=VALUE...]",
        help="a table that is always there, such as 'Kitchen=classic,target=5,bots=2' (may be repeated)",
    )  # fmt: skip
    add(
        "--pace", choices=list(PACES), default=DEFAULT_PACE, help="how long bots and tricks take (default: %(default)s)"
    )
    add("--seed", type=int, metavar="N", help="deal predictable cards, for tests and demonstrations only")
    add("--play", nargs="?", const=NOBODY, metavar="NAME", help="also sit down and play in this terminal")
    add("--records", type=Path, metavar="DIR", help="write a record of each finished game into this folder")
    add("--password-file", type=Path, metavar="FILE", help="let only those in who know the first line of this file")
    add(
        "--limit", action="append", default=[], metavar="NAME=VALUE",
        help="change a limit, such as 'tables=20' (may be repeated)",
    )  # fmt: skip
    add("--no-tls", action="store_true", help="do not encrypt: whoever is in between sees the cards and can play them")
    add("--no-announce", action="store_true", help="do not tell the network that this host is here")
    add("--version", action="version", version=SOFTWARE)
    return parser


def data_folder() -> Path:
    """Where a host keeps its files unless it is told otherwise."""
    return Path(platformdirs.user_data_dir("euchre-lan", appauthor=False))
