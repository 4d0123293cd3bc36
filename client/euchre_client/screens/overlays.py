"""What lies over a screen: leaving, settings, the tricks of the deal."""

from __future__ import annotations

from euchre_client.canvas import Canvas
from euchre_client.commands.overlay import GO, STAY
from euchre_client.commands.settings import NAMES
from euchre_client.i18n import tr
from euchre_client.model import Model, playing, scene, whole_deal, you
from euchre_client.screens.cards import draw_card
from euchre_client.screens.geometry import USUAL, Tier, beside_pane, tier
from euchre_client.text import cut, pad, width, wrap
from euchre_client.words.aftermath import moved_lines, winners
from euchre_client.words.cards import card_text
from euchre_client.words.scene import Scene
from euchre_client.words.screen import Prompt
from euchre_client.words.settings import setting_help, setting_title, setting_value
from euchre_protocol.messages import Laid, Result, View


def draw_leave(canvas: Canvas, model: Model) -> None:
    """Draw the question whether to leave a running game, and what would happen."""
    wide, over = beside_pane(canvas.width, canvas.height, 52)
    room = wide - 6
    lines = [
        *wrap(tr("A bot takes your seat, and the others play on."), room),
        *wrap(tr("You can come back while the game lasts: sit down again in the lobby."), room),
    ]
    bottom = canvas.bottom
    gap = 1 if len(lines) + 5 < bottom else 0  # a blank row before the choices, unless it costs the frame its top
    tall = len(lines) + 4 + gap
    top, left = max(1, (bottom - tall) // 2), (over - wide) // 2
    if tall < bottom:
        canvas.box(top, left, tall, wide, "", title=tr("Leave the game?"))
    else:  # without its frame
        canvas.clear(1, 0, bottom - 1, canvas.width)
        top = 0
    for offset, text in enumerate(lines):
        canvas.put(top + 1 + offset, left + 3, text)
    for index, text in ((STAY, tr("Stay")), (GO, tr("Leave to the lobby"))):
        chosen = model.leave_pick == index
        line = f"{'►' if chosen else ' '} {index + 1}  {text}"
        canvas.put(top + 1 + gap + len(lines) + index, left + 3, line, "class:chosen" if chosen else "")


def leave_prompt(model: Model) -> Prompt:
    """Say what is chosen."""
    if model.leave_pick == STAY:
        return tr("Stay is chosen."), tr("Esc also stays.")
    return tr("Leave is chosen."), tr("Enter leaves the game; a bot plays for you.")


def draw_settings(canvas: Canvas, model: Model) -> None:
    """Draw the settings, and what the chosen one does."""
    titles = max(width(setting_title(name)) for name in NAMES)
    texts = max(width(setting_value(name, getattr(model.settings, name))) for name in NAMES)
    wide, over = beside_pane(canvas.width, canvas.height, max(52, titles + texts + 13))
    chosen = model.page % len(NAMES)
    help_lines = wrap(setting_help(NAMES[chosen]), wide - 6)
    bottom = canvas.bottom
    fit, tall = len(NAMES), len(NAMES) + len(help_lines) + 3
    top, left, gap = (bottom - tall) // 2, (over - wide) // 2, 1
    if top >= 1:
        canvas.box(top, left, tall, wide, "", title=tr("Settings"))
    else:  # in few rows the words matter more than the frame, and the list shows those around the chosen one
        canvas.clear(1, 0, bottom - 1, canvas.width)
        top, left, gap = 0, -1, 0
        help_lines = wrap(setting_help(NAMES[chosen]), canvas.width - 4)
        fit = min(len(NAMES), bottom - 1 - len(help_lines))
    first = min(max(0, chosen - fit // 2), len(NAMES) - fit)
    values = left + 7 + titles
    for row, name in enumerate(NAMES[first : first + fit], top + 1):
        value = setting_value(name, getattr(model.settings, name))
        here = name == NAMES[chosen]
        style = "class:chosen" if here else ""
        canvas.put(row, left + 2, f"{'►' if here else ' '} {setting_title(name)}", style)
        canvas.put(row, values, f"◄ {value} ►" if here else f"  {value}", style)
    for offset, text in enumerate(help_lines):
        canvas.put(top + 1 + gap + fit + offset, left + 3, text, "class:quiet")


def settings_prompt(model: Model) -> Prompt:
    """Say how to change the chosen setting."""
    name = NAMES[model.page % len(NAMES)]
    value = setting_value(name, getattr(model.settings, name))
    return tr("{title}: {value}", title=setting_title(name), value=value), tr("Left/Right changes it; it is kept.")


def draw_tricks(canvas: Canvas, model: Model) -> None:
    """Draw the last trick, large, in the order of play; after a deal all its cards."""
    view = playing(model)
    if view is None:
        return
    narrow = tier(canvas.width, canvas.height) is Tier.COMPACT
    deal = whole_deal(model)
    if deal is not None:
        draw_all = _draw_tricks if narrow else _draw_review
        draw_all(canvas, model, *deal)
        return
    if narrow:
        _draw_list(canvas, model, view)
        return
    wide, over = beside_pane(canvas.width, canvas.height, len(view.last) * _SLOT + 2)
    top, left = (canvas.height - 3 - 9) // 2, (over - wide) // 2
    canvas.box(top, left, 9, wide, "", title=tr("Last trick"))
    for index, laid in enumerate(view.last):
        column = left + 1 + index * _SLOT
        winner = laid.seat == view.last_winner
        draw_card(canvas, (top + 2, column + 4), laid.card, USUAL, bold=winner)
        name = tr("You") if laid.seat == you(model) else scene(model).names[laid.seat]
        canvas.centre(top + 5, column, column + _SLOT, cut(name, _SLOT - 1), "bold" if winner else "")
        if winner:
            canvas.put(top + 3, column + 10, "◄", "class:turn")


_SLOT = 13
"""Columns of a card of the last trick and the name under it: four of them and a frame are as wide as the table."""


def _draw_list(canvas: Canvas, model: Model, view: View) -> None:
    """Draw the last trick as a list, where there is no room for cards side by side."""
    tall = len(view.last) + 2
    canvas.clear(1, 0, tall, canvas.width)  # halves of names would stick out on both sides
    canvas.box(1, 2, tall, canvas.width - 4, "", title=tr("Last trick"))
    for offset, laid in enumerate(view.last):
        name = tr("You") if laid.seat == you(model) else scene(model).names[laid.seat]
        sign = " ◄" if laid.seat == view.last_winner else ""
        canvas.put(2 + offset, 4, f"{pad(name, 13)}{card_text(laid.card):>4}{sign}", "bold" if sign else "")


def _draw_tricks(canvas: Canvas, model: Model, result: Result, last_winner: int | None) -> None:
    """Draw a line for each trick under the names of the seats, and what nobody held at the end, in few columns.

    Cards that were not played, since the rest was claimed or the seat sat out, are in brackets.
    """
    names = [tr("You") if seat == you(model) else name for seat, name in enumerate(scene(model).names)]
    cell = (canvas.width - 3) // len(names)
    canvas.clear(1, 0, canvas.bottom - 1, canvas.width)
    canvas.put(1, 2, tr("Deal {n}, all cards", n=result.deal), "bold", room=canvas.width - 3)
    for seat, name in enumerate(names):
        canvas.put(2, 2 + seat * cell, name, "class:quiet", room=cell - 1)
    for row, (trick, winner) in enumerate(zip(result.played, winners(result, last_winner), strict=True), 3):
        for seat in range(len(names)):
            _draw_laid(canvas, row, 2 + seat * cell, trick, seat, winner)
    rows = len(result.played)
    gone = {result.discard, *(laid.card for trick in result.played for laid in trick)}
    for seat, hand in enumerate(result.hands[: len(names)]):
        kept = [card for card in hand if card not in gone]
        first = sum(laid.seat == seat for trick in result.played for laid in trick)
        for row, card in enumerate(kept[: len(hand) - first], 3 + first):
            canvas.put(row, 2 + seat * cell, f"({card_text(card)})", "class:quiet")
        rows = max(rows, len(hand))
    rest = [piece for text in _rest(result, scene(model)) for piece in wrap(text, canvas.width - 3)]
    top = 3 + rows
    for offset, text in enumerate(rest[: canvas.bottom - top]):
        canvas.put(top + offset, 2, text)


_CELL = 5
"""Columns of a card in the review: ``10♥`` and the sign of the winner."""


def _draw_review(canvas: Canvas, model: Model, result: Result, last_winner: int | None) -> None:
    """Draw a line for each seat: the cards as they were dealt, and what was played to each trick."""
    names = scene(model).names
    taken = winners(result, last_winner)
    rest = _rest(result, scene(model))
    wide, tall = 18 + 5 * _CELL + 5 * _CELL, len(names) + len(rest) + 5
    top, left = max(1, (canvas.height - 3 - tall) // 2), (canvas.width - wide) // 2
    canvas.box(top, left, tall, wide, "", title=tr("Deal {n}, all cards", n=result.deal))
    dealt, played = left + 16, left + 16 + 5 * _CELL
    canvas.put(top + 1, dealt, tr("dealt"), "class:quiet", room=5 * _CELL - 1)
    canvas.put(top + 1, played, tr("played"), "class:quiet", room=5 * _CELL)
    for seat, name in enumerate(names):
        row = top + 2 + seat
        canvas.put(row, left + 2, tr("You") if seat == you(model) else name, "bold", room=12)
        for index, card in enumerate(result.hands[seat] if seat < len(result.hands) else []):
            canvas.put(row, dealt + index * _CELL, card_text(card))
        for index, trick in enumerate(result.played):
            _draw_laid(canvas, row, played + index * _CELL, trick, seat, taken[index])
    row = top + 3 + len(names)
    for text in rest:
        canvas.put(row, left + 2, text, room=wide - 4)
        row += 1


def _draw_laid(canvas: Canvas, row: int, column: int, trick: list[Laid], seat: int, winner: int | None) -> None:
    """Draw what ``seat`` laid to a trick, with a sign for the lead and one for the winner."""
    card = next((laid.card for laid in trick if laid.seat == seat), None)
    if card is None:
        return
    sign = "◄" if seat == winner else "►" if seat == trick[0].seat else ""
    end = canvas.put(row, column, card_text(card))
    canvas.put(row, end, sign, "class:turn")


def _rest(result: Result, at: Scene) -> list[str]:
    """Return the lines about the cards that changed places, those that nobody held at the end, and the signs."""
    return [*moved_lines(result, at), tr("► led, ◄ took the trick")]
