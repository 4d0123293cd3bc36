"""A position of a game, as one immutable value.

Speed shaped this type (see benchmarks/): a whole deal is about twenty states, so making one must cost a
fraction of a microsecond. A state is filled as a :class:`Draft` with plain slots and then becomes a :class:`State`,
whose attributes cannot be set any more. It holds only what every card changes; the rest is shared: :class:`Setting`
(who holds what under which contract), :class:`Dealt` (the cards and the score before the deal),
:class:`~euchre_engine.contract.Contract` and :class:`~euchre_engine.course.Moment`. What can be read back (bids,
tricks, the result) is not stored: each state knows the one ``before`` it and what was done there.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NoReturn

from .actions import Action
from .course import IDLE, Moment
from .history import actions_of
from .phases import Phase
from .result import DealResult, result_of
from .rules import Rules
from .scoring import winner

if TYPE_CHECKING:
    from .cards import Card, Suit
    from .contract import Contract, Game
    from .ranks import Ranks, Standing

Step = Callable[["State", int, Action], "State"]
"""What carries out a legal action of a phase."""


@dataclass(frozen=True, slots=True)
class Room:
    """A phase, and what carries out the actions in it, other than plays."""

    phase: Phase
    step: Step | None = None
    claims: bool = False
    """Whether the seat to lead may claim."""


new: Final = object.__new__
"""Makes a draft faster than calling its class does."""


class _Fixed:
    """A value that was filled as a draft of other class and cannot be changed any more."""

    __slots__ = ()

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a state never changes: {name}")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"a state never changes: {name}")


class DealtDraft:
    """A deal while it is being filled."""

    __slots__ = ("cards", "dealer", "game", "hands", "number", "score", "stock", "suit", "upcard")
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


class Dealt(DealtDraft, _Fixed):
    """What is settled when the cards are dealt."""

    __slots__ = ()

    def key(self) -> tuple[object, ...]:
        """What tells this deal from others of the same game."""
        return self.number, self.dealer, self.score, self.cards


class SettingDraft:
    """A setting while it is being filled."""

    __slots__ = ("bits", "contract", "dealt", "hands", "ranks", "room", "score")
    dealt: Dealt
    contract: Contract
    room: Room
    hands: tuple[int, ...]
    """The masks of the seats' cards; once play has begun, by rank and as they were then."""
    bits: tuple[int, ...]
    """By index of a play, the bit of its card's rank; 0 for what is no play."""
    ranks: Ranks
    score: tuple[int, ...]
    """The points of each side; at the end of a deal with those of the deal."""


class Setting(SettingDraft, _Fixed):
    """What stays for several actions: the deal, the contract, the phase, the hands as it began."""

    __slots__ = ()


def setting(dealt: Dealt, contract: Contract, room: Room, hands: tuple[int, ...], score: tuple[int, ...]) -> Setting:
    """Put a setting together."""
    draft = new(SettingDraft)
    draft.dealt = dealt
    draft.contract = contract
    draft.room = room
    draft.hands = hands
    draft.ranks = contract.ranks
    draft.bits = contract.ranks.bits
    draft.score = score
    draft.__class__ = Setting
    return draft  # type: ignore[return-value]  # it has just become one


class Draft:
    """A state while it is being filled; nobody outside the engine's step functions sees one."""

    __slots__ = ("before", "did", "legal", "live", "moment", "playable", "setting", "standing", "turn")
    setting: Setting
    turn: int | None
    """The seat that must act."""
    legal: tuple[Action, ...]
    """What it may do, in the order in which to offer it."""
    playable: int
    """The cards that it may play, by rank."""
    before: State | None
    """The state in which the last action of this deal was done; none before the first."""
    did: Action | None
    """That action."""
    moment: Moment
    live: int
    """The cards not yet played, of the seats that play, by rank."""
    standing: Standing


class State(Draft, _Fixed):
    """A position of a game. Compare, keep and share it freely: it never changes."""

    __slots__ = ()

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
        return self.moment.tricks(self.rules.sides)

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


def freeze(draft: Draft) -> State:
    """Make the draft, in place, a state that cannot be changed."""
    draft.__class__ = State
    return draft  # type: ignore[return-value]  # it has just become one


def ask(here: Setting, turn: int | None, legal: tuple[Action, ...], before: State | None, did: Action | None) -> State:
    """A state without a trick that is going on: before the first lead, or when the deal is over."""
    draft = new(Draft)
    draft.setting = here
    draft.turn = turn
    draft.legal = legal
    draft.playable = 0
    draft.before = before
    draft.did = did
    draft.moment = IDLE
    draft.live = 0
    draft.standing = here.contract.ranks.empty
    draft.__class__ = State
    return draft  # type: ignore[return-value]  # it has just become one
