"""Whole games: the same on every way through them, and those that the rules would have played."""

import os
import subprocess
import sys
import threading
from typing import Any

import numpy as np
import pytest

from engine.pairs import CASES, IDS, Pair
from veillee import engine
from veillee.core.game import AnyGame, BadConfig, NotFound, VeilleeError
from veillee.engine.playouts import Playouts
from veillee.rows.chance import game_key, word
from veillee.rows.kernel import NOBODY

each_case = pytest.mark.parametrize(("game", "config"), CASES, ids=IDS)


def options(config: Any) -> dict[str, Any]:
    return {field: getattr(config, field) for field in config.__struct_fields__}


def same(one: Playouts, other: Playouts) -> bool:
    n = min(len(one.lengths), len(other.lengths))
    return all(
        np.array_equal(getattr(one, name)[:n], getattr(other, name)[:n]) for name in ("scores", "ranks", "lengths")
    )


@each_case
def test_a_playout_is_the_game_that_the_rules_play_with_the_same_chances(game: AnyGame, config: Any) -> None:
    kernel = Pair(game, config).kernel
    for policy, name in enumerate(kernel.POLICIES):
        found = engine.playouts(game.name, games=3, seed=11, policy=name, **options(config))
        for number in range(3):
            key = np.uint64(game_key(np.uint64(11), number))
            pair, k = Pair(game, config).deal(int(key)), 0
            while pair.actor != NOBODY:
                index = int(kernel.choose(*pair.row, policy, np.uint64(word(key, kernel.FIRST_CHOICE + k))))
                pair.act(pair.encode.action(game.view(pair.state, pair.actor), index))
                k += 1
            outcome = game.outcome(pair.state)
            assert outcome is not None
            assert tuple(found.scores[number]) == outcome.scores
            assert tuple(found.ranks[number]) == outcome.ranks
            assert found.lengths[number] == k


@pytest.mark.parametrize("seats", range(2, 7), ids="parade-{}".format)
def test_registers_lockstep_and_rows_play_the_same_games_of_parade(seats: int) -> None:
    rows, registers, lockstep = (
        engine.playouts("parade", games=1000, seats=seats, seed=-3, style=style)
        for style in ("rows", "registers", "lockstep")
    )
    assert same(rows, registers)
    assert same(rows, lockstep)


@each_case
def test_games_are_the_same_on_all_cores_and_in_every_number(game: AnyGame, config: Any) -> None:
    many = engine.playouts(game.name, games=5000, seed=2**70 + 5, target="cores", **options(config))
    for n in (1, 63, 65):
        assert same(many, engine.playouts(game.name, games=n, seed=5 + 2**64, **options(config)))


@each_case
def test_results_fit_together(game: AnyGame, config: Any) -> None:
    found = engine.playouts(game.name, games=200, seed=1, **options(config))
    assert found.scores.shape == found.ranks.shape == (200, config.seats)
    assert (found.ranks.min(axis=1) == 1).all()
    games = zip(found.scores, found.ranks, found.lengths, strict=True)
    assert len({(*scores, *ranks, length) for scores, ranks, length in games}) > 20  # a race may score nobody
    assert (found.lengths > 0).all()


def test_more_than_fits_into_memory_is_refused_before_any_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a machine with a gigabyte, lest one with a thousand times as much memory begin to work."""
    monkeypatch.setattr(os, "sysconf", lambda name: {"SC_PAGE_SIZE": 4096, "SC_PHYS_PAGES": 1 << 18}[name])
    with pytest.raises(engine.BadArgument, match=r"games: 1000000000 take 10 GB, .* 1 GB"):
        engine.playouts("parade", games=1_000_000_000, seats=2)
    with pytest.raises(engine.BadArgument, match=r"n: 10000000 take 10 GB, .* 1 GB"):
        engine.Batch("parade", n=10_000_000)
    assert engine.playouts("parade", games=1000).scores.shape == (1000, 2)


def test_another_seed_gives_other_games() -> None:
    assert not same(engine.playouts("parade", games=50, seed=1), engine.playouts("parade", games=50, seed=2))


@pytest.mark.parametrize(("game", "better", "worse"), [("parade", "greedy", "random"), ("teatime", "greedy", "random")])
def test_scores_show_which_policy_is_better(game: str, better: str, worse: str) -> None:
    good, bad = (engine.playouts(game, games=500, policy=policy).scores.mean() for policy in (better, worse))
    assert (good < bad) == (game == "parade")
    assert abs(good - bad) > 3


def test_the_interpreter_goes_on_while_games_are_played() -> None:
    engine.playouts("parade", games=100, seats=4)
    playing = threading.Thread(target=engine.playouts, args=("parade",), kwargs={"games": 1_000_000, "seats": 4})
    playing.start()
    turns = 0
    while playing.is_alive():
        turns += 1
    assert turns > 1000


@pytest.mark.parametrize(
    ("arguments", "kind", "said"),
    [
        ({"game": "chess"}, NotFound, "no game is called 'chess'"),
        ({"seats": 7}, BadConfig, "PAR-R2"),
        ({"seats": "two"}, engine.BadArgument, "seats"),
        ({"guided": True}, engine.BadArgument, "guided"),
        ({"games": 0}, engine.BadArgument, "games"),
        ({"games": -1}, engine.BadArgument, "games"),
        ({"games": 2**40}, engine.BadArgument, "games"),
        ({"games": 1.5}, engine.BadArgument, "games"),
        ({"games": True}, engine.BadArgument, "games"),
        ({"seed": "x"}, engine.BadArgument, "seed"),
        ({"policy": "clever"}, engine.BadArgument, "there is random, greedy, heuristic"),
        ({"target": "tpu"}, engine.BadArgument, "core, cores, gpu"),
        ({"style": "magic"}, engine.BadArgument, "registers"),
        ({"style": "lockstep", "policy": "greedy"}, engine.BadArgument, "there is rows"),
        ({"pace": "turns"}, engine.BadArgument, "only a race has a pace"),
        ({"game": "nimble", "pace": "slow"}, engine.BadArgument, "pace"),
        ({"game": "oz", "stories": ["each:lion"]}, BadConfig, "OZ-R12"),
    ],
)
def test_what_cannot_be_played_is_refused(arguments: dict[str, Any], kind: type[VeilleeError], said: str) -> None:
    with pytest.raises(kind, match=said) as refusal:
        engine.playouts(**{"game": "parade", "games": 1, **arguments})
    assert refusal.value.code


WITHOUT_NUMBA = """
import sys

class Blind:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in ("numba", "numpy", "llvmlite"):
            raise ImportError(f"no {name} here")

sys.meta_path.insert(0, Blind())
from veillee.games import GAMES
parade = GAMES["parade"]
assert parade.to_act(parade.start(parade.config_type(seats=2))) == (-1,)
try:
    import veillee.engine
except Exception as error:
    print(type(error).__name__, error.code, error)
"""


def test_without_numba_the_rules_work_and_the_engine_says_what_to_install() -> None:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-c", WITHOUT_NUMBA]
    said = subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout
    assert said.startswith("MissingPart missing_part")
    assert "pip install 'veillee[engine]'" in said
