"""What it costs to fold a table from its journal: when a server resumes it, and when an action is taken back.

The longest kept game of every kind is folded as the server does it. Prints processor time, the least of several runs.
"""

import argparse
import platform
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from time import process_time
from typing import Final

import msgspec

from veillee import games
from veillee.core import record as records
from veillee.server.course import Course
from veillee.store import StepRow

CORPUS: Final = Path(__file__).parents[1] / "tests" / "corpus"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repeats", type=int, default=7)
    repeats = parser.parse_args().repeats
    print(f"Python {platform.python_version()} on {platform.machine()}")
    for game in games.GAMES:
        path = max(CORPUS.glob(f"{game}-*.jsonl"), key=lambda path: path.read_text(encoding="utf-8").count("\n"))
        record = records.read(path.read_text(encoding="utf-8"))
        rules = games.find(game, record.header.rules_version)
        config = msgspec.convert(record.header.config, rules.config_type)
        journal = list(_journal(record))
        back = journal[-1]._replace(seq=len(journal), action=None, events=[], undo_to=len(journal) - 1)
        resume_ms = min(_ms(lambda c=config, r=rules, j=journal: _fold(Course(r, c), j)) for _ in range(repeats))
        undo_ms = min(_undo_ms(Course(rules, config), journal, back) for _ in range(repeats))
        print(f"{path.stem:14} {len(journal):5} steps: resume {resume_ms:5.1f} ms, undo {undo_ms:4.1f} ms")
    return 0


def _journal(record: records.Record) -> Iterator[StepRow]:
    """The rows that a server would have written of this game."""
    rules = games.find(record.header.game, record.header.rules_version)
    for seq, (step, move) in enumerate(zip(record.steps, records.moves(record, rules), strict=True)):
        player = None if move.seat < 0 else f"player-{move.seat}"
        events = msgspec.to_builtins(move.events)
        yield StepRow("table", seq, move.seat, player, step.action, events, f"a{seq}", None, step.at)


def _fold(course: Course, journal: list[StepRow]) -> Course:
    for row in journal:
        course.fold(row)
    return course


def _undo_ms(course: Course, journal: list[StepRow], back: StepRow) -> float:
    folded = _fold(course, journal)
    return _ms(lambda: folded.undo(back))


def _ms(work: Callable[[], object]) -> float:
    begun = process_time()
    work()
    return 1000 * (process_time() - begun)


if __name__ == "__main__":
    sys.exit(main())
