"""The real engine behind the naive engine's interface, and a game that plays both at once."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from random import Random
from typing import Any

from euchre_engine import Action as RealAction
from euchre_engine import Phase, Rules, State, apply, check_invariants, deal, legal_actions, start_game

from .naive import Action, Game, Outcome, Question, RuleFields, canonical
from .naive_games import random_answer, random_cards


@cache
def _canonical(action: RealAction) -> tuple[Any, ...]:
    return canonical(action.to_fields())


@cache
def _read(word: str, card: str | None, suit: str | None, alone: bool) -> RealAction:
    return RealAction.from_fields({"do": word, "card": card, "suit": suit, "alone": alone})


class RealGame:
    """What ``naive.Game`` is, played by ``euchre_engine``."""

    def __init__(
        self, rules: RuleFields, dealer: int, score: Sequence[int] | None = None, deal_number: int = 1
    ) -> None:
        self.state = start_game(Rules.from_fields(rules), dealer, score=score, deal_number=deal_number)

    def deal(self, cards: Sequence[str]) -> None:
        self.state = deal(self.state, cards)  # type: ignore[arg-type]

    @property
    def question(self) -> Question | None:
        seat = self.state.turn
        if seat is None:
            return None
        return Question(seat, [action.to_fields() for action in legal_actions(self.state, seat)])

    def act(self, seat: int, action: Action) -> None:
        if "cards" in action:
            real = RealAction.from_fields(action)
        else:
            real = _read(action["do"], action.get("card"), action.get("suit"), action.get("alone", False))
        self.state = apply(self.state, seat, real)

    @property
    def outcome(self) -> Outcome | None:
        result = self.state.result
        if result is None:
            return None
        if result.outcome == "thrown_in":
            return Outcome(thrown_in=True, same_dealer=result.same_dealer)
        return Outcome(list(result.tricks), list(result.points))

    def tricks(self) -> list[int]:
        return list(self.state.tricks)

    @property
    def score(self) -> list[int]:
        return list(self.state.score)

    @property
    def dealer(self) -> int:
        return self.state.dealer

    @property
    def deal_number(self) -> int:
        return self.state.deal_number

    def winner(self) -> int | None:
        assert (self.state.winner is not None) == (self.state.phase is Phase.GAME_OVER)
        return self.state.winner


class EnginesDifferError(AssertionError):
    """The engines disagree; the text is enough to play the position again."""


class Twins:
    """One game on both engines. Whatever can be compared is compared after every step."""

    def __init__(self, rules: RuleFields, dealer: int, score: Sequence[int] | None = None) -> None:
        self.naive = Game(rules, dealer, score)
        self.real = RealGame(rules, dealer, score)
        self.story: list[Any] = [rules, dealer, score]

    def deal(self, cards: Sequence[str]) -> None:
        self.story.append(list(cards))
        self.naive.deal(cards)
        self.real.deal(cards)
        self._same("dealer", self.naive.dealer, self.real.dealer)
        self._same("deal number", self.naive.deal_number, self.real.deal_number)
        self._compare()

    def act(self, seat: int, action: Action) -> None:
        self.story.append([seat, action])
        self.naive.act(seat, action)
        self.real.act(seat, action)
        self._compare()

    def _compare(self) -> None:
        asked, seat = self.naive.question, self.real.state.turn
        self._same("turn", asked and asked.seat, seat)
        if asked is not None and seat is not None:
            legal = legal_actions(self.real.state, seat)
            self._same("legal actions", {canonical(one) for one in asked.answers}, {_canonical(one) for one in legal})
            self._same("number of legal actions", len(asked.answers), len(legal))
            self._same("tricks", self.naive.tricks(), self.real.tricks())
        else:
            self._same("outcome", self.naive.outcome, self.real.outcome)
            self._same("score", self.naive.score, self.real.score)
            self._same("winner", self.naive.winner(), self.real.winner())

    def _same(self, what: str, naive: object, real: object) -> None:
        if naive != real:
            raise EnginesDifferError(f"{what}: naive {naive}, real {real}\n{self.story}")


def play_both(rules: RuleFields, rng: Random, deals: int, *, invariants: bool = False) -> int:
    """Play up to so many random deals of one game on both engines; the number played."""
    high = rules["target"]
    sides = 3 if rules["players"] == 3 else 2
    game = Twins(rules, rng.randrange(rules["players"]), [rng.randrange(high) for _ in range(sides)])
    for number in range(1, deals + 1):
        game.deal(random_cards(rules, rng))
        while (question := game.naive.question) is not None:
            game.act(question.seat, random_answer(question, rng))
            if invariants:
                assert check_invariants(game.real.state) == ()
        if game.naive.winner() is not None:
            return number
    return deals


def count_real(state: State, found: list[int], level: int = 0) -> None:
    """Add to ``found`` how many ways there are to go on from the state for 1, 2 ... actions."""
    if state.turn is None:
        for deeper in range(level, len(found)):
            found[deeper] += 1
        return
    legal = legal_actions(state, state.turn)
    found[level] += len(legal)
    if level + 1 < len(found):
        for action in legal:
            count_real(apply(state, state.turn, action), found, level + 1)
