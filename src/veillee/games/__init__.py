"""The games of the house. One line each; the order is the menu's."""

from collections.abc import Mapping
from importlib import import_module
from typing import Final, cast

from veillee.core.chance import Chance
from veillee.core.game import AnyGame, NotFound
from veillee.core.notation import Notation
from veillee.games import nimble, oz, parade, teatime

GAMES: Final[Mapping[str, AnyGame]] = {
    "parade": parade.GAME,
    "nimble": nimble.GAME,
    "teatime": teatime.GAME,
    "oz": oz.GAME,
}


def find(name: str) -> AnyGame:
    """The game of this name."""
    try:
        return GAMES[name]
    except KeyError:
        raise NotFound(f"no game is called {name!r}; there is {', '.join(GAMES)}") from None


def chance(game: AnyGame) -> Chance:
    """The chance drawer of the game's room."""
    return cast(Chance, import_module(f"{__name__}.{game.name}.chance"))


def notation(game: AnyGame) -> Notation:
    """The notation drawer of the game's room."""
    return cast(Notation, import_module(f"{__name__}.{game.name}.notation"))
