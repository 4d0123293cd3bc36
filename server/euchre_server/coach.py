"""Hints at one table: who may ask for one, who is told, and what is said."""

from __future__ import annotations

from euchre_engine.bots import Advice, Estimate
from euchre_protocol import messages as m
from euchre_server.floor import Floor
from euchre_server.minds import Question
from euchre_server.people import Person
from euchre_server.refusal import Refusal
from euchre_server.views import to_wire

_NINETEEN_IN_TWENTY = 1.96
"""Standard errors to either side within which the truth lies in 19 cases of 20, if errors are normal."""


class Coach:
    """Gives hints about the question that is asked at a table now.

    Args:
        floor: the table's people and games.
        allowed: whether hints are given here at all.
    """

    def __init__(self, floor: Floor, *, allowed: bool) -> None:
        self._floor = floor
        self._allowed = allowed
        self._asked: int | None = None
        self._advice: m.Advice | None = None
        self._wanted: Question | None = None

    def ask(self, person: Person, decision: int) -> None:
        """Somebody wants a hint.

        Raises:
            Refusal: ``not_allowed`` here; ``not_seated``; ``wrong_state``; ``paused``; ``not_your_turn``; ``stale``.
        """
        if not self._allowed:
            raise Refusal("not_allowed")
        floor = self._floor
        seat = floor.seat(person)
        play = floor.series.playing()
        if floor.council.paused is not None:
            raise Refusal("paused")
        if decision != play.decision or play.asked is None:
            raise Refusal("stale")
        if seat != play.asked:
            raise Refusal("not_your_turn")
        if decision != self._asked:
            self._asked, self._advice = decision, None
            self._wanted = floor.series.question(seat, "expert")
            floor.news.report("hint", seat, person.name)
        elif self._advice is not None:
            advice = self._advice
            floor.news.later(lambda: person.send(advice))

    def wanted(self) -> Question | None:
        """A question that an expert has to begin to think about now, if there is one; only once."""
        question, self._wanted = self._wanted, None
        return question

    def told(self, decision: int, advice: Advice) -> None:
        """An expert has thought about a question. If it is answered already, nobody needs the advice any more."""
        play = self._floor.series.play
        if play is None or play.asked is None or decision != play.decision:
            return
        person = self._floor.seating[play.asked].person
        if person is not None:
            self._advice = advice_message(decision, advice)
            person.send(self._advice)


def advice_message(decision: int, advice: Advice) -> m.Advice:
    """Put advice into the protocol's units."""
    ground = advice.ground
    return m.Advice(
        decision=decision,
        choice=to_wire(advice.choice),
        ground=m.Ground(code=ground.code, seat=ground.seat, suit=ground.suit, card=ground.card, number=ground.number),
        worths=[worth(found) for found in advice.estimates],
        deals=max([found.deals for found in advice.estimates], default=0),
    )


def worth(estimate: Estimate) -> m.Worth:
    """Put an estimate into hundredths of points and thousandths of games."""
    return m.Worth(
        action=to_wire(estimate.action),
        points=round(100 * estimate.points),
        chance=round(1000 * estimate.chance),
        margin=round(1000 * _NINETEEN_IN_TWENTY * estimate.error),
    )
