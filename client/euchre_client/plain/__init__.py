"""Plain mode: one line an event, a numbered question at each decision."""

from __future__ import annotations

import asyncio
import os
import sys

from euchre_client.finding import find_hosts
from euchre_client.memory import Memory
from euchre_client.options import Options
from euchre_client.plain.joining import join
from euchre_client.plain.lines import Lines, Paper
from euchre_client.settings import default_path, load
from euchre_client.words.cards import name_cards


def run(options: Options) -> int:
    """Play in plain mode until the person leaves or the host is lost.

    Returns:
        The exit status: 0 left or finished, 1 the host was not reached, refused us or was lost, 2 no address or
        no table that could be used.

    Raises:
        KeyboardInterrupt: Ctrl-C.
    """
    reconfigure = getattr(sys.stdout, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="replace")  # a name that the terminal cannot show must not end the game
    name_cards(load(default_path(), os.environ, options.settings).cards)
    lines = Lines(sys.stdin)
    paper = Paper(sys.stdout, typed_on=lines.is_terminal, columns=_columns)
    try:
        return asyncio.run(join(options, Memory(options.trust), find_hosts, lines, paper))
    except BrokenPipeError:
        _drop_output()
        return 0


def _columns() -> int:
    """How wide the terminal is that is written to; 0 for a file or a pipe, whose readers take whole lines."""
    try:
        return os.get_terminal_size(sys.stdout.fileno()).columns
    except OSError:
        return 0


def _drop_output() -> None:
    """Nobody reads any more: what is left must not fail again when the interpreter flushes it at its end."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)
