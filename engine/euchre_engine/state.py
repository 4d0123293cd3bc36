"""A position of a game, as one immutable value.

Speed shaped this type (benchmarks/bench_engine.py): a whole deal is about twenty states, so making one must cost a
fraction of a microsecond. It is a frozen :class:`msgspec.Struct`, made in a twentieth of the time that a
frozen dataclass takes (docs/decisions/0009-quick-states.md). It holds only what every card changes; the rest is shared:
:class:`Setting` (who holds what under which contract), :class:`Dealt` (the cards and the score before the deal),
:class:`~euchre_engine.contract.Contract` and :class:`~euchre_engine.course.Moment`. What can be read back (bids,
tricks, the result) is not stored: each state knows the one ``before`` it and what was done there.

``gc=False``: states refer only to older ones, so that no cycle can hold them and counting references frees them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from msgspec import Struct

from .actions import Action
from .course import IDLE, Moment, tricks_of
from .history import actions_of
from .phases import Phase
from .result import DealResult, result_of
from .rules import Rules
from .scoring import winner

if TYPE_CHECKING:
    from .cards import Card, Suit
    from .contract import Contract, Game
    from .ranks import Standing

Step = Callable[["State", int, Action], "State"]
"""What carries out a legal action of a phase."""


@dataclass(frozen=True, slots=True)
class Room:
    """A phase, and what carries out the actions in it, other than plays."""

    phase: Phase
    step: Step | None = None
    claims: bool = False
    """Whether the seat to lead may claim."""


class Dealt(Struct, frozen=True, eq=False, gc=False):
    """What is settled when the cards are dealt."""

    game: Game
    number: int
    dealer: int
    score: tuple[int, ...]
    """The points of each side before this deal."""
    cards: tuple[Card, ...]
    """All cards as they were handed in."""
    hands: tuple[int, ...]
    """The masks of the seats' cards."""
    upcard: Card | None
    """The card turned up, once there is one."""
    suit: Suit | None
    """Its suit; the Benny has none."""
    stock: tuple[Card, ...]
    """The kitty as it lies now: a swap changes it."""

    def key(self) -> tuple[object, ...]:
        """What tells this deal from others of the same game."""
        return self.number, self.dealer, self.score, self.cards


class Setting(Struct, frozen=True, eq=False, gc=False):
    """What stays for several actions: the deal, the contract, the phase, the hands as it began."""

    dealt: Dealt
    contract: Contract
    room: Room
    hands: tuple[int, ...]
    """The masks of the seats' cards; once play has begun, by rank and as they were then."""
    score: tuple[int, ...]
    """The points of each side; at the end of a deal with those of the deal."""


class State(Struct, frozen=True, eq=False, gc=False):
    """A position of a game. Compare, keep and share it freely: it never changes."""

    setting: Setting
    turn: int | None
    """The seat that must act."""
    legal: tuple[Action, ...]
    """What it may do, in the order in which to offer it."""
    before: State | None
    """The state in which the last action of this deal was done; none before the first."""
    did: Action | None
    """That action."""
    standing: Standing
    """What the trick has come to."""
    moment: Moment = IDLE
    taken: int = 0
    """The tricks of all sides in one number (see :func:`~euchre_engine.course.tricks_of`)."""
    playable: int = 0
    """The cards that the seat may play, by rank."""
    live: int = 0
    """The cards not yet played, of the seats that play, by rank."""

    @property
    def dealt(self) -> Dealt:
        """The deal as it was dealt."""
        return self.setting.dealt

    @property
    def contract(self) -> Contract:
        """What the bidding has settled so far."""
        return self.setting.contract

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self.setting.dealt.game.rules

    @property
    def phase(self) -> Phase:
        """What the game waits for."""
        return self.setting.room.phase

    @property
    def dealer(self) -> int:
        """The seat that deals this deal."""
        return self.setting.dealt.dealer

    @property
    def deal_number(self) -> int:
        """The number of this deal; the first is 1."""
        return self.setting.dealt.number

    @property
    def score(self) -> tuple[int, ...]:
        """The points of each side; at the end of a deal with those of the deal."""
        return self.setting.score

    @property
    def tricks(self) -> tuple[int, ...]:
        """How many tricks each side has taken in this deal."""
        return tuple([tricks_of(self.taken, side) for side in range(self.rules.sides)])

    @property
    def last_trick(self) -> bool:
        """Once play has begun: nobody has more than one card left."""
        return self.live.bit_count() <= self.rules.players - len(self.contract.out)

    @property
    def result(self) -> DealResult | None:
        """How the deal ended, once it is over."""
        return result_of(self)

    @property
    def winner(self) -> int | None:
        """The side that has won the game, once it is over."""
        return winner(self.rules, self.score) if self.phase is Phase.GAME_OVER else None

    def _key(self) -> tuple[object, ...]:
        return self.rules, self.dealt.key(), self.phase, tuple(actions_of(self))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __repr__(self) -> str:
        return f"<State deal {self.deal_number} {self.phase} turn={self.turn} score={self.score} tricks={self.tricks}>"


def ask(here: Setting, turn: int | None, legal: tuple[Action, ...], before: State | None, did: Action | None) -> State:
    """A state without a trick that is going on: before the first lead, or when the deal is over."""
    return State(here, turn, legal, before, did, here.contract.ranks.empty)
