"""How simulated players of Tea Time choose: by lot, for points now, or for what is worth most in the end."""
# pyright: basic
# for what is compiled has no annotations

from typing import Final

import numpy as np

from veillee.games.teatime.kernel.rows import (
    ALICE,
    BYTE,
    CODE,
    COLLECTION,
    EIGHT,
    FOUR,
    GRID,
    OCCUPIED,
    PLAYER,
    PLAYER_BITS,
    ROUND,
    ROUND_BITS,
    SIX,
    TABLE,
    THREE,
    TURN,
    TURN_BITS,
    TWO,
    columns_of,
    joining,
    limit_of,
    rounds_of,
)
from veillee.games.teatime.kernel.tables import CELL, CELL_BITS, FACE, GAIN, GAINS, LINE, PLACE, WORTH
from veillee.rows.bits import ONE, ZERO, count, lowest, nth
from veillee.rows.chance import low
from veillee.rows.compiled import compiled, inlined

U = np.uint64

POLICIES: Final = ("random", "greedy", "heuristic")

WORD, LANE, LANE_2 = U(64), U(20), U(40)  # three masks of cells share a word
NOT_LAST_OF_4, NOT_LAST_OF_5 = U(0x7777), U(0x7BDEF)  # the cells that are not in the last column
ALL: Final = U(2**64 - 1)
NO_GAIN: Final = U(1 << 20)  # a zero that can be gone below


@inlined
def _legal_lines(seats, table):
    """The lines that may be taken, as three words of three lanes, each lane a mask of the lines' first cells."""
    columns = columns_of(seats)
    one = table & OCCUPIED
    # TEA-R8: a neighbour to the right, below to the left, below, below to the right; not around the edge.
    not_last = NOT_LAST_OF_5 if seats == 4 else NOT_LAST_OF_4
    not_first = not_last << ONE
    right = one & (one >> ONE) & not_last
    left = one & (one >> (columns - ONE)) & not_first
    down = one & (one >> columns)
    both = one & (one >> (columns + ONE)) & not_last
    # Three are a pair whose second cell begins another.
    rights = right & (right >> ONE)
    lefts = left & (left >> (columns - ONE))
    downs = down & (down >> columns)
    boths = both & (both >> (columns + ONE))
    # TEA-R5, TEA-R6: pairs from turn 2, threes from turn 3.
    limit = limit_of(table)
    pairs, threes = (ALL if limit > ONE else ZERO), (ALL if limit > TWO else ZERO)
    return (
        one | (pairs & ((right << LANE) | (left << LANE_2))),
        (pairs & (down | (both << LANE))) | (threes & (rights << LANE_2)),
        threes & (lefts | (downs << LANE) | (boths << LANE_2)),
    )


@inlined
def choose(seats, tables, words, cells, i, policy, word):
    if policy == 0:
        return _any(seats, tables, words, i, word)
    if policy == 1:
        return _greedy(seats, tables, words, i)
    return _heuristic(seats, tables, words, i)


@inlined
def _any(seats, tables, words, i, word):
    """A line by lot, each with the same chance."""
    first, second, third = _legal_lines(seats, words[i, TABLE])
    ones, twos = count(first), count(second)
    which = low(word, ones + twos + count(third))
    in_first, before_third = which < ones, which < ones + twos
    lines = first if in_first else second if before_third else third
    at = ZERO if in_first else U(64) if before_third else U(128)
    which = which if in_first else which - ones if before_third else which - ones - twos
    return tables[PLACE + at + nth(lines, which)]


@compiled
def _greedy(seats, tables, words, i):
    """What brings most points now; of equals the first."""
    table = words[i, TABLE]
    collection = words[i, COLLECTION + ((table >> PLAYER) & PLAYER_BITS)]
    return BYTE - (_best(seats, tables, GAIN, words[i, GRID], table, collection) & BYTE)


@compiled
def _heuristic(seats, tables, words, i):
    """What is worth most in the end, less what the next seat could then make of its turn; of equals the first."""
    table, grid = words[i, TABLE], words[i, GRID]
    player, number = (table >> PLAYER) & PLAYER_BITS, (table >> ROUND) & ROUND_BITS
    mine = words[i, COLLECTION + player]
    theirs = words[i, COLLECTION + (player + ONE if player + ONE < U(seats) else ZERO)]
    worths = WORTH + (rounds_of(seats) - number) * GAINS
    weight = SIX if seats == 2 else THREE  # in quarters; found by trial
    opening = (table >> TURN) & TURN_BITS == ONE
    # Their best answer is the same to all lines that leave it to them.
    later = table + (ONE << TURN)
    answer = _best(seats, tables, worths, grid, later, theirs)
    wanted = ALL if opening else tables[LINE + BYTE - (answer & BYTE)] & OCCUPIED
    best = ZERO
    for nth_word, lines in enumerate(_legal_lines(seats, table)):
        while lines:
            action = tables[PLACE + (U(nth_word) << SIX) + lowest(lines)]
            lines = lines & (lines - ONE)
            line = tables[LINE + action]
            reply = answer
            if line & wanted:
                rest = later & ~(ZERO if opening else line & OCCUPIED)
                changed = grid | (ALICE << ((line >> CELL) & CELL_BITS) if opening else ZERO)
                reply = _best(seats, tables, worths, changed, rest, theirs)
            gain = FOUR * _gain(tables, worths, grid, mine, line) - weight * ((reply >> EIGHT) - NO_GAIN)
            rated = ((gain + NO_GAIN) << EIGHT) | (BYTE - action)
            best = rated if rated > best else best
    return BYTE - (best & BYTE)


@compiled
def _best(seats, tables, gains, grid, table, collection):
    """What the best line brings, of equals the first: NO_GAIN + the gain, and below that in a byte 255 − its action."""
    best = NO_GAIN << EIGHT if table & OCCUPIED == ZERO else ZERO
    for nth_word, lines in enumerate(_legal_lines(seats, table)):
        while lines:
            action = tables[PLACE + (U(nth_word) << SIX) + lowest(lines)]
            lines = lines & (lines - ONE)
            gain = _gain(tables, gains, grid, collection, tables[LINE + action])
            rated = ((gain + NO_GAIN) << EIGHT) | (BYTE - action)
            best = rated if rated > best else best
    return best


@inlined
def _gain(tables, gains, grid, collection, line):
    """What the cards of a line bring to a collection, by these gains, modulo 2⁶⁴."""
    gain = ZERO
    for k in range(THREE):
        code = (grid >> ((line >> (CELL + SIX * k)) & CELL_BITS)) & CODE
        mirror = (line >> (FACE + k)) & ONE
        gain = gain + tables[gains + (mirror << SIX) + ((collection >> (code * EIGHT)) & BYTE)]
        collection = collection + joining(grid, line, k)
    return gain
