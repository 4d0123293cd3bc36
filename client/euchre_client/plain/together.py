"""Words for what is done at a table besides playing: pausing, voting, and what its owner may do."""

from __future__ import annotations

from typing import Final, get_args

from euchre_client.deeds import Deed, Do, command_of, deeds
from euchre_client.i18n import tr
from euchre_client.plain.desk import Desk
from euchre_client.plain.typed import spoken
from euchre_client.words.deeds import proposal_line

TOGETHER: Final[dict[str, Do]] = {word: word for word in get_args(Do)}
"""The word for each deed."""

_ABOUT_SOMEBODY: Final = frozenset({"replace", "free", "kick"})


def together_help() -> list[str]:
    """The lines of the help about them."""
    return [
        tr("  pause, resume   let all wait, and go on"),
        tr("  end     propose to end the game;  replace NAME  propose that a bot plays for somebody"),
        tr("  yes, no   vote about what is proposed"),
        tr("  free NAME, kick NAME, close   take a seat, send away, close the table: who made it may"),
    ]


def do_together(desk: Desk, word: str, rest: str) -> None:
    """Send the command that a word stands for, or say why there is nothing to send."""
    do, name = TOGETHER[word], rest.strip()
    if desk.table is None:
        desk.say(tr("You are at no table."))
        return
    offered = [deed for deed in deeds(desk.table, desk.welcome.name) if deed.do == do]
    if do in _ABOUT_SOMEBODY:
        _about_somebody(desk, word, name, offered)
    elif name or not offered:
        desk.say(_why_not(do) if not name else tr("{word} stands alone: type just {word}.", word=spoken(word)))
    else:
        desk.link.send(command_of(offered[0], desk.next_id()))


def _about_somebody(desk: Desk, word: str, name: str, offered: list[Deed]) -> None:
    found = next((deed for deed in offered if deed.name.casefold() == name.casefold()), None)
    if found is not None:
        desk.link.send(command_of(found, desk.next_id()))
    elif offered:
        names = ", ".join(deed.name for deed in offered)
        desk.say(tr("{word} NAME: whom? There are: {names}.", word=spoken(word), names=names))
    else:
        desk.say(_why_not(TOGETHER[word]))


def _why_not(do: Do) -> str:
    if do in {"yes", "no"}:
        return tr("There is nothing for you to vote about.")
    if do in {"free", "kick", "close"}:
        return tr("Only who made the table may do that, and only to others.")
    if do == "resume":
        return tr("The game is not paused.")
    return tr("That is for people in the seats, while a game is played.")


def vote_line(desk: Desk) -> str | None:
    """What is to be decided, for somebody who has not voted; none if there is nothing."""
    table = desk.table
    if table is None or table.proposal is None or table.you not in table.proposal.voters:
        return None
    if table.you in {*table.proposal.yes, *table.proposal.no}:
        return None
    return tr("{proposal} Type yes or no.", proposal=proposal_line(table.proposal, desk.scene, desk.welcome.name))
