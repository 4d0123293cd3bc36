"""What waits for one reader: order, whole frames, bounds."""

from __future__ import annotations

import socket
import tracemalloc

import pytest
import trio
import trio.testing

from euchre_server.limits import Limits
from euchre_server.outbox import Outbox, direct_send, receive


class Kernel:
    """Takes as many bytes as there is room for."""

    def __init__(self, room: int) -> None:
        self.room = room
        self.taken = bytearray()

    def send(self, data: bytes) -> int:
        taken = data[: self.room]
        self.room -= len(taken)
        self.taken += taken
        return len(taken)

    async def send_all(self, data: bytes) -> None:
        await trio.lowlevel.checkpoint()
        self.taken += data


def stream_of(kernel: Kernel) -> trio.abc.SendStream:
    stream, _ = trio.testing.memory_stream_one_way_pair()
    stream.send_all = kernel.send_all  # type: ignore[method-assign]
    return stream


async def test_what_the_kernel_takes_at_once_never_waits() -> None:
    kernel = Kernel(room=100)
    outbox = Outbox(stream_of(kernel), Limits(queue_bytes=50), kernel.send)
    assert outbox.put(b"a" * 80)
    assert outbox.waiting == 0
    assert bytes(kernel.taken) == b"a" * 80


async def test_what_it_refuses_is_sent_later_in_order() -> None:
    kernel = Kernel(room=6)
    outbox = Outbox(stream_of(kernel), Limits(queue_bytes=50), kernel.send)
    for frame in (b"[one]", b"[two]", b"[three]"):
        assert outbox.put(frame)
    assert bytes(kernel.taken) == b"[one]["
    kernel.room = 100  # nothing may overtake what waits
    assert outbox.put(b"[four]")
    outbox.finish(b"[bye]")
    await outbox.run()
    assert bytes(kernel.taken) == b"[one][two][three][four][bye]"


@pytest.mark.parametrize("room", range(11))
async def test_a_dropped_reader_gets_whole_frames_and_the_goodbye(room: int) -> None:
    kernel = Kernel(room)
    outbox = Outbox(stream_of(kernel), Limits(queue_bytes=12), kernel.send)
    took = [outbox.put(frame) for frame in (b"[one]", b"[two]", b"[three]", b"[four]")]
    assert not all(took)
    outbox.finish(b"[slow]", drop=True)
    await outbox.run()
    frames = bytes(kernel.taken).removesuffix(b"[slow]")
    assert bytes(kernel.taken).endswith(b"[slow]")
    assert b"[one][two][three][four]".startswith(frames)
    assert len(frames) >= room
    assert frames.count(b"[") == frames.count(b"]")


async def test_after_the_end_nothing_more_is_taken() -> None:
    kernel = Kernel(room=0)
    outbox = Outbox(stream_of(kernel), Limits(queue_bytes=50))
    outbox.finish(b"[bye]")
    outbox.finish(b"[again]")
    assert outbox.put(b"[late]")
    await outbox.run()
    assert bytes(kernel.taken) == b"[bye]"


async def test_what_waits_goes_out_in_chunks_of_a_bounded_size() -> None:
    kernel = Kernel(room=0)
    stream = stream_of(kernel)
    sizes: list[int] = []

    async def send_all(data: bytes) -> None:
        sizes.append(len(data))
        await kernel.send_all(data)

    stream.send_all = send_all  # type: ignore[method-assign]
    outbox = Outbox(stream, Limits())
    frames = [bytes(40_000), bytes(20_000), bytes(10_000), bytes(100_000), b"x"]
    for frame in frames:
        assert outbox.put(frame)
    outbox.finish(b"[bye]")
    await outbox.run()
    assert sizes == [60_000, 10_000, 100_000, 6]
    assert bytes(kernel.taken) == b"".join(frames) + b"[bye]"


async def test_a_reader_that_takes_nothing_for_long() -> None:
    stream, _reader = trio.testing.lockstep_stream_one_way_pair()
    outbox = Outbox(stream, Limits(queue_bytes=50))
    outbox.put(b"[one]")
    moment = trio.current_time()
    with pytest.raises(trio.TooSlowError):
        await outbox.run()
    assert trio.current_time() - moment == Limits.write_seconds


@pytest.mark.real_time
async def test_a_real_socket_takes_what_fits_and_refuses_the_rest_without_waiting() -> None:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        ours.setblocking(False)
        stream = trio.SocketStream(trio.socket.from_stdlib_socket(ours))
        send = direct_send(stream)
        assert send(b"hello") == 5
        assert theirs.recv(5) == b"hello"
        while send(bytes(65536)):
            pass
        assert send(b"more") == 0
        outbox = Outbox(stream, Limits(queue_bytes=50), send)
        assert outbox.put(b"waits")
        assert outbox.waiting == 5
        theirs.close()
        assert Outbox(stream, Limits(queue_bytes=50), send).put(b"into the void")  # whoever reads will notice
        stream.socket.close()


@pytest.mark.real_time
async def test_a_short_message_takes_no_more_room_than_it_has() -> None:
    """Not even for a moment: what is given back at once leaves holes in the heap."""
    ours, theirs = trio.socket.socketpair()
    async with trio.SocketStream(ours) as here, trio.SocketStream(theirs) as there:
        tracemalloc.start()
        try:
            await there.send_all(bytes(100))
            tracemalloc.reset_peak()
            before, _ = tracemalloc.get_traced_memory()
            assert await receive(here) == bytes(100)
            _, most = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
    assert most - before < 4000
