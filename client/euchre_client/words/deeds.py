"""What may be done at a table besides playing, and what is being decided there, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from euchre_client.i18n import mark, tr
from euchre_client.words.people import person
from euchre_client.words.scene import Scene

if TYPE_CHECKING:
    from euchre_client.deeds import Deed
    from euchre_protocol.messages import Proposal

_WORDS = {
    "yes": (mark("Yes, I am for it"), mark("Your vote counts until it is decided; the last one does.")),
    "no": (mark("No, I am against it"), mark("Your vote counts until it is decided; the last one does.")),
    "pause": (mark("Pause the game"), mark("All waits, clocks too, until somebody lets the game go on.")),
    "resume": (mark("Let the game go on"), mark("The game goes on where it was.")),
    "end": (mark("Propose to end the game"), mark("More than half of the people in the seats must be for it.")),
    "replace": (
        mark("Propose a bot for {name}"),
        mark("More than half of the others must be for it; a bot then has the seat."),
    ),
    "free": (mark("Free the seat of {name}"), mark("{name} stays and watches; in a game a bot plays on.")),
    "kick": (mark("Send {name} away"), mark("{name} is in the lobby, and not let back for ten minutes.")),
    "close": (mark("Close the table"), mark("The game ends for everybody, and the table is gone.")),
}


def deed_words(deed: Deed) -> str:
    """Return what it is called in a list."""
    return tr(_WORDS[deed.do][0], name=person(deed.name))


def deed_effect(deed: Deed) -> str:
    """Return a sentence about what it brings about."""
    return tr(_WORDS[deed.do][1], name=person(deed.name))


def paused_line(name: str, me: str) -> str:
    """Say who has paused the game."""
    if name == me:
        return tr("You have paused the game.")
    return tr("{name} has paused the game.", name=person(name))


def proposal_line(proposal: Proposal, scene: Scene, me: str) -> str:
    """Say what is to be decided, and how the vote stands."""
    about = None if proposal.seat is None or proposal.seat >= scene.seats else proposal.seat
    yes, needs, name = len(proposal.yes), proposal.needs, person(proposal.by)
    if about is None:
        if proposal.by == me:
            return tr("You propose to end the game: {yes} of {needs} votes.", yes=yes, needs=needs)
        return tr("{name} proposes to end the game: {yes} of {needs} votes.", name=name, yes=yes, needs=needs)
    other = scene.names[about]
    if about == scene.you:
        return tr("{name} proposes a bot in your place: {yes} of {needs} votes.", name=name, yes=yes, needs=needs)
    if proposal.by == me:
        return tr("You propose a bot for {other}: {yes} of {needs} votes.", other=other, yes=yes, needs=needs)
    return tr(
        "{name} proposes a bot for {other}: {yes} of {needs} votes.", name=name, other=other, yes=yes, needs=needs
    )
