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
from euchre_client.screens.pane import draw_log
from euchre_client.screens.play import choice_hints, position
from euchre_client.text import cut, width, wrap
from euchre_client.words.cards import bower_label, card_text, suit_symbol
from euchre_client.words.choices import action_label
from euchre_client.words.screen import card_tag, seat_tags
from euchre_protocol.messages import View

_OPTIONS = 4
"""The first row for what may be said, under the names."""

_TAG_ROWS = 2
"""Rows for what stands under the name of a side: down to the row above the own name."""

_HAND_WIDTH = 6
"""Columns of a card of the hand: a number, the card, and room for brackets."""


def draw(canvas: Canvas, model: Model, view: View, bottom: int) -> None:
    """Draw the table in the rows from 1 to before ``bottom``."""
    options = [(index, choice) for index, choice in enumerate(question(model)) if choice.action.card is None]
    rows = _option_rows(options)
    for seat in range(len(scene(model).names)):
        _draw_seat(canvas, model, view, seat, talking=bool(rows))
    if view.trump is None or view.phase in {"discard", "exchange", "give", "declare"}:
        _draw_upcard(canvas, view)
    else:
        _draw_trick(canvas, model, view)
    _draw_options(canvas, model, view, rows)
    hand = max(7, _OPTIONS + len(rows))
    if hand > _OPTIONS + len(rows):
        _draw_own(canvas, model, view, hand - 1)
    _draw_hand(canvas, model, view, hand, bottom)
    draw_log(canvas, model, hand + 2, bottom, 1)


def _name(model: Model, view: View, seat: int) -> tuple[str, str]:
    """Return a seat's name with the mark of whose turn it is, and its style."""
    name = tr("You") if seat == you(model) else scene(model).names[seat]
    return (f"► {name}", "class:turn") if view.turn == seat else (name, "bold")


def _draw_seat(canvas: Canvas, model: Model, view: View, seat: int, *, talking: bool) -> None:
    """Draw a seat's name and tags; while something is to be said, of a side's tags only who deals has room."""
    where = position(model, seat)
    text, style = _name(model, view, seat)
    tags = ", ".join([*seat_tags(seat, model, view), *_open_cards(model, view, seat)])
    room = canvas.width // 2 - 1 if talking else canvas.width // 3
    if talking and where != "far":
        text, tags = (tr("{name} (dealer)", name=text) if seat == view.dealer else text), ""
    if where == "far":
        line = f"{text}  {tags}" if tags else text
        canvas.centre(1, 1, canvas.width - 1, line, style)
    elif where == "left":
        canvas.put(3, 1, text, style, room=room + 1)
        for row, piece in enumerate(wrap(tags, room)[:_TAG_ROWS], 4):
            canvas.put(row, 1, piece, "class:quiet", room=room)
    elif where == "right":
        canvas.right(3, canvas.width - 1, cut(text, room + 1), style)
        for row, piece in enumerate(wrap(tags, room)[:_TAG_ROWS], 4):
            canvas.right(row, canvas.width - 1, cut(piece, room), "class:quiet")


def _open_cards(model: Model, view: View, seat: int) -> list[str]:
    return [] if seat == you(model) else [card_text(card) for card in view.shown.get(str(seat), [])]


def _draw_own(canvas: Canvas, model: Model, view: View, row: int) -> None:
    seat = base_seat(model)
    text, style = _name(model, view, seat)
    tags = ", ".join(seat_tags(seat, model, view))
    canvas.centre(row, 1, canvas.width - 1, f"{text}  {tags}" if tags else text, style)


def _draw_upcard(canvas: Canvas, view: View) -> None:
    if view.upcard is None or view.upcard_is in {None, "taken"}:
        return
    card = card_text(view.upcard)
    sentence = {
        "up": tr("{card} turned up", card=card),
        "down": tr("{card} turned down", card=card),
        "left": tr("{card} left lying", card=card),
    }.get(view.upcard_is or "", "")
    canvas.centre(2, 1, canvas.width - 1, sentence)


def _draw_trick(canvas: Canvas, model: Model, view: View) -> None:
    """Draw the trick's cards around the middle; the winning one is in brackets as well as bold."""
    finished = view.pause == "trick"
    laid = view.last if finished else view.trick
    winner = view.last_winner if finished else view.winning
    centre = canvas.width // 2
    spots = {"far": (2, centre - 2), "left": (3, centre - 7), "right": (3, centre + 3), "near": (5, centre - 2)}
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


def _draw_options(canvas: Canvas, model: Model, view: View, rows: list[list[tuple[int, Choice]]]) -> None:
    for offset, line in enumerate(rows):
        row, column = _OPTIONS + offset, 2
        canvas.clear(row, 0, 1, canvas.width)
        for place, (index, choice) in enumerate(line):
            chosen = model.pick == index
            style = "class:dead" if choice.why is not None else "class:chosen" if chosen else ""
            number = "-" if choice.why is not None else str(index + 1)
            text = tr("alone") if place else _words(model, view, choice)
            sign = "►" if chosen else " "
            end = canvas.put(row, column, f"{sign} {number}  {text}", style, room=canvas.width - column - 1)
            canvas.spot(row, column, 1, end - column, str(index + 1))
            column += max(18, width(text) + 8)


def _words(model: Model, view: View, choice: Choice) -> str:
    suit = choice.action.suit
    return suit_symbol(suit) if suit is not None else action_label(choice.action, view, scene(model))


def _draw_hand(canvas: Canvas, model: Model, view: View, row: int, bottom: int) -> None:
    """Draw the own hand on one line, each card behind its number, and the bowers' names on the next."""
    if not view.hand or (you(model) in view.out and view.ask is None):
        seat = base_seat(model)
        canvas.centre(row, 1, canvas.width - 1, " ".join("░░" for _ in range(view.counts[seat])), "class:quiet")
        return
    hints, names = choice_hints(model, view), labels(model) if proposed(model) else {}
    cards = hand_order(model)
    column = (canvas.width - len(cards) * _HAND_WIDTH) // 2
    for index, card in enumerate(cards):
        number, style = hints.get(card, ("", ""))
        chosen = card in model.marked or (bool(number) and index == model.pick and not swapping(view))
        text = f"{number.lstrip('►')} {card_text(card)}".lstrip()
        style = style or ("class:chosen" if chosen else "bold")
        end = canvas.put(row, column + 1, text, style)
        if chosen:
            canvas.put(row, column, "[", style)
            canvas.put(row, end, "]", style)
        if number:
            canvas.spot(row, column, 1, _HAND_WIDTH, str(index + 1))
        label = bower_label(names[card]) if card in names else card_tag(view, card)
        if row + 1 < bottom:
            canvas.put(row + 1, column, cut(label, _HAND_WIDTH - 1), "class:quiet")
        column += _HAND_WIDTH
