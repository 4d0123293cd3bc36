"""From the command line to a session: the host, the connection, the login, and the end of it all."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Final

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
from euchre_client.retrying import is_final, wait_before
from euchre_client.words import errors
from euchre_client.words.people import person

PATIENCE_S: Final = 60.0
"""How long a program that plays through pipes waits for a lost host; a person at a terminal leaves when they like."""


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
        return await _Stay(address, options, memory, lines, paper).run()
    except LinkError as error:
        paper.line(errors.link_error(error, options.name))
        return EXIT_LOST
    finally:
        paper.end()  # also when Ctrl-C came behind a question


class _Stay:
    """The time at one host, over as many connections as it takes."""

    def __init__(self, address: Address, options: Options, memory: Memory, lines: Lines, paper: Paper) -> None:
        self._address = address
        self._options = options
        self._memory = memory
        self._lines = lines
        self._paper = paper
        self._known = False  # the host has let us in before
        self._seated = False  # when the connection ended
        self._attempt = 0
        self._waited = 0.0
        self._said = ""  # why there is no connection, as it was written last

    async def run(self) -> int:
        """Play until the person leaves; return the exit status.

        Raises:
            LinkError: the host cannot be reached, or not again, and nobody is there who could wait for it.
        """
        while True:
            try:
                return await self._visit()
            except LinkError as error:
                here = self._lines.is_terminal
                if is_final(error, known=self._known) or (not here and (not self._known or self._waited >= PATIENCE_S)):
                    raise  # a program that finds no host is told so at once; a person may be starting one just now
                if not await self._wait(error):
                    return EXIT_LOST

    async def _visit(self) -> int:
        link = await Link.open(self._address, self._memory.trust)
        try:
            _get_to_know(link, self._memory, self._paper)
            if "password" in link.hello.needs and self._options.password is None and self._lines.is_terminal:
                self._options = replace(self._options, password=await _ask_password(self._lines, self._paper))
            desk = await _login(self._options, link, self._memory, self._paper)
            self._known, self._attempt, self._waited, self._said = True, 0, 0.0, ""
            try:
                return await Session(desk, self._lines).run()
            finally:
                self._options, self._seated = _on_return(self._options, desk), desk.seated
        finally:
            await link.close()

    async def _wait(self, error: LinkError) -> bool:
        """Wait for the next try; whether there is to be one. Enter tries at once."""
        self._attempt += 1
        seconds = wait_before(self._attempt)
        if not self._known:
            sentence = errors.link_error(error, self._options.name)
        elif error.code == "refused" or not self._said:
            sentence = errors.waiting(error) or errors.broken(error, seated=self._seated)
        else:
            sentence = self._said  # that nobody answers now is no news after it
        if sentence != self._said:
            self._paper.line(sentence)
        self._said = sentence
        if not self._lines.is_terminal:
            self._waited += seconds
            await asyncio.sleep(seconds)
            return True
        self._paper.question(tr("Trying again in {n} s. Enter tries now, quit leaves.", n=max(1, round(seconds))))
        try:
            async with asyncio.timeout(seconds):
                text = await self._lines.next()
        except TimeoutError:
            return True
        self._paper.answered()
        return text is not None and text.strip().casefold() != "quit"


def _on_return(options: Options, desk: Desk) -> Options:
    """What to ask for after a break: nothing is made twice, a seat is given back unasked, a watcher watches again."""
    watched = desk.table.line.name if desk.table is not None and desk.table.you is None else None
    return replace(options, create=None, table=None, spectate=watched)


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
        reason = errors.system_error(error)
        desk.say(tr("This seat cannot be found again after a broken connection: {reason}.", reason=reason))
    return desk
