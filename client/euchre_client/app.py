"""The full-screen client: the model in the middle, keys and the network on one side, the screen on the other."""

from __future__ import annotations

import asyncio
import errno
import gc
import os
import signal
import time
import traceback
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import platformdirs
from prompt_toolkit.application import Application
from prompt_toolkit.input import Input
from prompt_toolkit.output import Output

from euchre_client import screens
from euchre_client.canvas import Canvas
from euchre_client.i18n import language, tr, use_language
from euchre_client.keymap import QUESTIONS, Context, command_for, context
from euchre_client.model import SECRET, Link, Model, Place, Typing, clock_left, scene, searching
from euchre_client.options import Options
from euchre_client.probe import LATE, LateAnswers, ask_terminal
from euchre_client.screens.geometry import NORMAL_WIDTH
from euchre_client.settings import DEFAULTS, Settings, default_path, language_of, load, save
from euchre_client.styles import Capabilities, capabilities, colour_depth, preferred, style_for
from euchre_client.terminal import Screen
from euchre_client.words.cards import name_cards

if TYPE_CHECKING:
    from euchre_client.commands.step import Step
    from euchre_client.finding import Find, Found, HostSearch
    from euchre_client.memory import Memory
    from euchre_client.session import Session
    from euchre_protocol.messages import Message, View

EXIT_LOST = 1
EXIT_INTERRUPTED = 130
EXIT_TERMINATED = 128 + signal.SIGTERM
EXIT_HUNG_UP = 128 + signal.SIGHUP

BELL_SECONDS = 5.0
"""How long it may be somebody's turn without a key pressed before the bell rings, once."""

