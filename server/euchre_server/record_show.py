"""A recorded deal as a picture in plain text: the table, what was said, the tricks, what it was worth."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from euchre_engine import DealResult, Do
from euchre_protocol.messages import NAME_WIDTH

from .record_names import Faces, pad, seat_names
from .record_parse import HAND, Deal, Done
from .record_verify import Played

_HAND_WIDTH = 3 * HAND
_GAP = " " * (_HAND_WIDTH + 4)
_SAID = {
    Do.PASS: "passes",
    Do.TAKE: "takes the upcard",
    Do.LEAVE: "leaves the upcard",
    Do.ALONE: "goes alone",
    Do.TOGETHER: "plays together",
    Do.CLAIM: "claims the rest",
    Do.ACCEPT: "accepts",
    Do.REFUSE: "refuses",
    Do.FARMER: "has a farmer's hand",
    Do.KEEP: "keeps the hand",
}


def picture(played: Played, faces: Faces) -> Iterator[str]:
    """The lines that show one deal.

    Args:
        played: the deal.
        faces: how to draw cards.
    """
    names = seat_names(played.seats, played.header.rules.players)
    deal, state = played.deal, played.state
    before = state.score
    if state.result is not None:
        before = tuple(now - won for now, won in zip(state.result.score, state.result.points, strict=True))
    score = " : ".join(map(str, before))
    yield f"Deal {deal.number}   {names[deal.dealer]} deals   score {score}"
    yield ""
    yield from _table(deal, names, faces)
    yield ""
    yield from _wrapped([_sentence(one, names, faces) for one in played.story if one.do is not Do.PLAY])
    yield from _tricks(played, names, faces)
    yield f"  {_ending(state.result, names, faces)}"
    yield ""


def _table(deal: Deal, names: Sequence[str], faces: Faces) -> Iterator[str]:
    """The hands where their seats are: seat 0 below, the next ones clockwise."""
    hands = [faces.cards(deal.cards[HAND * seat : HAND * seat + HAND]) for seat in range(len(names))]
    upcard, kitty = deal.cards[HAND * len(names)], deal.cards[HAND * len(names) + 1 :]
    left, top, right = {2: (None, 1, None), 3: (1, None, 2)}.get(len(names), (1, 2, 3))
    if top is not None:
        yield f"  {_GAP}{names[top]}"
        yield f"  {_GAP}{hands[top]}"
    middle = f"[{faces.card(upcard)}]"
    if left is not None and right is not None:
        yield f"  {pad(names[left], len(_GAP))}{' ' * _HAND_WIDTH}    {names[right]}"
        yield f"  {pad(hands[left], len(_GAP))}{pad(middle, _HAND_WIDTH)}    {hands[right]}"
    else:
        yield f"  {_GAP}{middle}"
    yield f"  {_GAP}{names[0]}"
    yield f"  {_GAP}{hands[0]}"
    yield f"  kitty: {faces.cards(kitty)}"


def _sentence(one: Done, names: Sequence[str], faces: Faces) -> str:
    action = one.action
    card = faces.card(action.card if action else None)
    alone = ", alone" if action and action.alone else ""
    bot = " (bot)" if one.bot else ""
    words = {
        Do.ORDER: f"orders it up{alone}",
        Do.CALL: f"calls {faces.suit(action.suit or '') if action else ''}{alone}",
        Do.DISCARD: f"puts away {card}",
        Do.GIVE: f"gives {card}",
        Do.SWAP: f"swaps {faces.cards(action.cards) if action else 'three cards'}",
        **_SAID,
    }
    return f"{names[one.seat]}{bot} {words[one.do]}"


def _wrapped(sentences: Sequence[str]) -> Iterator[str]:
    """Sentences side by side, in lines of about 78 columns."""
    line = ""
    for sentence in sentences:
        if line and len(line) + len(sentence) > 74:
            yield line
            line = ""
        line += f"{' · ' if line else '  '}{sentence}"
    if line:
        yield line


def _tricks(played: Played, names: Sequence[str], faces: Faces) -> Iterator[str]:
    """A row for each trick: ``>`` before the card that was led, ``*`` behind the one that took it."""
    cards = [(one.seat, one.action.card) for one in played.story if one.do is Do.PLAY and one.action]
    if not cards:
        return
    size = len(names) - len(_loners(played))
    tricks = [dict(cards[start : start + size]) for start in range(0, len(cards), size)]
    leaders = [next(iter(trick)) for trick in tricks]
    yield ""
    yield f"  {' ' * 8}{''.join(_cell(name) for name in names)}".rstrip()
    for number, trick in enumerate(tricks):
        winner = _winner(played, leaders, number)
        row = "".join(
            _cell(f"{'>' if seat == leaders[number] else ' '}{faces.card(trick[seat])}{'*' if seat == winner else ''}")
            if seat in trick
            else _cell(" -")
            for seat in range(len(names))
        )
        yield f"  trick {number + 1} {row}".rstrip()
    yield ""


def _cell(text: str) -> str:
    return pad(text, NAME_WIDTH + 1)


def _loners(played: Played) -> list[int]:
    return [one.seat for one in played.story if one.do is Do.ALONE or (one.action and one.action.alone)]


def _winner(played: Played, leaders: Sequence[int], number: int) -> int | None:
    """Who took a trick: the next leader, or after the last trick the engine's word for it."""
    if number + 1 < len(leaders):
        return leaders[number + 1]
    if number + 1 == HAND and played.state.result is not None:
        return played.state.moment.winning
    return None


def _ending(result: DealResult | None, names: Sequence[str], faces: Faces) -> str:
    if result is None:
        return "The record stops here."
    if result.maker is None:
        return "Thrown in" + (", the same player deals again." if result.same_dealer else ".")
    side = result.maker % len(result.tricks)
    makers = " and ".join(name for seat, name in enumerate(names) if seat % len(result.tricks) == side)
    trump = faces.suit(result.trump or "")
    points = " : ".join(map(str, result.points))
    score = " : ".join(map(str, result.score))
    verb = "are euchred with" if result.outcome == "euchred" else "take"
    return f"{makers} made {trump} trump and {verb} {result.tricks[side]} of 5.   points {points}   score {score}"
