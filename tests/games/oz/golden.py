"""The games of Oz that are told line by line in tests/golden: one for each number of players."""

from contract.rooms import Story, first_match
from veillee.games.oz import GAME
from veillee.games.oz.types import Config, State


def shared(over: State) -> bool:
    """All win together."""
    outcome = GAME.outcome(over)
    return outcome is not None and set(outcome.ranks) == {1}


def costly(over: State) -> bool:
    """Somebody ends with a story that takes points away."""
    outcome = GAME.outcome(over)
    return outcome is not None and any(scored.points < 0 for seat in outcome.sheet.seats for scored in seat.stories)


STORIES: dict[str, Story] = {
    "shared": lambda: first_match("oz", Config(2), shared),
    "costly": lambda: first_match("oz", Config(3), costly),
    "reshuffle": lambda: first_match("oz", Config(4), lambda over: over.phase == "over"),
}
