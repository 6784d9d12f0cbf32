"""What an endpoint of the HTTP interface is, and the one way in which requests become answers."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final, NamedTuple

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from veillee.core.game import VeilleeError
from veillee.server import sessions
from veillee.server.errors import BadMessage, NotSignedIn, Refusal, TooFast, Unknown
from veillee.server.house import House
from veillee.server.limits import MESSAGE_BYTES, Allowances, check_shape
from veillee.server.rights import Role, may
from veillee.server.socket import Connections
from veillee.server.table import LiveTable
from veillee.server.tables import Tables
from veillee.store import PlayerRow, StoreError
from veillee.wire import Problem

JSON: Final = "application/json"
CREATES: Final = "POST"


class Desk(NamedTuple):
    """What all requests are answered with."""

    house: House
    tables: Tables
    connections: Connections
    origins: frozenset[str]
    guesses: Allowances
    arrivals: Allowances


class Call(NamedTuple):
    """One request, by somebody who may make it."""

    desk: Desk
    request: Request
    shown: sessions.Credential | None
    player: PlayerRow | None
    at: LiveTable | None
    body: Any

    @property
    def guest(self) -> PlayerRow:
        assert self.player, "the rights let no stranger through"
        return self.player

    @property
    def table(self) -> LiveTable:
        assert self.at, "the path names a table"
        return self.at

    @property
    def address(self) -> str:
        return self.request.client.host if self.request.client else ""


class Endpoint(NamedTuple):
    method: str
    path: str
    run: Callable[[Call], Awaitable[Any]]
    summary: str
    body: Any = None  # the struct that the request carries
    answer: Any = None  # the struct that the response carries
    media: str | None = None  # of a response that is no struct
    query: Mapping[str, Mapping[str, Any]] = {}

    @property
    def name(self) -> str:
        return self.run.__name__


async def respond(desk: Desk, endpoint: Endpoint, request: Request) -> Response:
    """The answer to a request, or the problem with it."""
    try:
        call = await _admit(desk, endpoint, request)
        answer = await endpoint.run(call)
    except VeilleeError as refusal:
        desk.house.metrics.refused(refusal)
        return problem(refusal)
    if isinstance(answer, Response):
        return answer
    return Response(msgspec.json.encode(answer), media_type=JSON, headers={"Cache-Control": "no-store"})


def problem(refusal: VeilleeError) -> Response:
    body = msgspec.json.encode(Problem(refusal.code, str(refusal)))
    return Response(body, status_of(refusal), media_type=JSON, headers={"Cache-Control": "no-store"})


def status_of(refusal: VeilleeError) -> int:
    match refusal:
        case Refusal():
            return refusal.status
        case StoreError():
            return 503
        case _:
            return 409


async def _admit(desk: Desk, endpoint: Endpoint, request: Request) -> Call:
    """Who asks, whether they may, and what they say: in this order, so that nobody learns more than they may."""
    shown = sessions.credential(request.headers)
    if endpoint.method == CREATES:
        sessions.check_origin(request.headers, desk.origins, shown)
    what = f"{endpoint.method} {endpoint.path}"
    player = await sessions.player(desk.house.store, shown)
    roles = frozenset({Role.STRANGER, Role.GUEST} if player else {Role.STRANGER})
    at = None
    if player and "id" in request.path_params:
        at = await desk.tables.find(request.path_params["id"])
        roles = at.roles(player.id)
    if not may(what, roles):
        if player is None:
            raise NotSignedIn("come in first: POST /api/session")
        raise Unknown()
    body = await _body(endpoint, request) if endpoint.method == CREATES else None
    return Call(desk, request, shown, player, at, body)


async def _body(endpoint: Endpoint, request: Request) -> Any:
    raw = b""
    async for chunk in request.stream():
        raw += chunk
        if len(raw) > MESSAGE_BYTES:
            raise TooFast(f"a request has at most {MESSAGE_BYTES} bytes")
    if endpoint.body is None:
        return None
    if request.headers.get("content-type", "").split(";")[0].strip().lower() != JSON:
        raise BadMessage(f"send {JSON}")
    check_shape(raw)
    try:
        return msgspec.json.decode(raw, type=endpoint.body)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadMessage(str(error)) from None
