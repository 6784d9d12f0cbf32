"""A WebSocket as a connection uses it: messages as they come, frames as they go.

It is uvicorn's protocol, past the tasks and layers that lie above it: a move is told to everybody at a table, and to
hand a frame from task to task costs more than to make it. What is said in one turn of the event loop leaves in one
write at the turn's end; what finds the socket full waits, in order.
"""

from asyncio import Future
from collections import deque
from typing import Any, Final

from starlette.websockets import WebSocket
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

EXTENSION: Final = "veillee.line"  # where a request finds its line
AHEAD: Final = 16  # messages that wait to be read before the sender has to wait

TEXT: Final = b"\x81"  # RFC 6455, 5.2: a whole text, not masked, as a server sends it
TWO_BYTES, EIGHT_BYTES = b"\x7e", b"\x7f"  # of length, that follow


class Line(WebSocketsSansIOProtocol):
    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._heard: deque[bytes] = deque()
        self._listener: Future[None] | None = None
        self._waiting: list[bytes] = []  # frames that have not been written
        self.waiting_bytes = 0

    @property
    def waiting(self) -> int:
        """How many frames have not been written."""
        return len(self._waiting)

    async def hear(self) -> bytes | None:
        """The next message, or None when the other side has gone."""
        while not self._heard:
            if self.disconnected:
                return None
            self._listener = self.loop.create_future()
            await self._listener
        message = self._heard.popleft()
        if self.read_paused and not self._heard:
            self.read_paused = False
            self.transport.resume_reading()
        return message

    def say(self, text: bytes) -> None:
        """Sends the text, with all else of this turn. Once the line is closed nothing is sent."""
        if not self._waiting:
            self.loop.call_soon(self._write)
        self._waiting.append(TEXT + _length(len(text)) + text)
        self.waiting_bytes += len(text)

    def forget(self) -> None:
        """What waits is not sent."""
        self._waiting, self.waiting_bytes = [], 0

    async def written(self) -> None:
        """Returns when nothing waits any more."""
        while self._waiting and not self.disconnected:
            self._write()
            await self.writable.wait()

    def _write(self) -> None:
        if self.close_sent or self.transport.is_closing():
            self.forget()
        elif self._waiting and self.writable.is_set():
            frames, self._waiting, self.waiting_bytes = self._waiting, [], 0
            self.transport.write(b"".join(frames))

    def _wake(self) -> None:
        if self._listener and not self._listener.done():
            self._listener.set_result(None)

    # What uvicorn's protocol calls.

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["extensions"][EXTENSION] = self  # type: ignore[index, typeddict-unknown-key]

    def send_receive_event_to_app(self) -> None:
        """A message is whole: it is kept for the listener, and not for ASGI."""
        message, self.frames = b"".join(self.frames), []
        if self.close_sent:
            return
        self._heard.append(message)
        if len(self._heard) > AHEAD and not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()
        self._wake()

    def resume_writing(self) -> None:
        super().resume_writing()
        self._write()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._wake()


def line_of(websocket: WebSocket) -> Line:
    """The line of an accepted socket."""
    return websocket.scope["extensions"][EXTENSION]


def _length(size: int) -> bytes:
    if size < 126:
        return bytes((size,))
    return TWO_BYTES + size.to_bytes(2, "big") if size < 1 << 16 else EIGHT_BYTES + size.to_bytes(8, "big")
