"""What a person sees who types ``make`` on a machine that has everything, or lacks something.

Most tests put a stand-in for ``python3`` first in the path: a shell script that writes down how it was called and
makes a ``.venv`` of itself, so that no test waits for a real installation.
"""

from __future__ import annotations

import os
import pty
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
TOOLS = ("sh", "make", "cat", "grep", "rm", "sed", "touch", "test", "cp", "mkdir", "chmod", "mktemp")

STAND_IN = """#!/bin/sh
echo "$*" >>"$CALLS"
case "$*" in
*version_info*) exit $TOO_OLD ;;
-V) echo "Python 3.9.2" ;;
*ensurepip*) exit $NO_VENV ;;
"-m venv "*)
    mkdir -p "$3/bin"
    cp "$0" "$3/bin/python"
    printf '#!/bin/sh\\necho "euchre-host $*"\\n' >"$3/bin/euchre-host"
    chmod +x "$3/bin/euchre-host" ;;
*"pip install"*) test -z "$PIP" || exec "$PIP" "$@"; echo "$PIP_SAYS"; exit $PIP_EXIT ;;
esac
"""


@dataclass(frozen=True)
class Checkout:
    """A copy of what ``make`` reads, and a path on which nothing but the bare tools is found."""

    folder: Path
    env: dict[str, str]

    def make(self, *arguments: str, **env: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            ["make", *arguments],
            cwd=self.folder,
            env={**self.env, **env},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=60,
        )

    def calls(self) -> list[str]:
        return Path(self.env["CALLS"]).read_text().splitlines()

    def installations(self) -> int:
        return sum("pip install" in call for call in self.calls())

    def stamps(self) -> set[str]:
        return {name for name in ("play", "test", "dev") if (self.folder / ".venv" / name).exists()}


def lay_out(folder: Path, env: Mapping[str, str]) -> Checkout:
    folder.mkdir()
    for name in ("Makefile", "pyproject.toml"):
        shutil.copy(ROOT / name, folder)
    return Checkout(folder, dict(env))


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    tools = tmp_path / "bin"
    tools.mkdir()
    for name in TOOLS:
        found = shutil.which(name)
        assert found is not None, name
        (tools / name).symlink_to(found)
    (tools / "python3").write_text(STAND_IN)
    (tools / "python3").chmod(0o755)
    calls = tmp_path / "calls"
    calls.touch()
    env = {
        "TOO_OLD": "0",
        "NO_VENV": "0",
        "PIP_EXIT": "0",
        "PIP_SAYS": "",
        "PIP": "",
        "CALLS": str(calls),
        "PATH": str(tools),
    }
    return lay_out(tmp_path / "a checkout", env)


def sentence(result: subprocess.CompletedProcess[str]) -> str:
    """The one line of a failed run that make itself did not add."""
    assert result.returncode != 0
    lines = [line for line in result.stderr.splitlines() if not line.startswith("make: ***")]
    assert len(lines) == 1, result.stderr
    return lines[0]


def test_without_python_make_says_what_to_install(checkout: Checkout) -> None:
    (Path(checkout.env["PATH"]) / "python3").unlink()
    said = sentence(checkout.make("play"))
    assert said.startswith("make: python3 is missing: install Python 3.11 or newer")


def test_an_old_python_is_named_with_its_version(checkout: Checkout) -> None:
    said = sentence(checkout.make("test", TOO_OLD="1"))
    assert said.startswith("make: python3 is too old (Python 3.9.2): euchre-lan needs Python 3.11 or newer")


def test_a_python_without_the_venv_module_is_named(checkout: Checkout) -> None:
    said = sentence(checkout.make("play", NO_VENV="1"))
    assert said == "make: the venv module of python3 is missing (Debian: apt install python3-venv)"
    assert not (checkout.folder / ".venv").exists()


def test_another_python_can_be_named(checkout: Checkout) -> None:
    said = sentence(checkout.make("play", "PYTHON=python3.99"))
    assert said.startswith("make: python3.99 is missing")


def test_without_a_network_make_says_so(checkout: Checkout) -> None:
    """The real pip, sent to a port where nobody listens, because its own words are what make has to understand."""
    said = sentence(
        checkout.make(
            "play",
            PIP=sys.executable,
            PIP_DRY_RUN="1",
            PIP_CONFIG_FILE=os.devnull,
            PIP_INDEX_URL="http://127.0.0.1:9/simple",
        )
    )
    assert said.startswith("make: no network: the Python packages that euchre-lan needs could not be fetched")
    assert checkout.stamps() == set()


