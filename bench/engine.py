"""How fast the engine is, beside its peers, on this machine and in this one run: `make bench ONLY=engine`.

Every side is a process of its own, held on one and the same core, that measures itself when it is its turn; turns go
round, so that a busy machine disturbs all alike. Rates are moves per second of CPU time; of two cores against one, of
wall time. Ratios are of runs that stood side by side. Prints, and asserts nothing.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple

import engine_tables
from figures import PAGE, RESULTS, ROOT, machine, put_into

from veillee.games import GAMES

HERE: Final = ROOT / "bench" / "peers"
PEERS: Final = ROOT / "bench" / ".venv-peers" / "bin" / "python"
SIDES: Final = {
    "ours": (sys.executable, "ours.py"),
    "openspiel": (str(PEERS), "openspiel_rollouts.py"),
    "openspiel_loop": (str(PEERS), "openspiel_loop.py"),
    "rlcard": (str(PEERS), "rlcard_loop.py"),
    "pettingzoo": (str(PEERS), "pettingzoo_loop.py"),
    "jax": (str(PEERS), "jax_parade.py"),
}
PATIENCE_S: Final = 5
NEAR: Final = 0.8  # a course is measured if, when first tried, it was so near the fastest of its kind


class Absent(Exception):
    """Something could not be measured; the text says why."""


class Side(NamedTuple):
    """A process that measures itself, and what it said that it can do."""

    process: "subprocess.Popen[str]"
    complaints: Path
    said: dict[str, Any]

    def measure(self, course: str) -> dict[str, float]:
        assert self.process.stdin
        try:
            self.process.stdin.write(f"{course}\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            pass  # it has ended, and the answer says why
        return answer(self.process, self.complaints)


def answer(process: "subprocess.Popen[str]", complaints: Path) -> dict[str, Any]:
    assert process.stdout
    if line := process.stdout.readline():
        return json.loads(line)
    last = complaints.read_text(encoding="utf-8").strip().splitlines()[-1:]
    raise Absent(f"it ended with {process.wait(PATIENCE_S)}: {last[0] if last else 'without a word'}")


@contextmanager
def side(name: str, seconds: float, *more: str) -> Iterator[Side]:
    """Our side or a peer's, ready to be measured, until the end of the block."""
    python, script = SIDES[name]
    if not Path(python).exists():
        raise Absent(
            f"there is no {Path(python).relative_to(ROOT)}: its installation failed, or make bench was not used"
        )
    with tempfile.NamedTemporaryFile("w+", suffix=".log") as log:
        process = subprocess.Popen(
            [python, str(HERE / script), "--turns", "--seconds", str(seconds), *more],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
            env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        )
        try:
            yield Side(process, Path(log.name), answer(process, Path(log.name)))
        finally:
            process.kill()
            process.communicate()


def worth_measuring(name: str, said: dict[str, Any]) -> list[str]:
    """All of ours and of JAX; of the others whatever might be their fastest, among whole games and among all."""
    courses = said["courses"]
    if name in ("ours", "jax"):
        return list(courses)
    chosen = set[str]()
    for kind in engine_tables.kinds(courses):
        best = max(courses[course]["first_moves_per_s"] for course in kind)
        chosen |= {course for course in kind if courses[course]["first_moves_per_s"] >= NEAR * best}
    return sorted(chosen)


def beside_each_other(repeats: int, seconds: float) -> dict[str, Any]:
    """Every side's courses, one run of each in every round; the rounds begin in different places."""
    found, absent = dict[str, Any](), dict[str, str]()
    with ExitStack() as stack:
        sides = dict[str, Side]()
        for name in SIDES:
            print(f"{name} gets ready …", flush=True)
            try:
                sides[name] = stack.enter_context(side(name, seconds))
            except Absent as why:
                absent[name] = str(why)
                print(f"{name} is NOT MEASURED: {why}", flush=True)
                continue
            said = sides[name].said
            chosen = worth_measuring(name, said)
            found[name] = {**said, "runs": {course: list[dict[str, float]]() for course in chosen}}
            for course, why in said["failed"].items():
                print(f"{name}: {course} is NOT MEASURED: {why}", flush=True)
        turns = [(name, course) for name, one in found.items() for course in one["runs"]]
        for repeat in range(repeats):
            print(f"round {repeat + 1} of {repeats}: {len(turns)} runs …", flush=True)
            begin = repeat * len(turns) // repeats
            for name, course in turns[begin:] + turns[:begin]:
                found[name]["runs"][course].append(sides[name].measure(course))
    return {"sides": found, "absent": absent}


def all_cores(repeats: int, seconds: float) -> dict[str, Any]:
    """One core and all cores, in turn, in one process."""
    with side("ours", seconds, "--cores") as ours:
        courses = list(ours.said["courses"])
        runs: dict[str, list[dict[str, float]]] = {course: [] for course in courses}
        for _ in range(repeats):
            for course in courses:
                runs[course].append(ours.measure(course))
        return {"runs": runs, "failed": ours.said["failed"]}


def first_calls(repeats: int) -> dict[str, Any]:
    """Each game's first playout in a fresh process: with nothing kept, and with what that process left behind."""
    found = dict[str, Any]()
    for game in GAMES:
        cold, cached = list[dict[str, float]](), list[dict[str, float]]()
        for _ in range(repeats):
            with tempfile.TemporaryDirectory() as empty:
                for runs in (cold, cached):
                    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "VEILLEE_CACHE": empty}
                    command = [sys.executable, str(HERE / "first_call.py"), game]
                    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
                    if done.returncode:
                        found[game] = {"failed": (done.stderr.strip().splitlines() or ["without a word"])[-1]}
                    else:
                        runs.append(json.loads(done.stdout))
        found.setdefault(game, {"cold": cold, "cached": cached})
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repeats", type=int, default=7, help="of every measurement (default 7)")
    parser.add_argument("--seconds", type=float, default=0.5, help="each takes about so long (default 0.5)")
    parser.add_argument("--keep", action="store_true", help="write the figures into bench/results and docs")
    args = parser.parse_args()
    figures: dict[str, Any] = {**machine(), "repeats": args.repeats, "seconds": args.seconds}
    figures |= beside_each_other(args.repeats, args.seconds)
    print("All cores against one …", flush=True)
    try:
        figures["all_cores"] = all_cores(args.repeats, args.seconds)
    except Absent as why:
        figures["absent"]["all_cores"] = str(why)
    print("First calls in fresh processes …", flush=True)
    figures["first_calls"] = first_calls(min(3, args.repeats))
    text = engine_tables.markdown(figures)
    print(text)
    if args.keep:
        RESULTS.mkdir(exist_ok=True)
        (RESULTS / "engine.json").write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
        put_into(PAGE, "engine", text)


if __name__ == "__main__":
    main()
