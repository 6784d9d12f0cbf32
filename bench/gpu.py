"""The engine on a GPU: `python bench/gpu.py OUT.json [PART …]`, with `src` on PYTHONPATH.

The parts, each on its own, so that what fails is reported and the others are measured: `memory` (what copying and
filling reach here), `playouts`, `steps` (of a batch, into torch tensors), `jax` (the JAX Parade, if JAX can be
imported), `exact` (the GPU's games are the processor's, game for game and step for step; every number of seats is
compiled for both, which takes minutes). The file is written after every part. After BUDGET_S seconds nothing new is
begun: what is left out is named in the file, and can be asked for in another run.
Rates are moves per second of wall time, as a Python program sees them: launches and results' memory included.
"""

import importlib.util
import json
import os
import subprocess
import sys
import time
import traceback
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, Final

import numpy as np
from figures import ROOT, Spread, machine, output, short

from veillee import engine
from veillee.games import GAMES

SEATS: Final = 4
REPEATS: Final = 7
SIZES: Final = tuple(1 << power for power in (16, 20, 22, 24))
ROWS: Final = tuple(1 << power for power in (16, 18, 20))
STEPS: Final = 64
EXACT_GAMES, EXACT_GAMES_ELSEWHERE = 1 << 18, 1 << 14  # with so many seats, with others
EXACT_ROWS, EXACT_STEPS = 4096, 300
COPIED: Final = 1 << 32  # bytes
BUDGET_S: Final = 420
BEGUN: Final = time.monotonic()


def left_s() -> float:
    return BUDGET_S - (time.monotonic() - BEGUN)


def torch() -> Any:
    import torch as found  # pyright: ignore[reportMissingImports]

    return found


def timed(work: Callable[[], Any], repeats: int = REPEATS, before: Callable[[], Any] = lambda: None) -> list[float]:
    """Seconds of each repeat, the GPU idle before and after; the first, which compiles, is left out."""
    times = list[float]()
    for _ in range(repeats + 1):
        before()
        torch().cuda.synchronize()
        begun = time.perf_counter()
        work()
        torch().cuda.synchronize()
        times.append(time.perf_counter() - begun)
    return times[1:]


def rates(moves: float, times: list[float]) -> dict[str, Any]:
    return {"moves_per_s": Spread.of(moves / it for it in times), "moves": moves, "wall_s": times}


# The parts.


def memory() -> dict[str, Any]:
    """Bytes a second: of a copy, read and written both counted, and of a fill."""
    here = torch().empty(COPIED, dtype=torch().uint8, device="cuda")
    there = torch().empty_like(here)
    copied, filled = timed(lambda: there.copy_(here)), timed(lambda: there.fill_(1))
    return {
        "copy_bytes_per_s": Spread.of(2 * COPIED / it for it in copied),
        "fill_bytes_per_s": Spread.of(COPIED / it for it in filled),
    }


def exact() -> dict[str, Any]:
    """What is measured comes first, other numbers of seats when there is time."""
    found = dict[str, Any]()
    for name in GAMES:
        found[f"{name}, {SEATS} seats"] = attempt(lambda name=name: exact_games(name, SEATS))
        found[f"{name}, steps"] = attempt(lambda name=name: exact_steps(name))
    for name, game in GAMES.items():
        for seats in sorted(set(game.seat_counts) - {SEATS}):
            found[f"{name}, {seats} seats"] = attempt(lambda name=name, seats=seats: exact_games(name, seats))
    return found


def exact_games(name: str, seats: int) -> dict[str, Any]:
    games = EXACT_GAMES if seats == SEATS else EXACT_GAMES_ELSEWHERE
    found = dict[str, Any]()
    for policy in ("random", "greedy", "heuristic") if seats == SEATS else ("random",):
        try:
            here = engine.playouts(name, games=games, seats=seats, seed=7, policy=policy, target="cores")
        except engine.BadArgument:
            continue  # not every game has every policy
        there = engine.playouts(name, games=games, seats=seats, seed=7, policy=policy, target="gpu").on_host()
        differing = np.zeros(games, bool)
        for mine, theirs in zip((here.scores, here.ranks), (there.scores, there.ranks), strict=True):
            differing |= (mine != theirs).any(1)
        differing |= here.lengths != there.lengths
        found[policy] = {"games": games, "differing": int(differing.sum()), "styles": [here.style, there.style]}
    return found


def exact_steps(name: str) -> dict[str, Any]:
    here = engine.Batch(name, n=EXACT_ROWS, seats=SEATS, seed=3)
    there, tensors = on_torch(name, EXACT_ROWS, seed=3)
    rng, differing, ended = np.random.default_rng(1), 0, 0
    for _ in range(EXACT_STEPS):
        actions = np.where(here.mask, rng.random(here.mask.shape, np.float32), -1).argmax(1).astype(np.int64)
        here.step(actions)
        there.step(torch().as_tensor(actions, device="cuda"))
        torch().cuda.synchronize()
        ended += int(here.done.sum())
        differing += sum(int((getattr(here, field) != tensor.cpu().numpy()).sum()) for field, tensor in tensors.items())
    return {"rows": EXACT_ROWS, "steps": EXACT_STEPS, "games_ended": ended, "differing_cells": differing}


def playouts() -> dict[str, Any]:
    return {
        f"{name}, {games}": attempt(lambda name=name, games=games: one_playouts(name, games))
        for name in GAMES
        for games in SIZES
    }


