"""What a person likes: symbols, colours, sound, language. Kept in a TOML file, of which comments are kept too."""

from __future__ import annotations

import os
import tempfile
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path

import platformdirs

from euchre_client.i18n import LANGUAGES, system_language

AUTO = "auto"


@dataclass(frozen=True, slots=True)
class Settings:
    """One value of ``CHOICES`` for each setting."""

    symbols: str = AUTO
    background: str = AUTO
    deck: str = "four"
    bell: str = "on"
    mouse: str = "off"
    cards: str = "language"
    language: str = AUTO


DEFAULTS = Settings()

CHOICES: Mapping[str, tuple[str, ...]] = {
    "symbols": (AUTO, "unicode", "ascii"),
    "background": (AUTO, "dark", "light"),
    "deck": ("four", "poker", "two", "none"),
    "bell": ("on", "off"),
    "mouse": ("off", "on"),
    "cards": ("language", "standard", "words"),
    "language": (AUTO, *LANGUAGES),
}
"""What may be chosen; the first is the default. ``auto`` asks the terminal or the environment."""


def default_path() -> Path:
    """Return where the settings lie: the user's configuration folder."""
    return Path(platformdirs.user_config_dir("euchre-lan", appauthor=False)) / "settings.toml"


def variable(name: str) -> str:
    """Return the environment variable of a setting: ``EUCHRE_DECK``."""
    return f"EUCHRE_{name.upper()}"


def load(path: Path, environ: Mapping[str, str], given: Mapping[str, str] | None = None) -> Settings:
    """Read the settings: what was ``given`` on the command line goes before the environment, and that before the file.

    A value that is not among the choices, or a file that cannot be read, counts as not given: a slip in it must not
    keep anybody from playing.
    """
    chosen = DEFAULTS
    for source in (_file(path), {name: environ.get(variable(name)) for name in CHOICES}, given or {}):
        known = {name: value for name, value in source.items() if name in CHOICES and value in CHOICES[name]}
        chosen = replace(chosen, **known)
    return chosen


def _file(path: Path) -> dict[str, object]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}


def language_of(settings: Settings, environ: Mapping[str, str]) -> str:
    """Return the language to speak: the chosen one, or that of the system."""
    return system_language(environ) if settings.language == AUTO else settings.language


def save(path: Path, settings: Settings, before: Settings | None = None) -> None:
    """Write the settings into the file; its comments, its order and what we do not know stay as they are.

    Args:
        path: The file.
        settings: What to write.
        before: Only what differs from it is written, so that what was asked for once on a command line stays there.

    Raises:
        OSError: the folder cannot be written.
    """
    import tomlkit  # only who changes a setting waits for it to load

    try:
        document = tomlkit.parse(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        document = tomlkit.document()
    for field in fields(settings):
        value = getattr(settings, field.name)
        if before is None or value != getattr(before, field.name):
            document[field.name] = value
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, draft = tempfile.mkstemp(dir=path.parent, suffix=".new")
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        file.write(tomlkit.dumps(document))
    os.replace(draft, path)  # whole or not at all, even if the machine stops in between


def change(settings: Settings, name: str, step: int) -> Settings:
    """Return the settings with the neighbouring value of one of them."""
    values = CHOICES[name]
    index = values.index(getattr(settings, name))
    return replace(settings, **{name: values[(index + step) % len(values)]})
