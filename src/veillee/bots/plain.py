"""Plain opponents: one that moves at random, and those that a room brings along in its `bot.py`.

A room may offer `greedy(view, legal)`: the action that looks best now, from the view alone. A race may offer
`paced(view, legal, rng)` and `pause(action, rng)`: hands and eyes as slow as a person's.
"""

from collections.abc import Callable, Sequence
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import Any, Final, NamedTuple

from veillee import games
from veillee.bots.bot import Bot
from veillee.core.game import AnyGame, NotFound

RANDOM: Final = "random"
GREEDY: Final = "greedy"
PACED: Final = "paced"
TURN_S: Final = (0.6, 1.2)  # a bot that answers at once is hard to follow


class Plain(NamedTuple):
    """A bot made of two functions."""

    chooses: Callable[[Any, Sequence[Any], Random], Any]
    pauses: Callable[[Any, Random], float]

    @property
    def thinks(self) -> bool:
        return False

    def choose(self, view: Any, told: Sequence[Any], legal: Sequence[Any], rng: Random) -> Any:
        return self.chooses(view, legal, rng)

    def pause(self, action: Any, rng: Random) -> float:
        return self.pauses(action, rng)


def levels(game: AnyGame) -> tuple[str, ...]:
    """The opponents that this game has, the best last."""
    return tuple(_bots(game))


def find(game: AnyGame, level: str) -> Bot:
    bots = _bots(game)
    if level not in bots:
        raise NotFound(f"{game.title} has no opponent of level {level!r}; there is {', '.join(bots)}")
    return bots[level]


def _bots(game: AnyGame) -> dict[str, Bot]:
    room = _room(game)
    pause = getattr(room, "pause", _turn_pause)
    bots: dict[str, Bot] = {RANDOM: Plain(_any_of, pause)}
    if hasattr(room, GREEDY):
        bots[GREEDY] = Plain(partial(_without_chance, room.greedy), pause)
    if hasattr(room, PACED):
        bots[PACED] = Plain(room.paced, pause)
    return bots


def _room(game: AnyGame) -> Any:
    """The bot drawer of the game's room; None where it has none."""
    name = f"{games.room(game)}.bot"
    return import_module(name) if find_spec(name) else None


def _any_of(view: Any, legal: Sequence[Any], rng: Random) -> Any:
    return rng.choice(legal)


def _without_chance(choose: Callable[..., Any], view: Any, legal: Sequence[Any], rng: Random) -> Any:
    return choose(view, legal)


def _turn_pause(action: Any, rng: Random) -> float:
    return rng.uniform(*TURN_S)
