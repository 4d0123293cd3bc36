"""What the person who hosts can type while the host is open. In English, as everything on the host's screen."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable

from euchre_protocol import messages as m
from euchre_server.console import visible
from euchre_server.contacts import Do
from euchre_server.host import Host
from euchre_server.refusal import Refusal

HELP = (
    "list               the tables, their seats, and who is here",
    "kick NAME          send somebody away from here, for ten minutes",
    "free TABLE SEAT    take a seat, by its number, from whoever has it",
    "bot TABLE SEAT     let a bot have the seat",
    "close TABLE        close a table; one of the command line is made anew",
    "help               these lines",
)

_WHY_NOT = {
    "no_such_table": "there is no such table; list shows them",
    "no_such_person": "there is nobody with that name; list shows who is here",
    "no_such_seat": "the table has no such seat; list shows them",
    "wrong_state": "that seat is free already",
    "storage": "the table does not answer, since nothing can be stored now; see above",
}


class Orders:
    """Carries out what the person who hosts types.

    Args:
        host: the host.
        show: takes a line for the screen, that answers.
    """

    def __init__(self, host: Host, show: Callable[[str], None]) -> None:
        self._host = host
        self._show = show
        self._words: dict[str, Callable[[str], Awaitable[None]]] = {
            "list": self._list,
            "kick": self._kick,
            "free": self._free,
            "bot": self._bot,
            "close": self._close,
            "help": self._help,
        }

    async def obey(self, lines: AsyncIterator[str]) -> None:
        """Carry out line after line, as soon as the host is open: before that, it does not have all of its tables."""
        await self._host.opened.wait()
        async for line in lines:
            word, _, rest = line.strip().partition(" ")
            if word:
                await self._carry_out(word, rest.strip())

    async def _carry_out(self, word: str, rest: str) -> None:
        act = self._words.get(word.lower())
        if act is None:
            self._show(f"Nothing is called {visible(word)!r} here; help lists what is.")
            return
        try:
            await act(rest)
        except Refusal as refusal:
            self._show(f"Not done: {_WHY_NOT[refusal.code]}.")
        except ValueError:
            self._show(f"Not done: {word.lower()} needs more or other words; help lists them.")

    async def _help(self, _rest: str) -> None:
        for line in HELP:
            self._show(line)

    async def _kick(self, name: str) -> None:
        await self._host.kick(_some(name))

    async def _close(self, table: str) -> None:
        await self._host.order(self._host.table(_some(table)), "close")

    async def _free(self, rest: str) -> None:
        await self._seat("free", rest)

    async def _bot(self, rest: str) -> None:
        await self._seat("bot", rest)

    async def _seat(self, do: Do, rest: str) -> None:
        table, _, number = rest.rpartition(" ")
        seat = int(number) - 1
        if seat < 0:
            raise Refusal("no_such_seat")
        await self._host.order(self._host.table(_some(table)), do, seat=seat)

    async def _list(self, _rest: str) -> None:
        tables = [line for table in self._host.tables.values() if (line := table.line()) is not None]
        for text in [*map(_table, tables), f"lobby: {', '.join(self._host.lobby) or 'nobody'}"]:
            self._show(text)


def _some(words: str) -> str:
    if not words.strip():
        raise ValueError
    return words.strip()


def _table(line: m.TableLine) -> str:
    """One line about a table."""
    seats = ", ".join(f"{number} {_sitter(seat)}" for number, seat in enumerate(line.seats, 1))
    score = f", deal {line.deal}, {':'.join(map(str, line.score))}" if line.state == "playing" else ""
    watchers = f"; watching: {', '.join(line.watchers)}" if line.watchers else ""
    return f"table {line.name}: {seats}; {line.state}{score}{watchers}"


def _sitter(seat: m.SeatInfo) -> str:
    match seat.kind:
        case "human":
            return f"{seat.name} (away)" if seat.away else str(seat.name)
        case "bot":
            return f"{seat.name} ({seat.level} bot)"
        case _:
            return "free"
