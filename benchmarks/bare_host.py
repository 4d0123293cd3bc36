"""The least a host could be: it decodes each action and sends a view to each of five clients, with no game behind it.

bench_load.py starts it beside the real host and states the real one's speed as a share of this one's. It speaks bare
trio and msgpack, tries each socket without waiting first, and knows no limits, no TLS and no journal. The first word
on a connection is the number of its table, and answered; after that whatever comes is an action at that table.

    python benchmarks/bare_host.py    (prints the port it listens on)
"""

from __future__ import annotations

import socket
import struct
from collections import defaultdict

import msgpack
import trio
from bench_codec import VIEW

from euchre_protocol import encode

tables: dict[int, list[trio.SocketStream]] = defaultdict(list)
view = msgpack.unpackb(encode(VIEW))
version = 0


def send(stream: trio.SocketStream, data: bytes) -> None:
    """Hand data to the kernel; there is always room, since every client reads."""
    raw = socket.socket(fileno=stream.socket.fileno())
    try:
        raw.setblocking(False)
        if raw.send(data) != len(data):
            raise RuntimeError("the bench's client does not read fast enough")
    finally:
        raw.detach()


async def serve(stream: trio.SocketStream) -> None:
    global version
    buffer = bytearray()
    table: int | None = None
    while data := await stream.receive_some(8192):
        buffer += data
        while len(buffer) >= 4:
            (length,) = struct.unpack_from(">I", buffer)
            if len(buffer) < 4 + length:
                break
            message = msgpack.unpackb(bytes(buffer[4 : 4 + length]))
            del buffer[: 4 + length]
            if table is None:
                table = message["table"]
                tables[table].append(stream)
                send(stream, b"here")
                continue
            for seat, other in enumerate(tables[table]):
                version += 1
                body = msgpack.packb({**view, "version": version, "turn": seat})
                send(other, struct.pack(">I", len(body)) + body)


async def main() -> None:
    (listener,) = await trio.open_tcp_listeners(0, host="127.0.0.1", backlog=1000)
    print(listener.socket.getsockname()[1], flush=True)
    await trio.serve_listeners(serve, [listener])


if __name__ == "__main__":
    trio.run(main)
