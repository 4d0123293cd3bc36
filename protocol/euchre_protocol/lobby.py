"""Putting the lobby together again from the pieces in which it is sent."""

from __future__ import annotations

from euchre_protocol.messages import Lobby


def merged(before: Lobby | None, message: Lobby) -> Lobby:
    """Return the whole lobby after a message about it.

    Args:
        before: the whole lobby until now, if there is one.
        message: what has come.

    Returns:
        A message that stands for everything: people and tables in the order in which they came, with the news of
        ``message``. It is incomplete as long as ``message.more`` is set.
    """
    old = before if message.change and before is not None else Lobby(version=0, people=[], tables=[])
    people = {person.name: person for person in old.people}
    people.update((person.name, person) for person in message.people)
    tables = {line.id: line for line in old.tables}
    tables.update((line.id, line) for line in message.tables)
    for name in message.left:
        people.pop(name, None)
    for number in message.gone:
        tables.pop(number, None)
    return Lobby(version=message.version, people=[*people.values()], tables=[*tables.values()], news=message.news)
