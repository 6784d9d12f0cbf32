"""Every test of the store that takes a `url` or a `store` runs on SQLite and on PostgreSQL."""

from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

from parts import PARTS, Part
from store import postgres
from store.samples import furnish, write
from veillee.store import Store

PARTS["postgresql"] = Part(postgres.is_here, "apt-get install postgresql")

DATABASES = count()


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    with postgres.server("-F") as url:  # without fsync: what is tested here is not the durability of PostgreSQL
        yield url


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.needs("postgresql"))])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database."""
    if request.param == "sqlite":
        return sqlite_url(tmp_path)
    return postgres.new_database(request.getfixturevalue("postgres_server"), f"test_{next(DATABASES)}")


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    """A store with Ann, Ben and a table."""
    opened = Store.open(url)
    write(opened, furnish)
    yield opened
    opened.close()


@pytest.fixture
def sqlite(tmp_path: Path) -> str:
    """An empty SQLite database, for what concerns its file."""
    return sqlite_url(tmp_path)


def sqlite_url(folder: Path) -> str:
    return f"sqlite:///{folder}/data/veillee.db"
