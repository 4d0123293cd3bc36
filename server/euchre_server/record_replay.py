"""Replaying a record through the engine: whatever the record states, the engine must agree.

One ``Replay`` takes the lines of one record in order. What a line can be wrong in by itself, ``record_parse`` finds;
here is found what is wrong with a line where it stands.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from random import Random

from euchre_engine import Action, Card, Do, IllegalAction, Phase, State, apply, deal, legal_actions, start_game

from .record_lines import Fields, RecordError, quote
from .record_parse import (
    HAND,
    Deal,
    Done,
    Header,
    Result,
    kind_of,
    parse_action,
    parse_deal,
    parse_header,
    parse_result,
)
from .record_partial import SWAPPED, complete_action, complete_deal

OVER = (Phase.DEAL_OVER, Phase.GAME_OVER)

_WAITING_LIMIT = 100
"""Actions of one deal held back at most. The longest deal, with every house rule, has about 50."""


_ATTEMPTS = 40
"""How often hidden cards are filled in anew before a deal is said to be wrong. One deal in five hundred, with rare
house rules, needs a second attempt. Of the faults the one that is found latest is told."""


@dataclass(slots=True)
class _Waiting:
    """Lines that cannot be replayed before the cards that later lines show are known."""

    number: int
    deal: Deal | None
    lines: list[tuple[int, Done]] = field(default_factory=list[tuple[int, Done]])

    def actions(self) -> list[Done]:
        return [line for _, line in self.lines]


class Replay:
    """The replay of one record.

    Attributes:
        header: its first line.
        state: the engine's state after the last line; none before the first deal.
        deals, actions: how many were accepted.
        partial: whether cards are unknown, because it is the record of one player's view.
        deal: the last deal, as the record has it; none before the first.
        story: the actions of that deal, as the record has them.
        result_stated: whether the result of that deal was stated.
    """

    def __init__(self, fields: Fields) -> None:
        self.header: Header = parse_header(fields)
        self.state: State | None = None
        self.deals = 0
        self.actions = 0
        self.partial = False
        self.deal: Deal | None = None
        self.story: list[Done] = []
        self.result_stated = False
        self._unknown: set[int] = set()
        self._waiting: _Waiting | None = None

    @property
    def unfinished(self) -> bool:
        """Whether the record stops before the end of its game."""
        if self.state is None:
            return self._first_state(0).phase is not Phase.GAME_OVER
        return self.state.phase is not Phase.GAME_OVER or not self.result_stated

    def feed(self, number: int, fields: Fields) -> None:
        """Take the next line, ``number`` of its file.

        Raises:
            RecordError: the line is wrong, or one before it whose check had to wait.
        """
        kind = kind_of(fields)
        if kind == "do":
            self._take_action(number, parse_action(fields, self.header.rules))
        elif kind == "deal":
            self.settle()
            self._take_deal(number, parse_deal(fields, self.header.rules))
        elif kind == "result":
            self.settle()
            self._result(parse_result(fields, self.header.rules))

    def settle(self) -> None:
        """Replay what had to wait for the cards that later lines show; call it at the end of the record.

        Raises:
            RecordError: one of those lines is wrong; the error has its number.
        """
        waiting, self._waiting = self._waiting, None
        if waiting is None:
            return
        faults: list[RecordError] = []
        for attempt in range(_ATTEMPTS):
            before = {**vars(self), "story": [*self.story], "_unknown": {*self._unknown}}
            try:
                self._replay(waiting, Random(attempt))
                return
            except RecordError as error:
                faults.append(error)
                vars(self).update(before)
        raise max(faults, key=lambda fault: fault.line or 0)

    def _replay(self, waiting: _Waiting, rng: Random) -> None:
        number, actions = waiting.number, waiting.actions()
        try:
            if waiting.deal is not None:
                self._deal(waiting.deal, complete_deal(waiting.deal, self.header.rules, actions, rng))
            for place, (at, line) in enumerate(waiting.lines):
                number = at
                self._act(line, line.action or self._complete(line, actions[place + 1 :], rng))
        except RecordError as error:
            raise RecordError(str(error), number) from None

    # ------------------------------------------------------------ deals

    def _take_deal(self, number: int, line: Deal) -> None:
        known = tuple(card for card in line.cards if card is not None)
        if len(known) == len(line.cards):
            self._deal(line, known)
        else:
            self.partial = True
            self._waiting = _Waiting(number, line)

    def _deal(self, line: Deal, cards: Sequence[Card]) -> None:
        after = deal(self._before_deal(line), cards)
        if line.number != after.deal_number:
            raise RecordError(f"this is deal {line.number}, it must be deal {after.deal_number}")
        if line.dealer != after.dealer:
            raise RecordError(f"seat {line.dealer} deals, it must be seat {after.dealer}")
        self.state = after
        hands = line.cards[: HAND * after.rules.players]
        self._unknown = {place // HAND for place, card in enumerate(hands) if card is None}
        self.deals += 1
        self.deal, self.story, self.result_stated = line, [], False

    def _before_deal(self, line: Deal) -> State:
        if self.state is None:
            first = self._first_state(line.dealer)
            if first.phase is Phase.GAME_OVER:
                raise RecordError(f"the score {list(self.header.score)} ends the game, no deal may follow")
            return first
        if self.state.phase not in OVER:
            raise RecordError(f"deal {self.state.deal_number} is not over: {_asked(self.state)}")
        if not self.result_stated:
            raise RecordError(f"the result of deal {self.state.deal_number} is missing")
        if self.state.phase is Phase.GAME_OVER:
            raise RecordError(f"side {self.state.winner} has won the game, no deal may follow")
        return self.state

    def _first_state(self, dealer: int) -> State:
        return start_game(self.header.rules, dealer, score=self.header.score)

    # ------------------------------------------------------------ actions

    def _take_action(self, number: int, line: Done) -> None:
        if self._waiting is None and line.action is not None:
            self._act(line, line.action)
            return
        self.partial = True
        self._waiting = self._waiting or _Waiting(number, None)
        self._waiting.lines.append((number, line))
        if len(self._waiting.lines) > _WAITING_LIMIT:
            self.settle()

    def _act(self, line: Done, action: Action) -> None:
        state = self._playing(line.seat)
        if line.legal is not None and self._knows_hand(line):
            _compare_legal(line.legal, legal_actions(state, line.seat))
        try:
            self.state = apply(state, line.seat, action)
        except IllegalAction as error:
            raise RecordError(str(error)) from None
        self.actions += 1
        self.story.append(line)
        if line.do is Do.SWAP and self.deal is not None and None in self.deal.cards[-SWAPPED:]:
            self._unknown.add(line.seat)
        elif line.do is Do.GIVE and line.action is None:
            self._unknown.add((line.seat + 2) % 4)

    def _playing(self, seat: int) -> State:
        if self.state is None:
            raise RecordError("an action stands before the first deal")
        if self.state.phase in OVER:
            raise RecordError(f"deal {self.state.deal_number} is over: seat {seat} may not act")
        return self.state

    def _knows_hand(self, line: Done) -> bool:
        """Whether the list of legal actions depends only on what the record's owner knows."""
        bid = line.do in (Do.PASS, Do.ORDER) and self.header.rules.need_suit == "caller"
        return line.seat not in self._unknown or not (bid or any(one.card or one.cards for one in line.legal or ()))

    def _complete(self, line: Done, later: Sequence[Done], rng: Random) -> Action:
        return complete_action(self._playing(line.seat), line, later, rng)

    # ------------------------------------------------------------ results

    def _result(self, line: Result) -> None:
        state = self.state
        if state is None:
            raise RecordError("a result stands before the first deal")
        if self.result_stated:
            raise RecordError(f"the result of deal {state.deal_number} is stated twice")
        if state.phase not in OVER:
            raise RecordError(f"deal {state.deal_number} is not over: {_asked(state)}")
        _compare_result(line, state)
        self.result_stated = True


