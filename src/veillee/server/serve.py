"""Runs the server until it is told to stop: uvicorn, with deadlines for slow callers and a gentle end."""

import asyncio
import gc
import logging
import signal
import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from types import FrameType
from typing import Any, Final

import structlog
import uvicorn
from starlette.applications import Starlette
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from veillee.server import thinking
from veillee.server.app import build_app
from veillee.server.limits import MESSAGE_BYTES
from veillee.server.line import Line
from veillee.server.settings import LAN, BadSetting, Settings, home_addresses
from veillee.server.socket import RESTARTING
from veillee.store import Store, StoreError, engines

HEAD_S: Final = 10.0  # by when the head of a request, or the handshake of a socket, is whole
FAREWELL_S: Final = 0.2  # for the last frames to leave
GRACE_S: Final = 10
BACKLOG: Final = 1024
COLLECT: Final = (50_000, 20, 100)  # how much is made before Python looks for cycles: by default 700, 10, 10
BYE: Final = "the server restarts; connect again in 2 seconds"


class Deadlined(HttpToolsProtocol):
    """HTTP that gives up on a caller who does not finish the head of a request."""

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._set_deadline()

    def connection_lost(self, exc: Exception | None) -> None:
        self._deadline.cancel()
        super().connection_lost(exc)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._deadline.cancel()
        self._set_deadline()

    def on_headers_complete(self) -> None:
        self._deadline.cancel()
        super().on_headers_complete()

    def _set_deadline(self) -> None:
        self._deadline = asyncio.get_running_loop().call_later(HEAD_S, self.transport.close)


class Server(uvicorn.Server):
    """Stops in order: no new callers, finish what is in hand, say goodbye on every socket."""

    def __init__(self, config: uvicorn.Config, app: Starlette, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._desk, self._ready = app.state.desk, ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for server in self.servers:
            server.close()
        await self._desk.tables.stop()
        self._desk.connections.close_all(RESTARTING, BYE)
        await asyncio.sleep(FAREWELL_S)
        await super().shutdown(sockets)


def main(settings: Settings, ready: Callable[[str], None]) -> int:
    """Serves until SIGTERM or Ctrl-C. `ready` is told the address as soon as it answers."""
    _configure_log(settings.log_level)
    store = _open_store(settings)
    try:
        listener = _listen(settings)
        port = listener.getsockname()[1]
        found_at = address(settings, port)
        app = build_app(settings, store, settings.origins(port))
        server = Server(uvicorn_config(settings, app), app, partial(_announce, store, found_at, ready))
        # uvicorn raises the signal again when it is done; without this, nothing after that would happen.
        signal.signal(signal.SIGTERM, _let_finish)
        _collect_seldom()
        with suppress(KeyboardInterrupt):
            server.run([listener])
    finally:
        thinking.stop()
        store.close()
    return 0 if server.started else 1


def _open_store(settings: Settings) -> Store:
    try:
        engines.parse(settings.store_url)
    except StoreError as error:
        raise BadSetting(f"database: {error}") from None
    return Store.open(settings.store_url)


def address(settings: Settings, port: int) -> str:
    """Where people find the server."""
    if settings.public_url:
        return settings.public_url
    host = next(iter(home_addresses()), "127.0.0.1") if settings.host == LAN else settings.host
    return f"http://{host}:{port}"


def _collect_seldom() -> None:
    """What a move makes goes with the last that names it. To look for cycles at the usual pace, through all tables,
    cost a tenth of every move, and now and then all moves at once had to wait for it."""
    gc.freeze()
    gc.set_threshold(*COLLECT)


def _let_finish(number: int, frame: FrameType | None) -> None:
    """Uvicorn has heard the signal already, and has done what it asks."""


def _announce(store: Store, found_at: str, ready: Callable[[str], None]) -> None:
    store.announce(found_at)
    ready(found_at)


def _listen(settings: Settings) -> socket.socket:
    try:
        return socket.create_server((settings.bind, settings.port), backlog=BACKLOG)
    except (OSError, UnicodeError) as error:
        why = getattr(error, "strerror", None) or "no such host"
        raise BadSetting(f"host, port: cannot listen on {settings.bind} port {settings.port}: {why}") from None


def uvicorn_config(settings: Settings, app: Starlette) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        loop="uvloop",
        http=Deadlined,
        ws=Line,
        ws_max_size=MESSAGE_BYTES,
        ws_per_message_deflate=False,  # a stream that mixes secrets and what others wrote is not compressed
        proxy_headers=settings.trusted_proxy is not None,
        forwarded_allow_ips=settings.trusted_proxy,
        server_header=False,
        access_log=False,
        log_config=None,
        timeout_graceful_shutdown=GRACE_S,
    )


def _configure_log(level: str) -> None:
    """Lines of JSON on standard error: what happened and at which table, never what was played or said."""
    libraries = "DEBUG" if level == "debug" else "WARNING"
    logging.basicConfig(level=libraries, format="%(levelname)s %(name)s %(message)s")
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            structlog.processors.JSONRenderer(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.getLevelNamesMapping()[level.upper()]),
        logger_factory=structlog.PrintLoggerFactory(file=sys.stderr),
    )
