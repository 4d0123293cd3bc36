from __future__ import annotations

import io
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from euchre_client import app, cli, plain
from euchre_client.net import Address
from euchre_client.options import Options
from euchre_client.words import errors
from euchre_protocol.tablespec import SPEC_FAULTS, TableSpec

SCREEN = {"TERM": "xterm"}


class Tty(io.TextIOWrapper):
    """A terminal as far as the command line asks."""

    def __init__(self, encoding: str = "utf-8") -> None:
        super().__init__(io.BytesIO(), encoding=encoding)

    def isatty(self) -> bool:
        return True


def read(*arguments: str, terminal: str | None = "utf-8") -> Options:
    stream = None if terminal is None else Tty(terminal)
    return cli.read_options(arguments, SCREEN, stream, stream)


def test_everything_given() -> None:
    options = read(
        "[::1]:4000", "--name", "Maria", "--table", "Kitchen", "--plain", "--ascii", "--lang", "it", "--once"
    )
    assert options == Options(
        name="Maria",
        address=Address("::1", 4000),
        table="Kitchen",
        plain=True,
        letters=True,
        settings={"language": "it"},
        once=True,
    )


def test_settings_given() -> None:
    assert read("--deck", "two", "--mouse").settings == {"deck": "two", "mouse": "on"}
    assert read().settings == {}


