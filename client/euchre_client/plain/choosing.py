"""Which host to join, when the command line does not say it: numbered choices, or an address."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from functools import partial

from euchre_client.address import Address, parse_address
from euchre_client.finding import Find, Found, HostSearch
from euchre_client.hosts import HostChoice, host_choices
from euchre_client.i18n import tr
from euchre_client.plain.lines import Lines, Paper
from euchre_client.plain.question import Choice, Question
from euchre_client.recent import Used
from euchre_client.words import errors
from euchre_client.words.hosts import host_line, none_found

SEARCH_SECONDS = 2.0
"""To wait for the first host; a list that is read aloud cannot grow afterwards. On a good network hosts answer within a
tenth of a second, on a bad one within one."""

MORE_SECONDS = 0.7
"""To wait for others, once one has answered."""


async def choose_host(lines: Lines, paper: Paper, find: Find, used: Sequence[Used]) -> Address | None:
    """Ask for a host.

    Args:
        lines: where answers come from.
        paper: where questions go.
        find: looks for hosts on this network.
        used: hosts that were used before.

    Returns:
        Its address; none at the end of input.
    """
    while True:
        paper.line(tr("Searching for hosts on this network ..."))
        found = await _search(find)
        if not found:
            paper.line(none_found())
        answer = await _ask(lines, paper, host_choices(found, used))
        if not isinstance(answer, _Again):
            return answer


class _Again:
    """The answer that wants another search."""


async def _search(find: Find) -> tuple[Found, ...]:
    news: asyncio.Queue[tuple[Found, ...]] = asyncio.Queue()
    search = HostSearch(find, news.put_nowait)
    search.start()
    found: tuple[Found, ...] = ()
    try:
        with suppress(TimeoutError):
            async with asyncio.timeout(SEARCH_SECONDS):
                found = await news.get()
            async with asyncio.timeout(MORE_SECONDS):
                while True:
                    found = await news.get()
    finally:
        await search.close()
    return found


async def _ask(lines: Lines, paper: Paper, hosts: Sequence[HostChoice]) -> Address | _Again | None:
    answers: list[Address | _Again] = []
    choices = [Choice(_words(host), partial(answers.append, host.address)) for host in hosts]
    choices.append(Choice(tr("search again"), lambda: answers.append(_Again())))
    numbered = Question(_text(hosts), tuple(choices))

    def free(text: str) -> None:
        if text.isdigit():
            numbered.answer(text)
        else:
            answers.append(_address(text))

    question = Question(numbered.text, numbered.choices, free)
    while not answers:
        paper.question(str(question))
        text = await lines.next()
        if text is None:
            return None
        paper.answered()
        try:
            question.answer(text.strip())
        except ValueError as error:
            paper.line(str(error))
    return answers[0]


def _text(hosts: Sequence[HostChoice]) -> str:
    if hosts:
        return tr("Which host? Type a number or an address.")
    return tr("Address of the host, as its screen shows it:")


def _words(host: HostChoice) -> str:
    if not host.name:
        return f"{host.address} ({host_line(host)})"
    return f"{host.name} ({host.address}; {host_line(host)})"


def _address(text: str) -> Address:
    try:
        return parse_address(text)
    except ValueError as error:
        raise ValueError(errors.address_error(error, text)) from error
