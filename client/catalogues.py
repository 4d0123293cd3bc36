"""Compiles the catalogues: each .po file, which people edit, into the .mo file beside it, which the client reads.

``python client/catalogues.py`` compiles what has changed. The build does the same for every wheel, sdist and editable
installation. It takes nothing but the standard library, so that playing from a checkout needs no tool for it.
"""

from __future__ import annotations

import ast
import os
import struct
import tempfile
from collections.abc import Iterator
from pathlib import Path

LOCALE = Path(__file__).parent / "euchre_client" / "locale"

_MAGIC = 0x950412DE
"""What a .mo file begins with, says the manual of GNU gettext ("The Format of GNU MO Files")."""

_HEAD = 28
"""Bytes before the two tables."""


def messages(text: str) -> Iterator[tuple[str, str]]:
    """Give each translated message of a .po file: what it is looked up by, and the translation.

    Fuzzy and empty translations, and messages no longer used, are left out. Plural forms are joined by NUL, a context
    is put before its message with EOT, as the .mo format has it.

    Raises:
        ValueError: a line is none of a .po file.
    """
    for block in text.split("\n\n"):
        fields: dict[str, str] = {}
        field, fuzzy = "", False
        for line in block.splitlines():
            if line.startswith("#"):
                fuzzy = fuzzy or (line.startswith("#,") and "fuzzy" in line)
                continue
            word, quote, rest = line.partition('"')
            field = word.strip() or field
            if not quote or not field:
                raise ValueError(f"{line!r} is no line of a .po file")
            fields[field] = fields.get(field, "") + ast.literal_eval(quote + rest)
        if fields and not fuzzy:
            yield from _entry(fields)


def _entry(fields: dict[str, str]) -> Iterator[tuple[str, str]]:
    translations = [text for field, text in fields.items() if field.startswith("msgstr")]
    if not all(translations):
        return
    key = fields["msgid"]
    if "msgid_plural" in fields:
        key += "\0" + fields["msgid_plural"]
    if "msgctxt" in fields:
        key = fields["msgctxt"] + "\x04" + key
    yield key, "\0".join(translations)


def compiled(text: str) -> bytes:
    """Return the .mo file for the text of a .po file: two tables of lengths and offsets, then all the texts."""
    pairs = sorted((key.encode(), value.encode()) for key, value in messages(text))
    texts = b""
    tables: list[bytes] = []
    for column in (0, 1):
        table = b""
        for pair in pairs:
            table += struct.pack("<2I", len(pair[column]), _HEAD + 16 * len(pairs) + len(texts))
            texts += pair[column] + b"\0"
        tables.append(table)
    head = struct.pack("<7I", _MAGIC, 0, len(pairs), _HEAD, _HEAD + 8 * len(pairs), 0, 0)
    return head + b"".join(tables) + texts


def compile_all(folder: Path = LOCALE) -> list[Path]:
    """Compile each catalogue below ``folder`` whose .mo file is missing or older; return the .mo files.

    Several may do it at once: each file appears whole.
    """
    out: list[Path] = []
    for source in sorted(folder.rglob("*.po")):
        target = source.with_suffix(".mo")
        if not target.exists() or target.stat().st_mtime_ns <= source.stat().st_mtime_ns:
            handle, draft = tempfile.mkstemp(dir=target.parent, suffix=".new")
            with os.fdopen(handle, "wb") as file:
                file.write(compiled(source.read_text(encoding="utf-8")))
            os.chmod(draft, 0o644)  # a temporary file is for its owner only
            os.replace(draft, target)
        out.append(target)
    return out


if __name__ == "__main__":
    compile_all()
