"""The prompt_toolkit side: one canvas over the whole window, one line for typing, and every key through one router."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager

from prompt_toolkit.application import Application
from prompt_toolkit.filters import Condition
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.input import Input
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys
from prompt_toolkit.layout import ConditionalContainer, Float, FloatContainer, Layout, VSplit, Window
from prompt_toolkit.layout.controls import FormattedTextControl, UIContent, UIControl
from prompt_toolkit.layout.dimension import Dimension
from prompt_toolkit.mouse_events import MouseEvent, MouseEventType
from prompt_toolkit.output import ColorDepth, Output
from prompt_toolkit.styles import Style
from prompt_toolkit.widgets import TextArea

from euchre_client.canvas import Canvas
from euchre_client.text import width

ESCAPE_SECONDS = 0.05
"""How long an Esc may be the beginning of an arrow key; prompt_toolkit's half second makes Esc feel broken."""

REDRAW_SECONDS = 0.02
"""Least time between two redraws: a burst of messages is drawn once."""

_TYPING_KEYS = ("enter", "escape", "pageup", "pagedown", "c-c", "<sigint>", "c-l", "c-z")
"""Keys that the router gets while a line is typed; all others belong to the line."""


class CanvasControl(UIControl):
    """Shows what a pure function draws for the size of the window."""

    def __init__(self, draw: Callable[[int, int], Canvas], click: Callable[[int, int], None]) -> None:
        self._draw = draw
        self._click = click

    def create_content(self, width: int, height: int) -> UIContent:
        """Draw, and hand the lines over."""
        lines: list[StyleAndTextTuples] = [[*line] for line in self._draw(width, height).lines()]
        return UIContent(get_line=lambda row: lines[row], line_count=len(lines), show_cursor=False)

    def mouse_handler(self, mouse_event: MouseEvent) -> None:
        """Pass a click on; everything else that a mouse does means nothing here."""
        if mouse_event.event_type is MouseEventType.MOUSE_UP:
            self._click(mouse_event.position.y, mouse_event.position.x)

    def is_focusable(self) -> bool:
        """Keys go here while no line is typed."""
        return True


class Screen:
    """The window: draws through ``draw`` and gives every key to ``press``."""

    def __init__(
        self,
        *,
        draw: Callable[[int, int], Canvas],
        press: Callable[[str], None],
        label: Callable[[], tuple[str, str] | None],
        click: Callable[[int, int], None],
        mouse: Callable[[], bool],
        hidden: Callable[[], bool],
        style: Style,
        depth: ColorDepth | None,
        input: Input | None = None,
        output: Output | None = None,
    ) -> None:
        """Build the window.

        Args:
            draw: Draws the screen for a width and a height.
            press: Gets each key by its name in the table of keys.
            label: What stands before and after the line being typed; none while nothing is typed.
            click: Gets the row and the column of each click.
            mouse: Says whether the mouse is wanted.
            hidden: Says whether what is typed must not be seen.
            style: The colours.
            depth: The colour depth; none lets prompt_toolkit decide.
            input: Where keys come from; none for the terminal.
            output: Where the screen goes; none for the terminal.
        """
        self._press = press
        self._label = label
        self._hidden = hidden
        self.line = TextArea(multiline=False, wrap_lines=False, password=Condition(hidden))
        self._window = Window(CanvasControl(draw, click), always_hide_cursor=True)
        self.app: Application[int] = Application(
            layout=Layout(self._container(), focused_element=self._window),
            key_bindings=self._bindings(),
            style=style,
            full_screen=True,
            color_depth=depth,
            mouse_support=Condition(mouse),
            min_redraw_interval=REDRAW_SECONDS,
            terminal_size_polling_interval=None,  # SIGWINCH tells; asking twice a second keeps an idle client awake
            input=input,
            output=output,
        )
        self.app.ttimeoutlen = ESCAPE_SECONDS

    def ring(self) -> None:
        """Ring the terminal's bell."""
        self.app.output.bell()
        self.app.output.flush()

    def set_title(self, title: str) -> None:
        """Name the terminal's window; it is written with the next redraw."""
        self.app.output.set_title(title)

    @contextmanager
    def borrowed(self) -> Generator[None]:
        """Give the terminal back as it was found: its title, and its modes even when drawing itself has failed."""
        self.app.output.write_raw("\x1b[22;0t")  # the terminal remembers its title
        try:
            yield
        finally:
            self.app.renderer.reset(leave_alternate_screen=True)
            self.app.output.write_raw("\x1b[23;0t")
            self.app.output.flush()

    def open_line(self, text: str) -> None:
        """Begin typing with ``text`` already there."""
        self.line.text = text
        self.line.buffer.cursor_position = len(text)
        self.app.layout.focus(self.line)

    def close_line(self) -> str:
        """End typing and return what was typed. What was hidden cannot be called back with an arrow."""
        text = self.line.text
        if not self._hidden():
            self.line.buffer.append_to_history()
        self.line.text = ""
        self.app.layout.focus(self._window)
        return text

    def _container(self) -> FloatContainer:
        typing = Condition(lambda: self._label() is not None)
        row = VSplit(
            [
                Window(FormattedTextControl(lambda: f" {self._part(0)}"), width=lambda: self._cells(0)),
                self.line,
                Window(FormattedTextControl(lambda: f"  {self._part(1)} "), width=lambda: self._cells(1)),
            ],
            height=1,
        )
        floats = [Float(ConditionalContainer(row, typing), left=0, right=0, bottom=0, height=1)]
        return FloatContainer(self._window, floats)

    def _part(self, index: int) -> str:
        label = self._label()
        return "" if label is None else label[index]

    def _cells(self, index: int) -> Dimension:
        return Dimension.exact(width(self._part(index)) + (1 if index == 0 else 3))

    def _bindings(self) -> KeyBindings:
        bindings = KeyBindings()
        typing = Condition(lambda: self._label() is not None)

        @bindings.add(Keys.Any, filter=~typing)
        def _(event: KeyPressEvent) -> None:
            self._press(key_name(event.key_sequence[0].key))

        for key in _TYPING_KEYS:
            bindings.add(key, filter=typing, eager=key == "escape")(_router(self._press, key))

        @bindings.add(Keys.BracketedPaste, filter=typing)
        def _(event: KeyPressEvent) -> None:
            event.current_buffer.insert_text(" ".join(event.data.split()))

        return bindings


_NAMES: Mapping[str, str] = {"c-m": "enter", "c-j": "enter", "c-i": "tab", "<sigint>": "c-c"}


def key_name(key: Keys | str) -> str:
    """Return the name that the table of keys uses for a key of prompt_toolkit."""
    name = key.value if isinstance(key, Keys) else key
    return _NAMES.get(name, name)


def _router(press: Callable[[str], None], key: str) -> Callable[[KeyPressEvent], None]:
    def handler(event: KeyPressEvent) -> None:
        press(_NAMES.get(key, key))

    return handler
