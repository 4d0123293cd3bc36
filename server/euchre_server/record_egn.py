"""Writing a game as EGN, Euchre Game Notation 1.6 (JSON).

The notation is described at https://github.com/NextSuit-Labs/euchre-game-notation. It leaves out what follows from the
rules, so a game fits only if its rules are among those that the notation can name: every other one is refused, because
a reader would see another game.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from euchre_engine import Do, Rules
from euchre_protocol.text import clean_text

from .record_lines import RecordError
from .record_names import seat_names
from .record_parse import HAND, Done, Header, Seat
from .record_verify import Begun, Event, Played, Report

FILE_TYPE = "Euchre Game Notation"
VERSION = "1.6"
MOST_DEALS = 100
"""More the notation's schema does not allow in one file."""

TITLE_WIDTH, DESCRIPTION_WIDTH, NAME_WIDTH = 128, 1024, 64
"""The schema's bounds on texts, which are also used when reading."""

_REFUSED: tuple[tuple[str, object, str], ...] = (
    ("players", (2, 3), "only four-hand games are written"),
    ("upcard", ("may_take",), "a dealer who may leave the upcard"),
    ("alone", ("none", "makers"), "who may play alone, other than whoever makes trump"),
    ("defend_alone", ("always",), "a lone defender against two makers"),
    ("lone_defender_points", ("2_4",), "2 points for a lone defender"),
    ("super_euchre", (4,), "4 points when the makers take no trick"),
    ("win_by", (2,), "a lead of two points"),
    ("need_suit", ("caller",), "a suit that the caller must hold"),
    ("farmers_hand", ("redeal", "swap3"), "this kind of farmer's hand"),
    ("claims", (True,), "claims"),
)
"""Field, values that do not fit, and what the notation has no word for."""


@dataclass(frozen=True, slots=True)
class Game:
    """One whole record, replayed."""

    header: Header
    seats: tuple[Seat, ...]
    deals: tuple[Played, ...]
    report: Report


def collect(events: Iterator[Event], number: int | None) -> Game | None:
    """The game to be written: the only one of its file, or the one with that number, counted from 1.

    Returns:
        The game; none if there is no record at all.

    Raises:
        RecordError: there is no such record, or several to choose from; or it is wrong, or has too many deals.
    """
    found: Game | None = None
    count = 0
    deals: list[Played] = []
    begun: Begun | None = None
    for event in events:
        if isinstance(event, Begun):
            begun, deals = event, []
        elif isinstance(event, Played):
            if len(deals) <= MOST_DEALS:
                deals.append(event)
        else:
            count += event.line > 0
            if event.line and count == (number or 1):
                found = _whole(begun, deals, event)
            begun, deals = None, []
    if number is None and count > 1:
        raise RecordError(f"the file holds {count} records; choose one with --record")
    if found is None and count:
        raise RecordError(f"the file holds only {count} records")
    return found


def _whole(begun: Begun | None, deals: Sequence[Played], report: Report) -> Game:
    if report.fault is not None or begun is None:
        fault = report.fault
        raise RecordError(fault.text if fault else "there is no record", fault.line if fault else None)
    if len(deals) > MOST_DEALS:
        raise RecordError(f"EGN holds at most {MOST_DEALS} deals")
    return Game(begun.header, begun.header.seats, tuple(deals), report)


def to_egn(game: Game) -> dict[str, Any]:
    """The game as the notation's JSON object.

    Raises:
        RecordError: the notation cannot name what happened; the text says what.
    """
    refuse(game)
    metadata: dict[str, Any] = {"title": _plain(game.header.table, TITLE_WIDTH)}
    if game.header.when:
        metadata["date"] = _plain(game.header.when, NAME_WIDTH)
    metadata["players"] = [_plain(name, NAME_WIDTH) for name in seat_names(game.seats, 4)]
    metadata["initialScore"] = list(game.header.score)
    if game.deals and not game.report.unfinished:
        metadata["finalScore"] = list(game.deals[-1].state.score)
    metadata["ruleset"] = _ruleset(game.header.rules)
    deals = [_deal(played, number) for number, played in enumerate(game.deals)]
    return {"fileType": FILE_TYPE, "version": VERSION, "metadata": metadata, "deals": deals}


