"""One deal of an EGN file, turned into the lines of a record and replayed at once.

The notation lists calls and cards in the order in which they fell and leaves out whose they are. That follows from the
rules, and is worked out here for hands that may be unknown; whether it was legal, the replay says.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import cast

from euchre_engine import Card, Phase, Trump, deck
from euchre_engine.cards import INDEX, SAME_COLOUR
from euchre_engine.trumps import TABLES

from .record_lines import Fields, RecordError, quote
from .record_parse import HAND
from .record_replay import Replay
from .records import result_line

_SUITS = {"s": "S", "h": "H", "d": "D", "c": "C", "n": "NT"}
_RANKS = {"N": "9"}
_PLAYERS = 4


class DealReader:
    """Reads one deal.

    Args:
        replay: the replay of the record so far.
        number: the deal's number in the record, from 1.
        deal: the deal's map in the file.
    """

    def __init__(self, replay: Replay, number: int, deal: Fields) -> None:
        self._replay = replay
        self._rules = replay.header.rules
        self._number = number
        self._start = _map(deal, "initialState")
        phases = _maps(deal.get("phases", []), "phases")
        self._bidding = _phase(phases, "EUCHRE_BIDDING")
        self._play = _phase(phases, "TRICK_PLAY")
        self._alone = self._bidding.get("isAlone") is True or self._play.get("isAlone") is True
        self._tricks = _list(self._play.get("tricks", []), "tricks")
        dealer = self._start.get("dealer")
        if not isinstance(dealer, int) or isinstance(dealer, bool) or not 0 <= dealer < _PLAYERS:
            raise RecordError(f"dealer must be a seat from 0 to 3, not {quote(dealer)}")
        self._dealer = dealer
        self._maker: int | None = None
        self._trump: Trump | None = None
        self._ordered = False
        self._loners: list[int] = []

    def lines(self) -> Iterator[Fields]:
        """The deal, its actions, and its result if it was played out.

        Raises:
            RecordError: something cannot be read, or is against the rules.
        """
        bids = list(self._bids())
        yield self._fed(self._deal())
        for bid in bids:
            yield self._fed(bid)
        if self._maker is not None:
            for action in (*self._exchange(), *self._declarations(), *self._gifts(), *self._cards_played()):
                yield self._fed(action)
        self._replay.settle()
        state = self._replay.state
        if state is not None and state.result is not None and state.phase in (Phase.DEAL_OVER, Phase.GAME_OVER):
            yield self._fed(cast("Fields", json.loads(result_line(state.result))))

    def _fed(self, fields: Fields) -> Fields:
        self._replay.feed(0, fields)
        return fields

    # ------------------------------------------------------------ the cards

    def _deal(self) -> Fields:
        upcard = _card(self._start.get("upCard"), None)
        hands = [self._hand(hand) for hand in _list(self._start.get("playerCards", []), "playerCards")]
        hands += [None] * (_PLAYERS - len(hands))
        held = {upcard, *(card for hand in hands for card in hand or ())}
        pack = deck(self._rules)
        rest = [card for card in pack if card not in held]
        # Cards that are unknown, doubled or of another pack leave too many; what is wrong then, the replay says.
        kitty = rest if len(rest) == len(pack) - HAND * _PLAYERS - 1 else None
        return {"deal": self._number, "dealer": self._dealer, "hands": hands, "upcard": upcard, "kitty": kitty}

    def _hand(self, cards: object) -> list[Card | None] | None:
        hand = [_card(card, self._trump) for card in _list(cards, "a hand")]
        return hand or None

    def _played_card(self, text: object) -> Card:
        card = _card(text, self._trump)
        if card is None:
            raise RecordError("a card that was played is unknown")
        return card

    # ------------------------------------------------------------ before the first lead

    def _clockwise(self, seat: int) -> list[int]:
        return [(seat + step) % _PLAYERS for step in range(1, _PLAYERS + 1)]

    def _bids(self) -> Iterator[Fields]:
        for place, call in enumerate(_list(self._bidding.get("calls", []), "calls")):
            seat = (self._dealer + 1 + place) % _PLAYERS
            if self._maker is not None:
                raise RecordError("a call follows the one that made trump")
            if call == "Pass":
                yield {"seat": seat, "do": "pass"}
                continue
            self._maker = seat
            self._loners = [seat] if self._alone else []
            yield {"seat": seat, **self._call(call), **({"alone": True} if self._alone else {})}

    def _call(self, call: object) -> Fields:
        if call == "Order":
            self._ordered = True
            upcard = _card(self._start.get("upCard"), None)
            self._trump = cast("Trump", upcard[1]) if upcard else None
            return {"do": "order"}
        if not isinstance(call, str) or call not in _SUITS:
            raise RecordError(f"the call {quote(call)} cannot be read")
        self._trump = cast("Trump", _SUITS[call])
        return {"do": "call", "suit": self._trump}

    def _out(self) -> list[int]:
        return [(seat + 2) % _PLAYERS for seat in self._loners]

    def _exchange(self) -> Iterator[Fields]:
        card = self._bidding.get("discard")
        goes_on = card is not None or bool(self._tricks)
        if self._ordered and self._dealer not in self._out() and goes_on:
            yield {"seat": self._dealer, "do": "discard", "card": None if card is None else _card(card, self._trump)}

    def _declarations(self) -> Iterator[Fields]:
        if self._rules.defend_alone != "vs_loner" or not self._alone or not self._tricks:
            return
        lone = self._bidding.get("aloneDefender", -1)
        for seat in self._clockwise(self._dealer):
            if seat % 2 == self._loners[0] % 2:
                continue
            yield {"seat": seat, "do": "alone" if seat == lone else "together"}
            if seat == lone:
                self._loners.append(seat)
                return

    def _gifts(self) -> Iterator[Fields]:
        if not self._rules.partners_best or not self._tricks:
            return
        exchanges = _maps(self._bidding.get("cardExchanges", []), "cardExchanges")
        for loner, giver in zip(self._loners, self._out(), strict=True):
            given = [one for one in exchanges if one.get("receiver") == loner]
            cards = _list(given[0].get("cards", []), "cards") if given else []
            yield {"seat": giver, "do": "give", "card": _card(cards[0], self._trump) if cards else None}
            yield {"seat": loner, "do": "discard", "card": None}

    # ------------------------------------------------------------ the tricks

    def _cards_played(self) -> Iterator[Fields]:
        leader = self._first_leader()
        active = _PLAYERS - len(self._loners)
        for trick in self._tricks:
            cards = [self._played_card(card) for card in _list(trick, "a trick")]
            seats = [seat for seat in [leader, *self._clockwise(leader)[:-1]] if seat not in self._out()]
            if len(cards) > active:
                raise RecordError(f"a trick has {len(cards)} cards, and {active} play")
            for seat, card in zip(seats, cards, strict=False):
                yield {"seat": seat, "do": "play", "card": card}
            if cards:
                leader = seats[self._best(cards)]

    def _first_leader(self) -> int:
        start = self._dealer
        if self._loners and self._rules.loner_lead == "left_of_loner":
            if len(self._loners) > 1:
                return self._loners[1]
            start = self._loners[0]
        return next(seat for seat in self._clockwise(start) if seat not in self._out())

    def _best(self, cards: Sequence[Card]) -> int:
        table, best = TABLES[self._trump or "NT"], 0
        for place, card in enumerate(cards):
            if table.beats(INDEX[card], INDEX[cards[best]]):
                best = place
        return best


def _card(text: object, trump: Trump | None) -> Card | None:
    """A card of the notation; none for one that is unknown.

    Raises:
        RecordError: it is no card, or stands for any of several.
    """
    if not isinstance(text, str) or len(text) not in (1, 2):
        raise RecordError(f"{quote(text)} is no card")
    if text == "B":
        return Card("BN")
    if text in ("R", "L"):
        if trump is None or trump == "NT":
            raise RecordError(f"{quote(text)} is a bower without a trump")
        return Card("J" + (trump if text == "R" else SAME_COLOUR[trump]))
    if "X" in text[0] or text[1:] == "x":
        return None
    card = _RANKS.get(text[0], text[0]) + text[1:].upper()
    if card not in INDEX or card == "BN":
        raise RecordError(f"{quote(text)} is no card of this game")
    return Card(card)


def _phase(phases: Sequence[Fields], kind: str) -> Fields:
    found = [phase for phase in phases if phase.get("type") == kind]
    if len(found) > 1:
        raise RecordError(f"there are {len(found)} phases of the kind {kind}")
    return found[0] if found else {}


def _map(fields: Fields, name: str) -> Fields:
    value = fields.get(name)
    if not isinstance(value, dict):
        raise RecordError(f"{name} must be a map")
    return cast("Fields", value)


def _maps(value: object, name: str) -> list[Fields]:
    return [cast("Fields", one) for one in _list(value, name) if isinstance(one, dict)]


def _list(value: object, name: str) -> list[object]:
    if not isinstance(value, list):
        raise RecordError(f"{name} must be a list")
    return cast("list[object]", value)
