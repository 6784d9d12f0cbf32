"""The games of Parade that are told line by line in tests/golden: one for each way in which the last round can come."""

from contract.rooms import Story, first_match
from veillee.games.parade.types import Config

STORIES: dict[str, Story] = {
    "colours": lambda: first_match("parade", Config(3), lambda over: over.reason == "colours"),
    "pile": lambda: first_match("parade", Config(6), lambda over: over.reason == "pile"),
    "both": lambda: first_match("parade", Config(2), lambda over: over.reason == "both"),
}
