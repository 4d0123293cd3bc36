"""Which rules have no effect under the others, so that the form can say so and send what the host will take.

This is a courtesy of the form and no knowledge of the game: the host judges every table that is asked for, and names
the fields that do not go together.
"""

from __future__ import annotations

from collections.abc import Mapping

from euchre_protocol.messages import Value

_PARTNERS_ONLY = ("defend_alone", "loner_lead", "loner_euchred", "partner_order", "partners_best")
"""Rules about partners, of whom there are none with two or three hands."""


def idle(rules: Mapping[str, Value], defaults: Mapping[str, Value]) -> dict[str, Value]:
    """Return the rules without effect and the only value that each may then hold.

    Args:
        rules: Every rule's value as chosen.
        defaults: Every rule's default.
    """
    values = dict(rules)
    fixed: dict[str, Value] = {}

    def fix(*names: str) -> None:
        fixed.update({name: defaults[name] for name in names if name in defaults})
        values.update(fixed)

    if values.get("players", 4) != 4:
        fixed["alone"] = values["alone"] = "none"
        fix(*_PARTNERS_ONLY)
    if values.get("alone") == "none":
        fix("partner_order", "loner_euchred")
        if values.get("defend_alone") != "always":
            fix("defend_alone", "loner_lead", "partners_best")
    if values.get("defend_alone", "off") == "off":
        fix("lone_defender_points")
    return fixed
