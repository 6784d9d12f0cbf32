"""Brings a database to the tables of this program. Forwards only: an older program refuses a newer database."""

from pathlib import Path
from typing import Any, Final

from alembic.migration import MigrationContext
from alembic.operations import Operations
from alembic.runtime.migration import MigrationStep
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from veillee.store.errors import NewerDatabase
from veillee.store.guards import check_guards

FOLDER: Final = Path(__file__).parent / "migrations"
POSTGRES_LOCK: Final = 0x7665696C  # any number that no other program is likely to use


def migrate(c: Connection) -> None:
    """Runs the migrations that are missing, in the caller's transaction, and checks that the journal is protected."""
    if c.dialect.name == "postgresql":
        c.exec_driver_sql(f"SELECT pg_advisory_xact_lock({POSTGRES_LOCK})")  # one process at a time migrates
    scripts = ScriptDirectory(FOLDER, version_locations=[FOLDER])

    def missing(current: Any, _: MigrationContext) -> list[MigrationStep]:
        ahead = list(scripts.iterate_revisions("head", current, implicit_base=True))
        return [MigrationStep.upgrade_from_script(scripts.revision_map, revision) for revision in reversed(ahead)]

    context = MigrationContext.configure(c, opts={"fn": missing})
    _refuse_newer(context.get_current_revision(), scripts)
    with Operations.context(context):
        context.run_migrations()
    check_guards(c)


def _refuse_newer(revision: str | None, scripts: ScriptDirectory) -> None:
    known = {script.revision for script in scripts.walk_revisions()}
    if revision is not None and revision not in known:
        raise NewerDatabase(
            f"the database has version {revision}, this program knows {', '.join(sorted(known))}: use a newer program"
        )
