"""One connection: what it may send and how fast, what is sent to it, and when it is shut out.

A message is checked for its shape, decoded, allowed by `rights.py`, and handed to its table. A reader that cannot keep
up is closed, so that it delays nobody else.
"""

import asyncio
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from typing import Final, assert_never

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from veillee.core.game import IllegalAction, VeilleeError
from veillee.server import lobby, playing
from veillee.server.errors import BadMessage, TooFast, Unknown
from veillee.server.house import House
from veillee.server.limits import Allowance, check_shape
from veillee.server.line import line_of
from veillee.server.rights import Role, may
from veillee.server.table import LiveTable
from veillee.server.tables import Tables
from veillee.server.viewer import encode
from veillee.store import PlayerRow
from veillee.wire import (
    PROTOCOL,
    Act,
    Asked,
    Nonce,
    Ping,
    Pong,
    Ready,
    Refused,
    Reveal,
    Say,
    Told,
    Undo,
    Unwatch,
    Watch,
    Welcome,
)

WATCHED: Final = 32  # tables on one socket

GOODBYE_S: Final = 5.0  # for a closing socket to take what is queued

RESTARTING: Final = 1012
NOT_SIGNED_IN: Final = 4401
BAD_ORIGIN: Final = 4403
SLOW: Final = 4408
TOO_MANY: Final = 4429

_decode: Final = msgspec.json.Decoder(Asked).decode


class Connections:
    """All open sockets, counted for their limits, and found when a session ends."""

    def __init__(self) -> None:
        self._open: set[Connection] = set()
        self._by_player: Counter[str] = Counter()
        self._by_address: Counter[str] = Counter()

    def __iter__(self) -> "Iterator[Connection]":
        return iter(list(self._open))

    def full(self, player: str, address: str, house: House) -> bool:
        settings = house.settings
        return (
            self._by_player[player] >= settings.sockets_per_player
            or self._by_address[address] >= settings.sockets_per_address
        )

    def add(self, connection: "Connection") -> None:
        self._open.add(connection)
        self._by_player[connection.player] += 1
        self._by_address[connection.address] += 1

    def remove(self, connection: "Connection") -> None:
        self._open.discard(connection)
        for counted, key in ((self._by_player, connection.player), (self._by_address, connection.address)):
            counted[key] -= 1
            if not counted[key]:
                del counted[key]

    def end_session(self, session: bytes) -> None:
        """Closes the sockets that were opened with it."""
        for connection in self:
            if connection.session == session:
                connection.close(NOT_SIGNED_IN, "the session has ended")

    def close_all(self, code: int, why: str) -> None:
        for connection in self:
            connection.close(code, why)


