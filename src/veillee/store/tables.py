"""Tables, who sits at them, and the secrets of their deals, each kept apart from the others."""

from datetime import datetime
from typing import Any, Final, Literal, NamedTuple

from sqlalchemy import Connection, delete, insert, select, update

from veillee.core.game import Seat
from veillee.store.schema import chairs as chair_rows
from veillee.store.schema import insert_unless_there, secrets
from veillee.store.schema import tables as table_rows

Status = Literal["open", "dealing", "playing", "over", "abandoned"]
LIVE: Final[tuple[Status, ...]] = ("open", "dealing", "playing")


class TableRow(NamedTuple):
    """A table without its secret."""

    id: str
    game: str
    rules_version: int
    config: dict[str, Any]
    options: dict[str, Any]
    status: Status
    host: str | None
    commitment: str
    link_generation: int
    created: datetime
    rematch: str | None


class ChairRow(NamedTuple):
    """An occupied seat. A person who gave no nonce, and a bot, has none."""

    seat: Seat
    occupant: Literal["person", "program", "bot"]
    player: str | None
    name: str
    level: str | None = None
    ready: bool = False
    nonce_commitment: str | None = None
    nonce: bytes | None = None
    covered: bool = False


def add_table(c: Connection, row: TableRow, secret: bytes) -> None:
    c.execute(insert(table_rows), row._asdict())
    c.execute(insert(secrets), {"table": row.id, "secret": secret})


def table(c: Connection, id: str) -> TableRow | None:
    row = c.execute(select(table_rows).where(table_rows.c.id == id)).first()
    return TableRow._make(row) if row else None


def set_table(c: Connection, table: str, **changes: Any) -> None:
    c.execute(update(table_rows).where(table_rows.c.id == table).values(changes))


def secret(c: Connection, table: str) -> bytes:
    """The secret of the table's deals: for the dealer, and for all when the game is over."""
    return c.execute(select(secrets.c.secret).where(secrets.c.table == table)).scalar_one()


def live_tables(c: Connection) -> list[str]:
    """The tables that a server resumes, oldest first."""
    live = select(table_rows.c.id).where(table_rows.c.status.in_(LIVE)).order_by(table_rows.c.created)
    return list(c.execute(live).scalars())


def open_tables(c: Connection, limit: int) -> list[TableRow]:
    """The live tables that anybody may find, newest first."""
    anybody = table_rows.c.options["visibility"].as_string() == "open"
    query = select(table_rows).where(table_rows.c.status.in_(LIVE), anybody)
    return _tables(c, query.order_by(table_rows.c.created.desc()).limit(limit))


def tables_of(c: Connection, player_id: str, limit: int) -> list[TableRow]:
    """The tables at which the player sits, newest first."""
    seated = select(chair_rows.c.table).where(chair_rows.c.player == player_id)
    query = select(table_rows).where(table_rows.c.id.in_(seated))
    return _tables(c, query.order_by(table_rows.c.created.desc()).limit(limit))


def _tables(c: Connection, query: Any) -> list[TableRow]:
    return [TableRow._make(row) for row in c.execute(query)]


def chairs(c: Connection, id: str) -> list[ChairRow]:
    """The occupied seats, in order."""
    columns = [chair_rows.c[field] for field in ChairRow._fields]
    query = select(*columns).where(chair_rows.c.table == id).order_by(chair_rows.c.seat)
    return [ChairRow._make(row) for row in c.execute(query)]


def claim_seat(c: Connection, table: str, seat: Seat | None, chair: ChairRow) -> Seat | None:
    """Takes this seat, or the first free one for None, and gives it; None when it is taken or all are.

    Whether a seat is free is decided by the key of its row, so of two claims at once exactly one wins.
    """
    seats = range(_seats(c, table))
    for wanted in seats if seat is None else [seat]:
        claim = {**chair._asdict(), "table": table, "seat": wanted}
        if wanted in seats and insert_unless_there(c, chair_rows, claim):
            return wanted
    return None


def _seats(c: Connection, table: str) -> int:
    """How many seats the table has: every game's config says it."""
    config: dict[str, Any] | None = c.execute(select(table_rows.c.config).where(table_rows.c.id == table)).scalar()
    return config["seats"] if config else 0


def free_seat(c: Connection, table: str, seat: Seat) -> None:
    c.execute(delete(chair_rows).where(chair_rows.c.table == table, chair_rows.c.seat == seat))


def set_chair(c: Connection, table: str, seat: Seat, **changes: Any) -> None:
    here = (chair_rows.c.table == table, chair_rows.c.seat == seat)
    c.execute(update(chair_rows).where(*here).values(changes))
