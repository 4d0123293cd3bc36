"""The chance of winning the game, by score and dealer.

A deal is taken for a draw from the outcomes that good players had over many deals; the chance follows by going back
from the end of the game. It is what the stronger players maximise: two points at 8 of 10 are a game, at 9 they are
one point too many.
"""

from __future__ import annotations

from functools import cache

from ..rules import Rules
from ..scoring import winner

_OUTCOMES: dict[int, tuple[tuple[int, int, float], ...]] = {
    4: ((1, 0, 0.475), (2, 0, 0.147), (4, 0, 0.050), (0, 1, 0.180), (0, 2, 0.134), (0, 4, 0.014)),
    2: ((1, 0, 0.484), (2, 0, 0.232), (0, 1, 0.140), (0, 2, 0.144)),
}
"""Points of the dealer's side and of the other, and how often: 6,000 deals of the conventional player."""


def chances(rules: Rules, score: tuple[int, ...], dealer: int) -> tuple[float, ...]:
    """Return each side's chance of winning the game.

    With two sides it comes from the table. With three the table would have a thousand entries and say little more than
    a formula in the points that each still needs, which is off by 2 % on average.

    Args:
        rules: the rules of the game.
        score: the points of each side.
        dealer: the seat that deals next.
    """
    won = winner(rules, score)
    if won is not None:
        return tuple(float(side == won) for side in range(rules.sides))
    if rules.sides > 2:
        weights = [(_need(rules, score, side) + 1.5) ** -3.5 for side in range(rules.sides)]
        return tuple(weight / sum(weights) for weight in weights)
    mine, theirs = _need(rules, score, dealer % 2), _need(rules, score, 1 - dealer % 2)
    chance = _table(rules.players, max(mine, theirs))[mine][theirs]
    return (1 - chance, chance) if dealer % 2 else (chance, 1 - chance)


def _need(rules: Rules, score: tuple[int, ...], side: int) -> int:
    """Return how many points a side lacks, the lead that ``win_by`` asks for included."""
    ahead = max(points for other, points in enumerate(score) if other != side) + rules.win_by
    return max(rules.target - score[side], ahead - score[side] if rules.win_by > 1 else 0, 1)


@cache
def _table(players: int, most: int) -> list[list[float]]:
    """Return the chance of the side that deals, [points it needs][points the other side needs], up to ``most``.

    Needs down to -3, which stand at the end of each list, are games that are over; so no cell has to ask.
    """
    past = max(ours + theirs for ours, theirs, _ in _OUTCOMES[players]) - 1
    size = most + 1 + past
    table = [[0.0] * size if 0 < mine <= most else [1.0] * size for mine in range(size)]
    outcomes = _OUTCOMES[players]
    for need in range(2, 2 * most + 1):
        for mine in range(max(1, need - most), min(most, need - 1) + 1):
            theirs = need - mine
            # Then the other side deals: its chance is ours of losing.
            table[mine][theirs] = 1 - sum([odds * table[theirs - b][mine - a] for a, b, odds in outcomes])
    return table
