"""Who sits where and under which rules: what a sentence about the game has to know."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from euchre_client.i18n import tr
from euchre_client.words.people import joined, person

if TYPE_CHECKING:
    from euchre_protocol import messages as m


def _no_rules() -> dict[str, m.Value]:
    return {}


@dataclass(frozen=True, slots=True)
class Scene:
    """One table as one connection sees it.

    Attributes:
        names: for each seat who sits there, safe to draw.
        you: the own seat; none when watching.
        dealer: the seat that deals.
        rules: the table's rules by name.
        letters: letters for suits instead of symbols.
    """

    names: tuple[str, ...]
    you: int | None = None
    dealer: int | None = None
    rules: Mapping[str, m.Value] = field(default_factory=_no_rules)
    letters: bool = False

    @classmethod
    def at(cls, table: m.Table, view: m.View | None = None, *, letters: bool = False) -> Scene:
        """The scene that the newest table and view messages describe."""
        names = tuple(seat_name(seat, info) for seat, info in enumerate(table.line.seats))
        dealer = None if view is None else view.dealer
        return cls(names, table.you, dealer, table.line.rules, letters)

    @property
    def seats(self) -> int:
        """How many hands are dealt."""
        return len(self.names)

    @property
    def sides(self) -> int:
        """Partners are one side with four hands; otherwise everybody is one."""
        return 2 if self.seats == 4 else self.seats

    def side(self, seat: int) -> int:
        """The side that a seat belongs to."""
        return seat % self.sides

    @property
    def your_side(self) -> int | None:
        """The own side; none when watching."""
        return None if self.you is None else self.side(self.you)

    def partners(self, seat: int, other: int) -> bool:
        """Whether two different seats are one side."""
        return seat != other and self.side(seat) == self.side(other)

    def side_names(self, side: int) -> str:
        """The people of a side: ``Ann+Maria``."""
        return joined([name for seat, name in enumerate(self.names) if self.side(seat) == side])


def seat_name(seat: int, info: m.SeatInfo) -> str:
    """Who sits in a seat, or the seat's number (from 1) when nobody does."""
    name = person(info.name)
    return name if name else tr("seat {number}", number=seat + 1)


def score_text(score: Sequence[int]) -> str:
    """Points by side: ``4:6``."""
    return ":".join(str(points) for points in score)
