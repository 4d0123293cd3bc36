"""Where ``euchre-join`` begins. PYTHON_ARGCOMPLETE_OK: shells look for this word before they ask."""

from __future__ import annotations

EXIT_INTERRUPTED = 130
"""128 + SIGINT, as shells expect it."""


def main() -> int:
    """Run ``euchre-join`` and return its exit status.

    The rest is loaded here, since Ctrl-C may also come while it loads, which is most of the first second.
    """
    try:
        from euchre_client import cli

        return cli.main()
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
