"""What this host calls itself."""

from __future__ import annotations

from importlib.metadata import version

SOFTWARE = f"euchre-lan {version('euchre-lan')}"
"""Told to every client, and on the screen with ``--version``."""
