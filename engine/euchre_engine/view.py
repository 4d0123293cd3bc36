"""What one person may see, built from nothing: a field that is not listed here cannot leak."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from .actions import Action, Do
from .cards import SUITS, Card, Trump
from .errors import Reason
from .hands import counts_of, held_by
from .history import History, Said, Trick, carried_on, history_of, trick_size, upcard_taken
from .phases import Phase
from .reasons import dead_actions
from .result import DealResult
from .rules import Rules
from .state import State
from .trumps import TABLES, Label

UpcardIs = Literal["up", "down", "taken", "left"]


class Look(Struct, frozen=True):
    """How the own hand looks under one trump: the order in which to show it, and the names of the high trumps."""

    order: tuple[Card, ...]
    labels: Mapping[Card, Label]


class View(Struct, frozen=True):
    """A position as one seat, or a spectator (``seat`` none), may see it.

    ``upcard_is``: ``up``, ``down`` (turned down), ``taken`` by the dealer, or ``left`` (trump, but not taken).
    ``counts`` are the cards in each hand; ``out`` the seats that sit out; ``winning`` the seat that is winning the
    trick. ``last`` is the last finished trick of this deal, ``history`` all of them. ``shown`` are hands that a claim
    laid open.

    From ``seat`` on it is what only the own seat knows, and empty for a spectator. ``looks`` has one entry for the
    trump, or one for each that may be proposed. ``discard`` is what the seat put away last, ``given`` the card that
    went from it to its partner or came from there. ``dead`` is what a person would look for and may not choose.
    """

    rules: Rules
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
    shown: Mapping[int, tuple[Card, ...]]
    result: DealResult | None
    seat: int | None
    hand: tuple[Card, ...]
    looks: Mapping[Trump, Look]
    discard: Card | None
    given: Card | None
    legal: tuple[Action, ...]
    dead: tuple[tuple[Action, Reason], ...]


class Own(Struct, frozen=True):
    """What only one seat knows, whether it is asked or not: its hand and how it looks, and what it put away or gave."""

    hand: tuple[Card, ...]
    looks: Mapping[Trump, Look]
    discard: Card | None
    given: Card | None


def view(state: State, seat: int | None) -> View:
    """What a seat, or a spectator, may see of a position.

    Args:
        state: the position.
        seat: the seat that looks; none for a spectator.

    Raises:
        ValueError: there is no such seat.
    """
    return Scene(state).view(seat)


class Scene:
    """A position that several are going to look at.

    A host makes five views and more of each position. What everybody sees is worked out once, for the spectators, and
    a seat's view adds what that seat knows besides; nothing is ever taken away again. When a card is played, what all
    see changes a little, and of what seats know only that one's hand: the rest is taken over from the scene before.

    Args:
        state: the position.
        earlier: any scene; one of the position before this one saves time.
    """

    def __init__(self, state: State, earlier: Scene | None = None) -> None:
        self._state = state
        before = earlier if earlier is not None and state.before is earlier._state else None
        self._history: History = history_of(state) if before is None else carried_on(before._history, state)
        self._proposed = _proposed(state)
        self._own: dict[int, Own] = {}
        if before is None or not (state.phase is before._state.phase is Phase.PLAY):
            self._public = _public(state, self._history)
        else:
            self._public = _moved(before._public, state, self._history)
            self._own.update(before._own)
            seat = _turn_of(before._state)
            if seat in self._own:
                self._own[seat] = _without(self._own[seat], _played(state))

    def view(self, seat: int | None) -> View:
        """What a seat, or a spectator (none), may see of it.

        Raises:
            ValueError: there is no such seat.
        """
        if seat is None:
            return self._public
        own, asked = self.own(seat), seat == self._state.turn
        return replace(
            self._public,
            seat=seat,
            hand=own.hand,
            looks=own.looks,
            discard=own.discard,
            given=own.given,
            legal=self._state.legal if asked else (),
            dead=dead_actions(self._state, seat) if asked else (),
        )

    def own(self, seat: int) -> Own:
        """What a seat knows besides what everybody sees, but for what it may do now.

        Raises:
            ValueError: there is no such seat.
        """
        known = self._own.get(seat)
        if known is not None:
            return known
        if not 0 <= seat < self._state.rules.players:
            raise ValueError(f"no such seat: {seat}")
        hand, looks = _hand(self._proposed, _known_hand(self._state, seat))
        own = self._own[seat] = Own(hand, looks, self._history.discard_of(seat), self._history.gift_of(seat))
        return own


def _public(state: State, history: History) -> View:
    """What spectators see."""
    contract = state.contract
    settled = View(
        rules=state.rules,
        phase=state.phase,
        turn=None,
        dealer=state.dealer,
        deal_number=state.deal_number,
        score=state.score,
        tricks=(),
        counts=(),
        upcard=state.dealt.upcard,
        upcard_is=_upcard_is(state, history.exchanged),
        trump=contract.trump,
        maker=contract.maker,
        alone=contract.alone,
        out=contract.out,
        bids=history.said,
        trick=(),
        led=None,
        winning=None,
        last=(),
        last_winner=None,
        history=(),
        shown={},
        result=state.result,
        seat=None,
        hand=(),
        looks={},
        discard=None,
        given=None,
        legal=(),
        dead=(),
    )
    return _moved(settled, state, history)


def _moved(view: View, state: State, history: History) -> View:
    """What spectators see, given what is settled: all that a card which is played changes."""
    finished, trick = _split(history.tricks, trick_size(state))
    return replace(
        view,
        turn=state.turn,
        tricks=state.tricks,
        counts=counts_of(state),
        trick=trick,
        led=state.contract.table.suit_of(trick[0].card) if trick else None,
        winning=state.moment.winning if trick else None,
        last=finished[-1] if finished else (),
        last_winner=_last_winner(state, bool(trick)) if finished else None,
        history=finished,
        shown=_shown(state, history.claimer),
    )


def _played(state: State) -> Card | None:
    """The card of the action that led to this position."""
    return None if state.did is None else state.did.card


def _without(own: Own, card: Card | None) -> Own:
    """What a seat knows when it has played a card; after a claim's refusal, in which no card was played, the same."""
    hand = _others(own.hand, card)
    looks = {
        trump: Look(_others(look.order, card), {each: label for each, label in look.labels.items() if each != card})
        for trump, look in own.looks.items()
    }
    return replace(own, hand=hand, looks=looks if hand else {})