class Connection:
    """A socket of one player, from Welcome to close."""

    def __init__(self, house: House, tables: Tables, websocket: WebSocket, row: PlayerRow, session: bytes) -> None:
        self.session = session
        self.address = _address(websocket)
        self._house, self._tables, self._websocket, self._row = house, tables, websocket, row
        self._line = line_of(websocket)
        settings = house.settings
        self._allowance = Allowance(settings.messages_per_s, settings.messages_at_once)
        self._frames_max, self._bytes_max = settings.queue_frames, settings.queue_bytes
        self._watched: dict[str, LiveTable] = {}
        self._ending: tuple[int, str] | None = None
        self._closing = asyncio.Event()

    @property
    def player(self) -> str:
        return self._row.id

    def send(self, frame: bytes) -> None:
        """Never waits: a reader that lets too much pile up is shut out."""
        if self._ending:
            return
        line = self._line
        line.say(frame)
        if line.waiting > self._frames_max or line.waiting_bytes > self._bytes_max:
            self._house.metrics.evictions.inc()
            line.forget()
            self.close(SLOW, "you read too slowly; connect again")

    def tell(self, message: Told) -> None:
        self.send(encode(message))

    def close(self, code: int, why: str) -> None:
        """What waits is still sent, then the socket is closed."""
        self._ending = self._ending or (code, why)
        self._closing.set()

    async def run(self) -> None:
        """Until either side closes."""
        self.tell(Welcome(PROTOCOL, self._row.id, self._row.name))
        reading, closing = asyncio.create_task(self._read()), asyncio.create_task(self._closing.wait())
        try:
            done, _ = await asyncio.wait([reading, closing], return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()  # a fault of the program is raised here
        finally:
            reading.cancel()
            closing.cancel()
            for table in self._watched.values():
                table.unwatch(self)
        if self._ending:
            with suppress(TimeoutError, WebSocketDisconnect):
                await asyncio.wait_for(self._say_goodbye(*self._ending), GOODBYE_S)

    async def _read(self) -> None:
        while (raw := await self._line.hear()) is not None:
            await self._answer(raw)

    async def _say_goodbye(self, code: int, why: str) -> None:
        await self._line.written()
        await self._websocket.close(code, why)

    async def _answer(self, raw: bytes) -> None:
        """Does what the message asks, or says why not."""
        message: Asked | None = None
        try:
            if not self._allowance.take():
                raise TooFast("you send faster than the server reads; wait a little")
            message = _read(raw)
            await self._do(message)
        except VeilleeError as refusal:
            self._house.metrics.refused(refusal)
            action_id = message.id if isinstance(message, Act | Undo) else None
            rule = refusal.rule if isinstance(refusal, IllegalAction) else None
            why = refusal.why if isinstance(refusal, IllegalAction) else str(refusal)
            self.tell(Refused(action_id, refusal.code, rule, why))
            if isinstance(message, Act | Undo) and message.table in self._watched:
                self._watched[message.table].retell(self)

    async def _do(self, message: Asked) -> None:
        match message:
            case Ping(n):
                self.tell(Pong(n))
            case Unwatch(table_id):
                if table := self._watched.pop(table_id, None):
                    table.unwatch(self, "as you wished")
            case Watch() | Act() | Ready() | Nonce() | Undo() | Reveal() | Say():
                table = await self._tables.find(message.table)
                if not may(type(message).__name__, table.roles(self.player)):
                    raise Unknown()
                await self._do_at(table, message)
            case _:
                assert_never(message)

    async def _do_at(self, table: LiveTable, message: Watch | Act | Ready | Nonce | Undo | Reveal | Say) -> None:
        match message:
            case Watch():
                self._watch(table)
            case Act():
                await table.ask(partial(playing.act, table, self, message))
            case Undo():
                await table.ask(partial(playing.undo, table, self, message))
            case Ready():
                await table.ask(partial(lobby.ready, table, self.player, message))
            case Nonce():
                await table.ask(partial(lobby.open_nonce, table, self.player, message))
            case Reveal(_, seat):
                table.reveal(self, seat)
            case Say(_, phrase):
                table.say(self.player, phrase)
            case _:
                assert_never(message)

    def _watch(self, table: LiveTable) -> None:
        if len(self._watched) >= WATCHED and table.id not in self._watched:
            raise TooFast(f"a socket watches at most {WATCHED} tables; unwatch one")
        self._watched[table.id] = table
        table.watch(self)


def _address(websocket: WebSocket) -> str:
    return websocket.client.host if websocket.client else ""


def _read(raw: bytes) -> Asked:
    check_shape(raw)
    try:
        return _decode(raw)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadMessage(f"this is no message: {error}") from None


async def serve(
    house: House,
    tables: Tables,
    connections: Connections,
    websocket: WebSocket,
    row: PlayerRow | None,
    session: bytes,
    own_page: bool,
) -> None:
    """Accepts the socket, so that a browser learns why it is closed, and serves it."""
    await websocket.accept()
    if not own_page:
        await websocket.close(BAD_ORIGIN, "open the server's own address")
    elif row is None or not may("WEBSOCKET /api/socket", frozenset({Role.GUEST})):
        await websocket.close(NOT_SIGNED_IN, "come in first: POST /api/session")
    elif connections.full(row.id, _address(websocket), house):
        await websocket.close(TOO_MANY, "too many sockets are open")
    else:
        connection = Connection(house, tables, websocket, row, session)
        connections.add(connection)
        house.metrics.sockets.inc()
        try:
            await connection.run()
        finally:
            connections.remove(connection)
            house.metrics.sockets.dec()
