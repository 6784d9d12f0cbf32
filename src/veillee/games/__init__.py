"""The games of the house. One line each; the order is the menu's."""

from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec
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


def find(name: str, version: int | None = None) -> AnyGame:
    """The game of this name: its present rules, or those of a version that its room keeps."""
    try:
        present = GAMES[name]
    except (KeyError, TypeError):  # a list, say, cannot even be looked for
        raise NotFound(f"no game is called {name!r}; there is {', '.join(GAMES)}") from None
    if version in (None, present.rules_version):
        return present
    kept = f"{__name__}.{name}.v{version}"
    if not find_spec(kept):
        raise NotFound(
            f"version {version} of the rules of {present.title} is not here; there is {present.rules_version}"
        )
    return cast(AnyGame, import_module(kept).GAME)


def room(game: AnyGame) -> str:
    """The package in which this game's drawers lie: those of superseded rules lie beside them, in the room."""
    present = f"{__name__}.{game.name}"
    return present if game.rules_version == GAMES[game.name].rules_version else f"{present}.v{game.rules_version}"


def chance(game: AnyGame) -> Chance:
    """The chance drawer of the game's room."""
    return cast(Chance, import_module(f"{room(game)}.chance"))


def notation(game: AnyGame) -> Notation:
    """The notation drawer of the game's room."""
    return cast(Notation, import_module(f"{room(game)}.notation"))
