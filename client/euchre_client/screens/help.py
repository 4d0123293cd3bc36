"""The help: keys of this screen (made from the table of keys), Euchre in one page, marks."""

from __future__ import annotations

from collections.abc import Callable

from euchre_client.canvas import Canvas
from euchre_client.i18n import mark, mark_in, tr
from euchre_client.keymap import Context, bindings_in
from euchre_client.model import Model, question, seats
from euchre_client.screens.geometry import Tier, tier
from euchre_client.text import pad, width, wrap
from euchre_client.words.primer import primer_lines

_TITLES = (mark("keys"), mark("rules"), mark("marks"))

_TABLE_RULES = mark("The rules of this table, with its house rules, are on the key i.")

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
    narrow = tier(canvas.width, canvas.height) is Tier.COMPACT
    margin = 3 if canvas.width >= 80 else 0
    left, room = (1, canvas.width - 2) if narrow else (margin + 3, canvas.width - 2 * margin - 6)
    entry = _hanging if narrow else _entry
    parts = (_key_lines(model, where, room, entry), _rule_lines(room), _mark_lines(room, entry))
    fit = canvas.bottom - 2 - (0 if narrow else 1)
    pages = [(part, lines) for part, entries in enumerate(parts) for lines in _paged(entries, fit)]
    canvas.pages = len(pages)
    page = model.page % len(pages)
    part, lines = pages[page]
    canvas.clear(1, 0, canvas.bottom - 1, canvas.width)  # frames of what lies behind would stick out on both sides
    draw_head = _draw_line if narrow else _draw_frame
    draw_head(canvas, part, page, margin)
    for offset, (key, text) in enumerate(lines):
        column = canvas.put(2 + offset, left, key, "class:key")
        canvas.put(2 + offset, max(column, left), text)


def _titles(part: int, gap: str) -> str:
    return gap.join(f"[{tr(title)}]" if index == part else tr(title) for index, title in enumerate(_TITLES))


def _draw_line(canvas: Canvas, part: int, page: int, margin: int) -> None:
    """Write the titles and where one is: in few rows and columns the words matter more than a frame."""
    canvas.put(1, 1 + margin, _titles(part, " "), "bold")
    canvas.right(1, canvas.width - 1, f"{page + 1}/{canvas.pages}", "class:quiet")


def _draw_frame(canvas: Canvas, part: int, page: int, margin: int) -> None:
    bottom, wide = canvas.bottom, canvas.width - 2 * margin
    canvas.box(1, margin, bottom - 1, wide, "", title=tr("Help   {pages}", pages=_titles(part, "  ")))
    if canvas.pages > len(_TITLES):  # else the titles tell where one is
        number = tr("page {n} of {all}", n=page + 1, all=canvas.pages)
        canvas.clear(bottom - 1, margin + wide - 5 - width(number), 1, width(number) + 2)
        canvas.right(bottom - 1, margin + wide - 4, number)


_Entry = list[tuple[str, str]]
"""The lines of one key, rule or mark: what is explained, and the words for it."""


def _paged(entries: list[_Entry], fit: int) -> list[_Entry]:
    """Return the entries in pages of at most ``fit`` lines; none is torn."""
    pages: list[_Entry] = [[]]
    for entry in entries:
        if pages[-1] and len(pages[-1]) + len(entry) > fit:
            pages.append([])
        pages[-1] += entry
    return pages


def _key_lines(model: Model, where: Context, room: int, entry: Callable[[str, str, int], _Entry]) -> list[_Entry]:
    count = len(question(model)) or len(seats(model)) or 1
    entries: dict[str, str] = {}
    for each in bindings_in(where):
        entries.setdefault(tr(each.shown, n=count), tr(each.help))
    wide = max(width(key) for key in entries) + 3
    wide = min(room // 2, wide) if entry is _entry else wide  # below each other they need no column
    letters = tr("Letters work on Greek and Cyrillic keyboards too (the same keys).")
    lines = [entry(pad(key, wide - 1) + " ", text, room) for key, text in entries.items()]
    return [*lines, [("", ""), *(("", piece) for piece in wrap(letters, room))]]


def _entry(head: str, text: str, room: int) -> _Entry:
    first, *rest = wrap(text, room - width(head))
    return [(head, first), *((" " * width(head), piece) for piece in rest)]


def _hanging(head: str, text: str, room: int) -> _Entry:
    """Let the words go on under what they explain, where there is no room for a column of their own."""
    first, *rest = wrap(f"{head.strip()}: {text}", room - 2)
    key = first[: len(head.strip())]
    return [(key, first[len(key) :]), *(("  ", piece) for piece in rest)]


def _rule_lines(room: int) -> list[_Entry]:
    return [[("", piece) for piece in wrap(text, room)] for text in (*primer_lines(), tr(_TABLE_RULES))]


def _mark_lines(room: int, entry: Callable[[str, str, int], _Entry]) -> list[_Entry]:
    return [entry(tr(sign) + " " * (10 - width(tr(sign))), tr(text), room) for sign, text in _MARKS]
