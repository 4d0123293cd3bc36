"""What a deal is worth, and when a game is won.

Source: the points table and the house rules of docs/rules.md.
"""

from __future__ import annotations

from typing import Final, Literal

from .rules import HAND_SIZE, Rules

Outcome = Literal["made", "march", "alone_made", "alone_march", "euchred", "thrown_in"]

NEEDED: Final = 3
"""The makers must take this many of the five tricks."""


def outcome(tricks: int, alone: bool) -> Outcome:
    """Name what the makers did.

    Args:
        tricks: how many the makers took, 0-5.
        alone: whether one of them played alone.
    """
    if tricks < NEEDED:
        return "euchred"
    if tricks == HAND_SIZE:
        return "alone_march" if alone else "march"
    return "alone_made" if alone else "made"


def points(rules: Rules, makers: int, tricks: int, loners: tuple[bool, bool]) -> tuple[int, ...]:
    """The points of each side for a deal that was played out.

    Args:
        rules: the rules of the table.
        makers: the makers' side.
        tricks: how many tricks the makers took, 0-5.
        loners: whether a maker, and whether a defender, played alone.

    Returns:
        One number a side; every opponent of the makers gets the same.
    """
    alone, defended_alone = loners
    if tricks >= NEEDED:
        won = _march(rules, alone) if tricks == HAND_SIZE else 1
        return tuple(won if side == makers else 0 for side in range(rules.sides))
    lost = _euchre(rules, tricks, alone, defended_alone)
    return tuple(0 if side == makers else lost for side in range(rules.sides))


def _march(rules: Rules, alone: bool) -> int:
    if alone:
        return 4
    return 3 if rules.players == 3 else 2


def _euchre(rules: Rules, tricks: int, alone: bool, defended_alone: bool) -> int:
    """The largest of the amounts that apply."""
    amounts = [2]
    if alone:
        amounts.append(rules.loner_euchred)
    if tricks == 0:
        amounts.append(rules.super_euchre)
    if defended_alone and (rules.lone_defender_points == "flat4" or tricks == 0):
        amounts.append(4)
    return max(amounts)


def winner(rules: Rules, score: tuple[int, ...]) -> int | None:
    """The side that has won with this score, if one has.

    It has reached the target and leads every other side by ``win_by``; with ``win_by=1`` that means it leads alone.
    """
    best = max(score)
    if best < rules.target:
        return None
    behind = sorted(score)[-2]
    return score.index(best) if best - behind >= rules.win_by else None
