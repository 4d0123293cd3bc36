"""What a table has to tell: collected while a command is carried out, and told after the command is answered."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from msgspec import Struct

from euchre_protocol.messages import Event
from euchre_server.game import Happening
from euchre_server.people import Person
from euchre_server.services import Finished

_LINES = {
    "start": "a game begins",
    "lost": "{name} has lost the connection",
    "away": "{name} is away, and a bot plays on",
    "back": "{name} is back",
    "bot": "{name}, a bot, sits down",
    "owner": "it is {name}'s now",
    "paused": "paused by {name}",
    "resumed": "{name} lets it go on",
}
"""What the person who hosts is told, too: enough to see why a table waits."""


class Bulletin(Struct):
    """Everything to be told at once.

    ``events`` are about the table and ``happened`` about the play; ``table`` and ``view`` say whether those who are
    there already need a new picture; ``newcomers`` need the whole of both.
    """

    events: list[Event] = []
    happened: list[Happening] = []
    table: bool = False
    view: bool = False
    newcomers: list[Person] = []
    after: list[Callable[[], object]] = []
    finished: Finished | None = None

    @property
    def only_play(self) -> bool:
        """Nothing but the play has changed: not who is there, how they stand, or what the lobby shows."""
        return bool(self.happened) and not (self.table or self.newcomers or self.after)


class News:
    """Collects a table's next bulletin.

    Args:
        say: takes a line about the table for the host's screen and log.
    """

    def __init__(self, say: Callable[[str], None]) -> None:
        self._say = say
        self._next = Bulletin()

    def report(
        self,
        do: str,
        seat: int | None = None,
        name: str | None = None,
        *,
        number: int | None = None,
        level: str | None = None,
    ) -> None:
        """Something has happened at the table."""
        self._next.events.append(Event(do=do, seat=seat, name=name, number=number, level=level))
        if do in _LINES:
            self.later(partial(self._say, _LINES[do].format(name=name)))
        self.table()

    def happened(self, events: Iterable[Happening]) -> None:
        """Something has happened in the play."""
        self._next.happened.extend(events)
        self.view()

    def table(self) -> None:
        """The picture of the table has changed."""
        self._next.table = True

    def view(self) -> None:
        """The picture of the play has changed."""
        self._next.view = True

    def welcome(self, person: Person) -> None:
        """``person`` has to be shown everything."""
        self._next.newcomers.append(person)

    def later(self, act: Callable[[], object]) -> None:
        """Have ``act`` done when all that has happened is durable."""
        self._next.after.append(act)

    def finished(self, game: Finished) -> None:
        """A game has come to its end."""
        self._next.finished = game
        self.later(partial(self._say, f"game over, {game.score}"))

    def take(self) -> Bulletin:
        """Return what has been collected, and begin anew."""
        bulletin, self._next = self._next, Bulletin()
        return bulletin
