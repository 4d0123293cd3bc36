"""Names and cards of a record in words and fixed columns, for a terminal."""

from __future__ import annotations

from collections.abc import Sequence

from euchre_engine import Card
from euchre_protocol.messages import NAME_WIDTH
from euchre_protocol.text import clean_name, text_width

from .record_parse import Seat

UNKNOWN = "??"
_SYMBOLS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}


def seat_names(seats: Sequence[Seat], players: int) -> tuple[str, ...]:
    """A name for each seat that is safe to print; a seat without one is called by its number."""
    names = [clean_name(seat.name) for seat in seats] or [""] * players
    return tuple(name or f"Seat {number}" for number, name in enumerate(names))


def pad(text: str, width: int = NAME_WIDTH) -> str:
    """Fill a text up to so many terminal cells."""
    return text + " " * (width - text_width(text))


class Faces:
    """Cards as they are drawn: ``J♠`` where the output can show it, else ``JS``.

    Attributes:
        symbols: whether it can.
    """

    def __init__(self, symbols: bool) -> None:
        self.symbols = symbols

    def card(self, card: Card | None) -> str:
        """A card, or question marks for one that the record does not know."""
        if card is None:
            return UNKNOWN
        return card if card == "BN" else card[0] + self.suit(card[1])

    def suit(self, suit: str) -> str:
        """A suit, or ``NT``."""
        return _SYMBOLS.get(suit, suit) if self.symbols else suit

    def cards(self, cards: Sequence[Card | None]) -> str:
        """Several cards in a row."""
        return " ".join(map(self.card, cards))
