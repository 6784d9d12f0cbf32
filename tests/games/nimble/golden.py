"""The games of Nimble that are told line by line in tests/golden."""

from contract.rooms import Story, first_match
from veillee.games.nimble import GAME
from veillee.games.nimble.types import Config, State


def stuck(over: State) -> bool:
    """Everybody still has cards, and none of them fits."""
    return min(seat.left for seat in over.results[-1].seats) > 1


def overtaken(over: State) -> bool:
    """The Queen of Hearts erred so often that Pinocchio won."""
    return any(seat.title == "pinocchio" and seat.rank == 1 for seat in over.results[-1].seats)


def shared(over: State) -> bool:
    """A challenge in which a round was shared, so that more rounds were won than played."""
    outcome = GAME.outcome(over)
    return outcome is not None and sum(outcome.sheet.won or ()) > over.rounds


STORIES: dict[str, Story] = {
    "stuck": lambda: first_match("nimble", Config(3), stuck),
    "errors": lambda: first_match("nimble", Config(2), overtaken),
    "challenge": lambda: first_match("nimble", Config(2, challenge=True), shared),
}
