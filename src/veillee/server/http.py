"""The HTTP interface: players, tables, and what is left of a game. The game itself is played on the socket."""

from functools import partial
from typing import Final

import msgspec
from starlette.responses import Response

from veillee import games
from veillee.bots import plain
from veillee.core.game import AnyGame, VeilleeError
from veillee.server import lobby, playing, replay, sessions
from veillee.server.endpoint import Call, Endpoint
from veillee.server.errors import BadMessage
from veillee.server.openapi import document
from veillee.store import PlayerRow
from veillee.wire import (
    Fill,
    Found,
    GameInfo,
    Listed,
    NewPlayer,
    NewTable,
    OneSeat,
    Player,
    Replay,
    Sit,
    Table,
    Token,
)

RECORD: Final = "application/jsonl"
METRICS: Final = "text/plain; version=0.0.4"


async def read_health(call: Call) -> Response:
    return Response("alive\n", media_type="text/plain")


async def read_readiness(call: Call) -> Response:
    """Ready is a server whose database answers, and takes what is written."""
    try:
        await call.desk.house.store.probe()
    except VeilleeError as error:
        return Response(f"{error.code}\n", 503, media_type="text/plain")
    return Response("ready\n", media_type="text/plain")


async def read_metrics(call: Call) -> Response:
    return Response(call.desk.house.metrics.text(), media_type=METRICS)


async def read_openapi(call: Call) -> Response:
    return Response(msgspec.json.encode(document(ENDPOINTS)), media_type="application/json")


async def list_games(call: Call) -> tuple[GameInfo, ...]:
    return tuple(map(_described, games.GAMES.values()))


async def come_in(call: Call) -> Response:
    """A new guest with a session, or a new name for who is here already."""
    name = call.body.name
    if call.player:
        renamed = await sessions.rename(call.desk.house.store, call.player, name)
        if renamed.name != call.player.name:
            for table in await call.desk.tables.of(renamed.id):
                if table.row.status == "open":
                    await table.ask(partial(lobby.rename, table, renamed))
        return _json(_player(renamed))
    call.desk.arrivals.take(call.address)
    row, secret = await sessions.arrive(call.desk.house.store, name, "guest")
    cookie = sessions.set_cookie(secret, secure=call.desk.house.settings.secure)
    return _json(_player(row), {"Set-Cookie": cookie})


async def read_session(call: Call) -> Player:
    return _player(call.guest)


async def end_session(call: Call) -> Response:
    assert call.shown, "a guest has shown something"
    await sessions.end(call.desk.house.store, call.shown)
    call.desk.connections.end_session(call.shown.hashed)
    return _json(_player(call.guest), {"Set-Cookie": sessions.set_cookie("", secure=call.desk.house.settings.secure)})


async def make_token(call: Call) -> Token:
    call.desk.arrivals.take(call.address)
    row, secret = await sessions.arrive(call.desk.house.store, call.body.name, "program")
    return Token(secret, _player(row))


async def list_tables(call: Call) -> Listed:
    player = call.guest.id
    anybody = [table.as_table(player) for table in await call.desk.tables.listed()]
    return Listed(tuple(anybody), tuple(table.as_table(player) for table in await call.desk.tables.of(player)))


async def open_table(call: Call) -> Table:
    table = await call.desk.tables.open(call.body, call.guest.id)
    return table.as_table(call.guest.id)


async def read_table(call: Call) -> Table:
    return call.table.as_table(call.guest.id)


async def find_table(call: Call) -> Found:
    """Opening a link consumes nothing; sitting down does."""
    call.desk.guesses.check(call.address)
    try:
        table = await call.desk.tables.behind(call.request.path_params["link"])
    except VeilleeError:
        call.desk.guesses.take(call.address)
        raise
    return Found(table.as_table(call.guest.id), table.link)


async def sit(call: Call) -> Table:
    await call.table.ask(partial(lobby.sit, call.table, call.guest, call.body))
    return call.table.as_table(call.guest.id)


async def leave(call: Call) -> Table:
    await call.table.ask(partial(lobby.leave, call.table, call.guest.id))
    return call.table.as_table(call.guest.id)


async def kick(call: Call) -> Table:
    await call.table.ask(partial(lobby.kick, call.table, call.body.seat))
    return call.table.as_table(call.guest.id)


async def fill(call: Call) -> Table:
    await call.table.ask(partial(lobby.fill, call.table, call.body))
    return call.table.as_table(call.guest.id)


async def empty(call: Call) -> Table:
    await call.table.ask(partial(lobby.empty, call.table, call.body.seat))
    return call.table.as_table(call.guest.id)


async def start(call: Call) -> Table:
    await call.table.ask(partial(lobby.start, call.table))
    return call.table.as_table(call.guest.id)


async def renew_link(call: Call) -> Table:
    await call.table.ask(partial(lobby.renew_link, call.table))
    call.desk.tables.index(call.table)
    return call.table.as_table(call.guest.id)