TWICE_SECONDS = 2.0
"""Two Ctrl-C within this time leave at once."""


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What the client runs in; tests hand in their own.

    ``found`` is what the terminal was found to show. Without ``kept`` changed settings are not written to a file.
    """

    found: Capabilities
    clock: Callable[[], float] = time.monotonic
    input: Input | None = None
    output: Output | None = None
    memory: Memory | None = None
    find: Find | None = None
    settings: Settings = DEFAULTS
    kept: Path | None = None


class Client:
    """Holds the model and passes everything on: keys to commands, messages to the model, the model to the screen."""

    def __init__(self, options: Options, around: Surroundings) -> None:
        self._options = options
        self._around = around
        self._opened = False
        self._wanted: Options | None = None
        self._wants_ready = options.table is not None or options.create is not None
        self._interrupted_at = -TWICE_SECONDS
        self._ticking: asyncio.TimerHandle | None = None
        self._bell: asyncio.TimerHandle | None = None
        self._title = ""
        self._kept = around.settings
        self._canvas: Canvas | None = None
        self._late = LateAnswers()
        self._started = around.clock()
        self._draft = ""
        self._typing: Typing | None = None
        self.farewell = ""
        address = str(options.address) if options.address is not None else ""
        place, link = (Place.CONNECTING, Link("opening", address)) if address else (Place.ADDRESS, Link())
        self.model = Model(
            place, link, options.name, settings=around.settings, now=self._started, search_at=self._started
        )
        self._search: HostSearch | None = None
        self._painted = asyncio.Event()
        self._name_cards()
        self.screen = Screen(
            draw=self._draw,
            press=self.press,
            label=self._label,
            click=self.click,
            mouse=lambda: self.model.settings.mouse == "on",
            hidden=lambda: self._typing in SECRET,
            style=style_for(self._caps),
            depth=colour_depth(os.environ),
            input=around.input,
            output=around.output,
        )

    @cached_property
    def session(self) -> Session:
        """The way to the host; loaded when it is first needed, which is after the first screen has been shown."""
        from euchre_client.session import Session

        options = self._options
        return Session(self, self._memory, self._around.clock, options.password, companion=options.companion)

    @cached_property
    def _memory(self) -> Memory:
        from euchre_client.memory import Memory

        return self._around.memory or Memory(self._options.trust)

    def _shown(self, _: Application[int]) -> None:
        self._painted.set()

    async def _converse(self) -> None:
        await self._painted.wait()
        if self.model.link.address:
            self.session.connect(self.model.link.address)
        else:
            self._take(self.model)
        await self.session.run()

    async def run(self) -> int:
        """Run until the person leaves; return the exit code."""
        loop = asyncio.get_running_loop()
        fault: list[BaseException] = []

        def broken(loop: asyncio.AbstractEventLoop, details: dict[str, Any]) -> None:
            error = details.get("exception") or RuntimeError(details.get("message", ""))
            if closed_window(error):
                self._exit(EXIT_HUNG_UP)
                return
            fault.append(error)
            self._exit(EXIT_LOST)

        loop.set_exception_handler(broken)
        for number, code in ((signal.SIGTERM, EXIT_TERMINATED), (signal.SIGHUP, EXIT_HUNG_UP)):
            loop.add_signal_handler(number, self._exit, code)
        self.screen.app.after_render += self._shown
        async with asyncio.TaskGroup() as group:
            receiving = group.create_task(self._converse())
            code = await self._show()
            await self.session.close()
            receiving.cancel()
            if self._search is not None:
                await self._search.close()
        if fault:
            raise fault[0]
        return code

    async def _show(self) -> int:
        """Have the screen until the person leaves, or closes the window around it, which is as good."""
        try:
            with self.screen.borrowed():
                return await self.screen.app.run_async(set_exception_handler=False)
        except OSError as error:
            if closed_window(error):
                return EXIT_HUNG_UP
            raise

    # ------------------------------------------------------------ model

    def change(self, model: Model, message: Message | None = None) -> None:
        """Take a new model, act on what the command line asked for, and have the screen drawn."""
        before, typing = self.model.view, self.model.typing
        self._take(model)
        self._move_line(typing, fill="")
        if message is not None:
            self._follow(message, before)
        if before is None and model.view is not None and not gc.get_freeze_count():
            asyncio.get_running_loop().call_soon(_settle)

    def _take(self, model: Model) -> None:
        begins = asked(model) is not None and asked(model) != asked(self.model)
        self.model = model
        self._search_where_hosts_are_chosen()
        self._tick_while_counting()
        if begins or asked(model) is None:
            self._set_bell(begins)
        self._set_title(screens.table_title(model))
        self.screen.app.invalidate()

    def _set_bell(self, begins: bool) -> None:
        """Ring when a question has stood for a while without a key; whoever plays has pressed one by then."""
        if self._bell is not None:
            self._bell.cancel()
        wanted = begins and self.model.settings.bell == "on"
        self._bell = asyncio.get_running_loop().call_later(BELL_SECONDS, self.screen.ring) if wanted else None

    def _set_title(self, title: str) -> None:
        if title != self._title:
            self._title = title
            self.screen.set_title(title)

    def _follow(self, message: Message, before: View | None) -> None:
        """Go where the command line asked to go, once, or back to where somebody watched; perhaps leave after one game.

        A game that was over before we came is not the one to stay for.
        """
        from euchre_client.opening import be_ready, kept_elsewhere, open_table, watched_again
        from euchre_client.words.game import final_line
        from euchre_protocol.messages import Lobby, Table, View, Welcome

        step: Step | None = None
        if isinstance(message, Welcome):
            self._wanted = self._options if not self._opened else watched_again(self.model, self._options)
        elif isinstance(message, Lobby) and self._wanted is not None:
            self._opened = True
            step = open_table(self.model, self._wanted)
            self._wanted = None
        elif isinstance(message, Table) and self._wants_ready:
            self._wants_ready = False
            step = kept_elsewhere(self.model, self._options.seat_at) or be_ready(self.model)
        if step is not None:
            self._do(step)
        ends = isinstance(message, View) and message.over is not None and before is not None and before.over is None
        if ends and self._options.once:
            self.farewell = final_line(self.model.view.score if self.model.view else [], scene(self.model))
            self._exit(0)

    def _tick_while_counting(self) -> None:
        """Redraw every second while seconds are counted on the screen; there is no timer otherwise."""
        if self._ticking is None and counting(self.model):
            self._ticking = asyncio.get_running_loop().call_later(1.0, self._tick)

    def _tick(self) -> None:
        self._ticking = None
        self._take(self.model.but(now=self._around.clock()))

    # ------------------------------------------------------------ hosts to choose from

    def _search_where_hosts_are_chosen(self) -> None:
        if not self._painted.is_set():
            return  # the first screen waits for nothing
        if self.model.place is Place.ADDRESS:
            self._begin_search()
        elif self._search is not None:
            self._search.stop()

    def _begin_search(self) -> None:
        from euchre_client.finding import HostSearch, find_hosts

        if self._search is None:
            self._search = HostSearch(self._around.find or find_hosts, self._found)
        if self._search.start():
            now = self._around.clock()
            self.model = self.model.but(found=(), used=self._memory.used.load(), now=now, search_at=now)

    def _found(self, found: tuple[Found, ...]) -> None:
        self._take(self.model.but(found=found))

    # ------------------------------------------------------------ keys

    def press(self, key: str) -> None:
        """Carry out the command that a key gives now, if any."""
        size = self.screen.app.output.get_size()
        where = context(self.model, small=screens.too_small(size.columns, size.rows))
        if self._bell is not None:
            self._bell.cancel()
        if self._around.clock() < self._started + LATE and self._late.swallows(key):
            return
        from euchre_client.commands import perform

        command = command_for(where, key, language())
        if command is None:
            return
        model = self.model.but(now=self._around.clock())
        if command == "interrupt" and self._is_second_interrupt(model.now):
            self._exit(EXIT_INTERRUPTED)
            return
        self.model = model
        text = self.screen.line.text if command == "typed" else key
        self._do(perform(model, command, text))

    def click(self, row: int, column: int) -> None:
        """Choose what was clicked; what is chosen already is played, as with Enter."""
        key = self._canvas.key_at(row, column) if self._canvas is not None else None
        if key is None:
            return
        where = context(self.model, small=False)
        again = self.model.pick == int(key) - 1 and where in QUESTIONS and where is not Context.SWAP
        self.press("enter" if again else key)

    def _is_second_interrupt(self, now: float) -> bool:
        twice = now - self._interrupted_at < TWICE_SECONDS
        self._interrupted_at = now
        return twice

    def _do(self, step: Step) -> None:
        before = self.model.typing
        self._take(step.model)
        for message in step.send:
            self.session.send(message)
        self._move_line(before, step.fill, sent=bool(step.send))
        match step.effect:
            case "quit":
                self._exit(self._quit_code())
            case "connect":
                self.session.connect(self.model.link.address)
            case "retry":
                self.session.retry()
            case "drop":
                self.session.drop()
            case "unlock":
                self.session.unlock(step.secret)
            case "settings":
                self._apply_settings()
            case "search":
                if self._search is not None:
                    self._search.stop()
                self._take(self.model)
            case "redraw":
                self.screen.app.renderer.clear()
            case "suspend":
                self.screen.app.suspend_to_background()
            case None:
                pass

    def _quit_code(self) -> int:
        gone = self.model.link.state in {"lost", "closed"} or self.model.place is Place.CONNECTING
        return EXIT_LOST if gone else 0

    # ------------------------------------------------------------ the line for typing

    def _move_line(self, before: Typing | None, fill: str | None, *, sent: bool = False) -> None:
        """Open or close the line when the model says so; talk that was not sent is kept."""
        now = self.model.typing
        if before is None and now is not None:
            self._typing = now
            self.screen.open_line(self._draft if fill is None else fill)
        elif before is not None and now is None:
            text = self.screen.close_line()
            self._typing = None
            if before is Typing.TALK:
                self._draft = "" if sent else text

    def _label(self) -> tuple[str, str] | None:
        """Return what stands before and after the line being typed; in a narrow window nothing stands after it."""
        label = self._typing_label()
        if label is None or self.screen.app.output.get_size().columns >= NORMAL_WIDTH:
            return label
        return label[0], ""

    def _typing_label(self) -> tuple[str, str] | None:
        match self.model.typing:
            case Typing.TALK:
                return tr("say:") + " ", tr("Enter: send  Esc: close")
            case Typing.ADDRESS:
                return tr("address:") + " ", tr("Enter: connect  Esc: back")
            case Typing.NAME:
                return tr("your name:") + " ", tr("Enter: done  Esc: back")
            case Typing.TABLE_NAME:
                return tr("name of the table:") + " ", tr("Enter: done  Esc: back")
            case Typing.HOST_PASSWORD:
                return tr("password of the host:") + " ", tr("Enter: join  Esc: back")
            case Typing.TABLE_PASSWORD:
                return tr("password of the table:") + " ", tr("Enter: go there  Esc: back")
            case Typing.NUMBER:
                return tr("number:") + " ", tr("Enter: done  Esc: back")
            case None:
                return None

    # ------------------------------------------------------------ the screen

    def _draw(self, width: int, height: int) -> Canvas:
        self._canvas = screens.draw(self.model, width, height, self._caps)
        return self._canvas

    @property
    def _caps(self) -> Capabilities:
        return preferred(self._around.found, self.model.settings)

    def _apply_settings(self) -> None:
        """Draw by the changed settings, and keep them where the folder can be written."""
        settings = self.model.settings
        use_language(language_of(settings, os.environ))
        self._name_cards()
        self.screen.app.style = style_for(self._caps)
        if self._around.kept is not None:
            with suppress(OSError):
                save(self._around.kept, settings, self._kept)
                self._kept = settings

    def _name_cards(self) -> None:
        """In ASCII a card has the letters that suits and ranks have everywhere; others could not be told apart.

        Whole names are for plain mode: they have no room on a card.
        """
        standard = self._caps.ascii_only or self.model.settings.cards == "standard"
        name_cards("standard" if standard else "language")

    def _exit(self, code: int) -> None:
        if self.screen.app.is_running and not self.screen.app.is_done:
            self.screen.app.exit(result=code)


def closed_window(error: BaseException) -> bool:
    """Say whether an error means that there is no terminal any more: its window was closed, or its line cut."""
    return isinstance(error, OSError) and error.errno == errno.EIO


def asked(model: Model) -> int | None:
    """Return the number of the question that waits for this person."""
    view = model.view
    return view.ask.decision if view is not None and view.ask is not None else None


def counting(model: Model) -> bool:
    """Say whether the screen shows seconds that pass."""
    if model.link.retry_at is not None and model.link.retry_at > model.now:
        return True
    if model.starts_at > model.now or searching(model):
        return True
    if clock_left(model):
        return True
    view = model.view
    return view is not None and view.pause == "deal" and model.now - model.seen_at < view.pause_ms / 1000


def run(options: Options) -> int:
    """Run the full-screen client.

    Args:
        options: The command line.

    Returns:
        The exit code: 0 fine, 1 the host was not reached or was lost, 130 interrupted.
    """
    kept = default_path()
    settings = load(kept, os.environ, options.settings)
    if options.letters:
        settings = replace(settings, symbols="ascii")
    found = capabilities(os.environ, ask_terminal())
    return asyncio.run(_run(options, Surroundings(found, settings=settings, kept=kept)))


async def _run(options: Options, around: Surroundings) -> int:
    client = Client(options, around)
    try:
        code = await client.run()
    except Exception as error:  # noqa: BLE001 - the terminal is restored by now; the traceback goes to a file
        _report(error)
        return EXIT_LOST
    if client.farewell:
        print(client.farewell)
    elif code == EXIT_LOST and client.model.link.failure:
        print(client.model.link.failure)
    return code


def _report(error: BaseException) -> None:
    """Write the traceback into a file and say where; onto the screen only where there is no file to be had."""
    try:
        path = _write_fault(error)
    except OSError:
        traceback.print_exception(error)
        return
    print(tr("euchre-join stopped because of a fault in it. Details: {path}", path=path))


def _write_fault(error: BaseException) -> Path:
    folder = Path(platformdirs.user_log_dir("euchre-lan", appauthor=False))
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "client.log"
    with path.open("a", encoding="utf-8") as file:
        traceback.print_exception(error, file=file)
    return path


def _settle() -> None:
    """Look through everything for garbage once, when all is loaded that play needs, and never again.

    What is loaded stays; to look through it again and again made one redraw in a hundred take 20 ms longer. Done when
    the first view has come, since people look at their cards then and press no key.
    """
    gc.collect()
    gc.freeze()
