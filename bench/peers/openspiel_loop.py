"""OpenSpiel stepped from Python: whole random games through `legal_actions` and `apply_action`.

A move is any action that is applied, by a player or by chance, the deal included. With "observed" in the name, the
player to move also gets its information state tensor before every move, into a fresh list, as Python programs get it.
"""

# pyright: reportMissingImports=false

import random
from functools import partial
from importlib.metadata import version
from typing import Any, Final

import turns

CORE: Final = turns.one_core()

import pyspiel  # noqa: E402 - after the core is chosen

GAMES: Final = ("crazy_eights", "dou_dizhu", "euchre", "go_fish", "hearts", "leduc_poker", "skat", "spades", "tarok")
OBSERVED: Final = ("euchre", "hearts", "leduc_poker")


def course(name: str, *, observed: bool) -> turns.Course:
    rng, game = random.Random(1), pyspiel.load_game(name)

    def play(state: Any) -> int:
        while not state.is_terminal():
            if state.is_chance_node():
                actions, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(actions, weights)[0])
            else:
                if observed:
                    state.information_state_tensor()
                state.apply_action(rng.choice(state.legal_actions()))
        return len(state.history())

    def work(amount: int, clock: turns.Clock) -> float:
        with clock:
            return sum(play(game.new_initial_state()) for _ in range(amount))

    return turns.Course("an action applied, by a player or by chance", work, {"players": game.num_players()})


if __name__ == "__main__":
    courses = {name: partial(course, name, observed=False) for name in GAMES}
    courses |= {f"{name}, observed": partial(course, name, observed=True) for name in OBSERVED}
    turns.speak("OpenSpiel, Python loop", version("open_spiel"), courses)
