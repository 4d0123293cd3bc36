"""The page on playing says the same in four languages, and what it names is there: settings, keys, words to type."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from euchre_client.i18n import LANGUAGES, use_language
from euchre_client.plain.typed import WORDS, english
from euchre_client.settings import CHOICES, variable
from euchre_client.words.settings import setting_title

DOCS = Path(__file__).parents[2] / "docs"
TRANSLATED = [language for language in LANGUAGES if language != "en"]
ITALIAN_KEYS = {"Invio": "Enter", "PagSu": "PgUp", "PagGiù": "PgDn"}


@pytest.fixture(autouse=True)
def english_again() -> Iterator[None]:
    yield
    use_language("en")


def page(language: str) -> str:
    name = "playing.md" if language == "en" else f"playing.{language}.md"
    return (DOCS / name).read_text(encoding="utf-8")


def tables(text: str) -> list[list[str]]:
    """The cells of each row of a table, without the rules under the heads."""
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines() if line[:1] == "|"]
    return [row for row in rows if set("".join(row)) != {"-"}]


def settings(text: str) -> list[list[str]]:
    return [row for row in tables(text) if len(row) == 4][1:]


def shape(text: str) -> list[str]:
    """What each block is, in their order: headings with their level, paragraphs, lists with their points, pictures."""
    kinds: list[str] = []
    for block in text.split("\n\n"):
        points = len(re.findall(r"^- ", block, re.MULTILINE))
        heading = re.match(r"#+", block)
        rows = len(tables(block))
        kind = f"table {rows}" if rows else f"list {points}" if points else "picture" if block[:2] == "![" else "text"
        kinds.append(heading[0] if heading else kind)
    return kinds


@pytest.mark.parametrize("language", TRANSLATED)
def test_it_is_built_alike_in_all_languages(language: str) -> None:
    assert shape(page(language)) == shape(page("en"))


@pytest.mark.parametrize("language", TRANSLATED)
def test_it_names_the_same_keys_options_and_variables(language: str) -> None:
    def named(text: str) -> set[str]:
        quoted = {ITALIAN_KEYS.get(each, each) for each in re.findall(r"`([^`\n]+)`", text)}
        return {each for each in quoted if re.fullmatch(r"--[a-z]+.*|[A-Z_]{4,}|[a-z?]|Ctrl-.|fg|Enter|Esc|Pg..", each)}

    assert named(page(language)) - {f"--lang {language}"} == named(page("en"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_its_table_of_settings_is_that_of_the_program(language: str) -> None:
    use_language(language)
    told = {row[0]: (row[1].split(", "), row[3].strip("`")) for row in settings(page(language))}
    assert told == {setting_title(name): (list(values), variable(name)) for name, values in CHOICES.items()}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_to_type_are_understood(language: str) -> None:
    use_language(language)
    known = {each.rpartition("\x04")[2] for each in WORDS}
    quoted = re.findall(r"`([^`\n]+)`", page(language))
    typed = {english(each.split()[0]) for each in quoted} & known
    assert typed == known - {"hint", "review"}  # for these the page tells the keys
    last = page(language).rindex("`--plain`")
    words = re.findall(r"`([^`\n]+)`", page(language)[last:].partition("\n\n")[0])
    assert [english(each.split()[0]) for each in words[1:14]] == [
        "help", "hand", "trick", "last", "deal", "score", "rules", "learn", "settings", "table", "say", "lobby", "quit",
    ]  # fmt: skip
