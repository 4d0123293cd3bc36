"""What can keep a host from starting."""

from __future__ import annotations


class StartError(Exception):
    """The host cannot start; the message is one sentence for the person who tried."""
