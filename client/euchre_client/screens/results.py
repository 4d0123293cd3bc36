"""The result of a deal and the end of a game."""

from __future__ import annotations

from euchre_client.canvas import Canvas
from euchre_client.i18n import tr
from euchre_client.model import Model, bots_only, rule, scene, seats, you
from euchre_client.screens.geometry import Places
from euchre_client.text import cut, width, wrap
from euchre_client.words.aftermath import SHEET, alone_made, length_text
from euchre_client.words.game import result_lines, winner_line
from euchre_client.words.screen import Prompt, own_first, side_name
from euchre_protocol.messages import Over, Result, View


def draw_result(canvas: Canvas, model: Model, view: View, result: Result, at: Places) -> None:
    """Draw the result over the table."""
    wide, tall = at.left - 8, 14 if at.height < 24 else 15
    top, left = max(1, (at.prompt - tall) // 2), 4
    canvas.clear(top, 0, at.prompt - top, at.left)  # halves of names and of a hand would stick out around it
    canvas.box(top, left, tall, wide, "class:frame", title=tr("Deal {n}", n=result.deal))
    row, column, room = top + 1, left + 3, wide - 6
    for text in result_lines(result, scene(model))[:-1]:
        for piece in wrap(text, room):
            canvas.put(row, column, piece, "bold")
            row += 1
    _draw_numbers(canvas, model, result, row + 1, column, room)
    canvas.put(top + tall - 3, column, next_deal(model, result), room=room)
    canvas.put(top + tall - 2, column, people_ready(model, view), "class:quiet", room=room)


def side_heads(model: Model) -> list[str]:
    """Return the sides' names, the own side's first: us and them, or by their people."""
    at = scene(model)
    if at.your_side is not None and at.seats == 4:
        return [tr("us"), tr("them")]
    return own_first_text([side_name(model, side) for side in range(at.sides)], model)


def own_first_text(names: list[str], model: Model) -> list[str]:
    """Return texts by side, the own side's first."""
    order = own_first(list(range(len(names))), model)
    return [names[side] for side in order]


def _draw_numbers(canvas: Canvas, model: Model, result: Result, row: int, column: int, room: int) -> None:
    """Draw tricks, points and score of each side, and a bar that shows how far it is."""
    heads = side_heads(model)
    lines: list[tuple[str, list[str]]] = [
        (tr("tricks"), [str(count) for count in own_first(result.tricks, model)]),
        (tr("points"), [f"+{count}" if count else "-" for count in own_first(result.points, model)]),
        (tr("score"), [str(count) for count in own_first(result.score, model)]),
    ]
    title = max(width(label) for label, _ in lines) + 2
    cell = min(14 if max(width(head) for head in heads) < 14 else 20, (room - title) // len(heads))
    for index, head in enumerate(heads):
        canvas.put(row, column + title + index * cell, pad_left(head, cell - 1), "class:quiet")
    for label, cells in lines:
        if not cells:
            continue
        row += 1
        canvas.put(row, column, label, "class:quiet")
        for index, text in enumerate(cells):
            canvas.put(row, column + title + index * cell, pad_left(text, cell - 1))
    target = int(rule(model, "target", 10)) or 10
    for index, points in enumerate(own_first(result.score, model)):
        canvas.put(row + 1, column + title + index * cell, pad_left(bar(points, target, min(10, cell - 2)), cell - 1))


def pad_left(text: str, room: int) -> str:
    """Return ``text`` cut or filled at the left to ``room`` cells."""
    text = cut(text, room)
    return " " * (room - width(text)) + text


def bar(points: int, target: int, room: int) -> str:
    """Return a bar of ``room`` cells that is full at ``target``."""
    full = min(room, points * room // max(1, target))
    return "█" * full + "░" * (room - full)


def next_deal(model: Model, result: Result) -> str:
    """Say which deal comes next and who deals it; empty at the end of a game."""
    if result.next_dealer is None:
        return ""
    if result.next_dealer == you(model):
        return tr("Next: deal {n}, you deal.", n=result.deal + 1)
    return tr("Next: deal {n}, {name} deals.", n=result.deal + 1, name=scene(model).names[result.next_dealer])


def people_ready(model: Model, view: View) -> str:
    """Say who has looked at the result; empty while nobody has."""
    names = [scene(model).names[seat] for seat in view.seen]
    return tr("Ready: {names}", names=", ".join(names)) if names else ""


def pause_left(model: Model, view: View) -> int:
    """Return the whole seconds that the pause may still last."""
    return max(0, round(view.pause_ms / 1000 - (model.now - model.seen_at)))


def result_prompt(model: Model, view: View) -> Prompt:
    """Say how the game goes on."""
    left = pause_left(model, view)
    if you(model) is None or you(model) in view.seen:
        return tr("Waiting for the others."), tr("Goes on in {n} s.", n=left) if left else ""
    return tr("Press Enter when you have seen it."), tr("Goes on in {n} s.", n=left) if left else ""


# ---------------------------------------------------------------- the end of a game


def draw_over(canvas: Canvas, model: Model, over: Over, at: Places) -> None:
    """Draw the end of the game in place of the table."""
    canvas.clear(1, 0, at.prompt - 1, at.left)
    names = [cut(side_name(model, side), 18) for side in range(scene(model).sides)]
    order = own_first(list(range(len(names))), model)
    row = 1 if at.height < 24 else 2
    canvas.centre(row, 0, at.left, winner_line(over.winner, scene(model)), "class:turn")
    row += 2
    titles = [tr(title) for _, title in SHEET]
    alone = tr("alone, made")
    start = 4 + max(width(text) for text in (*titles, alone))
    cell = min(19, (at.left - start) // len(names))
    for place, side in enumerate(order):
        canvas.put(row, start + place * cell, pad_left(names[side], cell - 1), "bold")
    for (field, _), title in zip(SHEET, titles, strict=True):
        row += 1
        canvas.put(row, 2, title, "class:quiet")
        for place, side in enumerate(order):
            canvas.put(row, start + place * cell, pad_left(str(getattr(over.sheets[side], field)), cell - 1))
        if field == "points":
            row += 1
            for place, side in enumerate(order):
                canvas.put(row, start + place * cell, pad_left(_bar(model, over, side, min(10, cell - 2)), cell - 1))
    if any(sheet.alone for sheet in over.sheets):
        row += 1
        canvas.put(row, 2, alone, "class:quiet")
        for place, side in enumerate(order):
            canvas.put(row, start + place * cell, pad_left(alone_made(over.sheets[side]), cell - 1))
    row = draw_sheet(canvas, model, row + 2, 2, at.left - 3)
    canvas.put(min(row + 1, at.prompt - 2), 2, length_text(over), "class:quiet")
    canvas.put(at.prompt - 1, 2, again_line(model), room=at.left - 3)


def _bar(model: Model, over: Over, side: int, room: int) -> str:
    return bar(over.sheets[side].points, int(rule(model, "target", 10)) or 10, room)


def again_line(model: Model) -> str:
    """Say who wants another game; empty while nobody does."""
    names = [scene(model).names[seat] for seat in model.table.again] if model.table is not None else []
    return tr("Again: {names}", names=", ".join(names)) if names else ""


def sheet_rows(model: Model) -> int:
    """Return how many rows the score after each deal takes."""
    return 1 + len(side_heads(model)) if model.table is not None and model.table.sheet else 0


def draw_sheet(canvas: Canvas, model: Model, row: int, column: int, room: int) -> int:
    """Draw the score after each deal, the newest ones where not all fit; return the row after it."""
    sheet = model.table.sheet if model.table is not None else []
    if not sheet:
        return row
    canvas.put(row, column, tr("Score by deal"), "class:quiet")
    heads = side_heads(model)
    head = min(max(width(text) for text in heads) + 1, max(9, room - 3 * len(sheet)))
    shown = sheet[-((room - head) // 3) :]
    for place, side in enumerate(own_first(list(range(len(heads))), model)):
        row += 1
        canvas.put(row, column, heads[place], "bold", room=head)
        canvas.put(row, column + head, "".join(f"{score[side]:>3}" for score in shown))
    return row + 1


def over_prompt(model: Model) -> Prompt:
    """Ask for another game, for which every seat must be taken."""
    free = any(info.kind == "free" for info in seats(model))
    if you(model) is None:
        if free:
            return tr("The game is over, and a seat is free."), tr("Its number takes it.")
        more = tr("Enter asks the bots for another one.") if bots_only(model) else ""
        return tr("The game is over."), more
    if model.table is not None and you(model) in model.table.again:
        waiting = tr("A seat is free: b puts a bot in.") if free else tr("Waiting for the others.")
        return tr("You want to play again; n takes it back."), waiting
    if free:
        return tr("Play again? A seat is free: b puts a bot in."), tr("Enter says yes.")
    return tr("Play again with the same people?"), tr("Enter says yes.")
