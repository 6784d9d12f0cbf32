"""How fast the server is, beside boardgame.io, on this machine and in this one run: `make bench-server`.

50 tables of four sockets play whole games of Parade with random legal moves, each table one move at a time, as fast as
the answers come. The three servers take turns, so that a busy machine disturbs all alike. Then our server alone gets
100 moves a second, and after that as many pings, which ask it for nothing. Prints, and asserts nothing.
"""

import argparse
import json
import os
import platform
import statistics
import subprocess
import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import processes
import report

ROOT: Final = Path(__file__).parents[2]
RESULTS: Final = ROOT / "bench" / "results" / "server.json"
KINDS: Final = ("veillee", "peer, flat file", "peer, in memory")
TABLES: Final = 50
WARM_UP_S: Final = 1.5
GAMES_EACH: Final = 40  # dealt beforehand for each four players, so that nobody waits for a new table
RATE: Final = 100.0  # moves a second
SYNCS: Final = 100


def closed_loop(kind: str, args: argparse.Namespace, seed: int) -> dict[str, Any]:
    return _measure(kind, seconds=args.seconds, games_each=GAMES_EACH, rate=None, seed=seed)


def paced(args: argparse.Namespace, seed: int) -> dict[str, Any]:
    return _measure("veillee", seconds=2 * args.seconds, games_each=4, rate=RATE, seed=seed)


def _measure(kind: str, **order: Any) -> dict[str, Any]:
    """One fresh server, one driver, one measurement."""
    cores = processes.cores()
    # Beside the checkout's own files, for what /tmp is kept on need not be a disk.
    with tempfile.TemporaryDirectory(prefix="bench-", dir=Path(__file__).parent / "work") as name:
        folder = Path(name)
        with processes.serving(kind, folder, cores.server) as served:
            protocol = "veillee" if kind == "veillee" else "boardgame"
            place = {"url": served.url, "pid": served.pid, "tables": TABLES, "warm_up_s": WARM_UP_S}
            return processes.drive({"protocol": protocol, **place, **order}, cores.driver)


def machine() -> dict[str, Any]:
    lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    return {
        "cpu": next((line.split(": ")[1] for line in lines if line.startswith("model name")), platform.machine()),
        "cores": len(os.sched_getaffinity(0)),
        "load_before": round(os.getloadavg()[0], 1),
        "fsync_ms": round(_fsync_ms(), 3),
        "python": platform.python_version(),
        "node": _output([*processes.node_program("node"), "--version"]),
        "boardgame.io": json.loads((processes.HERE / "package.json").read_text())["dependencies"]["boardgame.io"],
        "commit": _output(["git", "rev-parse", "--short", "HEAD"]) or "unknown",
        "changed_since": bool(_output(["git", "status", "--porcelain", "--untracked-files=no", "src", "bench"])),
        "date": datetime.now(UTC).date().isoformat(),
    }


def _output(command: list[str]) -> str:
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False).stdout.strip()


def _fsync_ms() -> float:
    """What it takes here to write one page and to know that it is on the disk: the floor of every durable move."""
    times = list[float]()
    with tempfile.TemporaryFile(dir=Path(__file__).parent / "work") as file:
        for _ in range(SYNCS):
            begun = time.perf_counter()
            file.write(bytes(4096))
            file.flush()
            os.fdatasync(file.fileno())
            times.append(1000 * (time.perf_counter() - begun))
    return statistics.median(times)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repeats", type=int, default=5, help="of every measurement (default 5)")
    parser.add_argument("--seconds", type=float, default=6.0, help="that are measured each time (default 6)")
    parser.add_argument("--keep", action="store_true", help="write the figures into bench/results and docs")
    args = parser.parse_args()
    processes.install()
    (Path(__file__).parent / "work").mkdir(exist_ok=True)
    figures: dict[str, Any] = {**machine(), "tables": TABLES, "seconds": args.seconds, "repeats": args.repeats}
    runs: dict[str, list[dict[str, Any]]] = {kind: [] for kind in KINDS}
    for repeat in range(args.repeats):
        for turn in range(len(KINDS)):
            kind = KINDS[(turn + repeat) % len(KINDS)]
            runs[kind].append(closed_loop(kind, args, seed=repeat + 1))
            print(f"{kind}: {report.one_line(runs[kind][-1])}", flush=True)
    figures |= {"closed_loop": runs, "paced": [paced(args, seed) for seed in range(1, args.repeats + 1)]}
    text = report.markdown(figures)
    print(text)
    if args.keep:
        RESULTS.parent.mkdir(exist_ok=True)
        RESULTS.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
        report.put_into(ROOT / "docs" / "performance.md", text)


if __name__ == "__main__":
    main()
