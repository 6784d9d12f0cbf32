"""Rows in this machine's memory, stepped by one core or by all."""

from itertools import combinations
from math import prod
from typing import Any, Final, NamedTuple

import numpy as np

from veillee.engine.drawers import Drawers, compiled_loops
from veillee.engine.errors import BadArgument
from veillee.engine.playouts import PIECE, Results, Target, must_have_room, results, share

INDEX: Final = np.dtype("int64")
INDICES: Final = ("int64", "int32")  # types of actions


class Buffers(NamedTuple):
    """What a step writes."""

    observation: Any  # [n, size] uint8: what the seat that acts next sees
    mask: Any  # [n, actions] uint8: 1 where it may act so
    reward: Any  # [n, seats] float32: shares in the win, when a game has ended
    done: Any  # [n] uint8: 1 if this step ended a game
    seat: Any  # [n] int8: who acts next, −1 when a game is over
    final: Any  # [n, size] uint8: where a game ended, what the seat that ended it saw then


def shapes(drawers: Drawers, n: int) -> dict[str, tuple[tuple[int, ...], str]]:
    """Shape and type of each buffer."""
    return {
        "observation": ((n, drawers.size), "uint8"),
        "mask": ((n, drawers.actions), "uint8"),
        "reward": ((n, drawers.seats), "float32"),
        "done": ((n,), "uint8"),
        "seat": ((n,), "int8"),
        "final": ((n, drawers.size), "uint8"),
    }


def must_fit(name: str, array: Any, shape: tuple[int, ...], kinds: tuple[str, ...]) -> None:
    """Refuses an array of another shape or type; `array` is a numpy array or looks like one."""
    if tuple(array.shape) != shape:
        raise BadArgument(name, f"shape {shape} is wanted, not {tuple(array.shape)}")
    if str(array.dtype) not in kinds:
        raise BadArgument(name, f"type {' or '.join(kinds)} is wanted, not {array.dtype}")


class HostRows:
    """A batch's rows as numpy arrays."""

    def __init__(self, drawers: Drawers, n: int, target: Target, **flags: bool) -> None:
        self.drawers, self.n, self._shape = drawers, n, (n,)
        self.target: Target = target
        kernel, shown = drawers.kernel, shapes(drawers, 1).values()
        row = kernel.WORDS * 8 + kernel.CELLS + 16
        must_have_room("n", n, row + sum(prod(shape) * np.dtype(kind).itemsize for shape, kind in shown))
        self.words = np.zeros((n, kernel.WORDS), np.uint64)
        self.cells = np.zeros((n, kernel.CELLS), np.uint8)
        self.keys, self.episodes = np.zeros(n, np.uint64), np.zeros(n, np.uint64)
        self._flags = flags
        self._loops = compiled_loops(drawers.variant(**flags))
        self._row = drawers.tables, self.words, self.cells
        self._all = (*self._row, self.keys, self.episodes, 0, n)

    def __getstate__(self) -> Any:
        arrays = self.words, self.cells, self.keys, self.episodes
        return self.drawers, self.n, self.target, self._flags, arrays

    def __setstate__(self, state: Any) -> None:
        drawers, n, target, flags, arrays = state
        self.__init__(drawers, n, target, **flags)
        for mine, given in zip((self.words, self.cells, self.keys, self.episodes), arrays, strict=True):
            mine[:] = given

    def accept(self, name: str, array: Any, shape: tuple[int, ...], kinds: tuple[str, ...]) -> Any:
        """The caller's array, if compiled code can read and write it."""
        if not isinstance(array, np.ndarray):
            raise BadArgument(name, f"a numpy array is wanted, not {type(array).__name__}")
        must_fit(name, array, shape, kinds)
        if not array.flags.carray:
            raise BadArgument(name, "an array in C order is wanted, aligned and to be written to")
        return array

    def must_lie_apart(self, buffers: Buffers) -> None:
        """Refuses arrays that share memory: what is written of one row would be lost with the next."""
        for (one, here), (other, there) in combinations(buffers._asdict().items(), 2):
            if np.may_share_memory(here, there):
                raise BadArgument(other, f"it shares memory with {one}")

    def _accepted(self, actions: Any) -> Any:
        """Those of one layout and type, for which the loops are compiled; others are copied into it.

        As quick as can be: one game at a time is played through here, too.
        """
        if (
            type(actions) is np.ndarray
            and actions.dtype is INDEX
            and actions.shape == self._shape
            and actions.flags.carray
        ):
            return actions
        if not isinstance(actions, np.ndarray):
            raise BadArgument("actions", f"a numpy array is wanted, not {type(actions).__name__}")
        must_fit("actions", actions, self._shape, INDICES)
        return np.array(actions, INDEX)

    def empty(self, shape: tuple[int, ...], kind: str) -> Any:
        return np.zeros(shape, kind)

    def set_keys(self, keys: np.ndarray[Any, Any]) -> None:
        """The keys of the rows' games, of which none has been played yet."""
        self.keys[:], self.episodes[:] = keys, 0

    def begin(self, buffers: Buffers) -> None:
        shown, keys = buffers[:-1], (self.keys, self.episodes)
        self._share(lambda start, stop: self._loops.begin(*self._row, *keys, start, stop, *shown))

    def step(self, actions: Any, buffers: Buffers) -> int:
        """The first row whose action is illegal; nothing has happened then. −1 if all are legal and done."""
        actions = self._accepted(actions)
        if self.target == "core":
            return self._loops.step(*self._all, actions, *buffers)
        wrong: list[int] = []

        def check(start: int, stop: int) -> None:
            wrong.append(self._loops.first_illegal(*self._row, start, stop, actions))

        self._share(check)
        row = min((row for row in wrong if row >= 0), default=-1)
        if row < 0:
            self.step_unchecked(actions, buffers)
        return row

    def step_unchecked(self, actions: Any, buffers: Buffers) -> None:
        actions = self._accepted(actions)
        if self.target == "core":
            self._loops.advance(*self._all, actions, *buffers)
            return
        keys = self.keys, self.episodes
        self._share(lambda start, stop: self._loops.advance(*self._row, *keys, start, stop, actions, *buffers))

    def look(self, buffers: Buffers) -> None:
        see, mask, _, _, seat, _ = buffers
        self._share(lambda start, stop: self._loops.look(*self._row, start, stop, see, mask, seat))

    def play_on(self, policy: int, keys: np.ndarray[Any, Any]) -> Results:
        found = results(self.n, self.drawers.seats)
        loop = compiled_loops(self.drawers.variant(policy, **self._flags)).play_on
        share(self.target, self.n, lambda start, stop: loop(*self._row, keys, start, stop, *found), piece=PIECE)
        return found

    def fetch(self, i: int) -> tuple[Any, Any]:
        """Row i, as arrays with one row."""
        return self.words[i : i + 1], self.cells[i : i + 1]

    def put(self, rows: Any, words: Any, cells: Any) -> None:
        self.words[rows], self.cells[rows] = words, cells

    def lent(self, array: np.ndarray[Any, Any]) -> Any:
        return array

    def to_numpy(self, array: Any) -> np.ndarray[Any, Any]:
        return array

    def _share(self, work: Any) -> None:
        share(self.target, self.n, work)
