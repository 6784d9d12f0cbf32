"""What the store refuses, and how what a database says is put into a code."""

import sqlite3

from sqlalchemy.exc import DBAPIError

from veillee.core.game import VeilleeError

POSTGRES_DISK_FULL = "53100"


class StoreError(VeilleeError):
    """The database did not do it. Of a write it is not known to be done; the journal says whether it was."""

    code = "storage"


class NoSpace(StoreError):
    """The disk is full. Nothing is acknowledged until there is room again."""

    code = "no_space"


class Locked(StoreError):
    """Another process has this data folder; the text names its address."""

    code = "locked"


class NewerDatabase(StoreError):
    """The database was written by a newer version of the program."""

    code = "newer_database"


class Occupied(StoreError):
    """A file is already where one was to be written. It is never overwritten."""

    code = "occupied"


class Damaged(StoreError):
    """The database or a backup is not whole; the text says what is wrong."""

    code = "damaged"


def storage_error(error: Exception) -> StoreError:
    """The same error as the store's callers know it. What the database said is its cause, for the log alone."""
    full = isinstance(error, DBAPIError) and _is_full(error.orig)
    known = NoSpace("the disk is full") if full else StoreError("the database failed")
    known.__cause__ = error
    return known


def _is_full(cause: BaseException | None) -> bool:
    if isinstance(cause, sqlite3.Error):
        return getattr(cause, "sqlite_errorcode", None) == sqlite3.SQLITE_FULL
    return getattr(cause, "sqlstate", None) == POSTGRES_DISK_FULL
