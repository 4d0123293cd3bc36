"""The one table of keys: each key names a command, in the contexts where it acts.

The line of keys at the bottom of the screen and the help are made from this table, so they cannot be wrong.
"""

# ruff: noqa: E501 - one line a key is what makes the table readable

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from euchre_client.i18n import mark
from euchre_client.model import (
    Model,
    Overlay,
    Place,
    Typing,
    bots_only,
    paused,
    playing,
    question,
    seats,
    swapping,
    you,
)
from euchre_client.model import on_cards as asks_for_card


class Context(StrEnum):
    """What the keys act on."""

    SMALL = "small"
    TYPING = "typing"
    TALKING = "talking"
    HELP = "help"
    LEAVING = "leaving"
    SHEET = "sheet"
    TRICK = "trick"
    SETTINGS = "settings"
    HINT = "hint"
    REVIEW = "review"
    DEEDS = "deeds"
    LOST = "lost"
    CLOSED = "closed"
    ADDRESS = "address"
    CONNECTING = "connecting"
    LOBBY = "lobby"
    CREATE = "create"
    SEATS = "seats"
    READY = "ready"
    WATCH_SEATS = "watch_seats"
    WATCH_BOTS = "watch_bots"
    BID = "bid"
    CARD = "card"
    PUT = "put"
    GIVE = "give"
    SWAP = "swap"
    WAIT = "wait"
    RESULT = "result"
    OVER = "over"
    WATCH = "watch"


_DIGITS = tuple("123456789")
_TABLE = (
    Context.SEATS,
    Context.READY,
    Context.WATCH_SEATS,
    Context.WATCH_BOTS,
    Context.BID,
    Context.CARD,
    Context.PUT,
    Context.GIVE,
    Context.SWAP,
    Context.WAIT,
    Context.RESULT,
    Context.OVER,
    Context.WATCH,
)
_IN_DEAL = (
    Context.BID,
    Context.CARD,
    Context.PUT,
    Context.GIVE,
    Context.SWAP,
    Context.WAIT,
    Context.OVER,
    Context.WATCH,
)
_QUESTION = (Context.BID, Context.CARD, Context.PUT, Context.GIVE)
_SEATED = (Context.SEATS, Context.READY)
_BEFORE = (*_SEATED, Context.WATCH_SEATS, Context.WATCH_BOTS)
_IN_GAME = tuple(where for where in _TABLE if where not in _BEFORE)
_OPEN = (Context.LOBBY, *_TABLE)
_PLACES = (Context.ADDRESS, Context.CONNECTING, Context.CREATE, *_OPEN)

QUESTIONS = frozenset({*_QUESTION, Context.SWAP})
"""Where the game waits for this person."""


@dataclass(frozen=True, slots=True)
class Binding:
    """Keys that give a command in some contexts.

    ``shown`` and ``hint`` make the line of keys (no hint: not there); ``help`` is the line in the help.
    ``{n}`` in ``shown`` is the number of choices. ``brief`` is shown where there is little room.
    """

    command: str
    keys: tuple[str, ...]
    contexts: tuple[Context, ...]
    shown: str
    help: str
    hint: str = ""
    brief: str = ""


