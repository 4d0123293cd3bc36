"""The engine's errors: unreadable and not legal are two different things."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .cards import Card, Trump


class EuchreError(ValueError):
    """Anything that the engine refuses."""


class InvalidAction(EuchreError):  # noqa: N818 - beside IllegalAction: two kinds of wrong action
    """Something that cannot be read as a card or an action at all; the message quotes it."""


class InvalidDeal(EuchreError):  # noqa: N818 - as InvalidAction
    """Cards that are no permutation of the deck, or a deal at the wrong time."""


class RulesError(EuchreError):
    """Rules that make no sense.

    Attributes:
        code: ``unknown_field``, ``bad_value`` or ``conflict``.
        fields: the fields that the message speaks of.
    """

    def __init__(self, code: str, fields: tuple[str, ...], message: str) -> None:
        super().__init__(message)
        self.code = code
        self.fields = fields


@dataclass(frozen=True, slots=True)
class Reason:
    """Why an action is not legal now: a code, and the suit and cards it speaks of.

    The codes, with what ``suit`` and ``cards`` hold, are listed in docs/protocol.md.
    """

    code: str
    suit: Trump | None = None
    cards: tuple[Card, ...] = ()


class IllegalAction(EuchreError):  # noqa: N818 - as InvalidAction
    """An action that reads well and is not legal now.

    Attributes:
        code: a word for programs, such as ``follow``.
        suit: the suit that the reason speaks of, if any.
        cards: the cards that the reason speaks of.
    """

    def __init__(self, reason: Reason, message: str) -> None:
        super().__init__(message)
        self.reason = reason
        self.code = reason.code
        self.suit = reason.suit
        self.cards = reason.cards
