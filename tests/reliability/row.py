"""What a row of the acceptance table is: a claim, a check of it, and seeded faults that the same check must find."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple


class Found(NamedTuple):
    """What a check came to. Any fault breaks the claim.

    What was late is told, and counts only against a planted fault: a busy machine is late by itself.
    """

    faults: tuple[str, ...]
    figures: Mapping[str, Any]
    late: tuple[str, ...] = ()


# The check is handed an empty folder, how much to do, and the fault to plant (None: the program as it is).
Check = Callable[[Path, int, str | None], Found]


class Row(NamedTuple):
    name: str
    claim: str
    check: Check
    short: int  # how much `make test` does
    long: int  # how much `make soak` does
    controls: tuple[str, ...]
    control: int | None = None  # how much is done with a fault planted, if not as much as in the short form
    delays: tuple[str, ...] = ()  # faults that only make something late: for `make soak`
    needs: str | None = None  # a part of tests/parts.py


def percentile(values: list[float], share: float) -> float:
    """The value below which this share of the values lies; 0 without values."""
    return sorted(values)[min(len(values) - 1, int(share * len(values)))] if values else 0.0


def milliseconds(values: list[float]) -> dict[str, float]:
    """The median and the slow end of some waits, to be read."""
    return {"p50_ms": round(1000 * percentile(values, 0.5), 2), "p99_ms": round(1000 * percentile(values, 0.99), 2)}
