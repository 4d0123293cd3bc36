"""One session of plain mode: messages and typed lines in, lines and commands out."""

from __future__ import annotations

import asyncio
from typing import Any

from euchre_client.i18n import tr
from euchre_client.net import Address, Link, LinkError, parse_address
from euchre_client.options import Options
from euchre_client.plain import commands
from euchre_client.plain.desk import Desk
from euchre_client.plain.lines import Lines, Paper
from euchre_client.plain.lobby import lobby_question, show_lobby, table_line
from euchre_client.plain.play import play_question, show_table, show_view, waiting_question
from euchre_client.plain.question import Question, unexpected
from euchre_client.tables import create_message, find_table
from euchre_client.tokens import TokenStore
from euchre_client.words import errors
from euchre_client.words.choices import labels_now
from euchre_client.words.game import event_line
from euchre_client.words.people import person
from euchre_protocol import messages as m
from euchre_protocol.text import clean_chat, same_name

EXIT_LOST = 1
EXIT_USAGE = 2

_Task = asyncio.Future[Any]
"""A message or a line that is waited for."""


async def join(options: Options, lines: Lines, paper: Paper) -> int:
    """Join a host and play there until the end.

    Returns:
        The exit status.
    """
    address = options.address or await _ask_address(lines, paper)
    if address is None:
        paper.line(tr("No address, no game: euchre-join ADDRESS joins a host."))
        return EXIT_USAGE
    try:
        link = await Link.open(address)
    except LinkError as error:
        paper.line(errors.link_error(error, options.name))
        return EXIT_LOST
    try:
        desk = await _login(options, link, paper)
        return await Session(desk, lines).run()
    except LinkError as error:
        paper.line(errors.link_error(error, options.name))
        return EXIT_LOST
    finally:
        await link.close()


async def _ask_address(lines: Lines, paper: Paper) -> Address | None:
    while True:
        paper.question(tr("Address of the host, as its screen shows it:"))
        text = await lines.next()
        paper.answered()
        if text is None:
            return None
        try:
            return parse_address(text)
        except ValueError as error:
            paper.line(errors.address_error(error, text))


async def _login(options: Options, link: Link, paper: Paper) -> Desk:
    store = TokenStore()
    welcome = await link.login(options.name, store.load(link.address, options.name))
    desk = Desk(options, link, welcome, paper)
    desk.say(tr("Connected to {host} as {name}.", host=person(link.hello.host), name=person(welcome.name)))
    try:
        store.save(link.address, options.name, welcome.token)
    except OSError as error:
        reason = error.strerror or str(error)
        desk.say(tr("This seat cannot be found again after a broken connection: {reason}.", reason=reason))
    return desk


