"""Everything the screen shows, as one immutable value.

The network and the keys only ever make a new model out of an old one (``update`` and ``commands``); the screens only
read it. What is legal, in which order a hand is shown and what a bower is called all come from the host.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Literal

from euchre_client.hosts import HostChoice, host_choices
from euchre_client.settings import DEFAULTS, Settings
from euchre_client.words.scene import Scene

if TYPE_CHECKING:
    from euchre_client.deeds import Deed
    from euchre_client.finding import Found
    from euchre_client.recent import Used
    from euchre_protocol.messages import (
        Action,
        Advice,
        Card,
        Error,
        Event,
        FieldSpec,
        Lobby,
        Result,
        Reviewed,
        Seat,
        SeatInfo,
        Sit,
        Table,
        Value,
        View,
        Watch,
        Welcome,
        Why,
    )

ENTER_GUARD = 0.25
"""Seconds at the start of a turn in which Enter does nothing: a hand already on its way must not play a card."""

LOG_LENGTH = 400
"""Lines of log and talk that are kept: an evening's talk, and a deal's events several times over."""


SEARCH_SECONDS = 3.0
"""How long the screen says that hosts are searched for: nearly all answer within a second, even on a bad network. The
search itself goes on."""

NONE_MARKED: frozenset[Card] = frozenset()


class Place(StrEnum):
    """Where the person is."""

    ADDRESS = "address"
    CONNECTING = "connecting"
    LOBBY = "lobby"
    CREATE = "create"
    TABLE = "table"


class Overlay(StrEnum):
    """What lies over the screen."""

    NONE = "none"
    HELP = "help"
    LEAVE = "leave"
    SHEET = "sheet"
    TRICK = "trick"
    SETTINGS = "settings"
    HINT = "hint"
    REVIEW = "review"
    DEEDS = "deeds"


class Typing(StrEnum):
    """What the line being typed is for."""

    TALK = "talk"
    ADDRESS = "address"
    NAME = "name"
    TABLE_NAME = "table_name"
    NUMBER = "number"
    HOST_PASSWORD = "host_password"
    TABLE_PASSWORD = "table_password"


SECRET = frozenset({Typing.HOST_PASSWORD, Typing.TABLE_PASSWORD})
"""What nobody may read over a shoulder."""


@dataclass(frozen=True, slots=True)
class Link:
    """The connection as the person sees it.

    ``failure`` is the sentence that says why there is none; ``retry_at`` the time of the next try, if there is one.
    ``waits`` is why the host itself does not have us now, if it said that.
    """

    state: Literal["none", "opening", "up", "lost", "closed"] = "none"
    address: str = ""
    failure: str = ""
    waits: str = ""
    attempt: int = 0
    retry_at: float | None = None
    rtt_ms: int | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the log: something that happened, with who sat where then, or something said."""

    event: Event | None = None
    scene: Scene | None = None
    deal: int = 0
    speaker: str = ""
    said: str = ""
    watching: bool = False


@dataclass(frozen=True, slots=True)
class Choice:
    """Something to choose in a question; ``why`` says why it may not be chosen now."""

    action: Action
    why: Why | None = None


@dataclass(frozen=True, slots=True)
class Form:
    """The table being made: a name, a preset and what differs from it. ``row`` is the line the cursor is on."""

    name: str
    preset: str
    rules: dict[str, Value]
    options: dict[str, Value]
    row: int = 0


@dataclass(frozen=True, slots=True)
class Notice:
    """What the prompt line says until the next key: a code of ``words.screen``, a host's answer, or a sentence."""

    code: str = ""
    why: Why | None = None
    error: Error | None = None
    text: str = ""