BINDINGS: tuple[Binding, ...] = (
    # -- questions: choosing sends nothing, Enter is the only key that does
    Binding("choose", _DIGITS, (Context.BID,), mark("1-{n} or arrows"), mark("choose (choosing sends nothing)"), mark("choose"), "1-{n}"),
    Binding("choose", _DIGITS, (Context.CARD, Context.PUT, Context.GIVE), mark("1-{n} or arrows"), mark("choose a card (choosing never plays it)"), mark("choose"), "1-{n}"),
    Binding("choose_next", ("right", "down"), _QUESTION, mark("1-{n} or arrows"), mark("choose the next one")),
    Binding("choose_previous", ("left", "up"), _QUESTION, mark("1-{n} or arrows"), mark("choose the one before")),
    Binding("commit", ("enter",), (Context.BID,), mark("Enter"), mark("say what is chosen (the only key that does)"), mark("say it")),
    Binding("commit", ("enter",), (Context.CARD,), mark("Enter"), mark("play the chosen card (the only key that does)"), mark("play")),
    Binding("commit", ("enter",), (Context.PUT,), mark("Enter"), mark("put away the chosen card (the only key that does)"), mark("put away")),
    Binding("commit", ("enter",), (Context.GIVE,), mark("Enter"), mark("give the chosen card (the only key that does)"), mark("give it")),
    Binding("commit", ("enter",), (Context.WAIT,), mark("Enter"), mark("says whose turn it is; plays nothing")),
    Binding("mark", (*_DIGITS[:6], " "), (Context.SWAP,), "1-5", mark("mark a card, or take its mark away"), mark("mark")),
    Binding("mark_next", ("right", "down"), (Context.SWAP,), mark("arrows, Space"), mark("go to a card and mark it")),
    Binding("mark_previous", ("left", "up"), (Context.SWAP,), mark("arrows, Space"), mark("go to a card and mark it")),
    Binding("swap", ("enter",), (Context.SWAP,), mark("Enter"), mark("swap the marked cards (the only key that does)"), mark("swap")),
    Binding("unchoose", ("escape",), (*_QUESTION, Context.SWAP), mark("Esc"), mark("choose nothing; never leaves the game")),
    Binding("hint", ("h",), (*_QUESTION, Context.SWAP), "h", mark("what an expert would do, where the table allows it; all are told"), mark("hint")),
    # -- results
    Binding("seen", ("enter", " "), (Context.RESULT,), mark("Enter"), mark("go on to the next deal"), mark("go on")),
    Binding("again", ("enter",), (Context.OVER,), mark("Enter"), mark("play again with the same people"), mark("play again")),
    Binding("not_again", ("n",), (Context.OVER,), "n", mark("not play again after all")),
    Binding("review", ("r",), (Context.OVER, Context.WATCH), "r", mark("when the game is over: what an expert thinks of every choice in it"), mark("review")),
    Binding("leave_table", ("l",), (Context.OVER,), "l", mark("back to the lobby"), mark("lobby")),
    # -- watching
    Binding("turn_left", ("left",), (Context.WATCH,), mark("Left, Right"), mark("look from the next seat"), mark("turn the table")),
    Binding("turn_right", ("right",), (Context.WATCH,), mark("Left, Right"), mark("look from the next seat")),
    Binding("ready", ("enter",), (Context.WATCH,), mark("Enter"), mark("ask the bots for another game when one is over")),
    # -- seats
    Binding("ready", ("enter",), (Context.SEATS,), mark("Enter"), mark("ready for the game"), mark("ready")),
    Binding("not_ready", ("n",), (Context.READY,), "n", mark("not ready after all (Enter never takes it back)"), mark("not ready")),
    Binding("seat", tuple("1234"), _SEATED, "1-{n}", mark("take that seat, or mark it when it is taken"), mark("other seat")),
    Binding("seat", tuple("1234"), (Context.WATCH_SEATS, Context.WATCH), "1-{n}", mark("take that seat"), mark("sit down")),
    Binding("ready", ("enter",), (Context.WATCH_BOTS,), mark("Enter"), mark("ask the bots for a game"), mark("start")),
    Binding("bot", ("b",), _SEATED, "b", mark("put a bot into the marked or first free seat, or take it out"), mark("bot")),
    Binding("bot", ("b",), (Context.OVER,), "b", mark("put a bot into the first free seat"), mark("bot")),
    Binding("fill", ("f",), _SEATED, "f", mark("put bots into all free seats"), mark("fill with bots")),
    Binding("level", ("e",), _SEATED, "e", mark("let the marked or first bot play better: beginner, normal, strong, expert"), mark("bot's strength")),
    Binding("kick", ("x",), _SEATED, "x", mark("send the person in the marked seat away (who made the table may)")),
    Binding("stand", ("w",), _SEATED, "w", mark("stand up and watch"), mark("watch")),
    # -- lobby
    Binding("pick_number", _DIGITS, (Context.LOBBY,), "1-9", mark("choose a table"), mark("choose")),
    Binding("pick_down", ("down",), (Context.LOBBY,), mark("Up, Down"), mark("choose a table")),
    Binding("pick_up", ("up",), (Context.LOBBY,), mark("Up, Down"), mark("choose a table")),
    Binding("sit", ("enter",), (Context.LOBBY,), mark("Enter"), mark("sit down in the first free seat, or watch when there is none"), mark("sit")),
    Binding("watch", ("w",), (Context.LOBBY,), "w", mark("watch the chosen table"), mark("watch")),
    Binding("create", ("c",), (Context.LOBBY,), "c", mark("create a table"), mark("create")),
    Binding("play_at_once", ("p",), (Context.LOBBY,), "p", mark("play at once: a free seat, or a new table with bots"), mark("play at once")),
    # -- the form of a new table
    Binding("row_down", ("down", "tab"), (Context.CREATE,), mark("Up, Down"), mark("go to another line"), mark("line")),
    Binding("row_up", ("up", "s-tab"), (Context.CREATE,), mark("Up, Down"), mark("go to another line")),
    Binding("value_next", ("right", " "), (Context.CREATE,), mark("Left, Right"), mark("change the value"), mark("change")),
    Binding("value_previous", ("left",), (Context.CREATE,), mark("Left, Right"), mark("change the value")),
    Binding("type_value", _DIGITS, (Context.CREATE,), "1-9", mark("type a number")),
    Binding("type_name", ("n",), (Context.CREATE,), "n", mark("type the table's name"), mark("name")),
    Binding("page_down", ("pagedown",), (Context.CREATE,), mark("PgUp, PgDn"), mark("ten lines back or on")),
    Binding("page_up", ("pageup",), (Context.CREATE,), mark("PgUp, PgDn"), mark("ten lines back or on")),
    Binding("make", ("enter",), (Context.CREATE,), mark("Enter"), mark("make the table and sit down"), mark("make it")),
    Binding("close_form", ("escape",), (Context.CREATE,), mark("Esc"), mark("back without making a table"), mark("back")),
    # -- reaching a host
    Binding("host_number", _DIGITS, (Context.ADDRESS,), "1-9", mark("choose a host"), mark("choose")),
    Binding("host_down", ("down",), (Context.ADDRESS,), mark("Up, Down"), mark("choose a host")),
    Binding("host_up", ("up",), (Context.ADDRESS,), mark("Up, Down"), mark("choose a host")),
    Binding("join_host", ("enter",), (Context.ADDRESS,), mark("Enter"), mark("join the chosen host, or type an address when there is none"), mark("join")),
    Binding("type_address", ("a",), (Context.ADDRESS,), "a", mark("type the host's address"), mark("address")),
    Binding("search", ("r",), (Context.ADDRESS,), "r", mark("search for hosts again"), mark("search again")),
    Binding("type_person", ("n",), (Context.ADDRESS,), "n", mark("change your name"), mark("name")),
    Binding("retry", ("enter",), (Context.CONNECTING, Context.LOST, Context.CLOSED), mark("Enter"), mark("try again now"), mark("try now")),
    Binding("other_address", ("a", "escape"), (Context.CONNECTING,), "a", mark("another address or name"), mark("another address")),
    Binding("other_address", ("a",), (Context.CLOSED,), "a", mark("another address"), mark("another address")),
    # -- everywhere at a table and in the lobby
    Binding("talk", ("t",), _OPEN, "t", mark("talk"), mark("talk")),
    Binding("deeds", ("m",), _TABLE, "m", mark("more: pause, propose, vote; send away or close (who made the table)"), mark("more")),
    Binding("last_trick", ("v",), _IN_DEAL, "v", mark("the last trick, large; before the first one all cards of the deal before"), mark("last trick")),
    Binding("last_trick", ("v",), (Context.RESULT,), "v", mark("all cards of the deal: who held and who played what"), mark("all cards")),
    Binding("sheet", ("i",), _IN_GAME, "i", mark("score sheet and the rules of this table"), mark("scores")),
    Binding("sheet", ("i",), _BEFORE, "i", mark("the rules of this table"), mark("rules")),
    Binding("sheet", ("i",), (Context.LOBBY, Context.CREATE), "i", mark("the rules of the chosen table, whole"), mark("rules")),
    Binding("scroll_back", ("pageup", "s-tab"), _TABLE, mark("PgUp, PgDn"), mark("read older or newer lines of the log")),
    Binding("scroll_on", ("pagedown", "tab"), _TABLE, mark("PgUp, PgDn"), mark("read older or newer lines of the log")),
    # -- what lies over the screen
    Binding("close", ("escape", "enter", "v", "q"), (Context.TRICK,), mark("Esc"), mark("close"), mark("close")),
    Binding("close", ("escape", "enter", "r", "q"), (Context.REVIEW,), mark("Esc"), mark("close"), mark("close")),
    Binding("close", ("escape", "enter", "h", "q"), (Context.HINT,), mark("Esc"), mark("close"), mark("close")),
    Binding("deed_choose", _DIGITS, (Context.DEEDS,), "1-9", mark("choose (choosing does nothing)"), mark("choose")),
    Binding("deed_down", ("down", "right", "tab"), (Context.DEEDS,), mark("Up, Down"), mark("choose the next one")),
    Binding("deed_up", ("up", "left", "s-tab"), (Context.DEEDS,), mark("Up, Down"), mark("choose the one before")),
    Binding("deed_commit", ("enter",), (Context.DEEDS,), mark("Enter"), mark("do what is chosen"), mark("do it")),
    Binding("close", ("escape", "m", "q"), (Context.DEEDS,), mark("Esc"), mark("close"), mark("close")),
    Binding("close", ("escape", "enter", "i", "q"), (Context.SHEET,), mark("Esc"), mark("close"), mark("close")),
    Binding("close", ("escape", "?", "f1", "q"), (Context.HELP,), mark("Esc"), mark("close the help"), mark("close help")),
    Binding("page_next", ("tab", "right", "pagedown", "down", " "), (Context.HELP, Context.SHEET, Context.REVIEW), mark("Tab"), mark("next page"), mark("next page")),
    Binding("page_back", ("s-tab", "left", "pageup", "up"), (Context.HELP, Context.SHEET, Context.REVIEW), mark("Tab"), mark("next page")),
    Binding("setting_down", ("down", "tab"), (Context.SETTINGS,), mark("Up, Down"), mark("go to another setting"), mark("line")),
    Binding("setting_up", ("up", "s-tab"), (Context.SETTINGS,), mark("Up, Down"), mark("go to another setting")),
    Binding("setting_next", ("right", " "), (Context.SETTINGS,), mark("Left, Right"), mark("change it"), mark("change")),
    Binding("setting_previous", ("left",), (Context.SETTINGS,), mark("Left, Right"), mark("change it")),
    Binding("close", ("escape", "enter", "o", "q"), (Context.SETTINGS,), mark("Esc"), mark("close"), mark("close")),
    Binding("leave_choose", ("1", "2"), (Context.LEAVING,), "1-2", mark("choose"), mark("choose")),
    Binding("leave_other", ("left", "right", "up", "down", "tab"), (Context.LEAVING,), mark("arrows"), mark("choose the other")),
    Binding("leave_commit", ("enter",), (Context.LEAVING,), mark("Enter"), mark("do what is chosen"), mark("confirm")),
    Binding("close", ("escape",), (Context.LEAVING,), mark("Esc"), mark("stay"), mark("stay")),
    # -- typing (the text keys belong to the line)
    Binding("typed", ("enter",), (Context.TYPING,), mark("Enter"), mark("done"), mark("done")),
    Binding("typed", ("enter",), (Context.TALKING,), mark("Enter"), mark("send and close"), mark("send")),
    Binding("stop_typing", ("escape",), (Context.TYPING, Context.TALKING), mark("Esc"), mark("close; what was typed is kept"), mark("close")),
    Binding("scroll_back", ("pageup",), (Context.TALKING,), mark("PgUp, PgDn"), mark("read older or newer lines")),
    Binding("scroll_on", ("pagedown",), (Context.TALKING,), mark("PgUp, PgDn"), mark("read older or newer lines")),
    # -- help and leaving come last and are never dropped from the line of keys
    Binding("settings", ("o",), _PLACES, "o", mark("settings: symbols, colours, bell, language"), mark("settings")),
    Binding("help", ("?", "f1"), _PLACES, "?", mark("this help"), mark("help")),
    Binding("leave", ("q",), _TABLE, "q", mark("leave; asks first in a game"), mark("leave")),
    Binding("quit", ("q",), (Context.LOBBY, Context.ADDRESS, Context.CONNECTING, Context.LOST, Context.CLOSED, Context.SMALL), "q", mark("leave the host"), mark("quit")),
    Binding("interrupt", ("c-c",), tuple(Context), mark("Ctrl-C"), mark("leave; twice within two seconds: at once")),
    Binding("redraw", ("c-l",), tuple(Context), mark("Ctrl-L"), mark("draw the screen again")),
    Binding("suspend", ("c-z",), tuple(Context), mark("Ctrl-Z"), mark("to the shell; fg brings you back")),
)  # fmt: skip

