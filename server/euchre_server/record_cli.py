"""The command ``euchre-record``: what can be done with files of game records."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence

from .record_lines import open_records, read_lines
from .record_verify import Report, verify

RIGHT, WRONG, NO_RECORD, INTERRUPTED = 0, 1, 2, 130

_EPILOG = """exit codes: 0 everything is right; 1 at least one record is wrong; 2 a file is no record or cannot be read,
or the command line is wrong. A FILE may be compressed with gzip; - is the standard input."""


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
    parser = argparse.ArgumentParser(prog="euchre-record", description="Check game records.", epilog=_EPILOG)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    check = commands.add_parser(
        "verify",
        help="replay records and say what is wrong with them",
        description="Replay every line through the rules. The first fault of each record is printed as FILE:LINE.",
        epilog=_EPILOG,
    )
    check.add_argument("files", nargs="+", metavar="FILE")
    check.set_defaults(run=_verify)
    return parser


def _verify(options: argparse.Namespace) -> int:
    names: list[str] = options.files
    return max(map(_verify_file, names))


def _verify_file(name: str) -> int:
    sums = _Sums()
    try:
        with open_records(name) as stream:
            for report in verify(read_lines(stream)):
                sums.add(report)
                if report.fault is not None:
                    print(f"{name}:{report.fault.line}: {report.fault.text}")
    except OSError as error:
        print(f"{name}: cannot be read: {error.strerror or error}", file=sys.stderr)
        return NO_RECORD
    if not sums.records:
        print(f"{name}: this is no game record", file=sys.stderr)
        return NO_RECORD
    print(f"{name}: {sums}")
    return WRONG if sums.wrong else RIGHT


class _Sums:
    """What all reports of one file add up to."""

    def __init__(self) -> None:
        self.records = self.deals = self.actions = self.unfinished = self.partial = self.wrong = 0

    def add(self, report: Report) -> None:
        self.records += report.line > 0
        self.deals += report.deals
        self.actions += report.actions
        self.unfinished += report.unfinished
        self.partial += report.partial
        self.wrong += report.fault is not None

    def __str__(self) -> str:
        checked = f"{self.records} records, {self.deals} deals, {self.actions} actions checked"
        return f"{checked}; {self.unfinished} unfinished, {self.partial} partial, {self.wrong} wrong"
