"""A WebSocket on which a frame can be put at once: uvicorn's protocol, past the tasks and layers that lie before it.

A move is told to everybody at a table, and to hand each frame from task to task costs more than to make it. What finds
the socket full or closing is not written here, and takes the long way, which waits.
"""

from collections.abc import Callable
from typing import Any, Final

from starlette.websockets import WebSocket
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

EXTENSION: Final = "veillee.line"  # where a request finds its line

TEXT: Final = b"\x81"  # RFC 6455, 5.2: a whole text, not masked, as a server sends it
TWO_BYTES, EIGHT_BYTES = b"\x7e", b"\x7f"  # of length, that follow


class Line(WebSocketsSansIOProtocol):
    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["extensions"][EXTENSION] = self  # type: ignore[index, typeddict-unknown-key]

    def write_at_once(self, text: bytes) -> bool:
        """Whether the text has been written; if not, nothing has."""
        closed = self.disconnected or self.close_sent or not self.handshake_complete or self.transport.is_closing()
        if closed or not self.writable.is_set():
            return False
        self.transport.write(TEXT + _length(len(text)) + text)
        return True


def writer(websocket: WebSocket) -> Callable[[bytes], bool]:
    """Writes a text at once and gives True, or does nothing and gives False."""
    line = websocket.scope.get("extensions", {}).get(EXTENSION)
    return line.write_at_once if line else _never


def _never(text: bytes) -> bool:
    return False


def _length(size: int) -> bytes:
    if size < 126:
        return bytes((size,))
    return TWO_BYTES + size.to_bytes(2, "big") if size < 1 << 16 else EIGHT_BYTES + size.to_bytes(8, "big")