@dataclass(frozen=True, slots=True)
class Model:
    """The whole state of the client.

    ``door``: what is sent when the password of a table has been typed. ``clock_at``: when, by ``now``, the time of
    whoever is to act runs out, where there is one. ``past`` is the newest result of a deal, ``past_winner`` who took
    its last trick.
    """

    place: Place = Place.ADDRESS
    link: Link = Link()
    name: str = ""
    host: str = ""
    welcome: Welcome | None = None
    lobby: Lobby | None = None
    table: Table | None = None
    view: View | None = None
    asked_at: float = 0.0
    pick: int | None = None
    marked: frozenset[Card] = NONE_MARKED
    sent: int | None = None
    advice: Advice | None = None
    review: tuple[Reviewed, ...] = ()
    past: Result | None = None
    past_winner: Seat | None = None
    seen_at: float = 0.0
    clock_at: float = 0.0
    starts_at: float = 0.0
    table_pick: int = 0
    seat_pick: Seat | None = None
    turned: int = 0
    form: Form | None = None
    overlay: Overlay = Overlay.NONE
    page: int = 0
    leave_pick: int = 0
    deed: Deed | None = None
    typing: Typing | None = None
    door: Sit | Watch | None = None
    log: tuple[Line, ...] = ()
    scrolled: int = 0
    notice: Notice | None = None
    found: tuple[Found, ...] = ()
    used: tuple[Used, ...] = ()
    host_pick: str = ""
    search_at: float = 0.0
    serial: int = 0
    pending: tuple[tuple[int, str], ...] = ()
    settings: Settings = DEFAULTS
    now: float = 0.0

    def but(self, **changes: object) -> Model:
        """Return a copy with ``changes``."""
        return replace(self, **changes)  # type: ignore[arg-type]


def host_list(model: Model) -> tuple[HostChoice, ...]:
    """Return the hosts to choose from."""
    return host_choices(model.found, model.used)


def picked_host(model: Model) -> HostChoice | None:
    """Return the chosen host: the first one until another is chosen."""
    hosts = host_list(model)
    return next((host for host in hosts if str(host.address) == model.host_pick), hosts[0] if hosts else None)


def searching(model: Model) -> bool:
    """Say whether hosts are still expected to answer."""
    return model.place is Place.ADDRESS and model.now - model.search_at < SEARCH_SECONDS


def you(model: Model) -> Seat | None:
    """Return the own seat, or none for a watcher."""
    return model.table.you if model.table is not None else None


def seats(model: Model) -> list[SeatInfo]:
    """Return who sits at the table."""
    return model.table.line.seats if model.table is not None else []


def bots_only(model: Model) -> bool:
    """Say whether nobody but bots sits at the table, so that watchers may ask them for a game."""
    return all(info.kind == "bot" for info in seats(model))


def playing(model: Model) -> View | None:
    """Return the play to show, if a game is on the table."""
    if model.table is None or model.table.line.state == "waiting":
        return None
    return model.view


def rule(model: Model, name: str, default: Value = "") -> Value:
    """Return the value of a rule of this table; rules that the host left out hold the field's default."""
    if model.table is None:
        return default
    if name in model.table.line.rules:
        return model.table.line.rules[name]
    spec = field_spec(model, name)
    return spec.default if spec is not None else default


def field_spec(model: Model, name: str) -> FieldSpec | None:
    """Return what the host says about a rule or table option."""
    if model.welcome is None:
        return None
    return next((spec for spec in [*model.welcome.fields, *model.welcome.options] if spec.name == name), None)


def side_of(seat: Seat, players: int) -> int:
    """Return the side of a seat: partners sit opposite with four hands, else everybody plays alone."""
    return seat % 2 if players == 4 else seat


def base_seat(model: Model) -> Seat:
    """Return the seat at the bottom of the screen: the own one, or the one a watcher turned there."""
    mine = you(model)
    if mine is not None:
        return mine
    return model.turned % max(1, len(seats(model)))


