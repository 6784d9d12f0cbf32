"""PettingZoo's agent-environment cycle with its classic card games, as its documentation writes the loop.

A move is a player's action. The observation and the mask come with `last`; the action is sampled from the mask.
"""

# pyright: reportMissingImports=false

import warnings
from functools import partial
from importlib import import_module
from importlib.metadata import version
from typing import Any, Final

import turns

CORE: Final = turns.one_core()

GAMES: Final = ("leduc_holdem_v4", "texas_holdem_v4", "texas_holdem_no_limit_v6", "hanabi_v5")


def course(name: str) -> turns.Course:
    env: Any = import_module(f"pettingzoo.classic.{name}").env()
    env.reset(seed=1)

    def play() -> int:
        moves = 0
        for agent in env.agent_iter():
            observation, _, termination, truncation, _ = env.last()
            if termination or truncation:
                env.step(None)
            else:
                env.step(env.action_space(agent).sample(observation["action_mask"]))
                moves += 1
        return moves

    def work(amount: int, clock: turns.Clock) -> float:
        moves = 0
        with clock:
            for _ in range(amount):
                env.reset()
                moves += play()
        return moves

    return turns.Course("a player's action", work, {"players": len(env.possible_agents)})


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    turns.speak("PettingZoo classic", version("pettingzoo"), {name: partial(course, name) for name in GAMES})
