"""The drawers of a room that only the engine opens, for one config, with its loops compiled when they are asked for."""

import inspect
from functools import cache
from importlib import import_module
from types import SimpleNamespace
from typing import Any, Final, NamedTuple, cast

import msgspec
import numpy as np

from veillee.core.game import AnyGame
from veillee.engine import loops
from veillee.engine.errors import BadArgument
from veillee.games import find, room
from veillee.rows.compiled import compiled, instance
from veillee.rows.kernel import Encode, Fast, Kernel

COMPILED: Final = ("actor", "apply", "choose", "deal", "is_legal", "legal", "observe", "score", "standing")


class Variant(NamedTuple):
    """For what loops are compiled: all this is constant in them."""

    game: str
    seats: int
    policy: int  # its place in the kernel
    restart: bool
    observe: bool

    @property
    def label(self) -> str:
        return f"{self.game}_{self.seats}_{self.policy}_{self.restart:d}{self.observe:d}"


class Drawers(NamedTuple):
    """A game that is to be played, and all that is needed to play it on rows."""

    game: AnyGame
    config: Any
    kernel: Kernel
    encode: Encode
    tables: np.ndarray[Any, np.dtype[np.uint64]]

    def __reduce__(self) -> Any:
        """Pickled as what they are of; modules cannot be."""
        return _reopened, (self.game.name, self.config, self.tables)

    @property
    def seats(self) -> int:
        return self.config.seats

    @property
    def actions(self) -> int:
        return self.encode.actions(self.config)

    @property
    def size(self) -> int:
        return self.encode.size(self.config)

    @property
    def fast(self) -> Fast | None:
        return cast(Fast, self.kernel) if hasattr(self.kernel, "playout") else None

    def policy(self, name: str) -> int:
        """The policy's place in the kernel, by which compiled code knows it."""
        if name not in self.kernel.POLICIES:
            there = ", ".join(self.kernel.POLICIES)
            raise BadArgument("policy", f"{self.game.title} has no policy {name!r}; there is {there}")
        return self.kernel.POLICIES.index(name)

    def variant(self, policy: int = 0, *, restart: bool = True, observe: bool = True) -> Variant:
        return Variant(self.game.name, self.seats, policy, restart, observe)


def open_drawers(name: str, seats: int | None = None, pace: Any = None, **options: Any) -> Drawers:
    """The drawers for a game of this name, with the options of its config."""
    game = find(name)
    seats = min(game.seat_counts) if seats is None else int(seats) if isinstance(seats, np.integer) else seats
    try:
        config = msgspec.convert({"seats": seats, **options}, game.config_type)
    except msgspec.ValidationError as error:
        there = ", ".join(game.config_type.__struct_fields__)
        raise BadArgument("options", f"{error}; {game.title} has {there}") from None
    game.start(config)
    return Drawers(game, config, kernel_of(game), encode_of(game), _tables(game, kernel_of(game), config, pace))


def _reopened(name: str, config: Any, tables: np.ndarray[Any, np.dtype[np.uint64]]) -> Drawers:
    game = find(name)
    return Drawers(game, config, kernel_of(game), encode_of(game), tables)


def kernel_of(game: AnyGame) -> Kernel:
    return cast(Kernel, import_module(f"{room(game)}.kernel"))


def encode_of(game: AnyGame) -> Encode:
    return cast(Encode, import_module(f"{room(game)}.encode"))


def _tables(game: AnyGame, kernel: Kernel, config: Any, pace: Any) -> np.ndarray[Any, np.dtype[np.uint64]]:
    if pace is None:
        return kernel.tables(config)
    if "pace" not in inspect.signature(kernel.tables).parameters:
        raise BadArgument("pace", f"{game.title} goes by turns; only a race has a pace")
    try:
        return cast(Any, kernel).tables(config, pace)
    except ValueError as error:
        raise BadArgument("pace", str(error)) from None


@cache
def constants(of: Variant) -> dict[str, Any]:
    """What the global names of `loops.py` and `threads.py` stand for."""
    kernel = kernel_of(find(of.game))
    return {
        **{function: getattr(kernel, function) for function in COMPILED},
        "playout": getattr(kernel, "playout", None),
        "DECK_SIZE": getattr(kernel, "DECK_SIZE", 0),
        "FIRST_CHOICE": kernel.FIRST_CHOICE,
        "KERNEL_WORDS": kernel.WORDS,
        "KERNEL_CELLS": kernel.CELLS,
        "SEATS": of.seats,
        "NOTHING": (np.uint64(0),) * of.seats,
        "POLICY": of.policy,
        "RESTART": of.restart,
        "OBSERVE": of.observe,
    }


@cache
def compiled_loops(of: Variant) -> SimpleNamespace:
    """The loops of `loops.py` for this variant."""
    return instance(loops, of.label, compiled, **constants(of))


@cache
def in_lockstep(of: Variant) -> Any:
    """The loop over many games side by side."""
    kernel = cast(Fast, kernel_of(find(of.game)))
    return instance(kernel.lockstep, of.label, compiled, SEATS=of.seats).play_in_lockstep
