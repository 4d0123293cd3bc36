"""The way to the host, kept open: connecting, receiving, trying again. It feeds the model and never draws."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Protocol

from euchre_client.address import Address, parse_address
from euchre_client.memory import Memory
from euchre_client.model import Link as LinkStatus
from euchre_client.model import Model, Notice, Place, Typing
from euchre_client.net import Link, LinkError
from euchre_client.retrying import is_final, parted, wait_before
from euchre_client.update import update
from euchre_client.words.errors import address_error, first_time, link_error, not_remembered, password_wanted, waiting
from euchre_protocol.messages import Bye, Message


class Holder(Protocol):
    """Whoever holds the model: gets every new one, and the messages that it was made from."""

    model: Model

    def change(self, model: Model, message: Message | None = None) -> None:
        """Take a new model; ``message`` is what brought it about, if a message did."""
        ...


class Session:
    """One person's way to one host at a time.

    Args:
        holder: gets every new model.
        memory: what is known from earlier evenings.
        clock: seconds, as the model counts them.
        password: the host's, if it was given.
        companion: whether the host has started this program for its own player, who leaves when it closes.
    """

    def __init__(
        self,
        holder: Holder,
        memory: Memory,
        clock: Callable[[], float],
        password: str | None = None,
        *,
        companion: bool = False,
    ) -> None:
        self._holder = holder
        self._memory = memory
        self._clock = clock
        self._password = password
        self._companion = companion
        self._wake = asyncio.Event()
        self._address: Address | None = None
        self._let_in: Address | None = None  # the last host that has welcomed us
        self._link: Link | None = None
        self._receiving: asyncio.Task[None] | None = None

    def connect(self, text: str) -> None:
        """Go to the host at an address as typed; what cannot be read is said on the screen."""
        try:
            self._address = parse_address(text)
        except ValueError as error:
            failed = LinkStatus(address=text, failure=address_error(error, text))
            self._holder.change(self._holder.model.but(place=Place.ADDRESS, link=failed))
            return
        self._set(place=Place.CONNECTING, state="opening", address=str(self._address), failure="", waits="", attempt=0)
        self._drop_link()
        self._wake.set()

    def retry(self) -> None:
        """Try again now, also where nothing was to be tried any more."""
        if self._address is None:
            self.connect(self._holder.model.link.address)
        self._wake.set()

    def unlock(self, password: str) -> None:
        """Try again with the password that the host asks for."""
        self._password = password
        self.connect(self._holder.model.link.address)

    def drop(self) -> None:
        """Give up the host; nothing is tried until the next address."""
        self._address = None
        self._drop_link()
        self._wake.set()

    def send(self, message: Message) -> None:
        """Send a message; when the connection is just breaking, the receiver will notice."""
        if self._link is None:
            return
        try:
            self._link.send(message)
        except LinkError:
            self._drop_link()

    async def close(self) -> None:
        """Say goodbye."""
        if self._link is not None:
            await self._link.close()

    async def run(self) -> None:
        """Keep the connection that was asked for, until cancelled."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            if self._address is None:
                continue
            self._receiving = asyncio.ensure_future(self._visit(self._address))
            try:
                await self._receiving
            except asyncio.CancelledError:
                current = asyncio.current_task()
                if current is not None and current.cancelling():
                    self._receiving.cancel()
                    raise
            finally:
                self._receiving = None
            await self._pause()

    def _drop_link(self) -> None:
        if self._receiving is not None:
            self._receiving.cancel()

    async def _visit(self, address: Address) -> None:
        """Connect, log in and receive until the connection ends; what ended it goes into the model."""
        name = self._holder.model.name
        self._set(state="opening" if self._holder.model.place is Place.CONNECTING else "lost", retry_at=None)
        try:
            self._link = await Link.open(address, self._memory.trust)
            if "password" in self._link.hello.needs and self._password is None:
                raise LinkError("refused", address, "password")  # a try without one would count as a wrong one
            await self._receive(self._link, address, name)
        except LinkError as error:
            self._failed(error, link_error(error, name))
        finally:
            if self._link is not None:
                self._link.abort()
                self._link = None

    async def _receive(self, link: Link, address: Address, name: str) -> None:
        told = first_time(address, link.key) if link.key is not None and link.key.first else ""
        try:
            self._memory.meet(link)
        except OSError as error:
            told += " " + not_remembered(error)
        welcome = await link.login(name, self._memory.token(link, name), self._password)
        with suppress(OSError):  # where it cannot be written, a return works while the program runs
            self._memory.keep(link, welcome.name, welcome.token)
        self._let_in = address
        self._set(state="up", failure="", waits="", attempt=0, retry_at=None, rtt_ms=link.rtt_ms, host=link.hello.host)
        self._take(welcome, link)
        if told:
            self._holder.change(self._holder.model.but(notice=Notice(text=told)))
        async for message in link.messages():
            gone = parted(message.code, address, companion=self._companion) if isinstance(message, Bye) else None
            if gone is not None:
                raise gone
            self._take(message, link)
        self._address = None

    def _take(self, message: Message, link: Link) -> None:
        model = self._holder.model.but(now=self._clock())
        if model.link.rtt_ms != link.rtt_ms:
            model = model.but(link=replace(model.link, rtt_ms=link.rtt_ms))
        self._holder.change(update(model, message), message)

    def _failed(self, error: LinkError, sentence: str) -> None:
        model = self._holder.model
        if is_final(error, known=self._let_in == error.address):
            self._address = None
            if error.reason == "password":
                self._ask_password(error.address)
            else:
                self._set(state="closed", failure=sentence, retry_at=None)
            return
        attempt = model.link.attempt + 1
        retry_at = self._clock() + wait_before(attempt)
        waits = waiting(error) or model.link.waits  # that nobody answers now is no news after it
        self._set(state="lost", failure=sentence, waits=waits, attempt=attempt, retry_at=retry_at, rtt_ms=None)

    def _ask_password(self, address: Address) -> None:
        tried, self._password = self._password, None
        self._set(state="closed", failure=password_wanted(address, wrong=tried is not None), retry_at=None)
        self._holder.change(self._holder.model.but(typing=Typing.HOST_PASSWORD))

    async def _pause(self) -> None:
        """Wait for the next try, or for somebody who wants it now."""
        retry_at = self._holder.model.link.retry_at
        if self._address is None or retry_at is None:
            return
        try:
            async with asyncio.timeout(max(0.0, retry_at - self._clock())):
                await self._wake.wait()
        except TimeoutError:
            self._wake.set()

    def _set(self, *, place: Place | None = None, host: str | None = None, **changes: object) -> None:
        model = self._holder.model
        link = replace(model.link, **changes)  # type: ignore[arg-type]
        model = model.but(link=link, now=self._clock(), sent=None)
        if place is not None:
            model = model.but(place=place)
        self._holder.change(model if host is None else model.but(host=host))
