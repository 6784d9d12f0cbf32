"""What one thread of a GPU does: the loops of `loops.py`, a row each. These names are constants, as there."""

# pyright: basic

from typing import Any

import numpy as np

from veillee.rows.bits import ONE, U
from veillee.rows.chance import episode_key, game_key

cuda: Any = None
BLOCK: Any = None  # threads of a block
DECKS: Any = None  # bytes of the decks of a block
KERNEL_CELLS: Any = None
KERNEL_WORDS: Any = None
NOTHING: Any = None
SEATS: Any = None
RESTART: Any = None
act: Any = None
deal: Any = None
playout: Any = None
begin_rows: Any = None
illegal_row: Any = None
look_at_rows: Any = None
play_out: Any = None
play_rows_on: Any = None
show: Any = None
tell: Any = None


def play_rows(tables, seed, scores, ranks, lengths):
    """The game of this thread's number, in a row of its own."""
    game = cuda.grid(1)
    if game < lengths.size:
        words = cuda.local.array((1, KERNEL_WORDS), np.uint64)
        cells = cuda.local.array((1, KERNEL_CELLS), np.uint8)
        key = U(game_key(seed, game))
        deal(SEATS, tables, words, cells, 0, key)
        lengths[game] = play_out(tables, words, cells, 0, key)
        tell(tables, words, cells, 0, scores, ranks, game)


def play_in_registers(tables, seed, scores, ranks, lengths):
    """The same game in registers. Decks lie in the gaps of each other, four bytes wide: no two threads collide."""
    deck = cuda.shared.array(DECKS, np.uint8)
    words = cuda.local.array((1, KERNEL_WORDS), np.uint64)
    cells = cuda.local.array((1, 1), np.uint8)
    game = cuda.grid(1)
    if game < lengths.size:
        base = U(4 * cuda.threadIdx.x)
        lengths[game] = playout(NOTHING, words, deck, base, U(4 * BLOCK), U(game_key(seed, game)))
        tell(tables, words, cells, 0, scores, ranks, game)


def begin(tables, words, cells, keys, episodes, observation, mask, reward, done, seat):
    i = cuda.grid(1)
    if i < done.size:
        begin_rows(tables, words, cells, keys, episodes, i, i + 1, observation, mask, reward, done, seat)


def first_illegal(tables, words, cells, actions, found):
    """Lowers `found[0]` to the first row whose action is not legal."""
    i = cuda.grid(1)
    if i < actions.size and illegal_row(tables, words, cells, i, i + 1, actions) >= 0:
        cuda.atomic.min(found, 0, i)


def advance(tables, words, cells, keys, episodes, actions, observation, mask, reward, done, seat, final):
    i = cuda.grid(1)
    if i < actions.size:
        act(tables, words, cells, i, np.int64(actions[i]), reward, done, final)
        if RESTART and done[i]:
            episodes[i] += ONE
            deal_aside(tables, words, cells, i, U(episode_key(keys[i], episodes[i])))
        show(tables, words, cells, i, observation, mask, seat)


def deal_aside(tables, words, cells, i, key):
    """Shuffles in this thread's own memory: in that of all, each exchange would wait for the one before."""
    own_words = cuda.local.array((1, KERNEL_WORDS), np.uint64)
    own_cells = cuda.local.array((1, KERNEL_CELLS), np.uint8)
    deal(SEATS, tables, own_words, own_cells, 0, key)
    for field in range(KERNEL_WORDS):
        words[i, field] = own_words[0, field]
    for field in range(KERNEL_CELLS):
        cells[i, field] = own_cells[0, field]


def look(tables, words, cells, observation, mask, seat):
    i = cuda.grid(1)
    if i < seat.size:
        look_at_rows(tables, words, cells, i, i + 1, observation, mask, seat)


def take(words, cells, rows, taken_words, taken_cells):
    """Copies these rows into arrays of their own."""
    i = cuda.grid(1)
    if i < rows.size:
        for field in range(KERNEL_WORDS):
            taken_words[i, field] = words[rows[i], field]
        for field in range(KERNEL_CELLS):
            taken_cells[i, field] = cells[rows[i], field]


def put(words, cells, rows, given_words, given_cells):
    """Copies rows from arrays of their own into these."""
    i = cuda.grid(1)
    if i < rows.size:
        for field in range(KERNEL_WORDS):
            words[rows[i], field] = given_words[i, field]
        for field in range(KERNEL_CELLS):
            cells[rows[i], field] = given_cells[i, field]


def play_on(tables, words, cells, keys, scores, ranks, lengths):
    i = cuda.grid(1)
    if i < lengths.size:
        play_rows_on(tables, words, cells, keys, i, i + 1, scores, ranks, lengths)
