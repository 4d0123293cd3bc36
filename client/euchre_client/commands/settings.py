"""Commands in the settings."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from euchre_client.commands.step import Step
from euchre_client.model import Model, Overlay
from euchre_client.settings import CHOICES, change

NAMES = tuple(CHOICES)


def _open(model: Model, key: str) -> Step:
    return Step(model.but(overlay=Overlay.SETTINGS, page=0))


def _move(step: int) -> Callable[[Model, str], Step]:
    def command(model: Model, key: str) -> Step:
        return Step(model.but(page=(model.page + step) % len(NAMES)))

    return command


def _change(step: int) -> Callable[[Model, str], Step]:
    """Change the chosen setting; it is seen at once and kept."""

    def command(model: Model, key: str) -> Step:
        name = NAMES[model.page % len(NAMES)]
        return Step(model.but(settings=change(model.settings, name, step)), effect="settings")

    return command


COMMANDS: Mapping[str, Callable[[Model, str], Step]] = {
    "settings": _open,
    "setting_down": _move(1),
    "setting_up": _move(-1),
    "setting_next": _change(1),
    "setting_previous": _change(-1),
}
