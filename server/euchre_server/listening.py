"""Opening the sockets on which the host listens."""

from __future__ import annotations

import contextlib
import errno

import trio

from euchre_server.failures import StartError

_NO_IPV6 = {errno.EAFNOSUPPORT, errno.EADDRNOTAVAIL}
_TRIES = 20
"""To find a port that is free for IPv4 and IPv6 alike; a second try is already rare."""


async def open_listeners(bind: str | None, port: int) -> list[trio.SocketListener]:
    """Listen on ``bind`` (none: on all addresses, IPv4 and IPv6) and ``port`` (0: any free one, the same for both).

    Raises:
        StartError: the port is taken, or the address is not one of this machine.
    """
    try:
        if bind is not None:
            return (await trio.open_tcp_listeners(port, host=bind))[:1]
        return await _open_everywhere(port)
    except UnicodeError as error:  # such a name no machine can have: empty parts, or too long ones
        raise StartError(f"{bind} is not an address of this machine: see --bind.") from error
    except OSError as error:
        raise StartError(_sentence(error, bind, port)) from error


def port_of(listeners: list[trio.SocketListener]) -> int:
    """The port on which ``listeners`` listen."""
    return int(listeners[0].socket.getsockname()[1])


async def _open_everywhere(port: int) -> list[trio.SocketListener]:
    for attempt in range(_TRIES):
        [v4] = await trio.open_tcp_listeners(port, host="0.0.0.0")
        try:
            return [v4, *await trio.open_tcp_listeners(port_of([v4]), host="::")]
        except OSError as error:
            if error.errno in _NO_IPV6:
                return [v4]
            await v4.aclose()
            if port != 0 or error.errno != errno.EADDRINUSE or attempt == _TRIES - 1:
                raise
    raise AssertionError("the last try returns or raises")


def _sentence(error: OSError, bind: str | None, port: int) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"Port {port} is in use on this machine: is another host running? Choose another with --port."
    if error.errno == errno.EACCES:
        return f"Port {port} may not be used without special rights: choose one above 1023 with --port."
    if bind is not None and (error.errno == errno.EADDRNOTAVAIL or error.errno is None or error.errno < 0):
        return f"{bind} is not an address of this machine: see --bind."
    with contextlib.suppress(TypeError):
        return f"Cannot listen on port {port}: {error.strerror}."
    return f"Cannot listen on port {port}."
