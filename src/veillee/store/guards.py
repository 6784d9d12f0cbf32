"""The triggers that make the journal append-only, and the proof that they are there."""

from typing import Final

from sqlalchemy import Connection

from veillee.store.errors import Damaged

GUARDS: Final = {"steps_are_not_updated", "steps_are_not_deleted"}

_PRESENT: Final = {
    "sqlite": "SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'steps'",
    "postgresql": "SELECT tgname FROM pg_trigger WHERE tgrelid = 'steps'::regclass AND tgenabled IN ('O', 'A')",
}


def check_guards(c: Connection) -> None:
    """Raises Damaged unless every guard stands: rebuilding a table drops its triggers without a word."""
    present = set(c.exec_driver_sql(_PRESENT[c.dialect.name]).scalars())
    if missing := GUARDS - present:
        raise Damaged(f"the journal is not protected: {', '.join(sorted(missing))} is missing; restore a backup")
