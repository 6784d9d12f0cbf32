"""Many games in step: the environment that learning and search stand on.

A row is a game. Every step does one action in each row and shows, for each, who acts next, what that seat sees and what
it may do. Row i of a seed plays the same games for every number of rows, on every target.
"""

from collections.abc import Sequence
from typing import Any, Final, get_args

import numpy as np

from veillee.engine.drawers import open_drawers
from veillee.engine.errors import BadArgument, IllegalIndex
from veillee.engine.host import Buffers, HostRows, shapes
from veillee.engine.playouts import WORD, Playouts, Target, check_count, word
from veillee.rows.chance import fill_with_keys, game_key

LOOSE: Final = np.uint64(0x9E6C63D0876A9A47)  # keeps the choices of `play_out` apart from the deals of the same seed


class Batch:
    """n games of one kind.

    Arrays that the caller owns can be handed in by name and are written into; others are made here. With `restart` a
    finished row is dealt anew at once; without, it stays as it is and takes any action. Without `observe` nothing is
    shown but who acts next. On a GPU, arrays are whatever has `__cuda_array_interface__`, and all work is put on
    `stream`.
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
        arrays: dict[str, Any] | None = None,
        **options: Any,
    ) -> None:
        check_count("n", n)
        self.drawers = open_drawers(game, seats, pace, **options)
        self.n, self.seats, self.config = n, self.drawers.seats, self.drawers.config
        self.target: Target = target
        self._restart, self._observe, self._stream = restart, observe, stream
        self._rows = self._empty_rows(n)
        self._buffers = Buffers(**{name: self._rows.empty(*of) for name, of in shapes(self.drawers, n).items()})
        self.write_into(**(arrays or {}))
        self.reset(seed)

    def _empty_rows(self, n: int) -> Any:
        flags = {"restart": self._restart, "observe": self._observe}
        if self.target == "gpu":
            from veillee.engine.gpu import GpuRows

            return GpuRows(self.drawers, n, self._stream, **flags)
        if self.target not in get_args(Target):
            raise BadArgument("target", f"{self.target!r} is none of {', '.join(get_args(Target))}")
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
        wanted = shapes(self.drawers, self.n)
        for name, array in arrays.items():
            if name not in wanted:
                raise BadArgument(name, f"no array of a batch is called so; there is {', '.join(wanted)}")
            shape, kind = wanted[name]
            wanted[name] = self._rows.accept(name, array, shape, (kind,))
        self._buffers = self._buffers._replace(**{name: wanted[name] for name in arrays})

    # Playing.

    def reset(self, seed: int | None = None) -> None:
        """Deals every row its first game, of another seed if one is given."""
        if seed is not None:
            self._seed = word(seed)
        self._rows.set_keys(self._keys(self._seed))
        self._rows.begin(self._buffers)

    def step(self, actions: Any) -> None:
        """One action in each row. If any is illegal, IllegalIndex names the first, and nothing has happened."""
        if (row := self._rows.step(self._rows.accept_actions(actions), self._buffers)) >= 0:
            raise self._refusal(row, int(self._rows.to_numpy(actions)[row]))

    def step_unchecked(self, actions: Any) -> None:
        """Like `step`, for a caller who has read the mask: what an illegal action does to its row is not defined."""
        self._rows.advance(self._rows.accept_actions(actions), self._buffers)

    def play_out(self, policy: str = "random", seed: int = 0) -> Playouts:
        """Plays every row from where it stands to its end. The rows are over then, until they are loaded or reset."""
        number = self.drawers.policy(policy)
        found = self._rows.play_on(number, self._keys(word(seed) ^ LOOSE))
        self._rows.look(self._buffers)
        return Playouts(self.drawers.game.name, self.seats, policy, self.target, "rows", *found)

    # Positions.

    def state(self, row: int) -> Any:
        """The room's State that this row is."""
        words, cells = self._rows.fetch(self._place(row))
        return self.drawers.kernel.state(self.config, words, cells, 0)

    def load(self, states: Any, rows: Any = None, seed: int = 0) -> None:
        """Puts States into rows: one into all of them, or as many as there are rows. By default into every row.

        What chance is still to bring in a row is drawn from the seed and the row's number.
        """
        places = np.arange(self.n) if rows is None else np.array([self._place(row) for row in np.atleast_1d(rows)])
        many = states if isinstance(states, Sequence) and not isinstance(states, str) else [states] * len(places)
        if len(many) != len(places):
            raise BadArgument("states", f"{len(many)} states do not fit into {len(places)} rows")
        words = np.zeros((len(places), self.drawers.kernel.WORDS), np.uint64)
        cells = np.zeros((len(places), self.drawers.kernel.CELLS), np.uint8)
        for nth, (state, place) in enumerate(zip(many, places, strict=True)):
            self._check_state(state)
            key = int(game_key(word(seed), int(place)))
            self.drawers.kernel.load(self.config, state, words, cells, nth, key % WORD)
        self._rows.put(places, words, cells)
        self._rows.look(self._buffers)

    def _keys(self, seed: np.uint64) -> np.ndarray[Any, np.dtype[np.uint64]]:
        """One for each row."""
        keys = np.empty(self.n, np.uint64)
        fill_with_keys(seed, keys)
        return keys

    def _check_state(self, state: Any) -> None:
        game = self.drawers.game
        wanted = type(game.start(self.config))
        if not isinstance(state, wanted):
            raise BadArgument("states", f"a {wanted.__module__}.State is wanted, not {type(state).__name__}")
        if state.config != self.config:
            raise BadArgument("states", f"this batch plays {self.config}, not {state.config}")
        if -1 in game.to_act(state):
            raise BadArgument("states", "the dealer is to act in this state; apply a deal first")

    def _place(self, row: Any) -> int:
        if not isinstance(row, int | np.integer) or not 0 <= row < self.n:
            raise BadArgument("rows", f"the rows are 0 to {self.n - 1}; there is no row {row!r}")
        return int(row)

    def _refusal(self, row: int, action: int) -> IllegalIndex:
        """Says what would have been legal, in words."""
        state, game, encode = self.state(row), self.drawers.game, self.drawers.encode
        seat = int(self._rows.to_numpy(self.seat)[row])
        view = game.view(state, seat)
        legal = sorted(encode.index(view, one) for one in game.legal_actions(state, seat))
        if not 0 <= action < self.drawers.actions:
            return IllegalIndex(row, action, f"{action} is no index of an action; there are {self.drawers.actions}")
        return IllegalIndex(row, action, f"action {action} is not legal for seat {seat} now; legal are {legal}")
