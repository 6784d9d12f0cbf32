"""Rows in the memory of a GPU, and whole games there: the same loops, compiled by numba-cuda."""

from functools import cache
from types import SimpleNamespace
from typing import Any, Final

import numpy as np

from veillee.engine import threads
from veillee.engine.drawers import Drawers, Variant, compiled_loops, constants
from veillee.engine.errors import BadArgument, NoDevice
from veillee.engine.host import INDICES, Buffers, must_fit
from veillee.rows import bits
from veillee.rows.compiled import MissingPart, instance

BLOCK: Final = 128  # threads


@cache
def device() -> Any:
    """numba.cuda, if there is a GPU to use it on."""
    try:
        from numba import cuda
        from numba.cuda.extending import overload  # pyright: ignore[reportAttributeAccessIssue]
    except ImportError as error:
        raise MissingPart(f"a GPU needs numba-cuda ({error}): pip install 'veillee[gpu]'") from error
    if not cuda.is_available():
        raise NoDevice("no GPU with CUDA can be used here; target='cores' uses all processors")
    teach(cuda, overload)
    return cuda


def teach(cuda: Any, overload: Any) -> None:
    """What the processors' own way of doing is, is another one on a GPU."""

    @overload(bits.count)
    def count(word):  # pyright: ignore
        return lambda word: bits.U(cuda.popc(word))

    @overload(bits.nth)
    def nth(word, n):  # pyright: ignore
        return lambda word, n: bits.nth_by_halves(word, n)


@cache
def kernels(of: Variant) -> SimpleNamespace:
    """The kernels of `threads.py` for this variant."""
    cuda, loops = device(), compiled_loops(of)
    rows = {
        "cuda": cuda,
        "BLOCK": BLOCK,
        "DECKS": BLOCK * constants(of)["DECK_SIZE"],
        "act": loops.act,
        "begin_rows": loops.begin,
        "illegal_row": loops.first_illegal,
        "look_at_rows": loops.look,
        "play_out": loops.play_out,
        "play_rows_on": loops.play_on,
        "show": loops.show,
        "tell": loops.tell,
    }
    return instance(threads, of.label, cuda.jit, **constants(of), **rows)


