"""The tables of the database, as SQLAlchemy knows them. A change here needs a migration, and a test says so."""

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from functools import cache
from typing import Any, Final, NamedTuple

from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    Connection,
    DateTime,
    Dialect,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    TypeDecorator,
    UniqueConstraint,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.sql.compiler import SQLCompiler


class Time(TypeDecorator[datetime]):
    """A moment in UTC. SQLite forgets the zone, so it is said again on reading."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        return value and value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        return value.astimezone(UTC) if value.tzinfo else value.replace(tzinfo=UTC)


metadata = MetaData(
    naming_convention={
        "pk": "%(table_name)s_pk",
        "fk": "%(table_name)s_%(column_0_name)s_fk",
        "uq": "%(table_name)s_%(column_0_N_name)s_uq",
        "ix": "%(table_name)s_%(column_0_N_name)s_ix",
    }
)

players = Table(
    "players",
    metadata,
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("created", Time, nullable=False),
)

sessions = Table(
    "sessions",
    metadata,
    Column("hashed", LargeBinary, primary_key=True),
    Column("player", Text, ForeignKey("players.id"), nullable=False),
    Column("kind", Text, nullable=False),
    Column("expires", Time, nullable=False),
)

tables = Table(
    "tables",
    metadata,
    Column("id", Text, primary_key=True),
    Column("game", Text, nullable=False),
    Column("rules_version", Integer, nullable=False),
    Column("config", JSON, nullable=False),
    Column("options", JSON, nullable=False),
    Column("status", Text, nullable=False),
    Column("host", Text, ForeignKey("players.id")),
    Column("commitment", Text, nullable=False),
    Column("link_generation", Integer, nullable=False),
    Column("created", Time, nullable=False),
    Column("rematch", Text, ForeignKey("tables.id")),
    Index(None, "status", "created"),
)

# Apart from the table, so that no query that looks at a table can bring its secret along.
secrets = Table(
    "secrets",
    metadata,
    Column("table", Text, ForeignKey("tables.id"), primary_key=True),
    Column("secret", LargeBinary, nullable=False),
)

# A row is an occupied seat; the primary key is what lets one claim of a seat win.
chairs = Table(
    "chairs",
    metadata,
    Column("table", Text, ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("occupant", Text, nullable=False),
    Column("player", Text, ForeignKey("players.id"), index=True),
    Column("name", Text, nullable=False),
    Column("level", Text),
    Column("ready", Boolean, nullable=False),
    Column("nonce_commitment", Text),
    Column("nonce", LargeBinary),
    Column("covered", Boolean, nullable=False),
)

# The journal. Triggers refuse to change or delete its rows: see guards.py.
steps = Table(
    "steps",
    metadata,
    Column("table", Text, ForeignKey("tables.id"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("seat", Integer, nullable=False),
    Column("player", Text, ForeignKey("players.id")),
    Column("action", JSON(none_as_null=True)),
    Column("events", JSON, nullable=False),
    Column("action_id", Text),
    Column("undo_to", Integer),
    Column("at", Time, nullable=False),
    UniqueConstraint("table", "player", "action_id"),
)


PRESERVE_ROWCOUNT: Final = {"preserve_rowcount": True}


class Insertion(NamedTuple):
    """A statement as the driver takes it, and what turns the value of each column into one that it takes."""

    sql: str
    by_position: bool
    binders: tuple[tuple[str, Callable[[Any], Any]], ...]

    def bind(self, rows: Sequence[Mapping[str, Any]]) -> tuple[Any, ...] | dict[str, Any]:
        if self.by_position:
            return tuple(binder(row[column]) for row in rows for column, binder in self.binders)
        # As SQLAlchemy names the values of the nth of many rows.
        return {f"{column}_m{n}": bind(row[column]) for n, row in enumerate(rows) for column, bind in self.binders}


def insert_unless_there(c: Connection, table: Table, *rows: Mapping[str, Any]) -> bool:
    """Inserts the rows and gives True, or False where one with the same key is there: one statement decides.

    Every move needs it, so SQLAlchemy writes the statement once, and hands it to the driver as it is. While one
    statement is at work Python goes on; many would each wait for Python.
    """
    insertion = _insertion(c.dialect, table, len(rows))
    return c.exec_driver_sql(insertion.sql, insertion.bind(rows), PRESERVE_ROWCOUNT).rowcount == len(rows)


@cache
def _insertion(dialect: Dialect, table: Table, rows: int) -> Insertion:
    insert = sqlite.insert if dialect.name == "sqlite" else postgresql.insert
    statement = insert(table).values([dict.fromkeys(table.c.keys())] * rows).on_conflict_do_nothing()
    compiled = statement.compile(dialect=dialect)
    assert isinstance(compiled, SQLCompiler)
    binders = tuple(
        (name, column.type.dialect_impl(dialect).bind_processor(dialect) or _unchanged)
        for name, column in table.c.items()
    )
    return Insertion(str(compiled), compiled.positiontup is not None, binders)


def _unchanged(value: Any) -> Any:
    return value