ALWAYS_SHOWN = frozenset({"help", "leave", "quit", "close", "stop_typing"})
"""Commands whose hint is never dropped for want of room."""

_LATIN = "qwertyuiopasdfghjklzxcvbnm"
_GREEK = ";ςερτυθιοπασδφγηξκλζχψωβνμ"
_RUSSIAN = "йцукенгшщзфывапролдячсмить"
_BULGARIAN = ("явертъуиопасдфгхйклзьцжбнм", ",уеишщксдзьяаожгтнвюйъэфхп")
"""The letters on the keys ``_LATIN`` of the usual layouts; in Bulgarian the phonetic one and the typewriter's (BDS)."""


def _by_letter(*layouts: str) -> dict[str, str]:
    """Map each letter to its Latin key; where layouts disagree, the first one counts."""
    table: dict[str, str] = {}
    for layout in layouts:
        for key, char in zip(_LATIN, layout, strict=True):
            table.setdefault(char, key)
    return table


_FOREIGN = _by_letter(_GREEK, _RUSSIAN)
_FOREIGN_IN = {"bg": _by_letter(_GREEK, *_BULGARIAN, _RUSSIAN)}


def plain_key(key: str, language: str = "") -> str:
    """Return the key that a binding names: letters in lower case, and Latin for the same key on other layouts.

    Args:
        key: The key as the terminal names it.
        language: The person's; in Bulgarian the Cyrillic letters lie on other keys than in Russian.
    """
    if len(key) != 1:
        return {"c-m": "enter", "c-j": "enter", "c-i": "tab", "<sigint>": "c-c"}.get(key, key)
    lower = key.lower()
    return lower if lower == "," else _FOREIGN_IN.get(language, _FOREIGN).get(lower, lower)


