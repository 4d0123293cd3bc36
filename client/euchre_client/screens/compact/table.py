"""The table in few rows: names at the edges, cards as text, the hand on one line."""

from __future__ import annotations

from euchre_client.canvas import Canvas
from euchre_client.i18n import tr
from euchre_client.model import (
    Choice,
    Model,
    base_seat,
    hand_order,
    labels,
    proposed,
    question,
    scene,
    swapping,
    you,
)
from euchre_client.screens.cards import face
from euchre_client.screens.pane import draw_log
from euchre_client.screens.play import choice_hints, position
from euchre_client.text import cut, width, wrap
from euchre_client.words.cards import bower_label, card_text, suit_symbol
from euchre_client.words.choices import action_label, action_words
from euchre_client.words.screen import card_tag, seat_tags
from euchre_protocol.messages import View

_OPTIONS = 4
"""The first row for what may be said, under the names; one higher where as much as that may be said."""

_MANY = 5
"""So many rows of what may be said leave none for the upcard, since the names stand there: it goes beside the first."""

_TAG_ROWS = 2
"""Rows for what stands under the name of a side: down to the row above the own name."""

_HAND_WIDTH = 7
"""Columns of a card of the hand: a number, a ten, and brackets around them. Six cards have one less in the smallest
window; of them only one is chosen, so no bracket meets another."""


def draw(canvas: Canvas, model: Model, view: View, bottom: int) -> None:
    """Draw the table in the rows from 1 to before ``bottom``."""
    options = [(index, choice) for index, choice in enumerate(question(model)) if choice.action.card is None]
    rows = _option_rows(options)
    first = _OPTIONS - (len(rows) >= _MANY)
    for seat in range(len(scene(model).names)):
        _draw_seat(canvas, model, view, seat, first - 1, talking=bool(rows))
    told = _upcard(view)
    if view.trump is not None and view.phase not in {"discard", "exchange", "give", "declare"}:
        _draw_trick(canvas, model, view)
    elif first == _OPTIONS:
        canvas.centre(2, 1, canvas.width - 1, told)
    _draw_options(canvas, model, view, rows, first)
    if first < _OPTIONS:
        canvas.right(first, canvas.width - 1, told)
    hand = max(7, first + len(rows))
    if hand > first + len(rows):
        _draw_own(canvas, model, view, hand - 1)
    _draw_hand(canvas, model, view, hand)
    draw_log(canvas, model, hand + 2, bottom, 1)


def _name(model: Model, view: View, seat: int) -> tuple[str, str]:
    """Return a seat's name with the mark of whose turn it is, and its style."""
    name = tr("You") if seat == you(model) else scene(model).names[seat]
    return (f"► {name}", "class:turn") if view.turn == seat else (name, "bold")


def _draw_seat(canvas: Canvas, model: Model, view: View, seat: int, row: int, *, talking: bool) -> None:
    """Draw a seat's name and tags; while something is to be said, of a side's tags only who deals has room."""
    where = position(model, seat)
    text, style = _name(model, view, seat)
    tags = [*_open_cards(model, view, seat), *seat_tags(seat, model, view)]
    if where == "far":
        canvas.centre(1, 1, canvas.width - 1, _in_line(text, tags, canvas.width - 2), style)
    elif where != "near":
        room = (canvas.width - 2) // 2 if row >= _OPTIONS - 1 else (canvas.width - 8) // 2
        if talking:
            text, tags = _dealing(text, room) if seat == view.dealer else cut(text, room), []
        else:
            room = canvas.width // 3
            text = cut(text, room)
        left = where == "left"
        canvas.put(row, 1 if left else canvas.width - 1 - width(text), text, style)
        for offset, piece in enumerate(_tag_lines(tags, room), row + 1):
            canvas.put(offset, 1 if left else canvas.width - 1 - width(piece), piece, "class:quiet")


def _dealing(name: str, room: int) -> str:
    """Return the name of who deals with that word; the name is what is cut if need be."""
    return tr("{name} (dealer)", name=cut(name, room - width(tr("{name} (dealer)", name=""))))


def _in_line(name: str, tags: list[str], room: int) -> str:
    """Return a name with as many of its tags as there is room for; the first ones matter most."""
    lines = [f"{name}  {', '.join(tags[:count])}" for count in range(len(tags), 0, -1)]
    return next((line for line in lines if width(line) <= room), name)


def _tag_lines(tags: list[str], room: int) -> list[str]:
    """Return as many of a side's tags as there is room for; the first ones matter most."""
    for count in range(len(tags), 0, -1):
        lines = _packed(tags[:count], room)
        if len(lines) <= _TAG_ROWS:
            return lines
    return []


