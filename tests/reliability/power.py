"""Power cuts: the traced writes of a process are replayed up to a moment, and what was not synced is kept at random.

What the process had acknowledged by then must be found in the database that such a disk would hold.
"""

import sqlite3
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from random import Random

from reliability.row import Found
from reliability.served import ENVIRONMENT
from reliability.traced import Disk, Said, trace

TABLES, STEPS = 4, 60
SYNCHRONOUS = {None: "FULL", "synchronous-normal": "NORMAL"}


def check(folder: Path, size: int, fault: str | None) -> Found:
    """So many cuts, at random moments of one run."""
    url = f"sqlite:///{folder}/veillee.db"
    options = (
        "--tables",
        str(TABLES),
        "--steps",
        str(STEPS),
        "--checkpoint",
        "60",
        "--synchronous",
        SYNCHRONOUS[fault],
    )
    calls = trace(["-m", "store.load", url, *options], ENVIRONMENT, folder)
    first = next(at for at, call in enumerate(calls) if isinstance(call, Said))
    rng, disk, acknowledged, losses, torn = Random(size), Disk(), list[str](), list[int](), 0
    cuts = sorted(rng.choices(range(first + 1, len(calls)), k=size))
    for at, call in enumerate(calls):
        for _ in range(cuts.count(at)):
            found = _found_after(disk, rng, folder / "after")
            torn += found is None
            losses.append(sum(step not in (found or set()) for step in _parse(acknowledged)))
        if isinstance(call, Said):
            acknowledged.append(call.text)
        elif _ours(call.path):
            disk.do(call)
    assert len(acknowledged) == TABLES * STEPS, "the load was not traced to its end"
    faults = [f"a cut lost {count} acknowledged steps" for count in losses if count] + ["a torn database"] * torn
    figures = {"cuts": size, "cuts_that_lose": sum(map(bool, losses)), "most_lost": max(losses), "torn": torn}
    return Found(tuple(faults), figures)


def _parse(said: Iterable[str]) -> list[tuple[str, int]]:
    return [(table, int(seq)) for table, seq in map(str.split, said)]


def _ours(path: str) -> bool:
    """The database and its log; the shared memory beside it is made anew after a crash."""
    return path.endswith((".db", ".db-wal", ".db-journal"))


def _found_after(disk: Disk, rng: Random, folder: Path) -> set[tuple[str, int]] | None:
    """The steps in the database when the power is back; nothing if it is not whole."""
    folder.mkdir(exist_ok=True)
    for leftover in folder.iterdir():
        leftover.unlink()
    disk.fail(rng, folder)
    with closing(sqlite3.connect(folder / "veillee.db")) as connection:
        if connection.execute("PRAGMA integrity_check").fetchall() != [("ok",)]:
            return None
        if not connection.execute("SELECT name FROM sqlite_master WHERE name = 'steps'").fetchall():
            return set()
        return set(connection.execute('SELECT "table", seq FROM steps'))