def context(model: Model, *, small: bool) -> Context:
    """Return what the keys act on now.

    Args:
        model: The state of the client.
        small: The window is too small to draw; only leaving works then.
    """
    if small:
        return Context.SMALL
    if model.typing is not None:
        return Context.TALKING if model.typing is Typing.TALK else Context.TYPING
    if model.link.state == "lost" and model.place not in {Place.ADDRESS, Place.CONNECTING}:
        return Context.LOST
    if model.link.state == "closed" and model.place not in {Place.ADDRESS, Place.CONNECTING}:
        return Context.CLOSED
    over = {
        Overlay.HELP: Context.HELP,
        Overlay.LEAVE: Context.LEAVING,
        Overlay.SHEET: Context.SHEET,
        Overlay.TRICK: Context.TRICK,
        Overlay.SETTINGS: Context.SETTINGS,
        Overlay.HINT: Context.HINT,
        Overlay.REVIEW: Context.REVIEW,
        Overlay.DEEDS: Context.DEEDS,
    }.get(model.overlay)
    return over if over is not None else _place_context(model)


def _place_context(model: Model) -> Context:
    if model.place is not Place.TABLE:
        return Context(model.place.value)
    view = playing(model)
    if view is None:
        mine = you(model)
        if mine is None:
            return Context.WATCH_BOTS if bots_only(model) else Context.WATCH_SEATS
        return Context.READY if seats(model)[mine].ready else Context.SEATS
    if you(model) is None:
        return Context.WATCH
    if view.pause == "over" or view.over is not None:
        return Context.OVER
    if view.pause == "deal" and view.result is not None:
        return Context.RESULT
    if swapping(view) and not paused(model):
        return Context.SWAP
    if not question(model):
        return Context.WAIT
    if not asks_for_card(view):
        return Context.BID
    return {"play": Context.CARD, "give": Context.GIVE}.get(view.phase, Context.PUT)


def bindings_in(where: Context) -> Iterator[Binding]:
    """Give the bindings that act in a context, in the order of the table."""
    return (binding for binding in BINDINGS if where in binding.contexts)


def command_for(where: Context, key: str, language: str = "") -> str | None:
    """Return the command that a key gives in a context, if any."""
    plain = plain_key(key, language)
    return next((binding.command for binding in bindings_in(where) if plain in binding.keys), None)
