"""From the command line to a session: the address, the connection, the login, and the end of it all."""

from __future__ import annotations

from dataclasses import replace

from euchre_client.i18n import tr
from euchre_client.net import Address, Link, LinkError, parse_address
from euchre_client.options import Options
from euchre_client.plain.arrival import EXIT_LOST, EXIT_USAGE
from euchre_client.plain.desk import Desk
from euchre_client.plain.lines import Lines, Paper
from euchre_client.plain.session import Session
from euchre_client.tokens import TokenStore
from euchre_client.words import errors
from euchre_client.words.people import person


async def join(options: Options, lines: Lines, paper: Paper) -> int:
    """Join a host and play there until the end.

    Returns:
        The exit status.
    """
    try:
        return await _join(options, lines, paper)
    finally:
        paper.end()  # also when Ctrl-C came behind a question


async def _join(options: Options, lines: Lines, paper: Paper) -> int:
    address = options.address or await _ask_address(lines, paper)
    if address is None:
        paper.line(tr("No address, no game: euchre-join ADDRESS joins a host."))
        return EXIT_USAGE
    try:
        link = await Link.open(address)
    except LinkError as error:
        paper.line(errors.link_error(error, options.name))
        return EXIT_LOST
    try:
        if "password" in link.hello.needs and options.password is None and lines.is_terminal:
            options = replace(options, password=await _ask_password(lines, paper))
        desk = await _login(options, link, paper)
        return await Session(desk, lines).run()
    except LinkError as error:
        paper.line(errors.link_error(error, options.name))
        return EXIT_LOST
    finally:
        await link.close()


async def _ask_address(lines: Lines, paper: Paper) -> Address | None:
    while True:
        paper.question(tr("Address of the host, as its screen shows it:"))
        text = await lines.next()
        if text is None:
            return None
        paper.answered()
        try:
            return parse_address(text)
        except ValueError as error:
            paper.line(errors.address_error(error, text))


async def _ask_password(lines: Lines, paper: Paper) -> str | None:
    paper.question(tr("Password of the host:"))
    with lines.unseen():
        text = await lines.next()
    paper.answered()
    return text


async def _login(options: Options, link: Link, paper: Paper) -> Desk:
    store = TokenStore()
    welcome = await link.login(options.name, store.load(link.address, options.name), options.password)
    desk = Desk(options, link, welcome, paper)
    desk.say(tr("Connected to {host} as {name}.", host=person(link.hello.host), name=person(welcome.name)))
    try:
        store.save(link.address, options.name, welcome.token)
    except OSError as error:
        reason = error.strerror or str(error)
        desk.say(tr("This seat cannot be found again after a broken connection: {reason}.", reason=reason))
    return desk
