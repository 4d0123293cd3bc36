"""The game of Euchre as pure values and functions: no I/O, clock, randomness or logging.

A game is rules, deals and actions: ``start_game``, then for each deal ``deal`` with the shuffled cards and ``apply``
for each action. ``legal_actions`` is the only source of what is legal; ``view`` is what one person may see.
"""

from __future__ import annotations

from .actions import Action, Do
from .cards import BENNY, Card, Suit, Trump, parse_card
from .errors import EuchreError, IllegalAction, InvalidAction, InvalidDeal, Reason, RulesError
from .events import Event, events
from .history import Laid, Said
from .invariants import check_invariants
from .phases import Phase
from .playing import apply
from .reasons import SENTENCES, dead_actions, why_not
from .result import DealResult
from .rules import FIELDS, HAND_SIZE, PRESETS, Field, Rules, deck
from .state import State
from .table import deal, legal_actions, start_game
from .view import Look, Own, Scene, View, view

__all__ = [
    "BENNY",
    "FIELDS",
    "HAND_SIZE",
    "PRESETS",
    "SENTENCES",
    "Action",
    "Card",
    "DealResult",
    "Do",
    "EuchreError",
    "Event",
    "Field",
    "IllegalAction",
    "InvalidAction",
    "InvalidDeal",
    "Laid",
    "Look",
    "Own",
    "Phase",
    "Reason",
    "Rules",
    "RulesError",
    "Said",
    "Scene",
    "State",
    "Suit",
    "Trump",
    "View",
    "apply",
    "check_invariants",
    "dead_actions",
    "deal",
    "deck",
    "events",
    "legal_actions",
    "parse_card",
    "start_game",
    "view",
    "why_not",
]
