"""What an opponent is: it chooses among legal actions, from what its seat may know."""

from collections.abc import Sequence
from random import Random
from typing import Any, Protocol


class Bot(Protocol):
    """One that takes longer than a moment to choose says that it thinks: it can be pickled, and is sent elsewhere."""

    @property
    def thinks(self) -> bool: ...

    def choose(self, view: Any, told: Sequence[Any], legal: Sequence[Any], rng: Random) -> Any:
        """One of the legal actions. `told` is all that the seat was told, from the beginning."""
        ...

    def pause(self, action: Any, rng: Random) -> float:
        """The seconds that a person would take to see, to decide and to do this."""
        ...
