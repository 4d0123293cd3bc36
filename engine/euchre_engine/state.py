"""A position of a game, as one immutable value.

Speed shaped this type (benchmarks/bench_engine.py): a whole deal is about twenty states, so making one must cost a
fraction of a microsecond. A state is filled as a :class:`Draft` with plain slots and then becomes a :class:`State`,
whose attributes cannot be set any more. What play does not change lies in shared values: :class:`Dealt` (cards and
score before the deal) and :class:`~euchre_engine.contract.Contract` (trump, makers, loners). What can be computed when
somebody asks (bids, tricks, the result) is not stored: ``log`` holds every action of the deal, newest first.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, NamedTuple, NoReturn, Optional

from .actions import Action
from .phases import Phase
from .result import DealResult, result_of
from .rules import HAND_SIZE, Rules
from .scoring import winner

if TYPE_CHECKING:
    from .cards import Card
    from .contract import Contract, Game


Log = Optional[tuple[int, Action, "Log"]]  # noqa: UP045 - a recursive alias cannot be written with | here
"""(seat, action, everything before): adding to it costs the same however long it is."""

Step = Callable[["State", int, Action], "State"]


class Offer:
    """What may be done now: the legal actions in the order in which to offer them, and what carries them out."""

    __slots__ = ("actions", "mask", "step")

    def __init__(self, actions: tuple[Action, ...], step: Step) -> None:
        self.actions: Final = actions
        self.step: Final = step
        mask = 0
        for action in actions:
            mask |= action.bit
        self.mask: Final = mask


class Dealt(NamedTuple):
    """What is settled when the cards are dealt.

    ``cards`` are all the cards as they were handed in, ``hands`` the masks of the seats, ``stock`` the kitty as it
    lies now (a swap changes it). ``score`` is the score before this deal.
    """

    game: Game
    number: int
    dealer: int
    score: tuple[int, ...]
    cards: tuple[Card, ...]
    hands: tuple[int, ...]
    stock: tuple[Card, ...]

    @property
    def upcard(self) -> Card | None:
        """The card turned up, once there is one."""
        return self.cards[HAND_SIZE * len(self.hands)] if self.cards else None


class Draft:
    """A state while it is being filled; nobody outside the engine's step functions sees one."""

    __slots__ = (
        "best",
        "contract",
        "dealt",
        "follow",
        "hands",
        "leader",
        "live",
        "log",
        "offer",
        "phase",
        "powers",
        "score",
        "taken",
        "turn",
        "winning",
    )
    dealt: Dealt
    phase: Phase
    """What the game waits for."""
    turn: int | None
    """The seat that must act."""
    contract: Contract
    hands: tuple[int, ...]
    """The masks of the seats' cards; while tricks are played, less those that are not ``live``."""
    live: int
    """The cards not yet played, of the seats that play."""
    leader: int
    """The seat that led the trick."""
    follow: int
    """The cards that follow suit; 0 when the next card is a lead."""
    powers: tuple[int, ...]
    """What each card is worth in this trick."""
    best: int
    """The worth of the card that is winning."""
    winning: int
    """The seat that is winning the trick, or won the last one."""
    taken: int
    """The tricks of each side, four bits a side."""
    score: tuple[int, ...]
    """The points of each side; at the end of a deal with those of the deal."""
    log: Log
    offer: Offer


class State(Draft):
    """A position of a game. Compare, keep and share it freely: it never changes."""

    __slots__ = ()

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a state never changes: {name}")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"a state never changes: {name}")

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self.dealt.game.rules

    @property
    def dealer(self) -> int:
        """The seat that deals this deal."""
        return self.dealt.dealer

    @property
    def deal_number(self) -> int:
        """The number of this deal; the first is 1."""
        return self.dealt.number

    @property
    def tricks(self) -> tuple[int, ...]:
        """How many tricks each side has taken in this deal."""
        return tuple(self.taken >> 4 * side & 15 for side in range(self.rules.sides))

    @property
    def result(self) -> DealResult | None:
        """How the deal ended, once it is over."""
        return result_of(self)

    @property
    def winner(self) -> int | None:
        """The side that has won the game, once it is over."""
        return winner(self.rules, self.score) if self.phase is Phase.GAME_OVER else None

    def _key(self) -> tuple[object, ...]:
        dealt = self.dealt[1:]
        return (self.rules, dealt, self.phase, self.turn, self.hands, self.live, self.taken, self.score, self.log)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __repr__(self) -> str:
        return f"<State deal {self.deal_number} {self.phase} turn={self.turn} score={self.score} tricks={self.tricks}>"


def freeze(draft: Draft) -> State:
    """Make the draft, in place, a state that cannot be changed."""
    draft.__class__ = State
    assert isinstance(draft, State)
    return draft


def early(
    dealt: Dealt, phase: Phase, turn: int | None, contract: Contract, hands: tuple[int, ...], log: Log, offer: Offer
) -> State:
    """A state before the first lead: no trick, nothing played."""
    draft = Draft()
    draft.dealt = dealt
    draft.phase = phase
    draft.turn = turn
    draft.contract = contract
    draft.hands = hands
    draft.live = 0
    draft.leader = -1
    draft.follow = 0
    draft.powers = ()
    draft.best = 0
    draft.winning = -1
    draft.taken = 0
    draft.score = dealt.score
    draft.log = log
    draft.offer = offer
    return freeze(draft)
