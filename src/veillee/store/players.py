"""Players, and the sessions and tokens that prove to be one. Keeps hashes, never what was hashed."""

from datetime import UTC, datetime
from typing import Literal, NamedTuple

from sqlalchemy import Connection, delete, insert, select, update

from veillee.store.schema import players, sessions


class PlayerRow(NamedTuple):
    id: str
    name: str
    kind: Literal["guest", "program"]
    created: datetime


def add_player(c: Connection, player: PlayerRow) -> None:
    c.execute(insert(players), player._asdict())


def rename(c: Connection, player_id: str, name: str) -> None:
    c.execute(update(players).where(players.c.id == player_id).values(name=name))


def player(c: Connection, id: str) -> PlayerRow | None:
    row = c.execute(select(players).where(players.c.id == id)).first()
    return PlayerRow._make(row) if row else None


def add_session(
    c: Connection, hashed: bytes, player_id: str, kind: Literal["session", "token"], expires: datetime
) -> None:
    c.execute(insert(sessions), {"hashed": hashed, "player": player_id, "kind": kind, "expires": expires})


def session_player(c: Connection, hashed: bytes) -> PlayerRow | None:
    """The player whose session or token this is, while it has not expired."""
    alive = select(players).join(sessions).where(sessions.c.hashed == hashed, sessions.c.expires > datetime.now(UTC))
    row = c.execute(alive).first()
    return PlayerRow._make(row) if row else None


def revoke(c: Connection, hashed: bytes) -> None:
    c.execute(delete(sessions).where(sessions.c.hashed == hashed))
