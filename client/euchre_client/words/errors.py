"""What went wrong, in words: what happened, where, and what to do about it."""

from __future__ import annotations

import errno
from collections.abc import Mapping
from typing import TYPE_CHECKING

from euchre_client.i18n import mark, tr
from euchre_client.words.choices import why_line
from euchre_client.words.rules import field_title
from euchre_protocol import messages as m
from euchre_protocol.tablespec import SpecError

if TYPE_CHECKING:
    from euchre_client.address import Address
    from euchre_client.net import LinkError
    from euchre_client.trust import HostKey, Unfamiliar

_LINK = {
    "no_such_host": mark("There is no machine called {host}: check the address that the host's screen shows."),
    "no_one_there": mark(
        "Nobody hosts at {host} port {port}: is euchre-host running there, and is this the port its screen shows?"
    ),
    "no_answer": mark(
        "No answer from {host} port {port}: check the address, that both machines are in the same network, "
        "and that no firewall closes the port."
    ),
    "no_route": mark("The machine {host} cannot be reached: is it switched on and in the same network?"),
    "no_network": mark("This machine has no network that leads to {host}: check the cable or the Wi-Fi."),
    "not_euchre": mark("What answers at {host} port {port} is no Euchre host: check the port."),
    "mute": mark(
        "Somebody takes the connection at {host} port {port} and says nothing: the line is very slow, or it is no "
        "Euchre host."
    ),
    "no_tls": mark(
        "What answers at {host} port {port} does not encrypt, so nothing was sent to it. If it is a Euchre host that "
        "was started with --no-tls, and you trust everybody on this network, join it with --no-tls."
    ),
    "no_keys": mark(
        "The list of known hosts cannot be read, so none can be recognized ({reason}). Make it readable or move it "
        "away; or give the host's key, as its screen shows it, with --key."
    ),
    "shut": mark("{host} closed the connection at once: its host may be just starting or closing; try again."),
    "lost": mark("The connection to {host} was lost: start again to return to your seat, which a bot keeps."),
    "silent": mark("{host} has been silent for too long: check the network, then start again to return to your seat."),
    "garbled": mark("{host} sent something that is not understood: check that both sides have the same version."),
}

_REFUSED = {
    "name_taken": mark(
        "The name {name} is taken at {host}: choose another one with --name, or join from where you first joined."
    ),
    "bad_name": mark("{host} does not accept the name {name}: choose one of 1 to 12 letters with --name."),
    "tls": mark("{host} talks only in TLS: join without --no-tls."),
    "password": mark("{host} asks for a password, which was missing or wrong: give it with --password-file."),
    "slow_down": mark("{host} was given too many wrong passwords from here: wait a minute and try again."),
    "kicked": mark("You were sent away from {host}: ask its owner, or try again in ten minutes."),
    "full": mark("{host} has no room for more people: try again later."),
    "closing": mark("{host} is closing: ask its owner when it opens again."),
    "storage": mark("{host} cannot write to its disk, which is full or broken: tell its owner, and try again then."),
    "slow": mark("{host} waited too long for us: check the network and try again."),
    "protocol": mark("{host} did not understand us: check that both sides have the same version."),
}
_WAITING = {
    "closing": mark("The host has closed."),
    "full": mark("The host has no room at the moment."),
    "slow_down": mark("The host was given too many wrong passwords from here."),
    "storage": mark("The host's disk is full or broken: tell its owner."),
}
_OTHER_KEY = mark(
    "THE KEY OF {address} HAS CHANGED, so nothing was sent to it. Since {since} it was {known}; now it is {now}. "
    "Somebody may be in between. If its owner says that the new key is right, delete the line of {address} in {file} "
    "and join again."
)
_OTHER_KEY_NOW = mark(
    "THE KEY OF {address} HAS CHANGED while this program ran, so nothing was sent to it. It was {known}; now it is "
    "{now}. Somebody may be in between. If its owner says that the new key is right, start again and compare it."
)
_NOT_THIS_KEY = mark(
    "{address} does not have the key {known} but {now}, so nothing was sent to it: check --key and the address."
)
_THEY_ARE_OLD = mark("{host} is too old ({theirs}, here {ours}): ask its owner to update euchre-lan.")
_WE_ARE_OLD = mark("This program is too old for {host} (it has {theirs}, here {ours}): update euchre-lan here.")

