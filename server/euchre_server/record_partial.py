"""Records of one player's view: filling in what that player could not see.

The engine needs a whole pack and whole actions. What is unknown is filled in so that every known line can have
happened: a hidden hand holds the cards that its seat shows later, and what it never shows does not contradict what the
seat did (a seat that did not follow hearts keeps no heart). The replay then checks everything that is known.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from random import Random

from euchre_engine import Action, Card, Do, Rules, State, deck, legal_actions

from .record_lines import RecordError
from .record_parse import HAND, Deal, Done

SWAPPED = 3
_COLOUR = {"C": "S", "S": "C", "D": "H", "H": "D"}

_Fits = Callable[[Card], bool]


@dataclass(slots=True)
class _Seen:
    """What one seat's actions say about the hand that it was dealt.

    Attributes:
        shown: cards that it laid open and was dealt (or swapped in).
        trump: what was trump in the end.
        voids: suits that it could not follow.
        holds: a suit of which it had a card, because it could not have ordered otherwise.
        discards: how many cards it put away unseen, so that one card of the hand is free of the voids.
        farmer, swaps: whether it was asked about a farmer's hand, and whether it swapped.
        gifted: whether its partner gave it a card unseen.
    """

    shown: list[Card] = field(default_factory=list[Card])
    trump: str = ""
    voids: set[str] = field(default_factory=set[str])
    holds: str | None = None
    discards: int = 0
    farmer: bool = False
    swaps: bool = False
    gifted: bool = False


def complete_deal(line: Deal, rules: Rules, actions: Sequence[Done], rng: Random) -> tuple[Card, ...]:
    """The whole pack for a deal that is known in part, as it fits the actions that followed.

    Args:
        line: the deal.
        rules: the rules of the game.
        actions: all actions of the deal.
        rng: decides where more than one card fits.

    Raises:
        RecordError: the upcard is unknown; it lay open before all, so every player's record has it.
    """
    middle = HAND * rules.players
    upcard = line.cards[middle]
    if upcard is None:
        raise RecordError("the upcard lay open, it must be known")
    cards = list(line.cards)
    # High cards are tried first: a hand of nothing but low ones would be asked about a farmer's hand.
    free = [card for card in deck(rules) if card not in cards]
    rng.shuffle(free)
    free.sort(key=_low)
    kitty = iter(range(middle + 1, len(cards)))  # each swap takes the next three
    fits: dict[int, _Fits] = {}
    seen_of = _read(upcard, line.dealer, rules, actions)
    for seat, seen in enumerate(seen_of):
        gift = _gift(seen, seen_of[seat ^ 2], rng) if seen.gifted else None
        giver = [place for place in range(HAND * (seat ^ 2), HAND * (seat ^ 2) + HAND) if cards[place] is None]
        if gift is not None and gift in free and giver:
            free.remove(gift)
            cards[giver[0]] = gift
    for seat in [(line.dealer + step) % rules.players for step in range(1, rules.players + 1)]:
        seen = seen_of[seat]
        hand = range(HAND * seat, HAND * seat + HAND)
        places = [place for place in hand if cards[place] is None]
        swapped_in = [place for place in islice(kitty, SWAPPED if seen.swaps else 0) if cards[place] is None]
        for card in seen.shown:
            target = swapped_in if seen.swaps and (not _low(card) or len(places) <= SWAPPED) else places
            if card in free and target:
                free.remove(card)
                cards[target.pop(0)] = card
        held = [card for card in (cards[place] for place in hand) if card is not None]
        kept = seen.shown if seen.swaps else held  # what it still had when it made trump
        must_hold = seen.holds is not None and not any(_bears(card, seen.holds) for card in kept)
        must_be_high = rules.farmers_hand != "off" and not seen.farmer and all(map(_low, held))
        fits |= _predicates(seen, places, must_hold and not swapped_in, must_be_high)
        fits |= {place: partial(_may_come, seen, must_hold and place == swapped_in[0]) for place in swapped_in}
    _fill(cards, free, fits)
    return tuple(card for card in cards if card is not None)


def complete_action(state: State, line: Done, later: Sequence[Done], rng: Random) -> Action:
    """A whole action for one whose cards are hidden: one that takes nothing away that the seat shows later.

    Args:
        state: the state in which it is done.
        line: the seat and the word.
        later: the actions of the same deal that follow.
        rng: decides where more than one will do.

    Raises:
        RecordError: the seat may do nothing of that kind now.
    """
    legal = [one for one in legal_actions(state, line.seat) if one.do is line.do]
    if not legal:
        raise RecordError(f"seat {line.seat} may not {line.do.value} now")
    rng.shuffle(legal)
    trump = state.contract.trump or _trump(state.dealt.upcard, later)
    shown = [(one.seat, one.action.card) for one in later if one.action]
    partners = {card for seat, card in shown if seat == (line.seat + 2) % 4}
    # What the partner shows later and this hand holds is a gift to come: it may be given away and not put away.
    mine = {card for seat, card in shown if seat == line.seat}
    if line.do is not Do.GIVE:
        mine |= partners
    voids = _voids(later, trump, state.rules.players, len(state.contract.alone))[line.seat]

    def cost(action: Action) -> tuple[int, bool, int]:
        cards = action.cards or (action.card,)
        wanted = line.do is Do.GIVE and action.card in partners
        contrary = sum(card is not None and _suit(card, trump) in voids for card in cards)
        return (sum(card in mine for card in cards), not wanted, -contrary)

    return min(legal, key=cost)


def _trump(upcard: Card | None, actions: Sequence[Done]) -> str:
    """What becomes trump in these actions; nothing if they do not say."""
    for one in actions:
        if one.do is Do.ORDER and upcard is not None:
            return upcard[1]
        if one.do is Do.CALL and one.action:
            return one.action.suit or ""
    return ""


def _read(upcard: Card, dealer: int, rules: Rules, actions: Sequence[Done]) -> list[_Seen]:
    seats = [_Seen() for _ in range(rules.players)]
    gifts: set[Card | None] = set()
    trump = ""
    for one in actions:
        seen, card = seats[one.seat], one.action.card if one.action else None
        if one.do is Do.ORDER:
            trump = upcard[1]
            seen.holds = trump if rules.need_suit == "caller" else None
        elif one.do is Do.CALL and one.action:
            trump = one.action.suit or ""
        seen.farmer = seen.farmer or one.do in (Do.FARMER, Do.KEEP)
        seen.swaps = seen.swaps or one.do is Do.SWAP
        seen.discards += one.do is Do.DISCARD and card is None
        if card and card not in gifts and not (one.seat == dealer and card == upcard):
            seen.shown.append(card)
        if one.do is Do.GIVE:
            gifts.add(card)
            seats[(one.seat + 2) % 4].gifted = card is None
    for seat, voids in enumerate(_voids(actions, trump, rules.players)):
        seats[seat].voids, seats[seat].trump = voids, trump
    return seats


def _voids(actions: Sequence[Done], trump: str, players: int, loners: int = 0) -> list[set[str]]:
    """The suits that each seat could not follow; ``loners`` play alone already before these actions."""
    found: list[set[str]] = [set() for _ in range(players)]
    active = players - loners - sum(one.do is Do.ALONE or bool(one.action and one.action.alone) for one in actions)
    led = ""
    cards = [(one.seat, one.action.card) for one in actions if one.do is Do.PLAY and one.action]
    for place, (seat, card) in enumerate(cards):
        suit = _suit(card or "", trump)
        led = led if place % active else suit
        if suit != led:
            found[seat].add(led)
    return found


def _gift(loner: _Seen, giver: _Seen, rng: Random) -> Card | None:
    """A card that a loner showed and that is taken for the partner's; none if all can have been dealt to the loner."""
    given = [card for card in loner.shown if _low(card) or not giver.farmer]
    if loner.farmer:
        return next((card for card in given if not _low(card)), None)
    # A dealer's hand lost a card for the upcard before the gift came; a caller's held the suit that was ordered up.
    lost = loner.discards > 1 or (loner.holds and not any(_bears(card, loner.holds) for card in loner.shown))
    if lost and len(loner.shown) == HAND and given:
        return given[-1]
    # A partner who must have held low cards, or a suit, may have held too few that the loner did not show.
    return rng.choice([None, *given]) if giver.farmer or giver.holds else None


