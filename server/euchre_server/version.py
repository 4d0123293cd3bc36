"""What this host calls itself."""

from __future__ import annotations

from importlib.metadata import version

VERSION = version("euchre-lan")

SOFTWARE = f"euchre-lan {VERSION}"
"""Told to every client, and on the screen with ``--version``."""
