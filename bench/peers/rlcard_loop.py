"""RLCard's random agents in its own loop, `env.run`: whole games of each of its card games. A move is a player's."""

# pyright: reportMissingImports=false

from functools import partial
from importlib.metadata import version
from typing import Any, Final

import turns

CORE: Final = turns.one_core()

import rlcard  # noqa: E402 - after the core is chosen
from rlcard.agents import RandomAgent  # noqa: E402

GAMES: Final = ("blackjack", "leduc-holdem", "limit-holdem", "no-limit-holdem", "uno", "gin-rummy", "bridge")


def course(name: str) -> turns.Course:
    env: Any = rlcard.make(name, config={"seed": 1})
    env.set_agents([RandomAgent(num_actions=env.num_actions) for _ in range(env.num_players)])

    def work(amount: int, clock: turns.Clock) -> float:
        moves = 0
        with clock:
            for _ in range(amount):
                env.run(is_training=True)
                moves += env.timestep
                env.timestep = 0
        return moves

    return turns.Course("a player's action", work, {"players": env.num_players})


if __name__ == "__main__":
    turns.speak("RLCard, random agents", version("rlcard"), {name: partial(course, name) for name in GAMES})
