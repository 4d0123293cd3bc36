"""Passwords: kept as hashes that cost something to try, and tried neither often nor in the event loop."""

from __future__ import annotations

import hashlib
import hmac
from functools import partial

import trio

from euchre_server.allowance import Allowance
from euchre_server.origin import origin_of
from euchre_server.refusal import Refusal
from euchre_server.services import Services

_N, _R, _P = 2**14, 8, 1
"""scrypt's cost: 16 MiB and some 50 ms a try, which nobody at a keyboard notices. RFC 7914 has the meaning of each."""

SALT_BYTES = 16


def seal(password: str, salt: bytes) -> str:
    """Return what to keep of a password: the salt and the hash, as a text."""
    return f"{salt.hex()}:{_hash(password, salt).hex()}"


def fits(password: str, lock: str) -> bool:
    """Whether ``lock`` was sealed with ``password``. Takes the same time wherever they differ."""
    salt, _, digest = lock.partition(":")
    return hmac.compare_digest(_hash(password, bytes.fromhex(salt)), bytes.fromhex(digest))


def _hash(password: str, salt: bytes) -> bytes:
    return hashlib.scrypt(password.encode(), salt=salt, n=_N, r=_R, p=_P, maxmem=64 * 1024 * 1024)


class Doorkeeper:
    """Lets those pass who know a password.

    Args:
        services: heavy work, and randomness.
    """

    def __init__(self, services: Services) -> None:
        self._services = services
        self._turns = {known: trio.Lock() for known in (True, False)}
        self._failures: Allowance[str] = Allowance(services.limits.password_tries, services.limits.password_seconds)

    async def seal(self, password: str) -> str:
        """Return what to keep of a password."""
        return await self._services.work(partial(seal, password, self._services.secret(SALT_BYTES)))

    async def check(self, lock: str, password: str | None, address: str, *, known: bool) -> None:
        """Let somebody pass.

        Args:
            lock: what is kept of the password.
            password: theirs.
            address: where they come from.
            known: they are somebody who was let in before. They do not wait behind strangers, who with enough addresses
                can make as many guesses wait as they like, for 50 ms each.

        Raises:
            Refusal: ``password`` if theirs is absent or wrong; ``slow_down`` if that has happened too often from
                this address.
        """
        if password is None:
            raise Refusal("password")
        origin = origin_of(address)
        # One after another: so many at once are no way around the limit, and right ones do not count while they wait.
        async with self._turns[known]:
            if not self._failures.take(origin, trio.current_time()):
                raise Refusal("slow_down")
            if not await self._services.work(partial(fits, password, lock)):
                self._services.say(f"{address}: a wrong password")
                raise Refusal("password")
            self._failures.give_back(origin)
