"""What the benches share: facts about the machine, a median with its spread, and the place of the tables in a page."""

import os
import platform
import statistics
import subprocess
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, NamedTuple

ROOT: Final = Path(__file__).parents[1]
RESULTS: Final = ROOT / "bench" / "results"
PAGE: Final = ROOT / "docs" / "performance.md"
NOTED_FLAGS: Final = ("sse4_2", "avx2", "bmi2", "avx512f", "avx512bw", "avx512_vpopcntdq")


class Spread(NamedTuple):
    """The median of some repeats, and how far apart they were."""

    median: float
    lowest: float
    highest: float

    @classmethod
    def of(cls, samples: Iterable[float]) -> "Spread":
        found = list(samples)
        return cls(statistics.median(found), min(found), max(found))

    def __str__(self) -> str:
        return " ".join((short(self.median), f"({short(self.lowest)} to {short(self.highest)})"))


def short(value: float) -> str:
    """Three digits that can be compared at a glance.

    >>> short(191_234_567), short(16_800), short(7.123), short(0.4567)
    ('191 M', '16.8 k', '7.12', '0.457')
    """
    for size, unit in ((1e9, " G"), (1e6, " M"), (1e3, " k")):
        if value >= size:
            return f"{value / size:.3g}{unit}"
    return f"{value:.3g}"


def machine() -> dict[str, Any]:
    known = Path("/proc/cpuinfo")
    lines = known.read_text(encoding="utf-8").splitlines() if known.exists() else []

    def first(name: str) -> str:
        return next((line.split(": ")[1] for line in lines if line.startswith(f"{name}\t")), "")

    return {
        "date": datetime.now(UTC).date().isoformat(),
        "commit": output(["git", "rev-parse", "--short", "HEAD"]) or os.environ.get("COMMIT", "unknown"),
        "changed_since": bool(output(["git", "status", "--porcelain", "--untracked-files=no", "src", "bench"])),
        "cpu": first("model name") or platform.machine(),
        "flags": [flag for flag in NOTED_FLAGS if flag in first("flags").split()],
        "cores": len(os.sched_getaffinity(0)),
        "load_before": round(os.getloadavg()[0], 1),
        "python": platform.python_version(),
    }


def output(command: list[str]) -> str:
    """What a command says; nothing if it cannot be run."""
    try:
        return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False).stdout.strip()
    except FileNotFoundError:
        return ""


def put_into(page: Path, name: str, text: str) -> None:
    """Replaces what the last run wrote between the two marks of this name."""
    marks = f"<!-- {name}: begin", f"<!-- {name}: end -->"
    lines = page.read_text(encoding="utf-8").split("\n")
    places = [next((i for i, line in enumerate(lines) if line.startswith(mark)), -1) for mark in marks]
    if not -1 < places[0] < places[1]:
        raise SystemExit(f"{page.name} has no place for the figures: {marks[0]} … {marks[1]}")
    page.write_text("\n".join([*lines[: places[0] + 1], "", text, "", *lines[places[1] :]]), encoding="utf-8")
