"""No acknowledged step is lost by a killed process, on either database; and a control that fails.

Whole servers are killed, and their power is cut, in `tests/reliability`.
"""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterable
from contextlib import closing
from random import Random

from store.samples import read
from veillee.store import Store, steps

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
    rng = Random(1)
    for _ in range(3):
        acknowledged = killed(url, rng.uniform(0.0, 0.4))
        journal = kept(url)
        assert len(acknowledged) == len(set(acknowledged)) > 0
        assert lost(acknowledged, journal) == []
        assert all(seqs == list(range(len(seqs))) for seqs in journal.values())


def test_acknowledging_before_the_commit_would_lose(url: str) -> None:
    """Not every time: what was handed to the system, and has not reached the disk, outlives a killed process."""
    assert any(lost(killed(url, 0.1, "--hasty"), kept(url)) for _ in range(20))
