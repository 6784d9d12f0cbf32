"""A bot that takes its time: it reckons without pause, as a search does, and then moves at random."""

from collections.abc import Sequence
from random import Random
from time import perf_counter
from typing import Any, Final

from veillee.bots import plain

LEVEL: Final = "thinker"


class Thinker:
    thinks = True

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds

    def choose(self, view: Any, told: Sequence[Any], legal: Sequence[Any], rng: Random) -> Any:
        end, reckoned = perf_counter() + self.seconds, 0
        while perf_counter() < end:
            reckoned += sum(range(100))
        return rng.choice(legal)

    def pause(self, action: Any, rng: Random) -> float:
        return 0.0


def offer(seconds: float) -> None:
    """Every game has this opponent from now on."""
    honest = plain._bots  # pyright: ignore[reportPrivateUsage]
    plain._bots = lambda game: {LEVEL: Thinker(seconds), **honest(game)}  # pyright: ignore[reportPrivateUsage]
