"""No acknowledged step is ever lost: not by a killed process, not by a power cut. Each proof has a control that fails.

`VEILLEE_SOAK=50` does everything fifty times as often.
"""

import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from store.disk import Disk, Said, trace
from store.samples import read
from veillee.store import Store, steps

SOAK = int(os.environ.get("VEILLEE_SOAK", "1"))
ENVIRONMENT = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
TABLES = 20

Acknowledged = list[tuple[str, int]]


def killed(url: str, after_s: float, *options: str) -> Acknowledged:
    """What a process under load acknowledged until it was killed."""
    program = [sys.executable, "-m", "store.load", url, "--tables", str(TABLES), *options]
    with subprocess.Popen(program, env=ENVIRONMENT, stdout=subprocess.PIPE, text=True) as load:
        assert load.stdout
        said = [load.stdout.readline()]
        time.sleep(after_s)
        load.send_signal(signal.SIGKILL)
        said += load.stdout
    return parse(said)


def parse(said: Iterable[str]) -> Acknowledged:
    return [(table, int(seq)) for table, seq in map(str.split, said)]


def kept(url: str) -> dict[str, list[int]]:
    with closing(Store.open(url)) as store:
        names = [f"t{number}" for number in range(TABLES)]
        return {name: [row.seq for row in read(store, lambda c, name=name: steps.steps(c, name))] for name in names}


def lost(acknowledged: Acknowledged, journal: dict[str, list[int]]) -> Acknowledged:
    return [(table, seq) for table, seq in acknowledged if seq not in set(journal[table])]


def test_a_killed_process_loses_and_doubles_nothing(url: str) -> None:
    rng = Random(SOAK)
    for _ in range(3 * SOAK):
        acknowledged = killed(url, rng.uniform(0.0, 0.4))
        journal = kept(url)
        assert len(acknowledged) == len(set(acknowledged)) > 0
        assert lost(acknowledged, journal) == []
        assert all(seqs == list(range(len(seqs))) for seqs in journal.values())


def test_acknowledging_before_the_commit_would_lose(url: str) -> None:
    losses = [lost(killed(url, 0.1, "--hasty"), kept(url)) for _ in range(3)]
    assert any(losses)


@pytest.mark.needs("strace")
def test_a_power_cut_loses_nothing(tmp_path: Path) -> None:
    assert losses_by_power_cuts(tmp_path, "FULL") == [0] * (40 * SOAK)


@pytest.mark.needs("strace")
def test_without_full_syncs_a_power_cut_would_lose(tmp_path: Path) -> None:
    assert any(losses_by_power_cuts(tmp_path, "NORMAL"))


def losses_by_power_cuts(folder: Path, synchronous: str) -> list[int]:
    """How many acknowledged steps each of many power cuts loses. Whatever the moment, the database must be whole."""
    url = f"sqlite:///{folder}/veillee.db"
    options = ("--tables", "4", "--steps", "60", "--checkpoint", "60", "--synchronous", synchronous)
    calls = trace(["-m", "store.load", url, *options], ENVIRONMENT, folder)
    first = next(at for at, call in enumerate(calls) if isinstance(call, Said))
    rng, disk, acknowledged, losses = Random(SOAK), Disk(), list[str](), list[int]()
    cuts = sorted(rng.choices(range(first + 1, len(calls)), k=40 * SOAK))
    for at, call in enumerate(calls):
        for _ in range(cuts.count(at)):
            found = found_after(disk, rng, folder / "after")
            losses.append(sum(step not in found for step in parse(acknowledged)))
        if isinstance(call, Said):
            acknowledged.append(call.text)
        elif ours(call.path):
            disk.do(call)
    assert len(acknowledged) == 240
    return losses


def ours(path: str) -> bool:
    """The database and its log; the shared memory beside it is made anew after a crash."""
    return path.endswith((".db", ".db-wal", ".db-journal"))


def found_after(disk: Disk, rng: Random, folder: Path) -> set[tuple[str, int]]:
    folder.mkdir(exist_ok=True)
    for leftover in folder.iterdir():
        leftover.unlink()
    disk.fail(rng, folder)
    with closing(sqlite3.connect(folder / "veillee.db")) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        if not connection.execute("SELECT name FROM sqlite_master WHERE name = 'steps'").fetchall():
            return set()
        return set(connection.execute('SELECT "table", seq FROM steps'))