class Session:
    """The loop of one session and its dispatch."""

    def __init__(self, desk: Desk, lines: Lines) -> None:
        self._desk = desk
        self._lines = lines
        self._held: str | None = None
        self._ended = False
        self._lobby_question: Question | None = None
        self._asked: int | None = None  # the decision that was asked last
        options = desk.options
        self._direct = options.table is not None or options.create is not None or options.spectate is not None
        self._placing: int | None = None  # the id of the command that carries out --table, --create or --spectate

    async def run(self) -> int:
        """Serve both sides until one ends it.

        Raises:
            LinkError: the connection broke.
        """
        message: _Task = asyncio.ensure_future(self._desk.link.receive())
        line: _Task | None = None
        try:
            while self._desk.exit is None:
                if line is None and self._wants_line():
                    line = asyncio.ensure_future(self._lines.next())
                waiting = [message] if line is None else [message, line]
                await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
                if message.done():  # the host first: an answer must never meet an outdated question
                    self._message(message.result())
                    message = asyncio.ensure_future(self._desk.link.receive())
                elif line is not None and line.done():
                    self._line(line.result())
                    line = None
                self._use_held()
            return self._desk.exit
        finally:
            await _cancel(message, line)

    # ------------------------------------------------------------ typed lines

    def _wants_line(self) -> bool:
        """A person's typing is always read. Of piped answers none is taken before there is a question for it."""
        return not self._ended and self._held is None

    def _line(self, text: str | None) -> None:
        self._desk.paper.answered()
        if text is None:
            self._ended = True
        elif not commands.carry_out(self._desk, text):
            self._answer(text.strip())

    def _answer(self, text: str) -> None:
        question = self._desk.question
        if question is None:
            if self._lines.is_terminal:
                self._desk.say(unexpected(text) if text else commands.where_we_are(self._desk))
            elif text:
                self._held = text
            return
        try:
            question.answer(text)
        except ValueError as error:
            self._desk.say(str(error))
            self._desk.ask(question)

    def _use_held(self) -> None:
        """Answer a new question with what was piped in before it, or note that nothing will ever come."""
        if self._held is not None and self._desk.question is not None:
            text, self._held = self._held, None
            self._answer(text)
        elif self._ended and self._desk.exit is None:
            self._use_end()

    def _use_end(self) -> None:
        """End of input leaves. Piped answers that ran out still let a game without questions go on to its end."""
        desk = self._desk
        if self._lines.is_terminal or desk.question is not None:
            desk.leave()
            return
        watching = desk.options.spectate is not None or (desk.table is not None and desk.table.you is None)
        arriving = self._direct and desk.table is None
        if not (watching or arriving or desk.playing):
            desk.leave()

    # ------------------------------------------------------------ messages

    def _message(self, message: m.Message) -> None:
        match message:
            case m.Lobby():
                self._lobby(message)
            case m.Table():
                self._table(message)
            case m.View():
                self._view(message)
            case m.Chat():
                self._chat(message)
            case m.Error():
                self._error(message)
            case m.Bye():
                self._desk.say(errors.bye(message))
                self._desk.leave(EXIT_LOST)
            case _:
                pass  # an "ok" needs no line: what it brought about has one

    def _chat(self, chat: m.Chat) -> None:
        name, text = person(chat.name), clean_chat(chat.text)
        if chat.table is not None and chat.seat is None:
            self._desk.say(tr("{name} (watching): {text}", name=name, text=text))
        else:
            self._desk.say(f"{name}: {text}")
        self._repeat()

    def _error(self, error: m.Error) -> None:
        desk = self._desk
        labels = None if desk.view is None else labels_now(desk.view)
        desk.say(errors.command_error(error, labels or {}, desk.options.letters))
        if error.re is not None and error.re == self._placing:
            desk.leave(EXIT_LOST)
        elif desk.question is not None:
            self._repeat()
        elif error.re == desk.answering and error.code != "stale":  # a stale answer's next question is on its way
            self._asked = None
            self._ask()

    def _ask(self) -> None:
        """Put the question that the present state brings, if it brings one that was not put yet."""
        desk = self._desk
        if desk.table is None:
            if desk.lobby is not None:
                self._lobby_question = lobby_question(desk)
                desk.ask(self._lobby_question)
        elif desk.playing:
            self._ask_play()
        elif not self._settled():
            desk.ask(waiting_question(desk))

    def _ask_play(self) -> None:
        desk = self._desk
        ask = None if desk.view is None else desk.view.ask
        if desk.view is None or ask is None:
            desk.question, self._asked = None, None
        elif ask.decision != self._asked:
            self._asked = ask.decision
            desk.ask(play_question(desk, desk.view, ask))
        else:
            self._repeat()

    def _settled(self) -> bool:
        """Whether a person at a table where no game runs has nothing to decide at the moment."""
        table = self._desk.table
        if table is None or table.starts_ms > 0:
            return True
        if table.you is not None:
            return table.line.seats[table.you].ready
        return table.line.state == "waiting"

    def _repeat(self) -> None:
        """Put the open question again where another line came in between."""
        if self._desk.question is not None and self._desk.paper.interrupted:
            self._desk.ask(self._desk.question)

    # ------------------------------------------------------------ the lobby

    def _lobby(self, lobby: m.Lobby) -> None:
        desk = self._desk
        before, desk.lobby, desk.table, desk.view = desk.lobby, lobby, None, None
        if self._direct:
            self._place(lobby)
        elif before is None:
            show_lobby(desk, lobby)
            self._ask()
        else:
            self._tables_changed(before, lobby)

    def _tables_changed(self, before: m.Lobby, lobby: m.Lobby) -> None:
        """Tell which tables came and went; their seats are looked up when asked for."""
        old, new = {line.id: line for line in before.tables}, {line.id: line for line in lobby.tables}
        for number in new.keys() - old.keys():
            self._desk.say(table_line(self._desk, new[number]))
        for number in old.keys() - new.keys():
            self._desk.say(tr("Table {name} is gone.", name=person(old[number].name)))
        if old.keys() != new.keys() and self._desk.question in (None, self._lobby_question):
            self._ask()
        else:
            self._repeat()

    def _place(self, lobby: m.Lobby) -> None:
        """Carry out --table, --create or --spectate."""
        if self._placing is not None:
            return
        command = self._placement(lobby)
        if command is None:
            return
        self._placing = command.id
        self._desk.link.send(command)

    def _placement(self, lobby: m.Lobby) -> m.Command | None:
        desk, options = self._desk, self._desk.options
        if options.create is not None:
            try:
                return create_message(options.create, desk.welcome, desk.next_id())
            except ValueError as error:
                desk.say(f"--create: {error}")
                desk.leave(EXIT_USAGE)
                return None
        wanted = options.table or options.spectate
        if not wanted:
            return self._watch_any(lobby)
        line = find_table(lobby.tables, wanted)
        if line is None:
            desk.say(errors.no_such_table(wanted, [person(line.name) for line in lobby.tables]))
            desk.leave(EXIT_LOST)
            return None
        number = desk.next_id()
        return m.Watch(id=number, table=line.id) if options.table is None else m.Sit(id=number, table=line.id)

    def _watch_any(self, lobby: m.Lobby) -> m.Command | None:
        if not lobby.tables:
            self._desk.say(tr("There is no table to watch yet; waiting for one."))
            return None
        line = next((line for line in lobby.tables if line.state == "playing"), lobby.tables[0])
        return m.Watch(id=self._desk.next_id(), table=line.id)

    # ------------------------------------------------------------ a table

    def _table(self, table: m.Table) -> None:
        desk = self._desk
        before, desk.table, desk.lobby = desk.table, table, None
        if before is None:
            show_table(desk, table)
            if desk.welcome.back and desk.view is None:
                self._greet_back(table)
        getting_ready = self._direct and self._get_ready(table)
        for event in table.news:
            desk.say(event_line(event, desk.scene))
        if table.starts_ms and not (before is not None and before.starts_ms):
            desk.say(tr("The game begins in {seconds} s.", seconds=-(-table.starts_ms // 1000)))
        if not (desk.playing or getting_ready or self._final_view_is_missing()):
            self._ask_again(before, table)
        else:
            self._repeat()

    def _greet_back(self, table: m.Table) -> None:
        wanted = self._desk.options.table
        if wanted is not None and not same_name(wanted, table.line.name) and wanted != str(table.line.id):
            self._desk.say(tr("Your seat is here; leave this table before you go to {wanted}.", wanted=wanted))

    def _get_ready(self, table: m.Table) -> bool:
        """Who came to sit down by --table or --create is ready at once, and only once."""
        self._direct = False
        if table.you is None or table.line.state == "playing" or table.line.seats[table.you].ready:
            return False
        self._desk.answer(lambda number: m.Ready(id=number))
        return True

    def _final_view_is_missing(self) -> bool:
        """The table knows a moment earlier than the play that the game is over; the question waits for its result."""
        table, view = self._desk.table, self._desk.view
        return table is not None and table.line.state == "over" and (view is None or view.over is None)

    def _ask_again(self, before: m.Table | None, table: m.Table) -> None:
        """Ask what there is to do at a table without a game, when that has changed."""
        if self._settled():
            self._desk.question = None
        elif before is None or self._desk.question is None or _offers(before) != _offers(table):
            self._ask()
        else:
            self._repeat()

    def _view(self, view: m.View) -> None:
        desk = self._desk
        before, desk.view = desk.view, view
        show_view(desk, before, view)
        if view.pause == "deal" and desk.seated and desk.table is not None and desk.table.you not in view.seen:
            desk.link.send(m.Seen(id=desk.next_id(), deal=view.deal))
        if view.over is None:
            self._ask_play()
            return
        ended = before is None or before.over is None
        # A game that was over before we came is not the one to stay for.
        if ended and desk.options.once and before is not None:
            desk.leave()
        elif ended:
            self._ask()


def _offers(table: m.Table) -> tuple[object, ...]:
    """All that the question at a table without a game depends on."""
    return (table.you, table.line.state, [(seat.kind, seat.ready) for seat in table.line.seats])


async def _cancel(*tasks: _Task | None) -> None:
    running = [task for task in tasks if task is not None]
    for task in running:
        task.cancel()
    await asyncio.gather(*running, return_exceptions=True)
