"""One browser for each worker, pages that may not complain, and a quick server.

Everything of the browser happens in one thread of its own: Playwright keeps a loop running in its thread, which would
be in the way of other tests.
"""

import inspect
import shutil
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import cast

import pytest

from parts import PARTS, Part
from server.people import Running, running
from web.pages import CHROMIUM, Stage

PACE = 0.07
PARTS["browser"] = Part(lambda: shutil.which(CHROMIUM) is not None, "apt-get install chromium")


@pytest.fixture(scope="session")
def thread() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(1, "browser") as thread:
        yield thread


@pytest.fixture(scope="session")
def stage(thread: ThreadPoolExecutor) -> Iterator[Stage]:
    """The browser."""
    stage = thread.submit(Stage).result()
    yield stage
    thread.submit(stage.close).result()


@pytest.fixture
def visit(thread: ThreadPoolExecutor, stage: Stage) -> Iterator[Stage]:
    """Opens pages. At the end of the test they are closed, and nothing may have gone wrong on any of them."""
    yield stage
    complaints = thread.submit(stage.clear).result()
    assert complaints == []


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("home")) as served:
        yield served


@pytest.fixture(scope="session")
def unhurried(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """Bots as slow as is needed for a race to be one."""
    with running(tmp_path_factory.mktemp("home"), bot_pace=PACE) as served:
        yield served


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Tests that visit pages run in the thread of the browser."""
    if "visit" not in pyfuncitem.fixturenames:
        return None
    wanted = inspect.signature(pyfuncitem.obj).parameters
    arguments = {name: pyfuncitem.funcargs[name] for name in wanted}
    cast(ThreadPoolExecutor, pyfuncitem.funcargs["thread"]).submit(pyfuncitem.obj, **arguments).result()
    return True
