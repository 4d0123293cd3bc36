"""The levels of play. All see exactly what their seat may know; the weaker ones think less, or forget."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from msgspec.structs import replace

from ..actions import Action, Do
from ..phases import Phase
from ..view import View
from . import rule
from .bids import BY_HEART, SCALES, Scale
from .facts import wins_with
from .rule import Chance
from .search import BATCH, Estimate, consider, never

SLIPS = 0.12
"""How often a beginner plays any legal card."""
LONE_LEAD, LONE_DOUBT = 0.01, 1.0
"""Of a game, and in standard errors beyond it: by so much going alone must be better than the best choice with the
partner. Below that it is a gamble that gains little: docs/bots.md has the figures."""
DOUBT, DOUBT_BIDS = 1.0, 0.5
"""Standard errors by which a choice must be better than that of the rules of thumb to be preferred: for a card, and for
a decision before the first lead, where the rules of thumb are worse."""


@dataclass(frozen=True, slots=True)
class Level:
    """How a level thinks."""

    name: str
    deals: int
    """Deals looked at for a card at most; 0 for play by rule of thumb."""
    bids: int = 0
    """Deals looked at for a decision before the first lead."""
    forgets: bool = False
    """Whether cards out of sight are out of mind."""
    scales: Mapping[int, Scale] = field(default_factory=lambda: SCALES)
    """How a hand is counted when going by rule."""


LEVELS: Mapping[str, Level] = MappingProxyType(
    {
        level.name: level
        for level in (
            Level("beginner", 0, forgets=True, scales=BY_HEART),
            Level("normal", 0, scales=BY_HEART),
            Level("strong", 16, 48),
            Level("expert", 160, 480),
        )
    }
)


def decide(
    level: Level, view: View, rng: Chance, *, deals: int = 0, floor: int = BATCH, stop: Callable[[], bool] = never
) -> Action:
    """Choose an action as a player of some level would.

    Args:
        level: one of ``LEVELS``.
        view: the view of the seat whose turn it is.
        rng: random source; the same one, with no ``stop``, gives the same choice.
        deals: deals to look at, at most, instead of the level's own number.
        floor: deals to look at, at least, whatever ``stop`` says.
        stop: asked after every deal; makes a level that searches choose when it returns true.

    Returns:
        One of ``view.legal``.

    Raises:
        ValueError: nothing may be chosen in this view.
    """
    if level.forgets:
        return _forgetful(view, rng, level.scales)
    sound = rule.choose(view, rng, level.scales)
    if not level.deals or len(view.legal) == 1 or sound.do is Do.CLAIM:
        return sound
    most = deals or (level.deals if view.phase is Phase.PLAY else level.bids)
    return preferred(view, sound, consider(view, rng, deals=most, floor=floor, stop=stop))


def preferred(view: View, sound: Action, estimates: Sequence[Estimate]) -> Action:
    """Choose by estimates, the best first, or by rule of thumb.

    Args:
        view: the view of the seat that chooses.
        sound: what the rules of thumb say.
        estimates: what each action is worth; none where that cannot be found out.
    """
    if sound.do is Do.CLAIM:
        return sound
    one_wins = wins_with(view, 1)
    wanted = [found for found in estimates if not (one_wins and _lone(found.action))]
    if not wanted:
        return sound
    best = wanted[0]
    # A difference within the noise of the sample is no reason to leave the rules of thumb.
    doubt = DOUBT if view.phase is Phase.PLAY else DOUBT_BIDS
    doubtful = [found.action for found in wanted if best.value - found.value <= doubt * found.behind]
    return _with_partner(sound if sound in doubtful else best.action, wanted)


def _with_partner(choice: Action, wanted: Sequence[Estimate]) -> Action:
    """Do what is best with the partner, where going alone hardly promises more than that."""
    others = [found for found in wanted if not _lone(found.action)]
    if not _lone(choice) or not others:
        return choice
    mine = next(found for found in wanted if found.action == choice)
    # Of choices that are measured roughly the one that looks best is seldom as good as it looks.
    lead = mine.value - others[0].value - LONE_DOUBT * max(mine.behind, others[0].behind)
    return others[0].action if lead < LONE_LEAD else choice


def _lone(action: Action) -> bool:
    return action.alone or action.do is Do.ALONE


def _forgetful(view: View, rng: Chance, scales: Mapping[int, Scale]) -> Action:
    if view.phase is Phase.PLAY and rng.random() < SLIPS:
        cards = [action for action in view.legal if action.do is Do.PLAY]
        return cards[int(rng.random() * len(cards))]
    return rule.choose(replace(view, history=()), rng, scales)
