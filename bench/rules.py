"""How fast the readable rules are: whole random games beside the yardstick; a view and an imagined world in µs.

Measured in CPU time of one process, alternating with the yardstick, so that a busy machine disturbs both alike.
Run with `make bench`; `--games N` and `--repeats N` change the size.
"""

import argparse
import json
import platform
import statistics
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import yardstick_parade

from veillee.core.game import DEALER, AnyGame, replay
from veillee.games import GAMES, chance


class Rate(NamedTuple):
    """The median of some repeats, and how far apart they were."""

    median: float
    lowest: float
    highest: float

    def __str__(self) -> str:
        return f"{self.median:,.4g} ({self.lowest:,.4g} to {self.highest:,.4g})"


def rate(samples: list[float]) -> Rate:
    return Rate(statistics.median(samples), min(samples), max(samples))


def per_second(work: Callable[[], int]) -> float:
    """What the work counts, for each second of CPU time that it takes."""
    begun = time.process_time()
    done = work()
    return done / (time.process_time() - begun)


def random_games(game: AnyGame, config: Any, games: int, seed: int) -> int:
    """Plays whole games through `to_act`, `legal_actions`, `decide` and `evolve`; gives the number of actions."""
    rng, deal, actions = Random(seed), chance(game).deal, 0
    for _ in range(games):
        state = game.start(config)
        while actors := game.to_act(state):
            seat = actors[0] if len(actors) == 1 else rng.choice(actors)
            action = deal(state, rng) if seat == DEALER else rng.choice(game.legal_actions(state, seat))
            state = replay(game, state, game.decide(state, seat, action))
            actions += 1
    return actions


def middle_of_a_game(game: AnyGame, config: Any, steps: int) -> tuple[Any, list[Any]]:
    """A state after some steps, and what seat 0 was told until then."""
    rng, state, told = Random(1), game.start(config), list[Any]()
    for _ in range(steps):
        seat = game.to_act(state)[0]
        dealing = seat == DEALER
        action = chance(game).deal(state, rng) if dealing else rng.choice(game.legal_actions(state, seat))
        events = game.decide(state, seat, action)
        told += [event for event in events if 0 in game.audience(event)]
        state = replay(game, state, events)
    return state, told


def against_the_yardstick(games: int, repeats: int) -> dict[str, Any]:
    game = GAMES["parade"]
    ours, plain = list[float](), list[float]()
    for repeat in range(repeats):
        rng = Random(repeat)
        plain.append(per_second(lambda rng=rng: len([yardstick_parade.play(rng) for _ in range(games)])))
        ours.append(
            per_second(lambda seed=repeat: games if random_games(game, game.config_type(4), games, seed) else 0)
        )
    shares = [mine / other for mine, other in zip(ours, plain, strict=True)]
    print(f"Parade, 4 players, whole random games/s: rules {rate(ours)}, yardstick {rate(plain)}")
    print(
        f"  the rules reach {statistics.median(shares):.3f} of the yardstick ({min(shares):.3f} to {max(shares):.3f})"
    )
    return {"games_per_s": rate(ours), "yardstick_games_per_s": rate(plain), "share": rate(shares)}


def one_game(game: AnyGame, repeats: int) -> dict[str, Rate]:
    config = game.config_type(game.seat_counts[-1])
    state, told = middle_of_a_game(game, config, 20)
    view, imagine, rng = game.view(state, 0), chance(game).imagine, Random(2)

    def microseconds(work: Callable[[], Any], times: int) -> Rate:
        return rate([1e6 / per_second(lambda: len([work() for _ in range(times)])) for _ in range(repeats)])

    found = {
        "actions_per_s": rate(
            [per_second(lambda s=seed: random_games(game, config, 20, s)) for seed in range(repeats)]
        ),
        "view_us": microseconds(lambda: game.view(state, 0), 2000),
        "imagine_us": microseconds(lambda: imagine(view, told, rng), 500),
    }
    print(f"{game.title}, {config.seats} players: {' · '.join(f'{name} {value}' for name, value in found.items())}")
    return found


def machine() -> dict[str, str]:
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False)
    lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines() if Path("/proc/cpuinfo").exists() else []
    model = next((line.split(": ")[1] for line in lines if line.startswith("model name")), platform.processor())
    return {"cpu": model, "python": platform.python_version(), "commit": commit.stdout.strip() or "unknown"}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=300, help="games a repeat (default 300)")
    parser.add_argument("--repeats", type=int, default=7, help="repeats of every measure (default 7)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures there too")
    args = parser.parse_args()
    about = machine()
    print(" · ".join(f"{name} {value}" for name, value in about.items()))
    games = {game.name: one_game(game, args.repeats) for game in GAMES.values()}
    figures = {**about, "parade": against_the_yardstick(args.games, args.repeats), "games": games}
    if args.json:
        args.json.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
