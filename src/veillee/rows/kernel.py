"""What a room's `kernel.py` offers the engine: the same rules on flat rows, compiled for one core, all cores and a GPU.

The kernel is never the authority: it is checked against the room's rules, step by step, and must agree.

A game is a *row*: row `i` of `words` (64-bit, unsigned) and of `cells` (bytes). Both are indexed `[i, field]`, on every
target. All that depends on the config is in `tables` (64-bit, unsigned) and in `seats`, which is a constant when a
loop is compiled. No function allocates, raises or looks at anything but its arguments. Actions are indices, in the
order that the room's `encode.py` gives them.

Chance is counted (`rows/chance.py`): word k of a game is a function of the game's key. `deal` uses the words below
`FIRST_CHOICE` and, of those from there on, only the high halves; the k-th choice of a game by a policy uses the low
half of word `FIRST_CHOICE + k`. So a game is the same wherever it is played.
"""

from typing import Any, Final, Protocol

import numpy as np

Words = np.ndarray[Any, np.dtype[np.uint64]]  # [rows, WORDS]
Cells = np.ndarray[Any, np.dtype[np.uint8]]  # [rows, CELLS]

NOBODY: Final = -1  # nobody is to act: the game is over


class Kernel(Protocol):
    """The furniture of a `kernel.py`. The upper half is plain Python, the lower half compiled.

    Compiled functions are module-level, decorated with `compiled` or `inlined` of `rows/compiled.py`, and called as
    `f(seats, tables, words, cells, i, …)`.
    """

    FIRST_CHOICE: int
    WORDS: int  # words of a row, at most
    CELLS: int  # bytes of a row, at most
    POLICIES: tuple[str, ...]  # "random" is the first; a policy is named to compiled code by its place here

    def tables(self, config: Any) -> np.ndarray[Any, np.dtype[np.uint64]]:
        """All numbers that depend on the config, but for the seats."""
        ...

    def load(self, config: Any, state: Any, words: Words, cells: Cells, i: int, key: int, actor: Any = None) -> None:
        """Row `i` becomes this state of the room, dealt out. What chance is still to come is drawn from `key`.

        Of several seats that may act, it is the turn of `actor`, if that is given.
        """
        ...

    def state(self, config: Any, words: Words, cells: Cells, i: int) -> Any:
        """The room's State that row `i` is; equal to the one that was loaded or that the rules would have reached."""
        ...

    def dealt(self, config: Any, before: Any, words: Words, cells: Cells, i: int) -> Any:
        """The dealer's action that led from the state `before`, in which the dealer was to act, to row `i`."""
        ...

    # Compiled.

    def deal(self, seats: int, tables: Any, words: Words, cells: Cells, i: int, key: Any) -> None:
        """Row `i` becomes a new game, dealt from the words of `key`."""
        ...

    def actor(self, seats: int, tables: Any, words: Words, cells: Cells, i: int) -> int:
        """The seat to act, NOBODY when the game is over. Of several that may act, the one whose turn it is here."""
        ...

    def is_legal(self, seats: int, tables: Any, words: Words, cells: Cells, i: int, action: int) -> bool:
        """Whether the actor may do this. Any 64-bit number may be asked."""
        ...

    def apply(self, seats: int, tables: Any, words: Words, cells: Cells, i: int, action: int) -> None:
        """The actor does this, which is legal; what the dealer does next is done as well."""
        ...

    def legal(self, seats: int, tables: Any, words: Words, cells: Cells, i: int, mask: Any) -> None:
        """Writes `mask[i, :]`: 1 where the actor may act so, else 0; all 0 when the game is over."""
        ...

    def observe(self, seats: int, tables: Any, words: Words, cells: Cells, i: int, seat: int, out: Any) -> None:
        """Writes `out[i, :]`, bytes: what the seat may know, equal to `encode.observe` of its view."""
        ...

    def score(self, seats: int, tables: Any, words: Words, cells: Cells, i: int, seat: int) -> int:
        """The seat's score in a game that is over."""
        ...

    def standing(self, seats: int, tables: Any, words: Words, cells: Cells, i: int, seat: int) -> int:
        """A number that orders the seats of a game that is over as their ranks do: the smallest wins, equals share."""
        ...

    def choose(self, seats: int, tables: Any, words: Words, cells: Cells, i: int, policy: int, word: Any) -> int:
        """A legal action by a policy, from what the actor may know and the low half of `word`."""
        ...


class Fast(Protocol):
    """What a kernel may offer besides: faster ways through whole games of the policy "random", with equal results."""

    DECK_SIZE: int  # bytes, a multiple of 4
    lockstep: (
        Any  # a module with `play_in_lockstep`, like `play_rows` of engine/loops.py, and SIZE, DECKS of its memory
    )

    def playout(self, nothing: Any, words: Words, deck: Any, base: Any, stride: Any, key: Any) -> int:
        """Compiled: plays the game of this key in registers, and writes into row 0 of `words` what is scored.

        `nothing` is a tuple with a zero for each seat. Byte k of the deck lies at `base + k // 4 · stride + k % 4`.
        Returns the number of actions.
        """
        ...


class Encode(Protocol):
    """The furniture of an `encode.py`: a view as numbers, in plain numpy, with a layout table in its docstring."""

    def actions(self, config: Any) -> int:
        """How many action indices there are; they are 0 … actions − 1."""
        ...

    def size(self, config: Any) -> int:
        """How many bytes an observation has."""
        ...

    def index(self, view: Any, action: Any) -> int:
        """The index of a legal action of the seat that sees this view."""
        ...

    def action(self, view: Any, index: int) -> Any:
        """The action that this index stands for, for the seat that sees this view; a ValueError if for none."""
        ...

    def observe(self, view: Any, told: Any) -> np.ndarray[Any, np.dtype[np.uint8]]:
        """What the seat sees as bytes [size], own things first, then those of the seats to its left."""
        ...
