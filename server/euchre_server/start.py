"""Where ``euchre-host`` and ``euchre-record`` begin.

The rest is loaded in here, since Ctrl-C may also come while it loads, which is most of the first second.
"""

from __future__ import annotations

INTERRUPTED = 130
"""Exit code after Ctrl-C: 128 + SIGINT, as shells have it."""


def host() -> int:
    """Run ``euchre-host`` and return its exit code."""
    try:
        from euchre_server import cli

        return cli.main()
    except KeyboardInterrupt:
        return INTERRUPTED
    except BaseExceptionGroup as group:  # it came to a task, before the host has begun to listen for Ctrl-C
        if group.split(KeyboardInterrupt)[1] is not None:
            raise
        return INTERRUPTED


def record() -> int:
    """Run ``euchre-record`` and return its exit code."""
    try:
        from euchre_server import record_cli

        return record_cli.main()
    except KeyboardInterrupt:
        return INTERRUPTED
