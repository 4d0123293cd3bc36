"""What a seat can do, as immutable values in the words of the game record."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, cast

from .cards import CARDS, INDEX, TRUMPS, Card, Trump, parse_card
from .errors import InvalidAction


class Do(StrEnum):
    """The words of actions."""

    PASS = "pass"
    ORDER = "order"
    CALL = "call"
    DISCARD = "discard"
    TAKE = "take"
    LEAVE = "leave"
    ALONE = "alone"
    TOGETHER = "together"
    PLAY = "play"
    CLAIM = "claim"
    ACCEPT = "accept"
    REFUSE = "refuse"
    FARMER = "farmer"
    KEEP = "keep"
    SWAP = "swap"
    GIVE = "give"


WITH_CARD: Final = (Do.PLAY, Do.DISCARD, Do.GIVE)
WITH_ALONE: Final = (Do.ORDER, Do.CALL)
NO_PLAY: Final = len(CARDS)
"""The index of actions that are no plays."""
SWAPPED: Final = 3
"""How many cards a farmer's hand exchanges."""


@dataclass(frozen=True, slots=True)
class Action:
    """Something a seat does.

    Args:
        do: the word.
        card: with ``play``, ``discard`` and ``give``.
        suit: with ``call``; ``"NT"`` is no trump.
        alone: said together with ``order`` or ``call``.
        cards: the three cards of a ``swap``, in the order in which they go under the kitty.

    Raises:
        InvalidAction: the parts do not fit the word.
    """

    do: Do
    card: Card | None = None
    suit: Trump | None = None
    alone: bool = False
    cards: tuple[Card, ...] = ()
    index: int = field(init=False, repr=False, compare=False)
    """The index of the card that is played, or ``NO_PLAY``."""
    _hash: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        _check(self)
        played = self.do is Do.PLAY and self.card is not None
        object.__setattr__(self, "index", INDEX[self.card] if played and self.card else NO_PLAY)
        # Actions are few, and keys of many tables: to put the hash together anew each time took longer than to play.
        object.__setattr__(self, "_hash", hash((self.do, self.card, self.suit, self.alone, self.cards)))

    def __hash__(self) -> int:
        return self._hash

    def __str__(self) -> str:
        """The action in words: ``call H alone``."""
        parts = [self.do.value, self.card, self.suit, "alone" if self.alone else None, *self.cards]
        return " ".join(part for part in parts if part)

    @classmethod
    def from_fields(cls, fields: Mapping[str, object]) -> Action:
        """Read an action from the fields of a record line or a message.

        Args:
            fields: ``do`` and what belongs to it; other keys are ignored.

        Returns:
            The action.

        Raises:
            InvalidAction: it cannot be read; the message quotes the part at fault.
        """
        word, alone, suit, card = fields.get("do"), fields.get("alone", False), fields.get("suit"), fields.get("card")
        if not isinstance(word, str) or word not in _WORDS:
            raise InvalidAction(f"not an action: do is {word!r}")
        if not isinstance(alone, bool):
            raise InvalidAction(f"alone must be true or false, not {alone!r}")
        if suit is not None and suit not in TRUMPS:
            raise InvalidAction(f"not a suit: {suit!r}")
        return cls(
            _WORDS[word],
            None if card is None else parse_card(card),
            suit,
            alone,
            _read_cards(fields.get("cards")),
        )

    def to_fields(self) -> dict[str, object]:
        """The record form: ``do``, and whatever is not left at its default."""
        fields: dict[str, object] = {"do": self.do.value}
        if self.card is not None:
            fields["card"] = self.card
        if self.suit is not None:
            fields["suit"] = self.suit
        if self.alone:
            fields["alone"] = True
        if self.cards:
            fields["cards"] = list(self.cards)
        return fields

    def same(self, other: Action) -> bool:
        """Whether both mean the same; the order of swapped cards is not compared."""
        if self.do is Do.SWAP and other.do is Do.SWAP:
            return set(self.cards) == set(other.cards)
        return self == other


_WORDS: Final[dict[str, Do]] = {word.value: word for word in Do}


def _read_cards(value: object) -> tuple[Card, ...]:
    if value is None:
        return ()
    if isinstance(value, str) or not isinstance(value, Sequence):
        raise InvalidAction(f"cards must be a list, not {value!r}")
    return tuple(parse_card(card) for card in cast(Sequence[object], value))


def _check(action: Action) -> None:
    """Refuse parts that do not belong to the word, and words without their parts."""
    word = action.do
    if (action.card is not None) != (word in WITH_CARD):
        raise InvalidAction(f"{word} with card {action.card!r}")
    if (action.suit is not None) != (word is Do.CALL):
        raise InvalidAction(f"{word} with suit {action.suit!r}")
    if action.alone and word not in WITH_ALONE:
        raise InvalidAction(f"{word} with alone")
    if len(set(action.cards)) != len(action.cards) or len(action.cards) != (SWAPPED if word is Do.SWAP else 0):
        raise InvalidAction(f"{word} with cards {list(action.cards)}")
    if action.card is not None and action.card not in INDEX:
        raise InvalidAction(f"not a card: {action.card!r}")


PASS: Final = Action(Do.PASS)
ORDER: Final = Action(Do.ORDER)
ORDER_ALONE: Final = Action(Do.ORDER, alone=True)
TAKE: Final = Action(Do.TAKE)
LEAVE: Final = Action(Do.LEAVE)
ALONE: Final = Action(Do.ALONE)
TOGETHER: Final = Action(Do.TOGETHER)
CLAIM: Final = Action(Do.CLAIM)
ACCEPT: Final = Action(Do.ACCEPT)
REFUSE: Final = Action(Do.REFUSE)
FARMER: Final = Action(Do.FARMER)
KEEP: Final = Action(Do.KEEP)
CALLS: Final[dict[Trump, Action]] = {suit: Action(Do.CALL, suit=suit) for suit in TRUMPS}
CALLS_ALONE: Final[dict[Trump, Action]] = {suit: Action(Do.CALL, suit=suit, alone=True) for suit in TRUMPS}
PLAYS: Final = tuple(Action(Do.PLAY, card) for card in CARDS)
DISCARDS: Final = tuple(Action(Do.DISCARD, card) for card in CARDS)
GIVES: Final = tuple(Action(Do.GIVE, card) for card in CARDS)
