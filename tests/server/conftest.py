"""One quick server for all tests that do not need one of their own."""

from collections.abc import Iterator

import pytest

from server.people import Running, running


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("home")) as served:
        yield served
