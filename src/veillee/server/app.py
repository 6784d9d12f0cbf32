"""The application: settings and a store in, an ASGI application out."""

import asyncio
import os
import secrets
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Final

import structlog
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket

from veillee.server import http, pages, sessions, socket
from veillee.server.endpoint import Desk, Endpoint, problem, respond
from veillee.server.errors import BadOrigin, Broken, Unknown, WrongMethod
from veillee.server.house import House
from veillee.server.limits import Allowances
from veillee.server.metrics import Metrics
from veillee.server.settings import Settings
from veillee.server.tables import Tables
from veillee.store import Store, StoreError

KEY_FILE: Final = "server.key"
KEY_BYTES: Final = 32


def build_app(settings: Settings, store: Store, origins: frozenset[str] = frozenset()) -> Starlette:
    """An application on an open store. `origins` are the addresses at which browsers find it."""
    house = House(settings, store, server_key(settings.folder), Metrics(), structlog.get_logger())
    desk = Desk(
        house=house,
        tables=Tables(house),
        connections=socket.Connections(),
        origins=origins,
        guesses=Allowances(settings.guesses_per_minute),
        arrivals=Allowances(settings.arrivals_per_minute),
    )
    app = Starlette(
        routes=_routes(desk),
        middleware=[Middleware(pages.Secured)],
        lifespan=partial(_lifespan, desk),
        exception_handlers={HTTPException: _refused, Exception: partial(_failed, desk)},
    )
    app.state.desk = desk
    return app


def server_key(folder: Path) -> bytes:
    """The key from which links follow; made once, and readable by the server alone."""
    path = folder / KEY_FILE
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if not path.exists():
        with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(secrets.token_bytes(KEY_BYTES))
    return path.read_bytes()


@asynccontextmanager
async def _lifespan(desk: Desk, app: Starlette) -> AsyncGenerator[None]:
    """Tables go on where they were; at the end what is in hand is finished."""
    await desk.tables.resume()
    lasting = [asyncio.create_task(desk.tables.sweep()), asyncio.create_task(desk.house.metrics.watch_lag())]
    yield
    for task in lasting:
        task.cancel()
    await desk.tables.stop()


def _routes(desk: Desk) -> list[BaseRoute]:
    return [
        *(Route(of.path, _answer(desk, of), methods=[of.method], name=of.name) for of in http.ENDPOINTS),
        WebSocketRoute("/api/socket", partial(_connect, desk)),
        Route("/api/{path:path}", _no_such_path, methods=["GET"]),
        Route("/{path:path}", pages.page, methods=["GET"]),
    ]


def _answer(desk: Desk, endpoint: Endpoint) -> Callable[[Request], Awaitable[Response]]:
    async def answer(request: Request) -> Response:
        return await respond(desk, endpoint, request)

    return answer


async def _connect(desk: Desk, websocket: WebSocket) -> None:
    shown = sessions.credential(websocket.headers)
    try:
        sessions.check_origin(websocket.headers, desk.origins, shown)
        own_page = True
    except BadOrigin:
        own_page = False
    try:
        player = await sessions.player(desk.house.store, shown) if own_page else None
    except StoreError:
        await websocket.close(socket.RESTARTING)
        return
    session = shown.hashed if shown else b""
    await socket.serve(desk.house, desk.tables, desk.connections, websocket, player, session, own_page)


async def _no_such_path(request: Request) -> Response:
    return problem(Unknown())


async def _refused(request: Request, error: Exception) -> Response:
    """What Starlette refuses by itself: a path that is not there, or is asked in another way."""
    if isinstance(error, HTTPException) and error.status_code == WrongMethod.status:
        return problem(WrongMethod("this path is asked in another way; see /api/openapi.json"))
    return await _no_such_path(request)


async def _failed(desk: Desk, request: Request, error: Exception) -> Response:
    desk.house.log.error("request_failed", path=request.scope["route"].path if "route" in request.scope else None)
    return problem(Broken("something went wrong here; nothing of it is your fault"))
