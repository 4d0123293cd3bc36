"""Which tables of an earlier process go on, and what becomes of the others."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import partial

from euchre_protocol.messages import FieldSpec
from euchre_server.journal import Close, Forget
from euchre_server.services import Services
from euchre_server.settings import Setup, usual_options
from euchre_server.stories import Story


def wanted(story: Story, setups: Iterable[Setup]) -> bool:
    """Whether a table goes on.

    One of the host's own (it has no owner) at which nobody has sat or played does so only if ``setups``, from this
    start's command line, still asks for it, just so.
    """
    if not story.open:
        return False
    return touched(story) or any(_same(story.present.setup, setup) for setup in setups)


def _same(setup: Setup, other: Setup) -> bool:
    """A password that was sealed anew cannot be compared; that there is one can."""
    return replace(setup, lock="") == replace(other, lock="") and bool(setup.lock) is bool(other.lock)


def touched(story: Story) -> bool:
    """Whether somebody has made the table, has sat at it or has watched a game there."""
    standing = story.present.standing
    sat = any(seat.person is not None for seat in standing.seats)
    return sat or standing.owner is not None or story.present.game is not None


def tidy(story: Story, services: Services) -> None:
    """Forget a table that does not go on, when the records of its games are safe."""
    if story.open:
        services.journal.put(Close(story.table))
    for number, told in story.chapters.items():
        forget = partial(services.journal.put, Forget(story.table, number))
        if told.finished is not None:
            services.record(told.finished, forget)
        else:
            forget()


def complete(setup: Setup, specs: Iterable[FieldSpec]) -> Setup:
    """The setup with the defaults of options that were not there when it was made."""
    return replace(setup, options=usual_options(specs) | setup.options)


def describe(story: Story) -> str:
    """A few words about where a table stands."""
    game, state = story.present.game, story.present.standing.state
    doubt = ", perhaps without its newest moves" if story.doubtful else ""
    if game is None or state == "waiting":
        return f"between games{doubt}"
    score = ":".join(map(str, game.state.score))
    where = f"deal {game.state.deal_number}" if state == "playing" else "after a game"
    return f"{where}, {score}{doubt}"
