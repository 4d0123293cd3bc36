"""What the published schema of Euchre Game Notation 1.6 demands of a file, in our own words.

Written after schemas/egn-schema-v1.json of https://github.com/NextSuit-Labs/euchre-game-notation: the names, which of
them must be there, bounds and patterns. Of its alternatives only those that we write are here: names instead of player
objects, deals that are not packed.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

Card = Annotated[str, Meta(pattern=r"^([78N9TJQKAX][SsHhCcDdxtngh]|[LRB])$")]
Cards = Annotated[list[Card], Meta(max_length=10)]
Seat = Annotated[int, Meta(ge=0, le=9)]
Number = Annotated[int, Meta(ge=0)]
Score = Annotated[list[int], Meta(max_length=2)]
Name = Annotated[str, Meta(max_length=64)]


class Form(Struct, forbid_unknown_fields=True, rename="camel"):
    """A map that may have the keys named here and no others."""


class Exchange(Form):
    receiver: Seat
    cards: Cards
    sender: Seat = 0


class Bidding(Form, tag="EUCHRE_BIDDING", tag_field="type"):
    calls: Annotated[list[Literal["Pass", "Order", "s", "h", "d", "c", "n", "x"]], Meta(max_length=16)]
    phase_number: int = 0
    is_alone: bool = False
    alone_defender: int = -1
    discard: Card = "Xx"
    card_exchanges: Annotated[list[Exchange], Meta(max_length=4)] = []


class TrickPlay(Form, tag="TRICK_PLAY", tag_field="type"):
    tricks: Annotated[list[Cards], Meta(max_length=10)]
    phase_number: int = 0
    is_alone: bool = False


class InitialState(Form):
    dealer: Seat
    up_card: Card
    player_cards: Annotated[list[Cards], Meta(max_length=10)] = []


class Deal(Form):
    deal_number: Number
    initial_state: InitialState
    phases: Annotated[list[Bidding | TrickPlay], Meta(max_length=2)]


class Ruleset(Struct, forbid_unknown_fields=True):
    """Here the keys are written with underscores. Without ``num_deals``, since a file may not have both limits."""

    winning_score: Annotated[int, Meta(ge=1)]
    std: bool = True
    min_rank: int = 9
    canadian: bool = False
    loner_lead: Literal["LEFT_OF_DEALER", "LEFT_OF_LONER"] = "LEFT_OF_DEALER"
    loner_march_score: int = 4
    loner_euchred_score: int = 2
    defend_alone: bool = False
    partners_best: bool = False
    joker: bool = False
    allow_no_trump: bool = False


class Metadata(Form):
    players: Annotated[list[Name], Meta(max_length=10)]
    initial_score: Score
    ruleset: Ruleset
    title: Annotated[str, Meta(max_length=128)] = ""
    date: Annotated[str, Meta(max_length=64, pattern=r"^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?Z?)?$")] = ""
    final_score: Score = []


class File(Form):
    file_type: Literal["Euchre Game Notation"]
    version: Annotated[str, Meta(pattern=r"^1\.[23456](\.\d+)?$")]
    metadata: Metadata
    deals: Annotated[list[Deal], Meta(max_length=100)]


def check_form(egn: Any) -> None:
    """See whether it has the form of the notation.

    Raises:
        msgspec.ValidationError: it has not; the text says what and where.
    """
    msgspec.convert(egn, File)
