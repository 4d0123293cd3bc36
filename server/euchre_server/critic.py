"""Reviews at one table: what an expert thinks of the game that is over, for whoever asks."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from euchre_engine import State
from euchre_protocol import messages as m
from euchre_server.coach import worth
from euchre_server.floor import Floor
from euchre_server.people import Person
from euchre_server.refusal import Refusal
from euchre_server.review import Reviewed, Verdict
from euchre_server.views import to_wire


class Critic:
    """Tells what an expert thinks of the last game at a table, deal by deal.

    Args:
        floor: the table's people and games.
        reveal: whether watchers may see the hands of a finished deal.
    """

    def __init__(self, floor: Floor, *, reveal: bool) -> None:
        self._floor = floor
        self._reveal = reveal
        self._game = 0
        self._begun = False
        self._people: list[Person] = []
        self._told: list[m.Reviewed] = []

    def ask(self, person: Person) -> None:
        """Somebody wants the last game reviewed.

        Raises:
            Refusal: ``wrong_state`` while none is over; ``not_seated`` to a watcher who sees no hands.
        """
        floor = self._floor
        if floor.series.state != "over":
            raise Refusal("wrong_state")
        if not self._reveal:
            floor.seat(person)
        if self._game != floor.series.games:
            self._game, self._begun = floor.series.games, False
            self._people, self._told = [], []
        for message in self._told:
            floor.news.later(partial(person.send, message))
        if person not in self._people:
            self._people.append(person)

    def wanted(self) -> bool:
        """Whether an expert has to begin to go over the last game now; only once."""
        begin = bool(self._people) and not self._begun
        self._begun = self._begun or begin
        return begin

    def deals(self) -> Sequence[State]:
        """The last positions of all deals of the last game."""
        play = self._floor.series.play
        return tuple(play.game.ends) if play is not None else ()

    def told(self, game: int, reviewed: Reviewed) -> None:
        """An expert has gone over a deal."""
        series = self._floor.series
        if game != self._game or series.state != "over":
            return
        message = reviewed_message(reviewed, len(self.deals()))
        self._told.append(message)
        for person in self._people:
            if person in self._floor.people:
                person.send(message)


def reviewed_message(reviewed: Reviewed, deals: int) -> m.Reviewed:
    """Put a reviewed deal into the protocol's units."""
    before, after, luck = (
        [round(1000 * part) for part in parts] for parts in (reviewed.before, reviewed.after, reviewed.luck)
    )
    verdicts = [_verdict(verdict) for verdict in reviewed.verdicts]
    return m.Reviewed(deal=reviewed.number, deals=deals, before=before, after=after, luck=luck, verdicts=verdicts)


def _verdict(verdict: Verdict) -> m.Verdict:
    return m.Verdict(
        seat=verdict.seat,
        action=to_wire(verdict.action),
        choice=to_wire(verdict.choice),
        chance=round(1000 * verdict.chance),
        points=round(100 * verdict.points),
        mistake=verdict.mistake,
        worths=[worth(found) for found in verdict.estimates],
    )
