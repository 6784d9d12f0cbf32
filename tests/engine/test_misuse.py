"""What programs do to the engine without meaning to: threads, forks, Ctrl-C, spoilt caches, arrays that overlap."""

import copy
import os
import pickle
import subprocess
import sys
import threading
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from engine.pairs import Pair
from engine.test_batch import picked
from veillee import engine
from veillee.core.game import NotFound
from veillee.engine import Batch
from veillee.games import GAMES
from veillee.games.nimble.kernel.hands import REGULAR

PARADE = GAMES["parade"]


def said_by(script: str, **variables: str) -> str:
    """What a process of its own says; its end is awaited for a while."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), **variables}
    done = subprocess.run(
        [sys.executable, "-c", script], env=environment, capture_output=True, text=True, timeout=100, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("game", list(GAMES))
def test_a_row_that_is_over_is_left_alone(game: str) -> None:
    """Also by `step_unchecked`, and also where rows are dealt anew: after `play_out` nothing is to be done in them."""
    batch = Batch(game, n=3, seats=2, seed=1)
    batch.play_out()
    states = [batch.state(row) for row in range(3)]
    for wrong in (0, -1, 2**62):
        batch.step_unchecked(np.full(3, wrong))
        assert states == [batch.state(row) for row in range(3)]
        assert not batch.done.any()
        assert not batch.reward.any()
    with pytest.raises(engine.IllegalIndex, match="row 0: the game of this row is over"):
        batch.step(np.zeros(3, np.int64))
    batch.reset()
    batch.step(batch.mask.argmax(axis=1))


def test_arrays_that_share_memory_are_refused() -> None:
    shape = Batch("oz", n=4).observation.shape
    one, two = np.zeros(shape, np.uint8), np.zeros((8, shape[1]), np.uint8)
    for arrays in ({"observation": one, "final": one}, {"observation": two[:4], "final": two[3:7]}):
        with pytest.raises(engine.BadArgument, match="final: it shares memory with observation"):
            Batch("oz", n=4, arrays=arrays)
    Batch("oz", n=4, arrays={"observation": two[:4], "final": two[4:]})
    batch = Batch("oz", n=4, arrays={"observation": one})
    with pytest.raises(engine.BadArgument, match="shares memory"):
        batch.write_into(final=one)
    assert batch.final is not one


def test_arrays_of_odd_make_are_refused() -> None:
    bytes_ = np.zeros(4 * 2 * 4 + 1, np.uint8)
    with pytest.raises(engine.BadArgument, match="reward: an array in C order is wanted, aligned"):
        Batch("oz", n=4, arrays={"reward": bytes_[1:].view(np.float32).reshape(4, 2)})
    for arrays in ([bytes_], {1: bytes_}, 3):
        with pytest.raises(engine.BadArgument, match="arrays: "):
            Batch("oz", n=4, arrays=arrays)  # pyright: ignore[reportArgumentType]


def test_actions_of_any_layout_are_taken_by_the_code_that_is_compiled() -> None:
    """An array from JAX is read-only, every second column is not contiguous: neither is worth seconds of compiling."""
    batch = Batch("oz", n=4, seed=2)
    first = batch.mask.argmax(axis=1)
    batch.step(first)
    after, step = [batch.state(row) for row in range(4)], batch._rows._loops.step
    compiled = len(step.signatures)
    still = first.copy()
    still.flags.writeable = False
    for actions in (still, np.repeat(first, 2)[::2], first.astype(np.int32), first.view(np.recarray)):
        batch.reset()
        batch.step(actions)
        assert after == [batch.state(row) for row in range(4)]
    assert len(step.signatures) == compiled


@pytest.mark.parametrize("flag", ["restart", "observe"])
@pytest.mark.parametrize("wrong", [None, "no", 2, []])
def test_flags_are_true_or_false(flag: str, wrong: Any) -> None:
    with pytest.raises(engine.BadArgument, match=f"{flag}: True or False"):
        Batch("oz", n=2, **{flag: wrong})


def test_other_things_that_a_batch_refuses() -> None:
    batch = Batch("oz", n=3)
    state = batch.state(0)
    for arguments, said in (
        ({"stream": 7}, "stream: only target='gpu'"),
        ({"seed": None}, "seed: a seed is a whole number"),
        ({"pace": "turns"}, "only a race has a pace"),
    ):
        with pytest.raises(engine.BadArgument, match=said):
            Batch("oz", **{"n": 3, **arguments})
    for rows, said in (([0, 2, 0], "a row is named twice"), ([True], "no row"), (slice(2), "no row")):
        with pytest.raises(engine.BadArgument, match=said):
            batch.load(state, rows=rows)
    with pytest.raises(engine.BadArgument, match=r"seat: seat \d may not act"):
        batch.load(state, seat=1 - int(batch.seat[0]))
    with pytest.raises(engine.BadArgument, match=r"a State of Oz is wanted, not a veillee\.games\.parade"):
        batch.load(Batch("parade", n=1).state(0))
    batch.load([], rows=[])


def test_numbers_of_numpy_are_numbers() -> None:
    found = engine.playouts("oz", games=np.int8(3), seats=np.int64(3), seed=np.uint64(2**64 - 1))  # pyright: ignore
    assert np.array_equal(found.scores, engine.playouts("oz", games=3, seats=3, seed=-1).scores)


@pytest.mark.parametrize(
    ("pace", "said"),
    [
        ([], "2 seats need as many hands, not 0"),
        ([REGULAR] * 3, "2 seats need as many hands, not 3"),
        (5, "a Hand for each seat, not 5"),
        ([(1, 2)] * 2, "a Hand for each seat"),
        ([REGULAR, REGULAR._replace(flip=-1)], "flip of hand 1 is a number from 0 to 60000, not -1"),
        ([REGULAR, REGULAR._replace(decide=10**30)], "decide of hand 1"),
        ([REGULAR._replace(spread=float("nan")), REGULAR], "spread of hand 0"),
        ([REGULAR._replace(slip=1.5), REGULAR], "slip of hand 0 is a number from 0 to 1"),
        ([REGULAR._replace(reach="far"), REGULAR], "reach of hand 0"),  # pyright: ignore[reportArgumentType]
    ],
)
def test_hands_that_nobody_has_are_refused(pace: Any, said: str) -> None:
    with pytest.raises(engine.BadArgument, match=f"pace: .*{said}"):
        engine.playouts("nimble", games=1, seats=2, pace=pace)


def test_a_name_that_is_a_list_is_no_game() -> None:
    with pytest.raises(NotFound):
        engine.playouts(["oz"], games=1)  # pyright: ignore[reportArgumentType]


def test_a_batch_is_copied_and_pickled_with_its_games() -> None:
    batch, rng = Batch("nimble", n=5, seats=2, seed=3, pace="turns"), np.random.default_rng(1)
    batch.step(picked(batch.mask, rng))
    for other in (copy.deepcopy(batch), pickle.loads(pickle.dumps(batch))):
        assert np.array_equal(other.mask, batch.mask)
        other.step(other.mask.argmax(axis=1))
        assert batch.state(2) != other.state(2)
        again = copy.deepcopy(batch)
        again.step(again.mask.argmax(axis=1))
        assert [again.state(row) for row in range(5)] == [other.state(row) for row in range(5)]
        assert np.array_equal(again.observation, other.observation)


def test_threads_that_step_the_same_batch_take_turns() -> None:
    """What one thread saw is often old when its step comes; then it is refused, and never half done."""
    batch, refused = Batch("oz", n=300, seed=1), list[Exception]()

    def play(seed: int) -> None:
        rng = np.random.default_rng(seed)
        for _ in range(150):
            try:
                batch.step(picked(batch.mask, rng))
            except engine.IllegalIndex as refusal:
                refused.append(refusal)

    threads = [threading.Thread(target=play, args=(seed,)) for seed in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for row in range(300):
        state = batch.state(row)
        assert batch.drawers.game.to_act(state) == (batch.seat[row],)


FORKED = """
import os, signal
from veillee import engine
before = engine.playouts("oz", games=9000, target="cores")
child = os.fork()
if not child:
    signal.alarm(30)
    after = engine.playouts("oz", games=9000, target="cores")
    os._exit(int((before.scores != after.scores).any()))
