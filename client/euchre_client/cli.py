"""The command line of ``euchre-join``."""

from __future__ import annotations

import argparse
import getpass
import gettext
import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NoReturn, TextIO

from euchre_client.address import Address, parse_address
from euchre_client.i18n import CATALOGUES, DOMAIN, LANGUAGES, known_language, mark, tr, use_language
from euchre_client.options import Options
from euchre_client.settings import CHOICES, default_path, language_of, load, variable
from euchre_client.words.errors import address_error, spec_error, system_error
from euchre_client.words.settings import setting_help
from euchre_protocol.messages import DEFAULT_PORT, NAME_WIDTH, PASSWORD_LENGTH
from euchre_protocol.tablespec import TableSpec, parse_table_spec
from euchre_protocol.text import clean_name

EXIT_USAGE = 2
EXIT_INTERRUPTED = 130
"""128 + SIGINT, as shells expect it."""


class UsageError(Exception):
    """The command line asks for something that cannot be; the message is a sentence without a full stop."""


class _Parser(argparse.ArgumentParser):
    """argparse prints the whole usage at every slip; one sentence is easier to read."""

    def error(self, message: str) -> NoReturn:
        raise UsageError(message)


def main(argv: Sequence[str] | None = None) -> int:
    """Run ``euchre-join``.

    Args:
        argv: the arguments; none: those of the process.

    Returns:
        The exit status: 0 fine, 1 the host was not reached, refused us or was lost, 2 bad usage, 130 interrupted.
    """
    arguments = sys.argv[1:] if argv is None else list(argv)
    try:
        _speak(_language(arguments, os.environ), sys.stdout)
        _complete()
        options = read_options(arguments, os.environ, sys.stdin, sys.stdout)
        return _run(options)
    except UsageError as error:
        hint = tr("euchre-join --help lists what there is.")
        print(f"euchre-join: {error}. {hint}", file=sys.stderr)
        return EXIT_USAGE
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED


def _complete() -> None:
    """Answer a shell that asks what could be typed next."""
    if "_ARGCOMPLETE" not in os.environ:
        return
    import argcomplete  # only who completes waits for it

    argcomplete.autocomplete(_parser())


def _run(options: Options) -> int:
    # Only the client that runs is loaded: the screen's library takes longer to load than a plain game to start.
    if options.plain:
        from euchre_client import plain

        return plain.run(options)
    from euchre_client import app

    return app.run(options)


def _language(arguments: Sequence[str], environ: Mapping[str, str]) -> str:
    """The language comes first: the other arguments' help and faults are worded in it.

    The command line goes before the environment's ``EUCHRE_LANGUAGE``, that before the settings file, and that before
    the system's language. One that is not there is complained about later, with the other arguments.
    """
    first = _Parser(add_help=False, allow_abbrev=False)
    first.add_argument("--lang", nargs="?")
    asked: str | None = first.parse_known_args(arguments)[0].lang
    return known_language(asked or "") or language_of(load(default_path(), environ), environ)


def _speak(language: str, stdout: TextIO | None) -> None:
    """Word everything in a language, what argparse says too; in English where the output has no letters for it."""
    spoken = language if _can_say(LANGUAGES[language], stdout) else "en"
    use_language(spoken)
    os.environ["LANGUAGE"] = spoken  # argparse asks gettext, and gettext the environment
    gettext.bindtextdomain(DOMAIN, str(CATALOGUES))
    gettext.textdomain(DOMAIN)


_SAID_BY_ARGPARSE = (
    mark("usage: "),
    mark("options"),
    mark("positional arguments"),
    mark("show this help message and exit"),
    mark("argument %(argument_name)s: %(message)s"),
    mark("expected one argument"),
    mark("expected at most one argument"),
    mark("ignored explicit argument %r"),
    mark("not allowed with argument %s"),
    mark("unrecognized arguments: %s"),
    mark("invalid choice: %(value)r (choose from %(choices)s)"),
)
"""Its own sentences, as far as ``euchre-join`` can make it say them; gettext finds them in our catalogues."""


