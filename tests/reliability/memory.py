"""Tables come, are played to the end by bots before somebody who watches, and go: nothing of them stays in memory."""

import asyncio
import gc
import os
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from reliability.row import Found
from reliability.served import FREELY
from server.people import Person, Running, running
from veillee.games import GAMES
from veillee.server import tables
from veillee.server.course import Course
from veillee.server.socket import Connection
from veillee.server.table import LiveTable

SWEEP_S = 0.2
AT_ONCE = 4
WARM_SHARE = 10  # after the tenth part, all that is made once is there
GROWTH_KB = 10  # for each table; one that stays takes a hundred and more
LAST = 4  # tables that may be held by what was done last
ENOUGH = 200  # tables, to tell growth from noise
PAGE_KB = os.sysconf("SC_PAGE_SIZE") // 1024
PATIENCE_S = 20.0


def check(folder: Path, size: int, fault: str | None) -> Found:
    """So many tables."""
    kept, honest, sweeping = list[Any](), LiveTable.__init__, tables.SWEEP_S
    if fault:
        LiveTable.__init__ = lambda self, *all: (kept.append(self), honest(self, *all))[1]  # type: ignore[method-assign]
    tables.SWEEP_S = SWEEP_S  # type: ignore[misc]
    try:
        with running(folder, **FREELY, log_level="error") as house:
            return _check(house, size)
    finally:
        LiveTable.__init__ = honest  # type: ignore[method-assign]
        tables.SWEEP_S = sweeping  # type: ignore[misc]


def _check(house: Running, size: int) -> Found:
    others = house.run(_living(house))  # of tests that ran in this process before
    _play(house, max(AT_ONCE, size // WARM_SHARE))
    before, first_kb = _settled(house), _resident_kb()
    begun = time.monotonic()
    _play(house, size)
    after, last_kb = _settled(house), _resident_kb()
    counted = ("tables", "sockets", "tasks", "Connection")
    faults = [f"{after[kind] - before[kind]} more {kind}" for kind in counted if after[kind] > before[kind]]
    # The loops of the server still name what they did last.
    held = after - others
    faults += [f"{held[kind]} {kind} of tables that are gone" for kind in ("LiveTable", "Course") if held[kind] > LAST]
    grown = (last_kb - first_kb) / size
    if size >= ENOUGH and grown > GROWTH_KB:
        faults.append(f"{grown:.1f} kB for each table")
    figures = {
        "tables": size,
        "resident_mb": f"{first_kb / 1024:.1f} → {last_kb / 1024:.1f}",
        "kb_per_table": round(grown, 2),
    }
    figures |= {"tasks": after["tasks"], "sockets": after["sockets"], "seconds": round(time.monotonic() - begun)}
    return Found(tuple(faults), figures)


def _play(house: Running, count: int) -> None:
    with ThreadPoolExecutor(AT_ONCE) as threads:
        list(threads.map(lambda nth: _one(house.url, list(GAMES)[nth % len(GAMES)], nth), range(count)))


def _one(url: str, game: str, nth: int) -> None:
    """A whole game of bots."""
    eve = Person(url, "Eve")
    table = eve.open(game, 2, visibility="open")
    for seat in range(2):
        assert eve.at(table, "fill", {"seat": seat, "level": "random"}).status == 200
    eve.come().watch(table)
    assert eve.at(table, "start").status == 200
    while eve.lobby["status"] != "over":
        eve.hear("Lobby")
    eve.go()


def _settled(house: Running) -> Counter[str]:
    """What there is once everybody has gone and the tables are swept away."""
    end = time.monotonic() + PATIENCE_S
    while house.run(_open(house)).total() and time.monotonic() < end:
        time.sleep(SWEEP_S)
    time.sleep(3 * SWEEP_S)
    return house.run(_living(house))


async def _open(house: Running) -> Counter[str]:
    tables = house.desk.tables._live  # pyright: ignore[reportPrivateUsage]
    return Counter({"tables": len(tables), "sockets": len(list(house.desk.connections))})


async def _living(house: Running) -> Counter[str]:
    gc.collect()
    found = await _open(house) + Counter({"tasks": len(asyncio.all_tasks())})
    found.update(type(each).__name__ for each in gc.get_objects() if type(each) in (LiveTable, Course, Connection))
    return found


def _resident_kb() -> int:
    gc.collect()
    return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * PAGE_KB
