"""What each side did in a game: the sheet at its end."""

from __future__ import annotations

from collections.abc import Sequence

from euchre_engine import DealResult
from euchre_protocol.messages import SideSheet

_MARCHES = {"march", "alone_march"}
_ALONE_MADE = {"alone_made", "alone_march"}


def sheets(results: Sequence[DealResult], sides: int, players: int) -> list[SideSheet]:
    """One sheet for each side, from the results of all deals."""
    return [_sheet([r for r in results if r.outcome != "thrown_in"], side, players) for side in range(sides)]


def _sheet(results: Sequence[DealResult], side: int, players: int) -> SideSheet:
    called = [result for result in results if _side(result.maker, players) == side]
    alone = [result for result in called if any(_side(seat, players) == side for seat in result.alone)]
    return SideSheet(
        points=sum(result.points[side] for result in results),
        calls=len(called),
        made=sum(result.outcome != "euchred" for result in called),
        marches=sum(result.outcome in _MARCHES for result in called),
        euchred=sum(result.outcome == "euchred" for result in called),
        alone=len(alone),
        alone_made=sum(result.outcome in _ALONE_MADE for result in alone),
        tricks=sum(result.tricks[side] for result in results),
    )


def _side(seat: int | None, players: int) -> int | None:
    if seat is None:
        return None
    return seat % 2 if players == 4 else seat
