"""Which tests run when, and which in one process: all cores are busy to the end, and nothing costly is made twice."""

import os
import re
from typing import Any, Final

import pytest
from xdist.scheduler import LoadScopeScheduling

COMPILED: Final = re.compile(r"tests/(?:engine/.*\[([a-z]+)[-\]]|games/(\w+)/test_kernel)")
LONG: Final = ("tests/engine/", "/test_kernel.py", "tests/reliability/", "tests/web/")
MANY: Final = "tests/test_planted_mutants.py"


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One more than there are cores: some test always waits, for a clock or for a browser."""
    return 1 + (len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> LoadScopeScheduling:
    config.option.loadscopereorder = False
    return Together(config, log)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What takes longest begins first; what is short and many comes last, and fills every gap."""
    items.sort(key=lambda item: (MANY in item.nodeid, [part not in item.nodeid for part in LONG]))


class Together(LoadScopeScheduling):
    """Hands a worker one group of tests after the other."""

    def _split_scope(self, nodeid: str) -> str:
        return group(nodeid)


def group(test: str) -> str:
    """All that needs one game's compiled rules, which compiles them once; a long test alone; of others a file."""
    if found := COMPILED.match(test):
        return f"compiled {found[1] or found[2]}"
    return test if test.startswith(("tests/reliability/", MANY)) else test.partition("::")[0]
