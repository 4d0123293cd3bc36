"""The limits of the host, each with its reason.

They are numbers that no honest player meets and that keep one peer from costing the others anything. Those in
:class:`Limits` can be set by whoever hosts (``--limit``); the others follow from how the host is made.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import Field, dataclass, field, fields, replace


def _limit(usual: int, low: int, high: int, effect: str) -> int:
    """A limit that can be set: what it usually is, from where to where it may be, and what it does."""
    return field(default=usual, metadata={"low": low, "high": high, "effect": effect})


@dataclass(frozen=True)
class Limits:
    """What one peer, one address and everybody together may have of the host. All are whole numbers.

    Attributes:
        connections: at the same time, in all. Each costs a descriptor and 40 KiB.
        connections_per_address: of them, from one address (see :func:`euchre_server.origin.origin_of`). A club
            behind one router has room; one stranger does not fill the house.
        login_seconds: from connecting to a valid login, TLS included. A program sends it at once; nobody is asked in
            between.
        silence_seconds: without a byte for so long a connection counts as broken: a pulled cable sends no goodbye.
        write_seconds: for the kernel to take one chunk of at most ``CHUNK`` bytes; TCP's own patience is a quarter of
            an hour.
        queue_bytes: waiting for one reader, beyond what the kernel holds: the fullest lobby and several games of
            views. A reader that far behind gets ``bye slow`` and may come back to a fresh view.
        frame_bytes: the longest message of a client. The longest command takes 6 KiB.
        messages_at_once: from one connection; then one each time that ``messages_per_second`` allows. What is beyond
            waits in the sender's own kernel.
        messages_per_second: a program that plays without pauses sends some thirty.
        chat_cells: the width of a line of talk.
        chat_at_once: lines of talk of one person: a quick exchange of five, then one each ``chat_seconds``. Faster is
            a paste or a machine.
        chat_seconds: see ``chat_at_once``.
        tables: at the same time.
        tables_at_once: made from one address, then one each ``table_seconds``: a club opens its evening with twenty;
            nobody fills the lobby with empty tables.
        table_seconds: see ``tables_at_once``.
        watchers: at one table. Each is sent what a seat is sent.
        password_tries: wrong passwords from one address: five for the fingers of a household, then one each
            ``password_seconds``. At that rate a password of six random letters lasts for centuries.
        password_seconds: see ``password_tries``.
    """

    connections: int = _limit(2000, 1, 10_000, "people connected at the same time; beyond it: refused `full`")
    connections_per_address: int = _limit(
        100, 1, 10_000, "of them from one address, 127.0.0.1 and ::1 aside; beyond it: refused `full`"
    )
    login_seconds: int = _limit(5, 1, 60, "to log in after connecting; then the connection is closed")
    silence_seconds: int = _limit(45, 3, 600, "without a sign of life; then the connection counts as broken")
    write_seconds: int = _limit(20, 1, 600, "to take what was sent; then the connection is closed")
    queue_bytes: int = _limit(
        1024 * 1024, 64 * 1024, 16 * 1024 * 1024, "wait for somebody who reads too slowly; then they are dropped"
    )
    frame_bytes: int = _limit(8 * 1024, 6 * 1024, 64 * 1024, "in one message of a client; one with more is dropped")
    messages_at_once: int = _limit(200, 10, 10_000, "messages of one connection in a burst; more are read later")
    messages_per_second: int = _limit(50, 1, 10_000, "messages of one connection after the burst; more are read later")
    chat_cells: int = _limit(200, 20, 200, "width of a line of talk; the rest is cut off")
    chat_at_once: int = _limit(5, 1, 100, "lines of talk of one person in a burst; then: `slow_down`")
    chat_seconds: int = _limit(1, 1, 3600, "from one line of talk to the next after the burst; before: `slow_down`")
    tables: int = _limit(500, 1, 2000, "tables at the same time; beyond it: `too_many_tables`")
    tables_at_once: int = _limit(20, 1, 2000, "tables made from one address in a burst; then: `slow_down`")
    table_seconds: int = _limit(
        60, 1, 3600, "from one table made there to the next after the burst; before: `slow_down`"
    )
    watchers: int = _limit(50, 0, 1000, "watchers at one table; beyond it: `too_many_watchers`")
    password_tries: int = _limit(5, 1, 1000, "wrong passwords from one address in a burst; then: `slow_down`")
    password_seconds: int = _limit(60, 1, 3600, "from one wrong password there to the next; before: `slow_down`")

    @property
    def first_byte_seconds(self) -> float:
        """The part of ``login_seconds`` in which TLS must begin: three of five.

        A client with TLS speaks first, and has time here to repeat a lost packet twice; one without waits for our
        word, and is told before its time is over that it needs TLS.
        """
        return 0.6 * self.login_seconds

    @property
    def ping_seconds(self) -> float:
        """Between two heartbeats.

        Three of them fit into ``silence_seconds``, so that one lost packet drops nobody; and clients, who may give up
        after 45 s of silence, hear from the host at least every 15 s.
        """
        return min(15.0, self.silence_seconds / 3)


SETTABLE: Mapping[str, Field[int]] = {each.name: each for each in fields(Limits)}
"""The limits that can be set, by name; ``metadata`` has ``low``, ``high`` and ``effect``."""


def set_limits(words: Sequence[str]) -> Limits:
    """Read what was said with ``--limit``.

    Args:
        words: such as ``tables=20``; of several about the same limit the last one counts.

    Raises:
        ValueError: one of them makes no sense; the message is a sentence.
    """
    chosen: dict[str, int] = {}
    for word in words:
        name, _, text = word.partition("=")
        known = SETTABLE.get(name)
        if known is None:
            raise ValueError(f"there is no limit {name!r}; the limits are {', '.join(SETTABLE)}")
        low, high = known.metadata["low"], known.metadata["high"]
        if not (text.isascii() and text.isdigit() and len(text) <= 9 and low <= int(text) <= high):
            raise ValueError(f"{name} must be a whole number from {low} to {high}, not {text!r}")
        chosen[name] = int(text)
    return replace(Limits(), **chosen)


SPARE_CONNECTIONS = 50
"""Beyond ``connections``, so that some of those for whom there is no room can be told; more are cut off unheard."""

SPARE_PER_ADDRESS = 5
"""The same for one address."""

LINES_AT_ONCE = 200
LINES_EVERY_S = 3.0
"""Lines of the log about connections from one address: an evening of a household at once, then one in three seconds,
which is 2 MB a day. A program that connects again and again shall not fill a disk: then all tables would wait."""

NOTICE_EVERY_S = 3600.0
"""Between two lines that say of an address that lines are left out."""

CHUNK = 64 * 1024
"""Most bytes handed to the kernel at once, so that ``write_seconds`` means a rate (3 KiB/s) and not a size."""

GOODBYE_S = 2.0
"""For the last words of a connection to leave; after that it is cut."""

SHUTDOWN_S = 3.0
"""For all connections together to say goodbye when the host stops: Ctrl-C should feel immediate."""

INBOX = 64
"""Commands waiting for one table. A full inbox makes the connections that fill it wait, nobody else."""

READ_BYTES = 8 * 1024
"""Taken from the kernel at once: the largest frame that a client usually may send."""

LOBBY_EVERY_S = 0.2
"""Least time between two pictures of the lobby to the same people: more often nobody can read it."""

TALK_KEPT = 20
"""Lines of talk that somebody who comes to a table is shown: more than fit beside a table of 80 columns."""

VOTE_S = 60.0
"""To vote about a proposal: time to see it and to say a word about it, without holding a game up for long."""

KICKED_S = 600.0
"""Whoever was sent away stays away for ten minutes: long enough to be felt, and a mistake heals by itself."""

ORDER_S = 5.0
"""A table answers the person who hosts at once, unless nothing can be stored; then nothing comes of waiting."""

EMPTY_TABLE_S = 3600.0
"""When nobody has been connected to a table for an hour (a supper), it goes away, or is as new if it is the host's."""

KEPT_SEAT_S = 600.0
"""Between games, the seat of somebody whose line broke is kept while a router restarts, and not the whole evening."""
