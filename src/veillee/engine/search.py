"""What bots stand on: worlds that a seat cannot tell from the real one, and what becomes of its actions in them."""

from collections.abc import Sequence
from random import Random
from typing import Any

import numpy as np

from veillee.core.game import AnyGame
from veillee.engine.batch import Batch
from veillee.engine.drawers import encode_of
from veillee.engine.errors import BadArgument
from veillee.engine.playouts import Target, check_count
from veillee.games import chance, find


def action(game: str, view: Any, index: int) -> Any:
    """The action that this index stands for, for the seat that sees this view."""
    try:
        return encode_of(find(game)).action(view, index)
    except ValueError as error:
        raise BadArgument("index", str(error)) from None


def index(game: str, view: Any, action: Any) -> int:
    """The index of this legal action, for the seat that sees this view."""
    try:
        return encode_of(find(game)).index(view, action)
    except ValueError as error:
        raise BadArgument("action", str(error)) from None


def worlds(game: str | AnyGame, view: Any, told: Sequence[Any], n: int, seed: int = 0) -> list[Any]:
    """n States in which the seat sees this view and was told this, drawn alike from all that there are."""
    check_count("n", n)
    rules, rng = find(game) if isinstance(game, str) else game, Random(seed)
    return [chance(rules).imagine(view, told, rng) for _ in range(n)]


def values(
    game: str,
    view: Any,
    told: Sequence[Any],
    *,
    n: int = 50,
    repeats: int = 1,
    policy: str = "random",
    seed: int = 0,
    target: Target = "core",
    pace: Any = None,
) -> np.ndarray[Any, np.dtype[np.float64]]:
    """The seat's mean share in the win after each of its actions [actions], NaN for those that are not legal.

    Each action is played on from the same n worlds, `repeats` times each, by everybody's `policy`.
    """
    check_count("repeats", repeats)
    imagined = [state for state in worlds(game, view, told, n, seed) for _ in range(repeats)]
    config = imagined[0].config
    options = {name: getattr(config, name) for name in config.__struct_fields__}
    batch = Batch(game, n=len(imagined), seed=seed, target=target, restart=False, observe=False, pace=pace, **options)
    encode, rules = batch.drawers.encode, batch.drawers.game
    found = np.full(batch.drawers.actions, np.nan)
    for action in rules.legal_actions(imagined[0], view.seat):
        index = encode.index(view, action)
        batch.load(imagined, seed=seed)
        batch.step(np.full(batch.n, index))
        ranks = batch.play_out(policy, seed).ranks
        won = ranks == 1
        found[index] = np.mean(won[:, view.seat] / won.sum(axis=1))
    return found
