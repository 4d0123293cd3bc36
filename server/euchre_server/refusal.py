"""Saying no to a command."""

from __future__ import annotations

from collections.abc import Iterable

from euchre_protocol.messages import Why


class Refusal(Exception):  # noqa: N818 - an answer of the game, not an error of the program
    """A command is not carried out and has changed nothing.

    Args:
        code: the machine-readable reason, as docs/protocol.md lists them.
        why: for ``illegal``, the rule and the cards it speaks of.
        fields: for ``bad_rules``, the rules or options at fault.
    """

    def __init__(self, code: str, *, why: Why | None = None, fields: Iterable[str] = ()) -> None:
        super().__init__(code)
        self.code = code
        self.why = why
        self.fields = list(fields)
