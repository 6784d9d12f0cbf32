"""The loops that the engine compiles for each game, by `instance` (rows/compiled.py): the names below are constants."""

# pyright: basic

from typing import Any

import numpy as np

from veillee.rows.bits import ZERO, U
from veillee.rows.chance import game_key, word
from veillee.rows.kernel import NOBODY

SEATS: Any = None
POLICY: Any = None
NOTHING: Any = None
KERNEL_WORDS: Any = None
KERNEL_CELLS: Any = None
FIRST_CHOICE: Any = None
deal: Any = None
actor: Any = None
apply: Any = None
choose: Any = None
score: Any = None
standing: Any = None
playout: Any = None


def play_rows(tables, seed, start, stop, scores, ranks, lengths):
    """Games start … stop − 1 of a seed, one after the other in one row."""
    words = np.empty((1, KERNEL_WORDS), np.uint64)
    cells = np.empty((1, KERNEL_CELLS), np.uint8)
    for game in range(start, stop):
        key = game_key(seed, game)
        deal(SEATS, tables, words, cells, 0, key)
        k = 0
        while actor(SEATS, tables, words, cells, 0) != NOBODY:
            drawn = word(key, FIRST_CHOICE + k)
            apply(SEATS, tables, words, cells, 0, choose(SEATS, tables, words, cells, 0, POLICY, drawn))
            k += 1
        lengths[game - start] = k
        for seat in range(SEATS):
            scores[game - start, seat] = score(SEATS, tables, words, cells, 0, seat)
            mine, rank = standing(SEATS, tables, words, cells, 0, seat), 1
            for other in range(SEATS):
                rank += standing(SEATS, tables, words, cells, 0, other) < mine
            ranks[game - start, seat] = rank


def play_fused(tables, seed, start, stop, scores, ranks, lengths):
    words = np.empty((1, KERNEL_WORDS), np.uint64)
    cells = np.empty((1, KERNEL_CELLS), np.uint8)
    deck = np.empty(68, np.uint8)
    for game in range(start, stop):
        lengths[game - start] = playout(NOTHING, words, deck, ZERO, U(4), game_key(seed, game))
        for seat in range(SEATS):
            scores[game - start, seat] = score(SEATS, tables, words, cells, 0, seat)
            mine, rank = standing(SEATS, tables, words, cells, 0, seat), 1
            for other in range(SEATS):
                rank += standing(SEATS, tables, words, cells, 0, other) < mine
            ranks[game - start, seat] = rank
