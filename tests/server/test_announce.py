"""Telling the network of a host, where zeroconf cannot: what the person at the host gets to read.

``e2e/test_lan`` has what happens on a network.
"""

from __future__ import annotations

import pytest
import zeroconf

from euchre_protocol.discovery import Announcement
from euchre_server.announce import Announcer, Place

PLACE = Place(("192.0.2.1",), ("192.0.2.1",))
FACTS = Announcement(name="den")


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (OSError(19, "No such device"), "[Errno 19] No such device"),
        (zeroconf.EventLoopBlocked(), "EventLoopBlocked"),
        (zeroconf.NonUniqueNameException(), "others have the names den to den-9"),
    ],
)
async def test_whatever_fails_is_said_once_with_a_reason(
    error: Exception, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Mute:
        def __init__(self, **_options: object) -> None:
            pass

        def register_service(self, *_arguments: object, **_options: object) -> None:
            raise error

        def close(self) -> None:
            pass

    monkeypatch.setattr(zeroconf, "Zeroconf", Mute)
    lines: list[str] = []
    announcer = Announcer(lambda: FACTS, ["192.0.2.1"], 3824, lines.append)
    for _ in range(2):
        assert not await announcer._tell(PLACE, FACTS)
    assert lines == [f"cannot tell the network about this host ({reason}); its address must be typed"]
