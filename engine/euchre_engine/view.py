"""What one person may see, built from nothing: a field that is not listed here cannot leak."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

from .actions import Action, Do
from .cards import SUITS, Card, Trump, cards_of
from .errors import Reason
from .history import Said, Trick, history_of, trick_size, turned_up, upcard_taken
from .phases import Phase
from .reasons import dead_actions, hand_mask
from .result import DealResult
from .rules import Rules
from .state import State
from .trumps import TABLES, Label

UpcardIs = Literal["up", "down", "taken", "left"]


@dataclass(frozen=True, slots=True)
class Look:
    """How the own hand looks under one trump: the order in which to show it, and the names of the high trumps."""

    order: tuple[Card, ...]
    labels: Mapping[Card, Label]


@dataclass(frozen=True, slots=True)
class View:
    """A position as one seat, or a spectator (``seat`` none), may see it.

    ``upcard_is``: ``up``, ``down`` (turned down), ``taken`` by the dealer, or ``left`` (trump, but not taken).
    ``counts`` are the cards in each hand; ``out`` the seats that sit out; ``winning`` the seat that is winning the
    trick. ``last`` is the last finished trick of this deal, ``history`` all of them. ``discard`` is what the own seat
    put away last, ``given`` the card that went from it to its partner or came from there. ``dead`` is what a person
    would look for and may not choose. ``looks`` has one entry for the trump, or one for each that may be proposed.
    ``shown`` are hands that a claim laid open.
    """

    rules: Rules
    seat: int | None
    phase: Phase
    turn: int | None
    dealer: int
    deal_number: int
    score: tuple[int, ...]
    tricks: tuple[int, ...]
    counts: tuple[int, ...]
    upcard: Card | None
    upcard_is: UpcardIs | None
    trump: Trump | None
    maker: int | None
    alone: tuple[int, ...]
    out: tuple[int, ...]
    bids: tuple[Said, ...]
    trick: Trick
    led: Trump | None
    winning: int | None
    last: Trick
    last_winner: int | None
    history: tuple[Trick, ...]
    hand: tuple[Card, ...]
    discard: Card | None
    given: Card | None
    legal: tuple[Action, ...]
    dead: tuple[tuple[Action, Reason], ...]
    looks: Mapping[Trump, Look]
    shown: Mapping[int, tuple[Card, ...]]
    result: DealResult | None


def view(state: State, seat: int | None) -> View:
    """What a seat, or a spectator, may see of a position.

    Args:
        state: the position.
        seat: the seat that looks; none for a spectator.

    Raises:
        ValueError: there is no such seat.
    """
    if seat is not None and not 0 <= seat < state.rules.players:
        raise ValueError(f"no such seat: {seat}")
    contract = state.contract
    history = history_of(state)
    finished, trick = _split(history.tricks, trick_size(state))
    held = 0 if seat is None else _known_hand(state, seat)
    proposed = _proposed(state)
    return View(
        rules=state.rules,
        seat=seat,
        phase=state.phase,
        turn=state.turn,
        dealer=state.dealer,
        deal_number=state.deal_number,
        score=state.score,
        tricks=state.tricks,
        counts=tuple(hand_mask(state, other).bit_count() for other in range(state.rules.players)),
        upcard=state.dealt.upcard,
        upcard_is=_upcard_is(state, history.exchanged),
        trump=contract.trump,
        maker=contract.maker,
        alone=contract.alone,
        out=contract.out,
        bids=history.said,
        trick=trick,
        led=contract.table.suit_of(trick[0].card) if trick else None,
        winning=state.winning if trick else None,
        last=finished[-1] if finished else (),
        last_winner=_last_winner(state, bool(trick)) if finished else None,
        history=finished,
        hand=cards_of(held, TABLES[proposed[0] if len(proposed) == 1 else "NT"].order),
        discard=history.discard_of(seat),
        given=history.gift_of(seat),
        legal=state.offer.actions if seat == state.turn else (),
        dead=() if seat is None else dead_actions(state, seat),
        looks={trump: _look(trump, held) for trump in proposed} if held else {},
        shown=_shown(state, history.claimer),
        result=state.result,
    )


def _known_hand(state: State, seat: int) -> int:
    """The own hand; the dealer who names a suit blind has not seen it yet."""
    if state.phase is Phase.NAME and seat == state.dealer:
        return 0
    return hand_mask(state, seat)


def _split(tricks: tuple[Trick, ...], size: int) -> tuple[tuple[Trick, ...], Trick]:
    """The finished tricks, and the one that is going on."""
    if tricks and len(tricks[-1]) < size:
        return tricks[:-1], tricks[-1]
    return tricks, ()


def _shown(state: State, claimer: int | None) -> dict[int, tuple[Card, ...]]:
    if claimer is None:
        return {}
    return {claimer: cards_of(hand_mask(state, claimer), state.contract.table.order)}


def _last_winner(state: State, in_trick: bool) -> int:
    """Whoever won the last finished trick leads the one that is going on."""
    return state.leader if in_trick else state.winning


def _upcard_is(state: State, exchanged: Card | None) -> UpcardIs | None:
    if state.dealt.upcard is None:
        return None
    if state.contract.maker is None:
        passed = state.log is not None and state.log[1].do is Do.PASS
        return "down" if state.phase is Phase.BID2 or (state.phase is Phase.DEAL_OVER and passed) else "up"
    if upcard_taken(state, exchanged):
        return "taken"
    if state.phase is Phase.EXCHANGE:
        return "up"
    return "left" if state.contract.trump == turned_up(state) else "down"


def _proposed(state: State) -> tuple[Trump, ...]:
    """The trump, or every trump that somebody may propose now."""
    trump, suit = state.contract.trump, turned_up(state)
    if trump is not None:
        return (trump,)
    if state.phase in _NOTHING_PROPOSED:
        return ()
    if suit is not None and state.phase is not Phase.BID2:
        return (suit,)
    found: list[Trump] = [other for other in SUITS if other != suit]
    return (*found, "NT") if state.rules.no_trump else tuple(found)


_NOTHING_PROPOSED: Final = (Phase.START, Phase.DEAL_OVER, Phase.GAME_OVER)


def _look(trump: Trump, held: int) -> Look:
    table = TABLES[trump]
    order = cards_of(held, table.order)
    return Look(order, {card: table.labels[card] for card in order if card in table.labels})