print(os.waitpid(child, 0)[1])
"""


def test_a_forked_process_has_threads_of_its_own() -> None:
    assert said_by(FORKED) == "0\n"


INTERRUPTED = """
import os, signal, threading, time
from veillee import engine
for target in ("core", "cores"):
    engine.playouts("oz", games=9000, target=target)
    threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    try:
        engine.playouts("oz", games=1_000_000_000, target=target)
    except KeyboardInterrupt:
        before = time.process_time()
        time.sleep(0.3)
        print(target, time.process_time() - before < 0.1)
"""


def test_ctrl_c_ends_long_playouts_and_nothing_goes_on_behind() -> None:
    assert said_by(INTERRUPTED) == "core True\ncores True\n"


PLAY: str = "from veillee import engine; print(engine.playouts('oz', games=3, seed=1).scores.tolist())"


def test_a_cache_that_is_spoilt_is_made_anew(tmp_path: Path) -> None:
    first = said_by(PLAY, VEILLEE_CACHE=str(tmp_path))
    kept = [*tmp_path.rglob("*.nbc"), *tmp_path.rglob("*.nbi")]
    assert len(kept) > 10
    for nth, path in enumerate(kept):
        path.write_bytes(path.read_bytes()[: 50 * (nth % 2)])
    assert said_by(PLAY, VEILLEE_CACHE=str(tmp_path)) == first
    assert any(path.stat().st_size > 50 for path in tmp_path.rglob("*.nbc"))


def test_without_a_cache_nothing_is_kept_beside_the_sources(tmp_path: Path) -> None:
    """Numba would keep it there by the time of one file alone, and find old code after a change of another."""
    taken = tmp_path / "a file"
    taken.touch()
    script = (
        "import warnings\nwarnings.simplefilter('error')\ntry: import veillee.engine\nexcept Warning as it: print(it)"
    )
    assert "compiled code cannot be kept" in said_by(script, VEILLEE_CACHE=str(taken))
    script = "from veillee.rows.compiled import compiled\nprint(compiled(lambda: 1)._cache.__class__.__name__)"
    assert said_by(script, VEILLEE_CACHE=str(taken)) == "NullCache\n"


def test_the_seat_whose_turn_it_is_can_be_chosen_where_several_may_act() -> None:
    """In a discard of Parade the kernel would begin with the lowest seat, in a race with one by lot."""
    game, rng = PARADE, Random(3)
    pair = Pair(game, game.config_type(3)).load(rng)
    for _ in pair.steps(rng):
        if pair.state.phase == "discard":
            break
    batch = Batch("parade", n=2, seats=3)
    for seat in range(3):
        batch.load(pair.state, seat=seat)
        assert batch.seat.tolist() == [seat] * 2
        assert batch.state(0) == pair.state
        chosen = game.legal_actions(pair.state, seat)[4]
        batch.step(np.full(2, engine.index("parade", game.view(pair.state, seat), chosen)))
        after = pair.state
        for event in game.decide(pair.state, seat, chosen):
            after = game.evolve(after, event)
        assert batch.state(1) == after
        assert batch.seat[0] == (1 if seat == 0 else 0)


@pytest.mark.parametrize("pace", ["drawn", "turns", "reaction"])
def test_values_in_a_race_are_those_of_the_seat_that_asks(pace: str) -> None:
    game = GAMES["nimble"]
    pair, rng = Pair(game, game.config_type(2)).load(Random(2)), Random(2)
    for nth, _ in enumerate(pair.steps(rng)):
        if nth == 30:
            break
    for seat in range(2):
        view = game.view(pair.state, seat)
        found = engine.values("nimble", view, pair.told[seat], n=30, policy="heuristic", pace=pace)
        legal = {pair.encode.index(view, action) for action in game.legal_actions(pair.state, seat)}
        assert set(np.flatnonzero(~np.isnan(found))) == legal


@pytest.mark.parametrize("game", list(GAMES))
def test_what_is_no_view_or_was_not_told_is_refused(game: str) -> None:
    rules = GAMES[game]
    pair = Pair(rules, rules.config_type(2)).load(Random(1))
    seat = rules.to_act(pair.state)[0]
    view, told = rules.view(pair.state, seat), pair.told[seat]
    for arguments, said in (
        ((None, told), "view: a View of"),
        ((pair.state, told), "view: a View of"),
        ((view, None), "told: a list of events"),
        ((view, [1]), "told: a list of events"),
    ):
        with pytest.raises(engine.BadArgument, match=said):
            engine.values(game, *arguments, n=2)  # pyright: ignore[reportArgumentType]
    with pytest.raises(engine.BadArgument, match="index: a whole number"):
        engine.action(game, view, 1.0)  # pyright: ignore[reportArgumentType]
    with pytest.raises(engine.BadArgument, match="view: "):
        engine.index(game, None, None)
    assert engine.worlds(game, view, told, 2, seed=np.int64(3)) == engine.worlds(rules, view, told, 2, seed=3)  # pyright: ignore


def test_worlds_need_all_that_was_told() -> None:
    pair = Pair(GAMES["teatime"], GAMES["teatime"].config_type(2)).load(Random(1))
    with pytest.raises(engine.BadArgument, match="told: no world"):
        engine.worlds("teatime", pair.game.view(pair.state, 0), [], 2)
