"""A reviewed game in plain text: deal by deal, then sums, then how the chances went."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from euchre_engine import Action, Do
from euchre_engine.bots import Estimate

from .record_names import Faces, pad
from .review import Game, Reviewed, Sums, Verdict

_WIDE = 96
"""Columns of the lines in which all choices of a decision stand."""
_GLUE = "\N{NO-BREAK SPACE}"
"""Stands for the blanks inside of one choice while lines are broken."""
_MARKS = {True: "!", False: " "}


@dataclass(frozen=True, slots=True)
class Table:
    """How to word a game: a name for each seat and each side, and how to draw cards."""

    names: Sequence[str]
    sides: Sequence[str]
    faces: Faces


def deal_lines(reviewed: Reviewed, table: Table, seat: int | None) -> Iterator[str]:
    """The lines about one deal; with ``seat``, of that seat's decisions only."""
    score = " : ".join(map(str, reviewed.score))
    yield f"Deal {reviewed.number}   {table.names[reviewed.dealer]} deals   score {score}"
    for verdict in reviewed.verdicts:
        if seat in (None, verdict.seat):
            yield from _decision(verdict, table)
    for side, name in enumerate(table.sides):
        before, after, luck = (100 * each[side] for each in (reviewed.before, reviewed.after, reviewed.luck))
        if reviewed.result is not None:
            moved = f"{name}: {before:.1f} % -> {after:.1f} % of games"
            yield f"  {moved}; luck {luck:+.1f}, choices {after - before - luck:+.1f}"
    yield ""


def _decision(verdict: Verdict, table: Table) -> Iterator[str]:
    name = table.names[verdict.seat]
    head = f"{_MARKS[verdict.mistake]} {pad(name)} {action_words(verdict.action, table.faces)}"
    if verdict.action == verdict.choice:
        yield f"{head}   as the expert"
    elif verdict.chance <= 0:
        yield f"{head}   the expert: {action_words(verdict.choice, table.faces)}, worth the same"
    else:
        cost = f"-{100 * verdict.chance:.1f} % of games, {-verdict.points:+.2f} points"
        doubt = "" if verdict.mistake else ", within the doubt"
        yield f"{head}   the expert: {action_words(verdict.choice, table.faces)}   {cost}{doubt}"
    if verdict.estimates:
        options = [_option(found, table.faces) for found in verdict.estimates]
        indent = " " * 6
        text = "   ".join(options)
        lines = textwrap.wrap(text, _WIDE, initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False)
        yield from (line.replace(_GLUE, " ") for line in lines)


def _option(found: Estimate, faces: Faces) -> str:
    words = action_words(found.action, faces)
    sign = "±" if faces.symbols else "+-"
    text = f"{words} {100 * found.chance:.1f}{sign}{196 * found.error:.1f} % ({found.points:+.2f})"
    return text.replace(" ", _GLUE)


def action_words(action: Action, faces: Faces) -> str:
    """An action in short: ``call ♠ alone``, ``J♠``."""
    if action.do is Do.PLAY:
        return faces.card(action.card)
    words = [str(action.do)]
    words += [faces.card(action.card)] if action.card else []
    words += [faces.suit(action.suit)] if action.suit else []
    words += [faces.cards(action.cards)] if action.cards else []
    return " ".join(words + ["alone"] * action.alone)


# ---------------------------------------------------------------- sums

_COLUMNS: tuple[tuple[str, Callable[[Sums], str]], ...] = (
    ("choices", lambda sums: f"{sums.decisions}"),
    ("mistakes", lambda sums: f"{sums.mistakes}"),
    ("% games", lambda sums: f"{-100 * sums.chance:+.1f}"),
    ("points", lambda sums: f"{-sums.points:+.2f}"),
    ("calls", lambda sums: f"{sums.calls}"),
    ("missed", lambda sums: f"{sums.missed}"),
    ("wrong", lambda sums: f"{sums.wrong}"),
    ("loners", lambda sums: f"{sums.loners}"),
    ("missed", lambda sums: f"{sums.missed_loners}"),
    ("wrong", lambda sums: f"{sums.wrong_loners}"),
    ("thrown", lambda sums: f"{sums.thrown}"),
)


def sums_lines(game: Game, table: Table, seat: int | None) -> Iterator[str]:
    """What each player gave away, and what luck did for each side."""
    yield pad("player") + "".join(f"{head:>9}" for head, _ in _COLUMNS)
    for place, sums in enumerate(game.sums):
        if seat in (None, place):
            yield pad(table.names[place]) + _row(sums)
    yield ""
    for side, name in enumerate(table.sides):
        whole = game.curve[-1][side] - game.curve[0][side]
        luck = game.luck[side]
        yield f"{name}: luck {100 * luck:+.1f} % of games, choices {100 * (whole - luck):+.1f} %"


def _row(sums: Sums) -> str:
    return "".join(f"{show(sums):>9}" for _, show in _COLUMNS)


NOTES = """% games, points: what the choices cost against an expert's. calls, loners: the right ones; missed: an expert
would have; wrong: an expert would not have; both beyond doubt. thrown: cards that cost a trick or so. ! marks a choice
that is worse beyond doubt. Chances are true to within what stands behind them in 19 cases of 20."""
"""What the columns mean."""
