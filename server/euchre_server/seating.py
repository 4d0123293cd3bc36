"""Who sits where at one table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from euchre_protocol.messages import SeatInfo
from euchre_server.people import Person
from euchre_server.refusal import Refusal


@dataclass(slots=True)
class Chair:
    """A seat.

    ``bot``: the name of the bot that has it; ``level``: how strong that bot is. ``left``: its owner went away on
    purpose, so that the seat is only kept until the end of the game. ``away_since``: when the owner's line broke, or
    the game ended after that. ``grace_until``: how long a game waits for them, by the table's clock. ``stand_in``: a
    bot plays in the owner's name.
    """

    person: Person | None = None
    bot: str | None = None
    level: str = "normal"
    ready: bool = False
    left: bool = False
    away_since: float = 0.0
    grace_until: float = 0.0
    stand_in: bool = False

    @property
    def free(self) -> bool:
        """Nobody sits here."""
        return self.person is None and self.bot is None

    @property
    def away(self) -> bool:
        """A person owns the seat but is not there."""
        return self.person is not None and (self.left or self.person.session is None)

    @property
    def present(self) -> bool:
        """A person sits here and is connected."""
        return self.person is not None and self.person.session is not None and not self.left

    @property
    def missed(self) -> bool:
        """A game waits for the owner, whose line broke."""
        return not self.stand_in and self.away

    @property
    def name(self) -> str:
        """The name of whoever sits here, or nothing."""
        return self.person.name if self.person is not None else self.bot or ""

    def back(self) -> None:
        """The owner is there again."""
        self.left = self.stand_in = False

    def info(self, grace_ms: int = 0) -> SeatInfo:
        """This seat as everybody is told of it. ``grace_ms``: how long the game still waits for its owner."""
        if self.person is not None:
            return SeatInfo(kind="human", name=self.person.name, ready=self.ready, away=self.away, grace_ms=grace_ms)
        if self.bot is not None:
            return SeatInfo(kind="bot", name=self.bot, level=self.level, ready=True)
        return SeatInfo()


class Seating:
    """The seats of one table, clockwise."""

    def __init__(self, players: int) -> None:
        self.chairs = [Chair() for _ in range(players)]

    def __iter__(self) -> Iterator[Chair]:
        return iter(self.chairs)

    def __getitem__(self, seat: int) -> Chair:
        """The chair of ``seat``.

        Raises:
            Refusal: ``no_such_seat``.
        """
        if seat >= len(self.chairs):
            raise Refusal("no_such_seat")
        return self.chairs[seat]

    def of(self, person: Person) -> int | None:
        """The seat that ``person`` owns."""
        for seat, chair in enumerate(self.chairs):
            if chair.person is person:
                return seat
        return None

    def free_seats(self) -> list[int]:
        """The seats where nobody sits."""
        return [seat for seat, chair in enumerate(self.chairs) if chair.free]

    @property
    def present(self) -> list[int]:
        """The seats of people who are connected."""
        return [seat for seat, chair in enumerate(self.chairs) if chair.present]

    @property
    def away(self) -> list[Chair]:
        """The chairs of people who are not there."""
        return [chair for chair in self.chairs if chair.away]

    @property
    def missed(self) -> list[Chair]:
        """The chairs of people for whom a game waits."""
        return [chair for chair in self.chairs if chair.missed]

    @property
    def bots(self) -> list[int]:
        """The seats that are a bot's own."""
        return [seat for seat, chair in enumerate(self.chairs) if chair.bot is not None]

    @property
    def full(self) -> bool:
        """Somebody or a bot sits in every seat."""
        return not self.free_seats()

    @property
    def bots_only(self) -> bool:
        """Every seat is a bot's own."""
        return all(chair.bot is not None for chair in self.chairs)

    @property
    def people(self) -> list[Person]:
        """The owners of seats, connected or not."""
        return [chair.person for chair in self.chairs if chair.person is not None]

    def next_person(self, person: Person, seat: int) -> Chair | None:
        """The chair of the next other person clockwise from ``seat``: one who is there, if any is, or may come back."""
        ring = [*self.chairs[seat + 1 :], *self.chairs[: seat + 1]]
        others = [chair for chair in ring if chair.person not in (None, person) and not chair.left]
        return next((chair for chair in others if chair.present), others[0] if others else None)

    def choose(self, seat: int | None) -> int:
        """The free seat that somebody asks for, or the first free one.

        Raises:
            Refusal: ``no_such_seat``, ``seat_taken`` or ``table_full``.
        """
        if seat is not None:
            if not self[seat].free:
                raise Refusal("seat_taken")
            return seat
        free = self.free_seats()
        if not free:
            raise Refusal("table_full")
        return free[0]

    def sit(self, person: Person, seat: int) -> None:
        """Put ``person`` into the free seat ``seat``, and out of the one they had."""
        self.stand(person)
        self.chairs[seat] = Chair(person=person)

    def stand(self, person: Person) -> int | None:
        """Free the seat of ``person``, if they have one, and return it."""
        seat = self.of(person)
        if seat is not None:
            self.chairs[seat] = Chair()
        return seat

    def put_bot(self, seat: int, name: str, level: str) -> None:
        """Put a bot into the free seat ``seat``."""
        self.chairs[seat] = Chair(bot=name, level=level, ready=True)

    def take_bot(self, seat: int) -> str:
        """Take the bot out of ``seat`` and return its name.

        Raises:
            Refusal: ``no_such_seat``; ``seat_taken`` by a person; ``wrong_state`` since it is free.
        """
        chair = self[seat]
        if chair.bot is None:
            raise Refusal("seat_taken" if chair.person is not None else "wrong_state")
        self.chairs[seat] = Chair()
        return chair.bot

    def next_bot_seat(self) -> int:
        """The free seat that the next bot should take: opponents of seat 0 first, so that people become partners.

        Raises:
            Refusal: ``table_full``.
        """
        self.choose(None)
        return min(self.free_seats(), key=lambda seat: (seat % 2 == 0, seat == 0, seat))
