"""Connections: one that writes, and those that only read, on SQLite and on PostgreSQL.

On SQLite exactly one connection ever writes or checkpoints, so that no version of it can meet the bug by which two of
them lose a reset of the write-ahead log (SQLite 3.7.0 to 3.51.2).
"""

import sqlite3
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import msgspec
from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError

from veillee.store.errors import StoreError

READERS: Final = 4
OLDEST_SQLITE: Final = (3, 35, 0)
BUSY_MS: Final = 5000  # a backup, or a person's sqlite3 shell, may hold the file for a moment

COMMON: Final = {"busy_timeout": BUSY_MS, "foreign_keys": "ON", "mmap_size": 0}
# FULL: a commit is on the disk when it returns. Recursive: REPLACE, too, must meet the triggers against deletion.
# The page, of a new database: steps of many tables share no page of an index, and each page is written with its commit.
WRITER: Final[dict[str, Any]] = {
    "page_size": 2048,  # before the journal mode, after which it cannot be chosen
    **COMMON,
    "journal_mode": "WAL",
    "synchronous": "FULL",
    "recursive_triggers": "ON",
    "wal_autocheckpoint": 4000,  # pages: what many steps change is then brought to its place once
    "temp_store": "MEMORY",  # what a savepoint would put back; in a file it would be written with every group
}
READER: Final[dict[str, Any]] = {**COMMON, "query_only": "ON", "wal_autocheckpoint": 0}


def parse(url: str) -> URL:
    """The URL of a database that the store can use; others are refused with what there is."""
    try:
        parsed = make_url(url)
    except ArgumentError:
        raise StoreError("the URL of a database is sqlite:///FOLDER/FILE or postgresql://HOST/DATABASE") from None
    match parsed.get_backend_name():
        case "sqlite" if parsed.database and parsed.database != ":memory:":
            _check_sqlite_version(sqlite3.sqlite_version_info)
            return parsed.set(database=str(Path(parsed.database).absolute()))
        case "sqlite":
            raise StoreError("a database in memory keeps nothing: name a file, as in sqlite:///FOLDER/FILE")
        case "postgresql":
            return parsed.set(drivername="postgresql+psycopg")
        case other:
            raise StoreError(f"{other} is not supported; sqlite and postgresql are")


def writer(url: URL) -> Engine:
    """The one connection that writes."""
    if url.get_backend_name() == "postgresql":
        return _engine(url, pool_size=1, connect_args={"options": "-c synchronous_commit=on"})
    engine = _engine(url, pool_size=1)
    _configure(engine, WRITER, "BEGIN IMMEDIATE")
    return engine


def readers(url: URL) -> Engine:
    """Connections that cannot write. All queries of one read see the same moment."""
    if url.get_backend_name() == "postgresql":
        engine = _engine(url, pool_size=READERS, isolation_level="REPEATABLE READ")
        return engine.execution_options(postgresql_readonly=True)
    engine = _engine(url, pool_size=READERS)
    _configure(engine, READER, "BEGIN")
    return engine


def _engine(url: URL, **options: Any) -> Engine:
    return create_engine(
        url,
        max_overflow=0,
        json_serializer=_json,
        json_deserializer=msgspec.json.decode,
        hide_parameters=True,  # an error is logged, and among the parameters are cards and secrets
        **options,
    )


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def _configure(engine: Engine, pragmas: Mapping[str, Any], begin: str) -> None:
    """Sets every new connection up, and lets SQLAlchemy, not Python's driver, say where transactions begin."""

    @event.listens_for(engine, "connect")
    def connected(connection: sqlite3.Connection, _: Any) -> None:
        connection.isolation_level = None
        for name, value in pragmas.items():
            connection.execute(f"PRAGMA {name} = {value}")

    @event.listens_for(engine, "begin")
    def began(connection: Connection) -> None:
        connection.exec_driver_sql(begin)


def _check_sqlite_version(version: tuple[int, ...]) -> None:
    if version < OLDEST_SQLITE:
        have, need = (".".join(map(str, numbers)) for numbers in (version, OLDEST_SQLITE))
        raise StoreError(f"this Python comes with SQLite {have}; {need} or later is needed")
