"""Veillée's engine, measured as the peers are: whole playouts, steps of a batch, and one step per call from Python.

A move is an action of a player: a deal costs time and counts for nothing. Actions for the steps are drawn from the
masks beforehand, and the same games are then played again with the clock running; "choosing" draws them while it runs.
With `--cores` this process keeps all its cores, for one core against all of them.
"""

import sys
from collections.abc import Callable
from functools import partial
from importlib.metadata import version
from itertools import count
from random import Random
from typing import Any, Final, Literal

import turns

ALL_CORES: Final = "--cores" in sys.argv
if not ALL_CORES:
    turns.one_core()

import numpy as np  # noqa: E402 - after the core is chosen

from veillee import engine  # noqa: E402
from veillee.games import GAMES  # noqa: E402

SEATS: Final = 4
GAMES_A_CALL: Final = 2_000
MANY: Final = 200_000
BATCH: Final = 1024
STEPS: Final = {1: 20_000, BATCH: 200}
SEED: Final = 1
A_MOVE: Final = "a player's action"


def playouts(
    game: str, target: Literal["core", "cores"] = "core", games: int = GAMES_A_CALL, style: Any = None
) -> turns.Course:
    seeds = count(SEED)

    def work(amount: int, clock: turns.Clock) -> float:
        with clock:
            found = engine.playouts(
                game, games=games * amount, seats=SEATS, seed=next(seeds), target=target, style=style
            )
        return int(found.lengths.sum())

    first = engine.playouts(game, games=games, seats=SEATS, seed=0, target=target, style=style)
    means = {"moves_per_game": float(first.lengths.mean()), "mean_score": float(first.scores.mean())}
    return turns.Course(A_MOVE, work, {**means, "style": first.style})


def batch(game: str, n: int) -> Any:
    made = engine.Batch(game, n=n, seats=SEATS, seed=SEED)
    made.reset()
    return made


def recorded(game: str, n: int) -> list[Any]:
    """The actions of random games in a batch."""
    here, rng, actions = batch(game, n), np.random.default_rng(SEED), list[Any]()
    for _ in range(STEPS[n]):
        mask = np.asarray(here.mask)
        actions.append(np.where(mask, rng.random(mask.shape, np.float32), -1).argmax(1).astype(np.int64))
        here.step(actions[-1])
    return actions


def steps(game: str, n: int, method: str) -> turns.Course:
    actions = recorded(game, n)
    here = batch(game, n)
    about = {"rows": n, "bytes_written_per_move": here.observation[0].nbytes + here.mask[0].nbytes}

    def work(amount: int, clock: turns.Clock) -> float:
        for _ in range(amount):
            step = getattr(batch(game, n), method)
            with clock:
                for row in actions:
                    step(row)
        return amount * len(actions) * n

    return turns.Course(A_MOVE, work, about)


def choosing(game: str) -> turns.Course:
    """The loop that a Python program writes: look at the mask, choose, step."""
    here, rng = batch(game, 1), Random(SEED)
    actions = np.zeros(1, np.int64)

    def work(amount: int, clock: turns.Clock) -> float:
        mask = here.mask[0]
        with clock:
            for _ in range(1000 * amount):
                legal = mask.nonzero()[0]
                actions[0] = legal[int(rng.random() * len(legal))]
                here.step(actions)
        return 1000 * amount

    return turns.Course(A_MOVE, work, {"rows": 1})


def one_core() -> dict[str, Callable[[], turns.Course]]:
    courses: dict[str, Callable[[], turns.Course]] = {}
    for game in GAMES:
        courses[f"{game}, playouts"] = partial(playouts, game)
        courses[f"{game}, batch"] = partial(steps, game, BATCH, "step")
        courses[f"{game}, one"] = partial(steps, game, 1, "step")
        courses[f"{game}, one unchecked"] = partial(steps, game, 1, "step_unchecked")
        courses[f"{game}, one choosing"] = partial(choosing, game)
    courses["parade, playouts one by one"] = partial(playouts, "parade", style="registers")
    return courses


def all_cores() -> dict[str, Callable[[], turns.Course]]:
    return {
        f"{game}, {target}": partial(playouts, game, target, MANY) for game in GAMES for target in ("core", "cores")
    }


if __name__ == "__main__":
    turns.speak("Veillée", version("veillee"), all_cores() if ALL_CORES else one_core())
