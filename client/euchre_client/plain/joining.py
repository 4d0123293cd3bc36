"""From the command line to a session: the host, the connection, the login, and the end of it all."""

from __future__ import annotations

from dataclasses import replace

from euchre_client.address import Address
from euchre_client.finding import Find
from euchre_client.i18n import tr
from euchre_client.memory import Memory
from euchre_client.net import Link, LinkError
from euchre_client.options import Options
from euchre_client.plain.arrival import EXIT_LOST, EXIT_USAGE
from euchre_client.plain.choosing import choose_host
from euchre_client.plain.desk import Desk
from euchre_client.plain.lines import Lines, Paper
from euchre_client.plain.session import Session
from euchre_client.words import errors
from euchre_client.words.people import person


async def join(options: Options, memory: Memory, find: Find, lines: Lines, paper: Paper) -> int:
    """Join a host and play there until the end.

    Args:
        options: the command line.
        memory: what is known from earlier evenings.
        find: looks for hosts when no address is given.
        lines: what is typed.
        paper: where everything is written.

    Returns:
        The exit status.
    """
    try:
        address = options.address or await choose_host(lines, paper, find, memory.used.load())
        if address is None:
            paper.line(tr("No address, no game: euchre-join ADDRESS joins a host."))
            return EXIT_USAGE
        return await _visit(address, options, memory, lines, paper)
    except LinkError as error:
        paper.line(errors.link_error(error, options.name))
        return EXIT_LOST
    finally:
        paper.end()  # also when Ctrl-C came behind a question


async def _visit(address: Address, options: Options, memory: Memory, lines: Lines, paper: Paper) -> int:
    link = await Link.open(address, memory.trust)
    try:
        _get_to_know(link, memory, paper)
        if "password" in link.hello.needs and options.password is None and lines.is_terminal:
            options = replace(options, password=await _ask_password(lines, paper))
        desk = await _login(options, link, memory, paper)
        return await Session(desk, lines).run()
    finally:
        await link.close()


def _get_to_know(link: Link, memory: Memory, paper: Paper) -> None:
    """Show the key of a host that is new, for the person to compare, and remember it."""
    if link.key is None or not link.key.first:
        return
    paper.line(errors.first_time(link.address, link.key))
    try:
        memory.meet(link)
    except OSError as error:
        paper.line(errors.not_remembered(error))


async def _ask_password(lines: Lines, paper: Paper) -> str | None:
    paper.question(tr("Password of the host:"))
    with lines.unseen():
        text = await lines.next()
    paper.answered()
    return text


async def _login(options: Options, link: Link, memory: Memory, paper: Paper) -> Desk:
    welcome = await link.login(options.name, memory.token(link, options.name), options.password)
    desk = Desk(options, link, welcome, paper)
    desk.say(tr("Connected to {host} as {name}.", host=person(link.hello.host), name=person(welcome.name)))
    try:
        memory.keep(link, options.name, welcome.token)
    except OSError as error:
        reason = error.strerror or str(error)
        desk.say(tr("This seat cannot be found again after a broken connection: {reason}.", reason=reason))
    return desk
