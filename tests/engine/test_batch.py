"""Batches: rows that step together, compared with the rules row by row."""

from random import Random
from typing import Any

import numpy as np
import pytest

from engine.pairs import CASES, IDS, Pair
from engine.test_playouts import options
from veillee import engine
from veillee.core.game import AnyGame
from veillee.engine import Batch
from veillee.games import GAMES, chance

each_case = pytest.mark.parametrize(("game", "config"), CASES, ids=IDS)
PARADE = GAMES["parade"]


def picked(mask: np.ndarray[Any, Any], rng: np.random.Generator) -> np.ndarray[Any, Any]:
    """A random legal action in each row."""
    return (rng.random(mask.shape) * mask).argmax(axis=1)


@each_case
def test_every_row_is_a_game_by_the_rules(game: AnyGame, config: Any) -> None:
    """State, turn, mask, observation, reward and end of each row, at every step, over the end of games."""
    batch, rng, ended = Batch(game.name, n=3, seed=4, **options(config)), np.random.default_rng(1), 0
    told: list[Any] = [[[] for _ in range(config.seats)] for _ in range(batch.n)]
    before = [batch.state(row) for row in range(batch.n)]
    for step in range(60):
        actions = picked(batch.mask, rng)
        moved = [_moved(batch, row, before[row], told[row], int(actions[row])) for row in range(batch.n)]
        batch.step(actions)
        for row, state in enumerate(moved):
            outcome = game.outcome(state)
            assert bool(batch.done[row]) == (outcome is not None), step
            winners = [rank == 1 for rank in outcome.ranks] if outcome else [False] * config.seats
            shares = [won / max(1, sum(winners)) for won in winners]
            assert batch.reward[row].tolist() == pytest.approx(shares)
            before[row] = batch.state(row)
            if outcome:
                ended += 1
                told[row] = [[] for _ in range(config.seats)]
            elif -1 not in game.to_act(state):
                assert before[row] == state
            assert int(batch.seat[row]) in game.to_act(before[row])
    assert ended or game.pace == "race"


def _moved(batch: Batch, row: int, state: Any, told: list[list[Any]], index: int) -> Any:
    """The state after this action by the rules; checks first what the seat was shown."""
    game, encode, seat = batch.drawers.game, batch.drawers.encode, int(batch.seat[row])
    view = game.view(state, seat)
    legal = {encode.index(view, action): action for action in game.legal_actions(state, seat)}
    assert np.flatnonzero(batch.mask[row]).tolist() == sorted(legal)
    for event in game.decide(state, seat, legal[index]):
        state = game.evolve(state, event)
    return state


def test_row_i_is_game_i_of_the_seed_whatever_the_size() -> None:
    large = Batch("oz", n=70, seats=4, seed=9)
    for row in (0, 1, 69):
        assert Batch("oz", n=row + 1, seats=4, seed=9).state(row) == large.state(row)
    cores = Batch("oz", n=5000, seats=4, seed=9, target="cores")
    assert cores.state(69) == large.state(69)


@pytest.mark.parametrize("game", list(GAMES))
def test_all_cores_step_like_one(game: str) -> None:
    one, all_ = (Batch(game, n=4200, seats=3, seed=6, target=target) for target in ("core", "cores"))
    rng = np.random.default_rng(2)
    for _ in range(15):
        actions = picked(one.mask, rng)
        one.step(actions)
        all_.step(actions)
        for name in ("observation", "mask", "reward", "done", "seat"):
            assert np.array_equal(getattr(one, name), getattr(all_, name)), name


def test_the_last_thing_seen_is_kept_when_a_row_is_dealt_anew() -> None:
    batch, rng = Batch("parade", n=64, seats=2, seed=3), np.random.default_rng(5)
    actors = batch.seat.copy()
    while not batch.done.any():
        actors = batch.seat.copy()
        batch.step(picked(batch.mask, rng))
    assert batch.final.shape == (64, batch.drawers.size)
    row = int(np.flatnonzero(batch.done)[0])
    phase = 66 * (batch.seats + 2)
    assert batch.final[row, phase] == 3  # over
    assert batch.observation[row, phase] == 0  # the next game
    assert actors[row] in range(2)


def test_arrays_of_the_caller_are_written_into() -> None:
    own = {"observation": np.full((8, 273), 9, np.uint8), "mask": np.zeros((8, 72), np.uint8)}
    batch = Batch("parade", n=8, seats=2, arrays=own)
    assert batch.observation is own["observation"]
    assert own["mask"].sum() == 8 * 5
    other = np.zeros((8, 2), np.float32)
    batch.write_into(reward=other)
    assert batch.reward is other
    batch.step(own["mask"].argmax(axis=1))
    assert not np.isin(own["observation"], 9).all()


@pytest.mark.parametrize(
    ("arrays", "said"),
    [
        ({"mask": np.zeros((8, 71), np.uint8)}, r"shape \(8, 72\)"),
        ({"mask": np.zeros((8, 72), np.int8)}, "uint8"),
        ({"mask": [[0] * 72] * 8}, "numpy array"),
        ({"mask": np.zeros((72, 8), np.uint8).T}, "C order"),
        ({"maske": np.zeros((8, 72), np.uint8)}, "none of a batch is called"),
    ],
)
def test_arrays_that_do_not_fit_are_refused(arrays: dict[str, Any], said: str) -> None:
    with pytest.raises(engine.BadArgument, match=said):
        Batch("parade", n=8, seats=2, arrays=arrays)


@pytest.mark.parametrize("n", [0, -5, 1.0, None, 2**31])
def test_sizes_that_are_none_are_refused(n: Any) -> None:
    with pytest.raises(engine.BadArgument, match="n: "):
        Batch("parade", n=n)


