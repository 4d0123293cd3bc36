"""A finished game as an expert sees it, in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import msgspec

from euchre_client.i18n import tr, trn
from euchre_client.words.advice import chance_text, points_text
from euchre_client.words.choices import action_words
from euchre_client.words.scene import Scene
from euchre_protocol import messages as m

_STEPS = "▁▂▃▄▅▆▇█"
"""A chance from 0 to 100 %, as high as it is."""


def own_side(scene: Scene) -> int:
    """The side from which a game is told: the own one, the first one to a watcher."""
    return scene.your_side or 0


def curve(deals: Sequence[m.Reviewed], scene: Scene) -> str:
    """How a side's chance went, a block a deal, before the first one first."""
    if not deals:
        return ""
    side = own_side(scene)
    chances = [deals[0].before[side], *(deal.after[side] for deal in deals)]
    return "".join(_STEPS[min(chance, 999) * len(_STEPS) // 1000] for chance in chances)


def deal_head(deal: m.Reviewed, scene: Scene) -> str:
    """What became of the chance in a deal: "Deal 3: 45.0 % → 52.1 % for Ann+Cleo; luck +4.2, choices +2.9"."""
    side = own_side(scene)
    before, after, luck = deal.before[side], deal.after[side], deal.luck[side]
    return tr(
        "Deal {n}: {before} → {after} for {side}; luck {luck}, choices {choices}.",
        n=deal.deal,
        before=chance_text(before),
        after=chance_text(after),
        side=scene.side_names(side),
        luck=signed(luck),
        choices=signed(after - before - luck),
    )


def signed(thousandths: int) -> str:
    """A change of a chance in percent, with its sign: ``+4.2``."""
    return f"{'−' if thousandths < 0 else '+'}{abs(thousandths) / 10:.1f}"


def verdict_line(verdict: m.Verdict, view: m.View, scene: Scene) -> str:
    """What an expert thinks of one decision that was not its own."""
    # Whoever tells it now need not have dealt then, nor does the upcard of the last deal say anything of this one.
    neutral, blank = replace(scene, dealer=None), msgspec.structs.replace(view, upcard=None, looks={})
    places = {
        "name": scene.names[verdict.seat],
        "action": action_words(verdict.action, blank, neutral).strip(),
        "choice": action_words(verdict.choice, blank, neutral).strip(),
        "chance": signed(-verdict.chance),
        "points": points_text(-verdict.points),
    }
    if verdict.mistake:
        return tr("{name}: {action}; the expert: {choice}. It cost {chance} % of games, {points} points.", **places)
    return tr("{name}: {action}; the expert: {choice}. Perhaps {chance} % of games.", **places)


def told(deal: m.Reviewed) -> list[m.Verdict]:
    """The decisions of a deal that cost something, the dearest first."""
    return sorted((one for one in deal.verdicts if one.chance > 0), key=lambda one: (not one.mistake, -one.chance))


def sums_lines(deals: Sequence[m.Reviewed], scene: Scene) -> list[str]:
    """What each player gave away in all deals so far, and what luck did."""
    lines: list[str] = []
    for seat, name in enumerate(scene.names):
        mine = [verdict for deal in deals for verdict in deal.verdicts if verdict.seat == seat]
        mistakes = sum(verdict.mistake for verdict in mine)
        text = trn(
            "{name}: {count} mistake in {all} choices, {chance} % of games.",
            "{name}: {count} mistakes in {all} choices, {chance} % of games.",
            mistakes,
            name=name,
            all=len(mine),
            chance=signed(-sum(verdict.chance for verdict in mine)),
        )
        lines.append(text)
    side = own_side(scene)
    luck = sum(deal.luck[side] for deal in deals)
    lines.append(tr("Luck for {side}: {luck} % of games.", side=scene.side_names(side), luck=signed(luck)))
    return lines


def progress_line(deals: Sequence[m.Reviewed]) -> str:
    """How far the review is; empty when it is whole."""
    if not deals:
        return tr("An expert is looking at the game.")
    if len(deals) < deals[0].deals:
        return tr("{n} of {all} deals are looked at.", n=len(deals), all=deals[0].deals)
    return ""
