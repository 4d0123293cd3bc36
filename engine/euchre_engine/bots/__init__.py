"""Players for empty seats: a view goes in, an action comes out, and nothing else is ever looked at.

``choose`` plays by rule of thumb at once; ``decide`` plays at a level; ``consider`` tells what every choice is worth,
``advise`` also what an expert would do, and why.
"""

from .advice import Advice, Ground, advise, ground
from .levels import LEVELS, Level, decide
from .rule import Chance, choose
from .search import Estimate, consider

__all__ = [
    "LEVELS",
    "Advice",
    "Chance",
    "Estimate",
    "Ground",
    "Level",
    "advise",
    "choose",
    "consider",
    "decide",
    "ground",
]
