"""One game at a table: the engine's state, and what has happened in it. No clock and no people."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Literal

from msgspec import Struct

import euchre_engine as engine
from euchre_engine import Card, Do, Phase, Rules
from euchre_protocol import messages as m
from euchre_server import records
from euchre_server.tally import sheets
from euchre_server.views import to_wire

By = Literal["bot", "clock"]
"""Who acted for a person: a bot while they are away, or a bot because their time was up."""


class Happening(Struct, frozen=True):
    """Something that happened: ``told`` to everybody, ``own`` to the seats in ``insiders``."""

    told: m.Event
    own: m.Event
    insiders: frozenset[int] = frozenset()

    def for_seat(self, seat: int | None) -> m.Event:
        """What ``seat`` (none: a watcher) learns of it."""
        return self.own if seat in self.insiders else self.told


def _open(event: m.Event) -> Happening:
    return Happening(event, event)


class Game:
    """A game from the first deal to the last.

    Attributes:
        state: the engine's state.
        history: what has happened in this deal; ``latest`` is the part that came with the last deal or action.
        scores: the score after each deal.
        ends: the last position of each deal.
        lines: the game's record so far.
        forced: the seat whose turn it is has one card left to play, so that nobody needs to be asked.
    """

    def __init__(self, rules: Rules, first_dealer: int, header: str) -> None:
        self.state = engine.start_game(rules, first_dealer)
        self.history: list[Happening] = []
        self.latest: list[Happening] = []
        self.scores: list[list[int]] = []
        self.ends: list[engine.State] = []
        self.lines = [header]
        self.forced = False
        self._results: list[engine.DealResult] = []

    @property
    def phase(self) -> Phase:
        """Where the deal stands."""
        return self.state.phase

    @property
    def deals(self) -> int:
        """How many deals have come to their end, those that were thrown in among them."""
        return len(self._results)

    def deal(self, cards: Sequence[Card]) -> list[Happening]:
        """Deal the next cards: the whole pack, in the order in which the engine takes it."""
        rules = self.state.rules
        self.state = engine.deal(self.state, cards)
        self.forced = False
        self.lines.append(records.deal_line(self.state.deal_number, self.state.dealer, cards, rules.players))
        upcard = cards[5 * rules.players]
        self.history = [_open(m.Event(do="deal", seat=self.state.dealer, card=upcard, number=self.state.deal_number))]
        self.latest = list(self.history)
        return self.latest

    def act(self, seat: int, action: engine.Action, by: By | None = None) -> list[Happening]:
        """Carry out an action. ``by``: who chose it in a person's name, if it was not the person.

        Raises:
            euchre_engine.IllegalAction: the action is not legal; nothing has changed.
        """
        before = self.state
        self.state = engine.apply(before, seat, action)
        self.forced = self.phase is Phase.PLAY and self.state.last_trick
        self.lines.append(_line(seat, action, by))
        happened = [_said(seat, action, by)]
        happened += [_open(_brought(event)) for event in engine.events(before, seat, action, self.state)]
        if self.phase in (Phase.DEAL_OVER, Phase.GAME_OVER):
            self._close_deal()
        self.history += happened
        self.latest = happened
        return happened

    def over(self, seconds: float) -> m.Over | None:
        """The end of the game, when it is over."""
        if self.state.winner is None:
            return None
        rules = self.state.rules
        return m.Over(
            winner=self.state.winner,
            sheets=sheets(self._results, rules.sides, rules.players),
            deals=len(self._results),
            seconds=int(seconds),
        )

    def _close_deal(self) -> None:
        result = self.state.result
        assert result is not None, "the engine gives a result with the end of a deal"
        self._results.append(result)
        self.ends.append(self.state)
        self.scores.append(list(self.state.score))
        self.lines.append(records.result_line(result))


@lru_cache(maxsize=1024)  # nearly all that is ever done in a four-hand game; each is done at many tables
def _line(seat: int, action: engine.Action, by: By | None) -> str:
    # The record knows of no clocks: that a bot chose is what matters to whoever studies the game.
    return records.action_line(seat, action, by="bot" if by is not None else None)


@lru_cache(maxsize=1024)
def _said(seat: int, action: engine.Action, by: By | None) -> Happening:
    """The event of an action: others are not told which cards left a hand unseen."""
    wire = to_wire(action)
    own = m.Event(
        do=wire.do, seat=seat, card=wire.card, suit=wire.suit, alone=wire.alone, cards=list(wire.cards), by=by
    )
    if action.do in (Do.DISCARD, Do.SWAP):
        return Happening(m.Event(do=wire.do, seat=seat, by=by), own, frozenset({seat}))
    if action.do is Do.GIVE:
        return Happening(m.Event(do=wire.do, seat=seat, by=by), own, frozenset({seat, (seat + 2) % 4}))
    return _open(own)


def _brought(event: engine.Event) -> m.Event:
    return m.Event(do=str(event.do), seat=event.seat, card=event.card, side=event.side)
