"""How fast a table plays when it is not waiting for a person. The host sets the pace, so that all see the same."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class Pace:
    """Pauses of a table in seconds; zero means that there is none.

    ``bot``: before a bot acts. ``last_card``: before a card is played that nobody has to choose. ``trick``: a
    finished trick stays on the table. ``deal``: at most so long for everybody to look at the result of a deal;
    ``watched_deal``: the same where only bots play. ``start``: countdown before a game.
    """

    bot: float
    last_card: float
    trick: float
    deal: float
    watched_deal: float
    start: float


@dataclass(frozen=True, slots=True)
class Timing:
    """What a table's games wait for: ``pace``; and ``clock``, a person's time to think in seconds, 0 without end."""

    pace: Pace
    clock: float = 0


PACES: Mapping[str, Pace] = MappingProxyType(
    {
        "instant": Pace(bot=0, last_card=0, trick=0, deal=0, watched_deal=0, start=0),
        "fast": Pace(bot=0.4, last_card=0.3, trick=0.7, deal=12, watched_deal=2.5, start=3),
        "normal": Pace(bot=0.9, last_card=0.6, trick=1.5, deal=12, watched_deal=5, start=3),
        "relaxed": Pace(bot=1.6, last_card=1.0, trick=3.0, deal=12, watched_deal=8, start=3),
    }
)
DEFAULT_PACE = "normal"
