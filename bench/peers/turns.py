"""How a program of the bench measures itself: alone with some repeats, or whenever the bench says that it is its turn.

Whatever is measured runs in one process on one core. Needs nothing but the standard library, so that peers can use it
in an environment of their own.
"""

import argparse
import json
import os
import sys
import time
from collections.abc import Callable, Mapping
from types import TracebackType
from typing import Any, Final, Literal, NamedTuple

WARM_UP_S: Final = 0.1


class Clock:
    """Adds up wall and CPU time of the blocks that it is put around."""

    def __init__(self) -> None:
        self.wall_s = self.cpu_s = 0.0

    def __enter__(self) -> None:
        self._wall, self._cpu = time.perf_counter(), time.process_time()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.cpu_s += time.process_time() - self._cpu
        self.wall_s += time.perf_counter() - self._wall


class Course(NamedTuple):
    """Something to be measured: what one move of it is, and a function that does so much and gives the moves it made.

    It puts the clock around what counts. Twice as much work should take twice as long.
    """

    move: str
    work: Callable[[int, Clock], float]
    about: Mapping[str, Any]  # what else a reader of the figures should know


def one_core() -> int:
    """Holds this process, and whatever threads it will begin, on one core: before a library counts the cores."""
    core = max(os.sched_getaffinity(0))
    os.sched_setaffinity(0, {core})
    for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
        os.environ[variable] = "1"
    return core


def speak(
    peer: str, version: str, courses: Mapping[str, Callable[[], Course]], clock: Literal["cpu_s", "wall_s"] = "cpu_s"
) -> None:
    """The main program of a peer. With `--turns` it says what it can do, then measures the courses named on its input.

    A course that cannot be prepared is reported, and the others are measured. How much work takes the time that is
    wanted is found out by the given clock.
    """
    parser = argparse.ArgumentParser()
    parser.add_argument("--repeats", type=int, default=3, help="of every measurement (default 3)")
    parser.add_argument("--seconds", type=float, default=0.5, help="each takes about so long (default 0.5)")
    parser.add_argument("--turns", action="store_true", help="measure what is named on the input, line by line")
    args, _ = parser.parse_known_args()
    # What a library prints must not come between the figures.
    figures, sys.stdout = sys.stdout, sys.stderr

    def say(words: dict[str, Any]) -> None:
        print(json.dumps(words), file=figures, flush=True)

    ready, said, failed = dict[str, tuple[Course, int]](), dict[str, Any](), dict[str, str]()
    for name, prepare in courses.items():
        try:
            course = prepare()
            amount, rate = _calibrated(course, args.seconds, clock)
        except Exception as error:
            failed[name] = f"{type(error).__name__}: {error}"
            continue
        ready[name] = course, amount
        said[name] = {"move": course.move, **course.about, "first_moves_per_s": rate}
    words: dict[str, Any] = {"peer": peer, "version": version, "courses": said, "failed": failed}
    if args.turns:
        say(words)
        for line in sys.stdin:
            say(measure(*ready[line.strip()]))
    else:
        say({**words, "runs": {name: [measure(*it) for _ in range(args.repeats)] for name, it in ready.items()}})


def measure(course: Course, amount: int) -> dict[str, float]:
    clock = Clock()
    moves = course.work(amount, clock)
    return {"moves": moves, "wall_s": clock.wall_s, "cpu_s": clock.cpu_s}


def _calibrated(course: Course, seconds: float, clock: str) -> tuple[int, float]:
    """How much work takes so long, and the moves per second seen while finding out."""
    amount = 1
    measure(course, amount)  # what is only done once
    while True:
        found = measure(course, amount)
        if found[clock] >= min(seconds, WARM_UP_S):
            return max(1, round(amount * seconds / found[clock])), found["moves"] / found[clock]
        amount *= 4 if found[clock] < WARM_UP_S / 8 else 2
