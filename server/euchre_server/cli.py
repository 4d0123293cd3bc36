"""``euchre-host``: open a host from the command line, and close it again."""

from __future__ import annotations

import contextlib
import signal
import sys
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from datetime import datetime
from typing import TextIO

import trio

from euchre_server import backup, garbage
from euchre_server.addresses import join_line, reachable
from euchre_server.announce import Announcer
from euchre_server.companion import door_of, join_command, play
from euchre_server.console import Console, open_log
from euchre_server.descriptors import fit_descriptors
from euchre_server.failures import StartError
from euchre_server.host import Host
from euchre_server.hostkey import HostKey, host_key
from euchre_server.journal import Journal
from euchre_server.journal_start import locked, open_journal
from euchre_server.journal_writer import SqliteJournal
from euchre_server.keyboard import typed_lines
from euchre_server.listening import open_listeners, port_of
from euchre_server.options import Options, data_folder, read_options
from euchre_server.orders import Orders
from euchre_server.recorder import Recorder
from euchre_server.services import Services, seeded_chance, system_chance
from euchre_server.steps import StepWatch
from euchre_server.stories import Memory
from euchre_server.workers import Workers, open_workers

INTERRUPTED = 130
"""Exit code after a second Ctrl-C: 128 + SIGINT, as shells have it."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run ``euchre-host`` and return its exit code."""
    words = sys.argv[1:] if arguments is None else arguments
    try:
        if words[:1] == [backup.COMMAND]:
            return backup.main(words[1:], data_folder())
        options = read_options(words)
        with locked(options.data):
            screen = sys.stdout if options.play is None else None
            with contextlib.closing(Console(open_log(options.data), screen, _now)) as console:
                journal, memory = open_journal(options.data, console.say, _now, console.settle)
                with contextlib.closing(journal):
                    return trio.run(_host, options, console, journal, memory)
    except StartError as error:
        print(f"euchre-host: {error}", file=sys.stderr)
        return 2


def _now() -> datetime:
    return datetime.now().astimezone()


async def _host(options: Options, console: Console, journal: SqliteJournal, memory: Memory) -> int:
    async with open_workers(console.say) as workers:
        return await _open(options, console, journal, memory, workers)


async def _open(options: Options, console: Console, journal: SqliteJournal, memory: Memory, workers: Workers) -> int:
    with trio.open_signal_receiver(signal.SIGINT, signal.SIGTERM) as signals:
        recorder = Recorder(options.records, console.say) if options.records is not None else None
        key = host_key(options.data) if options.tls else None
        listeners = await open_listeners(options.bind, options.port)
        journal.start()
        services = _services(options, console, recorder, journal, workers)
        tls = key.context if key is not None else None
        host = Host(options.name, services, options.pace, options.setups, memory, lock=options.lock, tls=tls)
        addresses = reachable([listener.socket.getsockname()[0] for listener in listeners])
        lines = [join_line(address, port_of(listeners), tls=options.tls) for address in addresses]
        _greet(options, console, lines, key)
        garbage.settle()
        steps = StepWatch(console.say)
        trio.lowlevel.add_instrument(steps)  # not before anybody can come: to start takes as long as it takes
        evening = _Evening(host, options, console)
        async with trio.open_nursery() as nursery:
            if recorder is not None:
                nursery.start_soon(recorder.run)
            nursery.start_soon(evening.obey, signals, nursery.cancel_scope)
            nursery.start_soon(evening.tidy)
            if options.announce:
                nursery.start_soon(evening.announce, listeners, key)
            if options.play is not None:
                terminal = _is_terminal(sys.stdin) and _is_terminal(sys.stdout)
                local = "127.0.0.1" if "127.0.0.1" in addresses else addresses[0]
                door = door_of(local, port_of(listeners), key.fingerprint if key is not None else None)
                command = join_command(door, options.play, options.setups, terminal=terminal)
                if options.password_file is not None:
                    command += ["--password-file", str(options.password_file)]
                nursery.start_soon(evening.play, command)
            elif sys.stdin is not None and not sys.stdin.closed:
                nursery.start_soon(evening.listen, sys.stdin.fileno())
            await host.run(listeners)
            for listener in listeners:
                await listener.aclose()
            steps.sum_up()
            console.say("closed")
            if recorder is not None:
                recorder.finish()
            evening.over()
    return evening.exit_code


