"""Players for empty seats: a view goes in, an action comes out, and nothing else is ever looked at.

``choose`` plays by rule of thumb at once; ``decide`` plays at a level; ``consider`` tells what every choice is worth.
"""

from .levels import LEVELS, Level, decide
from .rule import Chance, choose
from .search import Estimate, consider

__all__ = ["LEVELS", "Chance", "Estimate", "Level", "choose", "consider", "decide"]
