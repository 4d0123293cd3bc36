"""The games at one table, one after another: when they begin, and what is left when they end."""

from __future__ import annotations

import traceback
from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

import euchre_engine as engine
from euchre_protocol import messages as m
from euchre_server import minds, records
from euchre_server.game import Game, Happening
from euchre_server.minds import Question
from euchre_server.news import News
from euchre_server.play import Play
from euchre_server.refusal import Refusal
from euchre_server.seating import Seating
from euchre_server.services import Chance, Finished, Services
from euchre_server.settings import Setup
from euchre_server.table_clock import NEVER

if TYPE_CHECKING:
    from euchre_server.stories import Told

State = Literal["waiting", "playing", "over"]

_FOR_ALL = frozenset({"deal", "result", "thrown_in"})
"""Events that change the lobby's line and the score sheet."""

_SEEDS = 2**53
"""A bot's randomness begins at one of so many numbers."""


class Series:
    """Runs game after game. Time is the table's and comes in with every call.

    Args:
        ident: the table's number.
        setup: the table's name, rules and options.
        seating: who sits where.
        news: told about everything that happens.
        services: chance, bots, records.

    Attributes:
        state: between games, or in one.
        play: the game that is going on, or the last one.
        over: how the last game ended, as long as no other has begun.
        starts: when the next game begins, if that is settled.
        games: how many have begun.
    """

    def __init__(self, ident: int, setup: Setup, seating: Seating, news: News, services: Services) -> None:
        self.state: State = "waiting"
        self.play: Play | None = None
        self.over: m.Over | None = None
        self.starts = NEVER
        self._ident = ident
        self._setup = setup
        self._seating = seating
        self._news = news
        self._services = services
        self.games = 0
        self._decision = 0
        self._began = 0.0
        self._when = services.now()
        self._wanted: Question | None = None
        self._pondered: int | None = None
        self._choice: engine.Action | None = None

    @property
    def deadline(self) -> float:
        """When :meth:`go_on` is to be called next."""
        return self.play.wake if self.play is not None and self.state == "playing" else self.starts

    def resume(self, chapter: int, told: Told, now: float) -> None:
        """Go on where an earlier process stopped, in game number ``chapter``."""
        self.games = chapter
        self.state = told.standing.state
        self._decision = decision = told.made.decision + told.steps
        if told.game is None or self.state == "waiting":
            return
        self.play = self._play(told.game, told.made.decision)
        self.play.resume(decision, told.standing.seen, now, over=self.state == "over")
        self._when = told.when
        self._began = now - (self._services.now() - self._when).total_seconds()
        if self.state == "over":
            self.over = told.game.over(told.standing.seconds)

    def playing(self) -> Play:
        """The game that is going on.

        Raises:
            Refusal: ``wrong_state`` if there is none.
        """
        if self.play is None or self.state != "playing":
            raise Refusal("wrong_state")
        return self.play

    def between_games(self) -> None:
        """Make sure that no game is going on.

        Raises:
            Refusal: ``wrong_state``.
        """
        if self.state == "playing":
            raise Refusal("wrong_state")

    def go_on(self, now: float) -> None:
        """Do what :attr:`deadline` was set for."""
        if self.play is not None and self.state == "playing":
            events = self.play.go_on(now)
            if not self.play.overdue:
                self.moved(events, now)
        else:
            self._begin(now)

    def moved(self, events: Sequence[Happening], now: float) -> None:
        """The game has moved on."""
        play = self.playing()
        self._news.happened(events)
        if any(event.told.do in _FOR_ALL for event in events):
            self._news.table()
        if play.finished:
            self._finish(play, now)

    def people_changed(self, now: float) -> None:
        """Look again what is to happen, since people or seats have changed."""
        if self.play is not None and self.state == "playing":
            self.play.people_changed(now)
            self._news.view()
        elif self._all_ready():
            self.count_down(now)
        elif not self._seating.bots_only:
            self.call_off()

    def restart_clock(self, now: float) -> None:
        """Give whoever is to act their whole time once more."""
        if self.play is not None and self.state == "playing":
            self.play.restart_clock(now)
            self._news.view()

    def abandon(self) -> None:
        """End the game that is going on, without a winner and without a record.

        Raises:
            Refusal: ``wrong_state`` if there is none.
        """
        self._decision = self.playing().decision
        self.play = None
        self.state = "waiting"
        for chair in self._seating:
            chair.ready = chair.bot is not None
        self._news.table()

    def count_down(self, now: float) -> None:
        """Begin the next game soon."""
        if self.starts == NEVER:
            self.starts = now + self._setup.timing.pace.start
            self._news.table()

    def call_off(self) -> None:
        """The next game does not begin after all."""
        if self.starts < NEVER:
            self.starts = NEVER
            self._news.table()

    # ------------------------------------------------------------

    def _all_ready(self) -> bool:
        """All seats are filled and all people are ready. After a game those who are away need not be asked."""
        if not self._seating.full or self._seating.bots_only:
            return False
        people = [chair for chair in self._seating if chair.person is not None]
        if self.state == "over":
            people = [chair for chair in people if chair.present] or people
        return all(chair.ready for chair in people)

    def _begin(self, now: float) -> None:
        self.starts = NEVER
        self.over = None
        self.state = "playing"
        self.games += 1
        self._began = now
        self._when = self._services.now()
        for chair in self._seating:
            chair.ready = chair.bot is not None
            chair.stand_in = chair.away and chair.grace_until <= now
        dealer = self._chance("dealer").randrange(self._setup.rules.players)
        game = Game(self._setup.rules, dealer, self._header())
        decision = self.play.decision if self.play is not None else self._decision
        self.play = self._play(game, decision)
        self._news.report("start")
        for seat, chair in enumerate(self._seating):
            if chair.stand_in:
                self._news.report("away", seat, chair.name)
        self.moved(self.play.start(now), now)

    def _finish(self, play: Play, now: float) -> None:
        self.state = "over"
        self.over = play.game.over(now - self._began)
        score = ":".join(map(str, play.game.state.score))
        self._news.finished(Finished(self._setup.name, self._when, play.game.lines, score))

    # ------------------------------------------------------------ chance and bots

    def shuffle(self, pack: Sequence[engine.Card], deals: int) -> Sequence[engine.Card]:
        """A pack in a new order, after so many deals of the game."""
        return self._chance(f"deal {deals}").sample(pack, len(pack))

    def wanted(self) -> Question | None:
        """A question that somebody has to begin to think about now, if there is one; only once."""
        question, self._wanted = self._wanted, None
        return question

    def thought(self, decision: int, action: engine.Action, now: float) -> None:
        """A bot has come to a choice. It may be too late, since its person is back or the game is over."""
        if self._pondered == decision:
            self._choice = action
            if self.play is not None:
                self.play.thought(now)

    def question(self, seat: int, level: str) -> Question:
        """What a seat has to decide now, for somebody of that level to think about."""
        play = self.playing()
        seed = self._chance(f"bot {play.decision}").randrange(_SEEDS)
        return Question(play.decision, level, engine.view(play.game.state, seat), seed)

    def _level(self, seat: int) -> str:
        """How strong the bot is that plays for a seat: its own, or one for somebody absent."""
        chair = self._seating[seat]
        return chair.level if chair.bot is not None else self._setup.level

    def begin_thinking(self, seat: int) -> None:
        """Let a bot begin to think about a seat's decision, unless it needs no time."""
        level, decision = self._level(seat), self.playing().decision
        if level not in minds.QUICK and decision != self._pondered:
            self._pondered, self._choice = decision, None
            self._wanted = self.question(seat, level)

    def choose(self, seat: int) -> engine.Action | None:
        """What the bot of a seat has come to, or none while it still thinks."""
        level = self._level(seat)
        if self._pondered == self.playing().decision:
            return self._choice
        return self._choose_at_once(seat, level if level in minds.QUICK else "normal")

    def hurry(self, seat: int) -> engine.Action:
        """A sound choice for a seat at once."""
        return self._choose_at_once(seat, "normal")

    def _choose_at_once(self, seat: int, level: str) -> engine.Action:
        question = self.question(seat, level)
        try:
            return self._services.choose(question)
        except Exception:  # noqa: BLE001 - a bot that fails must not end the game of the people it plays with
            self._services.say(f"a fault of this program in a bot:\n{traceback.format_exc()}")
            return question.view.legal[0]

    def _header(self) -> str:
        sitters = [
            records.Sitter(chair.name, "human" if chair.person is not None else f"bot:{chair.level}")
            for chair in self._seating
        ]
        return records.header_line(self._setup.rules, sitters, when=self._when, table=self._setup.name)

    def _play(self, game: Game, decision: int) -> Play:
        return Play(game, self._seating, self._setup.timing, self, decision)

    def _chance(self, purpose: str) -> Chance:
        """A source for each purpose, so that a host with a seed deals alike however often it was started again."""
        return self._services.chance(f"table {self._ident} game {self.games} {purpose}")
