"""The short form of the acceptance table: each claim holds, and each seeded fault is found by the same check.

No test asserts a time. `make soak` runs the long form and tells times.
"""

from pathlib import Path

import pytest

from reliability.row import Row
from reliability.rows import ROWS


def _marks(row: Row) -> list[pytest.MarkDecorator]:
    return [pytest.mark.needs(row.needs)] if row.needs else []


@pytest.mark.parametrize("row", [pytest.param(row, id=row.name, marks=_marks(row)) for row in ROWS])
def test_the_claim_holds(row: Row, tmp_path: Path) -> None:
    found = row.check(tmp_path, row.short, None)
    assert found.faults == (), found.figures


CONTROLS = [
    pytest.param(row, fault, id=f"{row.name}-{fault}", marks=_marks(row)) for row in ROWS for fault in row.controls
]


@pytest.mark.parametrize(("row", "fault"), CONTROLS)
def test_a_seeded_fault_is_found(row: Row, fault: str, tmp_path: Path) -> None:
    found = row.check(tmp_path, row.short if row.control is None else row.control, fault)
    assert found.faults, found.figures