async def revoke_link(call: Call) -> Table:
    await call.table.ask(partial(lobby.revoke_link, call.table))
    call.desk.tables.index(call.table)
    return call.table.as_table(call.guest.id)


async def rematch(call: Call) -> Table:
    wish = partial(call.desk.tables.rematch, call.table, call.guest.id)
    table = await call.table.ask(wish)
    return table.as_table(call.guest.id)


async def cover(call: Call) -> Table:
    await call.table.ask(partial(lobby.cover, call.table, call.body.seat))
    return call.table.as_table(call.guest.id)


async def give_back(call: Call) -> Table:
    await call.table.ask(partial(playing.give_back, call.table, call.guest.id, call.body.seat))
    return call.table.as_table(call.guest.id)


async def abandon(call: Call) -> Table:
    await call.table.ask(partial(lobby.abandon, call.table))
    return call.table.as_table(call.guest.id)


async def read_record(call: Call) -> Response:
    name = f"{call.table.row.game}-{call.table.id}.jsonl"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(replay.record(call.table), media_type=RECORD, headers=headers)


async def read_replay(call: Call) -> Replay:
    text = call.request.query_params.get("seat")
    if text is None:
        return replay.as_known(call.table, None)
    try:
        return replay.as_known(call.table, int(text))
    except ValueError:
        raise BadMessage("seat: write a number") from None


def _described(game: AnyGame) -> GameInfo:
    return GameInfo(
        name=game.name,
        title=game.title,
        author=game.author,
        pace=game.pace,
        seats=tuple(game.seat_counts),
        config_schema=msgspec.json.schema(game.config_type),
        levels=plain.levels(game),
    )


def _player(row: PlayerRow) -> Player:
    return Player(row.id, row.name, row.kind)


def _json(answer: msgspec.Struct, headers: dict[str, str] | None = None) -> Response:
    return Response(msgspec.json.encode(answer), media_type="application/json", headers=headers)


SEAT: Final = {"seat": {"type": "integer", "description": "whose knowledge; without it all events"}}
AT: Final = "/api/tables/{id}"

ENDPOINTS: Final = (
    Endpoint("GET", "/healthz", read_health, "Whether the process answers", media="text/plain"),
    Endpoint("GET", "/readyz", read_readiness, "Whether it reaches its database", media="text/plain"),
    Endpoint("GET", "/metrics", read_metrics, "Figures for Prometheus", media="text/plain"),
    Endpoint("GET", "/api/openapi.json", read_openapi, "This document", media="application/json"),
    Endpoint("GET", "/api/games", list_games, "The games, their options and opponents", answer=tuple[GameInfo, ...]),
    Endpoint("POST", "/api/session", come_in, "Come in as a guest, or rename yourself", NewPlayer, Player),
    Endpoint("GET", "/api/session", read_session, "Who you are", answer=Player),
    Endpoint("POST", "/api/session/end", end_session, "Go; your sockets are closed", answer=Player),
    Endpoint("POST", "/api/tokens", make_token, "A bearer token for a program", NewPlayer, Token),
    Endpoint("GET", "/api/tables", list_tables, "Tables open to all, and yours", answer=Listed),
    Endpoint("POST", "/api/tables", open_table, "Open a table and be its host", NewTable, Table),
    Endpoint("GET", "/api/found/{link}", find_table, "The table behind a link or a code", answer=Found),
    Endpoint("GET", AT, read_table, "One table", answer=Table),
    Endpoint("POST", f"{AT}/sit", sit, "Take a free seat", Sit, Table),
    Endpoint("POST", f"{AT}/leave", leave, "Leave; in the game a bot covers you", answer=Table),
    Endpoint("POST", f"{AT}/kick", kick, "Send a player away before the game", OneSeat, Table),
    Endpoint("POST", f"{AT}/fill", fill, "Seat a bot", Fill, Table),
    Endpoint("POST", f"{AT}/empty", empty, "Send a bot away", OneSeat, Table),
    Endpoint("POST", f"{AT}/start", start, "Begin, when all are ready", answer=Table),
    Endpoint("POST", f"{AT}/link", renew_link, "A new link and code; old ones die", answer=Table),
    Endpoint("POST", f"{AT}/link/revoke", revoke_link, "No link at all", answer=Table),
    Endpoint("POST", f"{AT}/rematch", rematch, "The same again, one seat on", answer=Table),
    Endpoint("POST", f"{AT}/cover", cover, "Call a bot for one who is away", OneSeat, Table),
    Endpoint("POST", f"{AT}/return", give_back, "Play your seat yourself again", OneSeat, Table),
    Endpoint("POST", f"{AT}/abandon", abandon, "End the game where it is", answer=Table),
    Endpoint("GET", f"{AT}/record", read_record, "The record of a finished game", media=RECORD),
    Endpoint("GET", f"{AT}/replay", read_replay, "A finished game step by step", answer=Replay, query=SEAT),
)