def blocks(n: int) -> int:
    return -(-n // BLOCK)


def play(drawers: Drawers, policy: int, style: str, games: int, seed: np.uint64) -> tuple[Any, Any, Any]:
    """Scores, ranks and lengths of whole games, left on the GPU."""
    cuda, made = device(), kernels(drawers.variant(policy))
    found = _results(cuda, games, drawers.seats)
    kernel = made.play_in_registers if style == "registers" else made.play_rows
    kernel[blocks(games), BLOCK](cuda.to_device(drawers.tables), seed, *found)
    cuda.synchronize()
    return found


def _results(cuda: Any, games: int, seats: int, stream: Any = 0) -> tuple[Any, Any, Any]:
    shapes = ((games, seats), np.int16), ((games, seats), np.uint8), (games, np.int32)
    scores, ranks, lengths = (cuda.device_array(shape, kind, stream=stream) for shape, kind in shapes)
    return scores, ranks, lengths


def _is_numbas(array: Any) -> bool:
    return hasattr(array, "copy_to_host")


class GpuRows:
    """A batch's rows on the GPU, field after field, so that neighbouring threads touch neighbouring bytes.

    Nothing here waits for the GPU but what must be known at once: which action is illegal, a row that is fetched.
    """

    def __init__(self, drawers: Drawers, n: int, stream: Any, **flags: bool) -> None:
        self._cuda = device()
        self.drawers, self.n, self._flags = drawers, n, flags
        self._stream: Any = self._cuda.external_stream(stream) if isinstance(stream, int) and stream else stream or 0
        self._kernels = kernels(drawers.variant(**flags))
        self._tables = self._cuda.to_device(drawers.tables, stream=self._stream)
        self.words = self.empty((n, drawers.kernel.WORDS), "uint64")
        self.cells = self.empty((n, drawers.kernel.CELLS), "uint8")
        self._keys, self._episodes = self.empty((n,), "uint64"), self.empty((n,), "uint64")
        self._views: dict[int, tuple[Any, Any]] = {}  # of the caller's arrays: the array, and as compiled code sees it

    @property
    def _row(self) -> tuple[Any, Any, Any]:
        return self._tables, self.words, self.cells

    def accept(self, name: str, array: Any, shape: tuple[int, ...], kinds: tuple[str, ...]) -> Any:
        """The caller's array, if it lies on the GPU."""
        if not (_is_numbas(array) or hasattr(array, "__cuda_array_interface__")):
            raise BadArgument(name, f"an array on the GPU is wanted, not {type(array).__name__}")
        view = self._seen(array)
        must_fit(name, view, shape, kinds)
        if name != "actions":
            self._views[id(array)] = array, view
        return array

    def _accepted(self, actions: Any) -> Any:
        """The actions, as compiled code takes them."""
        return self._seen(self.accept("actions", actions, (self.n,), INDICES))

    def _seen(self, array: Any) -> Any:
        """The array as compiled code takes it."""
        if _is_numbas(array):
            return array
        _, view = self._views.get(id(array), (None, None))
        return self._cuda.as_cuda_array(array, sync=False) if view is None else view

    def empty(self, shape: tuple[int, ...], kind: str) -> Any:
        """Zeros; what has several fields lies field after field."""
        array = self._cuda.device_array(shape, kind, order="F", stream=self._stream)
        array.copy_to_device(np.zeros(shape, kind, order="F"), stream=self._stream)
        return array

    def set_keys(self, keys: np.ndarray[Any, Any]) -> None:
        self._keys.copy_to_device(keys, stream=self._stream)
        self._episodes.copy_to_device(np.zeros(self.n, np.uint64), stream=self._stream)

    def begin(self, buffers: Buffers) -> None:
        shown = map(self._seen, buffers[:-1])
        self._launch(self._kernels.begin, *self._row, self._keys, self._episodes, *shown)

    def step(self, actions: Any, buffers: Buffers) -> int:
        """The first row whose action is illegal; nothing has happened then. −1 if all are legal and done."""
        seen, found = self._accepted(actions), self.lent(np.full(1, self.n))
        self._launch(self._kernels.first_illegal, *self._row, seen, found)
        row = int(self.to_numpy(found)[0])
        if row < self.n:
            return row
        self._advance(seen, buffers)
        return -1

    def step_unchecked(self, actions: Any, buffers: Buffers) -> None:
        self._advance(self._accepted(actions), buffers)

    def _advance(self, seen: Any, buffers: Buffers) -> None:
        keys = self._keys, self._episodes
        self._launch(self._kernels.advance, *self._row, *keys, seen, *map(self._seen, buffers))

    def look(self, buffers: Buffers) -> None:
        see, mask, _, _, seat, _ = map(self._seen, buffers)
        self._launch(self._kernels.look, *self._row, see, mask, seat)

    def play_on(self, policy: int, keys: np.ndarray[Any, Any]) -> tuple[Any, Any, Any]:
        found = _results(self._cuda, self.n, self.drawers.seats, self._stream)
        loop = kernels(self.drawers.variant(policy, **self._flags)).play_on
        self._launch(loop, *self._row, self.lent(keys), *found)
        return found

    def fetch(self, i: int) -> tuple[Any, Any]:
        """Row i, as arrays with one row. Its fields lie far apart there, so that they are gathered first."""
        words, cells = self.empty((1, self.words.shape[1]), "uint64"), self.empty((1, self.cells.shape[1]), "uint8")
        self._launch(self._kernels.take, self.words, self.cells, self.lent(np.full(1, i)), words, cells, threads=1)
        return self.to_numpy(words), self.to_numpy(cells)

    def put(self, rows: Any, words: Any, cells: Any) -> None:
        given = (self.lent(array) for array in (rows, words, cells))
        self._launch(self._kernels.put, self.words, self.cells, *given, threads=len(rows))

    def lent(self, array: np.ndarray[Any, Any]) -> Any:
        return self._cuda.to_device(array, stream=self._stream)

    def must_lie_apart(self, buffers: Buffers) -> None:
        """Not looked at here: tensors may be woven into each other and yet share nothing."""

    def __getstate__(self) -> Any:
        raise BadArgument("target", "a batch on a GPU cannot be copied or pickled; the states of its rows can")

    def to_numpy(self, array: Any) -> np.ndarray[Any, Any]:
        host = self._seen(array).copy_to_host(stream=self._stream)
        if self._stream:
            self._stream.synchronize()
        return host

    def _launch(self, kernel: Any, *arguments: Any, threads: int | None = None) -> None:
        """A thread for each row, unless it is said how many."""
        kernel[blocks(self.n if threads is None else threads), BLOCK, self._stream](*arguments)
