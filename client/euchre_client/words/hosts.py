"""What is said about hosts to choose from."""

from __future__ import annotations

from euchre_client.hosts import HostChoice
from euchre_client.i18n import mark, tr, trn


def host_line(host: HostChoice) -> str:
    """Say in a few words what is known of a host: ``3 tables, 7 people``, or why it cannot be joined."""
    if host.says is None:
        return tr("used before, last on {date}", date=host.last)
    if not host.says.understood:
        sentence = mark("another version: {software}, ask its owner to update, or update here")
        return tr(sentence, software=host.says.version or "?")
    tables = trn("{count} table", "{count} tables", host.says.tables)
    people = trn("{count} person", "{count} people", host.says.players)
    crowd = tr("{tables}, {people}", tables=tables, people=people)
    return crowd if host.says.key else tr("{crowd}; not encrypted, so only with --no-tls", crowd=crowd)


def none_found() -> str:
    """Say what to do when no host was found."""
    return tr(
        "No host has answered on this network. Some networks do not pass such questions on: then type the address that "
        "the host's own screen shows."
    )
