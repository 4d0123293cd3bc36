"""Who is at the host: names, and the secrets that prove them."""

from __future__ import annotations

import hashlib
import hmac
import string
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from euchre_protocol.messages import Message
from euchre_protocol.text import clean_name, name_key
from euchre_server.refusal import Refusal

if TYPE_CHECKING:
    from euchre_server.session import Session
    from euchre_server.table import Table

TOKEN_BYTES = 32

BOT_NAMES = (
    "Acorn", "Biscuit", "Clover", "Domino", "Ember", "Fiddle", "Ginger", "Hazelnut", "Inkwell", "Juniper", "Kettle",
    "Lantern", "Marble", "Nutmeg", "Otter", "Pepper", "Quill", "Rocket", "Saffron", "Teapot", "Umber", "Velvet",
    "Waffle", "Zigzag",
)  # fmt: skip
"""Things, so that no person is called like a bot; reserved for bots all the same."""

_RESERVED = (
    "Server",
    "Host",
    "System",
    "Admin",
    "Owner",
    "Table",
    "Lobby",
    "Spectator",
    "Spectators",
    "Watcher",
    "Watchers",
    "Bot",
    "Bots",
    "Dealer",
    "Euchre",
    "Nobody",
    "Everybody",
    "Everyone",
    "Clock",
    "You",
    *BOT_NAMES,
)
"""Whoever were called so could seem to speak for the program; with a number behind it (``Bot 2``), too."""


@dataclass(eq=False, slots=True)
class Person:
    """Somebody with a name. Seats belong to a person and not to a connection, which may come and go.

    ``table`` is where the person is (none: in the lobby); ``shown`` says that they have been shown all of the lobby
    since they came into it; ``holds`` are the tables where they own a seat; ``coming`` counts connections that have
    logged in and wait for a table to let them in.
    """

    name: str
    token_hash: bytes
    session: Session | None = None
    table: Table | None = None
    shown: bool = False
    holds: set[Table] = field(default_factory=lambda: set())
    coming: int = 0

    @property
    def lost(self) -> bool:
        """Nobody can prove to be this person, since their secret's hash is lost."""
        return not self.token_hash

    def send(self, *messages: Message) -> None:
        """Send messages, if the person is connected."""
        if self.session is not None:
            self.session.send(*messages)


class People:
    """Everybody whom the host knows: who is connected, or owns a seat.

    Args:
        secret: makes new tokens of ``TOKEN_BYTES`` bytes.
    """

    def __init__(self, secret: Callable[[int], bytes]) -> None:
        self._secret = secret
        self._by_key: dict[str, Person] = {}

    def __iter__(self) -> Iterator[Person]:
        return iter(self._by_key.values())

    def proves(self, name: str, token: bytes | None) -> bool:
        """Whether ``token`` is that of the person with this name."""
        known = self._by_key.get(name_key(clean_name(name)))
        return known is not None and _fits(token, known)

    def enter(self, name: str, token: bytes | None, owns: Callable[[Person], bool]) -> tuple[Person, bytes, bool]:
        """Find or make the person who calls themselves ``name``.

        Args:
            name: as they have typed it.
            token: what they say proves who they are.
            owns: whether a table belongs to somebody.

        Returns:
            The person; their token, which the host itself does not keep; and whether they are new.

        Raises:
            Refusal: ``bad_name`` if nothing readable is left of it or it is reserved; ``name_taken`` if it is
                somebody else's.
        """
        shown = clean_name(name)
        key = name_key(shown)
        if not shown or key.rstrip(string.digits) in _RESERVED_KEYS:
            raise Refusal("bad_name")
        known = self._by_key.get(key)
        if known is not None:
            if token is not None and _fits(token, known):
                return known, token, False
            # Whom an earlier process knew may have had no word from it: it was killed before it could give the token
            # away. Nobody could ever prove to be that person, and the name need not wait for them if nothing else does.
            if owns(known) or not self.forget(known):
                raise Refusal("name_taken")
        token = self._secret(TOKEN_BYTES)
        person = self._by_key[key] = Person(shown, _hash(token))
        return person, token, True

    def restore(self, name: str, token_hash: bytes) -> None:
        """Know somebody again whom an earlier process knew."""
        self._by_key[name_key(name)] = Person(name, token_hash)

    def find(self, name: str) -> Person:
        """The person with this name; one who is lost, if nobody has it."""
        return self._by_key.setdefault(name_key(name), Person(name, b""))

    def forget(self, person: Person) -> bool:
        """Free the name of ``person`` if there is nothing that they could come back to.

        Returns:
            Whether it was theirs until now, and they are not connected and own no seat.
        """
        key = name_key(person.name)
        if person.session is not None or person.holds or person.coming or self._by_key.get(key) is not person:
            return False
        del self._by_key[key]
        return True


def _fits(token: bytes | None, person: Person) -> bool:
    return token is not None and hmac.compare_digest(person.token_hash, _hash(token))


def _hash(token: bytes) -> bytes:
    return hashlib.sha256(token).digest()


_RESERVED_KEYS = frozenset(name_key(name) for name in _RESERVED)
