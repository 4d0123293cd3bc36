"""A game in progress at a table: whom it waits for, and until when.

Time comes in as a number with every call, so that nothing here sleeps.
"""

from __future__ import annotations

import weakref
from collections.abc import Iterable, Sequence
from typing import Literal, Protocol

import euchre_engine as engine
from euchre_engine import Phase
from euchre_protocol import messages as m
from euchre_server import views
from euchre_server.game import By, Game, Happening
from euchre_server.pace import Timing
from euchre_server.refusal import Refusal
from euchre_server.seating import Seating
from euchre_server.table_clock import NEVER
from euchre_server.views import Pause


class Chances(Protocol):
    """What a game takes from chance, and from bots."""

    def shuffle(self, pack: Sequence[engine.Card], deals: int) -> Sequence[engine.Card]:
        """A pack in a new order, after so many deals."""
        ...

    def begin_thinking(self, seat: int) -> None:
        """Let a bot begin to think about a seat's decision."""
        ...

    def choose(self, seat: int) -> engine.Action | None:
        """What it has come to, or none while it still thinks."""
        ...

    def hurry(self, seat: int) -> engine.Action:
        """A sound choice for a seat at once."""
        ...


Actor = Literal["bot", "person", "missed"]
"""Who is to act: a bot, for itself or in a person's name; a person who is there; or one whose line broke and for whom
the game still waits."""

_AFTERMATH = frozenset({"thrown_in", "result", "game_over"})
"""Events that are told after the last trick has been looked at."""


