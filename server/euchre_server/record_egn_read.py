"""Reading EGN, Euchre Game Notation 1.2 to 1.6, as a record: for review, after our own check of every card.

The file comes from anywhere. Its size and nesting are bounded, its texts are cleaned, and each deal is replayed through
the engine; what the engine does not allow is refused, with the deal's number. What the file does not tell (hands,
the discard) is unknown in the record too.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import IO, cast

from euchre_engine import PRESETS, Phase, Rules, RulesError
from euchre_protocol.text import clean_text

from .record_egn import FILE_TYPE, MOST_DEALS, NAME_WIDTH, TITLE_WIDTH
from .record_egn_deal import DealReader
from .record_lines import Fields, RecordError, parse_object, quote
from .record_replay import Replay
from .records import FORMAT

SIZE_LIMIT = 4 * 1024 * 1024
"""Largest file in bytes: a hundred deals with comments take some 200 KiB."""

_VERSION = re.compile(r"1\.[2-6](?:\.\d{1,6})?")
_DATE = re.compile(r"\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)?)?")
_OUR_VALUES: Mapping[str, tuple[object, ...]] = {
    "num_players": (4,),
    "loner_march_score": (4,),
    "loner_euchred_score": (2, 4),
    "farmers": (False,),
    "go_under": (False,),
    "fast_break": (False,),
    "four_trick_tokens": (False,),
    "min_rank": (9, 8, 7),
    "loner_lead": ("LEFT_OF_DEALER", "LEFT_OF_LONER"),
    "std": (True, False),
    "canadian": (True, False),
    "defend_alone": (True, False),
    "partners_best": (True, False),
    "joker": (True, False),
    "allow_no_trump": (True, False),
}
"""The rules of the notation that are played here, with the values that are."""


def read_egn(stream: IO[bytes]) -> Iterator[str]:
    """The lines of a record of the game in an EGN file.

    Raises:
        RecordError: the file cannot be read, uses rules that are not played here, or breaks them.
    """
    data = stream.read(SIZE_LIMIT + 1)
    if len(data) > SIZE_LIMIT:
        raise RecordError(f"the file is larger than {SIZE_LIMIT} bytes")
    file = parse_object(data)
    if file.get("fileType") != FILE_TYPE:
        raise RecordError(f"this is no EGN file: fileType is {quote(file.get('fileType'))}")
    version = file.get("version")
    if not isinstance(version, str) or not _VERSION.fullmatch(version):
        raise RecordError(f"only versions 1.2 to 1.6 of EGN are read, not {quote(version)}")
    metadata = _map(file.get("metadata"), "metadata")
    header = _header(metadata)
    deals = _list(file.get("deals"), "deals", MOST_DEALS)
    return _lines(header, deals, metadata.get("finalScore"))


def _lines(header: Fields, deals: Sequence[object], final: object) -> Iterator[str]:
    replay = Replay(header)
    yield _line(header)
    for number, deal in enumerate(deals, 1):
        try:
            for fields in DealReader(replay, number, _map(deal, "a deal")).lines():
                yield _line(fields)
        except RecordError as error:
            raise RecordError(f"deal {number}: {error}") from None
    _check_final_score(replay, final)


def _check_final_score(replay: Replay, final: object) -> None:
    state = replay.state
    if final is None or state is None or state.phase is not Phase.GAME_OVER:
        return
    if final != list(state.score):
        raise RecordError(f"finalScore is {quote(final)}, the cards played give {list(state.score)}")


def _line(fields: Fields) -> str:
    return json.dumps(fields, ensure_ascii=False, separators=(",", ":"))


# ---------------------------------------------------------------- the header


def _header(metadata: Fields) -> Fields:
    players = _list(metadata.get("players"), "players", 10)
    if len(players) != 4:
        raise RecordError(f"only games of four are read, this one has {len(players)} players")
    header: Fields = {
        "euchre": FORMAT,
        "rules": _rules(metadata.get("ruleset", {})).to_fields(),
        "seats": [{"name": _name(player), "kind": "human"} for player in players],
        "score": metadata.get("initialScore"),
        "table": _text(metadata.get("title"), TITLE_WIDTH),
    }
    date = metadata.get("date")
    if isinstance(date, str) and _DATE.fullmatch(date):
        header["when"] = date
    return header


def _name(player: object) -> str:
    name = cast("Fields", player).get("name") if isinstance(player, dict) else player
    return _text(name, NAME_WIDTH)


def _text(value: object, width: int) -> str:
    return clean_text(value, width) if isinstance(value, str) else ""


def _rules(value: object) -> Rules:
    ruleset = _map(value, "ruleset")
    for name, one in ruleset.items():
        if name in ("winning_score", "num_deals"):
            continue
        if name not in _OUR_VALUES:
            raise RecordError(f"the rule {quote(name)} is unknown")
        if not any(one == known and type(one) is type(known) for known in _OUR_VALUES[name]):
            raise RecordError(f"the rule {name} with {quote(one)} is not played here")
    try:
        return PRESETS["classic"].but(
            lowest=ruleset.get("min_rank", 9),
            joker=ruleset.get("joker", False),
            target=_target(ruleset),
            all_pass="stick" if ruleset.get("std", True) else "redeal",
            partner_order="alone_only" if ruleset.get("canadian") else "free",
            loner_lead=cast("str", ruleset.get("loner_lead", "LEFT_OF_DEALER")).lower(),
            loner_euchred=ruleset.get("loner_euchred_score", 2),
            defend_alone="vs_loner" if ruleset.get("defend_alone") else "off",
            partners_best=ruleset.get("partners_best", False),
            no_trump=ruleset.get("allow_no_trump", False),
        )
    except RulesError as error:
        raise RecordError(f"rules: {error}") from None


def _target(ruleset: Fields) -> object:
    """The score that wins; a game of a fixed number of deals has none, which the highest comes close to."""
    if ruleset.get("num_deals"):
        return 99
    return ruleset.get("winning_score", 10) or 99


# ---------------------------------------------------------------- plain values


def _map(value: object, what: str) -> Fields:
    if not isinstance(value, dict):
        raise RecordError(f"{what} must be a map")
    return cast("Fields", value)


def _list(value: object, what: str, most: int) -> list[object]:
    if not isinstance(value, list) or len(cast("list[object]", value)) > most:
        raise RecordError(f"{what} must be a list of at most {most}")
    return cast("list[object]", value)
