"""The store: where changes are written, when they are durable, and who may open it."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from shutil import disk_usage
from typing import Final, TypeVar

from sqlalchemy import URL, Connection, Engine
from sqlalchemy.exc import DBAPIError

from veillee.store import engines
from veillee.store.errors import NoSpace, StoreError, storage_error
from veillee.store.journal import Journal
from veillee.store.lock import FolderLock
from veillee.store.migrate import migrate

T = TypeVar("T")

ROOM: Final = 1 << 16  # bytes of a disk: any step finds room in them


class Store:
    """An open database. `Store.open` makes one, and whoever opened it closes it."""

    def __init__(self, url: URL, lock: FolderLock | None) -> None:
        self._lock, self._folder = lock, _folder(url)
        self._writer = engines.writer(url)
        self._readers = engines.readers(url)
        _migrate(self._writer)
        self._journal = Journal(self._writer)
        self._threads = ThreadPoolExecutor(engines.READERS, thread_name_prefix="reader")
        self._troubled = False  # whether the last write failed

    @staticmethod
    def open(url: str) -> "Store":
        """Takes the data folder, brings the database up to date, and starts the journal."""
        parsed = engines.parse(url)
        lock = FolderLock(folder) if (folder := _folder(parsed)) else None
        try:
            return Store(parsed, lock)
        except BaseException:
            if lock:
                lock.release()
            raise

    def announce(self, address: str) -> None:
        """Whoever tries to open the same data folder is told this address."""
        if self._lock:
            self._lock.announce(address)

    async def write(self, change: Callable[[Connection], T]) -> T:
        """What the change gives, once it is committed and durable.

        An exception of the change undoes that change alone and is raised here. On a StoreError nothing was promised:
        the journal says whether it happened. Cancelling leaves a change that has begun to its fate.
        """
        try:
            result = await self._journal.submit(change)
        except StoreError:
            self._troubled = True
            raise
        self._troubled = False
        return result

    async def probe(self) -> None:
        """Raises the StoreError that anybody who writes now would meet. Writes only if the last write failed."""
        if self._troubled:
            if self._folder and disk_usage(self._folder).free < ROOM:  # what is written here is less than a step
                raise NoSpace("the disk is full")
            await self.write(_rewrite_version)
        await self.read(_look)

    async def read(self, query: Callable[[Connection], T]) -> T:
        """What the query gives; all that it selects is of one moment, no earlier than the last finished write."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, self._query, query)

    def close(self) -> None:
        """Commits what waits, then lets everything go. The writer closes last, and so leaves a single file."""
        self._journal.close()
        self._threads.shutdown()
        self._readers.dispose()
        self._writer.dispose()
        if self._lock:
            self._lock.release()

    def _query(self, query: Callable[[Connection], T]) -> T:
        try:
            with self._readers.connect() as c:
                return query(c)
        except DBAPIError as error:
            raise storage_error(error) from error


def _rewrite_version(c: Connection) -> None:
    """A write that changes nothing and needs the disk all the same."""
    c.exec_driver_sql("UPDATE alembic_version SET version_num = version_num")


def _look(c: Connection) -> None:
    c.exec_driver_sql("SELECT 1").close()


def _folder(url: URL) -> Path | None:
    """The folder of an SQLite database."""
    return Path(url.database).parent if url.get_backend_name() == "sqlite" and url.database else None


def _migrate(engine: Engine) -> None:
    try:
        with engine.begin() as c:
            migrate(c)
    except DBAPIError as error:
        engine.dispose()
        raise StoreError(f"{engine.url!r} cannot be opened: {error.orig}") from error
    except StoreError:
        engine.dispose()
        raise