def one_playouts(name: str, games: int) -> dict[str, Any]:
    def play() -> Any:
        return engine.playouts(name, games=games, seats=SEATS, seed=11, target="gpu")

    found = play()
    moves = int(torch().as_tensor(found.lengths, device="cuda").sum())
    return {"style": found.style, "moves_per_game": moves / games, **rates(moves, timed(play))}


def on_torch(name: str, n: int, seed: int) -> tuple[Any, dict[str, Any]]:
    """A batch on the GPU that writes into torch's tensors, field after field, on torch's stream."""
    like = engine.Batch(name, n=1, seats=SEATS)
    tensors = dict[str, Any]()
    for field in ("observation", "mask", "reward", "done", "seat"):
        array = getattr(like, field)
        kind = getattr(torch(), str(array.dtype))
        tensors[field] = torch().zeros((*array.shape[1:], n), dtype=kind, device="cuda").t()
    stream = torch().cuda.current_stream().cuda_stream
    return engine.Batch(name, n=n, seats=SEATS, seed=seed, target="gpu", stream=stream, arrays=tensors), tensors


def steps() -> dict[str, Any]:
    return {
        f"{name}, {n}": attempt(lambda name=name, n=n: one_steps(name, n)) for name in GAMES for n in reversed(ROWS)
    }


def one_steps(name: str, n: int) -> dict[str, Any]:
    """The same games again and again, by actions drawn beforehand."""
    batch, tensors = on_torch(name, n, seed=5)
    actions = list[Any]()
    for _ in range(STEPS):
        mask = tensors["mask"]
        chances = (torch().rand(mask.shape[::-1], device="cuda").t() + 0.01) * mask  # none that is legal is 0
        actions.append(chances.argmax(1))
        batch.step(actions[-1])
    written = sum(tensor.element_size() * tensor.numel() for tensor in tensors.values()) / n
    found: dict[str, Any] = {"rows": n, "bytes_shown_per_move": written}
    for method in ("step", "step_unchecked"):
        step = getattr(batch, method)
        times = timed(lambda step=step: [step(row) for row in actions], before=lambda: batch.reset(5))
        found[method] = rates(STEPS * n, times)
        found[method]["bytes_shown_per_s"] = found[method]["moves_per_s"].median * written
    return found


def jax() -> dict[str, Any]:
    if importlib.util.find_spec("jax") is None:
        return {"failed": "JAX cannot be imported here"}
    script = ROOT / "bench" / "peers" / "jax_parade.py"
    path = filter(None, (str(ROOT / "src"), os.environ.get("PYTHONPATH")))  # where this numpy may be, too
    done = subprocess.run(
        [sys.executable, str(script), "--gpu", "--repeats", str(REPEATS)],
        env={**os.environ, "XLA_PYTHON_CLIENT_PREALLOCATE": "false", "PYTHONPATH": os.pathsep.join(path)},
        capture_output=True,
        text=True,
        check=False,
        timeout=max(1, left_s()),
    )
    if done.returncode:
        return {"failed": done.stderr[-2000:]}
    said = json.loads(done.stdout)
    for course, runs in said["runs"].items():
        said["courses"][course]["moves_per_s"] = Spread.of(run["moves"] / run["wall_s"] for run in runs)
    return said


PARTS: Final = {"memory": memory, "playouts": playouts, "steps": steps, "exact": exact, "jax": jax}


def attempt(work: Callable[[], Any]) -> Any:
    """What the work finds, or why it found nothing. A dot for each, so that somebody who waits sees it go on."""
    if left_s() <= 0:
        return {"failed": f"left out: {BUDGET_S} s were up"}
    try:
        return work()
    except Exception as error:
        return {"failed": f"{type(error).__name__}: {error}", "where": traceback.format_exc()[-1500:]}
    finally:
        print(".", end="", flush=True)


def versions() -> dict[str, str]:
    found = dict[str, str]()
    for package in ("numpy", "numba", "numba-cuda", "torch", "jax", "msgspec"):
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            found[package] = "absent"
    return found


def told(name: str, found: Any, indent: str = "") -> None:
    """The figures, line by line; what is long is in the file."""
    if not isinstance(found, dict) or "wall_s" in found:
        rate = found["moves_per_s"] if isinstance(found, dict) else found
        print(f"{indent}{name}: {rate if isinstance(rate, Spread | str) else short(rate)}", flush=True)
        return
    print(f"{indent}{name}", flush=True)
    for key, value in found.items():
        if key not in ("where", "runs", "wall_s", "move") and isinstance(value, dict | float | int | str):
            told(key, value, f"{indent}  ")
        elif isinstance(value, Spread):
            print(f"{indent}  {key}: {value}", flush=True)


def main() -> None:
    if len(sys.argv) < 2 or set(sys.argv[2:]) - set(PARTS):
        raise SystemExit(__doc__)
    target, parts = Path(sys.argv[1]), sys.argv[2:] or list(PARTS)
    device = output(["nvidia-smi", "--query-gpu=name,driver_version,clocks.max.sm", "--format=csv,noheader"])
    figures: dict[str, Any] = {**machine(), "gpu": device, "versions": versions(), "parts": {}}
    for part in parts:
        print(f"{part}, {left_s():.0f} s left …", end=" ", flush=True)
        begun = time.perf_counter()
        found = attempt(PARTS[part])
        print()
        figures["parts"][part] = {"took_s": round(time.perf_counter() - begun, 1), "found": found}
        told(part, found)
        target.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
