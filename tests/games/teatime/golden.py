"""The games of Tea Time that are told line by line in tests/golden: a clear end, and the two kinds of tie."""

from contract.rooms import Story, first_match
from veillee.games.teatime import GAME
from veillee.games.teatime.types import Config, State

STORIES: dict[str, Story] = {
    "clear": lambda: first_match("teatime", Config(4), lambda over: _ranks_of_best(over) == [1]),
    "alice": lambda: first_match("teatime", Config(2), lambda over: _ranks_of_best(over) == [1, 2]),
    "shared": lambda: first_match("teatime", Config(3), lambda over: _ranks_of_best(over) == [1, 1]),
}


def _ranks_of_best(over: State) -> list[int]:
    """The ranks of those with the highest total."""
    outcome = GAME.outcome(over)
    assert outcome
    best = max(outcome.scores)
    return sorted(rank for rank, score in zip(outcome.ranks, outcome.scores, strict=True) if score == best)
