"""What some tests need beyond Python packages, such as a browser. Nothing is left out in silence.

A test that needs a part is marked `needs("<part>")`. Where the part is missing its test is left out, and the last
lines of the run name the command that adds it; in continuous integration (CI=true) the test is red instead.
"""

import os
from collections.abc import Callable
from typing import Final, NamedTuple

import pytest


class Part(NamedTuple):
    is_here: Callable[[], bool]
    command: str  # adds it


PARTS: Final[dict[str, Part]] = {}


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "needs(part): needs this part of tests/parts.py")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if _in_ci():
        return
    left_out = [item for item in items if _lacks(item)]
    if left_out:
        items[:] = [item for item in items if item not in left_out]
        config.hook.pytest_deselected(items=left_out)


def pytest_runtest_setup(item: pytest.Item) -> None:
    if part := _lacks(item):
        pytest.fail(f"the part {part!r} is missing; {PARTS[part].command} adds it", pytrace=False)


@pytest.hookimpl(trylast=True)
def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    missing = [name for name, part in PARTS.items() if not part.is_here()]
    terminalreporter.line("")
    for name in missing:
        terminalreporter.line(f"Not run: tests that need the part {name!r}. To add it: {PARTS[name].command}")
    if not missing:
        terminalreporter.line("No test was left out for want of a part.")


def _lacks(item: pytest.Item) -> str | None:
    """A part that this test needs and that is not here."""
    needed = [marker.args[0] for marker in item.iter_markers("needs")]
    return next((name for name in needed if not PARTS[name].is_here()), None)


def _in_ci() -> bool:
    return os.environ.get("CI") == "true"