def question(model: Model) -> tuple[Choice, ...]:
    """Return what may be chosen now, dead choices among them, in the order shown; empty when nothing is asked.

    Nothing is asked while the game is paused. Cards stand in the order of the hand. A suit that was turned down is left
    out, and passing where the Benny was turned up: the table and the question say so already. A swap of several cards
    is no list of choices: its cards are marked one by one.
    """
    view = playing(model)
    if view is None or view.ask is None or paused(model):
        return ()
    if swapping(view):
        return ()
    live = [Choice(action) for action in view.ask.actions]
    dead = [Choice(each.action, each.why) for each in view.ask.dead if each.why.code not in {"turned_down", "benny"}]
    if on_cards(view):
        by_card = {choice.action.card: choice for choice in [*dead, *live]}
        cards = [by_card[card] for card in hand_order(model) if card in by_card]
        return (*cards, *(choice for choice in live if choice.action.card is None))
    passes = [choice for choice in dead if choice.action.do == "pass"]
    return (*passes, *live, *(choice for choice in dead if choice not in passes))


def paused(model: Model) -> bool:
    """Say whether somebody has paused the game: nothing is asked then, whatever the newest view says."""
    return model.table is not None and model.table.paused is not None


def on_cards(view: View) -> bool:
    """Say whether the question is answered with a card of the hand (or, at a lead, with a claim)."""
    return view.ask is not None and any(action.card is not None for action in view.ask.actions)


def swapping(view: View) -> bool:
    """Say whether the question is answered with several cards of the hand at once."""
    return view.ask is not None and any(action.cards for action in view.ask.actions)


def swap_of(model: Model, view: View) -> Action | None:
    """Return the swap of exactly the marked cards, if it is one that may be made."""
    actions = view.ask.actions if view.ask is not None else []
    return next((action for action in actions if action.cards and model.marked == frozenset(action.cards)), None)


def proposed(model: Model) -> str | None:
    """Return the suit under which to show the own hand: trump, the one chosen, or the only one proposed."""
    view = playing(model)
    if view is None or not view.looks:
        return None
    if view.trump is not None:
        return view.trump
    choice = None if on_cards(view) else chosen(model)
    if choice is not None and choice.action.suit in view.looks:
        return choice.action.suit
    return next(iter(view.looks)) if len(view.looks) == 1 else None


def hand_order(model: Model) -> list[Card]:
    """Return the own hand in the order to show it: under trump, or under the suit that is proposed or chosen."""
    view, suit = playing(model), proposed(model)
    if view is None:
        return []
    look = view.looks.get(suit) if suit is not None else None
    order = look.order if look is not None else view.hand
    return order if sorted(order) == sorted(view.hand) else view.hand


def labels(model: Model) -> dict[Card, str]:
    """Return the bower names of own cards under the suit shown."""
    view, suit = playing(model), proposed(model)
    if view is None or suit is None or suit not in view.looks:
        return {}
    return dict(view.looks[suit].labels)


def chosen(model: Model) -> Choice | None:
    """Return the choice that Enter would commit."""
    options = question(model)
    return options[model.pick] if model.pick is not None and model.pick < len(options) else None


def waiting_for_answer(model: Model) -> bool:
    """Say whether the answer to the current question is on its way to the host."""
    view = playing(model)
    return view is not None and view.ask is not None and model.sent == view.ask.decision


def whole_deal(model: Model) -> tuple[Result, Seat | None] | None:
    """Return the deal whose cards may all be looked at, with who took its last trick.

    That is the one that has just ended; it stays until the first trick of the next one is finished.
    """
    view = playing(model)
    if view is None:
        return None
    if view.result is not None:
        past, winner = view.result, view.last_winner
    elif model.past is not None and not view.last:
        past, winner = model.past, model.past_winner
    else:
        return None
    return (past, winner) if past.played or past.hands else None  # a claim may come before the first trick


def clock_left(model: Model) -> int | None:
    """Return the whole seconds that whoever is to act may still think; none where no clock goes."""
    view = playing(model)
    if view is None or not view.clock_ms or view.turn is None or paused(model):
        return None
    return max(0, -int(-(model.clock_at - model.now) // 1))


def scene(model: Model) -> Scene:
    """Return who sits where, as sentences about the table need it."""
    if model.table is None:
        return Scene(())
    return Scene.at(model.table, model.view)
