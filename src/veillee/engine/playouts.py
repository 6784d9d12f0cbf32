"""Whole games by a policy, many at once: scores, ranks and lengths."""

import os
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise
from typing import Any, Final, Literal, get_args

import numpy as np
from llvmlite.binding import get_host_cpu_features

from veillee.engine.drawers import Drawers, compiled_loops, in_lockstep, open_drawers
from veillee.engine.errors import BadArgument

Target = Literal["core", "cores", "gpu"]
Style = Literal["rows", "registers", "lockstep"]

WORD: Final = 1 << 64
MOST_GAMES: Final = 1 << 31
WORTH_SHARING: Final = 2048  # games for each core; below that threads cost more than they bring
PIECE: Final = 1 << 16  # games between which Ctrl-C is heard
WIDE: Final = ("avx2", "avx512f")  # vectors that make lockstep faster than one game at a time


@dataclass(frozen=True, eq=False)
class Playouts:
    """How many games ended. Game g is the same for every number of games, on every target.

    Arrays of games that were played on a GPU are there; `on_host` brings them here.
    """

    game: str
    seats: int
    policy: str
    target: Target
    style: Style  # how they were played: one row after the other, in registers, or side by side in lockstep
    scores: np.ndarray[Any, np.dtype[np.int16]]  # [games, seats]
    ranks: np.ndarray[Any, np.dtype[np.uint8]]  # [games, seats], 1 for winners
    lengths: np.ndarray[Any, np.dtype[np.int32]]  # [games], actions

    def on_host(self) -> "Playouts":
        """The same with numpy arrays."""
        if isinstance(self.scores, np.ndarray):
            return self
        arrays: tuple[Any, ...] = (self.scores, self.ranks, self.lengths)
        scores, ranks, lengths = (array.copy_to_host() for array in arrays)
        return replace(self, scores=scores, ranks=ranks, lengths=lengths)


def playouts(
    game: str,
    *,
    games: int,
    seats: int | None = None,
    seed: int = 0,
    policy: str = "random",
    target: Target = "core",
    style: Style | None = None,
    pace: Any = None,
    **options: Any,
) -> Playouts:
    """Plays the games 0 … games − 1 of this seed. Options are those of the game's config; a race also has a pace."""
    drawers = open_drawers(game, seats, pace, **options)
    number = drawers.policy(policy)
    games = checked_count("games", games)
    if target not in get_args(Target):
        raise BadArgument("target", f"{target!r} is none of {', '.join(get_args(Target))}")
    style = _style(drawers, policy, target, style)
    if target == "gpu":
        from veillee.engine import gpu

        found = gpu.play(drawers, number, style, games, word(seed))
    else:
        must_have_room("games", games, sum(array.nbytes for array in results(1, drawers.seats)))
        found = results(games, drawers.seats)
        loop = _loop(drawers, number, style)

        def play(start: int, stop: int) -> None:
            memory = _memory(drawers, style)
            loop(drawers.tables, word(seed), start, stop, *memory, *slices(found, start, stop))

        share(target, games, play, piece=PIECE)
    return Playouts(game, drawers.seats, policy, target, style, *found)


def word(seed: int) -> np.uint64:
    """A seed is any whole number; 64 bits of it count."""
    if not isinstance(seed, int | np.integer):
        raise BadArgument("seed", f"a seed is a whole number, not {seed!r}")
    return np.uint64(int(seed) % WORD)


def checked_count(name: str, n: Any) -> int:
    if not isinstance(n, int | np.integer) or isinstance(n, bool) or not 1 <= n < MOST_GAMES:
        raise BadArgument(name, f"a whole number from 1 to {MOST_GAMES - 1} is wanted, not {n!r}")
    return int(n)


def must_have_room(name: str, n: int, bytes_each: int) -> None:
    """Refuses what this machine's memory cannot hold: the system would rather end the whole process than refuse."""
    if not hasattr(os, "sysconf"):
        return
    wanted, there = n * bytes_each, os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    if wanted > there:
        raise BadArgument(name, f"{n} take {wanted / 1e9:.0f} GB, and this machine has {there / 1e9:.0f} GB")


Results = tuple[np.ndarray[Any, Any], np.ndarray[Any, Any], np.ndarray[Any, Any]]


def results(games: int, seats: int) -> Results:
    """Empty scores, ranks and lengths."""
    return np.empty((games, seats), np.int16), np.empty((games, seats), np.uint8), np.empty(games, np.int32)


def slices(found: Results, start: int, stop: int) -> Results:
    scores, ranks, lengths = found
    return scores[start:stop], ranks[start:stop], lengths[start:stop]


def share(target: Target, n: int, work: Callable[[int, int], Any], piece: int = MOST_GAMES) -> None:
    """Does the work for 0 … n − 1, on one core or on all, in pieces of this size at most.

    Compiled code runs without the interpreter's lock. Nothing goes on when this has returned, or was interrupted.
    """
    parts = min(cores(), n // WORTH_SHARING) if target == "cores" else 1
    parts = max(1, parts, -(-n // piece))
    edges = [n * part // parts // 64 * 64 for part in range(parts)] + [n]
    pieces = iter(list(pairwise(edges)))

    def work_on() -> None:
        for start, stop in pieces:
            work(start, stop)

    if target != "cores" or parts == 1:
        work_on()
        return
    at_work = [_threads().submit(work_on) for _ in range(min(cores(), parts))]
    try:
        for thread in at_work:
            thread.result()
    finally:
        if piece < MOST_GAMES:  # else all must be done, whatever happens
            deque(pieces, maxlen=0)
        wait(at_work)


def cores() -> int:
    """The processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@cache
def _threads() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(cores(), "veillee-engine")


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_threads.cache_clear)  # a child has none of its parent's threads


@cache
def has_wide_vectors() -> bool:
    features = get_host_cpu_features()
    return any(features.get(name) for name in WIDE)


def _style(drawers: Drawers, policy: str, target: Target, asked: Style | None) -> Style:
    """The fastest way here, unless one is asked for."""
    fast = drawers.fast is not None and policy == "random"
    there: list[Style] = ["rows", *(["registers"] if fast else []), *(["lockstep"] if fast and target != "gpu" else [])]
    if asked is None:
        return there[-1] if there[-1] != "lockstep" or has_wide_vectors() else "registers"
    if asked not in there:
        raise BadArgument("style", f"{asked!r} is not to be had here; there is {', '.join(there)}")
    return asked


def _memory(drawers: Drawers, style: Style) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """Memory in which compiled code plays one game after the other; it allocates none itself."""
    kernel, fast = drawers.kernel, drawers.fast
    if fast and style == "lockstep":
        return _aligned(fast.lockstep.SIZE), np.empty(fast.lockstep.DECKS, np.uint8)
    words = np.empty((1, kernel.WORDS), np.uint64)
    return words, np.empty(fast.DECK_SIZE if fast and style == "registers" else (1, kernel.CELLS), np.uint8)


def _aligned(words: int) -> np.ndarray[Any, np.dtype[np.uint64]]:
    """Begins where a line of the processor's cache begins: a vector that lies across two lines takes twice as long."""
    longer = np.empty(words + 7, np.uint64)
    first = -(longer.ctypes.data // 8) % 8
    return longer[first : first + words]


def _loop(drawers: Drawers, policy: int, style: Style) -> Any:
    variant = drawers.variant(policy)
    match style:
        case "lockstep":
            return in_lockstep(variant)
        case "registers":
            return compiled_loops(variant).play_in_registers
        case "rows":
            return compiled_loops(variant).play_rows
