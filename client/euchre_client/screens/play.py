"""The table while a game is played: seats, trick, hand, and the side pane."""

from __future__ import annotations

from euchre_client.canvas import Canvas
from euchre_client.i18n import tr
from euchre_client.model import (
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
from euchre_client.screens import bidding, pane
from euchre_client.screens.cards import draw_backs, draw_card, draw_under, spread
from euchre_client.screens.geometry import Places, places
from euchre_client.text import cut, width, wrap
from euchre_client.words.cards import bower_label, card_text
from euchre_client.words.screen import card_tag, seat_tags
from euchre_protocol.messages import Card, Laid, View

_PLAYING = frozenset({"play", "claim", "deal_over", "game_over"})


def draw(canvas: Canvas, model: Model, view: View) -> Places:
    """Draw the table and its side pane; return where things are."""
    at = places(canvas.width, canvas.height)
    pane.draw(canvas, model, view, at)
    for seat in range(len(scene(model).names)):
        _draw_seat(canvas, model, view, seat, at)
    if view.phase in _PLAYING or view.pause == "trick":
        _draw_trick(canvas, model, view, at)
    else:
        bidding.draw_upcard(canvas, view, at)
    bidding.draw_choices(canvas, model, view, at)
    _draw_hand(canvas, model, view, at)
    return at


def position(model: Model, seat: int) -> str:
    """Return where a seat is on the screen: ``near``, ``left``, ``far`` or ``right``, clockwise."""
    count = len(scene(model).names)
    step = (seat - base_seat(model)) % count
    return {2: ("near", "far"), 3: ("near", "left", "right")}.get(count, ("near", "left", "far", "right"))[step]


def _draw_seat(canvas: Canvas, model: Model, view: View, seat: int, at: Places) -> None:
    name = tr("You") if seat == you(model) else scene(model).names[seat]
    turn = view.turn == seat
    tags = seat_tags(seat, model, view)
    open_cards = [] if seat == you(model) else [card_text(card) for card in view.shown.get(str(seat), [])]
    style = "class:turn" if turn else "bold"
    where = position(model, seat)
    if where in {"far", "near"}:
        row = at.partner if where == "far" else at.own
        _draw_in_line(canvas, row, at.left, (f"► {name}" if turn else name, style), ", ".join(tags))
        if where == "far":
            canvas.centre(row + 1, 0, at.left, " ".join(open_cards))
        return
    room = trick_places(at)["left"][1] - 2
    shown = [" ".join(open_cards[start : start + 3]) for start in range(0, len(open_cards), 3)]
    below = [piece for text in (*tags, *shown) for piece in wrap(text, room - 1)]
    lines = [(f"► {name}" if turn else name, style), *((text, "") for text in below)]
    for index, (text, look) in enumerate(lines):
        if where == "left":
            canvas.put(at.middle + index, 1, text, look, room=room)
        else:
            canvas.right(at.middle + index, at.left - 1, cut(text, room - 1), look)


def _draw_in_line(canvas: Canvas, row: int, left: int, name: tuple[str, str], tags: str) -> None:
    text, style = name
    total = width(text) + (2 + width(tags) if tags else 0)
    column = (left - total) // 2
    column = canvas.put(row, column, text, style)
    canvas.put(row, column + 2, tags, "class:quiet")


def trick_places(at: Places) -> dict[str, tuple[int, int]]:
    """Return the row and column of each position's card in the trick."""
    centre = (at.left - at.card.width) // 2
    reach = at.left // 6
    return {
        "far": (at.far, centre),
        "near": (at.near, centre),
        "left": (at.middle, centre - reach),
        "right": (at.middle, centre + reach),
    }


def _draw_trick(canvas: Canvas, model: Model, view: View, at: Places) -> None:
    """Draw the cards of the trick; a dot where a card is still to come."""
    finished = view.pause == "trick"
    laid = view.last if finished else view.trick
    winner = view.last_winner if finished else view.winning
    spots = trick_places(at)
    for each in laid:
        row, column = spots[position(model, each.seat)]
        draw_card(canvas, (row, column), each.card, at.card, bold=each.seat == winner)
        if finished and each.seat == winner:
            canvas.put(row + 1, column + at.card.width + 1, "◄", "class:turn")
    busy = any(choice.action.card is None for choice in question(model))
    if busy or view.pause in {"deal", "over"} or view.phase == "claim":
        return
    for seat in _to_come(view, laid, len(scene(model).names)):
        row, column = spots[position(model, seat)]
        canvas.put(row + at.card.height // 2, column + at.card.width // 2, "·", "class:quiet")


def _to_come(view: View, laid: list[Laid], count: int) -> list[int]:
    done = {each.seat for each in laid}
    return [seat for seat in range(count) if seat not in done and seat not in view.out]


def _draw_hand(canvas: Canvas, model: Model, view: View, at: Places) -> None:
    """Draw the own hand; face down when it is hidden from its owner too, or when its owner sits out."""
    bottom = base_seat(model)
    if not view.hand or (you(model) in view.out and view.ask is None):
        count = view.counts[bottom] if bottom < len(view.counts) else 0
        draw_backs(canvas, at.hand + 1, at.left, count, at.card)
        return
    hints = choice_hints(model, view)
    places = spread(hand_order(model), at.left, at.card)
    for index, (column, card) in enumerate(places):
        number, style = hints.get(card, ("", ""))
        raised = card in model.marked or (bool(number) and index == model.pick and not swapping(view))
        style = style or ("class:chosen" if raised else "")
        draw_card(canvas, (at.hand + (0 if raised else 1), column), card, at.card, style)
        if number:
            canvas.spot(at.hand, column, at.card.height + 2, at.card.pitch, str(index + 1))
        draw_under(canvas, (at.numbers, column), number, at.card, style or "class:key")
    _draw_labels(canvas, model, view, places, at)


def _draw_labels(canvas: Canvas, model: Model, view: View, places: list[tuple[int, str]], at: Places) -> None:
    """Write the names of the bowers under their cards; a long one may run on under cards without a name."""
    row = at.labels if choice_hints(model, view) else at.numbers
    names = labels(model) if proposed(model) else {}
    texts = [bower_label(names[card]) if card in names else card_tag(view, card) for _, card in places]
    for index, (column, _) in enumerate(places):
        following = next((after for after in range(index + 1, len(texts)) if texts[after]), len(texts))
        draw_under(canvas, (row, column), texts[index], at.card, "class:quiet", cards=following - index)


def choice_hints(model: Model, view: View) -> dict[Card, tuple[str, str]]:
    """Return for each card that may be chosen its number and style: a dash and dim for one that may not be played."""
    if swapping(view):
        order = hand_order(model)
        return {
            card: (f"►{index + 1}" if index == model.pick else str(index + 1), "") for index, card in enumerate(order)
        }
    hints: dict[Card, tuple[str, str]] = {}
    for index, choice in enumerate(question(model)):
        if choice.action.card is not None:
            hints[choice.action.card] = ("-", "class:dead") if choice.why is not None else (str(index + 1), "")
    return hints