def _others(cards: tuple[Card, ...], card: Card | None) -> tuple[Card, ...]:
    return tuple([each for each in cards if each != card])


def _turn_of(state: State) -> int:
    assert state.turn is not None, "somebody is to act in a phase that can be left"
    return state.turn


def _known_hand(state: State, seat: int) -> tuple[Card, ...]:
    """The own hand; the dealer who names a suit blind has not seen it yet."""
    if state.phase is Phase.NAME and seat == state.dealer:
        return ()
    return held_by(state, seat)


def _split(tricks: tuple[Trick, ...], size: int) -> tuple[tuple[Trick, ...], Trick]:
    """The finished tricks, and the one that is going on."""
    if tricks and len(tricks[-1]) < size:
        return tricks[:-1], tricks[-1]
    return tricks, ()


def _shown(state: State, claimer: int | None) -> dict[int, tuple[Card, ...]]:
    if claimer is None:
        return {}
    return {claimer: held_by(state, claimer)}


def _last_winner(state: State, in_trick: bool) -> int:
    """Whoever won the last finished trick leads the one that is going on."""
    return state.moment.leader if in_trick else state.moment.winning


def _upcard_is(state: State, exchanged: Card | None) -> UpcardIs | None:
    if state.dealt.upcard is None:
        return None
    if state.contract.maker is None:
        passed = state.did is not None and state.did.do is Do.PASS
        return "down" if state.phase is Phase.BID2 or (state.phase is Phase.DEAL_OVER and passed) else "up"
    if upcard_taken(state, exchanged):
        return "taken"
    if state.phase is Phase.EXCHANGE:
        return "up"
    return "left" if state.contract.trump == state.dealt.suit else "down"


def _proposed(state: State) -> tuple[Trump, ...]:
    """The trump, or every trump that somebody may propose now."""
    trump, suit = state.contract.trump, state.dealt.suit
    if trump is not None:
        return (trump,)
    if state.phase in _NOTHING_PROPOSED:
        return ()
    if suit is not None and state.phase is not Phase.BID2:
        return (suit,)
    found: list[Trump] = [other for other in SUITS if other != suit]
    return (*found, "NT") if state.rules.no_trump else tuple(found)


_NOTHING_PROPOSED: Final = (Phase.START, Phase.DEAL_OVER, Phase.GAME_OVER)


@lru_cache(maxsize=4096)  # the hands at a thousand tables; one lasts for several actions, and its looks with it
def _hand(proposed: tuple[Trump, ...], held: tuple[Card, ...]) -> tuple[tuple[Card, ...], Mapping[Trump, Look]]:
    """The hand as it is shown, and how it looks under each trump."""
    hand = TABLES[proposed[0] if len(proposed) == 1 else "NT"].shown_hand(held)
    # A plain dict, whatever it is shared by: a view goes to the processes in which bots think, so it must be picklable.
    return hand, {trump: _look(trump, held) for trump in proposed} if held else {}


def _look(trump: Trump, held: tuple[Card, ...]) -> Look:
    table = TABLES[trump]
    order = table.shown_hand(held)
    return Look(order, {card: table.labels[card] for card in order if card in table.labels})
