"""The command ``euchre-record``: what can be done with files of game records."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from functools import partial

from .record_commands import (
    NO_RECORD,
    WRONG,
    Wanted,
    export_file,
    import_file,
    review_file,
    show_file,
    stats_of_files,
    verify_file,
)
from .review import WORLDS

INTERRUPTED = 130

_EPILOG = """exit codes: 0 everything is right; 1 at least one record is wrong, or the game cannot be converted; 2 a
file is no record or cannot be read, or the command line is wrong; 130 it
was interrupted with Ctrl-C. A FILE may be compressed with gzip; - is the standard input."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command.

    Args:
        argv: the words after the command's name; none means those of this process.

    Returns:
        The exit code, as ``--help`` lists them.
    """
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")
    options = _parser().parse_args(argv)
    run: Callable[[argparse.Namespace], int] = options.run
    try:
        code = run(options)
        sys.stdout.flush()
    except BrokenPipeError:
        # Whoever read our output has seen enough; keep Python from complaining when it flushes at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return WRONG
    except KeyboardInterrupt:
        return INTERRUPTED
    return code


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="euchre-record", description="Check, show and convert game records.", epilog=_EPILOG
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    check = _command(commands, "verify", _verify, "replay records and say what is wrong with them")
    check.add_argument("files", nargs="+", metavar="FILE")

    show = _command(commands, "show", _show, "show every deal as a picture in plain text")
    show.add_argument("--record", type=_number, metavar="N", help="only the Nth record of the file")
    show.add_argument("--ascii", action="store_true", help="write suits as letters")
    show.add_argument("file", metavar="FILE")

    stats = _command(commands, "stats", _stats, "sum up what each player did")
    stats.add_argument("files", nargs="+", metavar="FILE")

    review = _command(commands, "review", _review, "tell what an expert thinks of every decision of a game")
    review.add_argument("--seat", type=_seat, metavar="N", help="only the decisions of seat N, from 0")
    review.add_argument("--record", type=_number, metavar="N", help="the Nth record of the file (default: the first)")
    review.add_argument("--svg", metavar="FILE", help="also draw the chances of winning into this file")
    review.add_argument(
        "--worlds", type=_number, metavar="N", default=WORLDS,
        help="deals to look at for a decision (default: %(default)s); more are slower and surer",
    )  # fmt: skip
    review.add_argument("--ascii", action="store_true", help="write suits as letters, and the graph as stars")
    review.add_argument("file", metavar="FILE")

    export = _command(commands, "export", _export, "write a game in another notation")
    export.add_argument("--egn", action="store_true", required=True, help="Euchre Game Notation 1.6 (four hands)")
    export.add_argument("--record", type=_number, metavar="N", help="the Nth record of the file")
    export.add_argument("--output", metavar="FILE", help="write there (default: the standard output)")
    export.add_argument("file", metavar="FILE")

    bring = _command(commands, "import", _import, "read a game in another notation, for review")
    bring.add_argument("--egn", action="store_true", required=True, help="Euchre Game Notation 1.2 to 1.6")
    bring.add_argument("--output", metavar="FILE", help="write the record there (default: the standard output)")
    bring.add_argument("file", metavar="FILE")
    return parser


def _command(
    commands: argparse._SubParsersAction[argparse.ArgumentParser],  # pyright: ignore[reportPrivateUsage]
    name: str,
    run: Callable[[argparse.Namespace], int],
    text: str,
) -> argparse.ArgumentParser:
    """A subcommand. argparse has no public name for what it is added to."""
    command = commands.add_parser(name, help=text, description=f"{text[0].upper()}{text[1:]}.", epilog=_EPILOG)
    command.set_defaults(run=run)
    return command


def _number(text: str) -> int:
    number = int(text)
    if number < 1:
        raise ValueError(text)
    return number


def _verify(options: argparse.Namespace) -> int:
    names: list[str] = options.files
    return max([_readable(name, partial(verify_file, name)) for name in names])


def _seat(text: str) -> int:
    number = int(text)
    if not 0 <= number <= 3:
        raise ValueError(text)
    return number


def _review(options: argparse.Namespace) -> int:
    wanted = Wanted(options.record, options.seat, options.worlds, options.svg, _symbols(options))
    return _readable(options.file, lambda: review_file(options.file, wanted))


def _symbols(options: argparse.Namespace) -> bool:
    return not options.ascii and "♠".encode(sys.stdout.encoding or "ascii", "replace") != b"?"


def _show(options: argparse.Namespace) -> int:
    return _readable(options.file, lambda: show_file(options.file, options.record, _symbols(options)))


def _stats(options: argparse.Namespace) -> int:
    names: list[str] = options.files
    return _readable(names[0], lambda: stats_of_files(names))


def _export(options: argparse.Namespace) -> int:
    return _readable(options.file, lambda: export_file(options.file, options.record, options.output))


def _import(options: argparse.Namespace) -> int:
    return _readable(options.file, lambda: import_file(options.file, options.output))


def _readable(name: str, run: Callable[[], int]) -> int:
    """Run a command on a file; say in one line when the file (or the one written) cannot be opened."""
    try:
        return run()
    except BrokenPipeError:
        raise
    except OSError as error:
        print(f"{error.filename or name}: {error.strerror or error}", file=sys.stderr)
        return NO_RECORD
