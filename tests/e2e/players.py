"""Drivers: how started clients answer, and a watcher that sees what comes over the wire."""

from __future__ import annotations

import random
import re
import socket
import ssl
import time
from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from e2e.terminal import TICK, Process, Terminal
from euchre_protocol import messages as m
from euchre_protocol.connection import Connection, State

Choose = Callable[[str, list[str]], int]
"""From a question's text and its choices' words to the number of a choice, from 1."""


def first(question: str, choices: list[str]) -> int:
    """Always the first choice."""
    return 1


def at_random(seed: int) -> Choose:
    """Any choice, the same ones every time."""
    chance = random.Random(seed)
    return lambda question, choices: chance.randint(1, len(choices))


def daring(question: str, choices: list[str]) -> int:
    """Make trump at once and alone, which is the quickest way to a game's end: the partner has nothing to do."""
    bidding = "bid" in question or any("alone" in words for words in choices)
    return min(3, len(choices)) if bidding else 1


def defending_alone(question: str, choices: list[str]) -> int:
    """Order up or name a suit, never alone; defend alone whenever that is asked."""
    if "defend alone" in question:
        return choices.index("alone") + 1
    wanted = [number for number, words in enumerate(choices, 1) if words != "pass" and "alone" not in words.split()]
    return wanted[0] if wanted else 1


def answering(process: Process, choose: Choose, *, allowed: Callable[[], bool] = lambda: True) -> Callable[[], None]:
    """Make a driver that answers a plain client's questions, each once."""
    done = 0

    def drive() -> None:
        nonlocal done
        questions = re.findall(r"^(Your turn[^\n]*?[.?:][^\n]*) >$", process.text, re.MULTILINE)
        while done < len(questions) and allowed():
            text, choices = split(questions[done])
            done += 1
            process.type(f"{choose(text, choices)}\n")

    return drive


def pressing(terminal: Terminal, choose: Choose) -> Callable[[], None]:
    """Make a driver that plays on the screen with the keyboard: a digit chooses, Enter commits."""
    pressed_at = 0.0
    shown = ""

    def drive() -> None:
        nonlocal pressed_at, shown
        *prompt, keys = terminal.rows[-4:]  # in few columns the prompt takes three rows
        if not re.match(r" ?1(-\d+)?( or arrows)?: choose", keys) or "sit" in keys:
            return
        now = time.monotonic()
        if terminal.shown == shown and now - pressed_at < TICK:
            return  # the last key has not shown its effect yet
        shown, pressed_at = terminal.shown, now
        if any(re.match(r" ?Enter:? [a-z]", line) for line in prompt):
            terminal.press("enter")
            return
        numbers = numbers_on(terminal)
        if numbers:
            terminal.press(numbers[choose(" ".join(prompt), [str(number) for number in numbers]) - 1])

    return drive


def numbers_on(terminal: Terminal) -> list[str]:
    """The numbers that may be chosen now: those under the cards, or else those before the choices of a bid."""
    panes = [row.split("│")[0] if "┌" not in row and "└" not in row else "" for row in terminal.rows[1:-3]]
    under_cards = [pane for pane in panes if re.fullmatch(r"[\s\d-]*\d[\s\d-]*", pane)]
    if under_cards:
        return re.findall(r"\d", under_cards[-1])
    return [number for pane in panes for number in re.findall(r"(?:^|\s)(\d) {1,2}(?=\S)", pane)]


def split(question: str) -> tuple[str, list[str]]:
    """Take a question apart: its text and the words of its choices."""
    text, *rest = re.split(r"(?:^| )\b\d+ (?=\S)", question)
    return text, [words.strip() for words in rest]


class WireWatcher:
    """A spectator without a screen: it keeps every message that the host sends it."""

    def __init__(self, port: int, table: str) -> None:
        context = ssl.create_default_context()
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        self._socket = context.wrap_socket(socket.create_connection(("127.0.0.1", port), timeout=5))
        self._conn = Connection("client")
        self._table = table
        self.messages: list[m.Message] = []
        self.ended = False

    def fileno(self) -> int:
        return self._socket.fileno()

    @property
    def views(self) -> list[m.View]:
        return [message for message in self.messages if isinstance(message, m.View)]

    @property
    def watching(self) -> bool:
        return any(isinstance(message, m.Table) for message in self.messages)

    def read(self) -> None:
        data = self._socket.recv(1 << 16)
        while self._socket.pending():  # decrypted already, so that nothing would wake us for it
            data += self._socket.recv(1 << 16)
        self.ended = not data
        for message in self._conn.receive(data):
            assert isinstance(message, m.Message)
            self.messages.append(message)
            answer = self._answer(message)
            if answer is not None and self._conn.state is not State.CLOSED:
                self._socket.sendall(self._conn.send(answer))

    def _answer(self, message: m.Message) -> m.Message | None:
        match message:
            case m.Hello():
                return m.Login(protocol=m.PROTOCOL, software="watcher", name="Wire")
            case m.Lobby(tables=tables, change=False):
                return m.Watch(id=1, table=next(line.id for line in tables if line.name == self._table))
            case m.Ping(n=n):
                return m.Pong(n=n)
            case _:
                return None

    def close(self) -> None:
        self._socket.close()


def cards_in(message: m.Message) -> set[str]:
    """Every card that a message names, wherever it stands."""
    return {text for text in _texts(msgspec.to_builtins(message)) if re.fullmatch("[789TJQKA][CDHS]|BN", text)}


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from _texts(key)
            yield from _texts(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _texts(item)