def test_the_help_lists_the_settings_with_their_defaults(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        read("--help")
    text = " ".join(capsys.readouterr().out.split())
    assert "(default: four; environment: EUCHRE_DECK)" in text
    assert "settings.toml" in text


def test_a_shell_is_told_what_could_be_typed_next(tmp_path: Path) -> None:
    answer = tmp_path / "answer"
    line = "euchre-join --de"
    asking = os.environ | {"_ARGCOMPLETE": "1", "_ARGCOMPLETE_SUPPRESS_SPACE": "1", "COMP_LINE": line}
    asking |= {"COMP_POINT": str(len(line)), "_ARGCOMPLETE_STDOUT_FILENAME": str(answer)}
    subprocess.run([sys.executable, "-m", "euchre_client"], env=asking, check=True)
    assert answer.read_text(encoding="utf-8") == "--deck"


def test_how_a_host_is_recognized() -> None:
    assert read("ann").tls
    assert read("ann", "--no-tls") == Options(name=read("ann").name, address=Address("ann"), tls=False)
    assert read("ann", "--no-tls").trust is None
    assert read("ann", "--key", "AB" * 32).key == "ab" * 32
    assert read("ann", "--key", "acid acid acid acid acid zoom").key == "acid-acid-acid-acid-acid-zoom"


def test_nothing_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("getpass.getuser", lambda: "maria-of-the-long-name")
    assert read() == Options(name="maria-of-the")


def test_a_user_without_a_name(monkeypatch: pytest.MonkeyPatch) -> None:
    def nobody() -> str:
        raise KeyError("uid not found")

    monkeypatch.setattr("getpass.getuser", nobody)
    assert read().name == "Player"


def test_tables_to_make_and_to_watch() -> None:
    assert read("ann", "--create", "Duel=two_hand,target=5").create == TableSpec("Duel", "two_hand", {"target": "5"})
    assert read("ann", "--spectate").spectate == ""
    assert read("ann", "--spectate", "Duel").spectate == "Duel"
    assert read("ann").spectate is None


@pytest.mark.parametrize(
    ("environ", "stdin", "stdout", "plain_mode"),
    [
        ({"TERM": "xterm"}, Tty(), Tty(), False),
        ({"TERM": "xterm"}, io.StringIO(), Tty(), True),
        ({"TERM": "xterm"}, Tty(), io.StringIO(), True),
        ({"TERM": "dumb"}, Tty(), Tty(), True),
        ({}, Tty(), Tty(), True),
        ({"TERM": "xterm"}, None, Tty(), True),
    ],
)
def test_plain_mode_chooses_itself(
    environ: dict[str, str], stdin: io.StringIO | Tty | None, stdout: io.StringIO | Tty, plain_mode: bool
) -> None:
    assert cli.read_options([], environ, stdin, stdout).plain is plain_mode


def test_the_password_is_the_first_line_of_a_file(tmp_path: Path) -> None:
    file = tmp_path / "password"
    file.write_text("open sesame\nmore\n", encoding="utf-8")
    assert read("--password-file", str(file)).password == "open sesame"
    assert read().password is None
    file.write_text("x" * 257, encoding="utf-8")
    with pytest.raises(cli.UsageError, match="a password has at most 256 letters"):
        read("--password-file", str(file))


def test_letters_where_suits_cannot_be_shown() -> None:
    assert not read(terminal="utf-8").letters
    assert read(terminal="latin-1").letters
    assert read(terminal=None).letters


@pytest.mark.parametrize(
    "arguments",
    [
        ["ann:99999"],
        ["two words"],
        ["ann", "bert"],
        ["--name", ""],
        ["--name", "\u202e"],
        ["--name", "a name that is far too long"],
        ["--create", "Duel"],
        ["--create", "Duel=two_hand,target"],
        ["--table", "A", "--spectate"],
        ["--table", "A", "--create", "B=classic"],
        ["--password-file", "/no/such/file"],
        ["--password-file", "/bin/true"],
        ["--create", "q=classic,password=\udcff"],
        ["--bogus"],
        ["--key", "acid"],
        ["--key", "00" * 32, "--no-tls"],
        ["--pla"],
    ],
)
def test_bad_usage_is_one_sentence_and_status_2(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("euchre-join: ")
    assert err.count("\n") == 1


def test_a_bad_description_of_a_table_is_told_in_the_language(capsys: pytest.CaptureFixture[str]) -> None:
    sentences = []
    for language in ("en", "it", "bg", "el"):
        for arguments in (["--create", "Duel"], ["--create", "D=classic,a"], ["--password-file", "/no/such/file"]):
            assert cli.main([*arguments, "--lang", language]) == 2
            sentences.append(capsys.readouterr().err)
    assert len(set(sentences)) == len(sentences)
    assert errors._SPEC == SPEC_FAULTS  # one list, twice: here where translators find it


def test_help_lists_everything_with_its_default(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        cli.main(["--help"])
    assert caught.value.code == 0
    text = capsys.readouterr().out
    for option in ("--name", "--table", "--create", "--spectate", "--plain", "--ascii", "--lang", "--once"):
        assert option in text
    assert text.count("default") >= 9
    assert "3824" in text


@pytest.mark.parametrize(("arguments", "module"), [(["--plain"], plain), ([], app)])
def test_the_mode_that_was_asked_for_runs(
    arguments: list[str], module: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[Options] = []

    def run(status: int) -> Callable[[Options], int]:
        def take(options: Options) -> int:
            seen.append(options)
            return status

        return take

    monkeypatch.setattr(cli, "_is_screen", lambda *_: True)
    monkeypatch.setattr(plain, "run", run(3))
    monkeypatch.setattr(app, "run", run(4))
    assert cli.main(["ann", *arguments]) == (3 if module is plain else 4)
    assert seen[0].address == Address("ann")


def test_ctrl_c_is_status_130(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(options: Options) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(plain, "run", interrupted)
    assert cli.main(["--plain"]) == 130
    assert os.environ["TERM"]


def test_a_language_that_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert read("--lang", "el_GR.UTF-8").settings == {"language": "el"}
    assert cli.main(["--lang", "klingon"]) == 2
    assert "--lang 'klingon': no such language; there are: en, it, bg, el." in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "environ", "kept", "language"),
    [
        ([], {"LANG": "it_IT.UTF-8"}, "", "it"),
        ([], {"LANG": "it_IT.UTF-8"}, 'language = "el"', "el"),
        ([], {"LANG": "it_IT.UTF-8", "EUCHRE_LANGUAGE": "bg"}, 'language = "el"', "bg"),
        (["--lang", "en"], {"LANG": "it_IT.UTF-8", "EUCHRE_LANGUAGE": "bg"}, 'language = "el"', "en"),
    ],
)
def test_the_line_goes_before_the_environment_that_before_the_file_and_that_before_the_system(
    arguments: list[str], environ: dict[str, str], kept: str, language: str, tmp_path: Path
) -> None:
    file = tmp_path / "euchre-lan" / "settings.toml"
    file.parent.mkdir()
    file.write_text(kept, encoding="utf-8")
    usual = {name: value for name, value in os.environ.items() if name not in {"LANG", "LANGUAGE"}}
    run = subprocess.run(
        [sys.executable, "-m", "euchre_client", *arguments, "--name", "", "--plain"],
        env=usual | environ | {"XDG_CONFIG_HOME": str(tmp_path), "PYTHONUTF8": "1"},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    said = {"en": "letters", "it": "lettere", "bg": "букви", "el": "γράμματα"}
    assert run.returncode == 2
    assert said[language] in run.stderr


def test_what_argparse_says_is_in_the_language_too() -> None:
    italian = os.environ | {"PYTHONUTF8": "1"}
    line = [sys.executable, "-m", "euchre_client", "--lang", "it", "--deck"]
    run = subprocess.run(line, env=italian, capture_output=True, encoding="utf-8", check=False)
    assert run.stderr == ("euchre-join: argomento --deck: serve un valore. Con euchre-join --help vedi che cosa c'è.\n")


def test_an_output_without_the_letters_of_a_language_gets_english() -> None:
    greek = os.environ | {"PYTHONIOENCODING": "latin-1", "PYTHONUTF8": "0"}
    line = [sys.executable, "-m", "euchre_client", "--lang", "el", "--help"]
    run = subprocess.run(line, env=greek, capture_output=True, encoding="latin-1", check=True)
    assert "Join a Euchre host" in run.stdout