@pytest.mark.parametrize("target", ["core", "cores"])
@pytest.mark.parametrize("wrong", [-1, 72, 2**62, "another hand"])
def test_an_illegal_action_is_named_and_nothing_happens(target: Any, wrong: Any) -> None:
    batch, rng = Batch("parade", n=5000, seats=3, seed=1, target=target), np.random.default_rng(0)
    batch.step(picked(batch.mask, rng))
    seen, states = batch.observation.copy(), [batch.state(row) for row in (0, 4000, 4999)]
    actions = picked(batch.mask, rng)
    actions[[4000, 4999]] = np.flatnonzero(batch.mask[4000] == 0)[0] if wrong == "another hand" else wrong
    with pytest.raises(engine.IllegalIndex) as refusal:
        batch.step(actions)
    assert (refusal.value.row, refusal.value.action) == (4000, actions[4000])
    assert "legal are" in refusal.value.why or "no index" in refusal.value.why
    assert np.array_equal(seen, batch.observation)
    assert states == [batch.state(row) for row in (0, 4000, 4999)]
    actions[[4000, 4999]] = batch.mask[[4000, 4999]].argmax(axis=1)
    batch.step(actions)


@pytest.mark.parametrize(
    "actions", [[0] * 5, np.zeros(4, np.int64), np.zeros((5, 1), np.int64), np.zeros(5), np.zeros(5, np.uint8), 3, None]
)
def test_actions_of_another_shape_or_type_are_refused(actions: Any) -> None:
    batch = Batch("oz", n=5)
    with pytest.raises(engine.BadArgument, match="actions"):
        batch.step(actions)


def test_a_state_is_loaded_and_played_on() -> None:
    rng = Random(8)
    pair = Pair(GAMES["teatime"], GAMES["teatime"].config_type(3)).load(rng)
    for nth, _ in enumerate(pair.steps(rng)):
        if nth == 7:
            break
    batch = Batch("teatime", n=4, seats=3)
    others = batch.state(0)
    batch.load(pair.state, rows=[1, 3])
    assert [batch.state(row) for row in (1, 3)] == [pair.state] * 2
    assert batch.state(0) == others
    assert int(batch.seat[1]) == pair.actor
    batch.load(pair.state)
    found = batch.play_out(seed=3)
    assert len({tuple(scores) for scores in found.scores}) > 1  # the same position, other choices
    assert (batch.seat == -1).all()
    assert not batch.mask.any()


def test_states_that_do_not_fit_are_refused() -> None:
    batch, three = Batch("parade", n=2, seats=2), PARADE.config_type(3)
    start = PARADE.start(three)
    dealt = Pair(PARADE, three).load(Random(1)).state
    for states, rows, said in (
        ("nonsense", None, "a State of Parade is wanted"),
        (dealt, None, "this batch plays"),
        (PARADE.start(PARADE.config_type(2)), None, "the dealer is to act"),
        ([batch.state(0)], None, "do not fit"),
        (batch.state(0), [2], "rows are 0 to 1"),
        (batch.state(0), [-1], "rows are 0 to 1"),
        (start, [0], "this batch plays"),
    ):
        with pytest.raises(engine.BadArgument, match=said):
            batch.load(states, rows)


def test_a_finished_row_stays_as_it_is_without_restart() -> None:
    batch, rng = Batch("oz", n=6, seats=2, seed=1, restart=False), np.random.default_rng(3)
    for _ in range(40):
        batch.step(picked(batch.mask, rng))
    assert (batch.seat == -1).all()
    states = [batch.state(row) for row in range(6)]
    batch.step(np.full(6, 99))
    assert states == [batch.state(row) for row in range(6)]
    assert not batch.done.any()
    batch.reset()
    assert (batch.seat >= 0).all()


def test_values_find_the_play_that_takes_nothing() -> None:
    """A seat that would take five cards with one play and none with another sees which is better."""
    game = GAMES["oz"]
    pair, rng = Pair(game, game.config_type(2)).load(Random(2)), Random(2)
    for _ in pair.steps(rng):
        if game.view(pair.state, pair.actor).turn == 8:
            break
    seat = pair.actor
    view = game.view(pair.state, seat)
    found = engine.values("oz", view, pair.told[seat], n=40, repeats=2, seed=1)
    legal = {pair.encode.index(view, action) for action in game.legal_actions(pair.state, seat)}
    assert set(np.flatnonzero(~np.isnan(found))) == legal
    assert ((found[sorted(legal)] >= 0) & (found[sorted(legal)] <= 1)).all()
    again = engine.values("oz", view, pair.told[seat], n=40, repeats=2, seed=1)
    assert np.array_equal(found, again, equal_nan=True)


def test_worlds_look_the_same_from_the_seat() -> None:
    pair = Pair(PARADE, PARADE.config_type(3)).load(Random(4))
    view = PARADE.view(pair.state, 1)
    imagined = engine.worlds("parade", view, pair.told[1], 20, seed=1)
    assert all(PARADE.view(state, 1) == view for state in imagined)
    assert len({state.hands for state in imagined}) > 10
    assert chance(PARADE) is not None


@each_case
def test_indices_and_actions_lead_to_each_other(game: AnyGame, config: Any) -> None:
    rng = Random(3)
    pair = Pair(game, config).load(rng)
    for seat in pair.steps(rng):
        if seat == -1:
            break
        view = game.view(pair.state, seat)
        for action in game.legal_actions(pair.state, seat):
            assert engine.action(game.name, view, engine.index(game.name, view, action)) == action
        with pytest.raises(engine.BadArgument, match="index: "):
            engine.action(game.name, view, 10_000)
    with pytest.raises(engine.BadArgument, match="action: "):
        engine.index(game.name, game.view(pair.state, 0), "nonsense")
