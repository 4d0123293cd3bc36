"""Who is to blame when a conversation breaks."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from euchre_protocol.connection import Received


class ProtocolError(Exception):
    """Something in a conversation was against the protocol. Only the two subclasses are ever raised."""


class LocalProtocolError(ProtocolError):
    """We tried to send what may not be sent now, or cannot be sent at all: a fault of this program."""


class RemoteProtocolError(ProtocolError):
    """The other side's bytes are against the protocol; the connection is of no further use.

    Attributes:
        code: which rule was broken, one of the codes in docs/protocol.md ("Broken connections").
        message: the same in an English sentence, for a log.
        before: the good messages that came in the same bytes, ahead of the bad ones. They were not returned by
            ``receive``, so that what a caller sees does not depend on how the bytes were cut into pieces.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.before: tuple[Received, ...] = ()
