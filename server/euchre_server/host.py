"""The host: everybody who is here, the lobby, the tables, and the way in and out."""

from __future__ import annotations

import ssl
import traceback
from collections import Counter
from collections.abc import Sequence
from typing import Literal

import trio
from trio.abc import Stream

import euchre_protocol.messages as m
from euchre_protocol.discovery import Announcement
from euchre_protocol.text import clean_chat, name_key
from euchre_server import limits
from euchre_server.allowance import Allowance
from euchre_server.cipher import NoTlsError, Tls, shake_hands
from euchre_server.contacts import Come, Do, Gone, Item, Order, Request, TableCommand
from euchre_server.journal import Drop, Keep
from euchre_server.lobby import Lobby
from euchre_server.origin import is_local, origin_of
from euchre_server.passwords import Doorkeeper
from euchre_server.patience import Patience
from euchre_server.people import BOT_NAMES, People, Person
from euchre_server.refusal import Refusal
from euchre_server.restoring import complete, describe, tidy, touched, wanted
from euchre_server.services import Services
from euchre_server.session import Session
from euchre_server.settings import PRESET_FIELDS, RULE_SPECS, Setup, locked, make_setup, option_specs
from euchre_server.stories import Memory, Story
from euchre_server.table import Table
from euchre_server.version import SOFTWARE, VERSION
from euchre_server.wake import WakeWatch


