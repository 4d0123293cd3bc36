"""The help: keys of this screen (made from the table of keys), Euchre in one page, marks."""

# ruff: noqa: E501 - a sentence is not broken in the source, so that translators find it whole

from __future__ import annotations

from euchre_client.canvas import Canvas
from euchre_client.i18n import mark, tr
from euchre_client.keymap import Context, bindings_in
from euchre_client.model import Model, question, seats
from euchre_client.text import width, wrap

_TITLES = (mark("keys"), mark("rules"), mark("marks"))

_RULES = (
    mark("Five cards each, five tricks a deal. Who makes trump must take three of them with the partner."),
    mark("Right bower: the jack of trump, the highest card. Left bower: the other jack of the same colour; it is a trump, not a card of its own suit. Then A K Q 10 9."),
    mark("One card is turned up. Round one: pass, or make its suit trump; the dealer then takes it. Round two: name another suit, or pass."),
    mark("Follow the suit led if you can; else play anything. The highest trump wins, else the highest card of the suit led. The winner leads next."),
    mark("Points: three or four tricks 1, all five 2, alone and all five 4. Fewer than three: you are euchred, and the others get 2."),
    mark("Going alone: the partner lays the cards down, and you play against both."),
    mark("The rules of this table, with its house rules, are on the key i."),
)  # fmt: skip

_MARKS = (
    ("►", mark("whose turn it is, or what is chosen")),
    ("◄", mark("this card took the trick")),
    ("·", mark("a card is still to come from here")),
    ("┏━┓", mark("a heavy frame: this card is winning so far")),
    ("┌─┐", mark("a raised card is chosen; Enter would play it")),
    ("-", mark("a dash for a number, and a dim card: not allowed now; choose it to read why")),
    ("░░░", mark("a card face down")),
    ("right", mark("under a card: the right or left bower, now or if the chosen suit becomes trump")),
    ("♠ ♥ ♦ ♣", mark("spades, hearts, diamonds, clubs; 10 stands for the ten")),
)


def draw(canvas: Canvas, model: Model, where: Context) -> None:
    """Draw one page of the help over the screen.

    Args:
        canvas: Where to draw.
        model: ``model.page`` is the page.
        where: What the keys act on under the help.
    """
    bottom = canvas.height - 3
    left, wide = 3, canvas.width - 6
    titles = "  ".join(f"[{tr(title)}]" if index == model.page else tr(title) for index, title in enumerate(_TITLES))
    canvas.box(1, left, bottom - 1, wide, "", title=tr("Help   {pages}", pages=titles))
    lines = (_key_lines, _rule_lines, _mark_lines)[model.page % 3](model, where, wide - 6)
    for offset, (key, text) in enumerate(lines[: bottom - 3]):
        column = canvas.put(2 + offset, left + 3, key, "class:key")
        canvas.put(2 + offset, max(column, left + 3), text)


def _key_lines(model: Model, where: Context, room: int) -> list[tuple[str, str]]:
    count = len(question(model)) or len(seats(model)) or 1
    entries: dict[str, str] = {}
    for each in bindings_in(where):
        entries.setdefault(tr(each.shown, n=count), tr(each.help))
    wide = min(20, max(width(key) for key in entries)) + 3
    lines: list[tuple[str, str]] = []
    for key, text in entries.items():
        pieces = wrap(text, room - wide)
        lines.append((key + " " * (wide - width(key)), pieces[0]))
        lines.extend((" " * wide, piece) for piece in pieces[1:])
    letters = tr("Letters work on Greek and Cyrillic keyboards too (the same keys).")
    return [*lines, ("", ""), *(("", piece) for piece in wrap(letters, room))]


def _rule_lines(model: Model, where: Context, room: int) -> list[tuple[str, str]]:
    return [("", piece) for text in _RULES for piece in wrap(tr(text), room)]


def _mark_lines(model: Model, where: Context, room: int) -> list[tuple[str, str]]:
    lines: list[tuple[str, str]] = []
    for sign, text in _MARKS:
        pieces = wrap(tr(text), room - 10)
        lines.append((tr(sign) + " " * (10 - width(tr(sign))), pieces[0]))
        lines.extend((" " * 10, piece) for piece in pieces[1:])
    return lines
