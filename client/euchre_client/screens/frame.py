"""The rows that every screen has: the status row, two prompt lines and the line of keys."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from euchre_client.canvas import Canvas
from euchre_client.i18n import tr
from euchre_client.keymap import ALWAYS_SHOWN, Context, bindings_in
from euchre_client.model import Model, playing, question, seats, whole_deal, you
from euchre_client.screens.geometry import Tier, tier
from euchre_client.text import width, wrap

if TYPE_CHECKING:
    from euchre_protocol.messages import View

Status = list[tuple[str, ...]]
"""The parts of the status row, each from its longest form to its shortest."""


@dataclass(frozen=True, slots=True)
class Hint:
    """One entry of the line of keys."""

    key: str
    does: str
    always: bool

    @property
    def cells(self) -> int:
        """Its width."""
        return width(self.key) + 2 + width(self.does)


def hints(model: Model, where: Context, *, brief: bool = False, pages: int = 2) -> list[Hint]:
    """Return the keys that act now, in order of importance.

    Args:
        model: What is on the screen.
        where: The context whose keys act.
        brief: Name only one of several keys for the same.
        pages: How many pages are to be turned.
    """
    count = len(question(model)) or len(seats(model)) or 1
    always = ALWAYS_SHOWN - {"leave", "quit"} if brief else ALWAYS_SHOWN
    return [
        Hint(tr(each.brief if brief and each.brief else each.shown, n=count), tr(each.hint), each.command in always)
        for each in bindings_in(where)
        if each.hint and not _idle(each.command, model) and not (each.command == "page_next" and pages < 2)
    ]


def _idle(command: str, model: Model) -> bool:
    """Say whether a key has nothing to act on now, though it has in its context: the line has no room for such."""
    match command:
        case "last_trick":
            view = playing(model)
            return view is None or not (view.last or (view.result is not None and whole_deal(model) is not None))
        case "review" | "seen":
            view = playing(model)
            return view is None or _idle_in_game(command, view, you(model))
        case "again":
            return model.table is not None and you(model) in model.table.again
        case "hint":
            return model.table is None or not model.table.line.options.get("hints", False)
        case "deeds":
            from euchre_client.commands.deeds import offered

            return not offered(model)
        case _:
            return _idle_at_seats(command, model)


def _idle_in_game(command: str, view: View, seat: int | None) -> bool:
    match command:
        case "review":
            return view.over is None
        case _:
            return seat is None or seat in view.seen


def _idle_at_seats(command: str, model: Model) -> bool:
    infos = seats(model)
    match command:
        case "seat":
            return you(model) is None and all(info.kind != "free" for info in infos)
        case "level":
            return all(info.kind != "bot" for info in infos)
        case "bot" | "fill":
            marked = model.seat_pick if command == "bot" else None
            return all(
                info.kind != "free" and not (seat == marked and info.kind == "bot") for seat, info in enumerate(infos)
            )
        case _:
            return False


def fitting(entries: Sequence[Hint], room: int, *, gaps: Sequence[int]) -> tuple[list[Hint], int]:
    """Return the hints that fit into ``room`` cells and the widest of ``gaps`` for them; the last ones are dropped."""
    kept = list(entries)
    while True:
        used = sum(hint.cells for hint in kept)
        for gap in gaps:
            if used + gap * (len(kept) - 1) <= room:
                return kept, gap
        droppable = [hint for hint in kept if not hint.always]
        if not droppable:
            return kept, gaps[-1]
        kept.remove(droppable[-1])


def draw_keys(canvas: Canvas, model: Model, where: Context) -> None:
    """Write the line of keys into the last row."""
    narrow = tier(canvas.width, canvas.height) is Tier.COMPACT
    entries = hints(model, where, brief=narrow, pages=canvas.pages)
    kept, gap = fitting(entries, canvas.width - 2, gaps=(2, 1) if narrow else (3, 2))
    column = 1
    for hint in kept:
        column = canvas.runs(canvas.height - 1, column, (("class:key", hint.key), ("class:quiet", f": {hint.does}")))
        column += gap


def prompt_lines(canvas: Canvas, first: str, second: str, *, urgent: bool = False) -> list[tuple[str, str]]:
    """Break the two prompt sentences into styled lines, and leave the rows above them to the screen.

    They have two rows, in a narrow window three. The rare ones too long for that take more of the screen.
    """
    room = canvas.width - 2
    style = "class:turn" if urgent else "bold"
    lines = [(style, piece) for piece in wrap(first, room)] + [("", piece) for piece in wrap(second, room) if piece]
    usual = 3 if tier(canvas.width, canvas.height) is Tier.COMPACT else 2
    canvas.bottom = canvas.height - 1 - max(usual, len(lines))
    return lines


def draw_prompt(canvas: Canvas, lines: Sequence[tuple[str, str]]) -> None:
    """Write the lines of the prompt above the line of keys."""
    top = canvas.bottom
    canvas.cover(top, canvas.height - 1 - top)
    for offset, (look, text) in enumerate(lines):
        canvas.put(top + offset, 1, text, look)


def draw_status(
    canvas: Canvas, parts: Sequence[tuple[str, ...]], right: str = "", *, style: str = "class:quiet"
) -> None:
    """Write the status row.

    Args:
        canvas: Where to draw.
        parts: The most important one first; each in its forms from the longest to the shortest.
        right: What stands at the right edge.
        style: How that looks.
    """
    room = canvas.width - 2 - (width(right) + 2 if right else 0)
    column = 1
    for text in _fitting_parts([list(forms) for forms in parts if forms], room):
        column = canvas.put(0, column, text, "bold", room=room) + 3
    canvas.right(0, canvas.width - 1, right, style)


def _fitting_parts(parts: list[list[str]], room: int) -> list[str]:
    """Shorten the parts from the last one on, then drop the last, until they fit side by side."""
    while sum(width(forms[0]) + 3 for forms in parts) - 3 > room:
        longer = [forms for forms in parts if len(forms) > 1]
        if longer:
            longer[-1].pop(0)
        elif len(parts) > 1:
            parts.pop()
        else:
            break
    return [forms[0] for forms in parts]


def corner_text(model: Model, clock: int | None, *, narrow: bool) -> str:
    """Return what stands in the corner: the time left to whoever is to act, and the time to the host and back."""
    left = "" if clock is None else f"{clock // 60}:{clock % 60:02}"
    rtt = "" if model.link.rtt_ms is None else tr("{n} ms", n=model.link.rtt_ms)
    return left if left and narrow else "   ".join(text for text in (left, rtt) if text)
