"""A WebSocket without a library, to see every byte that a server sends, or to read none of them."""

import json
import socket
import struct
from typing import Any
from urllib.parse import urlsplit

from server.people import PATIENCE_S, Person


class Raw:
    """One connection that watches a table. With a small receive buffer it is soon a slow reader, if it does not ask."""

    def __init__(self, person: Person, table: str, receive_buffer: int | None = None) -> None:
        parts = urlsplit(person.url)
        self._socket = socket.socket()
        self._socket.settimeout(PATIENCE_S)
        if receive_buffer:
            self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        self._socket.connect((parts.hostname, parts.port))
        head = {"Host": parts.netloc, "Upgrade": "websocket", "Connection": "Upgrade", "Origin": person.url}
        head |= {"Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==", **person.headers}
        lines = "".join(f"{name}: {value}\r\n" for name, value in head.items())
        self._socket.sendall(f"GET /api/socket HTTP/1.1\r\n{lines}\r\n".encode())
        self._pings = 0
        self._left = b""
        assert self._up_to(b"\r\n\r\n").startswith(b"HTTP/1.1 101")
        self._socket.sendall(self.frame("Watch", table=table))
        self.settle()

    def ask(self, *frames: bytes) -> bytes:
        """All bytes that the server sends for these messages."""
        self.settle()
        self._socket.sendall(b"".join(frames) + self.frame("Ping", n=0))
        return self._up_to(b'{"type":"Pong","n":0}')

    def settle(self) -> None:
        """Hears out what was sent for other reasons."""
        self._pings += 1
        self._socket.sendall(self.frame("Ping", n=self._pings))
        self._up_to(b'{"type":"Pong","n":%d}' % self._pings)

    def frame(self, type: str, **message: Any) -> bytes:
        payload = json.dumps({"type": type, **message}).encode()
        size = bytes([0x80 | len(payload)]) if len(payload) < 126 else b"\xfe" + struct.pack("!H", len(payload))
        return b"\x81" + size + bytes(4) + payload  # masked with zeros

    def close(self) -> None:
        self._socket.close()

    def _up_to(self, end: bytes) -> bytes:
        while end not in self._left:
            chunk = self._socket.recv(1 << 16)
            assert chunk, "the server has closed the socket"
            self._left += chunk
        heard, _, self._left = self._left.partition(end)
        return heard