class Host:
    """A house full of tables.

    Args:
        name: what the host is called in the lobby.
        services: chance, bots, screen and records.
        pace: the pace of tables that do not state one.
        setups: the tables that are there from the start and stay.
        memory: what is known from earlier.
        lock: what is kept of the password that everybody must know; empty if there is none.
        tls: begins TLS with everybody; none serves without.

    Attributes:
        opened: set when all tables are there and somebody may come.
    """

    def __init__(
        self,
        name: str,
        services: Services,
        pace: str = "normal",
        setups: Sequence[Setup] = (),
        memory: Memory | None = None,
        *,
        lock: str = "",
        tls: ssl.SSLContext | None = None,
    ) -> None:
        self.name = name
        self._lock = lock
        self._tls = tls
        self._handshakes: set[trio.CancelScope] = set()
        self.tables: dict[int, Table] = {}
        self._services = services
        self._journal = services.journal
        self._options = option_specs(pace)
        self._people = People(services.secret)
        self._sessions: set[Session] = set()
        self.limits = services.limits
        self._talk: Allowance[Person] = Allowance(self.limits.chat_at_once, self.limits.chat_seconds)
        self._making: Allowance[str] = Allowance(self.limits.tables_at_once, self.limits.table_seconds)
        self._connected: Counter[str] = Counter()
        self._lines: Allowance[str] = Allowance(limits.LINES_AT_ONCE, limits.LINES_EVERY_S)
        self._notices: Allowance[str] = Allowance(1, limits.NOTICE_EVERY_S)
        self._barred: dict[str, float] = {}
        self._doorkeeper = Doorkeeper(services)
        self._closing = False
        self._stop = trio.Event()
        self.opened = trio.Event()
        self._lobby = Lobby(self._people, self.tables)
        self._made = 0
        self._names = services.chance("bot names")
        self._nursery: trio.Nursery | None = None
        self._setups = list(setups)
        self._journal.watch(self._stall)
        if memory is not None:
            self._remember(memory)
        self._make_own_tables()

    @property
    def hello(self) -> m.Hello:
        """The first message to everybody."""
        return m.Hello(
            product=m.PRODUCT,
            protocol=m.PROTOCOL,
            software=SOFTWARE,
            host=self.name,
            needs=["password"] if self._lock else [],
        )

    @property
    def empty(self) -> bool:
        """Nobody is connected."""
        return not self._connected

    def announcement(self, key: str) -> Announcement:
        """What the network may know of this host.

        Args:
            key: the fingerprint of its key, empty without TLS.
        """
        people = sum(person.session is not None for person in self._people)
        return Announcement(self.name, tables=len(self.tables), players=people, version=VERSION, key=key)

    def say(self, text: str) -> None:
        """Put a line on the host's screen and into its log."""
        self._services.say(text)

    def report(self, peer: str, text: str) -> None:
        """Put a line about a connection of ``peer`` there, unless that address has caused too many of them."""
        origin = origin_of(peer)
        if self._lines.take(origin, trio.current_time()):
            self.say(text)
        elif self._notices.take(origin, trio.current_time()):
            self.say(f"{origin} causes many lines; some are left out")

    def _remember(self, memory: Memory) -> None:
        for known in memory.people:
            self._people.restore(known.name, known.token_hash)
        self._made = memory.last_table
        for story in memory.stories:
            if wanted(story, self._setups):
                self._resume(story)
            else:
                tidy(story, self._services)

    def _resume(self, story: Story) -> None:
        owner = story.present.standing.owner
        setup = complete(story.present.setup, self._options)
        for own in self._setups if owner is None else ():  # this start's command line has the last word on a password
            if name_key(own.name) == name_key(setup.name):
                setup = locked(setup, own.lock)
        table = Table(story.table, setup, self, self._services, self._people.find(owner) if owner is not None else None)
        table.resume(story, self._people.find)
        self.tables[table.id] = table
        if touched(story):
            self.say(f"table {setup.name}: goes on, {describe(story)}")

    def _stall(self) -> None:
        """Whether anything can be stored has changed."""
        for table in [*self.tables.values()]:
            table.stall(on=self._journal.trouble)

    def _woke(self, seconds: float) -> None:
        """This machine or this process was asleep."""
        self.say(f"this host was asleep for {seconds:.0f} s; whoever is waited for has their whole time again")
        for table in self.tables.values():
            table.woke()

    # ------------------------------------------------------------ running

    def stop(self) -> None:
        """Stop accepting, tell everybody, and let :meth:`run` end."""
        self._stop.set()

    async def run(
        self,
        listeners: Sequence[trio.SocketListener] = (),
        *,
        task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED,
    ) -> None:
        """Be open until :meth:`stop`. It has started when all tables are there and somebody may come.

        Three nested nurseries, so that three things are separate acts: to stop accepting, to let the connections say
        goodbye within a time limit, and to end the tables.
        """
        wake_watch = WakeWatch(self._services.awake, self._woke)
        trio.lowlevel.add_instrument(wake_watch)
        try:
            await self._run(listeners, task_status)
        finally:
            trio.lowlevel.remove_instrument(wake_watch)

    async def _run(self, listeners: Sequence[trio.SocketListener], task_status: trio.TaskStatus[None]) -> None:
        async with trio.open_nursery() as tables:
            self._nursery = tables
            tables.start_soon(self._lobby.run)
            tables.start_soon(self._forget_the_absent)
            for table in [*self.tables.values()]:  # all of them are there before anybody comes
                await tables.start(self._run_table, table)
            async with trio.open_nursery() as connections:
                async with trio.open_nursery() as accepting:
                    for listener in listeners:
                        accepting.start_soon(self._accept, listener, connections)
                    self.opened.set()
                    task_status.started()
                    await self._stop.wait()
                    accepting.cancel_scope.cancel()
                self._closing = True
                for handshake in self._handshakes:
                    handshake.cancel()
                for session in self._sessions:
                    session.close("closing")
                connections.cancel_scope.deadline = trio.current_time() + limits.SHUTDOWN_S
            tables.cancel_scope.cancel()

    async def serve(self, stream: Stream, peer: str = "somebody") -> None:
        """Serve one connection until it ends. Whatever happens to it, nothing but it ends."""
        try:
            await self._serve(stream, peer)
        except Exception:  # noqa: BLE001 - the last line of defence of everybody else's game
            self.report(peer, f"a fault of this program ended the connection of {peer}:\n{traceback.format_exc()}")

    async def _serve(self, stream: Stream, peer: str) -> None:
        origin = origin_of(peer)
        beyond = self._beyond(peer, origin)
        if beyond == "heard":
            await trio.aclose_forcefully(stream)
            return
        self._connected[origin] += 1
        try:
            await self._attend(stream, peer, room=not beyond)
        finally:
            self._connected[origin] -= 1
            if not self._connected[origin]:
                del self._connected[origin]

    def _beyond(self, peer: str, origin: str) -> Literal["", "served", "heard"]:
        """Whether one more connection is beyond what is served, or even beyond what is heard out to be told so."""
        most, each = self.limits.connections, self.limits.connections_per_address
        total, same = self._connected.total(), 0 if is_local(peer) else self._connected[origin]
        if total >= most + limits.SPARE_CONNECTIONS or same >= each + limits.SPARE_PER_ADDRESS:
            return "heard"
        return "served" if total >= most or same >= each else ""

    async def _attend(self, stream: Stream, peer: str, *, room: bool) -> None:
        patience, cipher = Patience(self.limits.login_seconds), None
        if self._tls is not None:
            cipher = await self._shake_hands(stream, peer, self._tls, patience)
            if cipher is None:
                await trio.aclose_forcefully(stream)
                return
        session = Session(stream, self, peer, cipher, patience, room=room)
        self._sessions.add(session)
        try:
            await session.run()
        finally:
            self._sessions.discard(session)

    async def _shake_hands(self, stream: Stream, peer: str, context: ssl.SSLContext, patience: Patience) -> Tls | None:
        """Begin TLS, in time; tell why not, and return none, if that fails."""
        async with trio.open_nursery() as nursery:
            scope = nursery.cancel_scope
            self._handshakes.add(scope)
            nursery.start_soon(patience.cancel, scope)
            try:
                return await shake_hands(stream, context, self.limits.first_byte_seconds)
            except NoTlsError as error:
                self._no_tls(peer, str(error))
                return None
            except (trio.BrokenResourceError, trio.ClosedResourceError):
                self._no_tls(peer, "was cut off while TLS began")
                return None
            finally:
                self._handshakes.discard(scope)
                scope.cancel()
        self._no_tls(peer, "took too long to begin TLS")
        return None

    def _no_tls(self, peer: str, reason: str) -> None:
        if not self._closing:
            self.report(peer, f"{peer} {reason}")

    async def _accept(self, listener: trio.SocketListener, connections: trio.Nursery) -> None:
        await trio.serve_listeners(self._serve_socket, [listener], handler_nursery=connections)

    async def _serve_socket(self, stream: trio.SocketStream) -> None:
        try:
            peer = str(stream.socket.getpeername()[0])
        except OSError:  # already gone again
            peer = "somebody"
        await self.serve(stream, peer)

    async def _forget_the_absent(self) -> None:
        """Free the names of those whom an earlier process knew, who own nothing and have not come back."""
        await trio.sleep(limits.KEPT_SEAT_S)
        for person in [*self._people]:
            self.released(person)

    async def _run_table(self, table: Table, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED) -> None:
        try:
            await table.run(task_status)
        except Exception:  # noqa: BLE001 - the last line of defence of all other tables
            self.say(f"a fault of this program closed table {table.setup.name}:\n{traceback.format_exc()}")
            if table.setup in self._setups:  # a fault that comes at once would come for ever
                self._setups.remove(table.setup)
            table.give_up()

    # ------------------------------------------------------------ people

    async def login(self, session: Session, login: m.Login) -> Person:
        """Let somebody in.

        Raises:
            Refusal: ``version``, ``closing``, ``password``, ``slow_down``, ``storage``, ``kicked``, ``bad_name`` or
                ``name_taken``.
        """
        if login.protocol[0] != m.PROTOCOL[0]:
            raise Refusal("version")
        if self._closing:
            raise Refusal("closing")
        if self._lock:
            known = self._people.proves(login.name, login.token)
            await self._doorkeeper.check(self._lock, login.password, session.peer, known=known)
        if self._journal.trouble:
            raise Refusal("storage")
        if self._barred.get(name_key(login.name), 0) > trio.current_time():
            raise Refusal("kicked")
        person, token, new = self._people.enter(login.name, login.token, self._owns_a_table)
        person.coming += 1
        try:
            if new:  # an identity is stored before it is given out
                await self._journal.put(Keep(name_key(person.name), person.name, person.token_hash)).wait()
            if person.table is not None and await _put(person.table, Come(person, session, token)):
                return person
        except trio.Cancelled:  # their connection broke
            person.coming -= 1
            self.released(person)
            raise
        self.admit(person, session, token, back=False)
        return person

    def _owns_a_table(self, person: Person) -> bool:
        return any(table.is_home_of(person) for table in self.tables.values())

    def admit(self, person: Person, session: Session, token: bytes, *, back: bool) -> None:
        """Connect ``person`` through ``session``; an older connection is told and ends."""
        person.coming -= 1
        older, person.session = person.session, session
        if older is not None:
            older.close("replaced")
        else:
            self.report(session.peer, f"{person.name} has come")
        session.send(
            m.Welcome(
                name=person.name,
                token=token,
                presets=PRESET_FIELDS,
                fields=list(RULE_SPECS),
                options=list(self._options),
                back=back,
            )
        )
        if not back:
            self._lobby.show(person)
        self.changed()

    async def logout(self, session: Session, person: Person, *, goodbye: bool) -> None:
        """The connection of ``person`` has ended; their table decides what becomes of their seat."""
        if person.table is not None and await _put(person.table, Gone(person, session, goodbye)):
            return
        self.lost(person, session)

    def lost(self, person: Person, session: Session) -> bool:
        """Take note that ``session`` has ended; tell whether it was the person's newest."""
        if person.session is not session:
            return False
        person.session = None
        self.report(session.peer, f"{person.name} is gone")
        self.released(person)
        return True

    def released(self, person: Person) -> None:
        """Forget ``person`` if there is nothing that they could come back to: no seat, and no table of their own."""
        if not self._owns_a_table(person) and self._people.forget(person):
            self._talk.forget(person)
            self._journal.put(Drop(name_key(person.name)))
        self.changed()

    # ------------------------------------------------------------ commands

    async def command(self, session: Session, person: Person, command: m.Command) -> None:
        """Carry out a command, or hand it to the table that it is meant for."""
        try:
            if self._journal.trouble:
                raise Refusal("storage")
            match command:
                case m.Create():
                    await self._create(session, person, command)
                case m.Say():
                    await self._say(session, person, command)
                case m.Sit() | m.Watch():
                    await self._join(session, person, command)
                case _:
                    await self._at_table(session, person, command)
        except Refusal as refusal:
            session.send(m.Error(code=refusal.code, re=command.id, fields=refusal.fields))

    async def _create(self, session: Session, person: Person, command: m.Create) -> None:
        setup = make_setup(command.name, command.preset, command.rules, command.options, self._options)
        self._check_room(setup, person)
        if not self._making.take(origin_of(session.peer), trio.current_time()):
            raise Refusal("slow_down")
        if password := str(command.options.get("password", "")):
            setup = locked(setup, await self._doorkeeper.seal(password))
            self._check_room(setup, person)  # others have gone on meanwhile
        table = self._make_table(setup, person)
        self.say(f"table {setup.name}: made by {person.name}")
        table.open(person, session, command)
        self._start(table)

    def _check_room(self, setup: Setup, person: Person) -> None:
        if person.table is not None:
            raise Refusal("wrong_state")
        if len(self.tables) >= self.limits.tables:
            raise Refusal("too_many_tables")
        if self._has_table(setup.name):
            raise Refusal("table_exists")

    def _start(self, table: Table) -> None:
        assert self._nursery is not None, "nobody is connected before the host runs"
        self._nursery.start_soon(self._run_table, table)

    def _make_table(self, setup: Setup, owner: Person | None) -> Table:
        self._made += 1
        table = Table(self._made, setup, self, self._services, owner)
        table.furnish()
        self.tables[table.id] = table
        self.changed()
        return table

    def _make_own_tables(self) -> list[Table]:
        """Make those tables of the host's own that are not there."""
        return [self._make_table(setup, None) for setup in self._setups if not self._has_table(setup.name)]

    def _has_table(self, name: str) -> bool:
        return any(name_key(table.setup.name) == name_key(name) for table in self.tables.values())

    async def _join(self, session: Session, person: Person, command: m.Sit | m.Watch) -> None:
        table = self.tables.get(command.table)
        if table is None:
            raise Refusal("no_such_table")
        if table.setup.lock and person.table is not table and not table.is_home_of(person):
            await self._doorkeeper.check(table.setup.lock, command.password, session.peer, known=True)
        await self._ask(table, session, person, command)

    async def _at_table(self, session: Session, person: Person, command: TableCommand) -> None:
        if person.table is None:
            raise Refusal("not_at_table")
        await self._ask(person.table, session, person, command)

    async def _ask(self, table: Table, session: Session, person: Person, command: TableCommand) -> None:
        """Have ``table`` carry out ``command``; wait for what moves the person, so that their next one finds them."""
        done = trio.Event() if isinstance(command, m.Sit | m.Watch | m.Leave) else None
        if not await _put(table, Request(person, session, command, done)):
            raise Refusal("no_such_table")
        if done is not None:
            await done.wait()

    async def _say(self, session: Session, person: Person, command: m.Say) -> None:
        text = clean_chat(command.text, self.limits.chat_cells)
        if not text:
            raise Refusal("bad_message")
        if not self._talk.take(person, trio.current_time()):
            raise Refusal("slow_down")
        if person.table is not None:
            await self._ask(person.table, session, person, m.Say(id=command.id, text=text))
            return
        session.send(m.Done(re=command.id))
        self._lobby.tell(m.Chat(name=person.name, text=text))

    # ------------------------------------------------------------ the person who hosts

    @property
    def lobby(self) -> list[str]:
        """The names of those who are connected and at no table."""
        return [person.name for person in self._people if person.session is not None and person.table is None]

    def table(self, name: str) -> Table:
        """The table with this name.

        Raises:
            Refusal: ``no_such_table``.
        """
        found = (table for table in self.tables.values() if name_key(table.setup.name) == name_key(name))
        table = next(found, None)
        if table is None:
            raise Refusal("no_such_table")
        return table

    async def order(self, table: Table, do: Do, *, name: str = "", seat: int = 0) -> None:
        """Have something done at a table, to the person ``name`` or to a seat.

        Raises:
            Refusal: what the table says; ``storage`` if it does not answer.
        """
        answered = trio.Event()
        codes: list[str | None] = []

        def answer(code: str | None) -> None:
            codes.append(code)
            answered.set()

        if not await _put(table, Order(do, answer, name, seat)):
            raise Refusal("no_such_table")
        with trio.move_on_after(limits.ORDER_S):
            await answered.wait()
        code = codes[0] if codes else "storage"
        if code is not None:
            raise Refusal(code)

    async def kick(self, name: str) -> None:
        """Send somebody away from all tables and from the host, for ``KICKED_S``.

        Raises:
            Refusal: ``no_such_person``; ``storage`` if a table does not answer.
        """
        key = name_key(name)
        person = next((person for person in self._people if name_key(person.name) == key), None)
        if person is None:
            raise Refusal("no_such_person")
        now = trio.current_time()
        self._barred = {other: until for other, until in self._barred.items() if until > now}
        self._barred[key] = now + limits.KICKED_S
        for table in {*person.holds, *([person.table] if person.table is not None else [])}:
            await self.order(table, "kick", name=person.name)
        if person.session is not None:
            person.session.close("kicked")
        self.say(f"{person.name} is sent away by the host")

    # ------------------------------------------------------------ lobby

    def changed(self) -> None:
        """Something that the lobby shows has changed."""
        self._lobby.changed()

    def to_lobby(self, person: Person, why: m.Event | None = None) -> None:
        """``person`` is at no table any more; ``why``, if it was not their wish."""
        if person.session is None:
            self.released(person)
        else:
            self._lobby.show(person, why)

    def closed(self, table: Table) -> None:
        """The table is gone; one of the host's own is made anew."""
        if self.tables.pop(table.id, None) is None:  # it had been closed before the fault that closes it now
            return
        self.say(f"table {table.setup.name}: closed")
        for own in self._make_own_tables():
            self._start(own)
        self.changed()

    def bot_name(self, taken: Sequence[str]) -> str:
        """A name for one more bot at a table where ``taken`` sit already."""
        names = [name for name in BOT_NAMES if name not in taken]
        return names[self._names.randrange(len(names))]


async def _put(table: Table, item: Item) -> bool:
    """Hand ``item`` to ``table``; tell whether the table was still there."""
    try:
        await table.put(item)
    except trio.BrokenResourceError:
        return False
    return True
