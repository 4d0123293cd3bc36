"""The limits of the host, each with its reason.

They are numbers that no honest player meets and that keep one peer from costing the others anything.
"""

from __future__ import annotations

LOGIN_S = 5.0
"""Time from connecting to a valid login, TLS included. A program sends it at once; nobody is asked in between."""

FIRST_BYTE_S = 3.0
"""The part of it in which TLS must begin, where it is used. A client with TLS speaks first, and has time here to repeat
a lost packet twice; one without waits for our word, and is told before its five seconds are over that it needs TLS."""

PING_EVERY_S = 15.0
"""Between two heartbeats. Three of them fit into ``SILENCE_S``, so that one lost packet drops nobody."""

SILENCE_S = 45.0
"""Without a byte for so long a connection counts as broken: a pulled cable sends no goodbye."""

WRITE_S = 20.0
"""For the kernel to take one chunk of at most ``CHUNK`` bytes; TCP's own patience is a quarter of an hour."""

CHUNK = 64 * 1024
"""Most bytes handed to the kernel at once, so that ``WRITE_S`` means a rate (3 KiB/s) and not a size."""

OUTBOX_BYTES = 512 * 1024
"""Waiting for one reader, beyond what the kernel holds: two of the longest frames there are, or several games of
views. A reader that far behind gets ``bye slow`` and may come back to a fresh view."""

GOODBYE_S = 2.0
"""For the last words of a connection to leave; after that it is cut."""

SHUTDOWN_S = 3.0
"""For all connections together to say goodbye when the host stops: Ctrl-C should feel immediate."""

INBOX = 64
"""Commands waiting for one table. A full inbox makes the connections that fill it wait, nobody else."""

READ_BYTES = 8 * 1024
"""Taken from the kernel at once: the largest frame that a client may send."""

CONNECTIONS = 1000
"""At the same time, in all. Each costs a descriptor (1024 by default on Linux) and some 10 KiB."""

TABLES = 50
"""Tables at the same time: the whole lobby must fit into one frame."""

LOBBY_EVERY_S = 0.2
"""Least time between two pictures of the lobby to the same people: more often nobody can read it."""

CHAT_BURST = 5
CHAT_EVERY_S = 1.0
"""Lines of talk: a quick exchange of five, then one a second. Faster is a paste or a machine."""

TALK_KEPT = 20
"""Lines of talk that somebody who comes to a table is shown: more than fit beside a table of 80 columns."""

VOTE_S = 60.0
"""To vote about a proposal: time to see it and to say a word about it, without holding a game up for long."""

KICKED_S = 600.0
"""Whoever was sent away stays away for ten minutes: long enough to be felt, and a mistake heals by itself."""

PASSWORD_TRIES = 5
PASSWORD_EVERY_S = 60.0
"""Wrong passwords from one address: five for the fingers of a household, then one a minute. At that rate a password of
six random letters lasts for centuries."""

EMPTY_TABLE_S = 3600.0
"""When nobody has been connected to a table for an hour (a supper), it goes away, or is as new if it is the host's."""

KEPT_SEAT_S = 600.0
"""Between games, the seat of somebody whose line broke is kept while a router restarts, and not the whole evening."""
