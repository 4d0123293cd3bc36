"""The catalogues of the languages: whole, and true to the sentences in the client."""

from __future__ import annotations

import gettext
import re
import string
from collections import Counter
from functools import cache
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.catalog import Message

from euchre_client import i18n
from euchre_client.i18n import LANGUAGES, tr, use_language
from euchre_client.plain.typed import WORDS, english
from tools.messages import TRANSLATED, load, path_of, template, text_of

# Once for all tests, and not already when they are collected, which every worker does.
sentences = cache(template)
loaded = cache(load)


def texts(message: Message) -> list[tuple[str, str]]:
    """The originals and their translations: one pair, or one for each plural form."""
    if isinstance(message.id, str):
        assert isinstance(message.string, str)
        return [(message.id, message.string)]
    one, many = message.id
    return [(one if index == 0 else many, text) for index, text in enumerate(message.string)]


def placeholders(text: str) -> Counter[str]:
    braces = [f"{name}!{conversion}" for _, name, _, conversion in string.Formatter().parse(text) if name is not None]
    return Counter(braces + re.findall(r"%(?:\(\w+\))?[rs]", text))


def test_every_language_but_the_source_has_a_catalogue() -> None:
    assert {"en", *TRANSLATED} == set(LANGUAGES)


@pytest.mark.parametrize("language", TRANSLATED)
def test_nothing_is_missing_stale_or_unsure(language: str) -> None:
    wanted = {(message.context, str(message.id)) for message in sentences() if message.id}
    there = {(message.context, str(message.id)) for message in loaded(language) if message.id}
    assert wanted - there == set(), "run: make messages"
    assert there - wanted == set(), "run: make messages"
    for message in loaded(language):
        if message.id:
            assert not message.fuzzy, message.id
            assert all(text for _, text in texts(message)), f"to be translated: {message.id}"


@pytest.mark.parametrize("language", TRANSLATED)
def test_translations_have_the_form_of_the_originals(language: str) -> None:
    catalogue = loaded(language)
    for message in catalogue:
        if not message.id:
            continue
        if not isinstance(message.id, str):
            assert len(message.string) == catalogue.num_plurals, message.id
        for original, text in texts(message):
            assert placeholders(text) == placeholders(original), original
            for edge in (r"^\s*", r"\s*$"):
                assert re.search(edge, text)[0] == re.search(edge, original)[0], original  # type: ignore[index]


@pytest.mark.parametrize("language", TRANSLATED)
def test_what_is_compiled_is_what_people_edit(language: str) -> None:
    """Our compiler and Babel's reader agree; the file is written as ``make messages`` would write it."""
    compiled = gettext.GNUTranslations(BytesIO(path_of(language).with_suffix(".mo").read_bytes()))
    for message in loaded(language):
        if isinstance(message.id, str) and message.id:
            looked_up = compiled.gettext(message.id) if message.context is None else compiled.pgettext(
                message.context, message.id
            )  # fmt: skip
            assert looked_up == message.string
        elif message.id:
            assert [compiled.ngettext(*message.id, count) for count in (1, 2)] == list(message.string)
    assert path_of(language).read_bytes() == text_of(loaded(language))


@pytest.mark.parametrize("language", TRANSLATED)
def test_letters_under_and_on_cards_have_their_width(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for message in loaded(language):
        room = {"on a card": 1, "under a card, at most 5 letters": 5}.get(message.context or "")
        assert room is None or len(str(message.string)) <= room, message.id


@pytest.mark.parametrize("language", LANGUAGES)
def test_typed_words_of_the_language_and_english_ones_are_understood(language: str) -> None:
    use_language(language)
    try:
        own = [tr(word) for word in WORDS]
        names = [word.rpartition("\x04")[2] for word in WORDS]
        assert [english(word.upper()) for word in own] == names
        assert [english(name) for name in names] == names
        assert len(set(own)) == len(own)
    finally:
        use_language("en")


def test_greek_words_need_no_accents() -> None:
    use_language("el")
    try:
        assert english("βοηθεια") == "help"
    finally:
        use_language("en")


def test_only_the_catalogue_of_the_language_is_read(tmp_path: Path) -> None:
    """A broken catalogue of another language is not noticed."""
    broken = tmp_path / "el" / "LC_MESSAGES" / f"{i18n.DOMAIN}.mo"
    broken.parent.mkdir(parents=True)
    broken.write_bytes(b"no catalogue")
    use_language("it", tmp_path)
    assert tr("You pass.") == "You pass."
    use_language("en")