def test_any_other_failure_of_pip_is_shown_in_its_own_words(checkout: Checkout) -> None:
    result = checkout.make("play", PIP_EXIT="1", PIP_SAYS="the disk is full")
    assert result.returncode != 0
    assert result.stderr.startswith("the disk is full\nmake: pip could not install euchre-lan")


def test_an_installation_that_failed_is_repeated(checkout: Checkout) -> None:
    checkout.make("setup", PIP_EXIT="1")
    assert checkout.stamps() == set()
    assert checkout.make("setup").returncode == 0
    assert checkout.installations() == 2


def test_nothing_is_installed_twice(checkout: Checkout) -> None:
    checkout.make("setup")
    assert checkout.stamps() == {"play", "test", "dev"}
    checkout.make("setup")
    checkout.make("play")
    assert checkout.installations() == 1


def test_playing_installs_the_runtime_dependencies_only(checkout: Checkout) -> None:
    checkout.make("play")
    assert checkout.stamps() == {"play"}
    assert checkout.calls()[-2].endswith("--editable .")
    assert checkout.calls()[-1] == "client/catalogues.py"


def test_a_changed_pyproject_is_installed_again(checkout: Checkout) -> None:
    checkout.make("setup")
    later = (checkout.folder / ".venv" / "dev").stat().st_mtime + 10
    os.utime(checkout.folder / "pyproject.toml", (later, later))
    checkout.make("setup")
    assert checkout.installations() == 2


def test_a_moved_checkout_is_installed_again(checkout: Checkout) -> None:
    """Scripts in .venv/bin name their interpreter by its full path, so they would start the old checkout."""
    checkout.make("setup")
    moved = Checkout(checkout.folder.rename(checkout.folder.with_name("elsewhere")), checkout.env)
    assert moved.make("setup").returncode == 0
    assert moved.installations() == 2


def started(line: str) -> tuple[str, Path]:
    """How make started the host, and the data folder that it gave to it."""
    found = re.fullmatch(r"(euchre-host .*) --data (\S+)( .*)", line)
    assert found, line
    return found[1] + found[3], Path(found[2])


def test_play_without_a_terminal_watches_bots(checkout: Checkout) -> None:
    host, data = started(checkout.make("play").stdout.splitlines()[-1])
    assert host == "euchre-host --bind 127.0.0.1 --port 0 --pace instant --table Bots=classic,bots=4 --play"
    assert not data.exists(), "the next game begins anew, and nothing is left behind"


def test_play_at_a_terminal_leaves_a_seat_free(checkout: Checkout) -> None:
    checkout.make("play")
    ours, theirs = pty.openpty()
    with os.fdopen(ours, "rb", buffering=0) as screen:
        subprocess.run(["make", "play"], cwd=checkout.folder, env=checkout.env, stdin=theirs, stdout=theirs, check=True)
        os.close(theirs)
        said = screen.read(4096).decode()
    host, _ = started(said.strip())
    assert host == "euchre-host --bind 127.0.0.1 --port 0 --table Kitchen=classic,bots=3 --play"


def test_catalogues_that_a_pull_has_changed_are_compiled_before_playing(checkout: Checkout) -> None:
    catalogue = checkout.folder / "client/euchre_client/locale/it/LC_MESSAGES/euchre-lan.po"
    catalogue.parent.mkdir(parents=True)
    catalogue.touch()
    checkout.make("play")
    checkout.make("play")
    assert checkout.calls().count("client/catalogues.py") == 1
    later = (checkout.folder / ".venv" / "catalogues").stat().st_mtime + 10
    os.utime(catalogue, (later, later))
    checkout.make("play")
    assert checkout.calls().count("client/catalogues.py") == 2
    assert checkout.installations() == 1


def test_help_names_every_target(checkout: Checkout) -> None:
    makefile = (ROOT / "Makefile").read_text()
    targets = makefile.split(".PHONY:")[1].splitlines()[0].split()
    listed = [line.split()[1] for line in checkout.make("help").stdout.splitlines()]
    assert set(listed) == set(targets) - {"stale"}