def _suit(card: str, trump: str) -> str:
    if card == "BN" or (card[0] == "J" and card[1] == _COLOUR.get(trump)):
        return trump
    return card[1]


def _bears(card: Card, suit: str | None) -> bool:
    return card != "BN" and card[1] == suit


def _low(card: Card) -> bool:
    return card[0] in "9T"


def _predicates(seen: _Seen, places: Sequence[int], must_hold: bool, must_be_high: bool) -> Iterator[tuple[int, _Fits]]:
    """Which cards may lie at the places of the seat's hand that it never showed; the first place makes good for all."""
    # As many places are free of the voids as cards were put away unseen; best begin with the one of the suit held.
    spare = min(seen.discards + SWAPPED * seen.swaps, len(places))
    free = places[:spare] if must_hold else places[len(places) - spare :]
    for place in places:
        first = place == places[0]
        yield place, partial(_may_lie, seen, must_hold and first, must_be_high and first, place in free)


def _may_lie(seen: _Seen, must_hold: bool, must_be_high: bool, free: bool, card: Card) -> bool:
    if (seen.farmer and not _low(card)) or (must_be_high and _low(card)):
        return False
    if must_hold and not _bears(card, seen.holds):
        return False
    return free or _suit(card, seen.trump) not in seen.voids


def _may_come(seen: _Seen, must_hold: bool, card: Card) -> bool:
    """Whether a card of the kitty may have come in by a swap."""
    if must_hold:
        return _bears(card, seen.holds)
    return _suit(card, seen.trump) not in seen.voids


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