_ERRORS = {
    "bad_message": mark("The host did not understand that; nothing has changed."),
    "bad_rules": mark("These rules do not go together; nothing has changed."),
    "bad_name": mark("A table needs a name of 1 to 14 letters."),
    "no_such_table": mark("That table is no longer there."),
    "no_such_seat": mark("This table has no such seat."),
    "no_such_person": mark("Nobody of that name is at this table."),
    "seat_taken": mark("Somebody else sits there: choose another seat."),
    "table_full": mark("No seat is free at that table: you may watch it."),
    "not_at_table": mark("You are at no table."),
    "not_seated": mark("You have no seat at this table: sit down first."),
    "wrong_state": mark("That is not possible at this moment of the game."),
    "paused": mark("The game is paused."),
    "password": mark("That is not the password of the table."),
    "storage": mark("The host's disk is full or broken: everything waits until there is room again."),
    "not_your_turn": mark("It is not your turn."),
    "stale": mark("That came too late: the question has been answered."),
    "illegal": mark("That is not allowed now."),
    "too_many_tables": mark("The host has no room for more tables: join one that is there."),
    "too_many_watchers": mark("There is no room for more people to watch that table."),
    "table_exists": mark("A table of that name is already there: choose another name."),
    "not_allowed": mark("You are not allowed to do that here."),
    "unknown_kind": mark("This host is too old for that."),
    "slow_down": mark("That was too much at once: wait a moment and try again."),
}

_BYES = {
    "closing": mark("The host is closing. Thank you for playing."),
    "replaced": mark("You have joined from somewhere else; this connection is closed."),
    "kicked": mark("You were sent away by the person who hosts."),
    "slow": mark("The host has dropped us because messages did not get through: start again to return to your seat."),
    "quit": mark("The host has said goodbye."),
    "protocol": mark("The host did not understand us: check that both sides have the same version."),
    "idle": mark("The host has closed the connection because nothing happened for too long."),
}

_SPEC = {
    "text": mark("table {text!r} holds bytes that are no text"),
    "form": mark("table {text!r} has not the form NAME=PRESET[,field=value...]"),
    "name": mark("table name {text!r} is too long or has characters that cannot be shown"),
    "part": mark("{part!r} in table {text!r} has not the form field=value"),
    "twice": mark("table {text!r} names {field} twice"),
    "not_yet": mark("{field} cannot be changed yet"),
    "one_of": mark("{field} is one of {values}, not {text!r}"),
    "truth": mark("{field} is yes or no, not {text!r}"),
    "number": mark("{field} is a number from {low} to {high}, not {text!r}"),
    "long": mark("{field} has at most {high} letters"),
}
"""The sentences of ``SPEC_FAULTS`` once more, where translators find them."""

_SYSTEM = {
    errno.ENOENT: mark("there is no such file"),
    errno.EACCES: mark("that is not allowed"),
    errno.EISDIR: mark("that is a folder"),
    errno.ENOTDIR: mark("there is no such folder"),
    errno.ENOSPC: mark("the disk is full"),
    errno.EROFS: mark("the disk cannot be written to"),
}

_ADDRESS = {
    "empty": mark("no address was given"),
    "port": mark("the port in {text!r} is not a number from 1 to 65535"),
    "host": mark("{text!r} is not an address: type a name, an IPv4 address or [an IPv6 address], then maybe :PORT"),
}


def address_error(error: ValueError, text: str) -> str:
    """Why ``parse_address`` did not take a text; without a full stop, to follow the program's name."""
    return tr(_ADDRESS[str(error)], text=text)


def spec_error(error: ValueError) -> str:
    """Why the description of a table, or a value in it, was not taken; no full stop. Others are worded already."""
    return tr(_SPEC[error.code], **error.values) if isinstance(error, SpecError) else str(error)


def system_error(error: OSError) -> str:
    """What the operating system has against it; in its own English where that is rare."""
    sentence = _SYSTEM.get(error.errno or 0)
    return tr(sentence) if sentence is not None else error.strerror or str(error)


