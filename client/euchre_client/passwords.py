"""Passwords that can be sent, and so be right."""

from __future__ import annotations

from euchre_protocol.text import is_text


def sendable(password: str | None, longest: int) -> str | None:
    """Return a password as it goes to the host; none for one that neither host nor table can have.

    A host would break off at it as at something against the protocol; to none it answers that it is not right.
    """
    return password if password is not None and len(password) <= longest and is_text(password) else None
