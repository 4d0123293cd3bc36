"""What is sent to whom in whole games, down to the bytes: few in the suite, many by benchmarks/soak_secrecy.py.

A card travels as a msgpack string of two characters (0xA2 and its name), whatever message it is in, so that nothing
hangs on the messages' fields. What a person may know comes from the game's record, not from the messages.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import partial

import trio
import trio.testing

from euchre_engine import Card
from euchre_protocol import TO_CLIENT, decode
from euchre_protocol import messages as m
from euchre_server.services import Chance, ChanceFor, seeded_chance

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


async def whole_game(preset: str, pace: str, names: Sequence[str], seed: int = 1) -> int:
    """Have people play a game by chance, while one watches; check everything that all of them were sent.

    Returns:
        How often one of them was sent a card, for whoever wants to know that something was looked at.
    """
    async with open_house(f"T={preset},target={TARGET}", pace=pace, seed=seed) as house:
        zoe = await house.guest("Zoe")
        await zoe.watch()
        guests = [await house.guest(name) for name in names]
        for guest in guests:
            await guest.sit()
            await guest.ready()
        async with trio.open_nursery() as nursery:
            for number, guest in enumerate(guests):
                nursery.start_soon(guest.play_game, random.Random(f"{seed} {number}"))
        await zoe.next(m.View, lambda view: view.over is not None)
        [record] = house.records
        return check(zoe, record, None) + sum(check(guest, record, seat) for seat, guest in enumerate(guests))


# ---------------------------------------------------------------- the same game with other hidden cards

Step = tuple[int, m.Action]
"""A seat and what it does."""


@dataclass(frozen=True, slots=True)
class Opening:
    """The first steps of a game: what was done, the deal's line of the record, and what everybody was sent.

    ``played``: the cards on the table so far; the last of each hand is played without a question.

    ``sent``: by seat, then the watcher and somebody in the lobby: every frame but the welcome, which holds a random
    token. ``lines`` are the host's own.
    """

    steps: Sequence[Step]
    deal: Mapping[str, object]
    played: Set[str]
    sent: Sequence[Sequence[bytes]]
    lines: Sequence[str]


class Renamed:
    """A source of randomness that deals some cards in the place of others."""

    def __init__(self, chance: Chance, names: Mapping[Card, Card]) -> None:
        self._chance = chance
        self._names = names

    def random(self) -> float:
        """A number from 0 up to 1."""
        return self._chance.random()

    def randrange(self, stop: int, /) -> int:
        """A number from 0 up to ``stop``."""
        return self._chance.randrange(stop)

    def sample(self, population: Sequence[Card], k: int) -> list[Card]:
        """``k`` cards, some of them others than without us."""
        return [self._names.get(card, card) for card in self._chance.sample(population, k)]


def renaming(seed: int, names: Mapping[Card, Card]) -> ChanceFor:
    """The randomness of ``seed``, with other cards."""
    plain = seeded_chance(seed)
    return lambda purpose: Renamed(plain(purpose), names)


async def opening(
    preset: str, seed: int, length: int, steps: Sequence[Step] = (), names: Mapping[Card, Card] | None = None
) -> Opening | None:
    """Play the beginning of a game, in which everybody also tries what is not theirs to do.

    Args:
        preset: the rules.
        seed: of the cards, and of what is done beyond ``steps``.
        length: so many steps, or up to the fourth trick of the first deal.
        steps: what is done first.
        names: which cards are dealt in the place of which.

    Returns:
        What happened; none if one of ``steps`` is not allowed with these cards.
    """
    rng = random.Random(f"{seed} {length}")
    players = ["Ann", "Bert", "Cleo", "Dora"][: 2 if preset == "two_hand" else 4]
    async with open_house(f"T={preset}", pace="instant", chance=renaming(seed, names or {})) as house:
        guests = [await house.guest(name) for name in (*players, "Zoe", "Karl")]
        seated, zoe = guests[: len(players)], guests[-2]
        await zoe.watch()
        for guest in seated:
            await guest.sit()
            await guest.ready()
        done: list[Step] = []
        while len(done) < length:
            await trio.testing.wait_all_tasks_blocked()
            found = question(seated)
            if found is None:
                break
            asked, ask = found
            for guest in guests:
                await guest.refused(partial(act, ask.decision, m.Action(do="peek")))
            usual = [action for action in ask.actions if action.do != "claim"]  # a claim lays hands open
            action = steps[len(done)][1] if len(done) < len(steps) else rng.choice(usual)
            if isinstance(await seated[asked].command(partial(act, ask.decision, action)), m.Error):
                return None
            done.append((asked, action))
        await trio.testing.wait_all_tasks_blocked()
        play = house.host.tables[1]._series.play
        assert play is not None
        deal, *acts = map(json.loads, play.game.lines[1:])
        played = {line["card"] for line in acts if line.get("do") == "play"}
        return Opening(done, deal, played, [sent_to(guest) for guest in guests], list(house.lines))


def question(seated: Sequence[Guest]) -> tuple[int, m.Ask] | None:
    """Who is asked in the first three tricks, and what. A fourth leads to the end of the deal, where all is shown."""
    for seat, guest in enumerate(seated):
        view = [message for message in guest.inbox if isinstance(message, m.View)][-1]
        if view.ask is not None and view.deal == 1 and len(view.hand) > 2:
            return seat, view.ask
    return None


def act(decision: int, action: m.Action, number: int) -> m.Act:
    """The command to do something."""
    return m.Act(id=number, decision=decision, action=action)


def sent_to(guest: Guest) -> list[bytes]:
    """Every frame that was sent to somebody but the welcome, which holds a random token."""
    return [frame for frame in frames(guest.raw) if not isinstance(decode(frame, TO_CLIENT), m.Welcome)]


def known_to(seat: int | None, found: Opening) -> set[str]:
    """The cards of which the owner of a seat (none: a watcher) knows at the end of ``found`` where they were dealt."""
    hands = found.deal["hands"]
    assert isinstance(hands, list)
    own = set(hands[seat]) if seat is not None else set()
    return own | found.played | {str(found.deal["upcard"])}


async def twins(preset: str, seed: int, length: int, most: int = 6) -> int:
    """Play the beginning of a game again with other cards where somebody cannot know them, and compare.

    Args:
        preset: the rules.
        seed: of the cards and of what is done.
        length: of the beginning, in steps.
        most: for so many of the people, the watcher and somebody in the lobby.

    Returns:
        For how many of them there was another game that they could not tell from the first.

    Raises:
        AssertionError: somebody was sent, or the host has said, anything that differs.
    """
    first = await opening(preset, seed, length)
    assert first is not None
    rng = random.Random(seed)
    hands, kitty = first.deal["hands"], first.deal["kitty"]
    assert isinstance(hands, list)
    assert isinstance(kitty, list)
    pack = {str(card) for cards in [*hands, kitty] for card in cards} | {str(first.deal["upcard"])}
    places = range(len(hands) + 2)
    compared = 0
    for place in rng.sample(places, min(most, len(places))):
        seat = place if place < len(hands) else None
        hidden = sorted(pack - known_to(seat, first))
        for _ in range(4):
            names = dict(zip(hidden, rng.sample(hidden, len(hidden)), strict=True))
            steps = [(who, renamed(action, names)) for who, action in first.steps]
            other = await opening(preset, seed, length, steps, names)
            if other is not None and len(other.steps) == len(first.steps):
                assert other.deal != first.deal
                assert other.sent[place] == first.sent[place], (preset, seed, length, place)
                assert other.lines == first.lines, (preset, seed, length)
                compared += 1
                break
    return compared


def renamed(action: m.Action, names: Mapping[str, str]) -> m.Action:
    """The same action with the cards that were dealt instead: what others cannot see, such as a discard."""
    card = None if action.card is None else names.get(action.card, action.card)
    return m.Action(
        do=action.do,
        card=card,
        suit=action.suit,
        alone=action.alone,
        cards=[names.get(each, each) for each in action.cards],
    )