class Play:
    """One game, its questions and its pauses.

    Attributes:
        first_decision: the number before the game's first question.
        decision: number of the question that is, or would be, asked now; it rises with every deal and action.
        pause: what everybody looks at, if anything.
        wake: when to call :meth:`go_on` next, by the table's clock.
        seen: seats that have looked at the result.
        overdue: the pause for a bot is over, and it still thinks.
    """

    def __init__(self, game: Game, seating: Seating, timing: Timing, chances: Chances, first_decision: int) -> None:
        self.game = game
        self.first_decision = self.decision = first_decision
        self.pause: Pause | None = None
        self.wake = NEVER
        self.seen: set[int] = set()
        self.overdue = False
        self._seating = seating
        self._pace = timing.pace
        self._thinking = timing.clock
        self._chances: Chances = weakref.proxy(chances)  # weakly: see garbage.py
        self._actor: Actor = "bot"
        self._held: list[Happening] = []

    @property
    def asked(self) -> int | None:
        """The seat whose owner is asked now."""
        seat = self.game.state.turn
        return None if self.pause is not None or seat is None or self._actor_of(seat) == "bot" else seat

    @property
    def clock(self) -> float:
        """When the time of the person whose turn it is runs out."""
        return self.wake if self._thinking and self.pause is None and self._actor == "person" else NEVER

    @property
    def finished(self) -> bool:
        """The game is over and has been told so."""
        return self.pause == "over"

    def start(self, now: float) -> list[Happening]:
        """Deal the first cards."""
        return self._deal(now)

    def resume(self, decision: int, seen: Iterable[int], now: float, *, over: bool) -> None:
        """Go on where an earlier process stopped: at this question, or looking at a trick or a result once more.

        ``over``: the game has been over already, so that only its end is left to look at.
        """
        self.decision = decision
        self.seen.update(seen)
        self._look_or_settle([] if over else self.game.latest, now)
        if self.pause == "deal" and self._seating.people:
            self.wake = now + self._pace.deal

    def answer(self, seat: int, decision: int, wire: m.Action, now: float) -> list[Happening]:
        """Carry out a person's answer.

        Raises:
            Refusal: ``stale``, ``not_your_turn``, ``bad_message`` or ``illegal``.
        """
        asked = self.asked
        if decision != self.decision or asked is None:
            raise Refusal("stale")
        if seat != asked:
            raise Refusal("not_your_turn")
        try:
            action = views.from_wire(wire)
            return self._act(seat, action, now)
        except engine.InvalidAction as error:
            raise Refusal("bad_message") from error
        except engine.IllegalAction as error:
            raise Refusal("illegal", why=views.why(error.reason)) from error

    def look(self, seat: int, deal: int, now: float) -> None:
        """Take note that ``seat`` has seen the result of ``deal``.

        Raises:
            Refusal: ``stale`` if that is not what is shown.
        """
        if self.pause != "deal" or deal != self.game.state.deal_number:
            raise Refusal("stale")
        self.seen.add(seat)
        self._hurry(now)

    def go_on(self, now: float) -> list[Happening]:
        """Do what :attr:`wake` was set for: end a pause, deal, act for a bot or for a person whose time is up."""
        if self.pause == "trick":
            self.pause = None
            held, self._held = self._held, []
            self._settle(now)
            return held
        if self.game.phase in (Phase.START, Phase.DEAL_OVER):
            return self._deal(now)
        return self._act_for(self.game.state.turn, now)

    def people_changed(self, now: float) -> None:
        """Look again who has to be waited for: somebody came back or went away."""
        self._hurry(now)
        seat = self.game.state.turn
        if self.pause is None and seat is not None and self._actor_of(seat) != self._actor:
            self._schedule(seat, now)

    def thought(self, now: float) -> None:
        """A bot has come to a choice; if it was waited for, go on."""
        if self.overdue:
            self.overdue, self.wake = False, now

    def restart_clock(self, now: float) -> None:
        """Give the person whose turn it is their whole time once more."""
        seat = self.game.state.turn
        if self.clock != NEVER and seat is not None:
            self._schedule(seat, now)

    # ------------------------------------------------------------

    def _deal(self, now: float) -> list[Happening]:
        self.pause = None
        self.seen.clear()
        self.decision += 1
        cards = self._chances.shuffle(engine.deck(self.game.state.rules), self.game.deals)
        events = self.game.deal(cards)
        self._settle(now)
        return events

    def _act_for(self, seat: int | None, now: float) -> list[Happening]:
        assert seat is not None, "somebody is always to act between deals"
        if self.game.forced:
            [action] = engine.legal_actions(self.game.state, seat)
            return self._act(seat, action, now)
        if self._actor == "person":
            return self._act(seat, self._chances.hurry(seat), now, "clock")
        choice = self._chances.choose(seat)
        if choice is None:
            self.overdue, self.wake = True, NEVER
            return []
        chair = self._seating[seat]
        return self._act(seat, choice, now, "bot" if chair.stand_in or chair.free else None)

    def _act(self, seat: int, action: engine.Action, now: float, by: By | None = None) -> list[Happening]:
        events = self.game.act(seat, action, by)
        self.decision += 1
        return self._look_or_settle(events, now)

    def _look_or_settle(self, events: list[Happening], now: float) -> list[Happening]:
        """Let everybody look at a trick that is finished; return what is to be told before that is over."""
        if self._pace.trick and any(event.told.do == "trick" for event in events):
            self.pause = "trick"
            self.wake = now + self._pace.trick
            self._held = [event for event in events if event.told.do in _AFTERMATH]
            return [event for event in events if event.told.do not in _AFTERMATH]
        self._settle(now)
        return events

    def _settle(self, now: float) -> None:
        """Decide what the table waits for, now that nothing is being looked at."""
        seat = self.game.state.turn
        if self.game.phase is Phase.GAME_OVER:
            self.pause, self.wake = "over", NEVER
        elif self.game.phase is Phase.DEAL_OVER:
            self._show_result(now)
        elif seat is not None:
            self._schedule(seat, now)

    def _show_result(self, now: float) -> None:
        wait = self._pace.deal if self._seating.present else self._pace.watched_deal
        self.pause = "deal" if wait else None
        self.wake = now + wait

    def _schedule(self, seat: int, now: float) -> None:
        self._actor = self._actor_of(seat)
        self.wake, self.overdue = NEVER, False
        if self._actor == "bot":
            if not self.game.forced:
                self._chances.begin_thinking(seat)
            self.wake = now + (self._pace.last_card if self.game.forced else self._pace.bot)
        elif self._actor == "person" and self._thinking:
            self.wake = now + self._thinking

    def _actor_of(self, seat: int) -> Actor:
        chair = self._seating[seat]
        if self.game.forced or not (chair.present or chair.missed):
            return "bot"
        return "person" if chair.present else "missed"

    def _hurry(self, now: float) -> None:
        """Go on at once when all people who are there have seen the result."""
        if self.pause != "deal":
            return
        waiting = self._seating.present
        if waiting and self.seen.issuperset(waiting):
            self.wake = min(self.wake, now)
