"""Backups, and the proof that a database is whole: every open game is decided again by its rules."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import URL, Connection, inspect
from sqlalchemy.exc import DBAPIError

from veillee.core.game import AnyGame, NotFound, VeilleeError, replay
from veillee.games import find
from veillee.store import engines
from veillee.store.errors import Damaged, Occupied, StoreError
from veillee.store.guards import check_guards
from veillee.store.lock import FolderLock
from veillee.store.migrate import migrate
from veillee.store.steps import StepRow, steps
from veillee.store.tables import TableRow, live_tables, table


class Checked(NamedTuple):
    """What was found whole. `other_rules` are open tables of rules versions that this program does not have."""

    tables: int
    steps: int
    other_rules: tuple[str, ...]


def backup(url: str, path: Path) -> None:
    """A copy of the database as it is at this moment; a server may be running on it. It holds secrets: keep it safe."""
    source = _file(engines.parse(url))
    if not source.exists():
        raise StoreError(f"there is no database at {source}")
    part = _part(path)
    _copy(source, part)
    _put_in_place(part, path)


def restore(url: str, path: Path) -> Checked:
    """Makes the backup the database of this folder, once it is found whole. Never overwrites a database."""
    parsed = engines.parse(url)
    database = _file(parsed)
    lock = FolderLock(database.parent)
    try:
        part = _part(database)
        _copy(path, part)
        try:
            checked = _check_file(parsed.set(database=str(part)))
        except VeilleeError:
            _discard(part)
            raise
        _put_in_place(part, database)
        return checked
    finally:
        lock.release()


def check(c: Connection) -> Checked:
    """Raises Damaged at the first thing that is not as it should be."""
    if c.dialect.name == "sqlite":
        _check_sqlite(c)
    check_guards(c)
    folded, decided, other = 0, 0, list[str]()
    for row in filter(None, (table(c, id) for id in live_tables(c))):
        try:
            game = find(row.game, row.rules_version)
        except NotFound:
            other.append(row.id)
            continue
        decided += _fold(game, row, steps(c, row.id))
        folded += 1
    return Checked(folded, decided, tuple(other))


def _check_sqlite(c: Connection) -> None:
    whole = c.exec_driver_sql("PRAGMA integrity_check").scalars().all()
    if whole != ["ok"]:
        raise Damaged(f"SQLite finds: {whole[0]}")
    if orphan := c.exec_driver_sql("PRAGMA foreign_key_check").first():
        raise Damaged(f"a row of {orphan[0]} belongs to one of {orphan[2]} that is not there")


def _fold(game: AnyGame, row: TableRow, journal: list[StepRow]) -> int:
    """Decides the whole journal again, what was undone included, and gives how many steps it has."""
    states: list[Any] = [game.start(msgspec.convert(row.config, game.config_type))]  # after each step in force
    for seq, step in enumerate(journal):
        if step.seq != seq:
            raise Damaged(f"table {row.id}: step {seq} is missing")
        if step.undo_to is not None:
            del states[step.undo_to + 1 :]
            continue
        try:
            states.append(_decide(game, states[-1], step))
        except (VeilleeError, msgspec.ValidationError) as error:
            raise Damaged(f"table {row.id}, step {seq}: {error}") from None
    return len(journal)


def _decide(game: AnyGame, state: Any, step: StepRow) -> Any:
    """The state after the step; its events must be the ones that are written."""
    events = ()
    if step.action is not None:
        events = game.decide(state, step.seat, msgspec.convert(step.action, game.action_type))
    if msgspec.json.decode(msgspec.json.encode(events)) != step.events:
        raise Damaged("the rules cause other events than are written")
    return replay(game, state, events)


def _file(url: URL) -> Path:
    if url.get_backend_name() != "sqlite" or not url.database:
        raise StoreError("PostgreSQL has its own tools for this: pg_dump and pg_restore")
    return Path(url.database)


def _part(path: Path) -> Path:
    """Where a file is written before it is whole and gets its name."""
    if path.exists():
        raise Occupied(f"{path} is there already; move it away first")
    part = path.with_name(f"{path.name}.part")
    _discard(part)
    return part


def _discard(part: Path) -> None:
    for file in part.parent.glob(f"{part.name}*"):  # and what SQLite keeps beside it
        file.unlink()


def _copy(source: Path, target: Path) -> None:
    """All that is committed, as one file that only its owner can read."""
    target.touch(mode=0o600)
    try:
        with (
            closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True)) as original,
            closing(sqlite3.connect(target)) as copy,
        ):
            original.backup(copy)
            copy.execute("PRAGMA journal_mode = DELETE")  # a backup has no files beside it
    except sqlite3.Error as error:
        _discard(target)
        raise Damaged(f"{source} cannot be copied: {error}") from None


def _check_file(url: URL) -> Checked:
    engine = engines.writer(url)
    try:
        with engine.begin() as c:
            if not inspect(c).has_table("steps"):
                raise Damaged("this is no backup: there is no journal in it")
            migrate(c)
            return check(c)
    except DBAPIError as error:
        raise Damaged(f"this is not a whole database: {error.orig}") from None
    finally:
        engine.dispose()


def _put_in_place(part: Path, path: Path) -> None:
    """Gives the file its name when all of it is on the disk."""
    with part.open("rb") as file:
        os.fsync(file.fileno())
    part.rename(path)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
