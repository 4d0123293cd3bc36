"""What may be done at the table besides playing, as a list over the table."""

from __future__ import annotations

from euchre_client.canvas import Canvas
from euchre_client.commands.deeds import offered, picked
from euchre_client.i18n import tr
from euchre_client.model import Model, chosen, scene
from euchre_client.screens.geometry import beside_pane
from euchre_client.text import wrap
from euchre_client.words.deeds import deed_effect, deed_words, paused_line, proposal_line
from euchre_client.words.screen import Prompt

_WIDE = 52


def draw(canvas: Canvas, model: Model) -> None:
    """Draw what is being decided, and the list; where it is longer than the window, the part around the choice."""
    wide, over = beside_pane(canvas.width, canvas.height, _WIDE)
    bottom = canvas.bottom
    above = [text for line in council_lines(model) for text in wrap(line, wide - 6)]
    listed, here = offered(model), picked(model)
    fit = max(1, bottom - 3 - len(above))  # the frame takes two rows, and the status row one
    at = listed.index(here) if here is not None else 0
    first = min(max(0, at - fit // 2), max(0, len(listed) - fit))
    tall = len(above) + len(listed[first : first + fit]) + 2
    top, left = max(1, (bottom - tall) // 2), (over - wide) // 2
    canvas.box(top, left, tall, wide, "", title=tr("At the table"))
    for offset, text in enumerate(above):
        canvas.put(top + 1 + offset, left + 3, text)
    for offset, deed in enumerate(listed[first : first + fit]):
        number = first + offset + 1
        text = f"{'►' if deed == here else ' '} {number if number <= 9 else ' '}  {deed_words(deed)}"
        style = "class:chosen" if deed == here else ""
        canvas.put(top + 1 + len(above) + offset, left + 3, text, style, room=wide - 5)  # the prompt has it whole


def prompt(model: Model) -> Prompt:
    """Say what is chosen and what it brings about."""
    deed = picked(model)
    if deed is None:
        return tr("Choose, then Enter does it."), tr("Esc does nothing.")
    return tr("Enter: {deed}.", deed=deed_words(deed)), deed_effect(deed)


def council_lines(model: Model) -> list[str]:
    """Return who has paused the game, and what is to be decided."""
    table = model.table
    lines: list[str] = []
    if table is not None and table.paused is not None:
        lines.append(paused_line(table.paused, model.name))
    if table is not None and table.proposal is not None:
        lines.append(proposal_line(table.proposal, scene(model), model.name))
    return lines


def council_prompt(model: Model, usual: Prompt) -> Prompt:
    """Say that the game is paused, or that there is something to vote about, in place of what is usual.

    A proposal can wait; what Enter would do with what is chosen, or why it may not, is said first.
    """
    table, lines = model.table, council_lines(model)
    if table is None or not lines:
        return usual
    if table.paused is not None:
        more = lines[1] if len(lines) > 1 else ""
        return lines[0], more or (tr("m and Enter let it go on.") if table.you is not None else "")
    if chosen(model) is not None:
        return usual
    votes = table.proposal is not None and table.you in {*table.proposal.voters}
    vote = tr("m: vote")
    return usual[0], f"{lines[0]} {vote}" if votes else lines[0]
