"""What the engine does on a GPU, without one: the same threads, one after the other, on this processor.

This shows that arrays, rows, seeds and refusals go the right way and that the games are the same. What only a GPU can
show, that its compiler agrees and how fast it is, is shown by bench/gpu.py.
"""

import pickle
from collections.abc import Callable, Iterator
from random import Random
from types import FunctionType, SimpleNamespace
from typing import Any

import numpy as np
import pytest

from engine.pairs import Pair
from veillee import engine
from veillee.engine import gpu
from veillee.games import GAMES


class Lent(np.ndarray[Any, Any]):
    """Memory of the stand-in: compiled code gets it as a numpy array, everybody else must ask for a copy."""

    def copy_to_host(self, stream: Any = 0) -> np.ndarray[Any, Any]:
        return np.array(self)

    def copy_to_device(self, array: np.ndarray[Any, Any], stream: Any = 0) -> None:
        self[...] = array


class Foreign:
    """A tensor of another library: all that is known of it is where it lies."""

    def __init__(self, memory: Lent) -> None:
        self.memory = memory
        self.__cuda_array_interface__ = memory.__array_interface__


class StandIn:
    """As much of numba.cuda as the engine asks for."""

    def __init__(self) -> None:
        self.thread = 0
        self.streams = set[Any]()
        self.threadIdx = SimpleNamespace(x=0)
        self.local = SimpleNamespace(array=np.zeros)
        self.shared = SimpleNamespace(array=np.zeros)
        self.atomic = SimpleNamespace(min=self._lower)

    def grid(self, _: int) -> int:
        return self.thread

    def jit(self, kernel: FunctionType) -> Any:
        return Launcher(self, kernel)

    def device_array(self, shape: Any, kind: Any, order: Any = "C", stream: Any = 0) -> Lent:
        """Row after row whatever the order, so that much of what is run here has been compiled for a core already."""
        return np.full(shape, 77, kind).view(Lent)

    def to_device(self, array: np.ndarray[Any, Any], stream: Any = 0) -> Lent:
        return array.copy().view(Lent)

    def as_cuda_array(self, array: Foreign, sync: bool) -> Lent:
        assert not sync
        return array.memory

    def external_stream(self, number: int) -> Any:
        return SimpleNamespace(number=number, synchronize=lambda: None)

    def synchronize(self) -> None: ...

    @staticmethod
    def _lower(array: Any, at: int, value: int) -> None:
        array[at] = min(array[at], value)


class Launcher:
    """A kernel: `kernel[blocks, threads, stream](…)` runs every thread, those beyond the last row as well.

    What a kernel calls is a `Launcher` too, and is called like any function.
    """

    def __init__(self, cuda: StandIn, kernel: FunctionType) -> None:
        self.cuda, self.kernel = cuda, kernel

    def __getitem__(self, launch: Any) -> Callable[..., None]:
        blocks, threads, *stream = launch
        self.cuda.streams.update(getattr(one, "number", one) for one in stream)
        return lambda *arguments: self._run(blocks, threads, [_plain(argument) for argument in arguments])

    def __call__(self, *arguments: Any) -> Any:
        return self.kernel(*arguments)

    def _run(self, blocks: int, threads: int, arguments: list[Any]) -> None:
        for thread in reversed(range(blocks * threads)):  # threads have no order
            self.cuda.thread, self.cuda.threadIdx.x = thread, thread % threads
            self.kernel(*arguments)


def _plain(argument: Any) -> Any:
    return argument.view(np.ndarray) if isinstance(argument, Lent) else argument


@pytest.fixture
def cuda(monkeypatch: pytest.MonkeyPatch) -> Iterator[StandIn]:
    stand_in = StandIn()
    monkeypatch.setattr(gpu, "device", lambda: stand_in)
    gpu.kernels.cache_clear()
    yield stand_in
    gpu.kernels.cache_clear()


@pytest.mark.usefixtures("cuda")
@pytest.mark.parametrize("game", ["parade", "oz"])  # the threads know no game; what differs is who has registers
def test_whole_games_are_those_of_a_core(game: str) -> None:
    for policy in ("random", "greedy") if game == "oz" else ("random",):
        there = engine.playouts(game, games=130, seats=2, seed=5, policy=policy, target="gpu")
        here = engine.playouts(game, games=130, seats=2, seed=5, policy=policy)
        assert there.style == ("registers" if game == "parade" and policy == "random" else "rows")
        assert isinstance(there.scores, Lent)
        found = there.on_host()
        for name in ("scores", "ranks", "lengths"):
            assert np.array_equal(getattr(found, name), getattr(here, name)), name


@pytest.mark.usefixtures("cuda")
def test_whole_games_in_rows_are_those_in_registers() -> None:
    rows, registers = (
        engine.playouts("parade", games=40, seats=3, seed=2, target="gpu", style=style)
        for style in ("rows", "registers")
    )
    assert np.array_equal(rows.on_host().scores, registers.on_host().scores)


