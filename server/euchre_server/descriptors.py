"""Room for connections: each is a file descriptor, and the system lets a process have only so many."""

from __future__ import annotations

import resource
from collections.abc import Callable
from dataclasses import replace

from euchre_server.limits import SPARE_CONNECTIONS, Limits

OWN = 64
"""Descriptors that the host needs for itself: listeners, journal, log, records, pipes to workers, and the player's
program of ``--play``."""


def fit_descriptors(limits: Limits, say: Callable[[str], None]) -> Limits:
    """Have the system allow as many descriptors as ``limits`` need, or lower them to what it allows.

    Args:
        limits: what was wished for.
        say: told when it cannot be had.

    Returns:
        The same, perhaps with fewer connections.
    """
    needed = limits.connections + SPARE_CONNECTIONS + OWN
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY or soft >= needed:
        return limits
    allowed = needed if hard == resource.RLIM_INFINITY else min(hard, needed)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))
    except (OSError, ValueError):  # macOS states no bound and has one all the same
        allowed = soft
    if allowed >= needed:
        return limits
    fewer = max(1, allowed - SPARE_CONNECTIONS - OWN)
    say(f"the system allows {allowed} open files, so {fewer} people can be connected and not {limits.connections}")
    return replace(limits, connections=fewer)
