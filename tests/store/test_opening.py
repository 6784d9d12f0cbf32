"""Opening a database: who may, which ones, and what is done to them first."""

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection

from store import postgres
from store.samples import furnish, player, read, write
from veillee.store import Store, StoreError, players
from veillee.store.schema import metadata

PROGRAM = "import sys; from veillee.store import Store; Store.open(sys.argv[1])"
ENVIRONMENT = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}


def refused(url: str) -> tuple[str, str]:
    """The code and the text with which opening is refused."""
    with pytest.raises(StoreError) as refusal:
        Store.open(url)
    return refusal.value.code, str(refusal.value)


def test_what_was_written_is_there_when_opened_again(store: Store, url: str) -> None:
    store.close()
    with closing(Store.open(url)) as again:
        assert read(again, lambda c: players.player(c, "ann")) == player("ann")


def test_a_closed_database_is_a_single_file(sqlite: str) -> None:
    with closing(Store.open(sqlite)) as store:
        write(store, furnish)
    assert {path.name for path in file(sqlite).parent.iterdir()} == {"veillee.db", "veillee.lock"}


def file(url: str) -> Path:
    return Path(url.removeprefix("sqlite:///"))


def test_the_migrated_tables_are_those_of_the_program(store: Store) -> None:
    def differences(c: Connection) -> list[object]:
        return compare_metadata(MigrationContext.configure(c, opts={"compare_type": True}), metadata)

    assert read(store, differences) == []


def test_migrating_again_changes_nothing(store: Store, url: str) -> None:
    version = read(store, lambda c: c.exec_driver_sql("SELECT version_num FROM alembic_version").scalars().all())
    store.close()
    with closing(Store.open(url)) as again:
        assert read(again, lambda c: c.exec_driver_sql("SELECT * FROM alembic_version").scalars().all()) == version


def test_a_newer_database_is_refused_and_left_alone(store: Store, url: str) -> None:
    write(store, lambda c: c.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'").close())
    store.close()
    code, why = refused(url)
    assert code == "newer_database"
    assert "version 9999" in why
    assert refused(url)[0] == "newer_database"  # and not "locked": the first refusal let the folder go


@pytest.mark.parametrize("guard", ["steps_are_not_updated", "steps_are_not_deleted"])
def test_an_unprotected_journal_is_refused(store: Store, url: str, guard: str) -> None:
    on_table = " ON steps" if url.startswith("postgresql") else ""
    write(store, lambda c: c.exec_driver_sql(f"DROP TRIGGER {guard}{on_table}").close())
    store.close()
    code, why = refused(url)
    assert code == "damaged"
    assert guard in why


@pytest.mark.needs("postgresql")
def test_a_guard_that_is_switched_off_is_missed(postgres_server: str) -> None:
    url = postgres.new_database(postgres_server, "switched_off")
    with closing(Store.open(url)) as store:
        write(store, lambda c: c.exec_driver_sql("ALTER TABLE steps DISABLE TRIGGER USER").close())
    assert refused(url)[0] == "damaged"


def test_a_second_store_on_the_folder_is_told_who_has_it(sqlite: str) -> None:
    with closing(Store.open(sqlite)) as store:
        code, why = refused(sqlite)
        assert code == "locked"
        assert f"process {os.getpid()}" in why
        store.announce("http://127.0.0.1:8123")
        assert "http://127.0.0.1:8123" in refused(sqlite)[1]
        assert refused(sqlite.replace("veillee.db", "other.db"))[0] == "locked"
    Store.open(sqlite).close()


def test_a_second_process_on_the_folder_is_refused_until_the_first_ends(sqlite: str) -> None:
    second = [sys.executable, "-c", PROGRAM, sqlite]
    with closing(Store.open(sqlite)) as store:
        store.announce("http://127.0.0.1:8123")
        run = subprocess.run(second, env=ENVIRONMENT, capture_output=True, text=True, check=False)
        assert run.returncode == 1
        assert "is in use by process" in run.stderr
        assert "http://127.0.0.1:8123" in run.stderr
    subprocess.run(second, env=ENVIRONMENT, check=True)
    Store.open(sqlite).close()  # that process did not even close its store


def test_the_data_folder_is_for_its_owner_alone(sqlite: str) -> None:
    Store.open(sqlite).close()
    assert file(sqlite).parent.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("sqlite://", "in memory"),
        ("sqlite:///:memory:", "in memory"),
        ("mysql://host/database", "mysql is not supported"),
        ("nonsense", "sqlite:///FOLDER/FILE"),
        ("", "sqlite:///FOLDER/FILE"),
    ],
)
def test_a_database_that_is_no_use_is_refused_with_what_is(url: str, why: str) -> None:
    code, text = refused(url)
    assert code == "storage"
    assert why in text


def test_a_file_that_is_no_database_is_refused(sqlite: str) -> None:
    file(sqlite).parent.mkdir()
    file(sqlite).write_text("Once upon a time there was a hatter.\n" * 100, encoding="utf-8")
    code, why = refused(sqlite)
    assert code == "storage"
    assert "cannot be opened: file is not a database" in why


def test_a_server_that_does_not_answer_is_named_without_its_password() -> None:
    code, why = refused("postgresql://ann:hunter2@127.0.0.1:1/veillee")
    assert code == "storage"
    assert "127.0.0.1:1" in why
    assert "hunter2" not in why


def test_an_old_sqlite_is_refused_by_its_number(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite3, "sqlite_version_info", (3, 34, 1))
    code, why = refused(sqlite)
    assert code == "storage"
    assert "SQLite 3.34.1; 3.35.0 or later" in why


def test_sqlite_is_set_up_to_be_durable(sqlite: str) -> None:
    def settings(c: Connection) -> dict[str, object]:
        names = ("journal_mode", "synchronous", "foreign_keys", "query_only", "wal_autocheckpoint", "mmap_size")
        return {name: c.exec_driver_sql(f"PRAGMA {name}").scalar() for name in names}

    both = {"journal_mode": "wal", "foreign_keys": 1, "mmap_size": 0}
    with closing(Store.open(sqlite)) as store:
        written, seen = write(store, settings), read(store, settings)
    assert written == {**both, "synchronous": 2, "query_only": 0, "wal_autocheckpoint": 4000}
    assert seen == {**both, "synchronous": 2, "query_only": 1, "wal_autocheckpoint": 0}


def test_an_error_says_nothing_of_what_was_written(store: Store) -> None:
    """Among the parameters of a statement are cards and secrets, and errors are logged."""
    with pytest.raises(Exception, match=r"UNIQUE|unique") as refusal:
        write(store, lambda c: players.add_player(c, player("ann")._replace(name="secret-name")))
    assert "secret-name" not in str(refusal.value)