def refuse(game: Game) -> None:
    """See whether the notation has words for this game.

    Raises:
        RecordError: it has not.
    """
    for field, values, what in _REFUSED:
        value = getattr(game.header.rules, field)
        if value in values:  # type: ignore[operator]
            reason = what if field == "players" else f"EGN has no word for {what}"
            raise RecordError(f"{field}={str(value).lower() if isinstance(value, bool) else value}: {reason}")
    for played in game.deals:
        if played.deal.cards[4 * HAND] == "BN":
            raise RecordError(f"deal {played.deal.number}: EGN has no word for a turned-up Benny")
        if None in played.deal.cards[: 4 * HAND]:
            raise RecordError("hands are unknown: only whole games are written")


def _plain(text: str, width: int) -> str:
    # The schema of some versions allows no angle brackets, against readers that show texts in web pages.
    return clean_text(text.replace("<", "(").replace(">", ")"), width)


def _ruleset(rules: Rules) -> dict[str, Any]:
    return {
        "std": rules.all_pass == "stick",
        "min_rank": rules.lowest,
        "winning_score": rules.target,
        "canadian": rules.partner_order == "alone_only",
        "loner_lead": rules.loner_lead.upper(),
        "loner_march_score": 4,
        "loner_euchred_score": rules.loner_euchred,
        "defend_alone": rules.defend_alone == "vs_loner",
        "partners_best": rules.partners_best,
        "joker": rules.joker,
        "allow_no_trump": rules.no_trump,
    }


def _deal(played: Played, number: int) -> dict[str, Any]:
    cards = played.deal.cards
    hands = [[_card(card) for card in cards[HAND * seat : HAND * seat + HAND]] for seat in range(4)]
    state = {"dealer": played.deal.dealer, "upCard": _card(cards[4 * HAND]), "playerCards": hands}
    phases = [_bidding(played), *_play(played)] if played.story else []
    return {"dealNumber": number, "initialState": state, "phases": phases}


def _bidding(played: Played) -> dict[str, Any]:
    story = played.story
    calls = [_call(one) for one in story if one.do in (Do.PASS, Do.ORDER, Do.CALL)]
    alone = any(one.action.alone for one in story if one.action)
    phase: dict[str, Any] = {"phaseNumber": 0, "type": "EUCHRE_BIDDING", "calls": calls, "isAlone": alone}
    if played.header.rules.defend_alone == "vs_loner":
        phase["aloneDefender"] = next((one.seat for one in story if one.do is Do.ALONE), -1)
    # The first discard after an order is the dealer's; a loner's discard for a gift follows from the cards played.
    exchange = next((one for one in story if one.do in (Do.DISCARD, Do.GIVE, Do.PLAY)), None)
    if exchange is not None and exchange.do is Do.DISCARD and exchange.action:
        phase["discard"] = _card(exchange.action.card)
    gifts = [one for one in story if one.do is Do.GIVE]
    if gifts:
        phase["cardExchanges"] = [_gift(one) for one in gifts]
    return phase


def _gift(one: Done) -> dict[str, Any]:
    cards = [_card(one.action.card)] if one.action else []
    return {"sender": one.seat, "receiver": (one.seat + 2) % 4, "cards": cards}


def _call(one: Done) -> str:
    if one.action is None or one.action.suit is None:
        return "Pass" if one.do is Do.PASS else "Order"
    return "n" if one.action.suit == "NT" else one.action.suit.lower()


def _play(played: Played) -> list[dict[str, Any]]:
    cards = [_card(one.action.card) for one in played.story if one.do is Do.PLAY and one.action]
    if not cards:
        return []
    loners = sum(one.do is Do.ALONE or bool(one.action and one.action.alone) for one in played.story)
    size = 4 - loners
    tricks = [cards[start : start + size] for start in range(0, len(cards), size)]
    return [{"phaseNumber": 1, "type": "TRICK_PLAY", "tricks": tricks}]


def _card(card: str | None) -> str:
    if card is None:
        return "Xx"
    return "B" if card == "BN" else card[0] + card[1].lower()
