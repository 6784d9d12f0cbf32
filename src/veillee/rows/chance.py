"""Counter-based chance: word k of a game is a pure function of its key, so games are the same in any order and place.

Two draws of one word are uniform to within n / 2³²: good for simulation. Deals between people use `core/chance.py`.
"""

# pyright: basic

from typing import Final

import numpy as np

from veillee.rows.compiled import compiled, inlined

U = np.uint64

STRIDE: Final = U(0x9E3779B97F4A7C15)  # between the words of a game: splitmix64
GAMES: Final = U(0xD1342543DE82EF95)  # between the games of a seed
EPISODES: Final = U(0xDA942042E4DD58B5)  # between the games that follow each other in one row
MULTIPLY_1: Final = U(0xBF58476D1CE4E5B9)
MULTIPLY_2: Final = U(0x94D049BB133111EB)
LOW: Final = U(0xFFFFFFFF)
HALF: Final = U(32)
SHIFT_1, SHIFT_2, SHIFT_3 = U(30), U(27), U(31)


@inlined
def mix(z):
    """A permutation of the 64-bit words that looks random (the finalizer of splitmix64)."""
    z = (z ^ (z >> SHIFT_1)) * MULTIPLY_1
    z = (z ^ (z >> SHIFT_2)) * MULTIPLY_2
    return z ^ (z >> SHIFT_3)


@inlined
def game_key(seed, game):
    """The key of game `game` of a seed."""
    return mix(U(seed) + U(game) * GAMES)


@compiled
def fill_with_keys(seed, keys):
    """The keys of the games 0 … of a seed, as many as there is room for."""
    for game in range(keys.size):
        keys[game] = game_key(seed, game)


@inlined
def episode_key(key, episode):
    """The key of the game that is dealt in a row after so many others; of the first it is the row's own."""
    return key if U(episode) == U(0) else mix(key + U(episode) * EPISODES)


@inlined
def word(key, k):
    """Word k, from 0, of the game with this key."""
    return mix(key + (U(k) + U(1)) * STRIDE)


@inlined
def low(word, n):
    """A number below n from the low half of a word."""
    return ((word & LOW) * U(n)) >> HALF


@inlined
def high(word, n):
    """A number below n from the high half of a word."""
    return ((word >> HALF) * U(n)) >> HALF