def in_words(action: Action) -> str:
    """An action in short, for a message: ``call S alone``."""
    parts = [str(action.do), action.card or "", action.suit or "", *action.cards, "alone" if action.alone else ""]
    return " ".join(part for part in parts if part)


def _asked(state: State) -> str:
    return f"seat {state.turn} must act ({state.phase.value})"


def _plain(actions: Iterable[Action]) -> frozenset[Action]:
    """A set in which the order of a swap's cards does not count."""
    return frozenset(replace(one, cards=tuple(sorted(one.cards))) if one.cards else one for one in actions)


def _compare_legal(line: Iterable[Action], legal: Iterable[Action]) -> None:
    stated, true = _plain(line), _plain(legal)
    for what, rest in (("has", stated - true), ("lacks", true - stated)):
        if rest:
            raise RecordError(f"the list of legal actions {what} {quote(min(map(in_words, rest)))}")


def _compare_result(line: Result, state: State) -> None:
    true = state.result
    if true is None:
        raise RecordError(f"deal {state.deal_number} has no result yet")
    thrown_in = true.outcome == "thrown_in"
    if line.thrown_in != thrown_in:
        raise RecordError("the deal was thrown in" if thrown_in else "the deal was not thrown in")
    if line.same_dealer != true.same_dealer:
        raise RecordError(f"same_dealer must be {str(true.same_dealer).lower()}")
    for name, said, right in (
        ("tricks", line.tricks, true.tricks),
        ("points", line.points, true.points),
        ("score", line.score, true.score),
    ):
        if said is not None and said != tuple(right):
            raise RecordError(f"{name} are {list(right)}, the record says {list(said)}")
