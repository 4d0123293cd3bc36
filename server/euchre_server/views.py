"""From what the engine shows one seat to the message that says so.

The engine's view already holds only what the seat may know. Messages are built from nothing out of it: first what
everybody sees, then what one seat knows besides; nothing is ever taken away again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Literal

from msgspec import Struct, structs

import euchre_engine as engine
from euchre_engine.trumps import Label
from euchre_protocol import messages as m

Pause = Literal["trick", "deal", "over", "storage"]


class Frame(Struct, frozen=True):
    """What the views of one moment say besides the cards.

    ``still``: nobody may act, since the game is paused; ``stalled``: since nothing can be stored.
    """

    version: int
    decision: int = 0
    still: bool = False
    stalled: bool = False
    pause: Pause | None = None
    pause_ms: int = 0
    seen: Sequence[int] = ()
    over: m.Over | None = None
    clock_ms: int = 0


@lru_cache(maxsize=4096)  # the engine makes each action once, but for swaps
def to_wire(action: engine.Action) -> m.Action:
    """An action as the wire carries it."""
    return m.Action(do=str(action.do), card=action.card, suit=action.suit, alone=action.alone, cards=list(action.cards))


def from_wire(action: m.Action) -> engine.Action:
    """The engine's action for one from the wire.

    Raises:
        euchre_engine.InvalidAction: there is no such action.
    """
    return _from_wire(action.do, action.card, action.suit, alone=action.alone, cards=tuple(action.cards))


@lru_cache(maxsize=4096)  # what is no action raises, and is not kept
def _from_wire(do: str, card: str | None, suit: str | None, *, alone: bool, cards: tuple[str, ...]) -> engine.Action:
    fields: dict[str, object] = {"do": do, "alone": alone, "cards": cards}
    if card is not None:
        fields["card"] = card
    if suit is not None:
        fields["suit"] = suit
    return engine.Action.from_fields(fields)


def why(reason: engine.Reason) -> m.Why:
    """The reason why something is not legal."""
    return m.Why(code=reason.code, suit=reason.suit, cards=list(reason.cards))


class Board:
    """The play at one moment, for everybody who is to be told of it.

    What all of them see is put together once; a message adds what its seat knows besides.

    Args:
        scene: the position.
        frame: what else there is to say.
        earlier: any board; one of the position before saves time.
    """

    def __init__(self, scene: engine.Scene, frame: Frame, earlier: Board | None = None) -> None:
        self.scene = scene
        self._own: dict[int, tuple[engine.Own, list[str], dict[str, m.Look]]] = {} if earlier is None else earlier._own
        self._decision = frame.decision
        self._view = scene.view(None)
        self._hold = frame.pause == "trick"  # the result comes when the last trick has been looked at
        self._public = _public(self._view, frame, hold=self._hold)

    def message(
        self,
        seat: int | None,
        *,
        ask: bool = False,
        events: Sequence[m.Event] = (),
        history: bool = False,
        reveal: bool = True,
    ) -> m.View:
        """What one connection is told.

        Args:
            seat: the seat, none for a watcher.
            ask: whether this seat itself is asked now.
            events: what has happened; with ``history`` everything in this deal so far.
            history: see ``events``.
            reveal: whether the hands of a finished deal are shown to this connection.
        """
        result = None if self._hold else self._view.result
        told = None if result is None else result_message(self._view, result, reveal=reveal)
        if seat is None:
            return structs.replace(self._public, result=told, events=list(events), history=history)
        hand, looks = self._hand_of(seat)
        own = self.scene.own(seat)
        return structs.replace(
            self._public,
            hand=hand,
            discard=own.discard,
            given=own.given,
            looks=looks,
            ask=_ask(self.scene.view(seat), self._decision) if ask else None,
            result=told,
            events=list(events),
            history=history,
        )

    def _hand_of(self, seat: int) -> tuple[list[str], dict[str, m.Look]]:
        """A hand and its looks for the wire; made anew only if there is something new to know."""
        own = self.scene.own(seat)
        known = self._own.get(seat)
        if known is None or known[0] is not own:
            hand: list[str] = list(own.hand)
            known = self._own[seat] = own, hand, _looks(own.looks)
        return known[1], known[2]


def _public(view: engine.View, frame: Frame, *, hold: bool) -> m.View:
    """What a watcher is told of a position, without what has happened."""
    result = view.result if hold else None
    return m.View(
        version=frame.version,
        deal=view.deal_number,
        dealer=view.dealer,
        phase="play" if result is not None else str(view.phase),
        score=_score_before(result) if result is not None else list(view.score),
        tricks=list(view.tricks),
        counts=list(view.counts),
        turn=view.turn if frame.pause is None and not frame.still and not frame.stalled else None,
        upcard=view.upcard,
        upcard_is=view.upcard_is,
        trump=view.trump,
        maker=view.maker,
        alone=list(view.alone),
        out=list(view.out),
        bids=[_said(said) for said in view.bids],
        trick=_laid(view.trick),
        led=view.led,
        winning=view.winning,
        last=_laid(view.last),
        last_winner=view.last_winner,
        pause="storage" if frame.stalled else frame.pause,
        pause_ms=frame.pause_ms,
        seen=list(frame.seen),
        shown={str(seat): list(cards) for seat, cards in view.shown.items()},
        over=frame.over,
        clock_ms=frame.clock_ms,
    )


def _looks(looks: Mapping[engine.Trump, engine.Look]) -> dict[str, m.Look]:
    return {trump: _look(look.order, tuple(look.labels.items())) for trump, look in looks.items()}


@lru_cache(maxsize=4096)
def _look(order: tuple[engine.Card, ...], labels: tuple[tuple[engine.Card, Label], ...]) -> m.Look:
    return m.Look(order=list(order), labels={str(card): label for card, label in labels})


@lru_cache(maxsize=1024)
def _said(said: engine.Said) -> m.Said:
    return m.Said(seat=said.seat, do=str(said.do), suit=said.suit, alone=said.alone)


def result_message(view: engine.View, result: engine.DealResult, *, reveal: bool) -> m.Result:
    """How a deal ended; with ``reveal`` all hands as well."""
    return m.Result(
        deal=result.deal,
        outcome=result.outcome,
        maker=result.maker,
        suit=result.trump,
        alone=list(result.alone),
        tricks=list(result.tricks),
        points=list(result.points),
        score=list(result.score),
        next_dealer=_next_dealer(view, result),
        hands=[list(hand) for hand in result.hands] if reveal else [],
        kitty=list(result.kitty) if reveal else [],
        discard=result.discard if reveal else None,
        moved=[m.Moved(seat=seat, action=to_wire(action)) for seat, action in result.others] if reveal else [],
        played=[_laid(trick) for trick in result.played],
    )


def _next_dealer(view: engine.View, result: engine.DealResult) -> int | None:
    if view.phase is engine.Phase.GAME_OVER:
        return None
    return view.dealer if result.same_dealer else (view.dealer + 1) % view.rules.players


def _ask(view: engine.View, decision: int) -> m.Ask:
    return m.Ask(
        decision=decision,
        actions=[to_wire(action) for action in view.legal],
        dead=[m.Dead(action=to_wire(action), why=why(reason)) for action, reason in view.dead],
    )


def _laid(trick: Sequence[engine.Laid]) -> list[m.Laid]:
    return [_laid_card(laid) for laid in trick]


@lru_cache(maxsize=4 * 33)  # every card in every seat's place
def _laid_card(laid: engine.Laid) -> m.Laid:
    return m.Laid(seat=laid.seat, card=laid.card)


def _score_before(result: engine.DealResult) -> list[int]:
    return [score - points for score, points in zip(result.score, result.points, strict=True)]