def _packed(tags: list[str], room: int) -> list[str]:
    """Return the tags in lines of at most ``room`` cells; one is broken only if it is wider than a line."""
    lines: list[str] = []
    for place, tag in enumerate(tags, 1):
        text = tag if place == len(tags) else f"{tag},"
        if lines and width(f"{lines[-1]} {text}") <= room:
            lines[-1] += f" {text}"
        else:
            lines += wrap(text, room)
    return lines


def _open_cards(model: Model, view: View, seat: int) -> list[str]:
    return [] if seat == you(model) else [card_text(card) for card in view.shown.get(str(seat), [])]


def _draw_own(canvas: Canvas, model: Model, view: View, row: int) -> None:
    seat = base_seat(model)
    text, style = _name(model, view, seat)
    canvas.centre(row, 1, canvas.width - 1, _in_line(text, seat_tags(seat, model, view), canvas.width - 2), style)


def _upcard(view: View) -> str:
    """Return what became of the upcard; empty once it has been taken."""
    if view.upcard is None:
        return ""
    card = card_text(view.upcard)
    match view.upcard_is:
        case "up":
            return tr("{card} turned up", card=card)
        case "down":
            return tr("{card} turned down", card=card)
        case "left":
            return tr("{card} left lying", card=card)
        case _:
            return ""


def _draw_trick(canvas: Canvas, model: Model, view: View) -> None:
    """Draw the trick's cards around the middle; the winning one is in brackets as well as bold."""
    finished = view.pause == "trick"
    laid = view.last if finished else view.trick
    winner = view.last_winner if finished else view.winning
    centre = canvas.width // 2
    spots = {"far": (2, centre - 2), "left": (3, centre - 6), "right": (3, centre + 1), "near": (5, centre - 2)}
    for each in laid:
        row, column = spots[position(model, each.seat)]
        text = card_text(each.card)
        wins = each.seat == winner
        canvas.put(row, column, f"[{text}]" if wins else f" {text} ", "bold" if wins else "")


def _option_rows(options: list[tuple[int, Choice]]) -> list[list[tuple[int, Choice]]]:
    """Put a call and the same call alone on one line."""
    rows: list[list[tuple[int, Choice]]] = []
    for index, choice in options:
        same = rows and choice.action.do == "call" and rows[-1][0][1].action.suit == choice.action.suit
        if same:
            rows[-1].append((index, choice))
        else:
            rows.append([(index, choice)])
    return rows


def _draw_options(canvas: Canvas, model: Model, view: View, rows: list[list[tuple[int, Choice]]], first: int) -> None:
    for offset, line in enumerate(rows):
        row, column = first + offset, 2
        canvas.clear(row, 0, 1, canvas.width)
        for place, (index, choice) in enumerate(line):
            chosen = model.pick == index
            style = "class:dead" if choice.why is not None else "class:chosen" if chosen else ""
            number = "-" if choice.why is not None else str(index + 1)
            text = tr("alone") if place else _words(model, view, choice, canvas.width - column - 6)
            sign = "►" if chosen else " "
            end = canvas.put(row, column, f"{sign} {number}  {text}", style, room=canvas.width - column - 1)
            canvas.spot(row, column, 1, end - column, str(index + 1))
            column = max(column + 18, end + 1)


def _words(model: Model, view: View, choice: Choice, room: int) -> str:
    """Return what a choice brings about, or where there is no room for that its name; the prompt tells the rest."""
    suit = choice.action.suit
    if suit is not None:
        return suit_symbol(suit)
    label = action_label(choice.action, view, scene(model))
    return label if width(label) <= room else action_words(choice.action, view, scene(model))


def _draw_hand(canvas: Canvas, model: Model, view: View, row: int) -> None:
    """Draw the own hand on one line, each card behind its number, and the bowers' names on the next."""
    if not view.hand or (you(model) in view.out and view.ask is None):
        seat = base_seat(model)
        canvas.centre(row, 1, canvas.width - 1, " ".join("░░" for _ in range(view.counts[seat])), "class:quiet")
        return
    hints, names = choice_hints(model, view), labels(model) if proposed(model) else {}
    cards = hand_order(model)
    wide = min(_HAND_WIDTH, (canvas.width - 2) // len(cards))
    column = (canvas.width - len(cards) * wide) // 2
    for index, card in enumerate(cards):
        number, style = hints.get(card, ("", ""))
        chosen = card in model.marked or (bool(number) and index == model.pick and not swapping(view))
        text = f"{number.lstrip('►')} {face(card).strip()}".lstrip()
        style = style or ("class:chosen" if chosen else "bold")
        end = canvas.put(row, column + 1, text, style)
        if chosen:
            canvas.put(row, column, "[", style)
            canvas.put(row, end, "]", style)
        if number:
            canvas.spot(row, column, 1, wide, str(index + 1))
        label = bower_label(names[card]) if card in names else card_tag(view, card)
        canvas.put(row + 1, column, cut(label, wide - 1), "class:quiet")
        column += wide