def broken(error: LinkError, *, seated: bool) -> str:
    """That a connection has broken, and what of it; it is going to be made anew."""
    if seated:
        return tr("The connection to {host} is broken; your seat is kept.", host=error.address.host)
    return tr("The connection to {host} is broken.", host=error.address.host)


def waiting(error: LinkError) -> str:
    """Why a host does not have somebody now who was there and waits for it; empty where it did not say."""
    sentence = _WAITING.get(error.reason) if error.code == "refused" else None
    return "" if sentence is None else tr(sentence)


def password_wanted(address: Address, *, wrong: bool) -> str:
    """That a host asks for a password, or that the one that was typed is not the right one."""
    if wrong:
        return tr("That is not the password of {host}.", host=address.host)
    return tr("{host} asks for a password.", host=address.host)


def link_error(error: LinkError, name: str) -> str:
    """Why there is no connection. ``name`` is the one that we wanted to play under."""
    if error.code == "refused":
        return refused(error.reason, error.address, name, error.theirs)
    if error.keys is not None:
        return _other_key(error.keys, error.address)
    return tr(_LINK[error.code], host=error.address.host, port=error.address.port, reason=error.reason)


def _other_key(keys: Unfamiliar, address: Address) -> str:
    sentence = _OTHER_KEY if keys.file is not None else _OTHER_KEY_NOW if keys.since else _NOT_THIS_KEY
    return tr(sentence, address=address, known=keys.known, now=keys.now, since=keys.since, file=keys.file)


def first_time(address: Address, key: HostKey) -> str:
    """Say the key of a host that was not known, for a person to compare."""
    return tr(
        "First time at {address}. Its key: {words} (its screen shows the same).", address=address, words=key.words
    )


def not_remembered(error: OSError) -> str:
    """Say that a host's key will not be known the next time."""
    return tr("The key cannot be remembered: {reason}.", reason=system_error(error))


def refused(code: str, address: Address, name: str, theirs: tuple[int, int] | None = None) -> str:
    """Why the host does not let us in.

    Args:
        code: of ``Refused``.
        address: the host's.
        name: the one that we wanted.
        theirs: the host's protocol version, where that is the reason.
    """
    if code == "version":
        sentence = _THEY_ARE_OLD if theirs is not None and theirs < m.PROTOCOL else _WE_ARE_OLD
        other = "?" if theirs is None else _version(theirs)
        return tr(sentence, host=address.host, theirs=other, ours=_version(m.PROTOCOL))
    sentence = _REFUSED.get(code, mark("{host} does not let us in ({code})."))
    return tr(sentence, host=address.host, name=name, code=code)


def _version(version: tuple[int, int]) -> str:
    return f"{version[0]}.{version[1]}"


def command_error(error: m.Error, labels: Mapping[str, str], letters: bool = False) -> str:
    """Why a command was not carried out.

    Args:
        error: the host's answer.
        labels: the bowers of the own hand, for reasons that name cards.
        letters: letters for suits instead of symbols.
    """
    if error.code == "illegal" and error.why is not None:
        return why_line(error.why, labels, letters)
    if error.code == "bad_rules" and error.fields:
        fields = ", ".join(field_title(name) for name in error.fields)
        return tr("These rules do not go together: {fields}.", fields=fields)
    return tr(_ERRORS.get(error.code, mark("The host refused ({code}).")), code=error.code)


def bye(message: m.Bye) -> str:
    """Why the host closes the connection."""
    return tr(_BYES.get(message.code, mark("The host has closed the connection ({code}).")), code=message.code)


def no_such_table(wanted: str, names: list[str]) -> str:
    """A table asked for on the command line is not there; says which are."""
    if not names:
        return tr("There is no table {wanted} at this host, nor any other: make one with --create.", wanted=wanted)
    return tr("There is no table {wanted} at this host; there are: {names}.", wanted=wanted, names=joined_list(names))


def joined_list(names: list[str]) -> str:
    """Names in a row: ``Kitchen, Duel``."""
    return ", ".join(names)
