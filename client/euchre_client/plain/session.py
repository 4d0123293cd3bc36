"""One session of plain mode: messages and typed lines in, lines and commands out."""

from __future__ import annotations

import asyncio
from typing import Any

from euchre_client.i18n import tr
from euchre_client.plain import commands
from euchre_client.plain.arrival import EXIT_LOST, Arrival
from euchre_client.plain.desk import Desk
from euchre_client.plain.lines import Lines
from euchre_client.plain.lobby import lobby_question, show_lobby, table_line
from euchre_client.plain.play import play_question, show_advice, show_review, show_table, show_view, waiting_question
from euchre_client.plain.question import Question, unexpected
from euchre_client.plain.together import vote_line
from euchre_client.retrying import parted
from euchre_client.talk import talk_line, unheard
from euchre_client.words import errors
from euchre_client.words.choices import labels_now
from euchre_client.words.game import event_line, sent_home
from euchre_client.words.people import person
from euchre_protocol import messages as m
from euchre_protocol.text import clean_chat

_Task = asyncio.Future[Any]
"""A message or a line that is waited for."""


class Session:
    """The loop of one session and its dispatch."""

    def __init__(self, desk: Desk, lines: Lines) -> None:
        self._desk = desk
        self._lines = lines
        self._held: str | None = None
        self._ended = False
        self._lobby_question: Question | None = None
        self._asked: int | None = None  # the decision that was asked last
        self._arrival = Arrival(desk)

    async def run(self) -> int:
        """Serve both sides until one ends it.

        Raises:
            LinkError: the connection broke, or the host has closed and may open again.
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
            if self._held is not None:  # an answer without a question yet; that may come after a break
                self._lines.unread(self._held)

    # ------------------------------------------------------------ typed lines

    def _wants_line(self) -> bool:
        """A person's typing is always read. Of piped answers none is taken before there is a question for it."""
        return not self._ended and self._held is None

    def _line(self, text: str | None) -> None:
        if text is None:
            self._ended = True
            return
        self._desk.paper.answered()
        if not commands.carry_out(self._desk, text):
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
            self._desk.say(errors.spec_error(error))
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
        if self._lines.is_terminal or (desk.question is not None and not self._next_game_comes()):
            desk.leave()
            return
        watching = desk.options.spectate is not None or (desk.table is not None and desk.table.you is None)
        if not (watching or self._arrival.under_way or desk.playing):
            desk.leave()

    def _next_game_comes(self) -> bool:
        """A table of bots begins another game for whoever comes to watch one, so that nobody has to ask for it."""
        table = self._desk.table
        if table is None or not self._desk.options.once:
            return False
        return table.you is None and all(seat.kind == "bot" for seat in table.line.seats)

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
            case m.Advice():
                self._advice(message)
            case m.Reviewed():
                self._reviewed(message)
            case m.Error():
                self._error(message)
            case m.Bye():
                self._bye(message)
            case m.Done(re=number):  # needs no line: what it brought about has one
                self._answered(number)
            case _:
                pass  # nothing else comes after the welcome

    def _bye(self, message: m.Bye) -> None:
        desk = self._desk
        error = parted(message.code, desk.link.address, companion=desk.options.companion)
        if error is not None:
            raise error
        desk.say(errors.bye(message))
        desk.leave(EXIT_LOST)

    def _chat(self, chat: m.Chat) -> None:
        name, text = person(chat.name), clean_chat(chat.text)
        self._talk(name, text, watching=chat.table is not None and chat.seat is None)
        self._repeat()

    def _talk(self, name: str, text: str, *, watching: bool) -> None:
        self._desk.say(talk_line(name, text, watching=watching))
        if self._desk.table is not None:
            self._desk.heard.append((name, text))

    def _advice(self, advice: m.Advice) -> None:
        desk = self._desk
        if desk.view is not None and desk.view.ask is not None and desk.view.ask.decision == advice.decision:
            show_advice(desk, desk.view, advice)
            self._repeat()

    def _reviewed(self, deal: m.Reviewed) -> None:
        desk = self._desk
        desk.reviewed.append(deal)
        if desk.table is not None and desk.view is not None:
            show_review(desk, desk.view, deal)
            self._repeat()

    def _error(self, error: m.Error) -> None:
        desk = self._desk
        labels = None if desk.view is None else labels_now(desk.view)
        desk.say(errors.command_error(error, labels or {}, desk.options.letters))
        if self._arrival.failed(error):
            desk.leave(EXIT_LOST)
        elif desk.question is not None or not self._answered(error.re):
            self._repeat()
        elif error.code != "stale":  # a stale answer's next question is on its way
            self._asked = None
            self._ask()

    def _answered(self, number: int | None) -> bool:
        """Take note that the host has answered a command; return whether that was the answer to the last question."""
        if number is None or number != self._desk.answering:
            return False
        self._desk.answering = None
        return True

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
        desk.past = None
        desk.heard.clear()
        for event in lobby.news:
            desk.say(sent_home(event))
        if self._arrival.under_way:
            self._arrival.place(lobby)
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

    # ------------------------------------------------------------ a table

    def _table(self, table: m.Table) -> None:
        desk = self._desk
        before, desk.table, desk.lobby = desk.table, table, None
        if table.line.state == "waiting":
            desk.view = None  # the game was ended together
        if before is None:
            show_table(desk, table)
        for name, text, watching in unheard(desk.heard, table.talk):
            self._talk(name, text, watching=watching)
        self._arrival.arrived(table)
        for event in table.news:
            desk.say(event_line(event, desk.scene))
        if table.proposal is not None and (before is None or before.proposal is None):
            desk.say(vote_line(desk))
        if table.starts_ms and not (before is not None and before.starts_ms):
            desk.say(tr("The game begins in {seconds} s.", seconds=-(-table.starts_ms // 1000)))
        if not (desk.playing or self._final_view_is_missing()):
            self._ask_again(before, table)
        else:
            self._repeat()

    def _final_view_is_missing(self) -> bool:
        """The table knows a moment earlier than the play that the game is over; the question waits for its result."""
        table, view = self._desk.table, self._desk.view
        return table is not None and table.line.state == "over" and (view is None or view.over is None)

    def _ask_again(self, before: m.Table | None, table: m.Table) -> None:
        """Ask what there is to do at a table without a game, when that has changed."""
        if self._settled():
            self._desk.question = None
        elif self._desk.answering is not None:
            return  # what was just chosen has not been answered yet
        elif before is None or self._desk.question is None or _offers(before) != _offers(table):
            self._ask()
        else:
            self._repeat()

    def _view(self, view: m.View) -> None:
        desk = self._desk
        before, desk.view = desk.view, view
        if view.result is not None and (view.result.played or view.result.hands):
            desk.past = (view.result, view.last_winner)
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
