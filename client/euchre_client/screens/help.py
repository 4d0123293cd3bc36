"""The help: keys of this screen (made from the table of keys), Euchre in one page, marks."""

# ruff: noqa: E501 - a sentence is not broken in the source, so that translators find it whole

from __future__ import annotations

from euchre_client.canvas import Canvas
from euchre_client.i18n import mark, mark_in, tr
from euchre_client.keymap import Context, bindings_in
from euchre_client.model import Model, question, seats
from euchre_client.text import pad, width, wrap
from euchre_client.words.cards import rank_text

_TITLES = (mark("keys"), mark("rules"), mark("marks"))

_RULES = (
    mark("Five cards each, five tricks a deal. Who makes trump must take three of them with the partner."),
    mark("Right bower: the jack of trump, the highest card. Left bower: the other jack of the same colour; it is a trump, not a card of its own suit. Then {ranks}."),
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
    (
        mark_in("under a card, at most 5 letters", "right"),
        mark("under a card: the right or left bower, now or if the chosen suit becomes trump"),
    ),
    ("♠ ♥ ♦ ♣", mark("spades, hearts, diamonds, clubs; 10 stands for the ten")),
)


def draw(canvas: Canvas, model: Model, where: Context) -> None:
    """Draw one page of the help over the screen.

    Args:
        canvas: Where to draw.
        model: ``model.page`` is the page; after the last one comes the first again.
        where: What the keys act on under the help.
    """
    bottom = canvas.bottom
    margin = 3 if canvas.width >= 80 else 0
    wide = canvas.width - 2 * margin
    fit, room = bottom - 3, wide - 6
    pages = [
        (part, lines[start : start + fit])
        for part, lines in enumerate((_key_lines(model, where, room), _rule_lines(room), _mark_lines(room)))
        for start in range(0, len(lines), fit)
    ]
    canvas.pages = len(pages)
    part, lines = pages[model.page % len(pages)]
    gap = "  " if margin else " "
    titles = gap.join(f"[{tr(title)}]" if index == part else tr(title) for index, title in enumerate(_TITLES))
    canvas.clear(1, 0, bottom - 1, canvas.width)  # or frames of what lies behind would stick out on both sides
    canvas.box(1, margin, bottom - 1, wide, "", title=tr("Help   {pages}", pages=titles))
    for offset, (key, text) in enumerate(lines):
        column = canvas.put(2 + offset, margin + 3, key, "class:key")
        canvas.put(2 + offset, max(column, margin + 3), text)


def _key_lines(model: Model, where: Context, room: int) -> list[tuple[str, str]]:
    count = len(question(model)) or len(seats(model)) or 1
    entries: dict[str, str] = {}
    for each in bindings_in(where):
        entries.setdefault(tr(each.shown, n=count), tr(each.help))
    wide = min(room // 2, max(width(key) for key in entries) + 3)
    lines: list[tuple[str, str]] = []
    for key, text in entries.items():
        pieces = wrap(text, room - wide)
        lines.append((pad(key, wide - 1) + " ", pieces[0]))
        lines.extend((" " * wide, piece) for piece in pieces[1:])
    letters = tr("Letters work on Greek and Cyrillic keyboards too (the same keys).")
    return [*lines, ("", ""), *(("", piece) for piece in wrap(letters, room))]


def _rule_lines(room: int) -> list[tuple[str, str]]:
    ranks = " ".join(rank_text(rank) for rank in "AKQT9")
    return [("", piece) for text in _RULES for piece in wrap(tr(text, ranks=ranks), room)]


def _mark_lines(room: int) -> list[tuple[str, str]]:
    lines: list[tuple[str, str]] = []
    for sign, text in _MARKS:
        pieces = wrap(tr(text), room - 10)
        lines.append((tr(sign) + " " * (10 - width(tr(sign))), pieces[0]))
        lines.extend((" " * 10, piece) for piece in pieces[1:])
    return lines
