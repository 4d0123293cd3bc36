"""Players for empty seats: a view goes in, an action comes out, and nothing else is ever looked at."""

from .rule import Chance, choose

__all__ = ["Chance", "choose"]
