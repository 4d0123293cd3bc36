"""What is built from this repository, and what its documents promise about it."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from importlib.metadata import version
from pathlib import Path

import pytest

import euchre_client.cli
import euchre_server.options
from euchre_client.keymap import BINDINGS
from euchre_server import backup
from euchre_server.descriptors import OWN
from euchre_server.limits import SPARE_CONNECTIONS, Limits

ROOT = Path(__file__).parents[1]
PACKAGES = {
    "euchre_engine": ROOT / "engine",
    "euchre_protocol": ROOT / "protocol",
    "euchre_server": ROOT / "server",
    "euchre_client": ROOT / "client",
}
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])


UNIT = ROOT / "docs" / "euchre-host.service"


def unit_settings() -> dict[str, str]:
    return dict(line.split("=", 1) for line in UNIT.read_text("utf-8").splitlines() if re.match(r"[A-Z]\w+=", line))


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there is no systemd-analyze")
def test_systemd_takes_the_unit(tmp_path: Path) -> None:
    program = unit_settings()["ExecStart"].split()[0]
    here = UNIT.read_text("utf-8").replace(program, str(Path(sys.executable).with_name("euchre-host")))
    # It complains about what it does not know, and returns 0 all the same; so the second one shows that it looks.
    for text, complaint in ((here, ""), (here.replace("Restart=on-failure", "Restart=perhaps"), "restart")):
        file = tmp_path / UNIT.name
        file.write_text(text, "utf-8")
        command = ["systemd-analyze", "verify", "--man=no", str(file)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        assert (complaint in done.stderr) if complaint else (done.stdout + done.stderr == "")


def test_the_host_takes_what_the_unit_says() -> None:
    settings = unit_settings()
    _, *words = shlex.split(settings["ExecStart"].replace("%S", "/var/lib"))
    options = euchre_server.options.read_options(words)
    assert options.data == Path("/var/lib") / settings["StateDirectory"]
    assert options.records is not None
    assert options.records.is_relative_to(options.data)
    assert int(settings["LimitNOFILE"]) >= Limits.connections + SPARE_CONNECTIONS + OWN
    assert settings["RestartPreventExitStatus"] == "2"


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the sdist and the wheel of this checkout."""
    folder = tmp_path_factory.mktemp("dist")
    subprocess.run([sys.executable, "-m", "hatchling", "build", "-d", str(folder)], cwd=ROOT, check=True)
    return folder


def wheel(built: Path) -> zipfile.ZipFile:
    (path,) = built.glob("*.whl")
    return zipfile.ZipFile(path)


def test_the_wheel_holds_every_module_and_marks_it_typed(built: Path) -> None:
    sources = {
        str(path.relative_to(folder))
        for package, folder in PACKAGES.items()
        for path in (folder / package).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    with wheel(built) as archive:
        names = set(archive.namelist())
    assert {f"{package}/py.typed" for package in PACKAGES} <= sources
    assert {name for name in names if ".dist-info/" not in name} == sources


def test_the_wheel_installs_the_three_commands_and_the_licence(built: Path) -> None:
    with wheel(built) as archive:
        info = f"euchre_lan-{version('euchre-lan')}.dist-info"
        entry_points = archive.read(f"{info}/entry_points.txt").decode()
        assert archive.read(f"{info}/licenses/LICENSE").startswith(b"MIT License")
    assert re.findall(r"^(\S+) = ", entry_points, re.MULTILINE) == ["euchre-host", "euchre-join", "euchre-record"]


def test_the_sdist_can_be_tested_where_it_is_unpacked(built: Path) -> None:
    (path,) = built.glob("*.tar.gz")
    with tarfile.open(path) as archive:
        names = {name.split("/", 1)[1] for name in archive.getnames()}
    assert {"Makefile", ".ci/run", "README.md", "CHANGELOG.md", "LICENSE", "tests/test_repository.py"} <= names
    assert {"hatch_build.py", "client/catalogues.py"} <= names, (
        "what compiles the catalogues when a wheel is made of it"
    )
    assert {path.rsplit("/", 3)[1] for path in names if path.endswith(".mo")} == {"it", "bg", "el"}


def links(document: Path) -> list[str]:
    """What a document links to or shows, without the web and without anchors."""
    found = re.findall(r"\]\(([^)\s#]+)|(?:src|href)=\"([^\"#]+)", document.read_text())
    return [link for pair in found for link in pair if link and "://" not in link]


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_document_links_to_a_file_that_is_not_there(document: Path) -> None:
    missing = [link for link in links(document) if not (document.parent / link).exists()]
    assert missing == []


def examples() -> list[tuple[str, str]]:
    """Every command line of ours in a document's code block, with the document that has it."""
    return [
        (str(document.relative_to(ROOT)), line.strip())
        for document in DOCUMENTS
        for block in re.findall(r"^```\w*\n(.*?)^```", document.read_text(), re.MULTILINE | re.DOTALL)
        for line in block.splitlines()
        if re.match(r"\s*euchre-(host|join) ", line)
    ]


@pytest.mark.parametrize(("document", "line"), examples())
def test_commands_in_documents_are_ones_that_the_programs_take(document: str, line: str) -> None:
    program, *arguments = shlex.split(line, comments=True)
    if program == "euchre-host" and arguments[0] == backup.COMMAND:
        assert backup.read_options(arguments[1:], Path("data"))
    elif program == "euchre-host":
        assert euchre_server.options.read_options(arguments)
    else:
        assert euchre_client.cli.read_options(arguments, {}, None, None)


def test_the_readme_names_keys_that_do_something() -> None:
    table = (ROOT / "README.md").read_text().split("| key | does |")[1].split("\n\n")[0]
    cells = re.findall(r"^\| (`.*?) \|", table, re.MULTILINE)
    named = re.findall(r"`([^`]+)`", " ".join(cells))
    words = {"Esc": "escape"}
    bound = {key for binding in BINDINGS for key in binding.keys}
    assert named
    assert [key for key in named if words.get(key, key.lower()) not in bound] == []


def requirements() -> set[str]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    extras = project["project"]["optional-dependencies"].values()
    lines = [
        *project["build-system"]["requires"],
        *project["project"]["dependencies"],
        *(line for extra in extras for line in extra),
    ]
    return {re.split(r"[<>=[]", line)[0] for line in lines} - {"euchre-lan"}


def test_every_dependency_has_its_reason_and_every_reason_its_dependency() -> None:
    record = (ROOT / "docs" / "decisions" / "0006-dependencies.md").read_text()
    reasons = set(re.findall(r"^\| `([^`]+)` \|", record, re.MULTILINE))
    assert reasons == requirements()


def test_the_changelog_speaks_of_this_version() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text()
    headings = re.findall(r"^## \[([^\]]+)\]", changelog, re.MULTILINE)
    assert version("euchre-lan") in headings


def test_decision_records_are_numbered_without_gaps() -> None:
    numbers = sorted(int(path.name[:4]) for path in (ROOT / "docs" / "decisions").glob("[0-9]*.md"))
    assert numbers == list(range(1, len(numbers) + 1))
