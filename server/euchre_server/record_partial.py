"""Records of one player's view: filling in what that player could not see.

The engine needs a whole pack and whole actions. What is unknown is filled in so that every known line can have
happened: a hidden hand holds the cards that its seat shows later, and what it never shows does not contradict what the
seat did (a seat that did not follow hearts keeps no heart). The replay then checks everything that is known.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from euchre_engine import Action, Card, Do, Rules, State, deck, legal_actions

from .record_lines import RecordError
from .record_parse import HAND, Deal, Done

_COLOUR = {"C": "S", "S": "C", "D": "H", "H": "D"}

_Fits = Callable[[Card], bool]


@dataclass(slots=True)
class _Seen:
    """What one seat's actions say about the hand that it was dealt.

    Attributes:
        shown: cards that it laid open and was dealt (or swapped in).
        voids: suits that it could not follow.
        holds: a suit of which it had a card, because it could not have ordered otherwise.
        discards: whether it put a card away unseen, so that one card of the hand is free of the voids.
        farmer, swaps: whether it was asked about a farmer's hand, and whether it swapped.
    """

    shown: list[Card] = field(default_factory=list[Card])
    voids: set[str] = field(default_factory=set[str])
    holds: str | None = None
    discards: bool = False
    farmer: bool = False
    swaps: bool = False


def complete_deal(line: Deal, rules: Rules, actions: Sequence[Done]) -> tuple[Card, ...]:
    """The whole pack for a deal that is known in part, as it fits the actions that followed.

    Raises:
        RecordError: the upcard is unknown; it lay open before all, so every player's record has it.
    """
    middle = HAND * rules.players
    upcard = line.cards[middle]
    if upcard is None:
        raise RecordError("the upcard lay open, it must be known")
    cards = list(line.cards)
    free = [card for card in deck(rules) if card not in cards]
    kitty = [place for place in range(middle + 1, len(cards)) if cards[place] is None]
    fits: dict[int, _Fits] = {}
    for seat, seen in enumerate(_read(line, rules, actions)):
        places = [place for place in range(HAND * seat, HAND * seat + HAND) if cards[place] is None]
        for card in seen.shown:
            target = kitty if seen.swaps and (not _low(card) or len(places) <= 3) else places
            if card in free and target:
                free.remove(card)
                cards[target.pop(0)] = card
        held = any(card is not None and card[1] == seen.holds for card in cards[HAND * seat : HAND * seat + HAND])
        for place in places:
            fits[place] = _predicate(seen, first=place == places[0] and not held, last=place == places[-1])
    _fill(cards, free, fits)
    return tuple(card for card in cards if card is not None)


def complete_action(state: State, line: Done, later: Sequence[Done]) -> Action:
    """A whole action for one whose cards are hidden: one that takes nothing away that the seat shows later.

    Args:
        state: the state in which it is done.
        line: the seat and the word.
        later: the actions of the same deal that follow.

    Raises:
        RecordError: the seat may do nothing of that kind now.
    """
    legal = [one for one in legal_actions(state, line.seat) if one.do is line.do]
    if not legal:
        raise RecordError(f"seat {line.seat} may not {line.do.value} now")
    mine = {one.action.card for one in later if one.action and one.seat == line.seat}
    partners = {one.action.card for one in later if one.action and one.seat == (line.seat + 2) % 4}

    def cost(action: Action) -> tuple[int, bool]:
        cards = action.cards or (action.card,)
        wanted = line.do is Do.GIVE and action.card in partners
        return (sum(card in mine for card in cards), not wanted)

    return min(legal, key=cost)


def _read(line: Deal, rules: Rules, actions: Sequence[Done]) -> list[_Seen]:
    seats = [_Seen() for _ in range(rules.players)]
    upcard = line.cards[HAND * rules.players]
    gifts: set[Card | None] = set()
    trump = led = ""
    active: int = rules.players
    played = 0
    for one in actions:
        seen, card = seats[one.seat], one.action.card if one.action else None
        if one.do is Do.ORDER:
            trump = upcard[1] if upcard else ""
            seen.holds = trump if rules.need_suit == "caller" else None
        elif one.do is Do.CALL and one.action:
            trump = one.action.suit or ""
        elif one.do is Do.PLAY and card:
            led = led if played else _suit(card, trump)
            if _suit(card, trump) != led:
                seen.voids.add(led)
            played = (played + 1) % active
        active -= one.do is Do.ALONE or bool(one.action and one.action.alone)
        seen.farmer = seen.farmer or one.do in (Do.FARMER, Do.KEEP)
        seen.swaps = seen.swaps or one.do is Do.SWAP
        seen.discards = seen.discards or (one.do is Do.DISCARD and card is None)
        if card and card not in gifts and not (one.seat == line.dealer and card == upcard):
            seen.shown.append(card)
        if one.do is Do.GIVE:
            gifts.add(card)
    return seats


def _suit(card: Card, trump: str) -> str:
    if card == "BN" or (card[0] == "J" and card[1] == _COLOUR.get(trump)):
        return trump
    return card[1]


def _low(card: Card) -> bool:
    return card[0] in "9T"


def _predicate(seen: _Seen, *, first: bool, last: bool) -> _Fits:
    """Which cards may lie at a place of the seat's hand that it never showed."""

    def fits(card: Card) -> bool:
        if seen.farmer and not _low(card):
            return False
        if first and seen.holds and (card[1] != seen.holds or card == "BN"):
            return False
        # The left bower's suit depends on trump; a void in trump or in its printed suit rules it out either way.
        return (last and seen.discards) or card[1] not in seen.voids

    return fits


def _fill(cards: list[Card | None], free: list[Card], fits: dict[int, _Fits]) -> None:
    """Put each free card where it fits, by augmenting paths; what fits nowhere goes where a place is left."""
    holder: dict[Card, int] = {}

    def seat_at(place: int, tried: set[Card]) -> bool:
        for card in free:
            if card in tried or not fits[place](card):
                continue
            tried.add(card)
            if card not in holder or seat_at(holder[card], tried):
                holder[card] = place
                return True
        return False

    for place in fits:
        seat_at(place, set())
    for card, place in holder.items():
        cards[place] = card
    rest = [card for card in free if card not in holder]
    for place, known in enumerate(cards):
        if known is None:
            cards[place] = rest.pop()
