"""What the build does beside copying: it compiles the catalogues of the client's languages."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CatalogueHook(BuildHookInterface[Any]):
    """Compiles before each wheel, sdist and editable installation, and puts the result in although git ignores it."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile; called by hatchling."""
        tool = runpy.run_path(str(Path(self.root) / "client" / "catalogues.py"))
        for path in tool["compile_all"]():
            build_data["artifacts"].append("/" + path.relative_to(self.root).as_posix())
