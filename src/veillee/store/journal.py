"""The journal's thread: the only one that writes. Changes that wait together are committed together."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from itertools import groupby
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from typing import Any, Final, NamedTuple, TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.engine.interfaces import DBAPICursor
from sqlalchemy.exc import OperationalError

from veillee.store.errors import StoreError, storage_error
from veillee.store.steps import Append, add_all

T = TypeVar("T")

GROUP_MAX: Final = 256  # so that the first of a long queue need not wait for all


class Waiting(NamedTuple):
    change: Callable[[Connection], Any]
    done: asyncio.Future[Any]


class Settlement(NamedTuple):
    """What is to be told to whoever waits, once the whole group is committed."""

    done: asyncio.Future[Any]
    result: Any = None
    failure: Exception | None = None


class Journal:
    """Takes changes from an event loop, and settles each when it is committed, refused, or known to have failed."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._queue: SimpleQueue[Waiting | None] = SimpleQueue()  # None: closed, nothing follows
        self._gate = Lock()
        self._closed = False
        self._thread = Thread(target=self._run, name="journal", daemon=True)
        self._thread.start()

    def submit(self, change: Callable[[Connection], T]) -> asyncio.Future[T]:
        """To be called in the event loop, which is told when the change is settled."""
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        with self._gate:
            if self._closed:
                raise StoreError("the store is closed")
            self._queue.put(Waiting(change, done))
        return done

    def close(self) -> None:
        """Commits what waits, then ends the thread."""
        with self._gate:
            self._closed = True
            self._queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        while group := self._next_group():
            settlements = self._commit(group)
            with suppress(RuntimeError):  # the loop is closed: nobody waits any more
                group[0].done.get_loop().call_soon_threadsafe(_settle, settlements)

    def _next_group(self) -> list[Waiting]:
        """What waits now, at least one change; empty when the journal is closed."""
        group: list[Waiting] = []
        waiting = self._queue.get()
        while waiting is not None:
            group.append(waiting)
            if len(group) == GROUP_MAX:
                return group
            try:
                waiting = self._queue.get_nowait()
            except Empty:
                return group
        if group:
            self._queue.put(None)
        return group

    def _commit(self, group: list[Waiting]) -> list[Settlement]:
        """One transaction for all. Nobody hears of success before it is durable; if it fails, all have failed."""
        try:
            with self._engine.begin() as c:
                savepoint = c.connection.cursor()
                settlements = list[Settlement]()
                for appends, some in groupby(group, lambda waiting: isinstance(waiting.change, Append)):
                    settlements += (_append if appends else _attempt)(c, savepoint, list(some))
                return settlements
        except Exception as error:  # the thread outlives every fault of the database: the disk may have room again
            return [Settlement(waiting.done, failure=storage_error(error)) for waiting in group]


def _append(c: Connection, savepoint: DBAPICursor, group: list[Waiting]) -> list[Settlement]:
    """Adds steps that wait together by one statement; if one is refused, one after the other."""
    savepoint.execute("SAVEPOINT change")
    try:
        added = add_all(c, [waiting.change.row for waiting in group if isinstance(waiting.change, Append)])
    except OperationalError:
        raise  # the database itself, as below
    except Exception:  # one of them is to blame, and the others shall not pay for it
        added = False
    if not added:
        savepoint.execute("ROLLBACK TO SAVEPOINT change")
    savepoint.execute("RELEASE SAVEPOINT change")
    return [Settlement(waiting.done) for waiting in group] if added else _attempt(c, savepoint, group)


def _attempt(c: Connection, savepoint: DBAPICursor, group: list[Waiting]) -> list[Settlement]:
    return [_attempt_one(c, savepoint, waiting) for waiting in group]


def _attempt_one(c: Connection, savepoint: DBAPICursor, waiting: Waiting) -> Settlement:
    """Makes one change; one that is refused leaves no trace.

    Savepoints go to the driver directly: through SQLAlchemy they cost more than the change.
    """
    savepoint.execute("SAVEPOINT change")
    try:
        settlement = Settlement(waiting.done, result=waiting.change(c))
    except OperationalError:
        raise  # the database itself: SQLite may have rolled back more than this change
    except Exception as refusal:
        savepoint.execute("ROLLBACK TO SAVEPOINT change")
        settlement = Settlement(waiting.done, failure=refusal)
    savepoint.execute("RELEASE SAVEPOINT change")
    return settlement


def _settle(settlements: list[Settlement]) -> None:
    for done, result, failure in settlements:
        if done.done():  # whoever waited was cancelled; what is committed stays
            continue
        if failure:
            done.set_exception(failure)
        else:
            done.set_result(result)
