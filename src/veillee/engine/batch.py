"""Many games in step: the environment that learning and search stand on.

A row is a game. Every step does one action in each row and shows, for each, who acts next, what that seat sees and what
it may do. Row i of a seed plays the same games for every number of rows, on every target.
"""

from collections.abc import Mapping, Sequence
from threading import Lock
from typing import Any, Final, get_args

import numpy as np

from veillee.engine.drawers import open_drawers
from veillee.engine.errors import BadArgument, IllegalIndex
from veillee.engine.host import Buffers, HostRows, shapes
from veillee.engine.playouts import WORD, Playouts, Target, checked_count, word
from veillee.rows.chance import fill_with_keys, game_key
from veillee.rows.kernel import NOBODY

LOOSE: Final = np.uint64(0x9E6C63D0876A9A47)  # keeps the choices of `play_out` apart from the deals of the same seed


class Batch:
    """n games of one kind.

    Arrays that the caller owns can be handed in by name and are written into; others are made here. With `restart` a
    finished row is dealt anew at once; without, it stays as it is and takes any action. Without `observe` nothing is
    shown but who acts next. On a GPU, arrays are whatever has `__cuda_array_interface__`, and all work is put on
    `stream`. Threads that call the same batch wait for each other.
    """

    def __init__(
        self,
        game: str,
        *,
        n: int,
        seats: int | None = None,
        seed: int = 0,
        target: Target = "core",
        restart: bool = True,
        observe: bool = True,
        pace: Any = None,
        stream: Any = None,
        arrays: Mapping[str, Any] | None = None,
        **options: Any,
    ) -> None:
        self._seed, n = word(seed), checked_count("n", n)
        for name, flag in (("restart", restart), ("observe", observe)):
            if not isinstance(flag, bool | np.bool_):
                raise BadArgument(name, f"True or False is wanted, not {flag!r}")
        self.drawers = open_drawers(game, seats, pace, **options)
        self.n, self.seats, self.config = n, self.drawers.seats, self.drawers.config
        self.target: Target = target
        self._restart, self._observe, self._stream = bool(restart), bool(observe), stream
        self._lock = Lock()
        self._rows = self._empty_rows(n)
        self._buffers = Buffers(**{name: self._rows.empty(*of) for name, of in shapes(self.drawers, n).items()})
        self._take_over({} if arrays is None else arrays)
        self.reset()

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name != "_lock"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state, _lock=Lock())

    def _empty_rows(self, n: int) -> Any:
        flags = {"restart": self._restart, "observe": self._observe}
        if self.target == "gpu":
            from veillee.engine.gpu import GpuRows

            return GpuRows(self.drawers, n, self._stream, **flags)
        if self.target not in get_args(Target):
            raise BadArgument("target", f"{self.target!r} is none of {', '.join(get_args(Target))}")
        if self._stream is not None:
            raise BadArgument("stream", "only target='gpu' has streams")
        return HostRows(self.drawers, n, self.target, **flags)

    # What a step writes.

    @property
    def observation(self) -> Any:
        """[n, size] uint8: what the seat that acts next sees, as the game's `encode.py` lays it out."""
        return self._buffers.observation

    @property
    def mask(self) -> Any:
        """[n, actions] uint8: 1 where that seat may act so."""
        return self._buffers.mask

    @property
    def reward(self) -> Any:
        """[n, seats] float32: where this step ended a game, 1 shared among its winners; else 0."""
        return self._buffers.reward

    @property
    def done(self) -> Any:
        """[n] uint8: 1 where this step ended a game."""
        return self._buffers.done

    @property
    def seat(self) -> Any:
        """[n] int8: who acts next; −1 where the game is over."""
        return self._buffers.seat

    @property
    def final(self) -> Any:
        """[n, size] uint8: where this step ended a game, what the seat that acted sees then."""
        return self._buffers.final

    def write_into(self, **arrays: Any) -> None:
        """From now on, steps write into these arrays of the caller's."""
        self._take_over(arrays)

    def _take_over(self, arrays: Any) -> None:
        if not isinstance(arrays, Mapping):
            raise BadArgument("arrays", f"arrays by name are wanted, not {type(arrays).__name__}")
        wanted = shapes(self.drawers, self.n)
        for name, array in arrays.items():
            if name not in wanted:
                raise BadArgument("arrays", f"none of a batch is called {name!r}; there is {', '.join(wanted)}")
            shape, kind = wanted[name]
            self._rows.accept(name, array, shape, (kind,))
        buffers = self._buffers._replace(**arrays)
        if arrays:
            self._rows.must_lie_apart(buffers)
        with self._lock:
            self._buffers = buffers

    # Playing.

    def reset(self, seed: int | None = None) -> None:
        """Deals every row its first game, of another seed if one is given."""
        first = self._seed if seed is None else word(seed)
        with self._lock:
            self._seed = first
            self._rows.set_keys(self._keys(first))
            self._rows.begin(self._buffers)

    def step(self, actions: Any) -> None:
        """One action in each row. If any is illegal, IllegalIndex names the first, and nothing has happened."""
        self._lock.acquire()  # `with` takes twice as long, and a tenth of a step
        try:
            row = self._rows.step(actions, self._buffers)
            if row >= 0:
                raise self._refusal(row, int(self._rows.to_numpy(actions)[row]))
        finally:
            self._lock.release()

    def step_unchecked(self, actions: Any) -> None:
        """Like `step`, for a caller who has read the mask: what an illegal action does to its row is not defined."""
        self._lock.acquire()
        try:
            self._rows.step_unchecked(actions, self._buffers)
        finally:
            self._lock.release()

    def play_out(self, policy: str = "random", seed: int = 0) -> Playouts:
        """Plays every row from where it stands to its end. The rows are over then, until they are loaded or reset."""
        number, keys = self.drawers.policy(policy), self._keys(word(seed) ^ LOOSE)
        with self._lock:
            found = self._rows.play_on(number, keys)
            self._rows.look(self._buffers)
        return Playouts(self.drawers.game.name, self.seats, policy, self.target, "rows", *found)

    def lent(self, array: np.ndarray[Any, Any]) -> Any:
        """The array, or its copy on the GPU."""
        return self._rows.lent(array)

    # Positions.

    def state(self, row: int) -> Any:
        """The room's State that this row is."""
        place = self._place(row)
        with self._lock:
            return self._state(place)

    def _state(self, row: int) -> Any:
        words, cells = self._rows.fetch(row)
        return self.drawers.kernel.state(self.config, words, cells, 0)

    def load(self, states: Any, rows: Any = None, seed: int = 0, seat: int | None = None) -> None:
        """Puts States into rows: one into all of them, or as many as there are rows. By default into every row.

        What chance is still to bring in a row is drawn from the seed and the row's number. Where several may act, it is
        the turn of `seat`, if one is given.
        """
        self.put(*self.encoded(states, rows, seed, seat))

    def encoded(self, states: Any, rows: Any, seed: int, seat: int | None) -> tuple[Any, Any, Any]:
        """What `put` takes, so that the same states can be put more than once: rows [m], words and cells [m, …]."""
        kernel, base = self.drawers.kernel, word(seed)
        places = np.arange(self.n) if rows is None else self._places(rows)
        many = states if isinstance(states, Sequence) and not isinstance(states, str) else [states] * len(places)
        if len(many) != len(places):
            raise BadArgument("states", f"{len(many)} states do not fit into {len(places)} rows")
        words = np.zeros((len(places), kernel.WORDS), np.uint64)
        cells = np.zeros((len(places), kernel.CELLS), np.uint8)
        for nth, (state, place) in enumerate(zip(many, places, strict=True)):
            self._check_state(state, seat)
            kernel.load(self.config, state, words, cells, nth, int(game_key(base, int(place))) % WORD, seat)
        return places, words, cells

    def put(self, places: Any, words: Any, cells: Any) -> None:
        with self._lock:
            if len(places):
                self._rows.put(places, words, cells)
                self._rows.look(self._buffers)

    def _keys(self, seed: np.uint64) -> np.ndarray[Any, np.dtype[np.uint64]]:
        """One for each row."""
        keys = np.empty(self.n, np.uint64)
        fill_with_keys(seed, keys)
        return keys

    def _check_state(self, state: Any, seat: int | None) -> None:
        game = self.drawers.game
        wanted = type(game.start(self.config))
        if not isinstance(state, wanted):
            kind = f"{type(state).__module__}.{type(state).__name__}"
            raise BadArgument("states", f"a State of {game.title} is wanted, not a {kind}")
        if state.config != self.config:
            raise BadArgument("states", f"this batch plays {self.config}, not {state.config}")
        seats = game.to_act(state)
        if -1 in seats:
            raise BadArgument("states", "the dealer is to act in this state; apply a deal first")
        if seat is not None and seat not in seats:
            raise BadArgument("seat", f"seat {seat!r} may not act in this state; to act is {seats or 'nobody'}")

    def _place(self, row: Any) -> int:
        if not isinstance(row, int | np.integer) or isinstance(row, bool) or not 0 <= row < self.n:
            raise BadArgument("rows", f"the rows are 0 to {self.n - 1}; there is no row {row!r}")
        return int(row)

    def _places(self, rows: Any) -> np.ndarray[Any, np.dtype[np.int64]]:
        places = np.array([self._place(row) for row in np.atleast_1d(rows)], np.int64)
        if len(set(places)) != len(places):
            raise BadArgument("rows", "a row is named twice")
        return places

    def _refusal(self, row: int, action: int) -> IllegalIndex:
        """Says what would have been legal, in words."""
        if not 0 <= action < self.drawers.actions:
            return IllegalIndex(row, action, f"{action} is no index of an action; there are {self.drawers.actions}")
        state, game, encode = self._state(row), self.drawers.game, self.drawers.encode
        seat = int(self._rows.to_numpy(self.seat)[row])
        if seat == NOBODY:
            return IllegalIndex(row, action, "the game of this row is over; reset the batch or load a state")
        view = game.view(state, seat)
        legal = sorted(encode.index(view, one) for one in game.legal_actions(state, seat))
        return IllegalIndex(row, action, f"action {action} is not legal for seat {seat} now; legal are {legal}")
