"""A client that knows nothing but docs/protocol.md: no line of this project, only msgpack, TLS and a socket.

It does what the page's last section says, and takes the first legal action each time. It does not look at the host's
key, since it has nothing to lose.
"""

from __future__ import annotations

import socket
import ssl
from typing import Any

import msgpack

Fields = dict[str, Any]


class ForeignClient:
    """One connection to a host, from hello to the end of one game."""

    def __init__(self, port: int, name: str) -> None:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        self._socket = context.wrap_socket(socket.create_connection(("127.0.0.1", port), timeout=20))
        self._name = name
        self._last_id = 0
        self.seen: list[str] = []
        self.errors: list[str] = []
        self.table: Fields = {}
        self.over: Fields | None = None

    def close(self) -> None:
        self._socket.close()

    def play(self, table: str) -> None:
        """Sit down at the table of that name and play until a game is over."""
        while self.over is None:
            message = self._read()
            self.seen.append(message["kind"])
            match message["kind"]:
                case "hello":
                    assert message["product"] == "euchre-lan"
                    assert message["protocol"][0] == 1
                    self._send(kind="login", protocol=[1, 0], software="foreign 1", name=self._name)
                case "lobby":
                    self._join(table, message)
                case "table":
                    self.table = message
                case "view":
                    self._view(message)
                case "ping":
                    self._send(kind="pong", n=message["n"])
                case "error":
                    self.errors.append(message["code"])
                case "refused" | "bye":
                    raise AssertionError(message)
                case _:
                    pass
        self._send(kind="bye", code="quit")
        while self._socket.recv(4096):
            pass

    def _join(self, name: str, lobby: Fields) -> None:
        if self._last_id:
            return  # it has asked already
        [table] = [line for line in lobby["tables"] if line["name"] == name]
        self._command("sit", table=table["id"])
        self._command("ready")

    def _view(self, view: Fields) -> None:
        self.over = view.get("over")
        ask = view.get("ask")
        if ask is not None:
            self._command("act", decision=ask["decision"], action=ask["actions"][0])
        if view.get("pause") == "deal":
            self._command("seen", deal=view["deal"])

    def _command(self, kind: str, **fields: Any) -> None:
        self._last_id += 1
        self._send(kind=kind, id=self._last_id, **fields)

    def _send(self, **fields: Any) -> None:
        body = msgpack.packb(fields)
        self._socket.sendall(len(body).to_bytes(4, "big") + body)

    def _read(self) -> Fields:
        length = int.from_bytes(self._exactly(4), "big")
        assert 0 < length <= 256 * 1024
        fields: Fields = msgpack.unpackb(self._exactly(length))
        return fields

    def _exactly(self, size: int) -> bytes:
        data = b""
        while len(data) < size:
            more = self._socket.recv(size - len(data))
            assert more, "the host closed the connection"
            data += more
        return data
