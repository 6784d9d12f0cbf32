"""What bots stand on: worlds that a seat cannot tell from the real one, and what becomes of its actions in them."""

from collections.abc import Sequence
from random import Random
from typing import Any, cast

import numpy as np

from veillee.core.game import AnyGame
from veillee.engine.batch import Batch
from veillee.engine.drawers import encode_of
from veillee.engine.errors import BadArgument
from veillee.engine.playouts import Target, checked_count, word
from veillee.games import chance, find


def action(game: str, view: Any, index: int) -> Any:
    """The action that this index stands for, for the seat that sees this view."""
    if not isinstance(index, int | np.integer) or isinstance(index, bool):
        raise BadArgument("index", f"a whole number is wanted, not {index!r}")
    try:
        return encode_of(_seen(game, view)).action(view, int(index))
    except ValueError as error:
        raise BadArgument("index", str(error)) from None


def index(game: str, view: Any, action: Any) -> int:
    """The index of this legal action, for the seat that sees this view."""
    try:
        return encode_of(_seen(game, view)).index(view, action)
    except ValueError as error:
        raise BadArgument("action", str(error)) from None


def worlds(game: str | AnyGame, view: Any, told: Sequence[Any], n: int, seed: int = 0) -> list[Any]:
    """n States in which the seat sees this view and was told this, drawn alike from all that there are."""
    n = checked_count("n", n)
    rules, rng = _seen(game, view), Random(int(word(seed)))
    if not isinstance(told, Sequence) or not all(isinstance(event, rules.event_type) for event in told):
        raise BadArgument("told", f"a list of events of {rules.title} is wanted: all that the seat was told")
    try:
        found = [chance(rules).imagine(view, told, rng) for _ in range(n)]
        fit = rules.view(found[0], view.seat) == view
    except (LookupError, ValueError):
        fit, found = False, []
    if not fit:
        said = "no world goes with it and this view; it must be every event that the seat was told, from the first on"
        raise BadArgument("told", said)
    return found


def _seen(game: str | AnyGame, view: Any) -> AnyGame:
    """The game, if this is a view of it."""
    rules = cast(AnyGame, game) if hasattr(game, "view_type") else find(cast(str, game))
    if not isinstance(view, rules.view_type):
        raise BadArgument(
            "view", f"a View of {rules.title} is wanted, not a {type(view).__module__}.{type(view).__name__}"
        )
    return rules


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
    repeats = checked_count("repeats", repeats)
    imagined = [state for state in worlds(game, view, told, n, seed) for _ in range(repeats)]
    config = imagined[0].config
    options = {name: getattr(config, name) for name in config.__struct_fields__}
    batch = Batch(game, n=len(imagined), seed=seed, target=target, restart=False, observe=False, pace=pace, **options)
    encode, rules = batch.drawers.encode, batch.drawers.game
    found = np.full(batch.drawers.actions, np.nan)
    legal = rules.legal_actions(imagined[0], view.seat)
    rows = batch.encoded(imagined, None, seed, view.seat) if legal else ()
    for index in (encode.index(view, action) for action in legal):
        batch.put(*rows)
        batch.step(batch.lent(np.full(batch.n, index)))
        won = batch.play_out(policy, seed).on_host().ranks == 1
        found[index] = np.mean(won[:, view.seat] / won.sum(axis=1))
    return found
