"""Brings the catalogues up to date with the sentences in the client: ``make messages``.

A new sentence appears in each catalogue without a translation, one that is gone disappears, and all are compiled.
"""

from __future__ import annotations

import runpy
import sys
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).parents[2]
CLIENT = ROOT / "client" / "euchre_client"
TRANSLATED = ("it", "bg", "el")

_KEYWORDS = {"tr": None, "trn": (1, 2), "mark": None, "mark_in": ((1, "c"), 2)}


def template() -> Catalog:
    """Return all sentences of the client, in the order of its files."""
    catalog = Catalog(project="euchre-lan", charset="utf-8")
    for _, _, message, _, context in extract_from_dir(
        str(CLIENT), [("**.py", "python")], {"**.py": {"encoding": "utf-8"}}, keywords=_KEYWORDS
    ):
        catalog.add(message, context=context)
    return catalog


def path_of(language: str) -> Path:
    """Return where the catalogue of a language lies."""
    return CLIENT / "locale" / language / "LC_MESSAGES" / "euchre-lan.po"


def load(language: str) -> Catalog:
    """Read the catalogue of a language."""
    return read_po(BytesIO(path_of(language).read_bytes()), locale=language, abort_invalid=True)


def text_of(catalog: Catalog) -> bytes:
    """Return a catalogue as it is kept: without line numbers, which would change with every line of code."""
    out = BytesIO()
    write_po(out, catalog, width=118, no_location=True, omit_header=False, ignore_obsolete=True)
    return out.getvalue()


def main() -> None:
    """Merge, write and compile."""
    sentences = template()
    for language in TRANSLATED:
        catalog = load(language)
        before = catalog.revision_date
        catalog.update(sentences, no_fuzzy_matching=True, update_creation_date=False)
        catalog.revision_date = before
        path_of(language).write_bytes(text_of(catalog))
        missing = [str(message.id) for message in catalog if message.id and not _is_done(message.string)]
        print(f"{path_of(language).relative_to(ROOT)}: {len(missing)} to translate", *missing, sep="\n  ")
    runpy.run_path(str(ROOT / "client" / "catalogues.py"))["compile_all"]()


def _is_done(string: object) -> bool:
    return all(string) if isinstance(string, list | tuple) else bool(string)


if __name__ == "__main__":
    sys.exit(main())
