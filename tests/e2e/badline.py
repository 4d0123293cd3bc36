"""A bad line: a cable that delays what goes over it, and loses some. (This kernel may be without ``tc netem``.)

Its two ends are TAP devices, whose frames this process carries from one to the other.
"""

from __future__ import annotations

import fcntl
import heapq
import os
import random
import select
import struct
import threading
import time

_TUNSETIFF = 0x400454CA
_TAP_WITHOUT_INFO = 0x0002 | 0x1000
"""IFF_TAP | IFF_NO_PI: whole Ethernet frames, with nothing before them."""

_FRAME = 1 << 16


class BadLine:
    """A line with an end in each direction, until it is closed.

    Args:
        ends: what the two devices are called, which come into being in this process's network namespace.
        delay: seconds that each frame takes, each way.
        loss: the share of frames that is lost, each way.
        seed: which ones.

    Attributes:
        lost: how many frames were.
    """

    def __init__(self, ends: tuple[str, str], *, delay: float, loss: float, seed: int = 1) -> None:
        self.lost = 0
        self._ends = [_tap(name) for name in ends]
        self._delay, self._loss = delay, loss
        self._chance = random.Random(seed)
        self._stopping, self._stop = os.pipe()
        self._thread = threading.Thread(target=self._carry)
        self._thread.start()

    def close(self) -> None:
        """Cut it; the devices go with it."""
        os.close(self._stop)
        self._thread.join()
        for fd in (*self._ends, self._stopping):
            os.close(fd)

    def _carry(self) -> None:
        under_way: list[tuple[float, int, int, bytes]] = []  # when it arrives, in which order, where, what
        number = 0
        while True:
            wait = max(0.0, under_way[0][0] - time.monotonic()) if under_way else None
            ready = select.select([*self._ends, self._stopping], [], [], wait)[0]
            if self._stopping in ready:
                return
            for here, there in ((0, 1), (1, 0)):
                if self._ends[here] in ready:
                    frame = os.read(self._ends[here], _FRAME)
                    if self._chance.random() < self._loss:
                        self.lost += 1
                    else:
                        number += 1
                        heapq.heappush(under_way, (time.monotonic() + self._delay, number, there, frame))
            while under_way and under_way[0][0] <= time.monotonic():
                _, _, there, frame = heapq.heappop(under_way)
                try:
                    os.write(self._ends[there], frame)
                except OSError:  # the device is down
                    self.lost += 1


def _tap(name: str) -> int:
    fd = os.open("/dev/net/tun", os.O_RDWR)
    fcntl.ioctl(fd, _TUNSETIFF, struct.pack("16sH22x", name.encode(), _TAP_WITHOUT_INFO))
    return fd
