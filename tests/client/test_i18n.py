from __future__ import annotations

import ast
import string
import struct
from collections.abc import Iterator
from pathlib import Path

import pytest

import euchre_client
from euchre_client import i18n
from euchre_client.i18n import system_language, tr, trn, use_language


def catalogue(folder: Path, lang: str, entries: dict[str, str]) -> None:
    """Write a compiled gettext catalogue: a table of originals, a table of translations, then the texts."""
    head = "Content-Type: text/plain; charset=UTF-8\nPlural-Forms: nplurals=2; plural=(n != 1);\n"
    pairs = sorted({"": head, **entries}.items())
    offset = 28 + 16 * len(pairs)
    tables = {0: b"", 1: b""}
    texts = b""
    for column in (0, 1):
        for pair in pairs:
            text = pair[column].encode()
            tables[column] += struct.pack("<II", len(text), offset + len(texts))
            texts += text + b"\0"
    header = struct.pack("<7I", 0x950412DE, 0, len(pairs), 28, 28 + 8 * len(pairs), 0, 0)
    file = folder / lang / "LC_MESSAGES" / f"{i18n.DOMAIN}.mo"
    file.parent.mkdir(parents=True)
    file.write_bytes(header + tables[0] + tables[1] + texts)


@pytest.fixture(autouse=True)
def english_again() -> Iterator[None]:
    yield
    use_language("en")


def test_sentences_are_found_in_the_catalogue_of_the_language(tmp_path: Path) -> None:
    tricks = "{name} called {suit}: {count} trick.\0{name} called {suit}: {count} tricks."
    catalogue(
        tmp_path,
        "it",
        {
            "{name} passes.": "{name} passa.",
            tricks: "{name} ha chiamato {suit}: {count} presa.\0{name} ha chiamato {suit}: {count} prese.",
        },
    )
    use_language("it", tmp_path)
    assert tr("{name} passes.", name="Ann") == "Ann passa."
    one, many = tricks.split("\0")
    assert trn(one, many, 1, name="Ann", suit="♥") == "Ann ha chiamato ♥: 1 presa."
    assert trn(one, many, 3, name="Ann", suit="♥") == "Ann ha chiamato ♥: 3 prese."
    assert tr("You pass.") == "You pass."


def test_a_language_without_a_catalogue_is_english(tmp_path: Path) -> None:
    use_language("el", tmp_path)
    assert tr("{name} passes.", name="Ann") == "Ann passes."
    assert trn("{count} point for us.", "{count} points for us.", 2) == "2 points for us."


@pytest.mark.parametrize(
    ("environ", "language"),
    [
        ({}, "en"),
        ({"LANG": "it_IT.UTF-8"}, "it"),
        ({"LANG": "bg"}, "bg"),
        ({"LANG": "it_IT.UTF-8", "LC_MESSAGES": "el_GR.UTF-8"}, "el"),
        ({"LANG": "it_IT.UTF-8", "LC_MESSAGES": "el_GR.UTF-8", "LC_ALL": "bg_BG@euro"}, "bg"),
        ({"LANG": "it_IT.UTF-8", "LC_ALL": ""}, "it"),
        ({"LANG": "it_IT.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "C.UTF-8", "LANGUAGE": "it"}, "en"),
        ({"LANG": "de_DE.UTF-8", "LANGUAGE": "fr:el:it"}, "el"),
        ({"LANG": "de_DE.UTF-8", "LANGUAGE": "de"}, "en"),
    ],
)
def test_the_environment_chooses_when_nothing_is_asked(environ: dict[str, str], language: str) -> None:
    assert system_language(environ) == language


def test_what_people_wrote_is_never_taken_for_placeholders() -> None:
    assert tr("{name} passes.", name="{card}{0}") == "{card}{0} passes."


def sources() -> list[Path]:
    assert euchre_client.__file__ is not None
    return sorted(Path(euchre_client.__file__).parent.rglob("*.py"))


@pytest.mark.bulk
@pytest.mark.parametrize("path", sources(), ids=lambda path: path.stem)
def test_sentences_stand_whole_where_the_extractor_finds_them(path: Path) -> None:
    """Built-up sentences (f-strings, sums) cannot be looked up; placeholders have names, which translators can move."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    hidden = {inner for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for inner in ast.walk(node)}
    for node in ast.walk(tree):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name)):
            continue
        count = {"tr": 1, "mark": 1, "mark_in": 2, "trn": 2}.get(node.func.id, 0)
        for argument in node.args[:count]:
            assert not isinstance(argument, ast.JoinedStr | ast.BinOp), f"{path.name}:{node.lineno}"
            if isinstance(argument, ast.Constant):
                assert node not in hidden, f"{path.name}:{node.lineno}: the extractor does not look into f-strings"
                fields = [name for _, name, _, _ in string.Formatter().parse(argument.value) if name is not None]
                assert all(name.isidentifier() for name in fields), f"{path.name}:{node.lineno}"