@pytest.mark.usefixtures("cuda")
@pytest.mark.parametrize("game", ["parade", "nimble"])  # by turns, and a race
def test_a_batch_steps_like_that_of_a_core(game: str) -> None:
    """Over the end of games, with the arrays that a step writes, and on from where it stands."""
    there, here = (engine.Batch(game, n=140, seats=2, seed=8, target=target) for target in ("gpu", "core"))
    rng = np.random.default_rng(4)
    for _ in range(45 if game != "nimble" else 10):
        actions = (rng.random(here.mask.shape) * here.mask).argmax(axis=1)
        there.step(actions.view(Lent))
        here.step(actions)
        for name in ("observation", "mask", "reward", "done", "seat"):
            assert np.array_equal(getattr(there, name), getattr(here, name)), name
        ended = here.done == 1
        assert np.array_equal(there.final[ended], here.final[ended])
    assert there.state(139) == here.state(139)
    assert np.array_equal(there.play_out(seed=3).on_host().scores, here.play_out(seed=3).scores)
    assert (there.seat == -1).all()


@pytest.mark.usefixtures("cuda")
def test_an_illegal_action_is_named_and_nothing_happens() -> None:
    batch = engine.Batch("oz", n=300, seats=2, seed=1, target="gpu")
    actions = batch.mask.argmax(axis=1).view(Lent)
    states = [batch.state(row) for row in range(300)]
    actions[[70, 200]] = 9
    with pytest.raises(engine.IllegalIndex, match=r"row 70: .* legal are"):
        batch.step(actions)
    assert states == [batch.state(row) for row in range(300)]


@pytest.mark.usefixtures("cuda")
def test_states_are_loaded_into_rows() -> None:
    batch = engine.Batch("teatime", n=6, seats=2, seed=1, target="gpu")
    one, other = batch.state(0), batch.state(1)
    batch.load(one, rows=[4, 2])
    assert [batch.state(row) for row in range(3)] == [one, other, one]
    assert batch.state(4) == one


@pytest.mark.usefixtures("cuda")
def test_only_the_rows_that_are_loaded_travel(monkeypatch: pytest.MonkeyPatch) -> None:
    batch = engine.Batch("teatime", n=300, seats=2, seed=1, target="gpu")
    state, moved = batch.state(7), list[int]()
    copy, lend = Lent.copy_to_host, StandIn.to_device
    monkeypatch.setattr(Lent, "copy_to_host", lambda self, stream=0: moved.append(self.nbytes) or copy(self))
    monkeypatch.setattr(
        StandIn, "to_device", lambda self, array, stream=0: moved.append(array.nbytes) or lend(self, array)
    )
    batch.load(state, rows=[290])
    assert batch.state(290) == state
    assert max(moved) <= 8 * batch.drawers.kernel.WORDS + batch.drawers.kernel.CELLS


@pytest.mark.usefixtures("cuda")
def test_values_are_those_of_a_core() -> None:
    game = GAMES["oz"]
    pair = Pair(game, game.config_type(2)).load(Random(2))
    seat = pair.actor
    asked = "oz", game.view(pair.state, seat), pair.told[seat]
    there, here = (engine.values(*asked, n=20, seed=4, target=target) for target in ("gpu", "core"))
    assert np.array_equal(there, here, equal_nan=True)


@pytest.mark.usefixtures("cuda")
def test_a_batch_there_cannot_be_pickled() -> None:
    with pytest.raises(engine.BadArgument, match="cannot be copied or pickled"):
        pickle.dumps(engine.Batch("oz", n=2, target="gpu"))


def test_tensors_of_others_are_written_into_on_their_stream(cuda: StandIn) -> None:
    memory = np.full((8, 139 + 67 * 2), 9, np.uint8).view(Lent)
    batch = engine.Batch("parade", n=8, seats=2, target="gpu", stream=1234)
    tensor = Foreign(memory)
    batch.write_into(observation=tensor)
    assert batch.observation is tensor
    batch.step_unchecked(Foreign(batch.mask.argmax(axis=1).view(Lent)))
    assert not (memory == 9).any()
    assert cuda.streams == {1234}


@pytest.mark.usefixtures("cuda")
@pytest.mark.parametrize(
    ("arrays", "said"),
    [
        ({"mask": np.zeros((8, 72), np.uint8)}, "an array on the GPU is wanted, not ndarray"),
        ({"mask": Foreign(np.zeros((8, 71), np.uint8).view(Lent))}, r"shape \(8, 72\)"),
        ({"mask": Foreign(np.zeros((8, 72), np.int8).view(Lent))}, "type uint8"),
    ],
)
def test_arrays_that_do_not_fit_are_refused(arrays: dict[str, Any], said: str) -> None:
    batch = engine.Batch("parade", n=8, seats=2, target="gpu")
    with pytest.raises(engine.BadArgument, match=said):
        batch.write_into(**arrays)


def test_without_a_gpu_somebody_says_so() -> None:
    """Which of the two depends on what is installed here; neither is a crash."""
    with pytest.raises((engine.NoDevice, engine.MissingPart), match=r"no GPU with CUDA|pip install 'veillee\[gpu\]'"):
        engine.playouts("oz", games=1, target="gpu")
    with pytest.raises((engine.NoDevice, engine.MissingPart)):
        engine.Batch("oz", n=1, target="gpu")
