"""OpenSpiel's random rollouts, the loop in C++: its `RandomRolloutEvaluator`, through a search of one simulation.

A move is any action that is applied after the deal, by a player or by chance; the deal itself is not played again.
The evaluator does not count: its moves are the rollouts times the mean length of as many random games, from the same
deals, as make the standard error of the mean half a hundredth of it.
"""

# pyright: reportMissingImports=false

import random
import statistics
from functools import partial
from importlib.metadata import version
from typing import Any, Final

import turns

CORE: Final = turns.one_core()

import pyspiel  # noqa: E402 - after the core is chosen

GAMES: Final = (
    *("blackjack", "bridge", "crazy_eights", "dou_dizhu", "euchre", "gin_rummy", "go_fish", "hearts", "kuhn_poker"),
    *("leduc_poker", "oh_hell", "skat", "spades", "tarok", "tiny_bridge_2p", "tiny_bridge_4p", "tiny_hanabi"),
    *("universal_poker", "turn_based_simultaneous_game(game=goofspiel())"),
)
DEALS: Final = 10  # for how long games are may hang on the deal
BATCH: Final = 100  # rollouts a call
SURE: Final = 0.005


def advance(state: Any, rng: random.Random) -> None:
    """One action at random: a player's, or by chance."""
    if state.is_chance_node():
        actions, weights = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(rng.choices(actions, weights)[0])
    else:
        state.apply_action(rng.choice(state.legal_actions()))


def dealt(game: Any, rng: random.Random) -> Any:
    state = game.new_initial_state()
    while state.is_chance_node():
        advance(state, rng)
    return state


def length(starts: list[Any], rng: random.Random) -> tuple[float, float]:
    """The mean number of moves of random games from here, and its standard error as a share of it."""
    lengths = list[int]()
    while True:
        for start in starts * 10:
            state, begun = start.clone(), len(start.history())
            while not state.is_terminal():
                advance(state, rng)
            lengths.append(len(state.history()) - begun)
        mean = statistics.fmean(lengths)
        error = statistics.stdev(lengths) / len(lengths) ** 0.5 / mean
        if error <= SURE:
            return mean, error


def course(name: str) -> turns.Course:
    rng = random.Random(1)
    game = pyspiel.load_game(name)
    starts = [dealt(game, rng) for _ in range(DEALS)]
    mean, error = length(starts, rng)
    evaluator = pyspiel.RandomRolloutEvaluator(BATCH, 1)
    # One simulation evaluates the root; a root where chance is to act is none for this search.
    search = pyspiel.MCTSBot(game, evaluator, 2.0, 1, 1000, False, 1, False)

    def work(amount: int, clock: turns.Clock) -> float:
        with clock:
            for _ in range(amount):
                for start in starts:
                    search.mcts_search(start)
        return amount * DEALS * BATCH * mean

    return turns.Course(
        "an action applied after the deal, by a player or by chance",
        work,
        {"players": game.num_players(), "moves_per_game": mean, "standard_error": error},
    )


if __name__ == "__main__":
    turns.speak("OpenSpiel, C++ rollouts", version("open_spiel"), {name: partial(course, name) for name in GAMES})