def _is_terminal(stream: TextIO | None) -> bool:
    """Whether a person sits there; a program may also be started without the stream, or with it closed."""
    return stream is not None and not stream.closed and stream.isatty()


class _Evening:
    """What ends a host, and with which exit code."""

    def __init__(self, host: Host, options: Options, console: Console) -> None:
        self.exit_code = 0
        self._host = host
        self._playing = options.play is not None
        self._stopping = False
        self._console = console
        self._obeying = trio.CancelScope()
        self._announcing = trio.CancelScope()
        self._tidying = trio.CancelScope()
        self._listening = trio.CancelScope()
        self._player = trio.CancelScope()

    async def obey(self, signals: AsyncIterator[int], everything: trio.CancelScope) -> None:
        """Close on the first signal; on the second leave at once."""
        with self._obeying:
            async for number in signals:
                if number == signal.SIGINT and self._playing:
                    continue  # Ctrl-C is typed at the player, who gets it as well; when they leave, the host closes
                if self._stopping:
                    self.exit_code = INTERRUPTED
                    everything.cancel()
                    return
                self._stopping = True
                self._console.say("closing; Ctrl-C again to leave at once")
                self._host.stop()

    async def listen(self, descriptor: int) -> None:
        """Do what is typed here."""
        with self._listening:
            await Orders(self._host, self._console.show).obey(typed_lines(descriptor))

    async def tidy(self) -> None:
        """Look for garbage while nobody is here."""
        with self._tidying:
            await garbage.tend(lambda: self._host.empty)

    async def announce(self, listeners: list[trio.SocketListener], key: HostKey | None) -> None:
        """Let the network know of this host for as long as it is open."""
        bound = [listener.socket.getsockname()[0] for listener in listeners]
        mark = key.fingerprint.hex() if key is not None else ""
        announcer = Announcer(lambda: self._host.announcement(mark), bound, port_of(listeners), self._console.say)
        with self._announcing:
            await announcer.run()

    async def play(self, command: Sequence[str]) -> None:
        """Let somebody play in this terminal; the host closes when they leave, with the player's exit code."""
        with self._player:
            code = await play(command)
            if not self._stopping:
                self.exit_code = code
        self._playing = False
        self._host.stop()

    def over(self) -> None:
        """The host is closed: nothing is left to obey, and the player has been told."""
        self._obeying.cancel()
        self._announcing.cancel()
        self._tidying.cancel()
        self._listening.cancel()
        self._player.cancel()


def _services(
    options: Options, console: Console, recorder: Recorder | None, journal: Journal, workers: Workers
) -> Services:
    chance = system_chance if options.seed is None else seeded_chance(options.seed)
    limits = fit_descriptors(options.limits, console.say)
    services = Services(
        chance=chance,
        say=console.say,
        journal=journal,
        think=workers.think,
        explain=workers.explain,
        judge=workers.judge,
        limits=limits,
    )
    return services if recorder is None else replace(services, record=recorder.record)


def _greet(options: Options, console: Console, lines: Sequence[str], key: HostKey | None) -> None:
    console.show(f"{options.name} is open. To join it, type:")
    for line in lines:
        console.show(f"  {line}")
    if key is not None:
        console.show(f"Whoever joins for the first time sees the key of this host: {key.words}")
        if key.warning:
            console.show(f"WARNING: {key.warning}")
    else:
        console.show("Nothing is encrypted (--no-tls): whoever is in between sees the cards and can play them.")
    if options.seed is not None:
        console.show("WARNING: --seed makes the cards predictable. Never play in earnest like this.")
    if options.play is None:
        console.show("Type help to see what you can do here; Ctrl-C closes the host.")
