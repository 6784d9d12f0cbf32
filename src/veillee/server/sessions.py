"""Who somebody is: guests by a cookie, programs by a bearer token. Of both a hash is kept."""

import secrets
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from http.cookies import CookieError, SimpleCookie
from typing import Final, Literal, NamedTuple

from sqlalchemy import Connection

from veillee.server.errors import BadMessage, BadOrigin
from veillee.store import PlayerRow, Store, players

COOKIE: Final = "veillee"
BITS: Final = 256
LASTS: Final = timedelta(days=180)
BEARER: Final = "bearer "


class Credential(NamedTuple):
    """What somebody showed, hashed."""

    hashed: bytes
    by_cookie: bool


def credential(headers: Mapping[str, str]) -> Credential | None:
    """The session or token that a request carries."""
    authorization = headers.get("authorization", "")
    if authorization.lower().startswith(BEARER):
        return Credential(_hash(authorization[len(BEARER) :].strip()), by_cookie=False)
    try:
        cookies = SimpleCookie(headers.get("cookie", ""))
    except CookieError:
        return None
    return Credential(_hash(cookies[COOKIE].value), by_cookie=True) if COOKIE in cookies else None


def check_origin(headers: Mapping[str, str], own: frozenset[str], shown: Credential | None) -> None:
    """Refuses what the page of another site had a browser send.

    Browsers always say where a page is from. Programs do not, and have no cookie that could be abused.
    """
    origin = headers.get("origin")
    by_cookie = shown is not None and shown.by_cookie
    if (origin is None and by_cookie) or (origin is not None and origin not in own):
        raise BadOrigin("this page may not act here; open the server's own address")


async def player(store: Store, shown: Credential | None) -> PlayerRow | None:
    """Whose session or token it is, if it is still good."""
    return await store.read(lambda c: players.session_player(c, shown.hashed)) if shown else None


async def arrive(store: Store, name: str, kind: Literal["guest", "program"]) -> tuple[PlayerRow, str]:
    """A new player, and the secret that proves to be that player from now on."""
    row = PlayerRow(secrets.token_urlsafe(16), readable(name), kind, datetime.now(UTC))
    secret = secrets.token_urlsafe(BITS // 8)

    def change(c: Connection) -> None:
        players.add_player(c, row)
        shown: Literal["session", "token"] = "session" if kind == "guest" else "token"
        players.add_session(c, _hash(secret), row.id, shown, row.created + LASTS)

    await store.write(change)
    return row, secret


async def rename(store: Store, row: PlayerRow, name: str) -> PlayerRow:
    renamed = row._replace(name=readable(name))
    await store.write(lambda c: players.rename(c, renamed.id, renamed.name))
    return renamed


async def end(store: Store, shown: Credential) -> None:
    await store.write(lambda c: players.revoke(c, shown.hashed))


def set_cookie(secret: str, *, secure: bool) -> str:
    """The header that gives a browser its session; an empty secret takes it away."""
    age = int(LASTS.total_seconds()) if secret else 0
    return f"{COOKIE}={secret}; Max-Age={age}; Path=/; HttpOnly; SameSite=Lax{'; Secure' if secure else ''}"


def readable(name: str) -> str:
    """The name in one line; one that nobody could read is refused."""
    line = " ".join(name.split())
    if not line or not line.isprintable():
        raise BadMessage("a name has one to 24 letters that can be read")
    return line


def _hash(secret: str) -> bytes:
    return sha256(secret.encode("utf-8", "surrogateescape")).digest()
