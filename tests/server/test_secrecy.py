"""Who is told which card, on the wire: every frame that leaves the host is searched for cards.

A card travels as a msgpack string of two characters (0xA2 and its name), whatever message it is in, so that nothing
hangs on the messages' fields. What a person may know comes from the game's record, not from the messages.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator

import pytest
import trio

from euchre_protocol import TO_CLIENT, decode
from euchre_protocol import messages as m

from .guests import Guest, open_house

CARD = re.compile(rb"\xa2([789TJQKA][CDHS]|BN)")
TARGET = 4


def frames(raw: bytearray) -> Iterator[bytes]:
    data = bytes(raw)
    while data:
        length = int.from_bytes(data[:4], "big")
        yield data[4 : 4 + length]
        data = data[4 + length :]


def known_after(record: list[str], seat: int | None) -> Iterator[tuple[set[str], set[str]]]:
    """For each deal and each action in it: the cards that ``seat`` may know then, and those of the whole deal."""
    may: set[str] = set()
    for line in map(json.loads, record[1:]):
        if "deal" in line:
            hands = line["hands"]
            deck = {card for hand in hands for card in hand} | {line["upcard"], *line["kitty"]}
            own = set(hands[seat]) if seat is not None else set()
            blind = line["upcard"] == "BN" and seat == line["dealer"]  # sees the hand when the suit is named
            may = {line["upcard"]} if blind else {line["upcard"], *own}
        elif line.get("do") == "call":
            may = may | own
        elif line.get("do") == "play":
            may = may | {line["card"]}
        elif "result" in line:
            may = set(deck)
        yield may, deck


def count(events: list[m.Event]) -> int:
    """How many lines of the record ``events`` stand for."""
    aftermath = ("turned_down", "trick", "game_over")
    return sum(event.do not in aftermath for event in events)


def check(guest: Guest, record: list[str], seat: int | None) -> int:
    """Go through everything that ``guest`` was sent, step by step with the record; return how often cards were seen."""
    steps = list(known_after(record, seat))
    done, found = 0, 0
    for frame in frames(guest.raw):
        message = decode(frame, TO_CLIENT)
        if isinstance(message, m.View):
            done = max(done, count(message.events)) if message.history else done + count(message.events)
        if isinstance(message, m.Welcome):
            continue  # its token is 32 random bytes
        seen = {card.decode() for card in CARD.findall(frame)}
        allowed = steps[done - 1][0] if done else set()
        assert seen <= allowed, (guest.name, seen - allowed, message)
        found += len(seen)
    assert done == len(steps), (guest.name, done, len(steps))
    return found


@pytest.mark.parametrize(
    ("preset", "pace", "names"),
    [
        ("classic", "normal", ["Ann", "Bert", "Cleo", "Dora"]),
        ("north_american", "normal", ["Ann", "Bert", "Cleo", "Dora"]),
        ("north_american", "instant", ["Ann", "Bert", "Cleo", "Dora"]),
        ("british", "instant", ["Ann", "Bert", "Cleo", "Dora"]),
        ("three_hand", "instant", ["Ann", "Bert", "Cleo"]),
        ("two_hand", "instant", ["Ann", "Bert"]),
    ],
)
async def test_nobody_is_sent_a_card_that_they_may_not_know(preset: str, pace: str, names: list[str]) -> None:
    async with open_house(f"T={preset},target={TARGET}", pace=pace) as house:
        zoe = await house.guest("Zoe")
        await zoe.watch()
        guests = [await house.guest(name) for name in names]
        for guest in guests:
            await guest.sit()
            await guest.ready()
        async with trio.open_nursery() as nursery:
            for number, guest in enumerate(guests):
                nursery.start_soon(guest.play_game, random.Random(number))
        await zoe.next(m.View, lambda view: view.over is not None)
        [record] = house.records
        assert check(zoe, record, None) > 50
        for seat, guest in enumerate(guests):
            assert check(guest, record, seat) > 50


async def test_a_table_may_hide_the_hands_from_watchers_for_good() -> None:
    async with open_house("T=classic,target=2,bots=4,pace=instant,watch=hidden") as house:
        zoe = await house.guest("Zoe")
        await zoe.watch()
        view = await zoe.next(m.View, lambda view: view.over is not None)
        assert view.result is not None
        assert (view.result.hands, view.result.kitty, view.result.discard) == ([], [], None)
        assert len(view.result.played) == 5


async def test_a_table_may_show_the_hands_to_watchers_after_the_deal() -> None:
    async with open_house("T=classic,target=2,bots=4,pace=instant") as house:
        zoe = await house.guest("Zoe")
        await zoe.watch()
        view = await zoe.next(m.View, lambda view: view.over is not None)
        assert view.result is not None
        assert [len(hand) for hand in view.result.hands] == [5, 5, 5, 5]
        assert len(view.result.kitty) == 3


async def test_somebody_who_sits_down_nowhere_sees_no_card_in_the_lobby() -> None:
    async with open_house("T=classic,target=2,bots=4,pace=instant") as house:
        karl = await house.guest("Karl")
        zoe = await house.guest("Zoe")
        await zoe.watch()
        await zoe.next(m.View, lambda view: view.over is not None)
        assert not any(CARD.search(frame) for frame in list(frames(karl.raw))[2:])
