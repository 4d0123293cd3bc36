"""How long a message takes on its way to bytes and back, as a multiple of bare msgpack in the same run.

Bare means ``msgpack.packb`` and ``msgpack.unpackb`` of plain maps without any limit or validation: the least that any
peer could do. The rounds are interleaved and the medians compared, so that a machine's mood cancels out.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from statistics import median
from time import process_time
from typing import Any

import msgpack

from euchre_protocol import TO_CLIENT, TO_HOST, Connection, State, decode, encode
from euchre_protocol import messages as m

ROUNDS = 21
CALLS = 2000

ACT = m.Act(id=12, decision=345, action=m.Action(do="play", card="JD"))
VIEW = m.View(
    version=345,
    deal=7,
    dealer=3,
    phase="play",
    score=[6, 4],
    tricks=[1, 2],
    counts=[2, 2, 1, 2],
    turn=0,
    upcard="JS",
    upcard_is="taken",
    trump="S",
    maker=1,
    trick=[m.Laid(seat=2, card="TH"), m.Laid(seat=3, card="AH")],
    led="H",
    winning=3,
    hand=["9H", "JC"],
    looks={"S": m.Look(order=["JC", "9H"], labels={"JC": "left"})},
    ask=m.Ask(
        decision=346,
        actions=[m.Action(do="play", card="9H")],
        dead=[m.Dead(action=m.Action(do="play", card="JC"), why=m.Why(code="follow", suit="H", cards=["9H"]))],
    ),
    events=[m.Event(do="play", seat=3, card="AH")],
)


def main() -> int:
    act, view = encode(ACT), encode(VIEW)
    plain = msgpack.unpackb(view)
    host = Connection("host")
    host.state = State.OPEN
    frame = len(act).to_bytes(4, "big") + act
    # What the limits say: writing is what the host does most (one view for each person and action), and must cost
    # less than bare msgpack; reading is done once for each action, and may take ten times what trust would.
    comparisons: list[tuple[str, float, Callable[[], Any], Callable[[], Any]]] = [
        (f"encode a view of {len(view)} bytes", 1.0, lambda: encode(VIEW), lambda: msgpack.packb(plain)),
        (f"decode a view of {len(view)} bytes", 10.0, lambda: decode(view, TO_CLIENT), lambda: msgpack.unpackb(view)),
        (f"decode an act of {len(act)} bytes", 10.0, lambda: decode(act, TO_HOST), lambda: msgpack.unpackb(act)),
        ("receive its frame", 15.0, lambda: host.receive(frame), lambda: msgpack.unpackb(act)),
    ]
    good = True
    for name, limit, ours, bare in comparisons:
        ours_us, bare_us = compare(ours, bare)
        ratio = ours_us / bare_us
        good = good and ratio <= limit
        print(f"codec: {name}: {ours_us:.2f} µs, {ratio:.2f} x bare msgpack (limit {limit:g})")
    return 0 if good else 1


def compare(ours: Callable[[], Any], bare: Callable[[], Any]) -> tuple[float, float]:
    """The median time of one call of each, in microseconds of this process."""
    times: tuple[list[float], list[float]] = ([], [])
    for _ in range(ROUNDS):
        for call, taken in zip((ours, bare), times, strict=True):
            start = process_time()
            for _ in range(CALLS):
                call()
            taken.append((process_time() - start) / CALLS * 1e6)
    return median(times[0]), median(times[1])


if __name__ == "__main__":
    sys.exit(main())
