"""The long form of the acceptance table, row after row, with its controls: `make soak`, or `make soak ONLY=kills`.

Ends with 1 if a claim does not hold or a seeded fault is not found. What is late is told, and is no failure: other
programs on the machine make it late, too.
"""

import json
import logging
import os
import platform
import sys
import tempfile
from pathlib import Path
from time import monotonic

import structlog

from parts import PARTS
from reliability import conftest  # registers what rows need
from reliability.row import Found, Row
from reliability.rows import ROWS


def main(*only: str) -> int:
    unknown = set(only) - {row.name for row in ROWS}
    if unknown:
        print(f"no such row: {', '.join(unknown)}; there is {', '.join(row.name for row in ROWS)}")
        return 2
    assert conftest.PARTS is PARTS
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))
    load = os.getloadavg()[0]
    print(f"{os.cpu_count()} processors, load {load:.1f}, Python {platform.python_version()}", flush=True)
    red = [row.name for row in ROWS if row.name in (only or {row.name}) and not _holds(row)]
    print(f"\n{'RED: ' + ', '.join(red) if red else 'Every claim holds, and every seeded fault was found.'}")
    return 1 if red else 0


def _holds(row: Row) -> bool:
    print(f"\n{row.name}: {row.claim}", flush=True)
    if row.needs and not PARTS[row.needs].is_here():
        print(f"  RED: this needs {row.needs!r}; {PARTS[row.needs].command} adds it")
        return False
    found = _run(row, row.long, None)
    good = not found.faults
    for fault in (*row.controls, *row.delays):
        planted = _run(row, row.short if row.control is None else row.control, fault)
        noticed = bool(planted.faults or (fault in row.delays and planted.late))
        good &= noticed
        if not noticed:
            print(f"  RED: nobody noticed {fault}", flush=True)
    return good


def _run(row: Row, size: int, fault: str | None) -> Found:
    begun = monotonic()
    with tempfile.TemporaryDirectory() as folder:
        found = row.check(Path(folder), size, fault)
    said = (
        f"{len(found.faults)} faults" if fault else "holds" if not found.faults else f"RED, {len(found.faults)} faults"
    )
    late = f", late: {', '.join(found.late)}" if found.late else ""
    name = f"with {fault}" if fault else f"as it is, {size}"
    print(f"  {name}: {said}{late}  ({monotonic() - begun:.0f} s)", flush=True)
    print(f"    {json.dumps(dict(found.figures), default=str)}", flush=True)
    for example in found.faults[: 1 if fault else 5]:
        print(f"    {example[:160]}", flush=True)
    return found


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