def read_options(
    arguments: Sequence[str], environ: Mapping[str, str], stdin: TextIO | None, stdout: TextIO | None
) -> Options:
    """Read and check the command line.

    Args:
        arguments: without the program's name.
        environ: the process's environment.
        stdin: where answers come from; no terminal means plain mode.
        stdout: where the game is shown; no terminal means plain mode, an encoding without suits means letters.

    Raises:
        UsageError: something is wrong with it.
        SystemExit: ``--help`` or ``--version`` was answered.
    """
    given = _parser().parse_args(arguments)
    if given.version:
        from euchre_client.net import version

        print(version())
        raise SystemExit(0)
    return Options(
        name=_name(given.name),
        address=_address(given.address),
        table=given.table,
        create=_spec(given.create),
        spectate=given.spectate,
        plain=given.plain or not _is_screen(environ, stdin, stdout),
        letters=given.ascii or not _can_say("♠♥♦♣", stdout),
        once=given.once,
        password=_password(given.password_file),
        settings=_language_setting(given.lang)
        | {name: value for name in CHOICES if (value := getattr(given, name, None)) is not None},
        tls=not given.no_tls,
        key=_key(given.key),
        companion=given.companion,
    )


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="euchre-join",
        allow_abbrev=False,
        description=tr("Join a Euchre host on your network and play in this terminal."),
        epilog=tr("Exit status: 0 fine, 1 host not reached, refused or lost, 2 bad usage, 130 interrupted."),
    )
    parser.add_argument(
        "address",
        nargs="?",
        metavar="ADDRESS[:PORT]",
        help=tr(
            "the host: a name, an IPv4 address or an IPv6 address, in brackets when a port follows "
            "(default: ask for it; port {port})",
            port=DEFAULT_PORT,
        ),
    )
    parser.add_argument(
        "--name",
        metavar="NAME",
        help=tr("the name to play under, 1 to {width} letters (default: your login name)", width=NAME_WIDTH),
    )
    start = parser.add_mutually_exclusive_group()
    start.add_argument(
        "--table",
        metavar="TABLE",
        help=tr("sit down at this table, by name or number, ready at once (default: choose in the lobby)"),
    )
    start.add_argument(
        "--create",
        metavar="SPEC",
        help=tr(
            "make a table and sit down at it, ready at once; SPEC is NAME=PRESET[,field=value...], for example "
            "'Kitchen=classic,target=5,bots=3' (default: choose in the lobby)"
        ),
    )
    start.add_argument(
        "--spectate",
        metavar="TABLE",
        nargs="?",
        const="",
        help=tr("watch this table, or without a name whichever is there (default: choose in the lobby)"),
    )
    parser.add_argument(
        "--plain",
        action="store_true",
        help=tr(
            "one line an event and numbered questions, for screen readers, pipes and simple terminals "
            "(default: only when input or output is no terminal, or TERM is dumb)"
        ),
    )
    parser.add_argument(
        "--ascii",
        action="store_true",
        help=tr("letters for suits and plain lines (default: only when the terminal cannot show suits)"),
    )
    parser.add_argument(
        "--lang",
        metavar="LANG",
        help=tr(
            "the language: {languages} (default: that of your system; environment: {variable})",
            languages=", ".join(LANGUAGES),
            variable=variable("language"),
        ),
    )
    parser.add_argument(
        "--password-file",
        metavar="FILE",
        type=Path,
        help=tr("its first line is the password of the host, and of the table (default: ask for it)"),
    )
    parser.add_argument("--once", action="store_true", help=tr("leave after one game (default: stay)"))
    secrecy = parser.add_mutually_exclusive_group()
    secrecy.add_argument(
        "--key",
        metavar="KEY",
        help=tr("accept this key of the host only, as its screen shows it (default: the key it had before)"),
    )
    secrecy.add_argument(
        "--no-tls",
        action="store_true",
        help=tr("join a host that does not encrypt: whoever is in between sees the cards and can play them"),
    )
    parser.add_argument("--companion", action="store_true", help=argparse.SUPPRESS)  # euchre-host --play says it
    parser.add_argument("--version", action="store_true", help=tr("say which version this is, and leave"))
    _add_settings(parser)
    return parser


def _add_settings(parser: argparse.ArgumentParser) -> None:
    """Add an option for each setting; the language and ASCII have theirs already."""
    group = parser.add_argument_group(
        tr("settings"),
        tr(
            "What is given here goes before the environment, that before the settings file, and that before the "
            "default. On the screen, o changes them. The file: {path}",
            path=default_path(),
        ),
    )
    for name, values in CHOICES.items():
        if name in {"language", "symbols"}:
            continue
        usual = tr("(default: {value}; environment: {variable})", value=values[0], variable=variable(name))
        words = f"{setting_help(name)} {usual}"
        if name == "mouse":
            group.add_argument("--mouse", action="store_const", const="on", help=words)
        else:
            group.add_argument(f"--{name}", choices=values, help=words)


def _name(given: str | None) -> str:
    if given is None:
        return clean_name(_login_name()) or "Player"
    name = clean_name(given)
    if not name or name != clean_name(given, 2 * NAME_WIDTH):
        raise UsageError(tr("--name {name!r}: a name has 1 to {width} letters", name=given, width=NAME_WIDTH))
    return name


def _language_setting(given: str | None) -> dict[str, str]:
    if given is None:
        return {}
    language = known_language(given)
    if language is None:
        raise UsageError(
            tr("--lang {name!r}: no such language; there are: {languages}", name=given, languages=", ".join(LANGUAGES))
        )
    return {"language": language}


def _login_name() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError):  # a user without an entry, as in containers
        return ""


def _address(text: str | None) -> Address | None:
    if text is None:
        return None
    try:
        return parse_address(text)
    except ValueError as error:
        raise UsageError(address_error(error, text)) from error


def _spec(text: str | None) -> TableSpec | None:
    if text is None:
        return None
    try:
        return parse_table_spec(text)
    except ValueError as error:
        raise UsageError(f"--create: {spec_error(error)}") from error


def _password(file: Path | None) -> str | None:
    if file is None:
        return None
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError) as error:
        reason = system_error(error) if isinstance(error, OSError) else tr("it is no text")
        raise UsageError(f"--password-file: {file}: {reason}") from error
    password = lines[0] if lines else ""
    if len(password) > PASSWORD_LENGTH:
        raise UsageError(
            tr("--password-file: {file}: a password has at most {n} letters", file=file, n=PASSWORD_LENGTH)
        )
    return password


def _key(text: str | None) -> str | None:
    if text is None:
        return None
    from euchre_client.trust import parse_key

    try:
        return parse_key(text)
    except ValueError as error:
        raise UsageError(tr("--key {text!r}: a key is six words or 64 digits of 0-9 and a-f", text=text)) from error


def _is_screen(environ: Mapping[str, str], stdin: TextIO | None, stdout: TextIO | None) -> bool:
    if stdin is None or stdout is None or environ.get("TERM", "dumb") == "dumb":
        return False
    return stdin.isatty() and stdout.isatty()


def _can_say(text: str, stdout: TextIO | None) -> bool:
    try:
        text.encode((stdout and stdout.encoding) or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
